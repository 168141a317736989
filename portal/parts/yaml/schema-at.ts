import type { Definitions, Schema } from '../schema-form/field.ts'

/** What may be written at a place, and what it means. */
export interface Possible {
  readonly label: string
  readonly about?: string | undefined
}

export interface YamlSchema {
  readonly schema: Schema
  readonly definitions: Definitions
}

/** Every schema that a value at the path may have: the file lets many values have several forms. */
export function schemasAt({ schema, definitions }: YamlSchema, path: readonly (string | number)[]): readonly Schema[] {
  let found = open(schema, definitions)
  for (const step of path) {
    found = found.flatMap((one) => {
      if (typeof step === 'number') return one.items ? open(one.items, definitions) : []
      const property = one.properties?.[step]
      if (property) return open(property, definitions)
      return typeof one.additionalProperties === 'object' ? open(one.additionalProperties, definitions) : []
    })
  }
  return found
}

/** A schema with its references followed and its alternatives side by side. */
function open(schema: Schema, definitions: Definitions): readonly Schema[] {
  const { $ref, anyOf, allOf, ...own } = schema
  const referred = $ref === undefined ? [] : open(definitions[$ref.replace('#/definitions/', '')] ?? {}, definitions)
  const others = (anyOf ?? []).flatMap((one) => open(one, definitions))
  const parts = (allOf ?? []).filter((one) => one.if === undefined).flatMap((one) => open(one, definitions))
  const isEmpty = Object.keys(own).every((key) => key === 'description' || key === 'default')
  return [...(isEmpty ? [] : [own]), ...referred, ...others, ...parts].map((one) =>
    own.description === undefined || one === own ? one : { ...one, description: own.description },
  )
}

/** The keys that an object at the path may have. */
export function keysAt(schema: YamlSchema, path: readonly (string | number)[]): readonly Possible[] {
  const found = new Map<string, string | undefined>()
  for (const one of schemasAt(schema, path))
    for (const [key, property] of Object.entries(one.properties ?? {}))
      if (property !== false && !found.has(key)) found.set(key, aboutOf(property, schema.definitions))
  return [...found].map(([label, about]) => ({ label, about }))
}

/** The values that are possible at the path, if they are few. */
export function valuesAt(schema: YamlSchema, path: readonly (string | number)[]): readonly Possible[] {
  const found = new Map<string, string | undefined>()
  for (const one of schemasAt(schema, path)) {
    one.enum?.forEach((value, index) => {
      if (value !== null) found.set(String(value), one.enumDescriptions?.[index])
    })
    if (one.const !== undefined) found.set(String(one.const), undefined)
    if (one.type === 'boolean') for (const value of ['true', 'false']) found.set(value, undefined)
  }
  return [...found].map(([label, about]) => ({ label, about }))
}

/** What the key at the end of the path means. */
export function meaningAt(schema: YamlSchema, path: readonly (string | number)[]): string | undefined {
  return schemasAt(schema, path).find(({ description }) => description !== undefined)?.description
}

const aboutOf = (schema: Schema, definitions: Definitions) =>
  schema.description ?? open(schema, definitions).find(({ description }) => description !== undefined)?.description
