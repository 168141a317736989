import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { type Card, isIn, isOf, type Lot, type Purse } from './card.ts'

export interface LotPart {
  readonly lot: number
  readonly amount: Minor
}

export interface Taken {
  readonly parts: readonly LotPart[]
  /** What could not be taken. */
  readonly short: Minor
}

export const freeOf = (lot: Lot): Minor => lot.amount - lot.held
export const isLotExpired = (lot: Lot, now: Instant) => lot.expiresAt !== undefined && lot.expiresAt <= now
export const isDelayed = (lot: Lot, now: Instant) => lot.activeAt !== undefined && lot.activeAt > now

/** The lots of a purse that a redemption at this instant may use. */
export function spendableLots(card: Card, purse: Purse, now: Instant): Lot[] {
  return card.lots.filter((lot) => isIn(lot, purse) && isSpendable(lot, now))
}

const isSpendable = (lot: Lot, now: Instant) => freeOf(lot) > 0 && !isLotExpired(lot, now) && !isDelayed(lot, now)

/** Return-related before others; within each, the earliest expiry first and non-expiring last; then the oldest. */
export function byRedemptionOrder(a: Lot, b: Lot): number {
  if (a.returnRelated !== b.returnRelated) return a.returnRelated ? -1 : 1
  const aExpires = a.expiresAt ?? Number.POSITIVE_INFINITY
  const bExpires = b.expiresAt ?? Number.POSITIVE_INFINITY
  if (aExpires !== bExpires) return aExpires < bExpires ? -1 : 1
  return a.no - b.no
}

/** Takes from what is free of the lots, in redemption order. */
export function takeFromLots(lots: readonly Lot[], amount: Minor): Taken {
  const parts: LotPart[] = []
  let left = amount
  for (const lot of lots.toSorted(byRedemptionOrder)) {
    if (left === 0) break
    const take = Math.min(left, freeOf(lot))
    if (take > 0) parts.push({ lot: lot.no, amount: take })
    left -= take
  }
  return { parts, short: left }
}

export function availableOf(card: Card, purse: Purse, now: Instant): Minor {
  let sum = 0
  for (const lot of card.lots) if (isIn(lot, purse) && isSpendable(lot, now)) sum += freeOf(lot)
  return sum
}

/** Everything a purse has: free, held and delayed; what has expired is gone, unless a hold keeps it. */
export function totalOf(card: Card, purse: Purse, now: Instant): Minor {
  let sum = 0
  for (const lot of card.lots) if (isIn(lot, purse)) sum += isLotExpired(lot, now) ? lot.held : lot.amount
  return sum
}

export function delayedOf(card: Card, purse: Purse, now: Instant): Minor {
  return card.lots
    .filter(isOf(purse))
    .filter((lot) => isDelayed(lot, now) && !isLotExpired(lot, now))
    .reduce((sum, lot) => sum + freeOf(lot), 0)
}
