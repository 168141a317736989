import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { MoneyField } from '../fields/money-field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, type Path } from '../model/plain.ts'
import { EveryField } from './limits-part.tsx'

interface BudgetFieldProps {
  readonly path: Path
  /** Whatever shows it also removes it. */
  readonly isOnlyOne?: boolean
}

/** What may be given away in all: of discounts in money, or of a balance. */
export function BudgetField({ path, isOnlyOne = false }: BudgetFieldProps) {
  const { editor } = useTexts()
  const { isReadOnly, names } = useEditing()
  const { value, set, fault } = useAt(path)
  const amount = useAt([...path, 'amount'])
  const of = useAt([...path, 'of'])
  if (value === undefined || value === null) return <AddBudget onAdd={set} />
  const budget = isEntry(value) ? value : {}
  const counted = isEntry(budget.of)
    ? [budget.of.balanceType, budget.of.balanceCode].filter((one) => typeof one === 'string').join(' ')
    : 'discount'
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        {counted === 'discount' ? (
          <MoneyField path={[...path, 'amount']} label={editor.budgetAmount} />
        ) : (
          <NumberField
            label={editor.budgetAmount}
            value={budget.amount}
            onChange={amount.set}
            error={amount.fault}
            min={0}
          />
        )}
        <ChoiceField
          label={editor.budgetOf}
          value={counted}
          choices={[
            { value: 'discount', label: editor.discounts },
            ...names.listOf('valueType').map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(next) => of.set(countedOf(next))}
          error={of.fault}
          width={160}
        />
        <EveryField path={[...path, 'every']} label={editor.budgetEvery} />
        {!isReadOnly && !isOnlyOne && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={editor.removeBudget}
            onClick={() => set(undefined)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

/** What the budget counts, as the file has it. */
function countedOf(id: string): unknown {
  const [balanceType, balanceCode] = id.split(' ', 2)
  return id === 'discount' ? id : { balanceType, ...(balanceCode !== undefined && { balanceCode }) }
}

function AddBudget({ onAdd }: { readonly onAdd: (budget: object) => void }) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  if (isReadOnly) return null
  return (
    <Button
      variant="light"
      size="compact-sm"
      radius="xl"
      w="fit-content"
      leftSection={<IconPlus size={14} />}
      onClick={() => onAdd({ amount: 1000, of: 'discount', every: 'ever' })}
    >
      {editor.addBudget}
    </Button>
  )
}
