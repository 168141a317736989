import type { CardSide } from '../../../domain/campaign/kept-effects.ts'
import { plainArray, textArray, timeArray } from '../../../ground/database/arrays.ts'
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
    values (${brand},
      unnest(${textArray(rows.map(({ campaign }) => campaign))}::text[]),
      unnest(${plainArray(rows.map(({ ref }) => ref))}::uuid[]),
      unnest(${plainArray(rows.map(({ cardId }) => cardId))}::bigint[]),
      unnest(${textArray(rows.map(({ side }) => side))}::text[]),
      unnest(${timeArray(rows.map(({ happenedAt }) => happenedAt))}::timestamptz[]))`
}
