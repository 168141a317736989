import assert from 'node:assert/strict'
import { type Basket, type BasketPart, leftAt, partsOf } from '../../server/domain/checkout/basket.ts'
import type { Cut, Share } from '../../server/domain/checkout/cut.ts'
import {
  commonUnder,
  divideUp,
  halfUp,
  type Micro,
  oneUnit,
  powerOfTen,
  shareOver,
  smaller,
  sum,
  underOf,
} from '../../server/domain/checkout/exact.ts'
import type { Terms } from '../../server/domain/checkout/price-cut.ts'
import type { Decimal, Minor } from '../../server/ground/kernel/money.ts'

/** Takes a discount off its targets, every share worked out with whole numbers as large as it takes. */
export function cutSlowly(basket: Basket, given: readonly Target[], terms: Terms): Cut {
  const targets = withLeft(basket, given)
  const { parts, under, wanted } = priceCut(basket.scale, targets, terms)
  const worth = Number(halfUp(sum(parts.map((one) => one.room)), under))
  const amount = Math.min(wanted, terms.max ?? wanted, worth)
  const amounts = allocate(
    amount,
    parts.map((one) => one.weight),
    parts.map((one) => Number(divideUp(one.room, under))),
  )
  const taken = new Map(parts.map(({ part }, index) => [part.of, amounts[index] ?? 0]))
  return {
    basket: takeOff(basket, taken),
    amount,
    wanted,
    ...(amount < wanted ? { cappedBy: amount === worth ? 'worth' : 'max' } : {}),
    shares: parts.flatMap((one, index) => toShare(one, amounts[index] ?? 0)),
  }
}

function toShare({ part: { of }, units }: PricedPart, amount: Minor): Share[] {
  if (amount === 0) return []
  return [of.kind === 'rest' ? { amount, units } : { line: of.index, amount, units }]
}

/** Units of some parts that a discount is for, `times` over. */
export interface Target<Part = BasketPart> {
  readonly times: bigint
  readonly pieces: readonly { readonly part: Part; readonly units: Micro }[]
}

/** A part with what discounts have left of it. */
interface SlowPart {
  readonly of: BasketPart
  readonly value: Minor
  readonly quantity: Micro
  readonly left: Minor
}

type SlowTarget = Target<SlowPart>
type Units = SlowTarget['pieces'][number]

function withLeft(basket: Basket, targets: readonly Target[]): SlowTarget[] {
  const parts = new Map(
    partsOf(basket).map((of, place) => {
      const { value, quantity } = of
      return [of, { of, value, quantity, left: leftAt(basket, place) }]
    }),
  )
  const slow = (part: BasketPart): SlowPart => {
    const found = parts.get(part)
    assert(found, 'a target is a part of the basket')
    return found
  }
  return targets.map(({ times, pieces }) => ({
    times,
    pieces: pieces.map(({ part, units }) => ({ part: slow(part), units })),
  }))
}

/** A part that the discount takes from. Its fractions are over the one `under` of all parts. */
interface PricedPart extends Units {
  /** What is left of these units. */
  readonly room: bigint
  /** Its weight in the spread. */
  readonly weight: bigint
}

interface PriceCut {
  readonly parts: readonly PricedPart[]
  readonly under: bigint
  /** The whole, rounded half up once. */
  readonly wanted: Minor
}

/** What a discount amounts to before it is bounded, and by which weights the parts share it. */
function priceCut(scale: number, targets: readonly SlowTarget[], terms: Terms): PriceCut {
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
function unitPriceCut(targets: readonly SlowTarget[], under: bigint, price: Price): PriceCut {
  const finer = price.under * oneUnit
  const parts = priced(targets, under, (piece) => {
    const saved = worthOf(piece, under, price.basis) * finer - price.over * piece.units * under
    return smaller(saved, roomOf(piece, under) * finer)
  })
  return { parts, under, wanted: Number(halfUp(sum(parts.map((one) => one.weight)), under * finer)) }
}

/** Each group costs the price; within a group the saving is spread by what is left of its pieces. */
function groupPriceCut(targets: readonly SlowTarget[], under: bigint, price: Price): PriceCut {
  const groups = targets.map((target) => {
    const room = sum(target.pieces.map((piece) => roomOf(piece, under)))
    const worth = sum(target.pieces.map((piece) => worthOf(piece, under, price.basis)))
    return { target, room, saved: smaller(worth * price.under - price.over * under, room * price.under) }
  })
  const saving = groups.filter((group) => group.saved > 0n)
  const rooms = commonUnder(saving.map((group) => group.room))
  const weights = new Map<SlowPart, bigint>()
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
function priced(targets: readonly SlowTarget[], under: bigint, weightOf: (piece: Units) => bigint): PricedPart[] {
  const units = new Map<SlowPart, Micro>()
  for (const { times, pieces } of targets) {
    for (const piece of pieces) units.set(piece.part, (units.get(piece.part) ?? 0n) + piece.units * times)
  }
  return [...units]
    .map(([part, all]) => ({ part, units: all }))
    .sort((a, b) => placeOf(a.part) - placeOf(b.part))
    .map((piece) => ({ ...piece, room: roomOf(piece, under), weight: weightOf(piece) }))
    .filter((one) => one.weight > 0n)
}

function placeOf({ of }: SlowPart): number {
  return of.kind === 'line' ? of.index : Number.POSITIVE_INFINITY
}

function roomOf(piece: Units, under: bigint): bigint {
  return worthOf(piece, under, 'remaining')
}

function worthOf({ part, units }: Units, under: bigint, basis: 'remaining' | 'original'): bigint {
  const worth = BigInt(basis === 'original' ? part.value : part.left)
  return shareOver(under, worth, units, part.quantity)
}

/**
 * Splits an amount in proportion to the weights into whole parts that add up to it: by largest remainder, ties to the
 * earlier part. No part exceeds its cap: what one cannot take, the others share.
 */
function allocate(amount: Minor, weights: readonly bigint[], caps: readonly Minor[]): Minor[] {
  const parts = weights.map(() => 0)
  let open = [...weights.keys()].filter((index) => weightAt(index) > 0n)
  let left = amount
  let total = sum(open.map(weightAt))
  let full = open.filter(exceedsCap)
  while (full.length > 0) {
    for (const index of full) {
      parts[index] = capAt(index)
      left -= capAt(index)
    }
    open = open.filter((index) => !full.includes(index))
    total = sum(open.map(weightAt))
    full = open.filter(exceedsCap)
  }
  assert(left >= 0 && (left === 0 || open.length > 0), 'an amount fits into its parts')
  for (const [index, part] of byLargestRemainder(left, open.map(weightAt)).entries()) parts[open[index] ?? 0] = part
  return parts

  function weightAt(index: number): bigint {
    return weights[index] ?? 0n
  }
  function capAt(index: number): Minor {
    return caps[index] ?? 0
  }
  function exceedsCap(index: number): boolean {
    return BigInt(left) * weightAt(index) > BigInt(capAt(index)) * total
  }
}

function byLargestRemainder(amount: Minor, weights: readonly bigint[]): Minor[] {
  const total = sum(weights)
  if (total === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(amount) * weight)
  const parts = exact.map((one) => Number(one / total))
  const missing = amount - parts.reduce((taken, part) => taken + part, 0)
  const remainders = exact.map((one, index) => ({ index, remainder: one % total }))
  // Sorting is stable, so equal remainders stay in the order of the parts.
  remainders.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of remainders.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

function takeOff(basket: Basket, taken: ReadonlyMap<BasketPart, Minor>): Basket {
  const left = partsOf(basket).map((part, place) => leftAt(basket, place) - (taken.get(part) ?? 0))
  const gone = taken.values().reduce((whole, amount) => whole + amount, 0)
  return { ...basket, left, netTotal: basket.netTotal - gone }
}
