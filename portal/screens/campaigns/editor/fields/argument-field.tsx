import { Checkbox, TextInput } from '@mantine/core'
import type { Fact } from '../../../../../server/domain/brand/facts/fact.ts'
import type { ArgumentName } from '../../../../../server/domain/brand/facts/fact-shape.ts'
import { argumentWords, formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import type { Path } from '../model/plain.ts'
import type { NamedNoun } from '../names.ts'
import { NamePicker } from './name-picker.tsx'
import { ProductFilterField } from './product-filter-field.tsx'
import { ValueTypeField } from './value-type-field.tsx'
import { WithinField } from './within-field.tsx'

interface ArgumentFieldProps {
  /** The condition or amount that has the argument. */
  readonly path: Path
  readonly name: ArgumentName
  readonly fact: Fact
  readonly isNeeded: boolean
}

/** Arguments that are names of the brand. An argument that is new in the language is filled in as a text. */
const nouns: Readonly<Partial<Record<ArgumentName, NamedNoun>>> = {
  set: 'couponSet',
  name: 'demographicField',
  list: 'list',
  categoryId: 'eventType',
  rule: 'rule',
  program: 'program',
}

/** Some arguments name something else with some facts. */
function nounOf(name: ArgumentName, fact: unknown): NamedNoun | undefined {
  if (name === 'set' && fact === 'code') return 'codeSet'
  return name === 'name' && fact === 'order' ? 'orderAttribute' : nouns[name]
}

/** One argument of a fact. */
export function ArgumentField({ path, name, isNeeded }: ArgumentFieldProps) {
  const { language } = useSpoken()
  const { isReadOnly } = useEditing()
  const label = argumentWords(name, language)
  const own = [...path, name]
  const { value, set, fault } = useAt(own)
  const of = useAt([...path, 'fact']).value
  const noun = nounOf(name, of)
  if (name === 'balanceType')
    return <ValueTypeField path={path} label={label} subtrackLabel={argumentWords('subtrack', language)} />
  // They are chosen together with the kind of value.
  if (name === 'balanceCode' || name === 'subtrack') return null
  if (name === 'where') return <ProductFilterField path={own} label={label} />
  if (name === 'within') return <WithinField path={own} label={label} />
  if (name === 'including')
    return (
      <Checkbox
        label={formWordsIn(language).choices.including.current}
        checked={value === 'current'}
        disabled={isReadOnly}
        onChange={({ currentTarget: { checked } }) => set(checked ? 'current' : undefined)}
      />
    )
  if (noun)
    return (
      <NamePicker
        {...{ noun, label }}
        value={typeof value === 'string' && value !== '' ? value : undefined}
        onChange={set}
        error={fault}
        isClearable={!isNeeded}
      />
    )
  return (
    <TextInput
      label={label}
      value={asText(value)}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? undefined : next)}
      error={fault}
      readOnly={isReadOnly}
    />
  )
}
