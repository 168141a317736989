import assert from 'node:assert/strict'
import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import type { Discount } from '../brand/rules/discount.ts'
import type { Basket } from './basket.ts'
import { type Cut, cut } from './cut.ts'
import { decimalOf, toMicroUp, toMinorDown } from './exact.ts'
import type { GoodsPattern } from './goods.ts'
import type { Unformed } from './pattern.ts'
import type { Terms } from './price-cut.ts'
import { cutShipping } from './shipping-cut.ts'

/** A discount result, compiled once per version of the configuration. */
export interface DiscountPlan {
  /** Undefined: an amount that is computed of a fact, for each firing. */
  readonly terms: PlannedTerms | undefined
  readonly on: 'checkout' | 'shipping' | GoodsPattern
  readonly basis: 'remaining' | 'original'
  readonly max?: Decimal
}

type PlannedTerms =
  | { readonly kind: 'percent'; readonly percent: Decimal }
  | { readonly kind: 'amount'; readonly amount: Decimal }
  | { readonly kind: 'unitPrice' | 'groupPrice'; readonly price: Decimal }

/** `why` says for the trace why nothing was taken. */
export interface Discounted extends Cut {
  readonly why?: Unformed | 'nothingToTake' | 'noShipping'
}

export function planDiscount(discount: Discount): DiscountPlan {
  return {
    terms: planTerms(discount),
    on: typeof discount.on === 'string' ? discount.on : planPattern(discount, discount.on),
    basis: discount.basis,
    ...(discount.max === undefined ? {} : { max: decimalOf(discount.max) }),
  }
}

/**
 * Applies a discount. `amount` is what an amount computed of a fact came to, in the location's currency, and `room` the
 * most that may be taken.
 */
export function applyDiscount(basket: Basket, plan: DiscountPlan, amount?: Minor, room?: Minor): Discounted {
  const terms =
    room === undefined ? termsOf(plan, basket.scale, amount) : within(termsOf(plan, basket.scale, amount), room)
  if (plan.on === 'shipping') return applyToShipping(basket, terms)
  const portions = plan.on === 'checkout' ? basket.goods.whole() : basket.goods.form(plan.on)
  if (typeof portions === 'string') return { basket, amount: 0, wanted: 0, shares: [], why: portions }
  const taken = cut(basket, portions, terms)
  return taken.amount > 0 ? taken : { ...taken, why: 'nothingToTake' }
}

const within = (terms: Terms, room: Minor): Terms => ({ ...terms, max: Math.min(room, terms.max ?? room) })
function applyToShipping(basket: Basket, terms: Terms): Discounted {
  assert(terms.kind === 'percent' || terms.kind === 'amount', 'shipping has no units')
  const taken = cutShipping(basket, terms)
  return taken.amount > 0 ? taken : { ...taken, why: 'noShipping' }
}

function planTerms({ percent, amount, unitPrice, groupPrice }: Discount): PlannedTerms | undefined {
  if (percent !== undefined) return { kind: 'percent', percent: decimalOf(percent) }
  if (unitPrice !== undefined) return { kind: 'unitPrice', price: decimalOf(unitPrice) }
  if (groupPrice !== undefined) return { kind: 'groupPrice', price: decimalOf(groupPrice) }
  return typeof amount === 'number' ? { kind: 'amount', amount: decimalOf(amount) } : undefined
}

function planPattern(discount: Discount, on: Exclude<Discount['on'], string>): GoodsPattern {
  const { buy, groupPrice, repeat } = discount
  const { where, pick } = on
  const units = on.units === undefined ? undefined : toMicroUp(decimalOf(on.units))
  const bought = buy && toMicroUp(decimalOf(buy.units))
  const full = groupPrice !== undefined
  return {
    ...(bought === undefined ? {} : { buy: { units: bought } }),
    buyWhere: buy?.where,
    where,
    pick,
    ...(units === undefined ? {} : { units }),
    full,
    repeat,
    key: [bought, pick, units, full, repeat].join(' '),
  }
}

function termsOf({ terms, basis, max }: DiscountPlan, scale: number, amount: Minor | undefined): Terms {
  const bounds = { basis, ...(max ? { max: toMinorDown(max, scale) } : {}) }
  if (terms && terms.kind !== 'amount') return { ...terms, ...bounds }
  const given = amount ?? (terms && toMinorDown(terms.amount, scale))
  assert(given !== undefined, 'an amount of a fact is computed before it is applied')
  return { kind: 'amount', amount: given, ...bounds }
}
