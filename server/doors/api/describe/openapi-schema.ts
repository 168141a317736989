import type { FieldSpec } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { DescribedModel } from './described-models.ts'
import { defaultOf, describeField, integerFormat, isNumber, typeOf } from './field-words.ts'

/** How a model within another is described. */
export type NestedSchema = (spec: FieldSpec) => object

const byReference: NestedSchema = (spec) => ({ $ref: schemaRef(typeOf(spec)) })

/** A model as a JSON schema of an OpenAPI 3.1 document, unless models within it are described otherwise. */
export function modelSchema(
  { about, fields, inRequests }: Omit<DescribedModel, 'name' | 'usedBy'>,
  nested: NestedSchema = byReference,
): object {
  const entries = Object.entries(fields)
  const required = entries.filter(([, { spec }]) => spec.required).map(([name]) => name)
  return {
    type: 'object',
    description: about,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, { spec }]) => [name, property(spec, inRequests, nested)])),
  }
}

function property(spec: FieldSpec, inRequests: boolean, nested: NestedSchema): object {
  return {
    ...valueSchema(spec, inRequests, nested),
    description: described(spec, inRequests),
    ...(spec.required && spec.defaultValue !== undefined && { default: spec.defaultValue }),
    ...(spec.v2 && { 'x-json-v2': true }),
    ...(spec.enablement && { 'x-needs-enablement': spec.enablement }),
  }
}

/** Generators of clients take an optional field with a default for one that is always there, so it is said in words. */
function described(spec: FieldSpec, inRequests: boolean): string {
  const words = describeField(spec, inRequests)
  const value = spec.required ? undefined : defaultOf(spec)
  return value === undefined ? words : `${words} Default: ${value}.`
}

function valueSchema(spec: FieldSpec, inRequests: boolean, nested: NestedSchema): object {
  if (spec.kind === 'object' || spec.kind === 'json') return nested(spec)
  if (spec.kind === 'list') {
    return {
      type: 'array',
      items: spec.item ? valueSchema(spec.item, inRequests, nested) : {},
      ...(inRequests && bounds(spec, 'Items')),
    }
  }
  const schema = { ...scalarSchema(spec), ...scalarBounds(spec, inRequests) }
  return spec.clearable && spec.kind !== 'text' ? { anyOf: [schema, { type: 'string', maxLength: 0 }] } : schema
}

function scalarSchema(spec: FieldSpec): object {
  const type = typeOf(spec)
  if (spec.kind === 'integer') return { type, format: integerFormat(spec) }
  if (isNumber(spec)) return { type, format: 'double' }
  if (spec.kind === 'date') return { type, format: 'date' }
  if (spec.kind === 'dateTime') return { type, pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
  return defined({ type, enum: spec.choices })
}

function scalarBounds(spec: FieldSpec, inRequests: boolean): object {
  if (isNumber(spec)) return bounds(spec, 'imum')
  return spec.kind === 'text' && inRequests ? bounds(spec, 'Length') : {}
}

function bounds({ min, max }: FieldSpec, what: 'imum' | 'Length' | 'Items'): object {
  const says = min !== undefined && (min !== 0 || what === 'imum')
  return defined({ ...(says && { [`min${what}`]: min }), [`max${what}`]: max })
}

export function schemaRef(name: string): string {
  return `#/components/schemas/${name}`
}
