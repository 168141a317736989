import { brandFileShape } from './document.ts'
import { type KeyMeanings, keyMeanings } from './key-meanings.ts'
import type { FileSchema } from './reading/file-schema.ts'
import { type ConditionMeanings, conditionMeanings, conditionSchema } from './rules/condition-schema.ts'
import { shareSchemas } from './shared-schemas.ts'

/**
 * The brand file as JSON Schema, for editors. It is made of the shapes by which the file is read, so it cannot know a key
 * that the reader refuses. Draft-07, because every editor that knows JSON Schema knows it.
 */
export function brandFileSchema(words: SchemaWords = inEnglish) {
  const { file, ...definitions } = shareSchemas({
    file: withMeaning(brandFileShape.schema, '', words),
    condition: conditionSchema('call', words.conditions),
    cardCondition: conditionSchema('card', words.conditions),
  })
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Purser brand file',
    description: "A brand's whole configuration.",
    ...file,
    definitions,
  }
}

/** What keys and conditions mean in a language; the keys themselves are the same in all of them. */
export interface SchemaWords {
  readonly keys: KeyMeanings
  readonly conditions: ConditionMeanings
}

const inEnglish: SchemaWords = { keys: keyMeanings, conditions: conditionMeanings }

/** With what each key means, by its path: `campaigns[].rules[].limit`. */
function withMeaning(schema: FileSchema, path: string, words: SchemaWords): FileSchema {
  const meanings: Readonly<Record<string, string>> = words.keys
  const { properties, items, anyOf, enum: choices, enumDescriptions } = schema
  const meant = Object.entries(properties ?? {}).map(([name, part]): [string, FileSchema | false] => {
    const at = path === '' ? name : `${path}.${name}`
    const inner = part && withMeaning(part, at, words)
    return [name, inner && Object.hasOwn(meanings, at) ? describedAs(inner, meanings[at] ?? '') : inner]
  })
  return {
    ...schema,
    // Choices that have a meaning are facts.
    ...(choices &&
      enumDescriptions && { enumDescriptions: choices.map((one) => words.conditions.factOf(String(one))) }),
    ...(properties && { properties: Object.fromEntries(meant) }),
    ...(items && { items: withMeaning(items, `${path}[]`, words) }),
    ...(anyOf && { anyOf: anyOf.map((one) => withMeaning(one, path, words)) }),
  }
}

/** Beside the schema instead of in it where it may be shared: nothing may stand beside a reference. */
function describedAs(schema: FileSchema, description: string): FileSchema {
  const isLarge = schema.properties !== undefined || schema.anyOf !== undefined
  if (!isLarge) return { description, ...schema }
  const { default: usual, ...shared } = schema
  return { description, ...(usual !== undefined && { default: usual }), allOf: [shared] }
}

/** Every key that a schema knows, by its path, for those who hold it against something else. */
export function schemaPaths(
  schema: FileSchema = withMeaning(brandFileShape.schema, '', inEnglish),
  path = '',
): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    return inner ? [at, ...schemaPaths(inner, at)] : []
  })
  const items = schema.items ? schemaPaths(schema.items, `${path}[]`) : []
  const others = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => schemaPaths(one, path))
  return [...own, ...items, ...others]
}
