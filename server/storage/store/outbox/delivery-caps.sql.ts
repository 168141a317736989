import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How many messages went to a card on a channel. */
export interface SentCount {
  readonly channel: string
  readonly cardId: CardId
  readonly count: number
}

/** How many e-mails and text messages were sent to each of these cards, without requests for consent. */
export function countSentToCards(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  since: Instant,
): Promise<SentCount[]> {
  return db.rows<SentCount>`
    select channel, card_id as "cardId", count(*) as count
    from message
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and channel in ('email', 'sms')
      and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
    group by channel, card_id`
}

/** How many messages workers are handling now, by channel and card, without requests for consent. */
export function countUnderWay(
  db: Sql,
  brand: BrandId,
  now: Instant,
): Promise<{ channel: string; cardId: CardId | null; count: number }[]> {
  return db.rows`
    select channel, card_id as "cardId", count(*) as count
    from message
    where brand_id = ${brand} and state = 'waiting' and lease_until > ${toTimestamp(now)} and purpose = 'campaign'
    group by channel, card_id`
}

/** How many messages the brand has sent since then, without requests for consent. Counting stops at `max`. */
export async function countSentLately(db: Sql, brand: BrandId, since: Instant, max: number): Promise<number> {
  const [row] = await db.rows<{ sent: number }>`
    select count(*) as sent
    from (
      select
      from message
      where brand_id = ${brand} and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
      limit ${max}) as lately`
  return row?.sent ?? 0
}

/** When the brand sent the newest message since then, not counting the `newest` last ones; undefined if there is none. */
export async function findSentBefore(
  db: Sql,
  brand: BrandId,
  since: Instant,
  newest: number,
): Promise<Instant | undefined> {
  const [row] = await db.rows<{ sent_at: Instant }>`
    select sent_at
    from message
    where brand_id = ${brand} and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
    order by sent_at desc
    offset ${newest}
    limit 1`
  return row?.sent_at
}

/** Until then, or until a newer version of its file, the brand sends nothing but requests for consent. */
export function pauseSending(
  db: Sql,
  brand: BrandId,
  { version, until }: { readonly version: number; readonly until: Instant },
): Promise<unknown> {
  return db.rows`
    insert into send_pause (brand_id, brand_version, until)
    values (${brand}, ${version}, ${toTimestamp(until)})
    on conflict (brand_id) do update set brand_version = excluded.brand_version, until = excluded.until
    where send_pause.brand_version <= excluded.brand_version`
}
