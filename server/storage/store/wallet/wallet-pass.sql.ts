import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A pass that is, or may be, in somebody's wallet. */
export interface WalletPass {
  readonly id: string
  /** Absent once the person was erased. */
  readonly card?: CardId
  readonly changedAt: Instant
  readonly shown?: Buffer
  /** Whether Google was offered it, and as what. */
  readonly isAtGoogle: boolean
  readonly isGiftCard: boolean
}

export type WalletName = 'apple' | 'google'

/** What happens within this time after a change is one update with it. */
const gatherMs = 2000

/** Has passes looked at soon, because their cards have changed. Part of the transaction that changes the cards. */
export function wakePasses(db: Sql, brand: BrandId, cards: readonly CardId[], now: Instant): Promise<unknown> {
  return db.rows`
    update wallet_pass
    set due_at = least(due_at, ${toTimestamp(now + gatherMs)}::timestamptz), wakes = wakes + 1
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])`
}

/** From when this is committed on, calls that change the card wake its passes. */
export async function markCard(db: Sql, brand: BrandId, card: CardId): Promise<void> {
  await db.rows`
    update card
    set has_wallet_pass = true
    where brand_id = ${brand} and card_id = ${card} and has_wallet_pass is not true`
}

interface WalletPassRow {
  pass_id: string
  card_id: CardId | null
  changed_at: Instant
  shown: Buffer | null
  google_at: Instant | null
  google_gift_card: boolean
}

export async function findPass(db: Sql, brand: BrandId, id: string): Promise<WalletPass | undefined> {
  const [row] = await db.rows<WalletPassRow>`
    select pass_id, card_id, changed_at, shown, google_at, google_gift_card
    from wallet_pass
    where brand_id = ${brand} and pass_id = ${id}::uuid`
  return row && toPass(row)
}

/** The pass that a card got first: a card that others were transferred to may have several. */
export async function findPassOfCard(db: Sql, brand: BrandId, card: CardId): Promise<WalletPass | undefined> {
  const [row] = await db.rows<WalletPassRow>`
    select pass_id, card_id, changed_at, shown, google_at, google_gift_card
    from wallet_pass
    where brand_id = ${brand} and card_id = ${card}
    order by made_at, pass_id
    limit 1`
  return row && toPass(row)
}

export interface NewPass {
  readonly id: string
  readonly card: CardId
  readonly now: Instant
}

export async function insertPass(db: Sql, brand: BrandId, { id, card, now }: NewPass): Promise<void> {
  const at = toTimestamp(now)
  await db.rows`
    insert into wallet_pass (brand_id, pass_id, card_id, made_at, changed_at, due_at)
    values (${brand}, ${id}::uuid, ${card}::bigint, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)`
}

export interface Issued {
  readonly wallet: WalletName
  readonly shown: Buffer
  readonly now: Instant
  readonly dueAt: Instant
  readonly isGiftCard: boolean
}

/**
 * Notes that a pass was handed out. What it shows is noted the first time only: from then on it is the job that tells
 * wallets of changes. Google keeps what it has when a pass is saved again, so that it must be told.
 */
export async function markIssued(db: Sql, brand: BrandId, id: string, issued: Issued): Promise<void> {
  const { wallet, shown, now, dueAt, isGiftCard } = issued
  const at = toTimestamp(now)
  await db.rows`
    update wallet_pass
    set apple_at = case when ${wallet} = 'apple' then ${at}::timestamptz else apple_at end,
      google_at = case when ${wallet} = 'google' then ${at}::timestamptz else google_at end,
      google_gift_card = case when ${wallet} = 'google' then ${isGiftCard} else google_gift_card end,
      google_untold = google_untold or (${wallet} = 'google' and google_at is not null),
      due_at = case when shown is null then ${toTimestamp(dueAt)}::timestamptz else due_at end,
      removed_at = null, shown = coalesce(shown, ${shown})
    where brand_id = ${brand} and pass_id = ${id}::uuid`
}

/** Whether a card has a pass in a wallet, had one, or none that wallets know of. */
export async function listWalletStates(
  db: Sql,
  brand: BrandId,
  cards: readonly CardId[],
): Promise<ReadonlyMap<CardId, 'issued' | 'installed' | 'removed'>> {
  const rows = await db.rows<{ card_id: CardId; is_installed: boolean; is_removed: boolean }>`
    select card_id, bool_or(google_saved or exists (
        select from wallet_registration
        where wallet_registration.brand_id = ${brand} and wallet_registration.pass_id = wallet_pass.pass_id))
        as is_installed,
      bool_and(removed_at is not null) as is_removed
    from wallet_pass
    where brand_id = ${brand} and card_id = any(${plainArray(cards)}::bigint[])
    group by card_id`
  return new Map(
    rows.map((row) => [row.card_id, row.is_installed ? 'installed' : row.is_removed ? 'removed' : 'issued']),
  )
}

/** The card that has what this one had, after transfers. */
export async function findHeir(db: Sql, brand: BrandId, card: CardId): Promise<CardId | undefined> {
  const [row] = await db.rows<{ heir_id: CardId }>`
    select heir_id from card_heir where brand_id = ${brand} and card_id = ${card}`
  return row?.heir_id
}

/** Has a pass follow its card. Whoever erases the new card's person meanwhile must not find it back. */
export async function movePass(
  db: Sql,
  brand: BrandId,
  id: string,
  { from, to }: { readonly from: CardId; readonly to: CardId },
): Promise<void> {
  await db.rows`
    update wallet_pass
    set card_id = ${to}::bigint
    where brand_id = ${brand} and pass_id = ${id}::uuid and card_id = ${from}`
}

export function toPass(row: WalletPassRow): WalletPass {
  return {
    id: row.pass_id,
    changedAt: row.changed_at,
    isAtGoogle: row.google_at !== null,
    isGiftCard: row.google_gift_card,
    ...(row.card_id !== null && { card: row.card_id }),
    ...(row.shown !== null && { shown: row.shown }),
  }
}
