import assert from 'node:assert/strict'
import type { Minor } from '../kernel/money.ts'
import type { Goods } from './goods.ts'
import type { Line, Worth } from './line.ts'

/** What a given total has above its lines: nameless, so only checkout-wide discounts reach it. */
interface Rest extends Worth {
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
  /** Before preDiscounts and discounts, without shipping and tip. */
  readonly total: Minor
  readonly preDiscounted: Minor
  /** What each preDiscount took, in the order of the request: less than it says where its target was worth less. */
  readonly preDiscounts: readonly Minor[]
  /** What is left after preDiscounts and the discounts so far. */
  readonly netTotal: Minor
  readonly shipping: Minor
  readonly tip: Minor
}

/** The discounts that the service gave so far: totalDiscount of the answer. */
export function discountOf(basket: Basket): Minor {
  return basket.total - basket.preDiscounted - basket.netTotal
}

/** Every line, then the rest: the order in which ties are broken. A part's place is its index here. */
export function partsOf(basket: Basket): readonly BasketPart[] {
  return [...basket.lines, basket.rest]
}

/** What discounts have left of the part at a place. */
export function leftAt({ lines, rest }: Basket, place: number): Minor {
  return (lines[place] ?? rest).left
}

/** An amount that goes off the part at a place. */
export interface TakenAmount {
  readonly place: number
  readonly amount: Minor
}

/** The basket after these amounts are gone from its parts. */
export function takeFrom(basket: Basket, taken: readonly TakenAmount[]): Basket {
  const lines = [...basket.lines]
  let { rest, netTotal } = basket
  for (const { place, amount } of taken) {
    const line = lines[place]
    assert(amount >= 0 && amount <= (line ?? rest).left, 'a discount takes no more than what is left')
    if (line) lines[place] = { ...line, left: line.left - amount }
    else rest = { ...rest, left: rest.left - amount }
    netTotal -= amount
  }
  return { ...basket, lines, rest, netTotal }
}
