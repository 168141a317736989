import assert from 'node:assert/strict'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Goods } from './goods.ts'
import type { Line } from './line.ts'
import type { PartOnSale } from './portions.ts'

/** What a given total has above its lines: nameless, so only checkout-wide discounts reach it. */
interface Rest extends PartOnSale {
  readonly kind: 'rest'
  readonly quantity: 0n
}

export type BasketPart = Line | Rest

/** A checkout as rules see it. Never changed: taking a discount makes a new one. */
export interface Basket {
  /** Decimals of the location's currency, in whose minor unit all amounts are. */
  readonly scale: number
  readonly lines: readonly Line[]
  /** What of the lines stays as it is, whatever is taken. */
  readonly goods: Goods
  readonly rest: Rest
  /** What preDiscounts and the discounts so far have left of each part, by its place: every line, then the rest. */
  readonly left: readonly Minor[]
  /** Before preDiscounts and discounts, without shipping and tip. */
  readonly total: Minor
  readonly preDiscounted: Minor
  /** What each preDiscount took, in the order of the request: less than it says where its target was worth less. */
  readonly preDiscounts: readonly Minor[]
  /** What is left after preDiscounts and the discounts so far. */
  readonly netTotal: Minor
  readonly shipping: Minor
  /** What the discounts so far have left of the shipping. It is no part of the totals. */
  readonly shippingLeft: Minor
  readonly tip: Minor
}

/** The discounts that the service gave so far, on shipping too: totalDiscount of the answer. */
export function discountOf(basket: Basket): Minor {
  const offShipping = basket.shipping - basket.shippingLeft
  return basket.total - basket.preDiscounted - basket.netTotal + offShipping
}

/** Every line, then the rest: the order in which ties are broken. A part's place is its index here. */
export function partsOf({ lines, rest }: Pick<Basket, 'lines' | 'rest'>): readonly BasketPart[] {
  return [...lines, rest]
}

/** What discounts have left of the part at a place. */
export function leftAt({ left }: Basket, place: number): Minor {
  return left[place] ?? 0
}

/** An amount that goes off a line, or off the rest. */
export interface TakenAmount {
  readonly line?: number
  readonly amount: Minor
}

/** The basket after these amounts are gone from its parts. */
export function takeFrom(basket: Basket, taken: readonly TakenAmount[]): Basket {
  const left = basket.left.slice()
  let { netTotal } = basket
  for (const { line: place = basket.lines.length, amount } of taken) {
    const before = left[place] ?? 0
    assert(amount >= 0 && amount <= before, 'a discount takes no more than what is left')
    left[place] = before - amount
    netTotal -= amount
  }
  return { ...basket, left, netTotal }
}
