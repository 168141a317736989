import type { Check, CheckFinding } from './check.ts'

/** The promises about budgets. */
export const budgetChecks: readonly Check[] = [
  {
    name: 'what budgets have spent equals their uses',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'budget ' || stripes.counter || ' ' || stripes.period as subject, coalesce(uses.amount, 0)::text as expected,
        stripes.spent::text as found
      from (
        select counter, period, sum(spent) as spent
        from budget_stripe
        where brand_id = ${brand}
        group by counter, period) as stripes
      left join (
        select counter, period, sum(amount) as amount
        from budget_use
        where brand_id = ${brand} and state = 1
        group by counter, period) as uses using (counter, period)
      where stripes.spent <> coalesce(uses.amount, 0)
      limit 1000`,
  },
  {
    name: 'no budget grants more than it has left',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'budget ' || counter || ' ' || period as subject, 'at most ' || max(amount) as expected,
        sum(spent) || ' spent and ' || sum(granted - spent) || ' granted' as found
      from budget_stripe
      where brand_id = ${brand}
      group by counter, period
      having bool_or(granted < spent)
        or (sum(granted) > sum(spent) and sum(granted) > max(amount))
        or sum(spent) < 0
      limit 1000`,
  },
  {
    name: 'each use of a budget belongs to a call that succeeded',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'budget ' || counter || ' in request ' || budget_use.request_ref as subject,
        'a recorded success' as expected, coalesce('error ' || error_code, 'no record') as found
      from budget_use
      left join request on request.brand_id = ${brand} and request.request_ref = budget_use.request_ref
      where budget_use.brand_id = ${brand} and (request.request_ref is null or request.error_code is not null)
      limit 1000`,
  },
  {
    // Those of a completed setup are in the setup's name. What is older may be gone with its period.
    name: 'calls took of budgets what their records say',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'request ' || request.request_ref as subject, charged.amount::text as expected,
        coalesce(uses.amount, 0)::text as found
      from request
      cross join lateral (
        select sum((charge ->> 'amount')::bigint) as amount
        from jsonb_array_elements((detail -> 'effects' -> 'charged')::jsonb) as charge) as charged
      left join (
        select request_ref, sum(amount) as amount
        from budget_use
        where brand_id = ${brand} and amount > 0
        group by request_ref) as uses on uses.request_ref = request.request_ref
      where request.brand_id = ${brand} and detail -> 'effects' -> 'charged' is not null
        and request.request_ref >= uuid_floor(now() - interval '30 days')
        and charged.amount <> coalesce(uses.amount, 0)
        and not exists (
          select from checkout
          where checkout.brand_id = ${brand} and checkout.request_ref = request.request_ref and kind = 'sale'
            and of_ref is not null)
      limit 1000`,
  },
]
