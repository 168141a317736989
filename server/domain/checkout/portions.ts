import type { Minor } from '../../ground/kernel/money.ts'
import { commonUnder, type Micro, shareOver, sum, underOf } from './exact.ts'

/** Units of some parts that a discount is for, `times` over. */
export interface Target {
  readonly times: bigint
  readonly pieces: readonly Piece[]
}

export interface Piece {
  /** Where the part stands in the basket: see `placesOf`. */
  readonly place: number
  readonly units: Micro
}

/** What no discount changes about a part of a basket. */
export interface PartOnSale {
  readonly quantity: Micro
  /** Of the checkout's total, before every discount. */
  readonly value: Minor
}

/** All units of a part that a discount is for. */
export interface DiscountedPart extends Piece, PartOnSale {
  /** Of the part: 1 where it is all of it. Nearly, for what need not be exact. */
  readonly share: number
}

/**
 * The units that a discount is for, and what of their prices stays as it is, whatever other discounts take. It serves
 * every rule of a checkout that is for the same units.
 */
export class Portions {
  readonly targets: readonly Target[]
  /** Each part once, in the order of the basket. */
  readonly all: readonly DiscountedPart[]
  readonly #parts: readonly PartOnSale[]
  #under: bigint | undefined
  #original: OriginalWorth<bigint> | undefined
  #worths: OriginalWorth<number> | undefined

  constructor(targets: readonly Target[], parts: readonly PartOnSale[]) {
    this.targets = targets
    this.#parts = parts
    this.all = mergeParts(targets, parts)
  }

  /** One denominator for the shares of all pieces. */
  get under(): bigint {
    this.#under ??= commonUnder(this.#unders())
    return this.#under
  }

  /** What the units were worth before every discount, over `under`. */
  get original(): OriginalWorth<bigint> {
    this.#original ??= toOriginalWorth(this.all, this.under)
    return this.#original
  }

  /** The same in minor units, nearly. */
  get worths(): OriginalWorth<number> {
    this.#worths ??= toWorths(this.all)
    return this.#worths
  }

  *#unders(): Iterable<bigint> {
    for (const { pieces } of this.targets) {
      for (const { place, units } of pieces) yield underOf(units, this.#parts[place]?.quantity ?? 0n)
    }
  }
}

/** Of all portions, in their order. */
export interface OriginalWorth<Amount> {
  readonly each: readonly Amount[]
  readonly sum: Amount
}

function toOriginalWorth(portions: readonly DiscountedPart[], under: bigint): OriginalWorth<bigint> {
  const each = portions.map(({ value, units, quantity }) => shareOver(under, BigInt(value), units, quantity))
  return { each, sum: sum(each) }
}

function toWorths(portions: readonly DiscountedPart[]): OriginalWorth<number> {
  const each = portions.map(({ value, share }) => value * share)
  return { each, sum: each.reduce((whole, one) => whole + one, 0) }
}

function mergeParts(targets: readonly Target[], parts: readonly PartOnSale[]): DiscountedPart[] {
  const [first] = targets
  if (first && targets.length === 1 && areInOrder(first.pieces)) {
    const { times } = first
    return first.pieces.map(({ place, units }) =>
      toPortion(place, times === 1n ? units : units * times, parts[place] ?? nothing),
    )
  }
  const units = new Map<number, Micro>()
  for (const { times, pieces } of targets) {
    for (const piece of pieces) {
      const before = units.get(piece.place)
      const more = times === 1n ? piece.units : piece.units * times
      units.set(piece.place, before === undefined ? more : before + more)
    }
  }
  const places = [...units.keys()].sort((a, b) => a - b)
  return places.map((place) => toPortion(place, units.get(place) ?? 0n, parts[place] ?? nothing))
}

/** Each part once, as in the basket. */
function areInOrder(pieces: readonly Piece[]): boolean {
  let last = -1
  for (const { place } of pieces) {
    if (place <= last) return false
    last = place
  }
  return true
}

const nothing: PartOnSale = { quantity: 0n, value: 0 }

function toPortion(place: number, units: Micro, { quantity, value }: PartOnSale): DiscountedPart {
  // Units of nothing are all of it: the nameless rest of a total has no quantity.
  const share = units === quantity ? 1 : Number(units) / Number(quantity)
  return { place, units, quantity, value, share }
}
