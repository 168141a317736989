import type { Sql } from '../database/connection.ts'
import { type Fragment, runFragment, sql } from '../database/fragment.ts'
import {
  type Books,
  type Calls,
  dayOf,
  inSpan,
  isSummed,
  type RefSpan,
  sinceSummed,
  upToSummed,
  type WrongSum,
} from './sums-mark.sql.ts'

/**
 * What some calls did (sign 1) and undid (sign -1): `of_ref` is the call that fired, or the one that was voided, with the
 * redemptions that paid it.
 */
function doneRows(books: Books, calls: Calls): Fragment {
  const { brand } = books
  const own = sql`request.brand_id = ${brand} and ${calls(sql`request.request_ref`)} and request.error_code is null`
  return sql`
    select request.request_ref, request.request_ref as of_ref, ${dayOf(books)} as day,
      coalesce(request.location_id, '') as location_id, 1 as sign
    from request
    where ${own} and (request.detail ? 'effects' or request.call_type = 'RETURN_MERCHANDISE')
    union all
    select request.request_ref, (request.detail ->> 'voids')::uuid, ${dayOf(books)}, coalesce(request.location_id, ''), -1
    from request
    where ${own} and request.operation = 'voidTransaction' and request.detail ? 'voids'
    union all
    select request.request_ref, paid.request_ref, ${dayOf(books)}, coalesce(request.location_id, ''), -1
    from request
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = (request.detail ->> 'voids')::uuid
    cross join lateral json_array_elements(coalesce(sale.content -> 'payments', '[]')) as payment (one)
    join request as paid on paid.brand_id = ${brand} and paid.request_ref = (payment.one ->> 'request')::uuid
      and paid.voided_by = request.request_ref
    where ${own} and request.operation = 'voidTransaction'`
}

/** Each rule that fired, and each campaign of which one did. */
function firingRows({ brand }: Books): Fragment {
  return sql`
    select done.day, fired.rule_id, done.location_id, fired.measure, '' as unit, sum(done.sign) as amount
    from done
    join request as call on call.brand_id = ${brand} and call.request_ref = done.of_ref
    cross join lateral (
      select distinct firing ->> 'rule' as rule_id, 'firing' as measure
      from jsonb_array_elements(coalesce(call.detail -> 'effects' -> 'fired', '[]')) as one (firing)
      union
      select split_part(firing ->> 'rule', '/', 1) || '/', 'visit'
      from jsonb_array_elements(coalesce(call.detail -> 'effects' -> 'fired', '[]')) as one (firing)) as fired
    group by done.day, fired.rule_id, done.location_id, fired.measure`
}

/** The discounts of sales by rule. */
function discountsOf(sale: Fragment): Fragment {
  return sql`
    select coalesce(mutation -> 'origin' ->> 'rule', '') as rule_id, sum((mutation ->> 'amount')::bigint) as amount
    from json_array_elements(coalesce(${sale}.content -> 'mutations', '[]')) as one (mutation)
    where mutation ->> 'kind' = 'discount'
    group by 1`
}

/**
 * What rules took off prices. A return knows how much of all discounts it takes back; each rule has its share of that,
 * in proportion, and the shares add up: each is what is rounded up to it less what is rounded up to the one before.
 */
function discountRows({ brand }: Books): Fragment {
  return sql`
    select done.day, given.rule_id, done.location_id, 'discount' as measure, sale.currency || '/' || sale.scale as unit,
      sum(done.sign * given.amount) as amount
    from done
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = done.of_ref and sale.kind = 'sale'
    cross join lateral (${discountsOf(sql`sale`)}) as given
    where sale.discount <> 0
    group by done.day, given.rule_id, done.location_id, sale.currency, sale.scale
    union all
    select done.day, given.rule_id, done.location_id, 'discount', back.currency || '/' || back.scale,
      sum(done.sign * (round(back.discount * given.up_to / sale.discount)
        - round(back.discount * (given.up_to - given.amount) / sale.discount)))
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = back.of_ref
    cross join lateral (
      select rule_id, amount, sum(amount) over (order by rule_id) as up_to
      from (${discountsOf(sql`sale`)}) as share) as given
    where back.discount <> 0 and sale.discount <> 0
    group by done.day, given.rule_id, done.location_id, back.currency, back.scale`
}

const issuedBy = (rows: Fragment) =>
  sql`${rows}.kind = 'Campaign' and ${rows}.amount > 0 and ${rows}.origin ->> 'rule' is not null`

/** What voids and returns took back of what rules had issued: a void all, a return what it took, by the rules' shares. */
function takenBackRows({ brand }: Books): Fragment {
  return sql`
    select done.day, issued.origin ->> 'rule' as rule_id, done.location_id, 'takenBack' as measure,
      issued.value_type_id::text as unit, sum(issued.amount)::numeric as amount
    from done
    join ledger as issued on issued.brand_id = ${brand} and issued.request_ref = done.of_ref and ${issuedBy(sql`issued`)}
    where done.sign < 0
    group by done.day, issued.origin ->> 'rule', done.location_id, issued.value_type_id
    union all
    select done.day, given.rule_id, done.location_id, 'takenBack', taken.value_type_id::text,
      sum(done.sign * (round(taken.amount * given.up_to / given.in_all)
        - round(taken.amount * (given.up_to - given.amount) / given.in_all)))
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    cross join lateral (
      select value_type_id, -sum(amount) as amount
      from ledger
      where brand_id = ${brand} and request_ref = back.request_ref and kind = 'ReturnMerchandise' and amount < 0
      group by value_type_id) as taken
    cross join lateral (
      select origin ->> 'rule' as rule_id, sum(amount) as amount, sum(sum(amount)) over (order by origin ->> 'rule') as up_to,
        sum(sum(amount)) over () as in_all
      from ledger as issued
      where brand_id = ${brand} and request_ref = back.of_ref and value_type_id = taken.value_type_id
        and ${issuedBy(sql`issued`)}
      group by origin ->> 'rule') as given
    group by done.day, given.rule_id, done.location_id, taken.value_type_id`
}

function ruleRows(books: Books, calls: Calls): Fragment {
  return sql`
    select day, rule_id, location_id, measure, unit, sum(amount) as amount
    from (
      with done as materialized (${doneRows(books, calls)})
      ${firingRows(books)} union all ${discountRows(books)} union all ${takenBackRows(books)}) as counted
    group by day, rule_id, location_id, measure, unit`
}

export async function addRuleDays(db: Sql, books: Books, span: RefSpan): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into rule_day (brand_id, day, rule_id, location_id, measure, unit, amount)
      select ${books.brand}, day, rule_id, location_id, measure, unit, amount
      from (${ruleRows(books, inSpan(span))}) as folded
      on conflict (brand_id, day, rule_id, location_id, measure, unit) do update
      set amount = rule_day.amount + excluded.amount`,
  )
}

/** All that rules did, by day: the sums, and what has happened since. */
export function allRuleDays(books: Books): Fragment {
  return sql`
    select day, rule_id, location_id, measure, unit, amount from rule_day
    where brand_id = ${books.brand} and ${isSummed(books)}
    union all ${ruleRows(books, sinceSummed(books))}`
}

export function findWrongRuleDays(db: Sql, books: Books): Promise<WrongSum[]> {
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${ruleRows(books, upToSummed(books))})
      select concat_ws(' ', day, rule_id, location_id, measure, unit) as subject,
        coalesce(derived.amount, 0)::text as expected, coalesce(stored.amount, 0)::text as found
      from derived
      full join (select * from rule_day where brand_id = ${books.brand} and ${isSummed(books)}) as stored
        using (day, rule_id, location_id, measure, unit)
      where coalesce(derived.amount, 0) <> coalesce(stored.amount, 0)
      limit 1000`,
  )
}
