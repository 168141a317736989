import { Checkbox, MultiSelect, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMay } from '../../../ask/brand-context.ts'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useValueTitle } from '../../cards/amounts.ts'
import type { FormProps } from './form-props.ts'
import { type Buyer, kindsOfBuyer, type TriedBalance } from './tried.ts'

/** Who buys: nobody in particular, the holder of a card, or somebody invented. */
export function BuyerForm(props: FormProps) {
  const { simulator: texts } = useTexts()
  const { tried, change } = props
  const seesPeople = useMay('customers.see')
  const kinds = kindsOfBuyer.filter((kind) => kind !== 'card' || seesPeople)
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={texts.buyer}
        fullWidth
        value={tried.buyer}
        onChange={(buyer) => change({ buyer: buyer as Buyer })}
        data={kinds.map((value) => ({ value, label: texts.buyers[value] }))}
      />
      {tried.buyer === 'nobody' && <Text c="dimmed">{texts.nobodyWhat}</Text>}
      {tried.buyer === 'card' && (
        <TextInput
          label={texts.card}
          value={tried.card ?? ''}
          onChange={({ currentTarget }) => change(textOr('card', currentTarget.value.trim()))}
        />
      )}
      {tried.buyer === 'invented' && <Invented {...props} />}
    </Stack>
  )
}

const textOr = (name: 'card' | 'birthday' | 'program' | 'level', text: string | null) =>
  ({ [name]: text === null || text === '' ? undefined : text }) as Partial<FormProps['tried']>

function Invented({ tried, change, setup }: FormProps) {
  const { simulator: texts } = useTexts()
  const programs = setup?.programs ?? []
  const program = programs.find(({ id }) => id === tried.program) ?? programs[0]
  const toOption = ({ id, name }: { readonly id: string; readonly name: string }) => ({ value: id, label: name })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md" style={{ alignItems: 'end' }}>
      <Checkbox
        label={texts.isMember}
        checked={tried.isEnrolled ?? true}
        onChange={({ currentTarget: { checked } }) => change({ isEnrolled: checked })}
        style={{ gridColumn: '1 / -1' }}
      />
      <Select
        label={texts.program}
        allowDeselect={false}
        value={program?.id ?? null}
        onChange={(id) => change({ ...textOr('program', id), ...textOr('level', null), balances: [] })}
        data={programs.map(toOption)}
      />
      <Select
        label={texts.level}
        placeholder={texts.noLevel}
        clearable
        disabled={!program || program.levels.length === 0}
        value={tried.level ?? null}
        onChange={(id) => change(textOr('level', id))}
        data={program?.levels.map(toOption) ?? []}
      />
      <MultiSelect
        label={texts.segments}
        searchable
        value={[...tried.segments]}
        onChange={(segments) => change({ segments })}
        data={setup?.segments.map(toOption) ?? []}
      />
      <TextInput
        label={texts.birthday}
        type="date"
        value={tried.birthday ?? ''}
        onChange={({ currentTarget }) => change(textOr('birthday', currentTarget.value))}
      />
      <Balances tried={tried} change={change} values={program?.values ?? []} />
    </SimpleGrid>
  )
}

interface BalancesProps extends Omit<FormProps, 'setup'> {
  readonly values: NonNullable<FormProps['setup']>['programs'][number]['values']
}

function Balances({ tried: { balances }, change, values }: BalancesProps) {
  const { simulator: texts } = useTexts()
  const title = useValueTitle()
  return values.map((value) => {
    const isThis = (one: TriedBalance) =>
      one.balanceType === value.balanceType && (one.balanceCode ?? '') === (value.balanceCode ?? '')
    const set = (amount: number) => {
      const { balanceType, balanceCode } = value
      const others = balances.filter((one) => !isThis(one))
      const own = amount > 0 ? [{ balanceType, amount, ...(balanceCode !== undefined && { balanceCode }) }] : []
      change({ balances: [...others, ...own] })
    }
    return (
      <AmountInput
        key={`${value.balanceType} ${value.balanceCode ?? ''}`}
        label={texts.has(title(value))}
        scale={value.scale}
        value={balances.find(isThis)?.amount ?? 0}
        onChange={(amount = 0) => typeof amount === 'number' && set(amount)}
      />
    )
  })
}
