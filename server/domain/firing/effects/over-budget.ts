import type { Minor } from '../../../ground/kernel/money.ts'
import { valueTypeName } from '../../brand/shapes/program-shape.ts'
import { type BudgetCounter, type BudgetOf, inScale } from '../../campaign/budgets.ts'
import type { CompiledRule } from '../../campaign/campaigns.ts'
import type { Silent } from '../../campaign/judge.ts'
import type { Run } from '../run.ts'
import { isWhole, previewGoods } from './preview-goods.ts'

/**
 * Why a rule does not fire because of its budgets. What a rule gives is cut to what is left, but not if it takes
 * something for it: nobody pays a hundred points for half of what they buy. Nor is a product added for half of its
 * discount. A conversion is cut to fewer whole steps instead.
 */
export function findOverBudget(run: Run, rule: CompiledRule): Silent | undefined {
  if (rule.budgets.length === 0) return undefined
  run.context.work.spend(stepsPerBudget * rule.budgets.length)
  const spent = run.budgets.findSpent(rule)
  if (spent || !isWhole(rule)) return spent
  return run.budgets.findShort(rule, (of, counter) => givesOf(run, rule, of, counter))
}

/** To look it up, to keep what it gives within it, and to store what it takes. */
const stepsPerBudget = 40

/** What a rule would give now, if nothing were cut: of a balance in minor units of the counter. */
function givesOf(run: Run, rule: CompiledRule, of: BudgetOf, { scale }: BudgetCounter): Minor {
  const { basket } = run.result
  if (of === 'discount') return basket ? previewGoods(run, rule, basket).discount : 0
  let sum = 0
  for (const { effect: effectOf } of rule.results) {
    const effect = effectOf(run.state.facts)
    if (effect.kind === 'issue' && valueTypeName(effect.valueType) === of)
      sum += inScale(effect.amount, effect.valueType.scale, scale)
  }
  return sum
}
