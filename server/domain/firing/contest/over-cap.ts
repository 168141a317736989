import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { Silent } from '../../campaign/judge.ts'
import { discountOf } from '../../checkout/basket.ts'
import { isWhole, previewGoods } from '../effects/preview-goods.ts'
import type { Run } from '../run.ts'
import { mostOf } from './discount-cap.ts'

/**
 * Why a rule that takes something for its discount, or adds a product, does not fire: the bound would cut it. Nobody pays a
 * hundred points for half of what they buy.
 */
export function findOverCap(run: Run, rule: CompiledRule): Silent | undefined {
  const { basket } = run.result
  if (!basket || !run.context.brand.document.promotions?.maxDiscount || !isWhole(rule)) return undefined
  const after = previewGoods(run, rule, basket)
  const isOver = after.discount > 0 && discountOf(after.basket) > mostOf(run, after.basket)
  return isOver ? { kind: 'nothingToDiscount', why: 'maxDiscount' } : undefined
}
