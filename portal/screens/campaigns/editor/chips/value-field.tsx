import { Group, MultiSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core'
import type { Fact } from '../../../../../server/domain/brand/facts/fact.ts'
import { operators } from '../../../../../server/domain/brand/rules/operators.ts'
import { factValueWords } from '../../../../../server/domain/sentence/words.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { fieldText, pointOf, readAmount } from '../../../../parts/read-amount.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { NamesPicker } from '../fields/name-picker.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { chosenIn, shownOperator, withChosen } from '../model/new-condition.ts'
import { isEntry, type Path } from '../model/plain.ts'
import type { NamedNoun } from '../names.ts'

interface ValueFieldProps {
  /** The condition. */
  readonly path: Path
  readonly fact: Fact
}

/** What a fact is compared with, as its type is filled in. */
export function ValueField({ path, fact }: ValueFieldProps) {
  const { value: condition } = useAt(path)
  const op = isEntry(condition) ? shownOperator(fact, condition.op) : undefined
  if (fact.type === 'flag') return <FlagValue path={path} />
  if (op === undefined || operators[op].value === 'none') return null
  if ((fact.names || fact.choices) && (op === '=' || op === '!=')) return <ChosenValue {...{ path, fact }} />
  if (fact.type === 'number' || fact.type === 'amount')
    return <NumberValue {...{ path, fact }} kind={operators[op].value} />
  return <TextValue {...{ path, fact }} kind={operators[op].value} />
}

function FlagValue({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { value: condition, set, isReadOnly } = useAt(path)
  const entry = isEntry(condition) ? condition : {}
  const isNo = (entry.value === false) !== (entry.op === '!=')
  const { op: _, value: _value, ...others } = entry
  return (
    <SegmentedControl
      aria-label={editor.value}
      readOnly={isReadOnly}
      data={[
        { value: 'yes', label: editor.yes },
        { value: 'no', label: editor.no },
      ]}
      value={isNo ? 'no' : 'yes'}
      onChange={(next) => set(next === 'no' ? { ...others, op: '=', value: false } : others)}
    />
  )
}

function ChosenValue({ path, fact }: ValueFieldProps) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const { value: condition, set } = useAt(path)
  const { value, fault } = useAt([...path, 'value'])
  const entry = isEntry(condition) ? condition : {}
  const change = (next: readonly string[]) => set(withChosen(entry, fact, next))
  const chosen = chosenIn(value)
  if (fact.names)
    return (
      <NamesPicker
        noun={fact.names as NamedNoun}
        label={editor.value}
        isLabelHidden
        isFirst={chosen.length === 0}
        value={chosen}
        onChange={change}
        error={fault}
      />
    )
  return (
    <MultiSelect
      aria-label={editor.value}
      {...(chosen.length === 0 && { 'data-autofocus': true })}
      data={(fact.choices ?? []).map((one) => ({
        value: one,
        label: factValueWords(asText(entry.fact), one, language),
      }))}
      value={[...chosen]}
      onChange={change}
      error={fault}
      readOnly={isReadOnly}
      comboboxProps={{ withinPortal: false }}
      {...(chosen.length === 0 && { placeholder: editor.chooseValue })}
    />
  )
}

interface KindProps extends ValueFieldProps {
  readonly kind: 'one' | 'two' | 'several' | 'none'
}

function NumberValue({ path, fact, kind }: KindProps) {
  const { editor } = useTexts()
  const { currency } = useBrand()
  const { isReadOnly } = useEditing()
  const { language } = useSpoken()
  const { value, set, fault } = useAt([...path, 'value'])
  /** What is no number stays, so that it is said to be none. */
  const numberIn = (typed: string) => {
    const read = readAmount(typed, { language, isSigned: true })
    return read.kind === 'read' ? read.amount : typed
  }
  const isMoney = fact.isLocal === true || fact.type === 'amount'
  const unit = fact.isLocal ? { suffix: currency } : {}
  if (kind === 'two') {
    const [from, to] = Array.isArray(value) ? value : []
    return (
      <Group gap="xs">
        <NumberField
          label={editor.from}
          value={from}
          onChange={(next) => set([next ?? 0, to])}
          error={fault}
          {...unit}
        />
        <NumberField label={editor.to} value={to} onChange={(next) => set([from, next ?? 0])} {...unit} />
      </Group>
    )
  }
  if (kind === 'several')
    return (
      <TagsInput
        aria-label={editor.value}
        value={Array.isArray(value) ? value.map((one) => fieldText(one, language)) : []}
        onChange={(next) => set(next.map(numberIn))}
        // A comma is no end of a number where it stands before decimals.
        splitChars={[',', ';'].filter((mark) => mark !== pointOf(language))}
        error={fault}
        readOnly={isReadOnly}
      />
    )
  return (
    <NumberField
      label={editor.value}
      isLabelHidden
      value={value}
      onChange={set}
      error={fault}
      isWhole={!isMoney && fact.range !== undefined}
      {...unit}
    />
  )
}

function TextValue({ path, fact, kind }: KindProps) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt([...path, 'value'])
  const type = fact.type === 'date' ? { type: 'date' } : {}
  if (kind === 'several')
    return (
      <TagsInput
        aria-label={editor.value}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(next) => set(next)}
        error={fault}
        readOnly={isReadOnly}
      />
    )
  if (kind === 'two') {
    const [from, to] = Array.isArray(value) ? value : []
    return (
      <Group gap="xs">
        <TextInput
          {...type}
          label={editor.from}
          value={asText(from)}
          onChange={(event) => set([event.currentTarget.value, to])}
        />
        <TextInput
          {...type}
          label={editor.to}
          value={asText(to)}
          onChange={(event) => set([from, event.currentTarget.value])}
        />
      </Group>
    )
  }
  return (
    <TextInput
      {...type}
      aria-label={editor.value}
      value={asText(value)}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? undefined : next)}
      error={fault}
      readOnly={isReadOnly}
    />
  )
}
