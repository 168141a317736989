import type { FileSchema, SchemaType } from '../../server/domain/brand/reading/file-schema.ts'

type Definitions = Readonly<Record<string, FileSchema>>

/** What is wrong with a value by a JSON Schema, for the words of draft-07 that the brand file's schema uses. */
export function schemaFaults(
  value: unknown,
  schema: FileSchema | false,
  definitions: Definitions,
  path = '',
): string[] {
  if (schema === false) return [`${path}: is not allowed`]
  const below = (inner: unknown, part: FileSchema | false, at: string) => schemaFaults(inner, part, definitions, at)
  const holds = (part: FileSchema) => below(value, part, path).length === 0
  const faults: string[] = []
  for (const [word, given] of Object.entries(schema)) {
    if (!known.has(word)) throw new Error(`The validator does not know ${word}.`)
    const own = check(word, given, value)
    if (own !== undefined) faults.push(`${path}: ${own}`)
  }
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/definitions/', '')
    const target = definitions[name]
    if (!target) throw new Error(`There is no definition ${name}.`)
    faults.push(...below(value, target, path))
  }
  if (schema.anyOf && !schema.anyOf.some(holds)) faults.push(`${path}: is none of anyOf`)
  for (const part of schema.allOf ?? []) faults.push(...below(value, part, path))
  if (schema.if && schema.then && holds(schema.if)) faults.push(...below(value, schema.then, path))
  if (Array.isArray(value) && schema.items) {
    const { items } = schema
    faults.push(...value.flatMap((one, index) => below(one, items, `${path}[${index}]`)))
  }
  if (isObject(value)) faults.push(...propertyFaults(value, schema, path, below))
  return faults
}

function propertyFaults(
  value: Readonly<Record<string, unknown>>,
  { properties = {}, propertyNames, additionalProperties }: FileSchema,
  path: string,
  below: (inner: unknown, part: FileSchema | false, at: string) => string[],
): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}.${name}`
    if (propertyNames && below(name, propertyNames, at).length > 0) return [`${at}: is not allowed`]
    const own = properties[name]
    if (own !== undefined) return below(inner, own, at)
    if (additionalProperties === false) return [`${at}: is not allowed`]
    return typeof additionalProperties === 'object' ? below(inner, additionalProperties, at) : []
  })
}

const notes = ['description', 'default', 'examples', 'enumDescriptions', '$schema', 'title', 'definitions']
const structure = [
  'properties',
  'propertyNames',
  'additionalProperties',
  'items',
  'anyOf',
  'allOf',
  'if',
  'then',
  '$ref',
]
const checks = ['type', 'enum', 'const', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum']
const sizes = ['required', 'minProperties', 'maxProperties', 'minItems', 'maxItems', 'uniqueItems']
const known = new Set([...notes, ...structure, ...checks, ...sizes])

/** What one word says against a value; nothing if it is not about values of its kind. */
function check(word: string, given: unknown, value: unknown): string | undefined {
  const limit = Number(given)
  const fails = (isWrong: boolean) => (isWrong ? `is against ${word} ${JSON.stringify(given)}` : undefined)
  if (word === 'type') return fails(![given as SchemaType].flat().some((type) => isOfType(value, type)))
  if (word === 'enum') return fails(!(given as unknown[]).includes(value))
  if (word === 'const') return fails(given !== value)
  if (typeof value === 'string') {
    if (word === 'pattern') return fails(!new RegExp(String(given), 'u').test(value))
    if (word === 'minLength') return fails([...value].length < limit)
    if (word === 'maxLength') return fails([...value].length > limit)
  }
  if (typeof value === 'number') {
    if (word === 'minimum') return fails(value < limit)
    if (word === 'maximum') return fails(value > limit)
    if (word === 'exclusiveMinimum') return fails(value <= limit)
  }
  if (Array.isArray(value)) {
    if (word === 'minItems') return fails(value.length < limit)
    if (word === 'maxItems') return fails(value.length > limit)
    if (word === 'uniqueItems') return fails(new Set(value).size !== value.length)
  }
  if (isObject(value)) {
    if (word === 'required') return fails((given as string[]).some((name) => !Object.hasOwn(value, name)))
    if (word === 'minProperties') return fails(Object.keys(value).length < limit)
    if (word === 'maxProperties') return fails(Object.keys(value).length > limit)
  }
  return undefined
}

function isOfType(value: unknown, type: SchemaType): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
