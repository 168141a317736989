import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A card as receivers know it: a child card has its own number and that of its root. */
export interface CardName {
  readonly cardNumber: string
  readonly childCardNumber?: string
}

export async function listCardNames(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, CardName>> {
  if (cards.length === 0) return new Map()
  const rows = await db.rows<{ card_id: CardId; card_number: string; root_number: string | null }>`
    select card.card_id, card.card_number, root.card_number as root_number
    from card
    left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
    where card.brand_id = ${brand} and card.card_id = any(${plainArray(cards)}::bigint[])`
  return new Map(
    rows.map(({ card_id, card_number, root_number }) => [
      card_id,
      root_number === null ? { cardNumber: card_number } : { cardNumber: root_number, childCardNumber: card_number },
    ]),
  )
}

/** A receiver that fails or is disabled. One that works has no state. */
export interface ReceiverState {
  /** email, sms, push or webhook. */
  readonly channel: string
  /** The first failure since it last worked. */
  readonly failingSince?: Instant
  readonly disabledAt?: Instant
  /** The kind of the first failure; for a disabled receiver, that of the last. */
  readonly reason: string
}

interface ReceiverRow {
  channel: string
  failing_since: Instant | null
  disabled_at: Instant | null
  reason: string
}

/** The receivers with trouble under this version of the brand. A newer file clears all of it. */
export async function listReceivers(db: Sql, brand: BrandId, version: number): Promise<ReceiverState[]> {
  const rows = await db.rows<ReceiverRow>`
    select channel, failing_since, disabled_at, reason
    from receiver_state
    where brand_id = ${brand} and brand_version >= ${version}
    order by channel`
  return rows.map(({ channel, failing_since, disabled_at, reason }) => ({
    channel,
    ...(failing_since !== null && { failingSince: failing_since }),
    ...(disabled_at !== null && { disabledAt: disabled_at }),
    reason,
  }))
}

/** A failure of a receiver under a version of the brand. */
export interface ReceiverTrouble {
  readonly version: number
  readonly now: Instant
  /** A class of failure, never content. */
  readonly reason: string
}

/** Remembers since when a receiver has been failing. Changes nothing if that is already known. */
export function beginFailing(
  db: Sql,
  brand: BrandId,
  channel: string,
  { version, now, reason }: ReceiverTrouble,
): Promise<unknown> {
  return db.rows`
    insert into receiver_state (brand_id, channel, brand_version, failing_since, reason)
    values (${brand}, ${channel}, ${version}, ${toTimestamp(now)}, ${reason})
    on conflict (brand_id, channel) do update
    set brand_version = excluded.brand_version, failing_since = excluded.failing_since, disabled_at = null,
      reason = excluded.reason
    where receiver_state.brand_version < excluded.brand_version`
}

/** The receiver works again. If it is disabled it stays so: the message that arrived was sent before that. */
export function endFailing(db: Sql, brand: BrandId, channel: string): Promise<unknown> {
  return db.rows`
    delete from receiver_state where brand_id = ${brand} and channel = ${channel} and disabled_at is null`
}

/**
 * Disables a receiver until the brand's file is newer than this version. Returns false if it was already disabled, so
 * that only one of several workers logs it.
 */
export async function disableReceiver(
  db: Sql,
  brand: BrandId,
  channel: string,
  { version, now, reason }: ReceiverTrouble,
): Promise<boolean> {
  const rows = await db.rows`
    insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason)
    values (${brand}, ${channel}, ${version}, ${toTimestamp(now)}, ${reason})
    on conflict (brand_id, channel) do update
    set brand_version = excluded.brand_version, disabled_at = excluded.disabled_at, reason = excluded.reason,
      failing_since = case when receiver_state.brand_version < excluded.brand_version then null
        else receiver_state.failing_since end
    where receiver_state.brand_version < excluded.brand_version
      or (receiver_state.brand_version = excluded.brand_version and receiver_state.disabled_at is null)
    returning channel`
  return rows.length > 0
}

/** Enables a disabled receiver again; returns false if it was not disabled. */
export async function reenableReceiver(db: Sql, brand: BrandId, channel: string): Promise<boolean> {
  const rows = await db.rows`
    delete from receiver_state
    where brand_id = ${brand} and channel = ${channel} and disabled_at is not null
    returning channel`
  return rows.length > 0
}
