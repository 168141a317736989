import type { KeptEffects } from '../../domain/campaign/kept-effects.ts'
import type { KeptReturn } from '../../domain/checkout/record.ts'
import type { RequestDetail } from '../../domain/decision/past-request.ts'
import { plainArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'

/** A call that another one took back, wholly or in part. */
export interface UndoneRow {
  readonly ref: RequestRef
  readonly by: RequestRef
  readonly is_void: boolean
  /** Whether only what it gave for a level was taken back, or given back. */
  readonly is_of_level: boolean
  readonly card_id: CardId | null
  readonly happened_at: Instant
  readonly effects: KeptEffects | null
  readonly runs: readonly KeptEffects[] | null
  /** What is kept of the call that undid it. */
  readonly undoing: RequestDetail | null
  readonly referrer_id: CardId | null
  /** Of a return that was voided: its sale, and what that had kept of it. */
  readonly return_of: RequestRef | null
  readonly kept: Omit<KeptReturn, 'ref'> | null
}

/** The voids and returns since a call, in pages, in the order in which they arrived. */
export async function listUndoings(db: Sql, brand: BrandId, after: RequestRef, limit: number): Promise<RequestRef[]> {
  const rows = await db.rows<{ request_ref: RequestRef }>`
    select request_ref
    from request
    where brand_id = ${brand} and request_ref > ${after}::uuid and error_code is null
      and call_type in ('VOID', 'VOID_CHECKOUT', 'RETURN_MERCHANDISE')
    order by request_ref
    limit ${limit}`
  return rows.map(({ request_ref }) => request_ref)
}

/** What voids and returns undid, in their order. Uses of codes, firings and events are deleted when they no longer count. */
export function listUndone(db: Sql, brand: BrandId, by: readonly RequestRef[]): Promise<UndoneRow[]> {
  return db.rows<UndoneRow>`
    select undone.request_ref as ref, undoing.request_ref as by, undoing.call_type <> 'RETURN_MERCHANDISE' as is_void,
      is_of_level, undone.card_id, undone.happened_at, undone.detail -> 'effects' as effects,
      undone.detail -> 'tierRuns' as runs, undoing.detail as undoing,
      (checkout.content ->> 'referrerId')::bigint as referrer_id,
      case when checkout.kind = 'return' then checkout.of_ref end as return_of,
      checkout.content -> 'asked' -> 'returned' as kept
    from request as undoing
    left join checkout as back on back.brand_id = ${brand} and back.request_ref = undoing.request_ref
      and undoing.call_type = 'RETURN_MERCHANDISE'
    cross join lateral (
      select coalesce(back.of_ref, (undoing.detail ->> 'voids')::uuid) as ref, false as is_of_level
      union all
      select rise.ref::uuid, true
      from (
        select jsonb_array_elements_text(undoing.detail -> 'tierUndone') as ref
        union
        select jsonb_array_elements(undoing.detail -> 'tierParts') ->> 'of'
        union
        select jsonb_array_elements(undoing.detail -> 'movesBefore') ->> 'of') as rise) as meant
    join request as undone on undone.brand_id = ${brand} and undone.request_ref = meant.ref
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = undone.request_ref
    where undoing.brand_id = ${brand} and undoing.request_ref = any(${plainArray(by)}::uuid[])
    order by undoing.request_ref, is_of_level`
}
