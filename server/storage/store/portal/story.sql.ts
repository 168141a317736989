import type { CheckoutContent } from '../../../domain/checkout/record.ts'
import type { RequestDetail } from '../../../domain/decision/past-request.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { CallType } from '../../../ground/kernel/call-type.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface StoryRow {
  readonly request_ref: RequestRef
  readonly operation: string
  readonly call_type: CallType
  readonly shown_at: Instant
  readonly voided_by: RequestRef | null
  readonly location_id: string | null
  readonly terminal_id: string | null
  readonly employee_id: string | null
  readonly external_transaction_id: string | null
  readonly note: string | null
  readonly detail: RequestDetail | null
  readonly child_id: CardId | null
  readonly child_number: string | null
  readonly card_seq: number
  /** Whether it was a call about the card itself, and not one of somebody else that changed its balance. */
  readonly is_own: boolean
  readonly kind: 'sale' | 'setup' | 'return' | null
  readonly currency: string | null
  readonly scale: number | null
  readonly total: number | null
  readonly discount: number | null
  readonly net_total: number | null
  readonly content: CheckoutContent | null
}

export interface StoryPage {
  readonly cardId: CardId
  /** Only what came before this place of the card's sequence. */
  readonly before?: number | undefined
  /** Only what happened at these locations. */
  readonly locations?: readonly string[] | undefined
  readonly limit: number
}

/** Comes after all calls of the card's own. */
const lastPlace = 2_147_483_647

/**
 * A page of what happened to a root card, the newest first, in the order of its own sequence. The transfer that emptied
 * it is the last. Of a call of somebody else, neither what they bought nor where is told.
 */
export function listStory(db: Sql, brand: BrandId, page: StoryPage): Promise<StoryRow[]> {
  const { cardId, before = null, locations, limit } = page
  const places = locations ? textArray(locations) : null
  return db.rows<StoryRow>`
    select call.*, child.card_number as child_number, kind, currency, scale, total, discount, net_total, content
    from (
      select *
      from (
        (select request_ref, operation, call_type, coalesce(custom_date, happened_at) as shown_at, voided_by, location_id,
          terminal_id, employee_id, external_transaction_id, note, detail, child_id, card_seq, true as is_own
        from request
        where brand_id = ${brand} and card_id = ${cardId} and card_seq is not null
          and (${before}::integer is null or card_seq < ${before})
          and (${places}::text[] is null or location_id = any(${places}::text[]))
        order by card_seq desc
        limit ${limit})
        union all
        (select request.request_ref, operation, call_type, happened_at, voided_by, null, null, null, null, null, null,
          elsewhere.child_id, elsewhere.card_seq, false
        from call_elsewhere as elsewhere
        join request on request.brand_id = ${brand} and request.request_ref = elsewhere.request_ref
        where elsewhere.brand_id = ${brand} and elsewhere.card_id = ${cardId}
          and (${before}::integer is null or elsewhere.card_seq < ${before})
          and (${places}::text[] is null or request.location_id = any(${places}::text[]))
        order by elsewhere.card_seq desc
        limit ${limit})
        union all
        select request_ref, operation, call_type, coalesce(custom_date, happened_at), voided_by, location_id, terminal_id,
          employee_id, external_transaction_id, note, detail, null, ${lastPlace}::integer, true
        from request
        where brand_id = ${brand} and ${before}::integer is null
          and request_ref = (select transferred_by from card where brand_id = ${brand} and card_id = ${cardId})
          and (${places}::text[] is null or location_id = any(${places}::text[]))) as every
      order by card_seq desc
      limit ${limit}) as call
    left join card as child on child.brand_id = ${brand} and child.card_id = call.child_id
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = call.request_ref and is_own
    order by card_seq desc`
}

/** A single call as the story of its card has it, whether or not it changed the card. */
export async function findCallOfStory(db: Sql, brand: BrandId, ref: RequestRef): Promise<StoryRow | undefined> {
  const [row] = await db.rows<StoryRow>`
    select request.request_ref, operation, call_type, coalesce(custom_date, request.happened_at) as shown_at, voided_by,
      request.location_id, terminal_id, employee_id, external_transaction_id, note, detail, request.child_id,
      child.card_number as child_number, coalesce(card_seq, 0) as card_seq, true as is_own, kind, currency, scale, total,
      discount, net_total, content
    from request
    left join card as child on child.brand_id = ${brand} and child.card_id = request.child_id
    left join checkout on checkout.brand_id = ${brand} and checkout.request_ref = request.request_ref
    where request.brand_id = ${brand} and request.request_ref = ${ref}`
  return row
}
