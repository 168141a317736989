import { type Fragment, sql } from '../../ground/database/fragment.ts'
import type { SummedBooks } from './sums-mark.sql.ts'

/** The discounts of a sale, by rule and by the coupons that they are owed to: a JSON array, or ''. */
function discountsOf(sale: Fragment): Fragment {
  return sql`
    select coalesce(mutation -> 'origin' ->> 'rule', '') as rule_id, coalesce(mutation ->> 'coupons', '') as coupons,
      sum((mutation ->> 'amount')::bigint) as amount
    from json_array_elements(coalesce(${sale}.content -> 'mutations', '[]')) as one (mutation)
    where mutation ->> 'kind' = 'discount'
    group by 1, 2`
}

/** The same of what a return took back of each of them, which it keeps in the order of the sale's mutations. */
function discountsBackOf(sale: Fragment, back: Fragment): Fragment {
  return sql`
    select coalesce(mutation -> 'origin' ->> 'rule', '') as rule_id, coalesce(mutation ->> 'coupons', '') as coupons,
      -sum((${kept(back)} ->> (place - 1)::integer)::bigint) as amount
    from json_array_elements(coalesce(${sale}.content -> 'mutations', '[]')) with ordinality as one (mutation, place)
    where mutation ->> 'kind' = 'discount'
    group by 1, 2`
}

const kept = (back: Fragment) => sql`(${back}.content -> 'asked' -> 'returned' -> 'discounts')`

/**
 * What the calls of `done` took off prices. A return knows how much of each discount it takes back. One that was made before
 * that was kept knows it of all together: each has its share of that, in proportion, and the shares add up, because each is
 * what is rounded up to it less what is rounded up to the one before.
 */
export function discountLines({ brand }: SummedBooks): Fragment {
  return sql`
    select done.request_ref as ref, done.day, given.rule_id, given.coupons, done.location_id, sale.request_ref as sale_ref,
      sale.currency || '/' || sale.scale as unit, done.sign * given.amount as amount
    from done
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = done.of_ref and sale.kind = 'sale'
    cross join lateral (${discountsOf(sql`sale`)}) as given
    where sale.discount <> 0
    union all
    select done.request_ref, done.day, given.rule_id, given.coupons, done.location_id, sale.request_ref,
      back.currency || '/' || back.scale,
      done.sign * (round(back.discount * given.up_to / sale.discount)
        - round(back.discount * (given.up_to - given.amount) / sale.discount))
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = back.of_ref
    cross join lateral (
      select rule_id, coupons, amount, sum(amount) over (order by rule_id, coupons) as up_to
      from (${discountsOf(sql`sale`)}) as share) as given
    where back.discount <> 0 and sale.discount <> 0 and ${kept(sql`back`)} is null
    union all
    select done.request_ref, done.day, given.rule_id, given.coupons, done.location_id, sale.request_ref,
      back.currency || '/' || back.scale, done.sign * given.amount
    from done
    join checkout as back on back.brand_id = ${brand} and back.request_ref = done.of_ref and back.kind = 'return'
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = back.of_ref
    cross join lateral (${discountsBackOf(sql`sale`, sql`back`)}) as given
    where ${kept(sql`back`)} is not null and given.amount <> 0`
}
