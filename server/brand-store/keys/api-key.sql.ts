import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

export interface ApiKeyRow {
  readonly api_key: string
  readonly origin: 'file' | 'command'
  readonly created_at: Instant
  readonly revoked_at: Instant | null
}

export async function brandExists(db: Sql, brand: BrandId): Promise<boolean> {
  const rows = await db.rows`select from brand where brand_id = ${brand}`
  return rows.length > 0
}

/** False when the key exists already. */
export async function insertApiKey(db: Sql, brand: BrandId, key: string, secretSha256: Buffer): Promise<boolean> {
  const rows = await db.rows`
    insert into api_key (brand_id, api_key, secret_sha256, origin)
    values (${brand}, ${key}, ${secretSha256}, 'command')
    on conflict do nothing
    returning api_key`
  return rows.length > 0
}

/** False when there is no such key, or when it was revoked before. */
export async function revokeApiKey(db: Sql, brand: BrandId, key: string): Promise<boolean> {
  const rows = await db.rows`
    update api_key
    set revoked_at = now()
    where brand_id = ${brand} and api_key = ${key} and revoked_at is null
    returning api_key`
  return rows.length > 0
}

export function listApiKeys(db: Sql, brand: BrandId): Promise<ApiKeyRow[]> {
  return db.rows<ApiKeyRow>`
    select api_key, origin, created_at, revoked_at
    from api_key
    where brand_id = ${brand}
    order by created_at, api_key`
}

/** Whether this key is in force with this secret. */
export async function isKeyInForce(db: Sql, brand: BrandId, key: string, secretSha256: Buffer): Promise<boolean> {
  const rows = await db.rows`
    select from api_key
    where brand_id = ${brand} and api_key = ${key} and secret_sha256 = ${secretSha256} and revoked_at is null`
  return rows.length > 0
}

export async function hasBrands(db: Sql): Promise<boolean> {
  const rows = await db.rows`select brand_id from brand limit 1`
  return rows.length > 0
}

/** Tells every server process that what it knows of a brand is out of date. */
export async function announceChange(db: Sql, brand: BrandId): Promise<void> {
  await db.rows`select pg_notify('purser_brand', ${brand})`
}
