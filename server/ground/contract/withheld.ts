import type { FieldSpec, Model, Tells } from './field.ts'

/** What somebody may not know. */
export type Withheld = ReadonlySet<Tells>

const tellsOf = (spec: FieldSpec): Tells | undefined =>
  spec.tells ?? spec.model?.tells ?? (spec.item && tellsOf(spec.item))

const isWithheld = (spec: FieldSpec, withheld: Withheld): boolean => {
  const tells = tellsOf(spec)
  return tells !== undefined && withheld.has(tells)
}

/**
 * An answer without what is withheld. What its contract does not name is left out as well: nobody has said what it tells.
 * Where the contract promises a text or a list, it is empty.
 */
export function withoutWithheld(model: Model, answer: object, withheld: Withheld): object {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(answer)) {
    const spec = model.fields[name]?.spec
    if (spec === undefined) continue
    if (!isWithheld(spec, withheld)) kept[name] = withoutWithin(spec, value, withheld)
    else if (spec.required && spec.kind === 'text') kept[name] = ''
    else if (spec.required && spec.kind === 'list') kept[name] = []
  }
  return kept
}

function withoutWithin(spec: FieldSpec, value: unknown, withheld: Withheld): unknown {
  const { kind, item, model } = spec
  if (kind === 'list' && item && Array.isArray(value)) return value.map((one) => withoutWithin(item, one, withheld))
  if (kind === 'object' && model && isObject(value)) return withoutWithheld(model, value, withheld)
  return value
}

/** The path of something in a request that whoever asks may not know, and so may not ask by. */
export function findWithheld(model: Model, request: object, withheld: Withheld): string | undefined {
  for (const [name, value] of Object.entries(request)) {
    const spec = model.fields[name]?.spec
    if (spec === undefined || value === undefined) continue
    if (isWithheld(spec, withheld)) return name
    const within = findWithin(spec, value, withheld)
    if (within !== undefined) return `${name}${within}`
  }
  return undefined
}

function findWithin({ kind, item, model }: FieldSpec, value: unknown, withheld: Withheld): string | undefined {
  if (kind === 'object' && model && isObject(value)) {
    const within = findWithheld(model, value, withheld)
    return within && `.${within}`
  }
  if (kind !== 'list' || !item || !Array.isArray(value)) return undefined
  for (const [index, one] of value.entries()) {
    const within = findWithin(item, one, withheld)
    if (within !== undefined) return `[${index}]${within}`
  }
  return undefined
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
