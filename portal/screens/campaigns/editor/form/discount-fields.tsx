import { Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { AmountField } from '../fields/amount-field.tsx'
import { ChoiceField } from '../fields/choice-field.tsx'
import { KeyedChoice } from '../fields/keyed-choice.tsx'
import { MoneyField } from '../fields/money-field.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { Excepted, ProductFilterField } from '../fields/product-filter-field.tsx'
import { isEntry, type Path, type PlainEntry } from '../model/plain.ts'

const kinds = ['percent', 'amount', 'unitPrice', 'groupPrice'] as const
/** What people call a discount of 100 %. */
const offeredKinds = ['percent', 'free', 'amount', 'unitPrice', 'groupPrice'] as const
const begun: Readonly<Record<(typeof offeredKinds)[number], PlainEntry>> = {
  percent: { percent: 10 },
  free: { percent: 100 },
  amount: { amount: 5 },
  unitPrice: { unitPrice: 2 },
  groupPrice: { groupPrice: 10 },
}

/** A discount: how much, on what, and what has to be bought for it. */
export function DiscountFields({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { resultKeys } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const percent = useAt([...path, 'percent'])
  const discount = isEntry(value) ? value : {}
  // Whoever types 100 is not to lose the field while typing.
  const [isTyped, setTyped] = useState(false)
  const written = kinds.find((one) => discount[one] !== undefined)
  const kind = written === 'percent' && discount.percent === 100 && !isTyped ? 'free' : written
  const choose = (next: string) => {
    const others = Object.entries(discount).filter(([key]) => !kinds.some((one) => one === key))
    setTyped(false)
    set({ ...begun[next as keyof typeof begun], ...Object.fromEntries(others) })
  }
  const type = (next: number | string | undefined) => {
    setTyped(true)
    percent.set(next)
  }
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <ChoiceField
          label={editor.discountKind}
          value={kind}
          choices={offeredKinds.map((one) => ({ value: one, label: editor.discountKinds[one] }))}
          onChange={choose}
          error={fault}
          width={200}
        />
        {kind === 'percent' && (
          <NumberField
            label={resultKeys.percent}
            isLabelHidden
            value={discount.percent}
            onChange={type}
            error={percent.fault}
            min={0}
            scale={6}
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
      <MoreKeys path={path} fields={moreOf(resultKeys, formWordsIn(language).choices.basis)} />
    </Stack>
  )
}

const moreOf = (
  keys: { readonly buy: string; readonly repeat: string; readonly max: string; readonly basis: string },
  basis: Readonly<Record<string, string>>,
): readonly OptionalKey[] => [
  {
    key: 'buy',
    label: keys.buy,
    begin: { units: 1 },
    isWide: true,
    isUsual: true,
    show: (at) => <Bought path={at} label={keys.buy} />,
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

/** The whole purchase, its shipping, everything but some, or certain products and which of them. */
function Target({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { choices, resultKeys } = formWordsIn(language)
  const { value, set, fault } = useAt(path)
  const labels = { ...choices.discountOn, except: editor.everythingExcept }
  const choose = (next: string) => set(isTarget(next) ? begunTargets[next] : next)
  return (
    <Stack gap={8}>
      <Stack gap={2}>
        <Text size="sm" fw={600}>
          {resultKeys.on}
        </Text>
        <SegmentedControl
          aria-label={resultKeys.on}
          readOnly={isReadOnly}
          data={targets.map((one) => ({ value: one, label: labels[one] }))}
          value={targetOf(value)}
          onChange={choose}
          w="fit-content"
          maw="100%"
          style={{ overflowX: 'auto' }}
        />
      </Stack>
      {targetOf(value) === 'except' && <Excepted path={[...path, 'where', 'except']} />}
      {targetOf(value) === 'products' && <CertainProducts path={path} />}
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

const targets = ['checkout', 'except', 'products', 'shipping'] as const
type DiscountTarget = (typeof targets)[number]
const isTarget = (name: string): name is DiscountTarget => targets.some((one) => one === name)
const begunTargets: Readonly<Record<DiscountTarget, unknown>> = {
  checkout: 'checkout',
  except: { where: { except: { category: [] } }, pick: 'all' },
  products: { pick: 'all' },
  shipping: 'shipping',
}

function targetOf(on: unknown): DiscountTarget {
  if (!isEntry(on)) return on === 'shipping' ? 'shipping' : 'checkout'
  const isAll = (on.pick === undefined || on.pick === 'all') && on.units === undefined
  const only = isEntry(on.where) ? Object.keys(on.where) : []
  return isAll && only.length === 1 && only[0] === 'except' ? 'except' : 'products'
}

function CertainProducts({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { choices } = formWordsIn(useSpoken().language)
  const { value, set } = useAt(path)
  const units = useAt([...path, 'units'])
  const on = isEntry(value) ? value : {}
  return (
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
          width={210}
        />
      </Group>
    </>
  )
}

function Bought({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const units = useAt([...path, 'units'])
  return (
    <Stack gap={8}>
      <ProductFilterField path={[...path, 'where']} label={label} />
      <NumberField
        label={editor.buyBegin}
        description={editor.buyBeside}
        value={units.value}
        onChange={units.set}
        error={units.fault}
        min={0}
        width="100%"
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
