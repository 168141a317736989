import { Stack, Text } from '@mantine/core'
import { facts } from '../../../../../server/domain/brand/facts/all.ts'
import type { Fact } from '../../../../../server/domain/brand/facts/fact.ts'
import { type ArgumentName, argumentsOf } from '../../../../../server/domain/brand/facts/fact-shape.ts'
import { isOperator } from '../../../../../server/domain/brand/rules/operators.ts'
import { argumentWords, factWords, operatorWords } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { ArgumentField } from '../fields/argument-field.tsx'
import { ChoiceField } from '../fields/choice-field.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { YamlField } from '../fields/yaml-field.tsx'
import { isComparison } from '../model/conditions.ts'
import { offeredOperators, shownOperator, withOperator } from '../model/new-condition.ts'
import type { Path, PlainEntry } from '../model/plain.ts'
import type { EditorNames, NamedNoun } from '../names.ts'
import { ValueField } from './value-field.tsx'

/** Arguments that nearly always matter, though the file can do without them. */
const telling: ReadonlySet<ArgumentName> = new Set(['where', 'within', 'type', 'set', 'categoryId'])
/** They are filled in together with the kind of value. */
const together: ReadonlySet<ArgumentName> = new Set(['balanceCode', 'subtrack'])

const optional = (name: ArgumentName, fact: Fact, label: string): OptionalKey => ({
  key: name,
  label,
  begin: name === 'including' ? 'current' : '',
  show: (at) => <ArgumentField path={at.slice(0, -1)} {...{ name, fact }} isNeeded={false} />,
})

/** A small form for one condition: what of the fact is meant, how it is compared, and with what. */
export function ConditionEditor({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { names } = useEditing()
  const { value: condition, set, fault } = useAt(path)
  const op = useAt([...path, 'op'])
  if (!isComparison(condition)) return <YamlField path={path} label={editor.condition} />
  const known = Object.hasOwn(facts, condition.fact) ? facts[condition.fact] : undefined
  if (!known) return <YamlField path={path} label={editor.condition} />
  const fact = typedFact(known, condition, names)
  const shownOp = shownOperator(fact, condition.op)
  const offeredOps = offeredOperators(fact)
  // What the file has stays, even if nobody would be offered it.
  const operators = shownOp === undefined || offeredOps.includes(shownOp) ? offeredOps : [...offeredOps, shownOp]
  const isShown = ({ name, needed }: { readonly name: ArgumentName; readonly needed: boolean }) =>
    needed || telling.has(name)
  const shown = argumentsOf(fact).filter(isShown)
  const offered = argumentsOf(fact).filter((one) => !isShown(one) && !together.has(one.name))
  return (
    <Stack gap="sm">
      <Text fw={600}>{factWords(condition.fact, language)}</Text>
      {shown.map(({ name, needed }) => (
        <ArgumentField key={name} {...{ path, name, fact }} isNeeded={needed} />
      ))}
      {fact.type !== 'flag' && (
        <ChoiceField
          label={editor.comparison}
          isLabelHidden
          value={shownOp}
          choices={operators.map((one) => ({ value: one, label: operatorWords(one, language, fact.type) }))}
          onChange={(next) => {
            if (isOperator(next)) set(withOperator(condition, fact, next))
          }}
          error={op.fault}
        />
      )}
      <ValueField path={path} fact={fact} />
      <MoreKeys
        path={path}
        fields={offered.map((one) => optional(one.name, fact, argumentWords(one.name, language)))}
      />
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

/** The type of a fact about a field or an attribute is that of the field or attribute. */
function typedFact(fact: Fact, { fact: asked, name }: PlainEntry, names: EditorNames): Fact {
  const called = (noun: NamedNoun) => names.listOf(noun).find(({ id }) => id === name)
  if (asked === 'demographic') return { ...fact, type: fieldTypes[called('demographicField')?.about ?? ''] ?? 'text' }
  if (asked !== 'order') return fact
  const { type = 'text', values } = called('orderAttribute') ?? {}
  if (type === 'number' || type === 'flag') return { ...fact, type }
  return { ...fact, ...(values && { choices: values }), ...(type === 'severalOf' && { list: true }) }
}

const fieldTypes: Readonly<Record<string, Fact['type']>> = { Integer: 'number', Date: 'date' }
