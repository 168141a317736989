import type { NoticeType } from '../../../domain/brand/shapes/notice-types.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface DeliveryView {
  position: number
  request_ref: RequestRef
  line: number
  type: NoticeType
  card_number: string | null
  happened_at: Instant
  data: object
  attempts: number
  next_attempt_at: Instant | null
  last_error: string | null
  given_up_at: Instant | null
}

export interface DeliveryPage {
  readonly brand: BrandId
  readonly webhook: string
  /** Only what was given up, or only what waits. */
  readonly isGivenUp: boolean
  /** Only what comes after it. */
  readonly after: number
  readonly limit: number
}

/** What a webhook has not been told yet, in the order in which it is told. What it was told is not kept here. */
export function listDeliveries(db: Sql, page: DeliveryPage): Promise<DeliveryView[]> {
  const { brand, webhook, isGivenUp, after, limit } = page
  return db.rows<DeliveryView>`
    select delivery.position, notice.request_ref, notice.line, type, card_number, happened_at, data, attempts,
      next_attempt_at, last_error, given_up_at
    from (
      select * from notice_delivery
      where brand_id = ${brand} and webhook_id = ${webhook} and (given_up_at is not null) = ${isGivenUp}
        and position > ${after}
      order by position
      limit ${limit}) as delivery
    join notice on notice.brand_id = ${brand} and notice.request_ref = delivery.request_ref
      and notice.line = delivery.line
    order by delivery.position`
}
