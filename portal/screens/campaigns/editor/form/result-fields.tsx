import { Stack, Textarea } from '@mantine/core'
import { formWordsIn, resultKeyWords } from '../../../../../server/domain/sentence/words.ts'
import { useBrand } from '../../../../ask/brand-context.ts'
import { fieldOf, isRecord, type Schema } from '../../../../parts/schema-form/field.ts'
import { FormContext } from '../../../../parts/schema-form/form-context.ts'
import { SchemaField } from '../../../../parts/schema-form/schema-field.tsx'
import { useSpoken } from '../../../../texts/texts.ts'
import { asText, useAt, useEditing } from '../editing.ts'
import { AmountField } from '../fields/amount-field.tsx'
import { DaysField, ExpiryField } from '../fields/duration-field.tsx'
import { KeyedChoice } from '../fields/keyed-choice.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { NamePicker, NamesPicker } from '../fields/name-picker.tsx'
import { ValueTypeField } from '../fields/value-type-field.tsx'
import { YamlField } from '../fields/yaml-field.tsx'
import { isEntry, type Path, pathText } from '../model/plain.ts'
import type { NamedNoun } from '../names.ts'

interface ResultFieldsProps {
  /** What the result's name has: `then[0].issue`. */
  readonly path: Path
  readonly schema: Schema
}

/** Keys that are filled in together with another one. */
const together: ReadonlySet<string> = new Set(['balanceCode', 'subtrack', 'expiresAt'])
/** Keys that most people want to see, even though the file can do without them. */
const usual: ReadonlySet<string> = new Set(['text', 'template', 'expiresAfter'])

/** The keys of a result, out of the description of the file: what is new in it appears by itself. */
export function ResultFields({ path, schema }: ResultFieldsProps) {
  const { language } = useSpoken()
  const { schema: whole } = useEditing()
  const { value } = useAt(path)
  const field = fieldOf(schema, whole?.definitions ?? {})
  if (field.kind !== 'group') return <YamlField path={path} label={resultKeyWords('value', language)} />
  const keys = Object.keys(field.properties).filter((key) => !together.has(key))
  const entry = isEntry(value) ? value : {}
  const isShown = (key: string) => field.required.includes(key) || (usual.has(key) && !isOther(key, entry))
  const show = (key: string, at: Path) => (
    <ResultKey path={at} name={key} schema={field.properties[key] ?? {}} isRequired={field.required.includes(key)} />
  )
  const offered = keys
    .filter((key) => !isShown(key))
    .map(
      (key): OptionalKey => ({
        key,
        label: resultKeyWords(key, language),
        begin: beginOf(key, field.properties[key] ?? {}),
        show: (at) => show(key, at),
      }),
    )
  return (
    <Stack gap="sm">
      {keys.filter(isShown).map((key) => (
        <div key={key}>{show(key, [...path, key])}</div>
      ))}
      <MoreKeys path={path} fields={offered} />
    </Stack>
  )
}

/** A message has a text or a template, so that only the one that is used is shown. */
const isOther = (key: string, entry: Readonly<Record<string, unknown>>) =>
  (key === 'template' && entry.template === undefined) || (key === 'text' && entry.template !== undefined)

const begun: Readonly<Record<string, unknown>> = {
  activeAfter: { days: 1 },
  after: { days: 2 },
  template: '',
  tags: [],
  onlyThisCard: true,
  receipt: true,
  to: 'referrer',
  list: '',
  returnRelated: true,
}

function beginOf(key: string, schema: Schema): unknown {
  if (Object.hasOwn(begun, key)) return begun[key]
  const types = [schema.type ?? []].flat()
  if (types.includes('boolean')) return true
  if (types.includes('array')) return []
  if (types.includes('object')) return {}
  return types.includes('number') || types.includes('integer') ? 1 : ''
}

const nouns: Readonly<Record<string, NamedNoun>> = {
  set: 'couponSet',
  template: 'template',
  program: 'program',
  categoryId: 'eventType',
  name: 'demographicField',
  list: 'list',
}
const severalNouns: Readonly<Record<string, NamedNoun>> = { skus: 'product', qualifyingSkus: 'product' }

interface ResultKeyProps {
  readonly path: Path
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function ResultKey({ path, name, schema, isRequired }: ResultKeyProps) {
  const { language } = useSpoken()
  const label = resultKeyWords(name, language)
  const { value, set, fault } = useAt(path)
  const { languages = [] } = useBrand()
  const parent = path.slice(0, -1)
  if (name === 'balanceType')
    return <ValueTypeField path={parent} label={label} subtrackLabel={resultKeyWords('subtrack', language)} />
  if (name === 'amount') return <AmountField path={path} label={label} />
  if (name === 'expiresAfter') return <ExpiryField path={parent} label={label} />
  if (name === 'activeAfter') return <DaysField path={path} label={label} />
  if ((name === 'text' || name === 'message') && languages.length < 2 && !isRecord(value))
    return <LongText path={path} label={label} />
  const noun = nouns[name]
  const many = severalNouns[name]
  if (noun)
    return (
      <NamePicker
        {...{ noun, label }}
        value={typeof value === 'string' && value !== '' ? value : undefined}
        onChange={set}
        error={fault}
        isClearable={!isRequired}
      />
    )
  if (many)
    return (
      <NamesPicker
        noun={many}
        label={label}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={set}
        error={fault}
      />
    )
  const words = choicesOf(name, language)
  if (words) return <KeyedChoice path={path} label={label} choices={words} />
  return <AnyKey {...{ path, schema, label, isRequired }} />
}

function choicesOf(name: string, language: 'en' | 'de') {
  const { choices } = formWordsIn(language)
  const words = { to: choices.receiver, channel: choices.channel, discountType: choices.discountType }[name]
  return words && Object.entries(words).map(([value, label]) => ({ value, label }))
}

interface AnyKeyProps {
  readonly path: Path
  readonly schema: Schema
  readonly label: string
  readonly isRequired: boolean
}

/** A key that nothing here knows: the settings' own form shows it, or else its text. */
export function AnyKey({ path, schema, label, isRequired }: AnyKeyProps) {
  const { schema: whole, faults, isReadOnly } = useEditing()
  const { value, set } = useAt(path)
  const definitions = whole?.definitions ?? {}
  if (fieldOf(schema, definitions).kind === 'tooDeep') return <YamlField path={path} label={label} />
  const setting = {
    section: 'campaigns',
    definitions,
    faults: faults.map(({ at, message }) => ({ path: at, message })),
    isReadOnly,
    suggestionsFor: () => undefined,
    SchemaField,
  }
  return (
    <FormContext value={setting}>
      <SchemaField
        {...{ schema, label, value, isRequired }}
        onChange={set}
        paths={[pathText(path)]}
        keyPath={String(path.at(-1))}
        depth={1}
      />
    </FormContext>
  )
}

function LongText({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, fault, isReadOnly } = useAt(path)
  return (
    <Textarea
      label={label}
      value={asText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      error={fault}
      readOnly={isReadOnly}
      autosize
      minRows={1}
      maxRows={8}
    />
  )
}
