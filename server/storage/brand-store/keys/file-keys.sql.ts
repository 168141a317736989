import { type ApiKey, secretsOf } from '../../../domain/brand/document.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Which of these keys were created by hand: a file must not take them over. */
export async function listCommandKeys(db: Sql, brand: BrandId, keys: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ api_key: string }>`
    select api_key from api_key where brand_id = ${brand} and api_key = any(${keys}) and origin = 'command'`
  return rows.map((row) => row.api_key)
}

/** Makes keys what the file says. A revoked key is in force again. */
export async function upsertFileKeys(db: Sql, brand: BrandId, keys: readonly ApiKey[]): Promise<void> {
  await db.rows`
    insert into api_key (brand_id, api_key, secret_sha256, second_secret_sha256, scope, locations, addresses,
      expires_at, strict, origin)
    select owner.brand_id, key, decode(first, 'hex'), decode(second, 'hex'), scope, locations, addresses, expires, strict,
      'file'
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join json_to_recordset(${JSON.stringify(keys.map(toRow))}) as made (key text, first text, second text,
      scope text[], locations text[], addresses text[], expires timestamptz, strict boolean)
    on conflict (brand_id, api_key) do update
    set secret_sha256 = excluded.secret_sha256, second_secret_sha256 = excluded.second_secret_sha256,
      scope = excluded.scope, locations = excluded.locations, addresses = excluded.addresses,
      expires_at = excluded.expires_at, strict = excluded.strict, revoked_at = null
    where api_key.origin = 'file'`
}

function toRow(apiKey: ApiKey) {
  const { key, scope, locations, addresses, expires, strict = false } = apiKey
  const [first, second] = secretsOf(apiKey)
  return { key, first, second, scope, locations, addresses, expires: expires && `${expires}Z`, strict }
}

export async function revokeFileKeys(db: Sql, brand: BrandId, keys: readonly string[]): Promise<void> {
  await db.rows`
    update api_key set revoked_at = now()
    where brand_id = ${brand} and api_key = any(${keys}) and origin = 'file' and revoked_at is null`
}
