import type { Minor } from '../kernel/money.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, leftAt } from './basket.ts'
import { divideUp } from './exact.ts'
import type { Portion, Portions } from './portions.ts'
import { roomOf, type Terms } from './price-cut.ts'
import { allocateQuickly, type Cap, doubt } from './quick-allocate.ts'

/** What a discount comes to, and what each portion gets of it, in their order. */
export interface CutAmounts {
  readonly wanted: Minor
  /** What is left of all the units. */
  readonly worth: Minor
  readonly amount: Minor
  readonly each: readonly Minor[]
  /** How many portions had to be looked at exactly. */
  readonly exactParts: number
}

/**
 * Works out a discount by percent or amount with floating-point numbers wherever they leave no doubt, and so a twentieth
 * of the time where hundreds of lines have odd quantities. Undefined where a sum that is to be rounded lies in the
 * middle: then all of it has to be worked out exactly.
 */
export function quickCut(basket: Basket, portions: Portions, terms: Terms): CutAmounts | undefined {
  if (terms.kind !== 'percent' && terms.kind !== 'amount') return undefined
  const { all, worths } = portions
  const rooms = all.map(({ place, share }) => leftAt(basket, place) * share)
  const isOriginal = terms.kind === 'percent' && terms.basis === 'original'
  const weights = isOriginal ? worths.each : rooms
  const left = sumOf(rooms)
  const wanted =
    terms.kind === 'amount' ? terms.amount : rounded(percentOf(isOriginal ? worths.sum : left, terms.percent))
  const worth = rounded(left)
  if (wanted === undefined || worth === undefined) return undefined
  const amount = Math.min(wanted, terms.max ?? wanted, worth)
  if (amount === 0) return { wanted, worth, amount, each: [], exactParts: 0 }
  let exactParts = 0
  const each = allocateQuickly(amount, {
    weights,
    capAt: (index) => capOf(basket, all[index], rooms[index] ?? 0),
    exactly(rest, indexes) {
      exactParts = indexes.length
      const inDoubt = indexes.flatMap((index) => all[index] ?? [])
      const exactRooms = inDoubt.map((portion) => roomOf(basket, portions.under, portion))
      const exactWeights = isOriginal ? indexes.map((index) => portions.original.each[index] ?? 0n) : exactRooms
      const caps = exactRooms.map((room) => Number(divideUp(room, portions.under)))
      return allocateShares(rest, exactWeights, caps)
    },
  })
  return { wanted, worth, amount, each, exactParts }
}

function percentOf(whole: number, percent: { readonly units: number; readonly scale: number }): number {
  return (whole * percent.units) / (100 * 10 ** percent.scale)
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** Half up; undefined where it could be either of two. */
function rounded(value: number): Minor | undefined {
  const raised = value + 0.5
  return Math.abs(raised - Math.round(raised)) > doubt * (1 + value) ? Math.floor(raised) : undefined
}

function capOf(basket: Basket, portion: Portion | undefined, room: number): Cap {
  if (!portion || portion.share === 1 || room === 0) return { least: room, most: room }
  const off = doubt * (1 + room)
  // Units of a part are never worth more than all of it.
  const most = Math.min(Math.ceil(room + off), leftAt(basket, portion.place))
  return { least: Math.min(Math.ceil(room - off), most), most }
}
