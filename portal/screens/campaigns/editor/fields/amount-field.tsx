import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import { argumentsOf } from '../../../../../server/domain/brand/facts/fact-shape.ts'
import { factWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { isEntry, type Path } from '../model/plain.ts'
import { ArgumentField } from './argument-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { countable } from './countable.ts'
import { KeyedChoice } from './keyed-choice.tsx'
import { MoneyField } from './money-field.tsx'
import { MoreKeys } from './more-keys.tsx'
import { NumberField } from './number-field.tsx'
import { NumberOrMoney } from './number-or-money.tsx'
import { ReckonedFields } from './reckoned-fields.tsx'

interface AmountFieldProps {
  readonly path: Path
  readonly label: string
  /** An amount in the currency of the location. */
  readonly isMoney?: boolean
}

const rateKeys = ['give', 'per', 'of', 'steps', 'min', 'max', 'round']
const isRate = (value: unknown) => isEntry(value) && rateKeys.some((key) => Object.hasOwn(value, key))

const begunAmounts: Readonly<Record<string, unknown>> = {
  fixed: 1,
  rated: { give: 1, per: 1, of: 'checkout.netTotal' },
  reckoned: { of: { sum: [{ fact: 'checkout.netTotal' }] }, times: 0.05 },
}

/** A fixed amount, or so much for every so much of something. */
export function AmountField({ path, label, isMoney = false }: AmountFieldProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const isReckoned = isEntry(value) && isEntry(value.of)
  const isRated = isRate(value) && !isReckoned
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
              { value: 'reckoned', label: editor.amountReckoned },
            ]}
            value={isReckoned ? 'reckoned' : isRated ? 'rated' : 'fixed'}
            onChange={(next) => set(begunAmounts[next])}
          />
        </Stack>
        {!isReckoned && !isRated && isMoney && <MoneyField path={path} label={label} isLabelHidden />}
        {!isReckoned && !isRated && !isMoney && (
          <NumberField label={label} isLabelHidden value={value} onChange={set} error={fault} min={0} />
        )}
      </Group>
      {isRated && <Rate path={path} isMoney={isMoney} />}
      {isReckoned && <ReckonedFields path={path} />}
      {(isRated || isReckoned) && fault !== undefined && (
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
          choices={countable.map((name) => ({ value: name, label: factWords(name, language) }))}
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
        {
          key: 'min',
          label: amountKeys.min,
          begin: 1,
          show: (at) => <NumberOrMoney path={at} label={amountKeys.min} />,
        },
        {
          key: 'max',
          label: amountKeys.max,
          begin: 50,
          show: (at) => <NumberOrMoney path={at} label={amountKeys.max} />,
        },
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
