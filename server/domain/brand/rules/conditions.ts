import { nearestOf } from '../../../ground/kernel/nearest.ts'
import type { AttributeDefinition } from '../attributes.ts'
import { facts } from '../facts/all.ts'
import { argumentsOf, type FactShape } from '../facts/fact-shape.ts'
import { type Advice, meantOf } from '../faults/advice.ts'
import { type BrandFault, faultOf } from '../faults/fault.ts'
import { foundOf } from '../faults/found.ts'
import { keyMeant } from '../reading/key-meant.ts'
import type { Place } from '../reading/place.ts'
import { country, date, decimal, flag, integer, oneOf, reference, text } from '../reading/scalars.ts'
import {
  checked,
  type FileShape,
  isObject,
  type Key,
  list,
  object,
  optional,
  required,
  shaped,
} from '../reading/shape.ts'
import { checkSetKind, type DemographicField, listMeant, listName } from '../shapes/catalog-shape.ts'
import { checkNamedCode, valueTypeName } from '../shapes/program-shape.ts'
import { type ArgumentsInFile, argumentShapeOf, type FactArguments } from './arguments.ts'
import { conditionRefs } from './condition-schema.ts'
import { fits, isOperator, type OperatorName, operatorMeant, operators, operatorsFor } from './operators.ts'
import { isAbove, type Money, money, type PerCurrency } from './per-currency.ts'

/** A condition as a file has it: amounts may be given by currency. */
export type ConditionInFile = Tree<ComparisonInFile>
/** A condition with amounts in one currency. */
export type Condition = Tree<Comparison>

type Tree<Leaf> =
  | Leaf
  | { readonly all: readonly Tree<Leaf>[] }
  | { readonly any: readonly Tree<Leaf>[] }
  | { readonly none: readonly Tree<Leaf>[] }
  | { readonly atLeast: number; readonly of: readonly Tree<Leaf>[] }

export interface Comparison extends FactArguments {
  readonly fact: string
  readonly op: OperatorName
  readonly value?: Comparable | readonly Comparable[]
}
export type Comparable = string | number | boolean

interface ComparisonInFile extends ArgumentsInFile {
  readonly fact: string
  readonly op: OperatorName
  readonly value?: ComparableInFile | readonly ComparableInFile[]
}
type ComparableInFile = Comparable | PerCurrency

const conditionExample = '{ fact: checkout.total, op: ">=", value: 10 }'
const depthMax = 10
const nodesMax = 500

/** The conditions of a rule or campaign: all must hold. */
export const conditions = conditionsShape('call', (value, at) => new ConditionReader('call', at).readList(value, at, 1))

/** Conditions about cards alone, outside any call. No fact about cards is in the currency of a location. */
export const cardConditions = conditionsShape(
  'card',
  (value, at) => new ConditionReader('card', at).readList(value, at, 1) as readonly Condition[] | undefined,
)

/** A list of conditions, as editors see it. */
function conditionsShape<C>(
  of: FactShape['of'],
  read: (value: unknown, at: Place) => readonly C[] | undefined,
): FileShape<readonly C[]> {
  return shaped({ schema: { type: 'array', items: conditionRefs[of] }, example: `[ ${conditionExample} ]` }, read)
}

class ConditionReader {
  private nodes = 0
  private readonly of: FactShape['of']
  private readonly top: Place

  constructor(of: FactShape['of'], top: Place) {
    this.of = of
    this.top = top
  }

  readList(value: unknown, at: Place, depth: number): readonly ConditionInFile[] | undefined {
    if (depth > depthMax) return at.fault('conditionsTooDeep', { levels: depthMax })
    if (isObject(value) && (Object.hasOwn(value, 'fact') || groupOf(value) !== undefined)) {
      return at.fault('oneCondition', { example: conditionExample })
    }
    const notes = { schema: conditionRefs[this.of], example: conditionExample }
    const condition = shaped(notes, (one, place) => this.read(one, place, depth))
    return list(condition, { named: false })(value, at)
  }

  private read(value: unknown, at: Place, depth: number): ConditionInFile | undefined {
    this.nodes += 1
    if (this.nodes === nodesMax + 1) return this.top.fault('tooManyConditions', { max: nodesMax })
    if (this.nodes > nodesMax) return undefined
    if (!isObject(value)) {
      return at.fault('notCondition', { example: conditionExample, found: foundOf(value) })
    }
    if (Object.hasOwn(value, 'fact')) return readComparison(value, at, this.of)
    const nested = conditionsShape(this.of, (inner, place) => this.readList(inner, place, depth + 1))
    if (Object.hasOwn(value, 'atLeast')) return readAtLeast(nested)(value, at)
    const kind = groupOf(value)
    if (!kind) return at.report(notCondition(value))
    return object({ [kind]: required(nested) })(value, at) as ConditionInFile | undefined
  }
}

const groupOf = (value: Readonly<Record<string, unknown>>) =>
  (['all', 'any', 'none'] as const).find((name) => Object.hasOwn(value, name))

/** Somebody who writes `checkout.total: ">= 10"`, or another word for fact, is shown how it is written here. */
function notCondition(value: Readonly<Record<string, unknown>>): BrandFault {
  const [first = ''] = Object.keys(value)
  const meant =
    keyMeant(first, ['fact', 'all', 'any', 'none']) ?? nearestOf(first, ['fact', 'all', 'any', 'none', 'atLeast'])
  if (meant !== undefined) return faultOf('conditionWord', { given: first, advice: { advice: 'meant', name: meant } })
  const fact = Object.hasOwn(facts, first) ? first : nearestOf(first, Object.keys(facts))
  if (fact !== undefined) return faultOf('factAsKey', { fact, value: String(sampleOf(value[first])) })
  return faultOf('noCondition', { example: conditionExample })
}

const sampleOf = (value: unknown) => (typeof value === 'object' ? 10 : JSON.stringify(value))

function readAtLeast(nested: FileShape<readonly ConditionInFile[]>): FileShape<ConditionInFile> {
  const group = object({ atLeast: required(integer(1, nodesMax)), of: required(nested) })
  return checked(group, (read, at) => {
    if (read.atLeast > read.of.length) at.fault('tooFewConditions', { atLeast: read.atLeast, count: read.of.length })
  })
}

function readComparison(
  value: Readonly<Record<string, unknown>>,
  at: Place,
  of: FactShape['of'],
): ConditionInFile | undefined {
  const fact = findFact(value, at)
  if (!fact) return undefined
  if (of === 'card' && fact.of === 'call') {
    return at.key(value, 'fact').fault('onlyInCalls', { fact: String(value.fact) })
  }
  if (of === 'card' && value.including !== undefined && argumentsOf(fact).some(({ name }) => name === 'including')) {
    return at.key(value, 'including').fault('noCheckoutHere')
  }
  const { type, list: several = false } = typeOf(fact, value, at)
  // A flag without an operator must be true.
  const op = value.op ?? (type === 'flag' ? '=' : undefined)
  if (op === undefined) {
    return at.key(value, 'op').fault('operatorMissing', { possible: operatorsFor(type, several) })
  }
  if (op === '') return at.key(value, 'op').fault('operatorUnquoted')
  if (!isOperator(op)) {
    const possible = operatorsFor(type, several)
    const word = operatorMeant(op)
    const isPossible = word !== undefined && possible.includes(word)
    const meant: Advice | undefined = isPossible ? { advice: 'meant', name: word } : meantOf(op, possible)
    const advice = meant ?? { advice: 'possible', names: possible }
    return at.key(value, 'op').fault('unknownOperator', { given: foundOf(op), advice })
  }
  if (!fits(op, type, several))
    return at.key(value, 'op').report(unfitOperator(op, String(value.fact), { type, several }))
  const needsValue = operators[op].value !== 'none'
  const given = needsValue && type === 'flag' && value.value === undefined ? true : value.value
  const shape = comparisonShape(fact, op, at, value)
  const whole = { ...value, op, ...(given === undefined ? {} : { value: given }) }
  at.reading.marks.copy(value, whole)
  return shape(whole, at)
}

/** That an operator does not fit a fact, with those that do. */
function unfitOperator(
  op: OperatorName,
  fact: string,
  { type, several }: { readonly type: FactShape['type']; readonly several: boolean },
): BrandFault {
  const isOfLevels = fact === 'tier' && fits(op, 'number', false)
  const possible = operatorsFor(type, several)
  return faultOf('unfitOperator', { op, fact, type, isList: several, possible, isOfLevels })
}

/** The fact that a condition or amount names. */
export function findFact(value: Readonly<Record<string, unknown>>, at: Place, key = 'fact'): FactShape | undefined {
  const name = value[key]
  if (typeof name === 'string' && Object.hasOwn(facts, name)) return facts[name]
  return at.key(value, key).fault('unknownFact', { given: foundOf(name), advice: factAdvice(name) })
}

/** What may have been meant, or else the known facts of the same kind. */
function factAdvice(given: unknown): Advice {
  const known = Object.keys(facts)
  // Whatever it is taken for a part of: customer.tier is the fact tier.
  const [, own = ''] = /^\w+\.(.+)$/.exec(String(given)) ?? []
  const meant: Advice | undefined = Object.hasOwn(facts, own) ? { advice: 'meant', name: own } : meantOf(given, known)
  if (meant) return meant
  const [kind] = String(given).split('.', 1)
  const same = known.filter((name) => name.split('.', 1)[0] === kind)
  if (same.length > 0) return { advice: 'known', names: same }
  return { advice: 'facts', kinds: [...new Set(known.map((fact) => fact.split('.', 1)[0] ?? ''))] }
}

/** The keys of a fact's arguments. */
export function argumentKeys(fact: FactShape): Record<string, Key<unknown, boolean>> {
  const entries = argumentsOf(fact).map(({ name, needed }) => {
    const shape = argumentShapeOf(fact, name)
    return [name, needed ? required(shape) : optional(shape)] as const
  })
  return Object.fromEntries(entries)
}

/** A value type that is asked for must exist in at least one program. */
export function checkValueTypeArguments(value: ArgumentsInFile, at: Place): boolean {
  if (value.balanceType === undefined) return true
  const named = { balanceType: value.balanceType, balanceCode: value.balanceCode }
  if (!checkNamedCode(named, at)) return false
  if (value.subtrack !== undefined && value.balanceType !== 'Punches') {
    at.fault('subtrackOfPunches')
    return false
  }
  at.mention('valueType', valueTypeName(named))
  return true
}

function comparisonShape(
  fact: FactShape,
  op: OperatorName,
  at: Place,
  raw: Readonly<Record<string, unknown>>,
): FileShape<ComparisonInFile> {
  const { type } = typeOf(fact, raw, at)
  const name = `${raw.fact} ${op} ${type}`
  const shape = comparisonShapes.get(name) ?? newComparisonShape(fact, op, type, String(raw.fact))
  comparisonShapes.set(name, shape)
  return shape
}

/** Made when first needed: there are facts, operators and types enough that most files use few of them. */
const comparisonShapes = new Map<string, FileShape<ComparisonInFile>>()

function newComparisonShape(
  fact: FactShape,
  op: OperatorName,
  type: FactShape['type'],
  name: string,
): FileShape<ComparisonInFile> {
  const value = valueShape(fact, op, type, name)
  const shape = object({
    fact: required(text()),
    ...argumentKeys(fact),
    op: required(text()),
    ...(value ? { value: required(value) } : {}),
  })
  return shaped(shape, (given, place) => {
    const read = shape(given, place) as ComparisonInFile | undefined
    if (!read || !checkValueTypeArguments(read, place)) return undefined
    if (read.fact === 'coupon' && !checkSetKind(read.set, 'coupons', place)) return undefined
    if (read.fact === 'code' && !checkSetKind(read.set, 'codes', place)) return undefined
    if (!checkOrderValue(read, place)) return undefined
    return withListUuid(read, place)
  })
}

/** A list may be given by its UUID or, within its channel, by its name. If several share a name, the first is meant. */
function withListUuid(read: ComparisonInFile, at: Place): ComparisonInFile | undefined {
  const { channel = '', list: name } = read
  if (name === undefined || at.reading.find('list', name)) return read
  const uuid = at.reading.find('listName', listName(channel, name))?.detail
  if (typeof uuid === 'string') return { ...read, list: uuid }
  if (at.reading.isIncomplete('listName')) return undefined
  const advice = listMeant(listName(channel, name), at.reading)
  return at.faultAt('list', 'unknownList', { name, channel, advice })
}

/** Of a field or an attribute, the type that it has. */
export function typeOf(
  fact: FactShape,
  value: Readonly<Record<string, unknown>>,
  at: Place,
): Pick<FactShape, 'type' | 'list'> {
  if (value.fact === 'order') return orderTypeOf(value, at)
  if (value.fact !== 'demographic') return fact
  const field = at.reading.find('demographicField', String(value.name))?.detail as DemographicField | undefined
  const type = field ? ({ String: 'text', Integer: 'number', Date: 'date' } as const)[field.type] : 'text'
  return { type, ...(field?.list ? { list: true as const } : {}) }
}

function orderTypeOf({ name }: Readonly<Record<string, unknown>>, at: Place): Pick<FactShape, 'type' | 'list'> {
  const attribute = attributeNamed(name, at)
  switch (attribute?.type) {
    case 'flag':
    case 'number':
      return { type: attribute.type }
    case 'severalOf':
      return { type: 'text', list: true }
    default:
      return { type: 'text' }
  }
}

const attributeNamed = (name: unknown, at: Place) =>
  at.reading.find('orderAttribute', String(name))?.detail as AttributeDefinition | undefined

/** An attribute that is one of several values is compared with these. */
function checkOrderValue({ fact, name, op, value }: ComparisonInFile, at: Place): boolean {
  const { values } = (fact === 'order' && attributeNamed(name, at)) || {}
  if (!values || operators[op].fits.length === 1) return true
  const stranger = (Array.isArray(value) ? value : [value]).find((one) => one !== undefined && !values.includes(one))
  if (stranger === undefined) return true
  const advice = meantOf(stranger, values)
  at.faultAt('value', 'notChoice', { choices: values, found: foundOf(stranger), advice })
  return false
}

function valueShape(
  fact: FactShape,
  op: OperatorName,
  type: FactShape['type'],
  name: string,
): FileShape<unknown> | undefined {
  const one = oneValueShape(fact, op, type, name)
  switch (operators[op].value) {
    case 'none':
      return undefined
    case 'one':
      return one
    case 'two':
      return pairOf(one)
    case 'several':
      return list(one, { min: 1, max: 10_000 })
  }
}

function oneValueShape(
  fact: FactShape,
  op: OperatorName,
  type: FactShape['type'],
  name: string,
): FileShape<ComparableInFile> {
  switch (type) {
    case 'flag':
      return flag
    case 'date':
      return date
    case 'number':
    case 'amount':
      if (fact.isLocal) return money(decimal())
      return fact.range ? integer(fact.range[0], fact.range[1]) : decimal()
    case 'text': {
      const isWhole = operators[op].fits.length > 1
      if (isWhole && fact.names) return reference(fact.names)
      if (isWhole && fact.choices) return oneOf(...fact.choices)
      if (isWhole && name.endsWith('.country')) return country
      return text({ max: 1000 })
    }
  }
}

function pairOf(one: FileShape<ComparableInFile>): FileShape<readonly ComparableInFile[]> {
  const example = `[${one.example}, ${one.example}]`
  const two = list(one, { min: 2, max: 2 })
  return checked(shaped({ ...two, schema: two.schema, example }, two), ([from, to], at) => {
    if (!isOutOfOrder(from, to)) return
    const isSimple = typeof from !== 'object' && typeof to !== 'object'
    at.fault('pairSwapped', { write: isSimple ? `[${to}, ${from}]` : undefined })
  })
}

function isOutOfOrder(from: ComparableInFile | undefined, to: ComparableInFile | undefined): boolean {
  if (isMoney(from) && isMoney(to)) return isAbove(from, to)
  return typeof from === 'string' && typeof to === 'string' && from > to
}

const isMoney = (value: ComparableInFile | undefined): value is Money =>
  typeof value === 'number' || typeof value === 'object'
