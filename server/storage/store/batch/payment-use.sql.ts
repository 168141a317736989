import { plainArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'

/** Records that a redemption is a payment of a checkout. */
export interface PaymentUse {
  readonly ref: RequestRef
  readonly checkout: RequestRef
}

/** Which of these requests are payments. Read them under lock: a request is locked before it becomes a payment. */
export function listPaymentUses(db: Sql, brand: BrandId, refs: readonly RequestRef[]): Promise<PaymentUse[]> {
  return db.rows<PaymentUse>`
    select request_ref as ref, checkout_ref as checkout
    from payment_use
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[])`
}

export function insertPaymentUses(db: Sql, brand: BrandId, uses: readonly PaymentUse[]): Promise<unknown> {
  return db.rows`
    insert into payment_use (brand_id, request_ref, checkout_ref)
    values (${brand},
      unnest(${plainArray(uses.map(({ ref }) => ref))}::uuid[]),
      unnest(${plainArray(uses.map(({ checkout }) => checkout))}::uuid[]))`
}
