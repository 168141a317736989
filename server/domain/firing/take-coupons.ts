import type { PresentedCoupon } from '../campaign/call-facts.ts'
import type { CompiledRule } from '../campaign/campaigns.ts'
import type { Holds } from '../campaign/judge.ts'
import type { Run } from './run.ts'

const noCoupons: readonly PresentedCoupon[] = []

/** The coupons and codes that a firing uses. Later rules do not find them among those that were presented. */
export function takeCoupons(
  { state: { facts }, result }: Run,
  rule: CompiledRule,
  holds: Holds,
): readonly PresentedCoupon[] {
  if (holds.coupons.length === 0) return noCoupons
  const used = holds.coupons.flatMap((id) => facts.coupons.find((coupon) => coupon.id === id) ?? [])
  facts.coupons = facts.coupons.filter((coupon) => !used.includes(coupon))
  result.usedCoupons.push(...used)
  const opening = (holds.opening ?? []).map((coupon) => ({ campaign: rule.campaign.id, coupon }))
  if (opening.length > 0) facts.opened = [...(facts.opened ?? []), ...opening]
  return used
}
