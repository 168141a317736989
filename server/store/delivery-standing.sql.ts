import type { BrandId, CardId } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import { plainArray } from './arrays.ts'
import { type Sql, toTimestamp } from './connection.ts'

/** A card as receivers know it: a child by the number of its root and its own. */
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

/** Remembers that a receiver wants nothing any more, as long as the brand's file is not newer than this version. */
export function disableReceiver(
  db: Sql,
  brand: BrandId,
  channel: string,
  { version, now, reason }: { readonly version: number; readonly now: Instant; readonly reason: string },
): Promise<unknown> {
  return db.rows`
    insert into receiver_state (brand_id, channel, brand_version, disabled_at, reason)
    values (${brand}, ${channel}, ${version}, ${toTimestamp(now)}, ${reason})
    on conflict (brand_id, channel) do update
    set brand_version = excluded.brand_version, disabled_at = excluded.disabled_at, reason = excluded.reason
    where receiver_state.brand_version < excluded.brand_version`
}

/** The channels whose receivers want nothing of this version of the brand. */
export async function listDisabledReceivers(db: Sql, brand: BrandId, version: number): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ channel: string }>`
    select channel from receiver_state where brand_id = ${brand} and brand_version >= ${version}`
  return new Set(rows.map(({ channel }) => channel))
}
