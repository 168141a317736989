import type { FieldSpec, Model } from '../../../ground/contract/field.ts'
import { modelSchema, type NestedSchema } from '../../api/describe/openapi-schema.ts'
import type { Tool } from './tool.ts'

/** What a tool takes, as a JSON schema in one piece: derived from the contract of its operation. */
export function toolSchema({ operation, fields }: Pick<Tool, 'operation' | 'fields'>): Record<string, unknown> {
  const all = operation.request.fields
  const picked = Object.fromEntries(fields.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
  return plain(schemaOf({ ...operation.request, fields: picked }, []))
}

function schemaOf(model: Model, within: readonly Model[]): object {
  const nested: NestedSchema = (spec) => nestedSchema(spec, [...within, model])
  return {
    ...modelSchema({ about: model.about, fields: model.fields, inRequests: true }, nested),
    additionalProperties: false,
  }
}

/** Whatever is kept as it was given can be anything; a model that contains itself is described once. */
function nestedSchema({ kind, model }: FieldSpec, within: readonly Model[]): object {
  return kind === 'json' || !model || within.includes(model) ? {} : schemaOf(model, within)
}

/** Without the marks and number formats of OpenAPI, which some clients stumble over. */
function plain(schema: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key.startsWith('x-') || (key === 'format' && typeof value === 'string') ? undefined : value,
    ),
  )
}
