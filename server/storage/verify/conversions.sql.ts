import type { Check, CheckFinding } from './check.ts'

/** What is redeemed and what is issued by a conversion have as many steps, in the sale and in each of its returns. */
export const conversionChecks: readonly Check[] = [
  {
    name: 'no step of a conversion has only one side',
    find: (db, brand) => db.rows<CheckFinding>`
      with half as (
        select request_ref, kind, returned, place, (one ->> 'amount')::numeric as amount, (one ->> 'step')::numeric as step
        from checkout
        cross join lateral json_array_elements(content -> 'mutations') with ordinality as mutation (one, place)
        where brand_id = ${brand} and kind <> 'return' and one ->> 'step' is not null),
      made as (
        select kind || ' ' || request_ref as subject, amount / step as steps
        from half
        union all
        select 'return ' || (back ->> 'ref'), (back -> 'takenBack' ->> (place - 1)::integer)::numeric / step
        from half
        cross join lateral json_array_elements(returned -> 'returns') as kept (back))
      select subject, '0' as expected, sum(steps)::text as found
      from made
      group by subject
      having sum(steps) <> 0
      limit 1000`,
  },
]
