import type { FieldShape, FieldSpec, Model } from '../../ground/contract/field.ts'
import { suggestion } from '../../ground/kernel/nearest.ts'

/** JSON that is being put together. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** What was written cannot be sent: the message says what is wrong and how it is written. */
export interface Unwritable {
  readonly kind: 'unwritable'
  readonly faults: readonly string[]
}

export interface WrittenBody {
  readonly kind: 'body'
  readonly body: { [name: string]: Json }
}

/**
 * Puts a body together from words such as `amount.amount=25`, `products[0].sku=ESP` and `tags:=["a"]`. What a value is
 * made into depends on the field of the contract: a number, true or false, or a text. Names every fault at once.
 */
export function readWritten(words: readonly string[], model: Model): WrittenBody | Unwritable {
  const body: { [name: string]: Json } = {}
  const faults: string[] = []
  for (const word of words) {
    const fault = assign(body, word, model)
    if (fault !== undefined) faults.push(fault)
  }
  faults.push(...gapsOf(body, ''))
  return faults.length > 0 ? { kind: 'unwritable', faults } : { kind: 'body', body }
}

const wordForm = /^([A-Za-z_][\w.[\]]*?)(:?=)(.*)$/s
const stepForm = /^([A-Za-z_]\w*)((?:\[\d{0,4}\])*)$/

function assign(body: { [name: string]: Json }, word: string, model: Model): string | undefined {
  const [, path = '', sign = '', text = ''] = wordForm.exec(word) ?? []
  if (path === '') return `${word}: expected FIELD=VALUE, or FIELD:=JSON`
  const steps = stepsOf(path)
  if (!steps) return `${path}: expected names with dots between and numbers in brackets, such as products[0].sku`
  const spec = findSpec(steps, path, model)
  if (typeof spec === 'string') return spec
  const value = sign === ':=' ? parsedJson(text, path) : typedValue(spec, text, path)
  return value.kind === 'fault' ? value.text : put(body, { steps, path, spec }, value.value)
}

type Step = string | number

/** `products[0].sku` as products, 0, sku; a pair of empty brackets stands for "one more", which is -1. */
function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  for (const part of path.split('.')) {
    const [, name, brackets = ''] = stepForm.exec(part) ?? []
    // No name of a contract is one of these, and nothing may be set on what all objects share.
    if (name === undefined || name === '__proto__') return undefined
    steps.push(name, ...[...brackets.matchAll(/\[(\d*)\]/g)].map(([, index]) => (index ? Number(index) : -1)))
  }
  return steps
}

/** What the contract says of the place; a message if there is no such place. */
function findSpec(steps: readonly Step[], path: string, model: Model): FieldSpec | string {
  let spec: FieldSpec = { kind: 'object', about: '', required: false, missing: 100, v2: false, model }
  let sofar = ''
  for (const step of steps) {
    if (typeof step === 'number') {
      if (spec.kind === 'json') return spec
      if (spec.kind !== 'list' || !spec.item) return `${sofar}: is no list; leave out the brackets`
      spec = spec.item
      sofar += `[${step < 0 ? '' : step}]`
      continue
    }
    // Whatever is inside of what is kept as it was given has no contract.
    if (spec.kind === 'json') return spec
    if (spec.kind === 'list') return `${sofar}: is a list; say which element: ${sofar}[0].${step}`
    const fields: FieldShape = spec.kind === 'object' && spec.model ? spec.model.fields : {}
    const found = Object.hasOwn(fields, step) ? fields[step]?.spec : undefined
    if (!found) return `${path}: ${unknownField(step, sofar, fields)}`
    spec = found
    sofar = sofar === '' ? step : `${sofar}.${step}`
  }
  return spec
}

function unknownField(name: string, within: string, fields: FieldShape): string {
  const known = Object.keys(fields)
  if (known.length === 0) return within === '' ? 'the operation takes no fields' : `${within} has no fields`
  const near = suggestion(name, known)
  return `unknown field${near || `; known here: ${known.join(', ')}`}`
}

type Valued = { readonly kind: 'value'; readonly value: Json } | { readonly kind: 'fault'; readonly text: string }

const valued = (value: Json): Valued => ({ kind: 'value', value })
const wrong = (path: string, what: string): Valued => ({ kind: 'fault', text: `${path}: ${what}` })

function parsedJson(text: string, path: string): Valued {
  try {
    return valued(JSON.parse(text))
  } catch (error) {
    return wrong(path, `is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

const numberForm = /^-?\d+(\.\d+)?$/
/** A JavaScript number keeps so many digits exactly, and the server takes no more. */
const digitsMax = 15

function typedValue(spec: FieldSpec, text: string, path: string): Valued {
  switch (spec.kind) {
    case 'flag':
      return text === 'true' || text === 'false' ? valued(text === 'true') : wrong(path, 'expected true or false')
    case 'integer':
    case 'decimal':
    case 'number':
      // What may be cleared with an empty text is written so.
      if (text === '' && spec.clearable) return valued('')
      if (!numberForm.test(text)) return wrong(path, 'expected a number, such as 25 or 3.50')
      if (text.replace(/\D/g, '').length > digitsMax) return wrong(path, `has too many digits: at most ${digitsMax}`)
      return valued(Number(text))
    case 'choice':
      return valued(text)
    case 'list':
      if (spec.item?.kind === 'object')
        return wrong(path, `is a list of objects: write ${path}[0].NAME=…, or ${path}:=[…]`)
      return spec.item ? typedValue(spec.item, text, path) : valued(text)
    case 'object':
      return wrong(path, `is an object: write ${path}.NAME=…, or ${path}:={…}`)
    default:
      return valued(text)
  }
}

interface Target {
  readonly steps: readonly Step[]
  readonly path: string
  readonly spec: FieldSpec
}

function put(body: { [name: string]: Json }, { steps, path, spec }: Target, value: Json): string | undefined {
  let place: Json[] | { [name: string]: Json } = body
  for (const [index, step] of steps.slice(0, -1).entries()) {
    const next = steps[index + 1]
    const inside = childOf(place, step, typeof next === 'number')
    if (!inside) return `${path}: something else was given there before`
    place = inside
  }
  const last = steps.at(-1) ?? ''
  const found = valueAt(place, last)
  // Given again, a list of single values gets one more.
  if (spec.kind === 'list' && !Array.isArray(value)) {
    if (found === undefined) return set(place, last, [value])
    return Array.isArray(found) ? void found.push(value) : `${path}: something else was given there before`
  }
  if (found !== undefined && last !== -1) return `${path}: is given twice`
  return set(place, last, value)
}

/** The list or object at the step, made if there is nothing; undefined if there is something else. */
function childOf(place: Json[] | { [name: string]: Json }, step: Step, isList: boolean) {
  const found = valueAt(place, step)
  if (found === undefined) {
    const made: Json[] | { [name: string]: Json } = isList ? [] : {}
    set(place, step, made)
    return made
  }
  const isFit = typeof found === 'object' && found !== null && Array.isArray(found) === isList
  return isFit ? found : undefined
}

function valueAt(place: Json[] | { [name: string]: Json }, step: Step): Json | undefined {
  if (Array.isArray(place)) return typeof step === 'number' && step >= 0 ? place[step] : undefined
  return typeof step === 'string' && Object.hasOwn(place, step) ? place[step] : undefined
}

function set(place: Json[] | { [name: string]: Json }, step: Step, value: Json): undefined {
  if (Array.isArray(place)) place[typeof step === 'number' && step >= 0 ? step : place.length] = value
  else place[String(step)] = value
}

/** Elements that were passed over: `products[1]` without `products[0]`. */
function gapsOf(value: Json | undefined, path: string): string[] {
  if (Array.isArray(value))
    return Array.from(value, (element, index) =>
      element === undefined
        ? [`${path}[${index}]: is missing, and a later one is given`]
        : gapsOf(element, `${path}[${index}]`),
    ).flat()
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => gapsOf(inner, path === '' ? name : `${path}.${name}`))
}
