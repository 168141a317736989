import type { ApiKey } from '../../brand/document.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

export interface ApiKeyRow {
  readonly api_key: string
  readonly origin: 'file' | 'command'
  readonly created_at: Instant
  readonly revoked_at: Instant | null
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

/** Which of these keys were made by hand: a file may not take them over. */
export async function listCommandKeys(db: Sql, brand: BrandId, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ api_key: string }>`
    select api_key from api_key where brand_id = ${brand} and api_key = any(${keys}) and origin = 'command'`
  return rows.map((row) => row.api_key)
}

/** The keys of a brand file, which also brings back one that an earlier file had. */
export async function insertFileKeys(db: Sql, brand: BrandId, keys: readonly ApiKey[]): Promise<void> {
  const names = keys.map((one) => one.key)
  const secrets = keys.map((one) => one.secretSha256)
  await db.rows`
    insert into api_key (brand_id, api_key, secret_sha256, origin)
    select ${brand}, key, decode(secret, 'hex'), 'file'
    from unnest(${names}::text[], ${secrets}::text[]) as made (key, secret)
    on conflict (brand_id, api_key) do update
    set secret_sha256 = excluded.secret_sha256, revoked_at = null
    where api_key.origin = 'file'`
}

export async function revokeFileKeys(db: Sql, brand: BrandId, keys: readonly string[]): Promise<void> {
  await db.rows`
    update api_key set revoked_at = now()
    where brand_id = ${brand} and api_key = any(${keys}) and origin = 'file' and revoked_at is null`
}

export interface KeyRow {
  readonly config_version: number
  readonly api_key: string | null
  readonly secret_sha256: Buffer | null
}

/** One row for each key that is not revoked; one without a key for a brand that has none. */
export function listKeysInForce(db: Sql, brand: BrandId): Promise<KeyRow[]> {
  return db.rows<KeyRow>`
    select config_version, api_key, secret_sha256
    from brand
    left join api_key on api_key.brand_id = brand.brand_id and revoked_at is null
    where brand.brand_id = ${brand}`
}
