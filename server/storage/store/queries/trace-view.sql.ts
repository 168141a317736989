import type { Trace } from '../../../domain/campaign/trace.ts'
import type { Shortfall } from '../../../domain/checkout/record.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface TracedCall {
  brand_id: BrandId
  operation: string
  call_type: CallType
  happened_at: Instant
  card_number: string | null
  location_id: string | null
  error_code: number | null
  trace: Trace | null
  card_id: CardId | null
  child_id: CardId | null
  shortfalls: readonly Shortfall[] | null
}

/** A call of any brand, with what became of its rules. Each brand is looked at by its key. */
export async function findTracedCall(db: Sql, ref: RequestRef): Promise<TracedCall | undefined> {
  const brands = await reachableBrands(db)
  const [row] = await db.rows<TracedCall>`
    select brand.brand_id, operation, call_type, happened_at, card_number, location_id, error_code, trace,
      request.card_id, request.child_id, detail -> 'shortfalls' as shortfalls
    from brand
    join request on request.brand_id = brand.brand_id and request_ref = ${ref}
      and (${brands}::text[] is null or request.brand_id = any(${brands}::text[]))
    left join card on card.brand_id = request.brand_id and card.card_id = request.card_id
      and (${brands}::text[] is null or card.brand_id = any(${brands}::text[]))
    where (${brands}::text[] is null or brand.brand_id = any(${brands}::text[]))
    limit 1`
  return row
}

/** What became of the rules of a call. */
export async function findTrace(
  db: Sql,
  brand: BrandId,
  ref: RequestRef,
): Promise<Pick<TracedCall, 'operation' | 'trace'> | undefined> {
  const [row] = await db.rows<Pick<TracedCall, 'operation' | 'trace'>>`
    select operation, trace from request where brand_id = ${brand} and request_ref = ${ref}`
  return row
}
