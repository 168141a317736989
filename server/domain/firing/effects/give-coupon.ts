import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import type { AllocateCouponEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { allocateCouponTo } from '../../coupon/transitions.ts'
import { type FiredEffect, nothingOf } from '../fired-effect.ts'
import type { Run } from '../run.ts'
import { receivingCard } from './receiving-card.ts'

/**
 * Issues a coupon of the set to the root card or to the referrer. Without a card, it is issued to nobody. What the
 * referrer gets can be used by whoever knows it, so the buyer is not told its id.
 */
export function giveCoupon(run: Run, firedEffect: FiredEffect<AllocateCouponEffect>): EffectSummary {
  const { effect, fired } = firedEffect
  const { brand, freeCoupons, call, now } = run.context
  if (brand.couponSets.get(effect.set)?.switchedOff !== false) return nothingOf(firedEffect, 'depleted')
  const receiving = receivingCard(run, effect.to)
  if (receiving.kind === 'nobody') return nothingOf(firedEffect, receiving.reason)
  const isReferrers = receiving.kind === 'referrer'
  const { isHypothetical, drawnFrom } = run.state.input
  if (isHypothetical) {
    fired.gaveReferrerLast = isReferrers
    return summarize(effect)
  }
  const { issuedCoupons } = run.result
  const ofCall = drawnFrom === effect.set ? 1 : 0
  const before = ofCall + issuedCoupons.filter(({ setId }) => setId === effect.set).length
  const wanted = Math.max(before, run.wants.coupons.get(effect.set) ?? 0) + 1
  const coupons = freeCoupons(effect.set, before + 1)
  if (!coupons) {
    run.wants.coupons.set(effect.set, wanted)
    if (isReferrers) run.wants.forAnyCard.add(effect.set)
    return summarize(effect)
  }
  const drawn = coupons[before]
  if (!drawn) return nothingOf(firedEffect, 'depleted')
  const card = isReferrers ? receiving.card : run.state.bookOf('root')?.card
  const { promotion, expiresAt, tags, onlyThisCard } = effect
  const issuance = defined({
    card,
    promotionId: promotion,
    ...(tags.length > 0 && { tags }),
    expiresAt,
  })
  const allocated = allocateCouponTo(drawn, issuance, { now, by: call.ref })
  if (isRefusal(allocated)) return nothingOf(firedEffect, 'depleted')
  issuedCoupons.push(card && onlyThisCard ? { ...allocated, allowedCards: [card.number] } : allocated)
  const given = defined({ id: drawn.id, expiresAt })
  fired.gaveReferrerLast = isReferrers
  if (isReferrers) {
    run.result.referrerCoupons.push(drawn.id)
    fired.toReferrer = { ...fired.toReferrer, coupon: given }
  } else {
    fired.coupon = given
  }
  return summarize(effect)
}
