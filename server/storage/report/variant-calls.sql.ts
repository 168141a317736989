import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { runFragment, sql } from '../../ground/database/fragment.ts'
import { dayOf, type SummedBooks } from './sums-mark.sql.ts'

/** How often rules fired, over all time; no further than `max`. */
export async function countFirings(
  db: Sql,
  { brand }: SummedBooks,
  rules: readonly string[],
  max: number,
): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from (
      select from rule_firing where brand_id = ${brand} and rule_id = any(${textArray(rules)}::text[]) limit ${max + 1}
    ) as fired`
  return row?.count ?? 0
}

interface Counted {
  readonly id: string
  readonly is_visit: boolean
  readonly calls: string
}

/**
 * In how many calls any of the rules of an id gave something, each call once, however many of them did. Voids take
 * their call back on their own day. The calls are found by the firings, so that others need not be read.
 */
export function countVariantCalls(
  db: Sql,
  books: SummedBooks,
  { from, to }: { readonly from: string; readonly to: string },
  named: readonly (readonly [rule: string, id: string])[],
): Promise<Counted[]> {
  const { brand } = books
  const rules = named.map(([rule]) => rule)
  const ids = named.map(([, id]) => id)
  return runFragment<Counted>(
    db,
    sql`
    with fired as (
      select distinct known.id, request.request_ref, request.call_type = 'CHECKOUT_COMPLETE' as is_visit,
        request.voided_by, ${dayOf(books)} as day
      from (
        select distinct request_ref from rule_firing
        where brand_id = ${brand} and rule_id = any(${textArray(rules)}::text[])) as candidate
      join request on request.brand_id = ${brand} and request.request_ref = candidate.request_ref
        and request.error_code is null
      cross join lateral jsonb_array_elements(coalesce(request.detail -> 'effects' -> 'fired', '[]')) as one (firing)
      join unnest(${textArray(rules)}::text[], ${textArray(ids)}::text[]) as known (rule_id, id)
        on known.rule_id = firing ->> 'rule'
      where not coalesce(request.detail -> 'effects' -> 'idle', '[]') ? (firing ->> 'rule'))
    select id, is_visit, sum(sign)::text as calls
    from (
      select id, is_visit, day, 1 as sign from fired
      union all
      select fired.id, fired.is_visit, ${dayOf(books)}, -1
      from fired
      join request on request.brand_id = ${brand} and request.request_ref = fired.voided_by) as counted
    where day between ${from}::date and ${to}::date
    group by id, is_visit`,
  )
}
