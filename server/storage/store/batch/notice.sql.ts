import { noticeTypes } from '../../../domain/brand/shapes/notice-types.ts'
import type { Webhook } from '../../../domain/brand/shapes/webhook-shape.ts'
import type { NoticeRow } from '../../../domain/view/notice/notice.ts'
import { instantArray, jsonColumn, jsonSeparator, plainArray, textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Stores notices in the given order, and a delivery for each webhook that listens. */
export function insertNotices(
  db: Sql,
  brand: BrandId,
  notices: readonly NoticeRow[],
  webhooks: readonly Webhook[],
): Promise<unknown> {
  const wanted = webhooks.flatMap(({ id, events = noticeTypes }) => events.map((type) => ({ id, type })))
  return db.rows`
    with made as (
      insert into notice (brand_id, request_ref, line, type, card_id, card_number, child_card_number, happened_at, data,
        traceparent)
      select owner.brand_id, request_ref, line, type, given.card_id, coalesce(root.card_number, card.card_number),
        case when root.card_id is not null then card.card_number end, to_timestamp(happened_at::float8 / 1000), data::json, given.traceparent
      from (select brand_id from brand where brand_id = ${brand}) as owner
      cross join unnest(
        ${plainArray(notices.map(({ ref }) => ref))}::uuid[],
        ${plainArray(notices.map(({ line }) => line))}::integer[],
        ${textArray(notices.map(({ type }) => type))}::text[],
        ${plainArray(notices.map(({ cardId }) => cardId))}::bigint[],
        ${instantArray(notices.map(({ happenedAt }) => happenedAt))}::bigint[],
        string_to_array(${jsonColumn(notices.map(({ data }) => data))}, ${jsonSeparator}),
        ${plainArray(notices.map(({ traceparent }) => traceparent))}::text[])
        with ordinality as given (request_ref, line, type, card_id, happened_at, data, traceparent, place)
      left join card on card.brand_id = ${brand} and card.card_id = given.card_id
      left join card as root on root.brand_id = ${brand} and root.card_id = card.root_id
      order by place
      returning brand_id, position, request_ref, line, type, card_id)
    insert into notice_delivery (brand_id, webhook_id, position, request_ref, line, card_id)
    select ${brand}, wanted.webhook_id, position, request_ref, line, card_id
    from made
    join unnest(
      ${textArray(wanted.map(({ id }) => id))}::text[],
      ${textArray(wanted.map(({ type }) => type))}::text[]) as wanted (webhook_id, type) on wanted.type = made.type`
}
