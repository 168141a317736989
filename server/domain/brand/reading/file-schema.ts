/**
 * What a value of the file may be, in the words of JSON Schema (draft-07), of which the schema for editors is made. Only
 * these words are used: a test's small validator knows them all.
 */
export interface FileSchema {
  readonly type?: SchemaType | readonly SchemaType[]
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly enumDescriptions?: readonly string[]
  readonly const?: string | number | boolean
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly properties?: Readonly<Record<string, FileSchema | false>>
  readonly required?: readonly string[]
  readonly propertyNames?: FileSchema
  readonly additionalProperties?: boolean | FileSchema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: FileSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly anyOf?: readonly FileSchema[]
  readonly allOf?: readonly FileSchema[]
  readonly if?: FileSchema
  readonly then?: FileSchema
  readonly $ref?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

export type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'

/** The same, or null, which counts as absent. */
export function orNull(schema: FileSchema): FileSchema {
  if (schema.type !== undefined && schema.enum === undefined && schema.const === undefined) {
    const types = [schema.type].flat()
    return { ...schema, type: types.includes('null') ? types : [...types, 'null'] }
  }
  if (schema.enum) {
    const { type: _, ...others } = schema
    return { ...others, enum: [...schema.enum, null] }
  }
  return schema.anyOf
    ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
    : { anyOf: [schema, { type: 'null' }] }
}
