import type { AllocateCouponEffect } from '../../campaign/effects.ts'
import { type EffectSummary, summarize } from '../../campaign/trace.ts'
import { allocate } from '../../coupon/transitions.ts'
import { type Act, nothingOf } from '../carry-out.ts'
import type { RuleRun } from '../rule-run.ts'

/** A coupon of the set is issued to the root card; without a card it is issued to nobody. */
export function giveCoupon(run: RuleRun, act: Act<AllocateCouponEffect>): EffectSummary {
  const { effect, fired } = act
  const { brand, freeCoupons, call, now } = run.surroundings
  if (brand.couponSets.get(effect.set)?.switchedOff !== false) return nothingOf(act, 'depleted')
  const { isHypothetical, drawnFrom } = run.scene.occasion
  if (isHypothetical) return summarize(effect)
  const { issuedCoupons } = run.happened
  const ofCall = drawnFrom === effect.set ? 1 : 0
  const before = ofCall + issuedCoupons.filter(({ setId }) => setId === effect.set).length
  const wanted = Math.max(before, run.wants.coupons.get(effect.set) ?? 0) + 1
  const coupons = freeCoupons(effect.set, before + 1)
  if (!coupons) {
    run.wants.coupons.set(effect.set, wanted)
    return summarize(effect)
  }
  const drawn = coupons[before]
  if (!drawn) return nothingOf(act, 'depleted')
  const card = run.scene.bookOf('root')?.card
  const { promotion, expiresAt, tags, onlyThisCard } = effect
  const issuance = {
    ...(card && { card }),
    ...(promotion !== undefined && { promotionId: promotion }),
    ...(tags.length > 0 && { tags }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
  const allocated = allocate(drawn, issuance, { now, by: call.ref })
  if ('kind' in allocated) return nothingOf(act, 'depleted')
  issuedCoupons.push(card && onlyThisCard ? { ...allocated, allowedCards: [card.number] } : allocated)
  fired.coupon = { id: drawn.id, ...(expiresAt !== undefined && { expiresAt }) }
  return summarize(effect)
}
