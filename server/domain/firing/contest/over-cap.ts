import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { Silent } from '../../campaign/judge.ts'
import { previewDiscount } from '../effects/take-discount.ts'
import type { Run } from '../run.ts'
import { roomUnderCap } from './discount-cap.ts'

/**
 * Why a rule that takes something for its discount does not fire: the bound would cut it. Nobody pays a hundred points for
 * half of what they buy.
 */
export function findOverCap(run: Run, rule: CompiledRule): Silent | undefined {
  let { basket } = run.result
  if (!basket || !run.context.brand.document.promotions?.maxDiscount) return undefined
  if (!rule.results.some(({ name }) => name === 'redeem')) return undefined
  const room = roomUnderCap(run, basket)
  let sum = 0
  for (const { effect: effectOf, discount } of rule.results) {
    const effect = effectOf(run.state.facts)
    if (!discount || effect.kind !== 'discount') continue
    const taken = previewDiscount(basket, discount, effect)
    basket = taken.basket
    sum += taken.amount
  }
  return sum > room ? { kind: 'nothingToDiscount', why: 'maxDiscount' } : undefined
}
