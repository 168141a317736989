import type { ProductFilter } from '../brand/rules/arguments.ts'
import type { Comparison, Condition } from '../brand/rules/conditions.ts'
import type { CallFacts } from './call-facts.ts'

/** What rules can be looked up by, the most selective first. */
export const dimensions = [
  'couponSet',
  'couponTag',
  'keyValue',
  'sku',
  'parent',
  'category',
  'coupon',
  'cardSet',
  'location',
  'locationGroup',
  'program',
  'callType',
] as const
export type Dimension = (typeof dimensions)[number]

export interface LookupKey {
  readonly dimension: Dimension
  readonly value: string
}

/** Keys of which at least one must be present for the condition to hold; undefined if the condition has none. */
export function keysOf(condition: Condition): readonly LookupKey[] | undefined {
  if ('fact' in condition) return comparisonKeys(condition)
  if ('all' in condition) return condition.all.map(keysOf).find((keys) => keys !== undefined)
  if ('any' in condition) return union(condition.any)
  if ('of' in condition) return union(condition.of)
  return undefined
}

/** At least one of the conditions must hold, so a key of at least one must be present. */
function union(conditions: readonly Condition[]): readonly LookupKey[] | undefined {
  const keys = conditions.map(keysOf)
  return keys.every((one) => one !== undefined) ? keys.flat() : undefined
}

/** The conditions that must hold, including those in nested `all` groups. */
export function necessary(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.flatMap((condition) => ('all' in condition ? necessary(condition.all) : [condition]))
}

const dimensionOfFact: Readonly<Record<string, Dimension>> = {
  'program.id': 'program',
  'location.id': 'location',
  'location.group': 'locationGroup',
  'card.setId': 'cardSet',
  'request.callType': 'callType',
}

function comparisonKeys(asked: Comparison): readonly LookupKey[] | undefined {
  const dimension = dimensionOfFact[asked.fact]
  if (dimension) return textKeys(dimension, asked)
  if (asked.fact.startsWith('products.'))
    return asked.where && asksForSome(asked) ? productKeys(asked.where) : undefined
  if (asked.fact === 'coupon' || asked.fact === 'code') return couponKeys(asked)
  const fails = asked.op === '!=' || asked.op === 'notIn' || asked.op === 'missing'
  if (asked.fact === 'keyValue' && asked.key !== undefined && !fails)
    return [{ dimension: 'keyValue', value: asked.key }]
  return undefined
}

function textKeys(dimension: Dimension, { op, value }: Comparison): readonly LookupKey[] | undefined {
  if (op !== '=' && op !== 'in') return undefined
  return valuesOf(value).map((one) => ({ dimension, value: String(one) }))
}

function couponKeys({ op, value, set, tag }: Comparison): readonly LookupKey[] | undefined {
  const isAsked = (op === '=' && value === true) || (op === '!=' && value === false)
  if (!isAsked) return undefined
  if (set !== undefined) return [{ dimension: 'couponSet', value: set }]
  return tag === undefined ? [{ dimension: 'coupon', value: '' }] : [{ dimension: 'couponTag', value: tag }]
}

/** Whether the comparison fails for 0, the sum when no line matches. */
function asksForSome({ op, value }: Comparison): boolean {
  const numbers = valuesOf(value).map(Number)
  const [first = 0, second = 0] = numbers
  switch (op) {
    case '>=':
      return first > 0
    case '>':
      return first >= 0
    case '<':
      return first <= 0
    case '<=':
      return first < 0
    case 'between':
      return first > 0 || second < 0
    case '=':
    case 'in':
      return !numbers.includes(0)
    // The other operators hold for a missing value, or for 0.
    default:
      return false
  }
}

function productKeys({ sku, parent, category }: ProductFilter): readonly LookupKey[] | undefined {
  if (sku) return sku.map((value) => ({ dimension: 'sku', value }))
  if (parent) return parent.map((value) => ({ dimension: 'parent', value }))
  return category?.map((value) => ({ dimension: 'category', value }))
}

function valuesOf(value: Comparison['value']): readonly (string | number | boolean)[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [value]
}

/** The values that a call has in a dimension. */
export function presentValues(facts: CallFacts, dimension: Dimension): Iterable<string> {
  const { basket, coupons, blockedCodes = nothing, location } = facts
  switch (dimension) {
    case 'couponSet':
      // Rules that ask for a code that cannot be used are looked at too, so that they can say why.
      return coupons.length + blockedCodes.length > 0 ? [...coupons, ...blockedCodes].map(({ set }) => set) : nothing
    case 'couponTag':
      return coupons.length > 0 ? coupons.flatMap((coupon) => coupon.tags) : nothing
    case 'coupon':
      return coupons.length > 0 || blockedCodes.length > 0 ? [''] : nothing
    case 'keyValue':
      return facts.keyValues.length > 0 ? facts.keyValues.map((pair) => pair.key) : nothing
    case 'sku':
      return basket?.skus ?? []
    case 'parent':
      return basket?.parents ?? []
    case 'category':
      return basket?.categories ?? []
    case 'cardSet':
      return only(facts.card?.setId)
    case 'location':
      return only(location?.id)
    case 'locationGroup':
      return only(location?.group)
    case 'program':
      return only(facts.program?.id)
    case 'callType':
      return [facts.callType]
  }
}

const nothing: readonly never[] = []
const only = (value: string | undefined) => (value === undefined ? nothing : [value])
