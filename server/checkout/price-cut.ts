import type { Decimal, Minor } from '../kernel/money.ts'
import type { BasketPart } from './basket.ts'
import { commonUnder, halfUp, type Micro, oneUnit, powerOfTen, shareOver, smaller, sum, underOf } from './exact.ts'

export type Terms = TermsKind & { readonly basis: 'remaining' | 'original'; readonly max?: Minor }

type TermsKind =
  | { readonly kind: 'percent'; readonly percent: Decimal }
  | { readonly kind: 'amount'; readonly amount: Minor }
  | { readonly kind: 'unitPrice' | 'groupPrice'; readonly price: Decimal }

/** Units of some parts that a discount is for, `times` over. */
export interface Target {
  readonly times: bigint
  readonly pieces: readonly Units[]
}

interface Units {
  readonly part: BasketPart
  readonly units: Micro
}

/** A part that the discount takes from. Its fractions are over the one `under` of all parts. */
export interface PricedPart extends Units {
  /** What is left of these units. */
  readonly room: bigint
  /** Its weight in the spread. */
  readonly weight: bigint
}

export interface PriceCut {
  readonly parts: readonly PricedPart[]
  readonly under: bigint
  /** The whole, rounded half up once. */
  readonly wanted: Minor
}

/** What a discount amounts to before it is bounded, and by which weights the parts share it. */
export function priceCut(scale: number, targets: readonly Target[], terms: Terms): PriceCut {
  const pieces = targets.flatMap((target) => target.pieces)
  const under = commonUnder(pieces.map(({ part, units }) => underOf(units, part.quantity)))
  switch (terms.kind) {
    case 'percent': {
      const parts = priced(targets, under, (piece) => worthOf(piece, under, terms.basis))
      const whole = sum(parts.map((one) => one.weight)) * BigInt(terms.percent.units)
      return { parts, under, wanted: Number(halfUp(whole, under * 100n * powerOfTen(terms.percent.scale))) }
    }
    case 'amount':
      return { parts: priced(targets, under, (piece) => roomOf(piece, under)), under, wanted: terms.amount }
    case 'unitPrice':
      return unitPriceCut(targets, under, { ...terms, ...priceOver(terms.price, scale) })
    case 'groupPrice':
      return groupPriceCut(targets, under, { ...terms, ...priceOver(terms.price, scale) })
  }
}

interface Price {
  /** `over` / `under` of a minor unit. */
  readonly over: bigint
  readonly under: bigint
  readonly basis: 'remaining' | 'original'
}

function priceOver({ units, scale }: Decimal, minorScale: number) {
  return { over: BigInt(units) * powerOfTen(minorScale), under: powerOfTen(scale) }
}

/** Each unit costs the price: a line that is cheaper already stays as it is. */
function unitPriceCut(targets: readonly Target[], under: bigint, price: Price): PriceCut {
  const finer = price.under * oneUnit
  const parts = priced(targets, under, (piece) => {
    const saved = worthOf(piece, under, price.basis) * finer - price.over * piece.units * under
    return smaller(saved, roomOf(piece, under) * finer)
  })
  return { parts, under, wanted: Number(halfUp(sum(parts.map((one) => one.weight)), under * finer)) }
}

/** Each group costs the price; within a group the saving is spread by what is left of its pieces. */
function groupPriceCut(targets: readonly Target[], under: bigint, price: Price): PriceCut {
  const groups = targets.map((target) => {
    const room = sum(target.pieces.map((piece) => roomOf(piece, under)))
    const worth = sum(target.pieces.map((piece) => worthOf(piece, under, price.basis)))
    return { target, room, saved: smaller(worth * price.under - price.over * under, room * price.under) }
  })
  const saving = groups.filter((group) => group.saved > 0n)
  const rooms = commonUnder(saving.map((group) => group.room))
  const weights = new Map<BasketPart, bigint>()
  for (const { target, room, saved } of saving) {
    for (const piece of target.pieces) {
      const weight = shareOver(rooms, target.times * saved, roomOf(piece, under), room)
      weights.set(piece.part, (weights.get(piece.part) ?? 0n) + weight)
    }
  }
  const whole = sum(saving.map((group) => group.target.times * group.saved))
  const kept = saving.map((group) => group.target)
  const parts = priced(kept, under, (piece) => weights.get(piece.part) ?? 0n)
  return { parts, under, wanted: Number(halfUp(whole, under * price.under)) }
}

/** The parts of all targets, each once, in the order of the lines; without those that get nothing. */
function priced(targets: readonly Target[], under: bigint, weightOf: (piece: Units) => bigint): PricedPart[] {
  const units = new Map<BasketPart, Micro>()
  for (const { times, pieces } of targets) {
    for (const piece of pieces) units.set(piece.part, (units.get(piece.part) ?? 0n) + piece.units * times)
  }
  return [...units]
    .map(([part, all]) => ({ part, units: all }))
    .sort((a, b) => placeOf(a.part) - placeOf(b.part))
    .map((piece) => ({ ...piece, room: roomOf(piece, under), weight: weightOf(piece) }))
    .filter((one) => one.weight > 0n)
}

function placeOf(part: BasketPart): number {
  return part.kind === 'line' ? part.index : Number.POSITIVE_INFINITY
}

function roomOf(piece: Units, under: bigint): bigint {
  return worthOf(piece, under, 'remaining')
}

function worthOf({ part, units }: Units, under: bigint, basis: 'remaining' | 'original'): bigint {
  const worth = BigInt(basis === 'original' ? part.value : part.left)
  return shareOver(under, worth, units, part.quantity)
}
