import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { toPass, type WalletPass } from './wallet-pass.sql.ts'

/** A pass that is due, as a worker has claimed it. */
export interface DuePass extends WalletPass {
  readonly appleUntold: boolean
  readonly googleUntold: boolean
  /** Since when Google was last offered it; absent: never. */
  readonly googleAt?: Instant
  readonly attempts: number
  readonly wakes: number
}

interface DueRow {
  pass_id: string
  card_id: CardId | null
  changed_at: Instant
  shown: Buffer | null
  apple_untold: boolean
  google_untold: boolean
  google_at: Instant | null
  google_gift_card: boolean
  attempts: number
  wakes: number
}

/** Brands with passes that are due. */
export async function listBrandsWithDuePasses(db: Sql, now: Instant): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand.brand_id
    from brand
    cross join lateral (
      select from wallet_pass
      where wallet_pass.brand_id = brand.brand_id and due_at <= ${toTimestamp(now)}::timestamptz
        and (${brands}::text[] is null or wallet_pass.brand_id = any(${brands}::text[]))
      order by due_at
      limit 1) as due
    where (${brands}::text[] is null or brand.brand_id = any(${brands}::text[]))
    order by brand.brand_id`
  return rows.map((row) => row.brand_id)
}

export interface Claim {
  readonly now: Instant
  /** Should the worker die, another one takes them up then. */
  readonly leaseUntil: Instant
  readonly limit: number
}

/** Passes that are due, those that have waited longest first. */
export async function claimPasses(db: Sql, brand: BrandId, { now, leaseUntil, limit }: Claim): Promise<DuePass[]> {
  const rows = await db.rows<DueRow>`
    update wallet_pass
    set due_at = ${toTimestamp(leaseUntil)}::timestamptz
    where brand_id = ${brand} and pass_id = any(array(
      select pass_id
      from wallet_pass
      where brand_id = ${brand} and due_at <= ${toTimestamp(now)}::timestamptz
      order by due_at
      limit ${limit}
      for update skip locked))
    returning pass_id, card_id, changed_at, shown, apple_untold, google_untold, google_at, google_gift_card, attempts,
      wakes`
  return rows.map((row) => ({
    ...toPass(row),
    appleUntold: row.apple_untold,
    googleUntold: row.google_untold,
    ...(row.google_at !== null && { googleAt: row.google_at }),
    attempts: row.attempts,
    wakes: row.wakes,
  }))
}

/** The pass shows something else from now on, and wallets must be told. */
export async function markChanged(
  db: Sql,
  brand: BrandId,
  id: string,
  { shown, now }: { readonly shown: Buffer; readonly now: Instant },
): Promise<void> {
  await db.rows`
    update wallet_pass
    set shown = ${shown}, changed_at = ${toTimestamp(now)}::timestamptz, apple_untold = true, google_untold = true
    where brand_id = ${brand} and pass_id = ${id}::uuid`
}

/** How telling wallets of a pass ended. */
export interface WalletUpdate {
  readonly appleUntold: boolean
  readonly googleUntold: boolean
  /** Absent: nothing was heard about it. */
  readonly googleSaved?: boolean
  /** Whether Google was never asked to keep it after all. */
  readonly forgetsGoogle: boolean
  readonly attempts: number
  readonly failure?: string
  readonly dueAt: Instant
  readonly wakes: number
}

/** A pass that was woken while it was told stays due. */
export async function markTold(db: Sql, brand: BrandId, id: string, told: WalletUpdate): Promise<void> {
  await db.rows`
    update wallet_pass
    set apple_untold = ${told.appleUntold}, google_untold = ${told.googleUntold},
      google_saved = coalesce(${told.googleSaved ?? null}::boolean, google_saved),
      google_at = case when ${told.forgetsGoogle} then null else google_at end,
      attempts = ${told.attempts}::integer, failure = ${told.failure ?? null},
      due_at = case when wakes = ${told.wakes}::integer then ${toTimestamp(told.dueAt)}::timestamptz else due_at end
    where brand_id = ${brand} and pass_id = ${id}::uuid`
}

/** Whether the database has the table: one of an earlier version has not. */
export async function keepsPasses(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('wallet_pass') is not null as there`
  return row?.there ?? false
}

/** How many passes could not be told so many times or more in a row. */
export async function countFailing(db: Sql, brand: BrandId, attempts: number): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count
    from wallet_pass
    where brand_id = ${brand} and attempts >= ${attempts}::integer`
  return row?.count ?? 0
}
