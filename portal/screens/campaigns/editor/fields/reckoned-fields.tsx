import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../../../../server/domain/brand/facts/fact-shape.ts'
import { factWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { isEntry, listOf, type Path } from '../model/plain.ts'
import { ArgumentField } from './argument-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { countable } from './countable.ts'
import { KeyedChoice } from './keyed-choice.tsx'
import { MoreKeys, type OptionalKey } from './more-keys.tsx'
import { NumberOrMoney } from './number-or-money.tsx'

const ways = ['sum', 'product', 'least', 'greatest'] as const
const termsMax = 8

/** An amount of several figures: how they are put together, each of them, and what is done with what comes out. */
export function ReckonedFields({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const of = useAt([...path, 'of'])
  const entry = isEntry(of.value) ? of.value : {}
  const way = ways.find((one) => entry[one] !== undefined) ?? 'sum'
  const terms = listOf(entry[way])
  const change = (next: readonly unknown[]) => of.set({ [way]: next })
  return (
    <Stack gap={8}>
      <ChoiceField
        label={editor.reckonedBy}
        value={way}
        choices={ways.map((one) => ({ value: one, label: editor.reckonedWays[one] }))}
        onChange={(next) => of.set({ [next]: terms })}
        error={of.fault}
        width={300}
      />
      {terms.map((_, index) => (
        <Term
          // biome-ignore lint/suspicious/noArrayIndexKey: a figure has nothing but its place that stays while it is edited.
          key={index}
          path={[...path, 'of', way, index]}
          number={index + 1}
          isOnly={terms.length === 1}
          onRemove={() => change(terms.filter((__, at) => at !== index))}
        />
      ))}
      {!isReadOnly && terms.length < termsMax && <AddTerm onAdd={(term) => change([...terms, term])} />}
      <Further path={path} />
    </Stack>
  )
}

function AddTerm({ onAdd }: { readonly onAdd: (term: unknown) => void }) {
  const { editor } = useTexts()
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} w="fit-content">
          {editor.addFigure}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAdd({ fact: 'checkout.shipping' })}>{editor.figureOfSale}</Menu.Item>
        <Menu.Item onClick={() => onAdd(10)}>{editor.fixedFigure}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface TermProps {
  readonly path: Path
  readonly number: number
  readonly isOnly: boolean
  readonly onRemove: () => void
}

function Term({ path, number, isOnly, onRemove }: TermProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const chosen = useAt([...path, 'fact'])
  const name = isEntry(value) && Object.hasOwn(value, 'fact') ? asText(value.fact) : undefined
  const fact = name !== undefined && Object.hasOwn(facts, name) ? facts[name] : undefined
  const label = editor.figure(number)
  return (
    <Paper withBorder p="xs" component="fieldset" aria-label={label} m={0}>
      <Stack gap={6}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          {name === undefined ? (
            <NumberOrMoney path={path} label={label} />
          ) : (
            <ChoiceField
              label={label}
              value={name}
              choices={countable.map((one) => ({ value: one, label: factWords(one, language) }))}
              onChange={(next) => set({ fact: next })}
              error={chosen.fault}
              width={280}
            />
          )}
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={editor.removeKey(label)}
              disabled={isOnly}
              onClick={onRemove}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
        {fact &&
          argumentsOf(fact).map((one) => (
            <ArgumentField key={one.name} path={path} name={one.name} fact={fact} isNeeded={one.needed} />
          ))}
        {name !== undefined && fault !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {fault}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

/** What is done with it, in the order in which it is done. */
function Further({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { amountKeys, choices } = formWordsIn(language)
  const number = (key: string, label: string, begin: unknown): OptionalKey => ({
    key,
    label,
    begin,
    show: (at) => <NumberOrMoney path={at} label={label} />,
  })
  const rounding = Object.entries(choices.round).map(([value, label]) => ({ value, label }))
  const fields: readonly OptionalKey[] = [
    { ...number('times', editor.reckonedTimes, 0.05), isUsual: true },
    { ...number('plus', editor.reckonedPlus, 1), isUsual: true },
    { ...number('minus', editor.reckonedMinus, 1), isUsual: true },
    number('min', amountKeys.min, 1),
    number('max', amountKeys.max, 50),
    {
      key: 'round',
      label: amountKeys.round,
      begin: 'nearest',
      show: (at) => <KeyedChoice path={at} label={amountKeys.round} choices={rounding} />,
    },
  ]
  return <MoreKeys path={path} label={editor.moreAmount} fields={fields} />
}
