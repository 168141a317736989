import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface NewGift {
  readonly giftId: string
  /** Who sends it. */
  readonly card: CardId
  readonly giftCard: CardId
  readonly at: Instant
}

/** False: the card waits for somebody already. */
export async function insertGift(db: Sql, brand: BrandId, { giftId, card, giftCard, at }: NewGift): Promise<boolean> {
  const count = await db.affected`
    insert into member_gift (brand_id, gift_id, card_id, gift_card_id, sent_at)
    values (${brand}, ${giftId}, ${card}, ${giftCard}, ${toTimestamp(at)})
    on conflict do nothing`
  return count > 0
}

/** It came to nothing: the card was not sent after all. */
export function deleteGift(db: Sql, brand: BrandId, giftId: string): Promise<unknown> {
  return db.rows`delete from member_gift where brand_id = ${brand} and gift_id = ${giftId} and ended is null`
}

export interface FoundGift {
  readonly gift_id: string
  readonly card_number: string
  readonly status: string
  readonly sent_at: Instant
  readonly ended: 'taken' | 'revoked' | null
}

export interface WaitingGift extends FoundGift {
  /** Whether the card has the status that sending gave it: nobody else has changed that since. */
  readonly is_sent: boolean
}

export async function findGift(db: Sql, brand: BrandId, giftId: string): Promise<WaitingGift | undefined> {
  const [row] = await db.rows<WaitingGift>`
    select gift_id, card_number, status, sent_at, ended, status = 'Suspended' and coalesce((
      select operation = 'sendGiftCard'
      from request
      where request.brand_id = ${brand} and request.card_id = gift_card_id and card_seq is not null
        and detail ? 'newStatus'
      order by card_seq desc
      limit 1), false) as is_sent
    from member_gift
    join card on card.brand_id = ${brand} and card.card_id = gift_card_id
    where member_gift.brand_id = ${brand} and gift_id = ${giftId}`
  return row
}

/** What a member has sent on, the newest first; also with the cards that theirs replaced. */
export function listGifts(db: Sql, brand: BrandId, card: CardId, limit: number): Promise<FoundGift[]> {
  return db.rows<FoundGift>`
    select gift_id, card_number, status, sent_at, ended
    from member_gift
    join card on card.brand_id = ${brand} and card.card_id = gift_card_id
    where member_gift.brand_id = ${brand} and member_gift.card_id = any(array(
      select ${card}::bigint
      union all
      select card_heir.card_id from card_heir where card_heir.brand_id = ${brand} and heir_id = ${card}))
    order by sent_at desc, gift_id
    limit ${limit}`
}

/** What waited with a card that is in use again, since nobody knows how long: its link is over, and it can be sent anew. */
export function endGiftsOf(
  db: Sql,
  brand: BrandId,
  { giftCard, at, sentBefore }: { readonly giftCard: CardId; readonly at: Instant; readonly sentBefore: Instant },
): Promise<unknown> {
  return db.rows`
    update member_gift
    set ended = 'revoked', ended_at = ${toTimestamp(at)}
    where brand_id = ${brand} and gift_card_id = ${giftCard} and ended is null and sent_at < ${toTimestamp(sentBefore)}`
}

interface Claim {
  readonly giftId: string
  readonly taker: CardId
  readonly at: Instant
  /** Whoever began before this and has not come to an end never will. */
  readonly since: Instant
}

/** One at a time takes it or takes it back. False: somebody else does, or it is over. */
export async function claimGift(db: Sql, brand: BrandId, { giftId, taker, at, since }: Claim): Promise<boolean> {
  const count = await db.affected`
    update member_gift
    set taker_id = ${taker}, claimed_at = ${toTimestamp(at)}
    where brand_id = ${brand} and gift_id = ${giftId} and ended is null
      and (taker_id is null or taker_id = ${taker} or claimed_at < ${toTimestamp(since)})`
  return count > 0
}

/** Whoever claimed it did not get it: others may try. */
export function unclaimGift(db: Sql, brand: BrandId, giftId: string, taker: CardId): Promise<unknown> {
  return db.rows`
    update member_gift
    set taker_id = null, claimed_at = null
    where brand_id = ${brand} and gift_id = ${giftId} and taker_id = ${taker} and ended is null`
}

export function endGift(
  db: Sql,
  brand: BrandId,
  { giftId, ended, at }: { readonly giftId: string; readonly ended: 'taken' | 'revoked'; readonly at: Instant },
): Promise<unknown> {
  return db.rows`
    update member_gift
    set ended = ${ended}, ended_at = ${toTimestamp(at)}
    where brand_id = ${brand} and gift_id = ${giftId} and ended is null`
}
