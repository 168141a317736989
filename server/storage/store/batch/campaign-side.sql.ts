import type { CardSide } from '../../../domain/campaign/kept-effects.ts'
import { instantArray, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface SideRow extends CardSide {
  readonly ref: RequestRef
  readonly happenedAt: Instant
}

export function insertSides(db: Sql, brand: BrandId, rows: readonly SideRow[]): Promise<unknown> {
  return db.rows`
    insert into campaign_side (brand_id, campaign_id, request_ref, card_id, side, happened_at)
    select owner.brand_id, campaign_id, request_ref, card_id, side, to_timestamp(happened_at::float8 / 1000)
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(rows.map(({ campaign }) => campaign))}::text[],
      ${plainArray(rows.map(({ ref }) => ref))}::uuid[],
      ${plainArray(rows.map(({ cardId }) => cardId))}::bigint[],
      ${textArray(rows.map(({ side }) => side))}::text[],
      ${instantArray(rows.map(({ happenedAt }) => happenedAt))}::bigint[])
      as kept (campaign_id, request_ref, card_id, side, happened_at)`
}
