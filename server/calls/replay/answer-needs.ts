import type { BudgetNeed } from '../../domain/campaign/budgets.ts'
import {
  type CounterNeed,
  type FactNeed,
  type MarkNeed,
  needKey,
  type ReferralNeed,
} from '../../domain/campaign/needs.ts'
import { type Coupon, newCoupon } from '../../domain/coupon/coupon.ts'
import type { Need } from '../../domain/decision/need.ts'
import type { Touches } from '../../domain/decision/touches.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import { markOf } from '../../storage/store/batch/mark.sql.ts'
import type { PastKind, ReplayedCard } from './card-state.ts'
import { bringUndoable, type DecisionFrame, type MutablePast } from './decision-frame.ts'
import { sumHistory } from './history.ts'
import { tierHistory, tierPast } from './levels.ts'
import { isCountedHere } from './shared-counts.ts'

/** What has to be read before a decision can go on. */
export type Missing =
  | { readonly kind: 'past'; readonly past: PastKind; readonly card: CardId }
  | { readonly kind: 'card'; readonly card: CardId }
  /** A call that is not one of the replay, or of which it keeps nothing. */
  | { readonly kind: 'request'; readonly ref: RequestRef }
  | { readonly kind: 'coupon'; readonly id: string }
  | { readonly kind: 'shared'; readonly need: CounterNeed }
  | { readonly kind: 'referral'; readonly need: ReferralNeed; readonly card: CardId }
  /** The key of the brand's marks. */
  | { readonly kind: 'markKey' }
  | { readonly kind: 'budget'; readonly need: BudgetNeed }
  | { readonly kind: 'stock'; readonly set: string }
  /** Nobody can tell: the call cannot be decided. */
  | { readonly kind: 'never'; readonly what: string }

/** Answers what a decision needs, as far as it is in memory; returns what is not. */
export function answerNeeds(needs: readonly Need[], frame: DecisionFrame, issued: readonly Coupon[]): Missing[] {
  return needs.flatMap((need): Missing[] => {
    switch (need.kind) {
      case 'facts':
        return need.facts.flatMap((fact) => answerFact(fact, need.card, frame))
      case 'budgets':
        return need.budgets
          .filter((budget) => !frame.world.budgets.roomOf(budget, frame.clock.now))
          .map((budget) => ({ kind: 'budget', need: budget }))
      case 'freeCoupons':
        return answerCoupons(need, frame, issued)
      case 'more':
        return bringMore(need.touches, frame)
      default:
        return [{ kind: 'never', what: need.kind }]
    }
  })
}

function bringMore(touches: Touches, frame: DecisionFrame): Missing[] {
  const { world, coupons, requests, checkouts } = frame
  const missing = (touches.cardIds ?? []).flatMap((id) => bringCard(id, frame))
  for (const id of touches.coupons ?? []) {
    const coupon = world.coupons.get(id)
    if (coupon) coupons.set(id, coupon)
    else if (!coupons.has(id)) missing.push({ kind: 'coupon', id })
  }
  for (const ref of touches.requests ?? []) {
    if (!requests.has(ref) && !bringOwn(ref, frame)) missing.push({ kind: 'request', ref })
  }
  for (const ref of touches.checkouts ?? []) {
    if (!checkouts.has(ref)) missing.push({ kind: 'never', what: 'another checkout' })
  }
  return missing
}

function bringOwn(ref: RequestRef, frame: DecisionFrame): boolean {
  for (const id of frame.cards.keys()) {
    const own = frame.world.undoable(ref, id)
    if (own) bringUndoable(own, frame)
  }
  return frame.requests.has(ref)
}

function bringCard(id: CardId, frame: DecisionFrame): Missing[] {
  const state = frame.world.cards.get(id)
  if (!state) return [{ kind: 'card', card: id }]
  frame.cards.set(id, state.card)
  const { root } = state.card
  return root && !frame.cards.has(root.id) ? bringCard(root.id, frame) : []
}

function answerFact(need: FactNeed, card: CardId | undefined, frame: DecisionFrame): Missing[] {
  const past = pastOf(card, frame)
  if (need.kind === 'counter' && isCountedHere(need)) return answerShared(need, past, frame)
  if (need.kind === 'mark') return answerMark(need, past, frame)
  if (need.kind === 'referral' && card !== undefined)
    return past.answers.has(needKey(need)) ? [] : [{ kind: 'referral', need, card }]
  if (card === undefined) return [{ kind: 'never', what: need.kind }]
  const own = frame.world.cards.get(card)
  if (!own) return [{ kind: 'card', card }]
  return answerOf({ need, own, past }, frame)
}

function pastOf(card: CardId | undefined, { pasts }: DecisionFrame): MutablePast {
  const past = pasts.get(card) ?? { answers: new Map() }
  pasts.set(card, past)
  return past
}

function answerShared(need: CounterNeed, past: MutablePast, { world, clock }: DecisionFrame): Missing[] {
  const count = world.shared.countOf(need, clock.now, (card) => world.formerOf(card))
  if (count === undefined) return [{ kind: 'shared', need }]
  past.answers.set(needKey(need), count)
  return []
}

/** Of the device of a checkout its mark alone was kept. */
function answerMark(need: MarkNeed, past: MutablePast, { world: { markKey } }: DecisionFrame): Missing[] {
  if (need.of !== 'device' && !markKey) return [{ kind: 'markKey' }]
  past.answers.set(needKey(need), need.of !== 'device' && markKey ? markOf(markKey, need) : need.value)
  return []
}

interface AskedNeeds {
  readonly need: FactNeed
  readonly own: ReplayedCard
  readonly past: MutablePast
}

function answerOf({ need, own, past }: AskedNeeds, frame: DecisionFrame): Missing[] {
  const { brand, clock, world } = frame
  // Sales and codes of a child are kept with its root.
  const root = own.card.root ? world.cards.get(own.card.root.id) : own
  if (!root) return [{ kind: 'card', card: own.card.root?.id ?? own.id }]
  const child = own === root ? undefined : own.id
  switch (need.kind) {
    case 'account':
      if (!own.loaded.account) return missing('account', own)
      if (own.account) past.account = own.account
      return []
    case 'segments':
      if (!own.loaded.segments) return missing('segments', own)
      past.segments = segmentsAt(own, root.id, frame)
      return []
    case 'scores':
      if (!own.loaded.scores) return missing('scores', own)
      past.scores = own.scores ?? {}
      return []
    case 'history':
      if (!root.loaded.history) return missing('history', root)
      past.answers.set(needKey(need), sumHistory(root, { ...need, child }, { brand, now: clock.now }))
      return []
    case 'events':
      if (!own.loaded.events) return missing('events', own)
      past.answers.set(needKey(need), sumEvents(own, need))
      return []
    case 'counter': {
      const counted = need.per === 'child' ? world.cards.get(Number(need.of)) : own
      if (!counted?.loaded.firings) return missing('firings', counted ?? own)
      past.answers.set(needKey(need), countFirings(counted, root, need, clock.now))
      return []
    }
    case 'tier':
    case 'tierHistory':
      return answerTier(need, root, past, frame)
    default:
      return [{ kind: 'never', what: need.kind }]
  }
}

const missing = (past: PastKind, { id: card }: ReplayedCard): Missing[] => [{ kind: 'past', past, card }]

type TierNeed = Extract<FactNeed, { kind: 'tier' | 'tierHistory' }>

function answerTier(need: TierNeed, root: ReplayedCard, past: MutablePast, { brand, clock }: DecisionFrame): Missing[] {
  if (!root.loaded.tier) return missing('tier', root)
  if (!root.loaded.history) return missing('history', root)
  const isEarned = brand.programs.get(need.program)?.tiers?.by.fact === 'earned'
  if (isEarned && !root.loaded.earned) return missing('earned', root)
  const answer = (need.kind === 'tier' ? tierPast : tierHistory)(root, need.program, { brand, clock })
  if (!answer) return [{ kind: 'never', what: 'levels of a program without any' }]
  past.answers.set(needKey(need), answer)
  return []
}

/** Those of today, less what changed since. */
function segmentsAt(own: ReplayedCard, root: CardId, { world, clock }: DecisionFrame): readonly string[] {
  const changes = world.segmentChanges.get(root)
  if (!changes) return own.segments ?? []
  const members = new Set(own.segments)
  for (const { segment_id, change, happened_at } of changes.toReversed()) {
    if (happened_at <= clock.now) break
    if (change === 'enter') members.delete(segment_id)
    else members.add(segment_id)
  }
  return [...members].toSorted()
}

function sumEvents({ events }: ReplayedCard, need: Extract<FactNeed, { kind: 'events' }>) {
  const { since = Number.NEGATIVE_INFINITY, categoryId, eventType, except } = need
  const meant = events.filter(
    (event) =>
      event.happenedAt >= since &&
      event.ref !== except &&
      (categoryId === undefined || event.categoryId === categoryId) &&
      (eventType === undefined || event.eventType === eventType),
  )
  return { count: meant.length, ...(meant.length > 0 && { lastAt: Math.max(...meant.map((one) => one.happenedAt)) }) }
}

/** Firings of a child count with the card that the rule was run for. */
function countFirings(own: ReplayedCard, root: ReplayedCard, need: CounterNeed, now: number): number {
  const { rule, since = Number.NEGATIVE_INFINITY, per } = need
  const firings = per === 'child' && own !== root ? [...own.firings, ...root.firings] : own.firings
  const counts = firings.filter(
    (one) =>
      one.rule === rule &&
      one.at >= since &&
      (one.until === undefined || one.until > now) &&
      (per !== 'child' || one.childId === own.id),
  )
  return counts.length
}

type CouponNeed = Extract<Need, { kind: 'freeCoupons' }>

/** Those that the call really issued, then others of the set, of which nobody will ever see the ids. */
function answerCoupons({ setId, count }: CouponNeed, frame: DecisionFrame, issued: readonly Coupon[]): Missing[] {
  const { world, brand, freeCoupons, call } = frame
  const set = brand.couponSets.get(setId)
  const left = world.stock.get(setId)
  if (left === undefined && !set?.autoGenerate) return [{ kind: 'stock', set: setId }]
  const most = set?.autoGenerate ? count : Math.min(count, left ?? 0)
  const real = issued.filter((coupon) => coupon.setId === setId)
  const made = Array.from({ length: most }, (_, place) => newCoupon(`${call.ref} ${setId} ${place + 1}`, setId))
  freeCoupons.set(setId, { asked: count, coupons: [...real, ...made].slice(0, most) })
  return []
}
