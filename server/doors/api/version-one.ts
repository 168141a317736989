import type { FieldSpec, Model } from '../../ground/contract/field.ts'

/** The response as a brand with apiVersion 1 sees it: without the fields marked JSON v2, at any depth. */
export function withoutVersionTwo(model: Model, response: object): object {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(response)) {
    const spec = Object.hasOwn(model.fields, name) ? model.fields[name]?.spec : undefined
    if (spec?.v2) continue
    kept[name] = spec ? reduced(spec, value) : value
  }
  return kept
}

function reduced(spec: FieldSpec, value: unknown): unknown {
  const { item, model } = spec
  if (Array.isArray(value)) return item ? value.map((element) => reduced(item, element)) : value
  return model && typeof value === 'object' && value !== null ? withoutVersionTwo(model, value) : value
}
