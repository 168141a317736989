import type { Minor } from '../kernel/money.ts'
import { allocateShares } from './allocate.ts'
import { type Basket, takeFrom } from './basket.ts'
import { divideUp, halfUp, type Micro, microNumber, oneUnit, powerOfTen, sum } from './exact.ts'
import type { Line } from './line.ts'
import { type PricedPart, priceCut, type Target, type Terms } from './price-cut.ts'

/** What a discount took from one part of the basket. */
export interface Share {
  /** The line's index in the basket; absent for the nameless rest. */
  readonly line?: number
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

/** Takes a discount off its targets: never more than they are worth, in shares that add up. */
export function cut(basket: Basket, targets: readonly Target[], terms: Terms): Cut {
  const { parts, under, wanted } = priceCut(basket.scale, targets, terms)
  const worth = Number(halfUp(sum(parts.map((one) => one.room)), under))
  const amount = Math.min(wanted, terms.max ?? wanted, worth)
  const amounts = allocateShares(
    amount,
    parts.map((one) => one.weight),
    parts.map((one) => Number(divideUp(one.room, under))),
  )
  const taken = new Map(parts.map(({ part }, index) => [part, amounts[index] ?? 0]))
  return {
    basket: takeFrom(basket, taken),
    amount,
    wanted,
    ...(amount < wanted ? { cappedBy: amount === worth ? 'worth' : 'max' } : {}),
    shares: parts.flatMap((one, index) => toShare(one, amounts[index] ?? 0)),
  }
}

function toShare({ part, units }: PricedPart, amount: Minor): Share[] {
  if (amount === 0) return []
  return [part.kind === 'rest' ? { amount, units } : { line: part.index, amount, units }]
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
