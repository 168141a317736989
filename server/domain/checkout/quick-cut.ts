import type { Decimal, Minor } from '../../ground/kernel/money.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, leftAt } from './basket.ts'
import { divideUp } from './exact.ts'
import type { DiscountedPart, Portions } from './portions.ts'
import { originalOf, roomOf, type Terms } from './price-cut.ts'
import { allocateQuickly, type Caps, doubt } from './quick-allocate.ts'

/** What a discount comes to, and what each of these parts gets of it. */
export interface CutAmounts {
  readonly wanted: Minor
  /** What is left of all the units. */
  readonly worth: Minor
  readonly amount: Minor
  readonly parts: readonly DiscountedPart[]
  readonly each: readonly Minor[]
  /** How many parts had to be looked at exactly. */
  readonly exactParts: number
}

/**
 * Works out a discount by percent or amount with floating-point numbers wherever they leave no doubt, and so a twentieth
 * of the time where hundreds of lines have odd quantities. Undefined where a sum that is to be rounded lies in the
 * middle: then all of it has to be worked out exactly.
 */
export function quickCut(basket: Basket, portions: Portions, terms: Terms): CutAmounts | undefined {
  if (terms.kind !== 'percent' && terms.kind !== 'amount') return undefined
  const isOriginal = terms.kind === 'percent' && terms.basis === 'original'
  const { parts, rooms, sum, isWhole } = openParts(basket, portions)
  const whole = isOriginal ? portions.worths.sum : sum
  const wanted = terms.kind === 'amount' ? terms.amount : percentOf(whole, terms.percent, isWhole && !isOriginal)
  const worth = rounded(sum)
  if (wanted === undefined || worth === undefined) return undefined
  const amount = Math.min(wanted, terms.max ?? wanted, worth)
  if (amount === 0) return { wanted, worth, amount, parts: [], each: [], exactParts: 0 }
  let exactParts = 0
  const each = allocateQuickly(amount, {
    isWhole,
    weights: isOriginal ? parts.map(({ value, share }) => value * share) : rooms,
    caps: capsOf(basket, parts, rooms),
    exactly(rest, indexes) {
      const { under } = portions
      exactParts = indexes.length
      const inDoubt = indexes.flatMap((index) => parts[index] ?? [])
      const exactRooms = inDoubt.map((portion) => roomOf(basket, under, portion))
      const exactWeights = isOriginal ? inDoubt.map((portion) => originalOf(under, portion)) : exactRooms
      const caps = exactRooms.map((room) => Number(divideUp(room, under)))
      return allocateShares(rest, exactWeights, caps)
    },
  })
  return { wanted, worth, amount, parts, each, exactParts }
}

/**
 * The portions that something is left of, and what. The others get no share, whatever their weight; where many rules mean
 * the same goods they are soon most of them.
 */
function openParts(basket: Basket, { all }: Portions) {
  const parts: DiscountedPart[] = []
  const rooms: number[] = []
  let sum = 0
  let isWhole = true
  for (const portion of all) {
    const room = leftAt(basket, portion.place) * portion.share
    if (room === 0) continue
    parts.push(portion)
    rooms.push(room)
    sum += room
    if (portion.share !== 1) isWhole = false
  }
  return { parts, rooms, sum, isWhole }
}

/** Half up; undefined where it could be either of two. A whole number of cents leaves no doubt. */
function percentOf(whole: number, { units, scale }: Decimal, isExact: boolean): Minor | undefined {
  const under = 100 * 10 ** scale
  const twice = 2 * whole * units + under
  if (isExact && twice <= Number.MAX_SAFE_INTEGER) return (twice - (twice % (2 * under))) / (2 * under)
  return rounded((whole * units) / under)
}

/** Half up; undefined where it could be either of two. */
function rounded(value: number): Minor | undefined {
  const raised = value + 0.5
  return Math.abs(raised - Math.round(raised)) > doubt * (1 + value) ? Math.floor(raised) : undefined
}

function capsOf(basket: Basket, parts: readonly DiscountedPart[], rooms: readonly number[]): Caps {
  const least: Minor[] = []
  const most: Minor[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const room = rooms[index] ?? 0
    const portion = parts[index]
    if (!portion || portion.share === 1) {
      least.push(room)
      most.push(room)
      continue
    }
    const off = doubt * (1 + room)
    // Units of a part are never worth more than all of it.
    const highest = Math.min(Math.ceil(room + off), leftAt(basket, portion.place))
    least.push(Math.min(Math.ceil(room - off), highest))
    most.push(highest)
  }
  return { least, most }
}
