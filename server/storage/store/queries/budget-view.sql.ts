import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** A budget of which little is left. */
export interface TightBudget {
  /** campaignId or campaignId/ruleId, and what is counted. */
  readonly counter: string
  readonly percent: number
}

/** The budgets of which at least so many percent are spent, those with the least left first. */
export function listTightBudgets(db: Sql, brand: BrandId, percentMin: number): Promise<TightBudget[]> {
  return db.rows<TightBudget>`
    select counter, max(floor(100 * (spent + pending) / amount))::integer as percent
    from (
      select counter, period, sum(spent) as spent, max(amount)::numeric as amount
      from budget_stripe
      where brand_id = ${brand} and (ends_at is null or ends_at > now()) and amount > 0
      group by counter, period) as budget
    cross join lateral (
      select coalesce(sum(budget_use.amount * case state when 0 then 1 else -1 end), 0) as pending
      from budget_use
      where budget_use.brand_id = ${brand} and budget_use.counter = budget.counter
        and budget_use.period = budget.period
        and ((state = 0 and (frees_at is null or frees_at > now())) or (state = 1 and frees_at <= now()))) as later
    group by counter
    having max((spent + pending) / amount) * 100 >= ${percentMin}::integer
    order by percent desc, counter`
}

/** What is spent of a budget in the period that runs now. */
export interface SpentNow {
  readonly counter: string
  /** In minor units, with what locked setups have reserved. */
  readonly spent: string
}

/** What is spent now of each of these budgets; those of which nothing was ever spent are absent. */
export function listBudgetsSpent(db: Sql, brand: BrandId, counters: readonly string[]): Promise<SpentNow[]> {
  return db.rows<SpentNow>`
    select counter, max(spent + pending)::text as spent
    from (
      select counter, period, sum(spent) as spent
      from budget_stripe
      where brand_id = ${brand} and counter = any(${textArray(counters)}::text[]) and (ends_at is null or ends_at > now())
      group by counter, period) as budget
    cross join lateral (
      select coalesce(sum(budget_use.amount * case state when 0 then 1 else -1 end), 0) as pending
      from budget_use
      where budget_use.brand_id = ${brand} and budget_use.counter = budget.counter
        and budget_use.period = budget.period
        and ((state = 0 and (frees_at is null or frees_at > now())) or (state = 1 and frees_at <= now()))) as later
    group by counter`
}
