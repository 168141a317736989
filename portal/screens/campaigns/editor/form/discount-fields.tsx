import { Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { formWordsIn } from '../../../../../server/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { AmountField, KeyedChoice } from '../fields/amount-field.tsx'
import { ChoiceField } from '../fields/choice-field.tsx'
import { MoneyField } from '../fields/money-field.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { ProductFilterField } from '../fields/product-filter-field.tsx'
import { isEntry, type Path } from '../model/plain.ts'

const kinds = ['percent', 'amount', 'unitPrice', 'groupPrice'] as const
type Kind = (typeof kinds)[number]
const begun: Readonly<Record<Kind, unknown>> = { percent: 10, amount: 5, unitPrice: 2, groupPrice: 10 }

/** A discount: how much, on what, and what has to be bought for it. */
export function DiscountFields({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { resultKeys } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const percent = useAt([...path, 'percent'])
  const discount = isEntry(value) ? value : {}
  const kind = kinds.find((one) => discount[one] !== undefined)
  const choose = (next: string) => {
    const others = Object.entries(discount).filter(([key]) => !kinds.some((one) => one === key))
    set({ [next]: begun[next as Kind], ...Object.fromEntries(others) })
  }
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <ChoiceField
          label={editor.discountKind}
          value={kind}
          choices={kinds.map((one) => ({ value: one, label: editor.discountKinds[one] }))}
          onChange={choose}
          error={fault}
          width={200}
        />
        {kind === 'percent' && (
          <NumberField
            label={resultKeys.percent}
            isLabelHidden
            value={discount.percent}
            onChange={percent.set}
            error={percent.fault}
            min={0}
            max={100}
            suffix="%"
            width={110}
          />
        )}
        {kind === 'unitPrice' && (
          <MoneyField path={[...path, 'unitPrice']} label={resultKeys.unitPrice} isLabelHidden />
        )}
        {kind === 'groupPrice' && (
          <MoneyField path={[...path, 'groupPrice']} label={resultKeys.groupPrice} isLabelHidden />
        )}
      </Group>
      {kind === 'amount' && <AmountField path={[...path, 'amount']} label={resultKeys.amount} isMoney />}
      <Target path={[...path, 'on']} />
      <MoreKeys path={path} fields={moreOf(resultKeys, formWordsIn(language).choices.basis, editor.buyBegin)} />
    </Stack>
  )
}

const moreOf = (
  keys: { readonly buy: string; readonly repeat: string; readonly max: string; readonly basis: string },
  basis: Readonly<Record<string, string>>,
  unitsLabel: string,
): readonly OptionalKey[] => [
  {
    key: 'buy',
    label: keys.buy,
    begin: { units: 1 },
    isWide: true,
    show: (at) => <Bought path={at} label={keys.buy} unitsLabel={unitsLabel} />,
  },
  { key: 'repeat', label: keys.repeat, begin: true, show: (at) => <Repeat path={at} label={keys.repeat} /> },
  { key: 'max', label: keys.max, begin: 10, show: (at) => <MoneyField path={at} label={keys.max} /> },
  {
    key: 'basis',
    label: keys.basis,
    begin: 'original',
    show: (at) => (
      <KeyedChoice
        path={at}
        label={keys.basis}
        choices={Object.entries(basis).map(([value, label]) => ({ value, label }))}
      />
    ),
  },
]

/** The whole purchase, its shipping, or certain products and which of them. */
function Target({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { choices, resultKeys } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const units = useAt([...path, 'units'])
  const kind = isEntry(value) ? 'products' : value === 'shipping' ? 'shipping' : 'checkout'
  const on = isEntry(value) ? value : {}
  return (
    <Stack gap={8}>
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          {resultKeys.on}
        </Text>
        <SegmentedControl
          aria-label={resultKeys.on}
          readOnly={isReadOnly}
          data={(['checkout', 'products', 'shipping'] as const).map((one) => ({
            value: one,
            label: choices.discountOn[one],
          }))}
          value={kind}
          onChange={(next) => set(next === 'products' ? { pick: 'all' } : next)}
          w="fit-content"
        />
      </Stack>
      {kind === 'products' && (
        <>
          <ProductFilterField path={[...path, 'where']} label={editor.whichProducts} />
          <Group gap="xs" align="flex-end">
            <ChoiceField
              label={editor.whichOfThem}
              value={typeof on.pick === 'string' ? on.pick : 'all'}
              choices={Object.entries(choices.pick).map(([one, label]) => ({ value: one, label }))}
              onChange={(pick) => set({ ...on, pick })}
              width={190}
            />
            <NumberField
              label={editor.howManyUnits}
              value={on.units}
              onChange={units.set}
              error={units.fault}
              min={0}
              width={170}
            />
          </Group>
        </>
      )}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

function Bought({
  path,
  label,
  unitsLabel,
}: {
  readonly path: Path
  readonly label: string
  readonly unitsLabel: string
}) {
  const units = useAt([...path, 'units'])
  return (
    <Stack gap={8}>
      <ProductFilterField path={[...path, 'where']} label={label} />
      <NumberField
        label={unitsLabel}
        value={units.value}
        onChange={units.set}
        error={units.fault}
        min={0}
        width={170}
      />
    </Stack>
  )
}

function Repeat({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <Group gap="md" align="flex-end">
      <Switch
        label={editor.asOftenAsPossible}
        checked={value === true}
        disabled={isReadOnly}
        onChange={({ currentTarget: { checked } }) => set(checked ? true : 1)}
      />
      {value !== true && (
        <NumberField label={label} value={value} onChange={set} error={fault} min={1} isWhole width={110} />
      )}
    </Group>
  )
}
