import { Stack, Text } from '@mantine/core'
import { argumentsOf, type Fact, facts } from '../../../../../server/brand/rules/facts.ts'
import { isOperator } from '../../../../../server/brand/rules/operators.ts'
import { factWords, operatorWords } from '../../../../../server/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { ArgumentField } from '../fields/argument-field.tsx'
import { ChoiceField } from '../fields/choice-field.tsx'
import { YamlField } from '../fields/yaml-field.tsx'
import { isComparison } from '../model/conditions.ts'
import { offeredOperators, shownOperator, withOperator } from '../model/new-condition.ts'
import type { Path } from '../model/plain.ts'
import { ValueField } from './value-field.tsx'

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
  const fact =
    condition.fact === 'demographic' ? ofField(known, names.listOf('demographicField'), condition.name) : known
  const operators = offeredOperators(fact)
  return (
    <Stack gap="sm">
      <Text fw={600}>{factWords(condition.fact, language)}</Text>
      {argumentsOf(fact).map(({ name, needed }) => (
        <ArgumentField key={name} {...{ path, name, fact }} isNeeded={needed} />
      ))}
      {fact.type !== 'flag' && (
        <ChoiceField
          label={editor.comparison}
          isLabelHidden
          value={shownOperator(fact, condition.op)}
          choices={operators.map((one) => ({ value: one, label: operatorWords(one, language, fact.type) }))}
          onChange={(next) => {
            if (isOperator(next)) set(withOperator(condition, fact, next))
          }}
          error={op.fault}
        />
      )}
      <ValueField path={path} fact={fact} />
      {fault !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
    </Stack>
  )
}

/** The type of a demographic fact is that of its field. */
function ofField(fact: Fact, fields: readonly { readonly id: string; readonly about?: string }[], name: unknown): Fact {
  const about = fields.find(({ id }) => id === name)?.about
  return { ...fact, type: about === 'Integer' ? 'number' : about === 'Date' ? 'date' : 'text' }
}
