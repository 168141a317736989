import type { FileSchema } from '../../../server/domain/brand/reading/file-schema.ts'

export type Schema = FileSchema
export type Definitions = Readonly<Record<string, Schema>>

export interface Option {
  readonly value: string | number | boolean
  readonly about?: string | undefined
}

interface Shared {
  readonly about?: string | undefined
  readonly usual?: unknown
}

/** What a value is to be filled in as. */
export type Field = Shared &
  (
    | { readonly kind: 'text'; readonly isLong: boolean }
    | { readonly kind: 'number'; readonly isInteger: boolean; readonly min?: number; readonly max?: number }
    /** A number with decimals, kept as the text that was typed: no digit of it is lost. */
    | { readonly kind: 'decimal' }
    | { readonly kind: 'flag' }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    | { readonly kind: 'choices'; readonly options: readonly Option[] }
    | { readonly kind: 'tags' }
    | { readonly kind: 'rows'; readonly item: Schema }
    | {
        readonly kind: 'group'
        readonly properties: Readonly<Record<string, Schema>>
        readonly required: readonly string[]
      }
    | { readonly kind: 'map'; readonly value: Schema }
    /** A text for customers, which may be there in several languages. */
    | { readonly kind: 'spoken'; readonly text: Schema }
    | { readonly kind: 'forms'; readonly forms: readonly Schema[] }
    /** Too deep for a form: it stays as it is, and the form says so. */
    | { readonly kind: 'tooDeep' }
  )

/** Nested in so many groups and rows, nobody finds their way in a form. */
const depthMax = 4
const longText = 320

/** How a value of this schema is filled in. */
export function fieldOf(schema: Schema, definitions: Definitions, depth = 0): Field {
  const { description: about, default: usual, ...plain } = resolved(schema, definitions)
  const shared = { about, usual }
  const options = optionsOf(plain)
  if (options) return { ...shared, ...withOptions(options) }
  if (plain.anyOf) return { ...shared, ...formsOf(plain.anyOf, definitions, depth) }
  const types = typesOf(plain)
  if (types.includes('object')) return { ...shared, ...objectField(plain, depth) }
  if (types.includes('array')) return { ...shared, ...listField(plain.items ?? {}, definitions, depth) }
  if (types.includes('number') && types.includes('string')) return { ...shared, kind: 'decimal' }
  if (types.includes('boolean')) return { ...shared, kind: 'flag' }
  if (types.includes('string')) return { ...shared, kind: 'text', isLong: (plain.maxLength ?? 0) > longText }
  if (types.includes('integer') || types.includes('number'))
    return { ...shared, ...numberField(plain, types.includes('integer')) }
  return { ...shared, kind: 'tooDeep' }
}

/** Without references, and without the null that means the same as nothing at all. */
function resolved(schema: Schema, definitions: Definitions): Schema {
  const { $ref, allOf, ...own } = schema
  const name = $ref?.replace('#/definitions/', '')
  const referred = name === undefined ? undefined : definitions[name]
  const inner = referred ?? (allOf?.length === 1 ? allOf[0] : undefined)
  if (!inner) return own
  return { ...resolved(inner, definitions), ...own }
}

const typesOf = ({ type }: Schema) => [type ?? []].flat().filter((one) => one !== 'null')

function optionsOf({ enum: values, enumDescriptions, const: only }: Schema): readonly Option[] | undefined {
  if (only !== undefined) return [{ value: only }]
  return values?.flatMap((value, index) => (value === null ? [] : [{ value, about: enumDescriptions?.[index] }]))
}

const withOptions = (options: readonly Option[]) => ({ kind: 'choice', options }) as const

function formsOf(anyOf: readonly Schema[], definitions: Definitions, depth: number): Field {
  const forms = anyOf.filter((one) => one.type !== 'null')
  const [only] = forms
  if (forms.length === 1 && only) return fieldOf(only, definitions, depth)
  const text = spokenIn(forms.map((one) => resolved(one, definitions)))
  if (text) return { kind: 'spoken', text }
  return depth >= depthMax || forms.length > 8 ? { kind: 'tooDeep' } : { kind: 'forms', forms }
}

/** The text of what is a text, or the same by language. */
function spokenIn([text, each, ...others]: readonly Schema[]): Schema | undefined {
  const isByLanguage = each?.propertyNames !== undefined && typeof each.additionalProperties === 'object'
  return text && typesOf(text).includes('string') && isByLanguage && others.length === 0 ? text : undefined
}

function objectField({ properties, required = [], additionalProperties }: Schema, depth: number): Field {
  if (depth >= depthMax) return { kind: 'tooDeep' }
  if (properties) {
    const known = Object.entries(properties).filter((entry): entry is [string, Schema] => entry[1] !== false)
    return { kind: 'group', properties: Object.fromEntries(known), required }
  }
  return typeof additionalProperties === 'object' ? { kind: 'map', value: additionalProperties } : { kind: 'tooDeep' }
}

function listField(items: Schema, definitions: Definitions, depth: number): Field {
  const item = fieldOf(items, definitions, depth + 1)
  const whole = item.kind === 'forms' ? spelledOut(item.forms, definitions) : undefined
  if (whole && depth < depthMax) return { kind: 'rows', item: whole }
  if (item.kind === 'choice') return { kind: 'choices', options: item.options }
  if (item.kind === 'text') return { kind: 'tags' }
  return item.kind === 'group' && depth < depthMax ? { kind: 'rows', item: items } : { kind: 'tooDeep' }
}

/** Of an entry that is a word, or an object with more about it: the object, as which it is kept. */
function spelledOut(forms: readonly Schema[], definitions: Definitions): Schema | undefined {
  const [word, whole] = forms.map((form) => fieldOf(form, definitions).kind)
  const isWord = word === 'text' || word === 'choice'
  return forms.length === 2 && isWord && whole === 'group' ? forms[1] : undefined
}

function numberField({ minimum, maximum }: Schema, isInteger: boolean): Field {
  return {
    kind: 'number',
    isInteger,
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  }
}

/** Which of several forms a value has: the first whose required keys it has and whose other keys it keeps to. */
export function formOf(value: unknown, forms: readonly Schema[], definitions: Definitions): number {
  const fits = forms.findIndex((form) => isOf(value, resolved(form, definitions)))
  return Math.max(fits, 0)
}

function isOf(value: unknown, schema: Schema): boolean {
  const options = optionsOf(schema)
  if (options) return options.some((option) => option.value === value)
  const types = typesOf(schema)
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value === 'string') return types.includes('string')
  if (typeof value === 'number') return types.includes('number') || types.includes('integer')
  if (typeof value === 'boolean') return types.includes('boolean')
  if (!isRecord(value) || !types.includes('object')) return false
  const known = schema.properties ?? {}
  const hasRequired = (schema.required ?? []).every((key) => Object.hasOwn(value, key))
  return hasRequired && Object.keys(value).every((key) => Object.hasOwn(known, key) || schema.properties === undefined)
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a new value of the field begins as. */
export function emptyOf(field: Field): unknown {
  if (field.kind === 'group' || field.kind === 'map') return {}
  if (field.kind === 'rows' || field.kind === 'tags' || field.kind === 'choices') return []
  return undefined
}

/** The object with the key set; nothing at all takes the key away. */
export function withKey(value: unknown, key: string, next: unknown): Readonly<Record<string, unknown>> {
  const { [key]: _, ...others } = isRecord(value) ? value : {}
  if (next === undefined) return others
  // The key stays where it was, so that nothing moves in the text of an entry.
  return isRecord(value) && Object.hasOwn(value, key) ? { ...value, [key]: next } : { ...others, [key]: next }
}
