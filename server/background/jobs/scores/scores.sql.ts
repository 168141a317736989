import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../../ground/database/fragment.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'

/** The exchange rates for purchases in other currencies. The rate of the brand's own currency is 1. */
export interface ExchangeRates {
  /** Arrays as PostgreSQL writes them. */
  readonly currencies: string
  readonly rates: string
}

/** Only purchases of this period count. */
const countedMs = 365 * day

/** Ranks the cards of a brand with purchases in the last year, and stores the scores that have changed. */
export async function computeScores(
  db: Sql,
  { id }: Pick<Brand, 'id'>,
  rates: ExchangeRates,
  now: Instant,
): Promise<{ readonly scored: number; readonly changed: number }> {
  const [row] = await runFragment<{ scored: number; changed: number }>(
    db,
    sql`
    with ${scoredAt(id, rates, now)},
    kept as (
      insert into card_score (brand_id, card_id, recency, frequency, monetary, total)
      select ${id}, card_id, recency, frequency, monetary, total from scored
      on conflict (brand_id, card_id) do update
      set recency = excluded.recency, frequency = excluded.frequency, monetary = excluded.monetary,
        total = excluded.total
      where (card_score.recency, card_score.frequency, card_score.monetary, card_score.total)
        is distinct from (excluded.recency, excluded.frequency, excluded.monetary, excluded.total)
      returning card_id),
    gone as (
      delete from card_score
      where brand_id = ${id} and not exists (select from scored where scored.card_id = card_score.card_id)
      returning card_id)
    select (select count(*) from scored) as scored,
      (select count(*) from kept) + (select count(*) from gone) as changed`,
  )
  return row ?? { scored: 0, changed: 0 }
}

/** The scores of a card at an instant, and what it bought since. Spend is in the brand's main currency. */
export interface ScoredCard {
  readonly total: number
  readonly recency: number
  readonly frequency: number
  readonly monetary: number
  readonly spend: number
  readonly checkouts: number
}

/** A sample of cards by chance, the same each time. Changes nothing. */
export function listScoredAt(
  db: Sql,
  { id }: Pick<Brand, 'id'>,
  rates: ExchangeRates,
  { at, until, cards }: { readonly at: Instant; readonly until: Instant; readonly cards: number },
): Promise<ScoredCard[]> {
  return runFragment<ScoredCard>(
    db,
    sql`
    with ${scoredAt(id, rates, at)},
    chosen as materialized (select * from scored order by md5(card_id::text) limit ${cards}),
    later as (
      select coalesce(heir_id, checkout.card_id) as card_id, count(*) as checkouts,
        sum((net_total - returned_total) * 10::numeric ^ (-scale) * coalesce(rate, 0)) as spend
      from checkout
      left join card_heir on card_heir.brand_id = ${id} and card_heir.card_id = checkout.card_id
      left join unnest(${rates.currencies}::text[], ${rates.rates}::numeric[]) as exchange (currency, rate) using (currency)
      where checkout.brand_id = ${id} and checkout.card_id is not null and not is_voided
        and kind = 'sale' and not fully_returned and happened_at > to_timestamp(${at}::float8 / 1000)
        and happened_at <= to_timestamp(${until}::float8 / 1000)
      group by 1)
    select total::integer, recency::float8, frequency::float8, monetary::float8, coalesce(spend, 0)::float8 as spend,
      coalesce(checkouts, 0)::integer as checkouts
    from chosen left join later on later.card_id = chosen.card_id`,
  )
}

/** Ends with `scored`: every card that bought something in the year before. */
function scoredAt(id: BrandId, { currencies, rates }: ExchangeRates, now: Instant): Fragment {
  return sql`bought as (
      select coalesce(heir_id, checkout.card_id) as card_id, max(happened_at) filter (where kind = 'sale') as last_at,
        count(*) filter (where kind = 'sale') as checkouts,
        sum((net_total - returned_total) * 10::numeric ^ (-scale) * coalesce(rate, 0)) as spend
      from checkout
      left join card_heir on card_heir.brand_id = ${id} and card_heir.card_id = checkout.card_id
      left join unnest(${currencies}::text[], ${rates}::numeric[]) as exchange (currency, rate) using (currency)
      where checkout.brand_id = ${id} and checkout.card_id is not null and not is_voided
        and (kind = 'sale' and not fully_returned or kind = 'return' and of_ref is null)
        and happened_at > to_timestamp((${now}::float8 - ${countedMs}) / 1000)
        and happened_at <= to_timestamp(${now}::float8 / 1000)
      group by 1
      having count(*) filter (where kind = 'sale') > 0),
    ranked as (
      select card_id,
        4 * percent_rank() over (order by last_at) as recency,
        4 * percent_rank() over (order by checkouts) as frequency,
        4 * percent_rank() over (order by spend) as monetary
      from bought),
    scored as materialized (
      select card_id, round(1 + recency::numeric, 3) as recency, round(1 + frequency::numeric, 3) as frequency,
        round(1 + monetary::numeric, 3) as monetary,
        round((recency + frequency + monetary)::numeric * 100 / 12)::smallint as total
      from ranked)`
}
