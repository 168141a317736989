import type { Brand } from '../../domain/brand/brand.ts'
import type { Card } from '../../domain/card/card.ts'
import { isUsable } from '../../domain/card/guard.ts'
import { blockOf } from '../../domain/coupon/blocks.ts'
import { type Coupon, isFor } from '../../domain/coupon/coupon.ts'
import { originOf } from '../../domain/decision/audit-origin.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import type { PastRequest } from '../../domain/decision/past-request.ts'
import { type CouponSums, isWorthMore, withOpen, worthOfCoupons } from '../../domain/judge/coupon-worth.ts'
import {
  type DayName,
  type Exceeding,
  type Hand,
  judgeOutcome,
  type Moving,
  type OutcomeVerdict,
  type UndoneCall,
} from '../../domain/judge/judge-outcome.ts'
import { type HandMeasure, measureOf } from '../../domain/judge/limited-action.ts'
import { limitOf } from '../../domain/judge/limits.ts'
import { worthOfOffers } from '../../domain/judge/offer-worth.ts'
import { type MovedPart, sumUp } from '../../domain/judge/outcome-sums.ts'
import { nothing, plus, type Sums, toDecimalText } from '../../domain/judge/sums.ts'
import type { CardId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Work } from './work.ts'

/** What a call by hand is judged in. */
export interface HandRoom {
  readonly brand: Brand
  readonly now: Instant
  readonly today: (day: DayName) => Sums | undefined
  /** A card as it was before the call. */
  readonly cardById: (id: CardId) => Card | undefined
  /** A coupon as it was before the call; undefined also for one that was in stock. */
  readonly coupon: (id: string) => Coupon | undefined
}

export interface JudgedByHand {
  readonly verdict: OutcomeVerdict
  readonly sums: Sums
}

/** Where nothing is judged, nothing is in the way. */
export const fine: OutcomeVerdict = { kind: 'allowed' }

/** Judges what a user of the portal does by what was decided. Undefined where nothing of it is judged. */
export function judgeByHand(work: Work, outcome: Outcome<object>, room: HandRoom): JudgedByHand | undefined {
  const { user } = work.call
  if (!user?.hand) return undefined
  const { name, hand, rights } = user
  const moving = movingOf(work, outcome, { ...room, hand })
  return { verdict: judgeOutcome({ name, hand, locations: rights.locations }, moving, room), sums: moving.sums }
}

interface HandedRoom extends HandRoom {
  readonly hand: Hand
}

function movingOf({ operation, request, call }: Work, outcome: Outcome<object>, room: HandedRoom): Moving {
  const measure = measureOf(operation.name, request as object)
  const undone = undoneBy(call.ref, outcome)
  if (!measure) return { measure, sums: nothing, undone }
  const moved = sumUp(partsOf(measure, outcome, room), measure.counts, room.brand)
  const offers = outcome.cards.flatMap((card) => (card.offers ?? []).filter(({ by }) => by === call.ref))
  const given = offers.length > 0 ? plus(moved, worthOfOffers(offers, room.brand)) : moved
  const { known, open } = couponsOf(measure, outcome, room)
  const limit = limitOf(room.brand, room.hand.role, measure.action)
  const sums = withOpen({ known: plus(given, known), open }, limit)
  return { measure, sums, undone, endsUse: endsUse(measure, outcome, room), openCoupons: open }
}

/**
 * What coupons come to that can be used because of the call. Those of unknown worth count where it is what was asked for;
 * a card's own, which move with everything else, count together as one move.
 */
function couponsOf(measure: HandMeasure, { coupons = [] }: Outcome<object>, room: HandRoom): CouponSums {
  const gained = coupons.filter((coupon) => isGained(coupon, measure, room))
  const worth = worthOfCoupons(gained, room.brand)
  if (measure.givesCoupons) return worth
  const brought = measure.bringsCoupons ? gained.filter(({ id }) => room.coupon(id)) : []
  return { ...worth, open: Math.min(1, worthOfCoupons(brought, room.brand).open) }
}

function isGained(after: Coupon, measure: HandMeasure, { brand, coupon, now }: HandRoom): boolean {
  const { givesCoupons, bringsCoupons = false } = measure
  const before = coupon(after.id)
  if (!isWhole(after, now)) return false
  if (bringsCoupons || !before || !isWhole(before, now)) return true
  const { allowedCards } = after
  return (
    givesCoupons !== undefined &&
    ((allowedCards.length === 0 ? [undefined] : allowedCards).some((card) => !isFor(before, card)) ||
      isWorthMore(after, before, brand))
  )
}

/** Whether somebody can use it, now or once nobody reserves it any more. */
function isWhole(coupon: Coupon, now: Instant): boolean {
  const block = blockOf(coupon, now)
  return block === undefined || block === 'reserved'
}

/** Whether a card that could be used until now is to be replaced. */
function endsUse(measure: HandMeasure | undefined, { subject, child }: Outcome<object>, room: HandRoom): boolean {
  const named = child ?? subject
  const before = measure?.action === 'move' && measure.isPrelude && named ? room.cardById(named.id) : undefined
  return before !== undefined && isUsable(before, room.now)
}

/** Every row of the ledger, and what comes along without one. What expires again as it comes back is no change. */
function partsOf({ action, isPrelude }: HandMeasure, outcome: Outcome<object>, room: HandRoom): readonly MovedPart[] {
  if (isPrelude) return (outcome.snapshots ?? []).flatMap(({ content }) => content.lots)
  const posted = outcome.postings.filter(({ kind }) => kind !== 'Expiration')
  return action === 'move' ? [...posted, ...childrenBrought(outcome, room)] : posted
}

/** Child cards that come under another root keep their balances. */
function childrenBrought({ cards }: Outcome<object>, { cardById }: HandRoom): readonly MovedPart[] {
  return cards.filter(({ id, root }) => root && cardById(id)?.root?.id !== root.id).flatMap(({ lots }) => lots)
}

/** The calls that it voids, the redemptions that paid among them, and the sale that it returns. */
function undoneBy(ref: string, { requests = [], checkouts = [], checkout, detail }: Outcome<object>): UndoneCall[] {
  const voided = requests.filter(({ voidedBy }) => voidedBy === ref)
  const sale = checkout?.kind === 'return' ? checkouts.find((one) => one.ref === checkout.of) : undefined
  return [
    ...voided.map((one) => toUndone(one, one.ref === detail?.voids)),
    ...(sale ? [{ isNamed: true, at: sale.happenedAt, locationId: sale.locationId }] : []),
  ]
}

const toUndone = ({ happenedAt, locationId, detail }: PastRequest, isNamed: boolean): UndoneCall => ({
  isNamed,
  by: detail?.user,
  at: happenedAt,
  locationId,
})

/** That somebody went above their limit alone is kept for good. */
export function withAudit(outcome: Outcome<object>, { call, operation }: Work, passes: Exceeding): Outcome<object> {
  const { action, sums, isADay } = passes
  const after = {
    operation: operation.name,
    limit: action,
    money: toDecimalText(sums.money),
    points: toDecimalText(sums.points),
    ...(isADay && { isADay }),
  }
  const subject = outcome.subject?.number ?? call.ref
  const entry = { action: 'limit.passed' as const, subject, ...originOf(call), after }
  return { ...outcome, audits: [...(outcome.audits ?? []), entry] }
}
