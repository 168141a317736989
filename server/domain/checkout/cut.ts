import type { Minor } from '../../ground/kernel/money.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, takeFrom } from './basket.ts'
import { divideUp, halfUp, type Micro, microNumber, oneUnit, powerOfTen, sum } from './exact.ts'
import type { Line } from './line.ts'
import type { Portions } from './portions.ts'
import { priceCut, type Terms } from './price-cut.ts'
import { quickCut } from './quick-cut.ts'

/** What a discount took from one part of the basket. */
export interface Share {
  /** The line's index in the basket; absent for the nameless rest and for shipping. */
  readonly line?: number
  readonly on?: 'shipping'
  readonly amount: Minor
  /** Units discounted; 0 of the rest. */
  readonly units: Micro
}

export interface Cut {
  readonly basket: Basket
  readonly amount: Minor
  /** What it would have been without its bounds. */
  readonly wanted: Minor
  /** Which bound made it less: the discount's own `max`, or what was left of its target. */
  readonly cappedBy?: 'max' | 'worth'
  readonly shares: readonly Share[]
}

/** Takes a discount off its portions: never more than they are worth, in shares that add up. */
export function cut(basket: Basket, portions: Portions, terms: Terms): Cut {
  const { work } = basket.goods
  work.spend(stepsOfCut.all + stepsOfCut.part * portions.all.length)
  const { wanted, worth, amount, each, parts } = quickly(basket, portions, terms) ?? exactly(basket, portions, terms)
  const cappedBy = amount < wanted ? ({ cappedBy: amount === worth ? 'worth' : 'max' } as const) : {}
  if (amount === 0) return { basket, amount, wanted, ...cappedBy, shares: [] }
  const shares: Share[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const share = each[index] ?? 0
    const part = parts[index]
    if (share === 0 || !part) continue
    const { place, units } = part
    shares.push(place < basket.lines.length ? { line: place, amount: share, units } : { amount: share, units })
  }
  work.spend(stepsOfCut.share * shares.length)
  return { basket: takeFrom(basket, shares), amount, wanted, ...cappedBy, shares }
}

/**
 * For the whole, for each part that is looked at, for each that something is left of, for each that is priced exactly
 * (by unit less is worked out), and for each share with all that comes of it.
 */
const stepsOfCut = { all: 10, part: 1, openPart: 2, exactPart: 20, unitPrice: 12, share: 50 }

function quickly(basket: Basket, portions: Portions, terms: Terms) {
  const quick = quickCut(basket, portions, terms)
  if (!quick) return undefined
  basket.goods.work.spend(stepsOfCut.openPart * quick.parts.length + stepsOfCut.exactPart * quick.exactParts)
  return quick
}

function exactly(basket: Basket, portions: Portions, terms: Terms) {
  const pieces = portions.targets.reduce((count, target) => count + target.pieces.length, 0)
  basket.goods.work.spend((terms.kind === 'unitPrice' ? stepsOfCut.unitPrice : stepsOfCut.exactPart) * pieces)
  const { parts, under, wanted } = priceCut(basket, portions, terms)
  const worth = Number(halfUp(sum(parts.map((one) => one.room)), under))
  const amount = Math.min(wanted, terms.max ?? wanted, worth)
  const each = allocateShares(
    amount,
    parts.map((one) => one.weight),
    parts.map((one) => Number(divideUp(one.room, under))),
  )
  return { wanted, worth, amount, each, parts }
}

/** A share of a line as a mutation of the answer names it. */
export function skuFieldsOf(
  line: Pick<Line, 'sku' | 'unitPrice' | 'sequenceId'>,
  { amount, units }: Pick<Share, 'amount' | 'units'>,
  scale: number,
): SkuFields {
  const perUnit = units === 0n ? 0n : halfUp(BigInt(amount) * oneUnit * oneUnit, units * powerOfTen(scale))
  return {
    sku: line.sku,
    skuUnitPrice: microNumber(line.unitPrice),
    skuAmount: microNumber(units),
    skuUnitDiscount: microNumber(perUnit),
    skuSequenceId: line.sequenceId,
  }
}

export interface SkuFields {
  readonly sku: string
  readonly skuUnitPrice: number
  readonly skuAmount: number
  /** To 6 decimals: the share itself is exact. */
  readonly skuUnitDiscount: number
  readonly skuSequenceId: number
}
