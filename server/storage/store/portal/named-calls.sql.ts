import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'

export interface NamedCallRow {
  readonly id_sha256: Buffer
  readonly fingerprint: Buffer
  readonly request_ref: RequestRef
  readonly operation: string
  /** Null for a call that is about no card. */
  readonly card_number: string | null
}

/** The calls of a user of the portal that succeeded under these customRequestIds: those of tills can be guessed. */
export function listNamedCalls(
  db: Sql,
  brand: BrandId,
  { user, ids }: { readonly user: string; readonly ids: readonly Buffer[] },
): Promise<NamedCallRow[]> {
  return db.rows`
    select id_sha256, fingerprint, idempotency_key.request_ref, request.operation, card_number
    from idempotency_key
    join request on request.brand_id = idempotency_key.brand_id
      and request.request_ref = idempotency_key.request_ref
    left join card on card.brand_id = request.brand_id and card.card_id = request.card_id
    where idempotency_key.brand_id = ${brand} and id_sha256 = any(${ids}::bytea[])
      and detail ->> 'user' = ${user}`
}
