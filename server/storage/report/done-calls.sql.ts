import { textArray } from '../../ground/database/arrays.ts'
import { type Fragment, sql } from '../../ground/database/fragment.ts'
import { voidOperations } from '../../ground/kernel/void-operations.ts'
import { type Calls, dayOf, type SummedBooks } from './sums-mark.sql.ts'

/**
 * What some calls did (sign 1) and undid (sign -1): `of_ref` is the call that fired, or the one that was voided, with the
 * redemptions that paid it. A void may have left what was given for levels.
 */
export function doneCalls(books: SummedBooks, calls: Calls): Fragment {
  const { brand } = books
  const own = sql`request.brand_id = ${brand} and ${calls(sql`request.request_ref`)} and request.error_code is null`
  return sql`
    select request.request_ref, request.request_ref as of_ref, ${dayOf(books)} as day,
      coalesce(request.location_id, '') as location_id, 1 as sign, false as leaves_levels
    from request
    where ${own} and (request.detail ? 'effects' or request.call_type = 'RETURN_MERCHANDISE')
    union all
    select request.request_ref, (request.detail ->> 'voids')::uuid, ${dayOf(books)}, coalesce(request.location_id, ''), -1,
      request.detail ? 'withoutTier'
    from request
    where ${own} and request.operation = any(${textArray(voidOperations)}::text[]) and request.detail ? 'voids'
    union all
    select request.request_ref, paid.request_ref, ${dayOf(books)}, coalesce(request.location_id, ''), -1,
      request.detail ? 'withoutTier'
    from request
    join checkout as sale on sale.brand_id = ${brand} and sale.request_ref = (request.detail ->> 'voids')::uuid
    cross join lateral json_array_elements(coalesce(sale.content -> 'payments', '[]')) as payment (one)
    join request as paid on paid.brand_id = ${brand} and paid.request_ref = (payment.one ->> 'request')::uuid
      and paid.voided_by = request.request_ref
    where ${own} and request.operation = any(${textArray(voidOperations)}::text[])`
}

/** The calls that took or gave back what had been given for levels, or ran rules for levels that stand only now. */
export function settledCalls(books: SummedBooks, calls: Calls): Fragment {
  return sql`
    select request.request_ref, ${dayOf(books)} as day, coalesce(request.location_id, '') as location_id, request.detail
    from request
    where request.brand_id = ${books.brand} and ${calls(sql`request.request_ref`)} and request.error_code is null
      and (request.detail ? 'tierParts' or request.detail ? 'tierRuns')`
}
