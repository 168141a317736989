import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { ValueType } from '../brand/brand.ts'
import { mostOf, refuseEmptyHold, refuseOverfull, refuseTooLittle } from './balance-limits.ts'
import type { CardBook, MutationType, NewLot, Origin } from './book.ts'
import { isOf, type Purse } from './card.ts'
import { findHold, sumOf, takeFromParts } from './holds.ts'
import { spendableLots, takeFromLots, totalOf } from './lots.ts'
import { passOn } from './take-back.ts'

/** What a movement needs to know besides its amount. */
export interface Movement {
  readonly purse: Purse
  readonly amount: Minor
  readonly kind: MutationType
  readonly now: Instant
  readonly origin?: Origin
}

/** Puts an amount into a new lot. The maximum balance counts free, held and delayed balance together. */
export function issue(
  book: CardBook,
  valueType: ValueType,
  movement: Movement & Omit<NewLot, keyof Purse>,
): Refusal | undefined {
  const { purse, amount, kind, now, origin, ...lot } = movement
  if (valueType.switchedOff) return refuse(115)
  if (amount > mostOf(valueType) - totalOf(book.card, purse, now)) return refuseOverfull(valueType)
  book.issue({ ...purse, ...lot, amount }, kind, origin)
  return undefined
}

/** Takes an amount in redemption order: all of it, or with `upTo` what is there. Answers what was taken. */
export function redeem(book: CardBook, movement: Movement & { upTo?: boolean }): Refusal | { redeemed: Minor } {
  const { purse, amount, kind, now, origin, upTo = false } = movement
  const { parts, short } = takeFromLots(spendableLots(book.card, purse, now), amount)
  if (short > 0 && !upTo) return refuseTooLittle()
  book.take(parts, kind, origin)
  return { redeemed: amount - short }
}

/** Reserves an amount in redemption order for a hold. */
export function hold(book: CardBook, movement: Movement & { ref: RequestRef }): Refusal | undefined {
  const { purse, amount, kind, now, ref } = movement
  const { parts, short } = takeFromLots(spendableLots(book.card, purse, now), amount)
  if (short > 0) return refuseTooLittle()
  book.reserve(ref, parts, kind)
  return undefined
}

interface HoldUse extends Movement {
  readonly hold: RequestRef
  readonly upTo: boolean
  readonly releaseRest: boolean
}

/** Takes what a hold reserved, even when it has expired meanwhile, and never more than it has left. */
export function redeemFromHold(book: CardBook, use: HoldUse): Refusal | { redeemed: Minor } {
  const found = findHold(book.card, use.hold)
  if (!found?.lots.every(isOf(use.purse))) return refuse(117)
  const { parts, rest, short } = takeFromParts(found.parts, use.amount)
  if (short > 0 && !use.upTo) return refuseEmptyHold()
  book.takeHeld(use.hold, parts, use.kind)
  const kind = use.amount === 0 ? 'Hold' : use.kind
  if (use.releaseRest) book.release(use.hold, rest, kind)
  for (const { lot, amount } of use.releaseRest ? rest : []) passOn(book, lot, { amount, kind })
  return { redeemed: sumOf(parts) }
}
