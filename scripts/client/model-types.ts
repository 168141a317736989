import assert from 'node:assert/strict'
import type { Operation } from '../../server/calls/operations/operation.ts'
import { defaultOf, describeField } from '../../server/doors/api/describe/field-words.ts'
import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'
import { docComment } from './doc-comment.ts'

type Direction = 'sent' | 'returned'

/** A model, and whether it is part of requests, of responses, or of both. */
interface Used {
  readonly model: Model
  readonly sent?: true
  readonly returned?: true
}

/**
 * The types of all models, by the names of the interface, and of what webhooks are told. Most are only sent or only returned. One that is both, and not
 * the same both ways because defaults may be left out, has a second type for requests: ThirdPartyCategoryInput.
 */
export function modelTypes(operations: readonly Operation[], told: readonly Model[]): readonly string[] {
  const all = new Map<string, Used>()
  for (const { request, response } of operations) {
    collect(all, request, 'sent')
    collect(all, response, 'returned')
  }
  for (const model of told) collect(all, model, 'returned')
  const twice = new Set(
    [...all.values()].filter(({ model, sent, returned }) => sent && returned && isDifferent(model)).map(nameOf),
  )
  const names: Names = (name, direction) => (direction === 'sent' && twice.has(name) ? `${name}Input` : name)
  const ordered = [...all.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return ordered.flatMap(({ model, sent, returned }) => [
    ...(returned ? [interfaceText(model, 'returned', names)] : []),
    ...(sent && (!returned || twice.has(model.name)) ? [interfaceText(model, 'sent', names)] : []),
  ])
}

const nameOf = ({ model }: Used) => model.name

function collect(all: Map<string, Used>, model: Model, direction: Direction): void {
  const known = all.get(model.name)
  if (known?.[direction]) return
  all.set(model.name, { ...known, model, [direction]: true })
  for (const part of partsOf(model)) collect(all, part, direction)
}

/** Whether what is sent may look different from what is returned, in the model itself or in a part of it. */
function isDifferent(model: Model): boolean {
  const asIs: Names = (name) => name
  return (
    interfaceText(model, 'sent', asIs) !== interfaceText(model, 'returned', asIs) || partsOf(model).some(isDifferent)
  )
}

const partsOf = ({ fields }: Model) => Object.values(fields).flatMap(({ spec }) => modelOf(spec) ?? [])

/** The model that a field is, or is a list of. Any JSON has a model only for its name. */
function modelOf(spec: FieldSpec): Model | undefined {
  if (spec.item) return modelOf(spec.item)
  return spec.kind === 'json' ? undefined : spec.model
}

/** What a model is called in a direction. */
type Names = (name: string, direction: Direction) => string

function interfaceText(model: Model, direction: Direction, names: Names): string {
  const name = names(model.name, direction)
  const fields = Object.entries(model.fields)
  const about = docComment(model.about)
  if (fields.length === 0)
    return `${about}\nexport type ${name} = ${direction === 'sent' ? 'Record<string, never>' : 'Record<never, never>'}`
  const lines = fields.map(([field, { spec }]) => fieldText(field, spec, { direction, names }))
  return `${about}\nexport interface ${name} {\n${lines.join('\n')}\n}`
}

interface Writing {
  readonly direction: Direction
  readonly names: Names
}

function fieldText(name: string, spec: FieldSpec, writing: Writing): string {
  assert.match(name, /^[A-Za-z_]\w*$/, 'a field that needs quotation marks')
  const inRequests = writing.direction === 'sent'
  const value = spec.required ? undefined : defaultOf(spec)
  const words = describeField(spec, inRequests)
  const said = inRequests && value !== undefined ? `${words} Default: ${JSON.stringify(value)}.` : words
  const type = typeText(spec, writing)
  return `${docComment(said, '  ')}\n  readonly ${name}${presence(spec, inRequests)}: ${type}${mayBeUndefined(spec, inRequests)}`
}

/** What has a default may be left out of a request, and is always in a response. */
const isThere = (spec: FieldSpec, inRequests: boolean) =>
  inRequests ? spec.required && spec.defaultValue === undefined : spec.required || spec.defaultValue !== undefined

const presence = (spec: FieldSpec, inRequests: boolean) => (isThere(spec, inRequests) ? '' : '?')
const mayBeUndefined = (spec: FieldSpec, inRequests: boolean) =>
  inRequests && !isThere(spec, inRequests) ? ' | undefined' : ''

function typeText(spec: FieldSpec, writing: Writing): string {
  const type = plainType(spec, writing)
  // The texts have the empty one among them.
  return spec.clearable && type !== 'string' ? `${type} | ''` : type
}

function plainType(spec: FieldSpec, writing: Writing): string {
  switch (spec.kind) {
    case 'text':
    case 'date':
    case 'dateTime':
      return 'string'
    case 'flag':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'decimal':
      return writing.direction === 'sent' ? 'number | string' : 'number'
    case 'choice':
      return (spec.choices ?? []).map((choice) => `'${choice}'`).join(' | ')
    case 'json':
      return 'unknown'
    case 'list':
      return `readonly ${bracketed(spec.item ? typeText(spec.item, writing) : 'unknown')}[]`
    case 'object':
      return spec.model ? writing.names(spec.model.name, writing.direction) : 'unknown'
  }
}

const bracketed = (type: string) => (type.includes(' ') ? `(${type})` : type)
