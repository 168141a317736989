import type { Account } from '../../domain/account/account.ts'
import { termsOf } from '../../domain/account/terms.ts'
import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'

interface Budget {
  readonly counter: string
  readonly period: string
}

/** Budgets that have spent otherwise than they were used. */
export function listWrongBudgets(db: Sql, brand: BrandId): Promise<readonly Budget[]> {
  return db.rows<Budget>`
    select counter, period
    from (select counter, period, sum(spent) as spent from budget_stripe where brand_id = ${brand} group by counter, period)
      as stripes
    left join (
      select counter, period, sum(amount) as amount
      from budget_use where brand_id = ${brand} and state = 1
      group by counter, period) as uses using (counter, period)
    where spent <> coalesce(uses.amount, 0)
    order by counter, period`
}

/**
 * Counts what a budget has spent again. Whoever spends of it holds the row of a stripe; all are locked, in their order. The
 * first one then has all that was spent, and none has a grant: the next call that wants one gets it.
 */
export async function mendBudget(db: Sql, brand: BrandId, { counter, period }: Budget): Promise<void> {
  await db.rows`
    select from budget_stripe where brand_id = ${brand} and counter = ${counter} and period = ${period}
    order by stripe for update`
  await db.rows`
    update budget_stripe
    set spent = case when budget_stripe.stripe = first.stripe then used.amount else 0 end,
      granted = case when budget_stripe.stripe = first.stripe then used.amount else 0 end
    from (
      select min(stripe) as stripe from budget_stripe
      where brand_id = ${brand} and counter = ${counter} and period = ${period}) as first,
    (
      select coalesce(sum(amount), 0) as amount from budget_use
      where brand_id = ${brand} and counter = ${counter} and period = ${period} and state = 1) as used
    where budget_stripe.brand_id = ${brand} and counter = ${counter} and period = ${period}`
}

/** Makes the terms that a card is found by again, from its account, under the card's lock. */
export async function mendTerms(db: Sql, brand: BrandId, card: CardId): Promise<void> {
  await lockCard(db, brand, card)
  const [account] = await db.rows<{ customer: Account['customer']; demographics: Account['demographics'] }>`
    select customer, demographics from account where brand_id = ${brand} and card_id = ${card}`
  const terms = termsOf({ customer: account?.customer ?? {}, demographics: account?.demographics ?? {} })
  await db.rows`delete from account_term where brand_id = ${brand} and card_id = ${card}`
  if (terms.length > 0)
    await db.rows`
      insert into account_term (brand_id, field, term, card_id)
      values (${brand},
        unnest(${textArray(terms.map(({ field }) => field))}::text[]),
        unnest(${textArray(terms.map(({ term }) => term))}::text[]),
        ${card})`
}

/** Cards whose level is not that of their last change. */
export async function listWrongLevels(db: Sql, brand: BrandId): Promise<readonly CardId[]> {
  const rows = await db.rows<{ card_id: CardId }>`
    select card_id
    from (
      select distinct on (card_id) card_id, seq, program_id, to_level, level_id, kept_until, override_level, override_until
      from tier_change where brand_id = ${brand}
      order by card_id, seq desc) as last
    full join (select * from card_tier where brand_id = ${brand}) as stored using (card_id)
    where (last.seq, last.program_id, last.to_level, last.level_id, last.kept_until, last.override_level,
        last.override_until)
      is distinct from (stored.changes, stored.program_id, stored.shown_level, stored.level_id, stored.kept_until,
        stored.override_level, stored.override_until)
    order by card_id`
  return rows.map(({ card_id }) => card_id)
}

/** Gives a card the level of its last change. */
export async function mendLevel(db: Sql, brand: BrandId, card: CardId): Promise<void> {
  await lockCard(db, brand, card)
  await db.rows`delete from card_tier where brand_id = ${brand} and card_id = ${card}`
  await db.rows`
    insert into card_tier (brand_id, card_id, program_id, shown_level, level_id, kept_until, override_level, override_until,
      changes)
    select brand_id, card_id, program_id, to_level, level_id, kept_until, override_level, override_until, seq
    from tier_change
    where brand_id = ${brand} and card_id = ${card}
    order by seq desc
    limit 1`
}

/** Forgets what a card counts towards its level: its next call counts again. */
export async function forgetTally(db: Sql, brand: BrandId, card: CardId): Promise<void> {
  await lockCard(db, brand, card)
  await db.rows`update card set tier_tally = null where brand_id = ${brand} and card_id = ${card}`
}

const lockCard = (db: Sql, brand: BrandId, card: CardId) =>
  db.rows`select from card where brand_id = ${brand} and card_id = ${card} for update`
