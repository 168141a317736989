import { type BudgetUse, budgetKey, type Charge } from '../../domain/campaign/budgets.ts'
import type { BookedMove, LevelMove } from '../../domain/campaign/tier/level-history.ts'
import type { LevelPlan } from '../../domain/campaign/tier/level-plan.ts'
import type { DecisionContext } from '../../domain/decision/decision.ts'
import type { Needs } from '../../domain/decision/need.ts'
import type { Outcome } from '../../domain/decision/outcome.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { takenCharges } from './tier-part.ts'

type Context = Pick<DecisionContext<unknown>, 'budget' | 'now' | 'pastRequest'>

/**
 * What a level gave is given back only as far as budgets still have what they got back when it was lost. Where others
 * have had that meanwhile, the level is as good as reached now: its rules run anew, with what is left.
 */
export function payAgain(plan: LevelPlan, { budgetUses = [] }: Outcome<object>, context: Context): LevelPlan | Needs {
  const unknown = plan.back.flatMap(({ by, lostBy = by }) => [by, lostBy]).filter((ref) => !context.pastRequest(ref))
  if (unknown.length > 0)
    return { kind: 'needs', needs: [{ kind: 'more', touches: { requests: [...new Set(unknown)] } }] }
  const owed = plan.back.map((move) => owedFor(move, context))
  const missing = owed.flat().filter((charge) => !isHeld(charge, context))
  if (missing.length > 0) {
    const budgets = missing.map(({ counter, period, amount }) => ({ counter, period, want: amount }))
    return { kind: 'needs', needs: [{ kind: 'budgets', budgets }] }
  }
  const taken = budgetUses.filter(({ amount }) => amount > 0)
  const unpaid = new Set<BookedMove>()
  for (const [index, move] of plan.back.entries()) {
    const charges = owed[index] ?? []
    if (charges.every((charge) => hasRoom(charge, [...taken, ...charges], context))) taken.push(...charges)
    else unpaid.add(move)
  }
  if (unpaid.size === 0) return plan
  const back = plan.back.filter((move) => !unpaid.has(move))
  const again = [...unpaid].map(({ on, level, at, ref }): LevelMove => defined({ on, level, at, ref }))
  return { ...plan, back, fresh: [...plan.fresh, ...again].toSorted((one, other) => one.at - other.at) }
}

/** What budgets got back when the level was lost. */
function owedFor(move: BookedMove, { pastRequest }: Context): readonly Charge[] {
  const lost = move.gave && !move.isOld && move.lostBy !== undefined ? pastRequest(move.lostBy) : undefined
  return lost ? takenCharges(lost, move) : []
}

function isHeld({ counter, period }: Charge, { budget }: Context): boolean | undefined {
  const known = budget({ counter, period })
  return known?.isAll && known.isLocked
}

/** A period that is long over is gone with its sum, and what left the days that are counted is in no sum: nobody can have had it. */
function hasRoom(charge: Charge, taken: readonly Pick<BudgetUse, 'counter' | 'period' | 'amount'>[], context: Context) {
  const { room = 0, spent = 0 } = context.budget({ counter: charge.counter, period: charge.period }) ?? {}
  if (room + spent <= 0 || (charge.agesAt !== undefined && charge.agesAt <= context.now)) return true
  const own = taken.filter((use) => budgetKey(use) === budgetKey(charge))
  return own.reduce((sum, { amount }) => sum + amount, 0) <= room
}
