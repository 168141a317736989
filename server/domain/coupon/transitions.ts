import { defined } from '../../ground/kernel/defined.ts'
import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Card } from '../card/card.ts'
import { blockOf, refuseState } from './blocks.ts'
import { type Coupon, type CouponCard, type DisabledBy, isFor, type Reservation, reservationOf } from './coupon.ts'

/** When a transition happens, and the call that makes it. */
export interface TransitionMoment {
  readonly now: Instant
  readonly by: RequestRef
}

interface Issuance {
  readonly card?: Card
  readonly promotionId?: string
  readonly tags?: readonly string[]
  readonly expiresAt?: Instant
}

/** unallocated -> allocated, permanently. */
export function allocateCouponTo(coupon: Coupon, issuance: Issuance, { now, by }: TransitionMoment): Coupon | Refusal {
  const { card, promotionId, tags = coupon.tags, expiresAt } = issuance
  if (coupon.allocation) return refuseState('allocated')
  if (card && !isFor(coupon, card.number)) return refuseState('otherCard')
  return {
    ...coupon,
    tags,
    ...(expiresAt !== undefined && { expiresAt }),
    allocation: defined({
      at: now,
      by,
      ...(card && { card: toCouponCard(card) }),
      promotionId,
    }),
  }
}

function toCouponCard({ id, status, expiresAt }: Card): CouponCard {
  return defined({ id, status, expiresAt })
}

/** Issued to one card -> issued to another, in any state: a transfer moved it. */
export function reissue(coupon: Coupon, { from, to }: { from: Card; to: Card }): Coupon {
  const { allocation, allowedCards } = coupon
  if (!allocation) return coupon
  return {
    ...coupon,
    allocation: { ...allocation, card: toCouponCard(to) },
    allowedCards: allowedCards.map((number) => (number === from.number ? to.number : number)),
  }
}

/** allocated, unused -> used. */
export function use(coupon: Coupon, { now, by }: TransitionMoment): Coupon | Refusal {
  const block = blockOf(coupon, now)
  return block ? refuseState(block) : { ...unreserved(coupon), use: { at: now, by } }
}

/** used -> unused. If the coupon's expiry has passed in the meantime, it is then expired. */
export function unuse(coupon: Coupon): Coupon | Refusal {
  if (!coupon.allocation) return refuseState('notAllocated')
  if (coupon.disabled) return refuseState('disabled')
  return coupon.use ? unused(coupon) : refuseState('notUsed')
}

/**
 * used -> unused, because the sale that used it was undone. A coupon that was disabled meanwhile stays so: whoever enables
 * it again finds it unused.
 */
export const releaseUse = (coupon: Coupon): Coupon => (coupon.use ? unused(coupon) : coupon)

/**
 * unused -> used, by the sale that had used it before: what made it unused was undone. A coupon that was disabled or has
 * expired meanwhile is used all the same; one that somebody else uses or reserves is not.
 */
export function useAgain(coupon: Coupon, { now, by }: TransitionMoment): Coupon | Refusal {
  if (coupon.use) return refuseState('used')
  return reservationOf(coupon, now) ? refuseState('reserved') : { ...unreserved(coupon), use: { at: now, by } }
}

/** unused -> reserved. There is only one reservation at a time. */
export function reserve(coupon: Coupon, reservation: Reservation, now: Instant): Coupon | Refusal {
  if (reservation.until <= now) return refuseField(100, 'reserveUntil', 'must be in the future')
  const block = blockOf(coupon, now)
  return block ? refuseState(block) : { ...coupon, reservation }
}

/** reserved -> unused, unreserved. Only the setup that made a reservation can release it. */
export function releaseReservation(coupon: Coupon, now: Instant, setup?: RequestRef): Coupon | Refusal {
  return checkReservation(coupon, now, setup) ?? unreserved(coupon)
}

/** reserved -> used. */
export function useReservation(coupon: Coupon, { now, by }: TransitionMoment, setup?: RequestRef): Coupon | Refusal {
  return checkReservation(coupon, now, setup) ?? { ...unreserved(coupon), use: { at: now, by } }
}

function checkReservation(coupon: Coupon, now: Instant, setup: RequestRef | undefined): Refusal | undefined {
  if (!coupon.allocation) return refuseState('notAllocated')
  if (coupon.disabled) return refuseState('disabled')
  if (coupon.use) return refuseState('used')
  const reservation = reservationOf(coupon, now)
  if (!reservation) return refuseState('notReserved')
  return reservation.setup === setup ? undefined : refuseState('inCheckout')
}

/** Any state -> disabled. Callers cannot ask for this: setups, voids and returns do it. */
export function disable(coupon: Coupon, disabled: DisabledBy): Coupon | Refusal {
  return coupon.allocation ? { ...coupon, disabled } : refuseState('notAllocated')
}

/** disabled by a locked setup -> enabled, when the setup completes. A void disables for good. */
export function enable(coupon: Coupon): Coupon | Refusal {
  if (coupon.disabled !== 'setup') return refuseState(coupon.disabled ? 'disabled' : 'enabled')
  const { disabled: _, ...enabled } = coupon
  return enabled
}

/** disabled by a return -> as it was before, when the return is voided. */
export function enableAgain(coupon: Coupon): Coupon {
  const { disabled, ...enabled } = coupon
  return disabled === 'return' ? enabled : coupon
}

function unreserved(coupon: Coupon): Coupon {
  const { reservation: _, ...rest } = coupon
  return rest
}

function unused(coupon: Coupon): Coupon {
  const { use: _, ...rest } = coupon
  return rest
}
