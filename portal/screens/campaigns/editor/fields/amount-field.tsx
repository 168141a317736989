import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../../../../server/domain/brand/facts/fact-shape.ts'
import { factWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { ArgumentField } from './argument-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { MoneyField } from './money-field.tsx'
import { MoreKeys } from './more-keys.tsx'
import { NumberField } from './number-field.tsx'

interface AmountFieldProps {
  readonly path: Path
  readonly label: string
  /** An amount in the currency of the location. */
  readonly isMoney?: boolean
}

/** Facts that are numbers: an amount can be counted from them. */
const countable = Object.entries(facts)
  .filter(([, { type, list }]) => (type === 'number' || type === 'amount') && list === undefined)
  .map(([name]) => name)
/** What most amounts are counted from. */
const usual = ['checkout.netTotal', 'products.quantity', 'products.total']

const rateKeys = ['give', 'per', 'of', 'steps', 'min', 'max', 'round']
const isRate = (value: unknown) => isEntry(value) && rateKeys.some((key) => Object.hasOwn(value, key))

/** A fixed amount, or so much for every so much of something. */
export function AmountField({ path, label, isMoney = false }: AmountFieldProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const isRated = isRate(value)
  return (
    <Stack gap={6}>
      <Group gap="xs" align="flex-end">
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {label}
          </Text>
          <SegmentedControl
            aria-label={editor.amountKind}
            readOnly={isReadOnly}
            data={[
              { value: 'fixed', label: editor.amountFixed },
              { value: 'rated', label: editor.amountRated },
            ]}
            value={isRated ? 'rated' : 'fixed'}
            onChange={(next) => set(next === 'rated' ? { give: 1, per: 1, of: 'checkout.netTotal' } : 1)}
          />
        </Stack>
        {!isRated && isMoney && <MoneyField path={path} label={label} isLabelHidden />}
        {!isRated && !isMoney && (
          <NumberField label={label} isLabelHidden value={value} onChange={set} error={fault} min={0} />
        )}
      </Group>
      {isRated && <Rate path={path} isMoney={isMoney} />}
      {isRated && fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

function Rate({ path, isMoney }: { readonly path: Path; readonly isMoney: boolean }) {
  const { language } = useSpoken()
  const { amountKeys } = formWordsIn(language)
  const { value, set } = useAt(path)
  const of = useAt([...path, 'of'])
  const give = useAt([...path, 'give'])
  const per = useAt([...path, 'per'])
  const rate = isEntry(value) ? value : {}
  const fact = facts[asText(rate.of)]
  const names = [...usual, ...countable.filter((name) => !usual.includes(name))]
  const chooseFact = (next: string) => {
    const kept = Object.entries(rate).filter(([key]) => rateKeys.includes(key))
    set({ ...Object.fromEntries(kept), of: next })
  }
  return (
    <Stack gap={6}>
      <Group gap="xs" align="flex-end">
        {isMoney || isEntry(rate.give) ? (
          <MoneyField path={[...path, 'give']} label={amountKeys.give} width={120} />
        ) : (
          <NumberField
            label={amountKeys.give}
            value={rate.give}
            scale={6}
            onChange={give.set}
            error={give.fault}
            min={0}
            width={90}
          />
        )}
        {isEntry(rate.per) ? (
          <MoneyField path={[...path, 'per']} label={amountKeys.per} width={120} />
        ) : (
          <NumberField
            label={amountKeys.per}
            value={rate.per ?? 1}
            scale={6}
            onChange={per.set}
            error={per.fault}
            min={0}
            width={90}
          />
        )}
        <ChoiceField
          label={amountKeys.of}
          value={asText(rate.of)}
          choices={names.map((name) => ({ value: name, label: factWords(name, language) }))}
          onChange={chooseFact}
          error={of.fault}
          width={240}
        />
      </Group>
      {fact &&
        argumentsOf(fact).map(({ name, needed }) => (
          <ArgumentField key={name} {...{ path, name, fact }} isNeeded={needed} />
        ))}
      <RateMore path={path} />
    </Stack>
  )
}

function RateMore({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { amountKeys, choices } = formWordsIn(language)
  const words = (kind: 'steps' | 'round') =>
    Object.entries(choices[kind]).map(([one, shown]) => ({ value: one, label: shown }))
  return (
    <MoreKeys
      path={path}
      label={editor.moreAmount}
      fields={[
        {
          key: 'steps',
          label: amountKeys.steps,
          begin: 'proportional',
          show: (at) => <KeyedChoice path={at} label={amountKeys.steps} choices={words('steps')} />,
        },
        { key: 'min', label: amountKeys.min, begin: 1, show: (at) => <Bound path={at} label={amountKeys.min} /> },
        { key: 'max', label: amountKeys.max, begin: 50, show: (at) => <Bound path={at} label={amountKeys.max} /> },
        {
          key: 'round',
          label: amountKeys.round,
          begin: 'nearest',
          show: (at) => <KeyedChoice path={at} label={amountKeys.round} choices={words('round')} />,
        },
      ]}
    />
  )
}

function Bound({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, fault } = useAt(path)
  if (isEntry(value)) return <MoneyField path={path} label={label} />
  return <NumberField label={label} value={value} onChange={set} error={fault} min={0} width={110} />
}

interface KeyedChoiceProps {
  readonly path: Path
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** One of a few, at a path. */
export function KeyedChoice({ path, label, choices }: KeyedChoiceProps) {
  const { value, set, fault } = useAt(path)
  return (
    <ChoiceField
      {...{ label, choices }}
      value={value === undefined ? undefined : asText(value)}
      onChange={set}
      error={fault}
      width={200}
    />
  )
}
