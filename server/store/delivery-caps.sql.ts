import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { plainArray, textArray } from './arrays.ts'
import { type Sql, toTimestamp } from './connection.ts'

/** How much has gone to somebody on a channel. */
export interface SentCount<Somebody> {
  readonly channel: string
  readonly to: Somebody
  readonly count: number
}

/** How many e-mails and text messages were sent to each of these cards, but for questions for consent. */
export function countSentToCards(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
  since: Instant,
): Promise<SentCount<CardId>[]> {
  return db.rows<SentCount<CardId>>`
    select channel, card_id as to, count(*) as count
    from message
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[]) and channel in ('email', 'sms')
      and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
    group by channel, card_id`
}

/** The same for messages without a card, by their addresses or numbers in lower case. */
export function countSentToRecipients(
  db: Sql,
  brand: BrandId,
  recipients: readonly string[],
  since: Instant,
): Promise<SentCount<string>[]> {
  return db.rows<SentCount<string>>`
    select channel, lower(recipient) as to, count(*) as count
    from message
    where brand_id = ${brand} and card_id is null and lower(recipient) = any(${textArray(recipients)}::text[])
      and channel in ('email', 'sms') and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)}
    group by channel, lower(recipient)`
}

export interface SentLately {
  readonly sent: number
  /** When that message was sent whose leaving the stretch of time makes room for `batch`; null: in this round. */
  readonly roomAfter: Instant | null
}

/** What the brand has sent since then, but for questions for consent. */
export async function countSentLately(
  db: Sql,
  brand: BrandId,
  since: Instant,
  { cap, batch }: { readonly cap: number; readonly batch: number },
): Promise<SentLately> {
  const [row] = await db.rows<SentLately>`
    with lately as materialized (
      select sent_at
      from message
      where brand_id = ${brand} and state = 'sent' and purpose = 'campaign' and sent_at > ${toTimestamp(since)})
    select count(*) as sent, (
      select sent_at
      from lately
      order by sent_at
      offset greatest((select count(*) from lately) - ${cap}::bigint, 0) + ${batch}::bigint - 1
      limit 1) as "roomAfter"
    from lately`
  return row ?? { sent: 0, roomAfter: null }
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
