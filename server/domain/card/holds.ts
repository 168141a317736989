import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Card, Lot } from './card.ts'
import { byRedemptionOrder, type LotPart, type Taken } from './lots.ts'

/** What a hold still reserves, in redemption order; undefined when it is unknown, used up or released. */
export function findHold(
  card: Card,
  hold: RequestRef,
): { lots: readonly Lot[]; parts: readonly LotPart[] } | undefined {
  const reserved = card.portions
    .filter((portion) => portion.hold === hold)
    .flatMap((portion) => {
      const lot = card.lots.find(({ no }) => no === portion.lot)
      return lot ? [{ lot, amount: portion.amount }] : []
    })
    .toSorted((a, b) => byRedemptionOrder(a.lot, b.lot))
  if (reserved.length === 0) return undefined
  return { lots: reserved.map(({ lot }) => lot), parts: reserved.map(({ lot, amount }) => ({ lot: lot.no, amount })) }
}

/** Takes from the parts in their order. */
export function takeFromParts(parts: readonly LotPart[], amount: Minor): Taken & { rest: readonly LotPart[] } {
  const taken: LotPart[] = []
  const rest: LotPart[] = []
  let left = amount
  for (const part of parts) {
    const take = Math.min(left, part.amount)
    if (take > 0) taken.push({ lot: part.lot, amount: take })
    if (part.amount > take) rest.push({ lot: part.lot, amount: part.amount - take })
    left -= take
  }
  return { parts: taken, rest, short: left }
}

export const sumOf = (parts: readonly LotPart[]): Minor => parts.reduce((sum, part) => sum + part.amount, 0)

export const hasHolds = (card: Card): boolean => card.portions.length > 0
