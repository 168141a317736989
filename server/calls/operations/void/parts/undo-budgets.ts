import {
  type BudgetNeed,
  type BudgetUse,
  type Charge,
  givenBack,
  lessOf,
  usesOf,
} from '../../../../domain/campaign/budgets.ts'
import type { BudgetBack, Shortfall } from '../../../../domain/checkout/record.ts'
import type { DecisionContext } from '../../../../domain/decision/decision.ts'
import type { Needs } from '../../../../domain/decision/need.ts'
import type { PastRequest } from '../../../../domain/decision/past-request.ts'
import { chargedBy, chargesBack, chargesOfPayments, worthsOf } from '../../return/parts/returned-budgets.ts'

interface Undone {
  readonly calls: readonly PastRequest[]
  /** What a referrer keeps of what the calls gave stays spent. */
  readonly shortfalls: readonly Shortfall[]
  /** Of a return: its sale, what it had given back to budgets, and the payments that are some again. */
  readonly sale: PastRequest | undefined
  readonly back: readonly BudgetBack[]
  readonly restored: readonly PastRequest[]
}

/**
 * What calls took of budgets is given back, but for levels: that goes by what stands. What a voided return had given back is spent again, whatever the budget has
 * left by now: nothing is given away by that, it only was not taken back after all.
 */
export function undoBudgets(
  { calls, shortfalls, sale, back, restored }: Undone,
  { brand, budget }: Pick<DecisionContext<unknown>, 'brand' | 'budget'>,
): readonly BudgetUse[] | Needs {
  const freed = lessOf(calls.flatMap(chargedBy), worthsOf(shortfalls, brand)).filter(({ amount }) => amount > 0)
  const again = [...(sale ? chargesBack(sale, back) : []), ...chargesOfPayments(restored)]
  const isHeld = (charge: Charge) => {
    const known = budget({ counter: charge.counter, period: charge.period })
    return known?.isAll && known.isLocked
  }
  const missing: BudgetNeed[] = again
    .filter((charge) => !isHeld(charge))
    .map(({ counter, period, amount }) => ({ counter, period, want: amount }))
  if (missing.length > 0) return { kind: 'needs', needs: [{ kind: 'budgets', budgets: missing }] }
  return [...givenBack(freed), ...usesOf(again)]
}
