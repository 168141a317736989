import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'

/** A customRequestId that a command of the batch wants to own. */
export interface KeyClaim {
  readonly idSha256: Buffer
  readonly fingerprint: Buffer
  readonly ref: RequestRef
}

export interface KeyOwner {
  readonly idSha256: Buffer
  readonly fingerprint: Buffer
  readonly ref: RequestRef
}

/**
 * Claims the keys, in the order of their hashes, and returns those that earlier calls own. It waits for other
 * transactions that are claiming the same keys, so the owners it returns have been committed.
 */
export async function claimKeys(db: Sql, brand: BrandId, claims: readonly KeyClaim[]): Promise<KeyOwner[]> {
  const sorted = claims.toSorted((a, b) => Buffer.compare(a.idSha256, b.idSha256))
  const hashes = sorted.map((claim) => claim.idSha256)
  const [, rows] = await Promise.all([
    db.rows`
      insert into idempotency_key (brand_id, id_sha256, request_ref, fingerprint)
      values (${brand}, unnest(${hashes}::bytea[]),
        unnest(${sorted.map((claim) => claim.ref)}::uuid[]),
        unnest(${sorted.map((claim) => claim.fingerprint)}::bytea[]))
      on conflict do nothing`,
    db.rows<{ id_sha256: Buffer; fingerprint: Buffer; request_ref: RequestRef }>`
      select id_sha256, fingerprint, request_ref
      from idempotency_key
      where brand_id = ${brand} and id_sha256 = any(${hashes}::bytea[])
        and request_ref <> all(${sorted.map((claim) => claim.ref)}::uuid[])`,
  ])
  return rows.map((row) => ({ idSha256: row.id_sha256, fingerprint: row.fingerprint, ref: row.request_ref }))
}

/** The calls that own these keys. */
export async function listKeyOwners(db: Sql, brand: BrandId, hashes: readonly Buffer[]): Promise<KeyOwner[]> {
  const rows = await db.rows<{ id_sha256: Buffer; fingerprint: Buffer; request_ref: RequestRef }>`
    select id_sha256, fingerprint, request_ref
    from idempotency_key
    where brand_id = ${brand} and id_sha256 = any(${hashes}::bytea[])`
  return rows.map((row) => ({ idSha256: row.id_sha256, fingerprint: row.fingerprint, ref: row.request_ref }))
}

/** Gives a key to the command of the batch that succeeded with it. */
export function assignKeys(db: Sql, brand: BrandId, claims: readonly KeyClaim[]): Promise<unknown> {
  return db.rows`
    update idempotency_key
    set request_ref = claim.request_ref, fingerprint = claim.fingerprint
    from unnest(${claims.map((claim) => claim.idSha256)}::bytea[], ${claims.map((claim) => claim.ref)}::uuid[],
      ${claims.map((claim) => claim.fingerprint)}::bytea[]) as claim (id_sha256, request_ref, fingerprint)
    where idempotency_key.brand_id = ${brand} and idempotency_key.id_sha256 = claim.id_sha256`
}

/** Releases the keys of commands that were refused: a failed call never consumes its id. */
export function dropKeys(db: Sql, brand: BrandId, hashes: readonly Buffer[]): Promise<unknown> {
  return db.rows`
    delete from idempotency_key where brand_id = ${brand} and id_sha256 = any(${hashes}::bytea[])`
}

/** Takes claims back that were made outside a transaction, because that could not be begun. */
export function dropClaims(db: Sql, brand: BrandId, claims: readonly KeyClaim[]): Promise<unknown> {
  return db.rows`
    delete from idempotency_key
    where brand_id = ${brand} and id_sha256 = any(${claims.map((claim) => claim.idSha256)}::bytea[])
      and request_ref = any(${claims.map((claim) => claim.ref)}::uuid[])`
}
