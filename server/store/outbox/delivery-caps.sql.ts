import { plainArray } from '../../database/arrays.ts'
import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { BrandId, CardId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

/** How much has gone to a card on a channel. */
export interface SentCount {
  readonly channel: string
  readonly cardId: CardId
  readonly count: number
}

/** How many e-mails and text messages were sent to each of these cards, but for questions for consent. */
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

/** How many messages workers have at this moment, by channel and card, but for questions for consent. */
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

/** How much the brand has sent since then, but for questions for consent; counted no further than to `most`. */
export async function countSentLately(db: Sql, brand: BrandId, since: Instant, most: number): Promise<number> {
  const [row] = await db.rows<{ sent: number }>`
    select count(*) as sent
    from (
      select
      from message
      where brand_id = ${brand} and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
      limit ${most}) as lately`
  return row?.sent ?? 0
}

/** When the brand sent what it sent since then, but for the newest so many; undefined when it has not sent more. */
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

/** The brand sends nothing but questions for consent until then, or until its file is newer than this version. */
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
