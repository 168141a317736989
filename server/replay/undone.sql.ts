import type { Firing, OfferUse } from '../campaign/kept-effects.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'

/** A call from before the period that was undone since: what of it was deleted then. */
export interface UndoneSince {
  readonly ref: RequestRef
  readonly by: RequestRef
  readonly card_id: CardId | null
  readonly happened_at: Instant
  readonly is_void: boolean
  readonly fired: readonly Firing[] | null
  readonly had_events: boolean
  /** Unless they are still used. */
  readonly codes: readonly { readonly code: string }[] | null
  readonly coupons: readonly string[] | null
  /** The uses of personal offers that were given back. */
  readonly offers: readonly OfferUse[] | null
}

/** The calls that were voided or came back since. Uses of codes and firings are deleted when they no longer count. */
export function listUndoneSince(db: Sql, brand: BrandId, begin: RequestRef): Promise<UndoneSince[]> {
  return db.rows<UndoneSince>`
    select sale.request_ref as ref, undoing.request_ref as by, sale.card_id, sale.happened_at,
      undoing.call_type <> 'RETURN_MERCHANDISE' as is_void, sale.detail -> 'effects' -> 'fired' as fired,
      sale.detail -> 'effects' -> 'events' is not null as had_events,
      case when not exists (
        select from code_use where code_use.brand_id = ${brand} and code_use.request_ref = sale.request_ref)
        then checkout.content -> 'codes' end as codes,
      checkout.content -> 'coupons' as coupons,
      case when undoing.call_type = 'RETURN_MERCHANDISE' then undoing.detail -> 'returnedOffers'
        else sale.detail -> 'effects' -> 'usedOffers' end as offers
    from request as undoing
    left join checkout as back on back.brand_id = ${brand} and back.request_ref = undoing.request_ref
      and undoing.call_type = 'RETURN_MERCHANDISE'
    join request as sale on sale.brand_id = ${brand}
      and sale.request_ref = coalesce(back.of_ref, (undoing.detail ->> 'voids')::uuid)
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = sale.request_ref
    where undoing.brand_id = ${brand} and undoing.request_ref >= ${begin}::uuid and sale.request_ref < ${begin}::uuid
      and undoing.call_type in ('VOID', 'VOID_CHECKOUT', 'RETURN_MERCHANDISE') and undoing.error_code is null
    order by undoing.request_ref desc`
}
