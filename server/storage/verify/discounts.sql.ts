import type { Check, CheckFinding } from './check.ts'

/** Discounts of checkouts are what their shares add up to, and none takes more than its target was worth. */
export const discountChecks: readonly Check[] = [
  {
    name: "a checkout's discount is what its shares took",
    find: (db, brand) => db.rows<CheckFinding>`
      select kind || ' ' || request_ref as subject, taken::text as expected, discount::text as found
      from checkout
      cross join lateral (
        select coalesce(sum((share ->> 'amount')::bigint), 0) as taken
        from json_array_elements(coalesce(content -> 'mutations', '[]')) as mutation (share)
        where share ->> 'kind' = 'discount') as shares
      where brand_id = ${brand} and kind <> 'return' and discount <> taken
      limit 1000`,
  },
  {
    name: 'no more was taken off shipping than it cost',
    find: (db, brand) => db.rows<CheckFinding>`
      select kind || ' ' || request_ref as subject, 'at most ' || coalesce(content ->> 'shipping', '0') as expected,
        taken::text as found
      from checkout
      cross join lateral (
        select sum((share ->> 'amount')::bigint) as taken
        from json_array_elements(coalesce(content -> 'mutations', '[]')) as mutation (share)
        where share ->> 'on' = 'shipping') as shares
      where brand_id = ${brand} and taken > coalesce((content ->> 'shipping')::bigint, 0)
      limit 1000`,
  },
]
