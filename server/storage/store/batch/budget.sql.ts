import { inOrder, plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Minor } from '../../../ground/kernel/money.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A counter of a budget in one period. */
export interface CounterName {
  readonly counter: string
  readonly period: string
}

export interface StripeRow extends CounterName {
  readonly stripe: number
  readonly amount: Minor
  readonly granted: Minor
  readonly spent: Minor
  readonly told: number
}

/** All stripes of budgets, as they were committed last. Locks nothing. */
export function listStripes(db: Sql, brand: BrandId, names: readonly CounterName[]): Promise<StripeRow[]> {
  return db.rows<StripeRow>`
    select budget_stripe.counter, budget_stripe.period, stripe, amount, granted, spent, told
    from budget_stripe
    join unnest(${textArray(names.map(({ counter }) => counter))}::text[],
      ${textArray(names.map(({ period }) => period))}::text[]) as wanted (counter, period)
      on budget_stripe.counter = wanted.counter and budget_stripe.period = wanted.period
    where budget_stripe.brand_id = ${brand}`
}

/** Locks stripes in the one order that everybody locks them in, and reads them. */
export function lockStripes(
  db: Sql,
  brand: BrandId,
  wanted: readonly (CounterName & { readonly stripe: number })[],
): Promise<StripeRow[]> {
  return db.rows<StripeRow>`
    select budget_stripe.counter, budget_stripe.period, budget_stripe.stripe, amount, granted, spent, told
    from budget_stripe
    join unnest(${textArray(wanted.map(({ counter }) => counter))}::text[],
      ${textArray(wanted.map(({ period }) => period))}::text[],
      ${plainArray(wanted.map(({ stripe }) => stripe))}::smallint[]) as wanted (counter, period, stripe)
      on budget_stripe.counter = wanted.counter and budget_stripe.period = wanted.period
        and budget_stripe.stripe = wanted.stripe
    where budget_stripe.brand_id = ${brand}
    order by budget_stripe.counter, budget_stripe.period, budget_stripe.stripe
    for update of budget_stripe`
}

/** The same, but only those that nobody else holds: for a transaction that already has locks which come later. */
export function lockFreeStripes(
  db: Sql,
  brand: BrandId,
  wanted: readonly (CounterName & { readonly stripe: number })[],
): Promise<StripeRow[]> {
  return db.rows<StripeRow>`
    select budget_stripe.counter, budget_stripe.period, budget_stripe.stripe, amount, granted, spent, told
    from budget_stripe
    join unnest(${textArray(wanted.map(({ counter }) => counter))}::text[],
      ${textArray(wanted.map(({ period }) => period))}::text[],
      ${plainArray(wanted.map(({ stripe }) => stripe))}::smallint[]) as wanted (counter, period, stripe)
      on budget_stripe.counter = wanted.counter and budget_stripe.period = wanted.period
        and budget_stripe.stripe = wanted.stripe
    where budget_stripe.brand_id = ${brand}
    order by budget_stripe.counter, budget_stripe.period, budget_stripe.stripe
    for update of budget_stripe skip locked`
}

/** Makes the stripes of a budget, with nothing granted: the first that needs something shares it out. */
export function insertStripes(
  db: Sql,
  brand: BrandId,
  made: readonly (StripeRow & { readonly endsAt?: Instant | undefined })[],
): Promise<unknown> {
  const sorted = inOrder(
    made,
    ({ counter, period, stripe }) => `${counter} ${period} ${String(stripe).padStart(5, '0')}`,
  )
  return db.rows`
    insert into budget_stripe (brand_id, counter, period, stripe, amount, granted, spent, told, ends_at)
    values (${brand},
      unnest(${textArray(sorted.map(({ counter }) => counter))}::text[]),
      unnest(${textArray(sorted.map(({ period }) => period))}::text[]),
      unnest(${plainArray(sorted.map(({ stripe }) => stripe))}::smallint[]),
      unnest(${plainArray(sorted.map(({ amount }) => amount))}::bigint[]),
      0, 0, 0,
      unnest(${timeArray(sorted.map(({ endsAt }) => endsAt))}::timestamptz[]))
    on conflict do nothing`
}

export function updateStripes(db: Sql, brand: BrandId, stripes: readonly StripeRow[]): Promise<unknown> {
  return db.rows`
    update budget_stripe
    set amount = changed.amount, granted = changed.granted, spent = changed.spent, told = changed.told
    from unnest(
      ${textArray(stripes.map(({ counter }) => counter))}::text[],
      ${textArray(stripes.map(({ period }) => period))}::text[],
      ${plainArray(stripes.map(({ stripe }) => stripe))}::smallint[],
      ${plainArray(stripes.map(({ amount }) => amount))}::bigint[],
      ${plainArray(stripes.map(({ granted }) => granted))}::bigint[],
      ${plainArray(stripes.map(({ spent }) => spent))}::bigint[],
      ${plainArray(stripes.map(({ told }) => told))}::smallint[])
      as changed (counter, period, stripe, amount, granted, spent, told)
    where budget_stripe.brand_id = ${brand} and budget_stripe.counter = changed.counter
      and budget_stripe.period = changed.period and budget_stripe.stripe = changed.stripe`
}

export interface BudgetUseRow extends CounterName {
  readonly ref: RequestRef
  readonly line: number
  readonly amount: Minor
  /** Whether it is part of a stripe already. */
  readonly isCounted: boolean
  readonly freesAt?: Instant | undefined
  readonly agesAt?: Instant | undefined
}

export function insertBudgetUses(db: Sql, brand: BrandId, uses: readonly BudgetUseRow[]): Promise<unknown> {
  return db.rows`
    insert into budget_use (brand_id, request_ref, line, counter, period, amount, state, frees_at, ages_at)
    values (${brand},
      unnest(${plainArray(uses.map(({ ref }) => ref))}::uuid[]),
      unnest(${plainArray(uses.map(({ line }) => line))}::smallint[]),
      unnest(${textArray(uses.map(({ counter }) => counter))}::text[]),
      unnest(${textArray(uses.map(({ period }) => period))}::text[]),
      unnest(${plainArray(uses.map(({ amount }) => amount))}::bigint[]),
      unnest(${plainArray(uses.map(({ isCounted }) => (isCounted ? 1 : 0)))}::smallint[]),
      unnest(${timeArray(uses.map(({ freesAt, agesAt }) => freesAt ?? agesAt))}::timestamptz[]),
      unnest(${timeArray(uses.map(({ agesAt }) => agesAt))}::timestamptz[]))`
}

/** What locked setups have reserved is spent from now on, because they are completed. */
export function confirmBudgetUses(db: Sql, brand: BrandId, setups: readonly RequestRef[]): Promise<unknown> {
  return db.rows`
    update budget_use
    set frees_at = ages_at
    where brand_id = ${brand} and request_ref = any(${plainArray(setups)}::uuid[])`
}

export interface BudgetSum extends CounterName {
  readonly amount: Minor
}

/** What is not part of a stripe yet, and what no longer is one: by how much what is spent differs from the stripes. */
export function listUncounted(db: Sql, brand: BrandId, names: readonly CounterName[]): Promise<BudgetSum[]> {
  return db.rows<BudgetSum>`
    select wanted.counter, wanted.period,
      coalesce((
        select sum(amount)
        from budget_use
        where budget_use.brand_id = ${brand} and budget_use.counter = wanted.counter
          and budget_use.period = wanted.period and state = 0
          and (frees_at is null or frees_at > clock_timestamp())), 0)::bigint
      - coalesce((
        select sum(amount)
        from budget_use
        where budget_use.brand_id = ${brand} and budget_use.counter = wanted.counter
          and budget_use.period = wanted.period and state = 1
          and frees_at <= clock_timestamp()), 0)::bigint as amount
    from unnest(${textArray(names.map(({ counter }) => counter))}::text[],
      ${textArray(names.map(({ period }) => period))}::text[]) as wanted (counter, period)`
}

/** Takes note of what was given back and of what has ended to count. Returns by how much each budget's sum changes. */
export async function countUses(
  db: Sql,
  brand: BrandId,
  names: readonly CounterName[],
  now: Instant,
): Promise<BudgetSum[]> {
  const [freed, counted] = await Promise.all([
    db.rows<BudgetSum>`
      update budget_use
      set state = 2
      from unnest(${textArray(names.map(({ counter }) => counter))}::text[],
        ${textArray(names.map(({ period }) => period))}::text[]) as wanted (counter, period)
      where budget_use.brand_id = ${brand} and budget_use.counter = wanted.counter
        and budget_use.period = wanted.period and state = 1 and frees_at <= to_timestamp(${now}::float8 / 1000)
      returning budget_use.counter, budget_use.period, -budget_use.amount as amount`,
    db.rows<BudgetSum & { readonly state: number }>`
      update budget_use
      set state = case when frees_at <= to_timestamp(${now}::float8 / 1000) then 2 else 1 end
      from unnest(${textArray(names.map(({ counter }) => counter))}::text[],
        ${textArray(names.map(({ period }) => period))}::text[]) as wanted (counter, period)
      where budget_use.brand_id = ${brand} and budget_use.counter = wanted.counter
        and budget_use.period = wanted.period and state = 0
      returning budget_use.counter, budget_use.period, budget_use.amount, state`,
  ])
  return [...freed, ...counted.filter(({ state }) => state === 1)]
}
