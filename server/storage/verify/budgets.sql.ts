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
        from jsonb_path_query(detail, 'strict $.effects.charged[*]', silent => true) as charge) as charged
      left join (
        select request_ref, sum(amount) as amount
        from budget_use
        where brand_id = ${brand} and amount > 0
        group by request_ref) as uses on uses.request_ref = request.request_ref
      where request.brand_id = ${brand} and detail -> 'effects' -> 'charged' is not null and detail -> 'tierRuns' is null
        and request.request_ref >= uuid_floor(now() - interval '30 days')
        and charged.amount <> coalesce(uses.amount, 0)
        and not exists (
          select from checkout
          where checkout.brand_id = ${brand} and checkout.request_ref = request.request_ref and kind = 'sale'
            and of_ref is not null)
      limit 1000`,
  },
  {
    // Not where payments came back or a referrer kept something: then what was given back is nowhere written down.
    name: 'each call that changed what levels gave left of budgets what its record says',
    find: (db, brand) => db.rows<CheckFinding>`
      with settled as (
        select request_ref, detail, detail ->> 'voids' as voids
        from request
        where brand_id = ${brand} and request_ref >= uuid_floor(now() - interval '30 days') and error_code is null
          and (detail -> 'tierParts' is not null or detail -> 'tierRuns' is not null
            or detail -> 'withoutTier' is not null)),
      share as (
        select request_ref, (charge ->> 'amount')::bigint as amount
        from settled
        cross join lateral (
          select jsonb_path_query(detail, 'strict $.effects.charged[*]', silent => true)
          union all
          select jsonb_path_query(detail, 'strict $.tierRuns[*].charged[*]', silent => true)
          union all
          select jsonb_path_query(detail, 'lax $.tierParts[*] ? (exists(@.isBack)).charged[*]')) as taken (charge)
        union all
        select request_ref, -(charge ->> 'amount')::bigint
        from settled
        cross join lateral jsonb_path_query(detail, 'lax $.tierParts[*] ? (!exists(@.isBack)).charged[*]') as charge
        union all
        select settled.request_ref, -(charge ->> 'amount')::bigint
        from settled
        join request as voided on voided.brand_id = ${brand} and voided.request_ref = settled.voids::uuid
        cross join lateral jsonb_path_query(voided.detail, 'lax $.effects.charged[*]') as charge
        where not jsonb_path_exists(voided.detail, 'lax $.effects.tier.fired[*] ? (@.rule == $rule)',
          jsonb_build_object('rule', charge ->> 'rule'))
        union all
        select settled.request_ref, sign * (one ->> 'amount')::bigint
        from settled
        cross join lateral (values (settled.request_ref, -1), (settled.voids::uuid, 1)) as made (request_ref, sign)
        join checkout on checkout.brand_id = ${brand} and checkout.request_ref = made.request_ref and kind = 'return'
        cross join lateral jsonb_path_query(content::jsonb, 'lax $.asked.returned.budgets[*]') as one)
      select 'request ' || request_ref as subject, coalesce(expected.amount, 0)::text as expected,
        coalesce(uses.amount, 0)::text as found
      from settled
      left join (select request_ref, sum(amount) as amount from share group by request_ref) as expected using (request_ref)
      left join (
        select request_ref, sum(amount) as amount from budget_use where brand_id = ${brand} group by request_ref) as uses
        using (request_ref)
      where coalesce(expected.amount, 0) <> coalesce(uses.amount, 0)
        and not (voids is not null and detail -> 'shortfalls' is not null)
        and detail -> 'asked' -> 'reversePayments' is null
        and not exists (
          select from request as voided
          where voided.brand_id = ${brand} and voided.request_ref = settled.voids::uuid
            and (voided.detail -> 'effects' -> 'paidBy' is not null
              or voided.detail -> 'asked' -> 'reversePayments' is not null))
      limit 1000`,
  },
  {
    name: 'each level that stands is paid for by its budgets, and they got back what was taken back of others',
    find: (db, brand) => db.rows<CheckFinding>`
      with given as (
        select tier_move.request_ref, place, lost_by,
          (select sum((charge ->> 'amount')::bigint)
            from jsonb_path_query(detail, 'lax $.effects.charged[*]') as charge
            where jsonb_path_exists(detail, 'lax $.effects.tier.fired[*] ? (@.rule == $rule)',
              jsonb_build_object('rule', charge ->> 'rule'))) as by_call,
          (select sum((charge ->> 'amount')::bigint)
            from jsonb_path_query(detail -> 'tierRuns' -> place, 'lax $.charged[*]') as charge) as by_run
        from tier_move
        join request on request.brand_id = ${brand} and request.request_ref = tier_move.request_ref
        where tier_move.brand_id = ${brand} and gave),
      part as (
        select request_ref as made_by, (part ->> 'of')::uuid as request_ref, (part ->> 'place')::integer as place,
          case when part -> 'isBack' is null then 1 else -1 end * (
            select sum((charge ->> 'amount')::bigint) from jsonb_array_elements(part -> 'charged') as charge) as amount,
          part -> 'shortfalls' is not null as is_short
        from request
        cross join lateral jsonb_array_elements(detail -> 'tierParts') as part
        where brand_id = ${brand} and detail -> 'tierParts' is not null and part -> 'charged' is not null)
      select 'request ' || given.request_ref || ' level ' || given.place as subject,
        case when lost_by is null then '0' else coalesce(by_run, by_call)::text end || ' given back' as expected,
        sum(part.amount)::text as found
      from given
      join part on part.request_ref = given.request_ref and part.place = given.place
      group by given.request_ref, given.place, lost_by, by_run, by_call
      having case when lost_by is null then sum(part.amount) <> 0
        else sum(part.amount) > coalesce(by_run, by_call)
          or (sum(part.amount) < coalesce(by_run, by_call)
            and bool_or(part.made_by = lost_by) and not bool_or(part.is_short)) end
      limit 1000`,
  },
]
