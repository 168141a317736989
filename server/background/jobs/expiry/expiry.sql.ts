import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Which kinds of things have expired in a brand and are not booked yet. */
export interface Due {
  readonly lots: boolean
  readonly cards: boolean
  readonly coupons: boolean
  readonly locks: boolean
  readonly firings: boolean
  readonly codes: boolean
}

/** Checks everything at once, so that a brand with nothing to do costs one statement. */
export async function findDue(db: Sql, brand: BrandId, now: Instant): Promise<Due> {
  const at = toTimestamp(now)
  const [row] = await db.rows<Due>`
    select
      exists (select from lot where brand_id = ${brand} and is_open and amount > held and expires_at <= ${at}) as lots,
      exists (select from card where brand_id = ${brand} and status in ('Activated', 'Demo') and expires_at <= ${at})
        as cards,
      exists (select from coupon where brand_id = ${brand} and reserved_until <= ${at}) as coupons,
      exists (select from card where brand_id = ${brand} and lock_until <= ${at}) as locks,
      exists (select from rule_firing where brand_id = ${brand} and until <= ${at}) as firings,
      exists (select from code_use where brand_id = ${brand} and until <= ${at}) as codes`
  return row ?? { lots: false, cards: false, coupons: false, locks: false, firings: false, codes: false }
}

/** The next page begins after this expiry and card. A text keeps the microseconds, which an Instant lacks. */
export interface ExpiryCursor {
  readonly expiresAt: string
  readonly cardId: CardId
}

export const firstPage: ExpiryCursor = { expiresAt: '-infinity', cardId: 0 }

export interface ExpiryPage {
  readonly now: Instant
  readonly after: ExpiryCursor
  readonly limit: number
}

/** A card with something to book. A child card comes with the number of its root. */
export interface ExpiryDueCard extends ExpiryCursor {
  readonly number: string
  readonly child?: string
  /** Whether a checkout locks it, so that it has to wait. */
  readonly isLocked: boolean
}

interface DueRow {
  expires_text: string
  card_id: CardId
  card_number: string
  child_number: string | null
  is_locked: boolean
}

/** The cards of expired lots, those that expired first come first. Held balance does not expire. */
export async function listExpiredLots(
  db: Sql,
  brand: BrandId,
  { now, after, limit }: ExpiryPage,
): Promise<ExpiryDueCard[]> {
  const at = toTimestamp(now)
  const rows = await db.rows<DueRow>`
    select due.expires_at::text as expires_text, due.card_id,
      coalesce(root.card_number, card.card_number) as card_number,
      case when root.card_id is not null then card.card_number end as child_number,
      coalesce(root.lock_until, card.lock_until, '-infinity') > ${at} as is_locked
    from (
      select expires_at, card_id
      from lot
      where brand_id = ${brand} and is_open and amount > held and expires_at <= ${at}
        and (expires_at, card_id) > (${after.expiresAt}::timestamptz, ${after.cardId}::bigint)
      order by expires_at, card_id
      limit ${limit}) as due
    join card on card.brand_id = ${brand} and card.card_id = due.card_id
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    order by due.expires_at, due.card_id`
  return rows.map(toDueCard)
}

/** Cards that have expired but still have an active status. */
export async function listExpiredCards(
  db: Sql,
  brand: BrandId,
  { now, after, limit }: ExpiryPage,
): Promise<ExpiryDueCard[]> {
  const at = toTimestamp(now)
  const rows = await db.rows<DueRow>`
    select card.expires_at::text as expires_text, card.card_id,
      coalesce(root.card_number, card.card_number) as card_number,
      case when root.card_id is not null then card.card_number end as child_number,
      coalesce(root.lock_until, card.lock_until, '-infinity') > ${at} as is_locked
    from card
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.status in ('Activated', 'Demo') and card.expires_at <= ${at}
      and (card.expires_at, card.card_id) > (${after.expiresAt}::timestamptz, ${after.cardId}::bigint)
    order by card.expires_at, card.card_id
    limit ${limit}`
  return rows.map(toDueCard)
}

function toDueCard(row: DueRow): ExpiryDueCard {
  return {
    expiresAt: row.expires_text,
    cardId: row.card_id,
    number: row.card_number,
    ...(row.child_number !== null && { child: row.child_number }),
    isLocked: row.is_locked,
  }
}

/**
 * Removes reservations that have run out; they have had no effect since. Coupons locked by a call are skipped: the call
 * may be about to use a reservation that was still in force when it started.
 */
export function clearReservations(db: Sql, brand: BrandId, limit: number): Promise<number> {
  return db.affected`
    update coupon
    set reserved_until = null, reserved_by = null
    where brand_id = ${brand} and coupon_id in (
      select coupon_id
      from coupon
      where brand_id = ${brand} and reserved_until <= clock_timestamp()
      order by reserved_until
      limit ${limit}
      for no key update skip locked)`
}

/** Removes the locks of setups that were neither completed nor cancelled in time; they have had no effect since. */
export function clearLocks(db: Sql, brand: BrandId, limit: number): Promise<number> {
  return db.affected`
    update card
    set lock_by = null, lock_until = null, lock_excluded = '{}'
    where brand_id = ${brand} and card_id in (
      select card_id
      from card
      where brand_id = ${brand} and lock_until <= clock_timestamp()
      order by lock_until
      limit ${limit}
      for no key update skip locked)`
}

/**
 * Deletes the firings of setups that ran out, but only minutes later: a complete that was decided in time may not have
 * stored yet that the firings are now its own. No transaction lasts that long.
 */
export function deleteOldFirings(db: Sql, brand: BrandId, limit: number): Promise<number> {
  return db.affected`
    delete from rule_firing
    where brand_id = ${brand} and (rule_id, request_ref) in (
      select rule_id, request_ref
      from rule_firing
      where brand_id = ${brand} and until <= clock_timestamp() - interval '5 minutes'
      limit ${limit}
      for update skip locked)`
}
