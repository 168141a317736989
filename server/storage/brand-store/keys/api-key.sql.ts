import type { KeyRights } from '../../../domain/brand/keys/rights.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { KeyRightsRow } from './key-rights-row.ts'

export interface ApiKeyRow extends KeyRightsRow {
  readonly api_key: string
  readonly origin: 'file' | 'command'
  readonly has_two_secrets: boolean
  readonly created_at: Instant
  readonly revoked_at: Instant | null
  readonly last_used_at: Instant | null
}

const toTimestamp = ({ expires }: KeyRights) => (expires === undefined ? null : `${expires}Z`)

/** Returns false if the key already exists. */
export async function insertApiKey(
  db: Sql,
  brand: BrandId,
  { key, secretSha256 }: { readonly key: string; readonly secretSha256: Buffer },
  rights: KeyRights,
): Promise<boolean> {
  const { scope, locations, addresses, strict = false } = rights
  const rows = await db.rows`
    insert into api_key (brand_id, api_key, secret_sha256, scope, locations, addresses, expires_at, strict, origin)
    values (${brand}, ${key}, ${secretSha256}, ${scope}, ${locations}, ${addresses}, ${toTimestamp(rights)},
      ${strict}, 'command')
    on conflict do nothing
    returning api_key`
  return rows.length > 0
}

/** Returns false if there is no such key or it was already revoked. */
export async function revokeApiKey(db: Sql, brand: BrandId, key: string): Promise<boolean> {
  const rows = await db.rows`
    update api_key
    set revoked_at = now()
    where brand_id = ${brand} and api_key = ${key} and revoked_at is null
    returning api_key`
  return rows.length > 0
}

export async function updateKeyRights(db: Sql, brand: BrandId, key: string, rights: KeyRights): Promise<void> {
  const { scope, locations, addresses, strict = false } = rights
  await db.rows`
    update api_key
    set scope = ${scope}, locations = ${locations}, addresses = ${addresses}, expires_at = ${toTimestamp(rights)},
      strict = ${strict}
    where brand_id = ${brand} and api_key = ${key}`
}

/** Gives the key a second secret, which works alongside the first. */
export async function updateSecondSecret(db: Sql, brand: BrandId, key: string, secretSha256: Buffer): Promise<void> {
  await db.rows`
    update api_key
    set second_secret_sha256 = ${secretSha256}
    where brand_id = ${brand} and api_key = ${key}`
}

/** Replaces the first secret with the second. The first is refused from now on. */
export async function updateToSecondSecret(db: Sql, brand: BrandId, key: string): Promise<void> {
  await db.rows`
    update api_key
    set secret_sha256 = second_secret_sha256, second_secret_sha256 = null
    where brand_id = ${brand} and api_key = ${key} and second_secret_sha256 is not null`
}

/** Locks the key, so that what was checked still holds when it is changed. */
export async function loadKeyInForce(db: Sql, brand: BrandId, key: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db.rows<ApiKeyRow>`
    select api_key, origin, created_at, revoked_at, last_used_at, scope, locations, addresses, strict,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expires,
      second_secret_sha256 is not null as has_two_secrets
    from api_key
    where brand_id = ${brand} and api_key = ${key} and revoked_at is null
    for update`
  return row
}

export function listApiKeys(db: Sql, brand: BrandId): Promise<ApiKeyRow[]> {
  return db.rows<ApiKeyRow>`
    select api_key, origin, created_at, revoked_at, last_used_at, scope, locations, addresses, strict,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expires,
      second_secret_sha256 is not null as has_two_secrets
    from api_key
    where brand_id = ${brand}
    order by created_at, api_key`
}

/** Records that keys were used, unless this or another process did so a moment ago. */
export async function updateLastUse(db: Sql, brand: BrandId, keys: readonly string[], at: Date): Promise<void> {
  await db.rows`
    update api_key
    set last_used_at = ${at}
    where brand_id = ${brand} and api_key = any(${keys})
      and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute')`
}

/** Whether this key is in force with this secret. */
export async function isKeyInForce(db: Sql, brand: BrandId, key: string, secretSha256: Buffer): Promise<boolean> {
  const rows = await db.rows`
    select from api_key
    where brand_id = ${brand} and api_key = ${key} and secret_sha256 = ${secretSha256} and revoked_at is null`
  return rows.length > 0
}

export interface KeyRow extends KeyRightsRow {
  readonly config_version: number
  readonly api_key: string | null
  readonly secret_sha256: Buffer | null
  readonly second_secret_sha256: Buffer | null
}

/** One row for each key that is not revoked. A brand without keys has one row without a key. */
export function listKeysInForce(db: Sql, brand: BrandId): Promise<KeyRow[]> {
  return db.rows<KeyRow>`
    select config_version, api_key, secret_sha256, second_secret_sha256, scope, locations, addresses,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as expires, strict
    from brand
    left join api_key on api_key.brand_id = brand.brand_id and revoked_at is null
    where brand.brand_id = ${brand}`
}

/** How many keys can be used now, and how many of them have been. */
export async function countKeysInForce(
  db: Sql,
  brand: BrandId,
): Promise<{ readonly inForce: number; readonly used: number }> {
  const [row] = await db.rows<{ inForce: number; used: number }>`
    select count(*) as "inForce", count(last_used_at) as used
    from api_key
    where brand_id = ${brand} and revoked_at is null and (expires_at is null or expires_at > now())`
  return row ?? { inForce: 0, used: 0 }
}
