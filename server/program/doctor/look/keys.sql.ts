import { isPublicSecret } from '../../../domain/brand/keys/public-secrets.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { KeyInForce } from '../judge/keys.ts'

interface Row {
  readonly api_key: string
  readonly created_at: Instant
  readonly last_used_at: Instant | null
  readonly expires_at: Instant | null
  readonly is_unlimited: boolean
  readonly digests: readonly string[]
}

/** The keys of a brand that are not revoked. */
export async function lookAtKeys(db: Sql, brand: BrandId): Promise<KeyInForce[]> {
  const rows = await db.rows<Row>`
    select api_key, created_at, last_used_at, expires_at, scope is null as is_unlimited,
      array_remove(array[encode(secret_sha256, 'hex'), encode(second_secret_sha256, 'hex')], null) as digests
    from api_key
    where brand_id = ${brand} and revoked_at is null
    order by api_key`
  return rows.map((row) =>
    defined({
      brand,
      key: row.api_key,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? undefined,
      expiresAt: row.expires_at ?? undefined,
      isUnlimited: row.is_unlimited,
      isPublic: row.digests.some(isPublicSecret),
    }),
  )
}
