import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { runFragment, sql } from '../../ground/database/fragment.ts'
import { ruleDay } from './rule-day.sql.ts'
import type { OpenBooks, SummedBooks } from './sums-mark.sql.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** A sum of what a rule did; amounts as text. */
export interface RuleSum {
  readonly rule_id: string
  readonly location_id: string
  readonly measure: string
  readonly unit: string
  readonly amount: string
}

/** Of firings without effect, those of a day more at both ends: they are counted by when the call was made. */
export function listRuleSums(db: Sql, books: OpenBooks, { from, to }: Period): Promise<RuleSum[]> {
  return runFragment<RuleSum>(
    db,
    sql`
      select rule_id, location_id, measure, unit, sum(amount)::text as amount
      from (${ruleDay.all(books)}) as days
      where day between ${from}::date - 1 and ${to}::date + 1
        and (day between ${from}::date and ${to}::date or measure = 'idle')
      group by rule_id, location_id, measure, unit`,
  )
}

/** Rules that fired, and those among them of which nothing came at times. */
interface FiredRules {
  readonly all: readonly string[]
  /** By which id each of them is counted, in the same order. */
  readonly ids: readonly string[]
  readonly idle: readonly string[]
}

/** How many cards were given something by these rules that still stands, by when the call was: of each id. */
export function countCustomers(
  db: Sql,
  { brand, timeZone }: SummedBooks,
  { from, to }: Period,
  rules: FiredRules,
): Promise<{ id: string; customers: number }[]> {
  return db.rows<{ id: string; customers: number }>`
    select id, count(*) as customers
    from (
      select known.id, card_id
      from rule_firing
      join unnest(${textArray(rules.all)}::text[], ${textArray(rules.ids)}::text[]) as known (rule_id, id) using (rule_id)
      where brand_id = ${brand} and rule_firing.rule_id = any(${textArray(rules.all)}::text[]) and card_id is not null and until is null
        and request_ref >= uuid_floor(${from}::date::timestamp at time zone ${timeZone})
        and request_ref < uuid_floor((${to}::date + 1)::timestamp at time zone ${timeZone})
        and (rule_firing.rule_id <> all(${textArray(rules.idle)}::text[]) or not exists (
          select from request
          where request.brand_id = ${brand} and request.request_ref = rule_firing.request_ref
            and request.detail -> 'effects' -> 'idle' ? rule_firing.rule_id))
      group by known.id, card_id) as customer
    group by id`
}
