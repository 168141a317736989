import type { ChannelKind, ChannelName } from '../../../domain/channel/channel-user.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type BounceNotice, termFieldsOf } from '../../../storage/store/outbox/bounce.sql.ts'

export interface Bounce extends BounceNotice {
  readonly seq: number
  readonly receivedAt: Instant
}

/** The brands among these that have bounces waiting. */
export async function listBouncingBrands(db: Sql, brands: readonly BrandId[]): Promise<BrandId[]> {
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand_id
    from brand
    where brand_id = any(${textArray(brands)}::text[])
      and exists (
        select from bounce
        where bounce.brand_id = brand.brand_id and bounce.brand_id = any(${textArray(brands)}::text[]))`
  return rows.map((row) => row.brand_id)
}

interface BounceRow {
  seq: number
  event_type: Bounce['eventType']
  channel: ChannelKind
  card_id: CardId | null
  user_key: string
  reason: string | null
  happened_at: Instant
  received_at: Instant
}

/** A page of waiting bounces, in the order of arrival. */
export async function listBounces(
  db: Sql,
  brand: BrandId,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Bounce[]> {
  const rows = await db.rows<BounceRow>`
    select seq, event_type, channel, card_id, user_key, reason, happened_at, received_at
    from bounce
    where brand_id = ${brand} and seq > ${after}
    order by seq
    limit ${limit}`
  return rows.map((row) => ({
    seq: row.seq,
    eventType: row.event_type,
    channel: row.channel,
    to: { key: row.user_key, ...(row.card_id !== null && { cardId: row.card_id }) },
    ...(row.reason !== null && { reason: row.reason }),
    happenedAt: row.happened_at,
    receivedAt: row.received_at,
  }))
}

/** A page of the cards whose customers have the address or number. */
export async function listCardsOfUser(
  db: Sql,
  brand: BrandId,
  { channel, key }: ChannelName,
  { after, limit }: { readonly after: CardId; readonly limit: number },
): Promise<CardId[]> {
  const rows = await db.rows<{ card_id: CardId }>`
    select distinct card_id
    from account_term
    where brand_id = ${brand} and field = any(${textArray(termFieldsOf(channel))}::text[]) and term = ${key}
      and card_id > ${after}
    order by card_id
    limit ${limit}`
  return rows.map((row) => row.card_id)
}

export function deleteBounces(db: Sql, brand: BrandId, seqs: readonly number[]): Promise<unknown> {
  return db.rows`delete from bounce where brand_id = ${brand} and seq = any(${plainArray(seqs)}::bigint[])`
}
