import assert from 'node:assert/strict'
import { reachedAt, type Stripe, shareOut, sumSpent, toldPercents } from '../../domain/campaign/budget-stripes.ts'
import { type BudgetName, type BudgetRoom, type BudgetUse, budgetKey } from '../../domain/campaign/budgets.ts'
import type { ReachedBudget } from '../../domain/view/notice/budget-notices.ts'
import type { Minor } from '../../ground/kernel/money.ts'
import type { StripeRow } from '../../storage/store/batch/budget.sql.ts'
import type { BudgetHints } from './hot-budgets.ts'

/** What a batch has of a budget. */
export interface HeldBudget {
  readonly counter: string
  readonly period: string
  readonly amount: Minor
  /** Those that are locked: the lane's own, or all of them. None if nothing is left, as far as anybody has committed. */
  readonly stripes: readonly Stripe[]
  /** The stripe that is charged. */
  readonly own: number
  readonly isAll: boolean
  /** Of all stripes, with what was given back since: known only if `isAll`. */
  readonly spent: Minor
  readonly told: number
}

/** By the key of their need. */
export type HeldBudgets = Map<string, HeldBudget>

/** Budgets as the commands of a batch leave them: each sees what is left after those before it. */
export class BatchBudgets {
  private readonly held: ReadonlyMap<string, HeldBudget>
  /** Those that decisions looked at. */
  private readonly asked = new Set<string>()
  private readonly charged = new Map<string, Minor>()
  private readonly told = new Map<string, number>()

  constructor(held: ReadonlyMap<string, HeldBudget>) {
    this.held = held
  }

  /** Undefined also if the budget is another one by now than when it was shared out. */
  roomOf(name: BudgetName): BudgetRoom | undefined {
    const key = budgetKey(name)
    const held = this.held.get(key)
    if (!held || (name.amount !== undefined && name.amount !== held.amount)) return undefined
    this.asked.add(key)
    const { amount, isAll } = held
    const isLocked = held.stripes.length > 0
    const charged = this.charged.get(key) ?? 0
    const spent = held.spent + charged
    if (isAll) return { room: Math.max(0, amount - spent), isAll, spent, isLocked }
    const own = held.stripes.reduce((sum, stripe) => sum + stripe.granted - stripe.spent, 0)
    return { room: Math.max(0, own - charged), isAll, spent, isLocked }
  }

  /** Charges what a command takes. Returns the percentages that it reaches: only who holds a whole budget can reach one. */
  charge(uses: readonly BudgetUse[]): ReachedBudget[] {
    return uses.filter(({ amount }) => amount > 0).flatMap((use) => this.chargeOne(use))
  }

  private chargeOne(use: BudgetUse): ReachedBudget[] {
    const key = budgetKey(use)
    const held = this.held.get(key)
    assert(held && held.stripes.length > 0, 'a budget is charged only where it is locked')
    const charged = (this.charged.get(key) ?? 0) + use.amount
    this.charged.set(key, charged)
    if (!held.isAll) return []
    const { counter, period, amount } = held
    const spent = held.spent + charged
    const before = this.told.get(key) ?? held.told
    const reached = toldPercents.filter((percent) => percent > before && spent >= reachedAt(amount, percent))
    this.told.set(key, Math.max(before, ...reached))
    return reached.map((percent) => ({ counter, period, amount, spent, percent }))
  }

  /** What the next batch is going to need, if it is like this one. */
  get hints(): BudgetHints {
    const used = [...this.held].filter(([key]) => this.asked.has(key)).map(([key, held]) => ({ key, held }))
    const rows = this.changes()
    const hasEnough = ({ key, held }: (typeof used)[number]) => {
      const after = rows.find((row) => budgetKey(row) === key && row.stripe === held.own) ?? held.stripes[0]
      return after !== undefined && after.granted - after.spent > 2 * (this.charged.get(key) ?? 0)
    }
    return {
      own: used
        .filter(({ held }) => held.stripes.length > 0)
        .filter(hasEnough)
        .map(({ held }) => nameOf(held)),
      spent: used.filter(({ held }) => held.stripes.length === 0).map(({ held }) => nameOf(held)),
    }
  }

  /** The stripes as they become. What is left of a whole budget is shared out anew. */
  changes(): StripeRow[] {
    return [...this.held].flatMap(([key, held]) => {
      const { counter, period, amount, stripes, own, isAll } = held
      if (stripes.length === 0) return []
      const charged = this.charged.get(key) ?? 0
      if (charged === 0 && !isAll) return []
      // What was given back is part of the stripe that is charged.
      const folded = isAll ? held.spent - sumSpent(stripes) : 0
      const after = stripes.map((one) => (one.stripe === own ? { ...one, spent: one.spent + folded + charged } : one))
      const shared = isAll ? shareOut(after, amount, this.told.get(key) ?? held.told) : after
      return shared.map((stripe) => ({ counter, period, ...stripe }))
    })
  }
}

const nameOf = ({ counter, period }: HeldBudget) => ({ counter, period })
