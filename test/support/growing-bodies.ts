import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'
import { hostileTexts } from './hostile-texts.ts'

/** A kind of body of a request, as long as it is asked for: `share` of its limit, from 0 to 1. */
export interface GrowingBody {
  readonly name: string
  /** Whether it is about a long text that somebody wrote. */
  readonly isText: boolean
  at(share: number): string
}

/** What names something that exists, by the field's name: most bodies would be refused before anything is done with them. */
export type RealValues = Readonly<Record<string, unknown>>

const bodyBytesMax = 1_000_000
const keysMax = 9_900
/** Fields for texts that somebody writes: whole files, entries, lists, templates. */
const longTextMin = 8_000

/** Every way in which a request of this contract can grow: its unknown fields, its texts, its lists, its JSON. */
export function growingBodies(model: Model, real: RealValues): readonly GrowingBody[] {
  const base = requiredOf(model, real)
  const body: Making['body'] = (name, fields, isText = false) => ({
    name,
    isText,
    at: (share) => JSON.stringify({ ...base, ...fields(share) }),
  })
  const specs = Object.entries(model.fields).map(([name, { spec }]) => [name, spec] as const)
  return [
    body('unknown fields', (share) => unknownFields(Math.floor(keysMax * share))),
    body('long texts', (share) => longTexts(model, share)),
    ...specs.flatMap(([name, spec]) => bodiesOf(name, spec, { real, body })),
  ]
}

interface Making {
  readonly real: RealValues
  readonly body: (name: string, fields: (share: number) => object, isText?: boolean) => GrowingBody
}

function bodiesOf(name: string, spec: FieldSpec, { real, body }: Making): readonly GrowingBody[] {
  if (spec.kind === 'text' && (spec.max ?? 0) >= longTextMin)
    return hostileTexts.map((text) =>
      body(
        `${name}: ${text.name}`,
        (share) => ({ [name]: text.of(Math.min(spec.max ?? 0, bodyBytesMax / 2) * share) }),
        true,
      ),
    )
  if (spec.kind === 'json')
    return [
      body(`${name}: a text`, (share) => ({ [name]: hostileTexts[0]?.of((spec.max ?? 0) * 0.9 * share) }), true),
      body(`${name}: keys`, (share) => ({ [name]: { ...Object(real[name]), ...unknownFields(keysOf(spec, share)) } })),
      body(`${name}: elements`, (share) => ({ [name]: Array.from({ length: keysOf(spec, share) }, () => ({})) })),
    ]
  if (spec.kind === 'list' && spec.item) return listBodies(name, spec, { real, body })
  if (spec.kind === 'object' && spec.model)
    return growingBodies(spec.model, real)
      .slice(2)
      .map((inner) => body(`${name}.${inner.name}`, (share) => ({ [name]: JSON.parse(inner.at(share)) }), inner.isText))
  return []
}

const keysOf = ({ max = 0 }: FieldSpec, share: number) => Math.floor(Math.min(keysMax, max / 20) * share)

function listBodies(name: string, { item, max = 0 }: FieldSpec, { real, body }: Making): readonly GrowingBody[] {
  if (!item) return []
  const one = (index: number) => fittingValue(item, name, { real, index })
  const keys = 1 + (item.model ? Object.keys(Object(one(0))).length : 0)
  const most = Math.min(max, Math.floor(keysMax / keys))
  const many = body(`${name}: many`, (share) => ({
    [name]: Array.from({ length: Math.ceil(most * share) }, (_, i) => one(i)),
  }))
  const long = Object.entries(item.model?.fields ?? {}).filter(
    ([, { spec }]) => spec.kind === 'text' && (spec.max ?? 0) >= longTextMin,
  )
  const texts = long.flatMap(([field, { spec }]) =>
    hostileTexts.map((text) =>
      body(
        `${name}.${field}: ${text.name}`,
        (share) => ({
          [name]: [{ ...Object(one(0)), [field]: text.of(Math.min(spec.max ?? 0, bodyBytesMax / 2) * share) }],
        }),
        true,
      ),
    ),
  )
  return [many, ...texts]
}

function requiredOf(model: Model, real: RealValues, index = 0): Record<string, unknown> {
  const needed = Object.entries(model.fields).filter(([, { spec }]) => spec.required)
  return Object.fromEntries(needed.map(([name, { spec }]) => [name, fittingValue(spec, name, { real, index })]))
}

/** A value that the field takes; of a list, each has another. */
function fittingValue(
  spec: FieldSpec,
  name: string,
  at: { readonly real: RealValues; readonly index: number },
): unknown {
  const { real, index } = at
  const isModel = spec.kind === 'object' || spec.kind === 'json'
  if (Object.hasOwn(real, name) && isModel === (typeof real[name] === 'object')) return real[name]
  switch (spec.kind) {
    case 'text':
      return `x${index}`.padEnd(spec.min ?? 0, 'x')
    case 'flag':
      return true
    case 'integer':
    case 'decimal':
    case 'number':
      return Math.max(spec.min ?? 1, 1)
    case 'dateTime':
      return '2026-01-31 12:00:00'
    case 'date':
      return '2026-01-31'
    case 'choice':
      return spec.choices?.[index % spec.choices.length]
    case 'list':
      return spec.item ? [fittingValue(spec.item, name, at)] : []
    case 'object':
      return spec.model ? { ...requiredOf(spec.model, real, index), ...scalarsOf(spec.model, at) } : {}
    case 'json':
      return {}
  }
}

/** Also what is not required, as far as it is short. */
function scalarsOf(model: Model, at: { readonly real: RealValues; readonly index: number }): Record<string, unknown> {
  const short = Object.entries(model.fields).filter(
    ([, { spec }]) => ['text', 'integer', 'decimal', 'choice'].includes(spec.kind) && (spec.max ?? 0) < longTextMin,
  )
  return Object.fromEntries(short.slice(0, 6).map(([name, { spec }]) => [name, fittingValue(spec, name, at)]))
}

function unknownFields(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))
}

/** All texts as long as they may be. */
function longTexts(model: Model, share: number): Record<string, unknown> {
  const texts = Object.entries(model.fields).filter(([, { spec }]) => spec.kind === 'text')
  const each = bodyBytesMax / Math.max(1, texts.length)
  return Object.fromEntries(
    texts.map(([name, { spec }]) => [name, 'é '.repeat(Math.ceil((Math.min(each, spec.max ?? 0) * share) / 2)).trim()]),
  )
}
