import { type Fragment, sql } from '../../ground/database/fragment.ts'
import { daySum } from './day-sum.sql.ts'
import { discountLines } from './discount-lines.sql.ts'
import { doneCalls, settledCalls } from './done-calls.sql.ts'
import { type Calls, ruleMark, type SummedBooks } from './sums-mark.sql.ts'

/**
 * In how many calls each rule gave something, and each campaign ("campaign/"): in checkouts, which are visits, and in
 * others. When this changes, `sumsVersion` does.
 */
function firingRows({ brand }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, done.day, gave.rule_id, done.location_id,
      case when call.call_type = 'CHECKOUT_COMPLETE' then 'visit' else 'elsewhere' end as measure, '' as unit,
      done.sign::numeric as amount
    from done
    join request as call on call.brand_id = ${brand} and call.request_ref = done.of_ref
    cross join lateral (
      select distinct unnest(array[firing ->> 'rule', split_part(firing ->> 'rule', '/', 1) || '/']) as rule_id
      from jsonb_array_elements(coalesce(call.detail -> 'effects' -> 'fired', '[]')) as one (firing)
      where not coalesce(call.detail -> 'effects' -> 'idle', '[]') ? (firing ->> 'rule')) as gave
    where not (done.leaves_levels and call.detail #> '{effects,tier,fired}' @> jsonb_build_array(
      jsonb_build_object('rule', gave.rule_id)))`
}

/** What rules gave for levels counts as long as the level stands, whichever call reached it, and which one takes it away. */
function levelRows({ brand }: SummedBooks): Fragment {
  return sql`
    select settled.request_ref as ref, settled.day, firing ->> 'rule' as rule_id, settled.location_id,
      case when call.call_type = 'CHECKOUT_COMPLETE' then 'visit' else 'elsewhere' end as measure, '' as unit,
      case when part -> 'isBack' is null then -1 else 1 end::numeric as amount
    from settled
    cross join lateral jsonb_array_elements(coalesce(settled.detail -> 'tierParts', '[]')) as part
    join request as call on call.brand_id = ${brand} and call.request_ref = (part ->> 'of')::uuid
    cross join lateral jsonb_array_elements(coalesce(call.detail -> 'tierRuns' -> (part ->> 'place')::integer -> 'fired',
      call.detail #> '{effects,tier,fired}', '[]')) as firing
    where not coalesce(call.detail -> 'effects' -> 'idle', '[]') ? (firing ->> 'rule')
    union all
    select settled.request_ref, settled.day, firing ->> 'rule', settled.location_id, 'elsewhere', '', 1
    from settled
    cross join lateral jsonb_path_query(settled.detail, 'lax $.tierRuns[*].fired[*]') as firing
    union all
    select settled.request_ref, settled.day, ledger.origin ->> 'rule', settled.location_id, 'takenBack',
      ledger.value_type_id::text, -ledger.amount
    from settled
    cross join lateral jsonb_array_elements(coalesce(settled.detail -> 'tierParts', '[]')) as part
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = settled.request_ref
      and ledger.origin ->> 'of' = part ->> 'of'
      and coalesce((ledger.origin ->> 'place')::integer, 0) = (part ->> 'place')::integer
      and case when part -> 'isBack' is null then ledger.amount < 0 else ledger.amount > 0 end`
}

/** How often rules fired of which nothing came, whether or not that was voided, by when the call was made. */
function idleRows({ brand, timeZone }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, (call.happened_at at time zone ${timeZone})::date as day, fired.rule_id, done.location_id,
      'idle' as measure, '' as unit, 1::numeric as amount
    from done
    join request as call on call.brand_id = ${brand} and call.request_ref = done.of_ref
    cross join lateral jsonb_array_elements_text(coalesce(call.detail -> 'effects' -> 'idle', '[]')) as fired (rule_id)
    where done.sign > 0`
}

/** What rules took off prices. */
function discountRows(books: SummedBooks): Fragment {
  return sql`
    select ref, day, rule_id, location_id, 'discount' as measure, unit, amount
    from (${discountLines(books)}) as line`
}

const issuedBy = (rows: Fragment) =>
  sql`${rows}.kind = 'Campaign' and ${rows}.amount > 0 and ${rows}.origin ->> 'rule' is not null`

const takenBy = (rows: Fragment) =>
  sql`${rows}.kind = 'Campaign' and ${rows}.amount < 0 and ${rows}.origin ->> 'rule' is not null`

/**
 * What voids and returns took back of what rules had issued: a void all, a return what it took, by the rules' shares. Not
 * what was given for levels, which is told by the calls that really took it.
 */
function takenBackRows({ brand }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, done.day, issued.origin ->> 'rule' as rule_id, done.location_id, 'takenBack' as measure,
      issued.value_type_id::text as unit, issued.amount::numeric as amount
    from done
    join ledger as issued on issued.brand_id = ${brand} and issued.request_ref = done.of_ref and ${issuedBy(sql`issued`)}
    where done.sign < 0 and not (done.leaves_levels and issued.origin ->> 'trigger' = 'tier')
    union all
    select done.request_ref, done.day, given.rule_id, done.location_id, 'takenBack', taken.value_type_id::text,
      done.sign * (round(taken.amount * given.up_to / given.in_all)
        - round(taken.amount * (given.up_to - given.amount) / given.in_all))
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    cross join lateral (
      select value_type_id, -sum(amount) as amount
      from ledger
      where brand_id = ${brand} and request_ref = back.request_ref and kind = 'ReturnMerchandise' and amount < 0
        and origin ->> 'of' is null
      group by value_type_id) as taken
    cross join lateral (
      select origin ->> 'rule' as rule_id, sum(amount) as amount, sum(sum(amount)) over (order by origin ->> 'rule') as up_to,
        sum(sum(amount)) over () as in_all
      from ledger as issued
      where brand_id = ${brand} and request_ref = back.of_ref and value_type_id = taken.value_type_id
        and ${issuedBy(sql`issued`)} and issued.origin ->> 'trigger' is distinct from 'tier'
      group by origin ->> 'rule') as given`
}

/**
 * What rules took from balances for what they gave, and what voids and returns gave back of it. A return gives balance back
 * without saying by which rule it was taken: each has its share, and none more than it took.
 */
function usedRows({ brand }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, done.day, taken.origin ->> 'rule' as rule_id, done.location_id, 'used' as measure,
      taken.value_type_id::text as unit, -done.sign * taken.amount::numeric as amount
    from done
    join ledger as taken on taken.brand_id = ${brand} and taken.request_ref = done.of_ref and ${takenBy(sql`taken`)}
    union all
    select done.request_ref, done.day, taken.rule_id, done.location_id, 'used', given.value_type_id::text,
      -done.sign * (round(least(given.amount, taken.in_all) * taken.up_to / taken.in_all)
        - round(least(given.amount, taken.in_all) * (taken.up_to - taken.amount) / taken.in_all))
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    cross join lateral (
      select value_type_id, sum(amount) as amount
      from ledger
      where brand_id = ${brand} and request_ref = back.request_ref and kind = 'ReturnMerchandise' and amount > 0
        and origin ->> 'of' is null
      group by value_type_id) as given
    cross join lateral (
      select origin ->> 'rule' as rule_id, -sum(amount) as amount,
        -sum(sum(amount)) over (order by origin ->> 'rule') as up_to, -sum(sum(amount)) over () as in_all
      from ledger as own
      where brand_id = ${brand} and request_ref = back.of_ref and value_type_id = given.value_type_id and ${takenBy(sql`own`)}
      group by origin ->> 'rule') as taken`
}

/** All that some calls add to the sums of rules, call by call. */
export function ruleCalls(books: SummedBooks, calls: Calls): Fragment {
  return sql`
      with done as materialized (${doneCalls(books, calls)}), settled as materialized (${settledCalls(books, calls)})
      ${firingRows(books)} union all ${levelRows(books)} union all ${idleRows(books)}
      union all ${discountRows(books)} union all ${takenBackRows(books)} union all ${usedRows(books)}`
}

function ruleRows(books: SummedBooks, calls: Calls): Fragment {
  return sql`
    select day, rule_id, location_id, measure, unit, sum(amount) as amount
    from (${ruleCalls(books, calls)}) as counted
    group by day, rule_id, location_id, measure, unit`
}

export const ruleDay = daySum({
  table: sql`rule_day`,
  keys: sql`day, rule_id, location_id, measure, unit`,
  sums: [sql`amount`],
  rows: ruleRows,
  mark: ruleMark,
  subject: sql`day, rule_id, location_id, measure, unit`,
})
