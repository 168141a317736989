import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import { type Basket, leftAt } from './basket.ts'
import { commonUnder, halfUp, type Micro, oneUnit, powerOfTen, shareOver, smaller, sum } from './exact.ts'
import type { DiscountedPart, Piece, Portions } from './portions.ts'

export type Terms = TermsKind & { readonly basis: 'remaining' | 'original'; readonly max?: Minor }

type TermsKind =
  | { readonly kind: 'percent'; readonly percent: Decimal }
  | { readonly kind: 'amount'; readonly amount: Minor }
  | { readonly kind: 'unitPrice' | 'groupPrice'; readonly price: Decimal }

/** A part that the discount takes from. Its fractions are over the one `under` of all parts. */
interface PricedPart {
  readonly place: number
  readonly units: Micro
  /** What is left of these units. */
  readonly room: bigint
  /** Its weight in the spread. */
  readonly weight: bigint
}

export interface PriceCut {
  /** In the order of the basket; without those that get nothing. */
  readonly parts: readonly PricedPart[]
  readonly under: bigint
  /** The whole, rounded half up once. */
  readonly wanted: Minor
}

/** What a discount amounts to before it is bounded, and by which weights the parts share it. Exact throughout. */
export function priceCut(basket: Basket, portions: Portions, terms: Terms): PriceCut {
  const pricing: Pricing = { basket, portions, under: portions.under, basis: terms.basis }
  const { under } = pricing
  switch (terms.kind) {
    case 'percent': {
      const { each, sum: whole } = terms.basis === 'original' ? portions.original : remainingWorth(pricing)
      const parts = priced(pricing, (_, index) => each[index] ?? 0n)
      const over = whole * BigInt(terms.percent.units)
      return { parts, under, wanted: Number(halfUp(over, under * 100n * powerOfTen(terms.percent.scale))) }
    }
    case 'amount':
      return {
        parts: priced(pricing, (portion) => roomOf(pricing.basket, under, portion)),
        under,
        wanted: terms.amount,
      }
    case 'unitPrice':
      return unitPriceCut(pricing, priceOver(terms.price, basket.scale))
    case 'groupPrice':
      return groupPriceCut(pricing, priceOver(terms.price, basket.scale))
  }
}

interface Pricing {
  readonly basket: Basket
  readonly portions: Portions
  readonly under: bigint
  readonly basis: 'remaining' | 'original'
}

/** `over` / `under` of a minor unit. */
interface Price {
  readonly over: bigint
  readonly under: bigint
}

function priceOver({ units, scale }: Decimal, minorScale: number): Price {
  return { over: BigInt(units) * powerOfTen(minorScale), under: powerOfTen(scale) }
}

function remainingWorth({ basket, under, portions }: Pricing) {
  const each = portions.all.map((portion) => roomOf(basket, under, portion))
  return { each, sum: sum(each) }
}

/** Each unit costs the price: a line that is cheaper already stays as it is. */
function unitPriceCut(pricing: Pricing, price: Price): PriceCut {
  const { under } = pricing
  const finer = price.under * oneUnit
  const parts = priced(pricing, (portion) => {
    const saved = worthOf(pricing, portion) * finer - price.over * portion.units * under
    return smaller(saved, roomOf(pricing.basket, under, portion) * finer)
  })
  return { parts, under, wanted: Number(halfUp(sum(parts.map((one) => one.weight)), under * finer)) }
}

/** Each group costs the price; within a group the saving is spread by what is left of its pieces. */
function groupPriceCut(pricing: Pricing, price: Price): PriceCut {
  const { under, portions } = pricing
  const byPlace = new Map(portions.all.map((portion) => [portion.place, portion]))
  const inGroup = ({ place, units }: Piece): DiscountedPart => ({ ...(byPlace.get(place) ?? noPortion), units })
  const groups = portions.targets.map((target) => {
    const pieces = target.pieces.map(inGroup)
    const room = sum(pieces.map((piece) => roomOf(pricing.basket, under, piece)))
    const worth = sum(pieces.map((piece) => worthOf(pricing, piece)))
    return { target, pieces, room, saved: smaller(worth * price.under - price.over * under, room * price.under) }
  })
  const saving = groups.filter((group) => group.saved > 0n)
  const rooms = commonUnder(saving.map((group) => group.room))
  const weights = new Map<number, bigint>()
  const units = new Map<number, Micro>()
  for (const { target, pieces, room, saved } of saving) {
    for (const piece of pieces) {
      const weight = shareOver(rooms, target.times * saved, roomOf(pricing.basket, under, piece), room)
      weights.set(piece.place, (weights.get(piece.place) ?? 0n) + weight)
      units.set(piece.place, (units.get(piece.place) ?? 0n) + piece.units * target.times)
    }
  }
  const whole = sum(saving.map((group) => group.target.times * group.saved))
  const kept = portions.all.flatMap((portion) => {
    const own = units.get(portion.place)
    return own === undefined ? [] : [{ ...portion, units: own }]
  })
  const parts = priced(pricing, ({ place }) => weights.get(place) ?? 0n, kept)
  return { parts, under, wanted: Number(halfUp(whole, under * price.under)) }
}

const noPortion: DiscountedPart = { place: 0, units: 0n, quantity: 0n, value: 0, share: 1 }

function priced(
  pricing: Pricing,
  weightOf: (portion: DiscountedPart, index: number) => bigint,
  portions = pricing.portions.all,
): PricedPart[] {
  const { basket, under } = pricing
  const parts: PricedPart[] = []
  for (const [index, portion] of portions.entries()) {
    const weight = weightOf(portion, index)
    if (weight <= 0n) continue
    parts.push({ place: portion.place, units: portion.units, room: roomOf(basket, under, portion), weight })
  }
  return parts
}

/** What is left of a portion, over `under`. */
export function roomOf(basket: Basket, under: bigint, { place, units, quantity }: DiscountedPart): bigint {
  const left = leftAt(basket, place)
  return left === 0 ? 0n : shareOver(under, BigInt(left), units, quantity)
}

function worthOf({ basket, under, basis }: Pricing, portion: DiscountedPart): bigint {
  return basis === 'remaining' ? roomOf(basket, under, portion) : originalOf(under, portion)
}

/** What a portion was worth before every discount, over `under`. */
export function originalOf(under: bigint, { value, units, quantity }: DiscountedPart): bigint {
  return shareOver(under, BigInt(value), units, quantity)
}
