import type { NoticeType } from '../../../domain/brand/shapes/notice-types.ts'
import type { NoticeRow } from '../../../domain/view/notice/notice.ts'
import { instantArray, plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId, CardId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A webhook of a brand. */
export interface WebhookName {
  readonly brand: BrandId
  readonly webhook: string
}

/** A notice that a webhook has not been told yet. */
export interface DueNotice extends NoticeRow {
  readonly position: number
  /** The number of attempts before this one. */
  readonly attempts: number
  /** Whether it is tried before it is due, because the receiver may be back. That does not count as an attempt. */
  readonly isEarly: boolean
  readonly cardNumber?: string
  readonly childCardNumber?: string
}

interface DueRow {
  position: number
  attempts: number
  is_early: boolean
  request_ref: RequestRef
  line: number
  type: NoticeType
  card_id: CardId | null
  card_number: string | null
  child_card_number: string | null
  happened_at: Instant
  data: Readonly<Record<string, unknown>>
  traceparent: string | null
}

export interface DueWindow {
  readonly now: Instant
  readonly limit: number
  /** With this many waiting to be tried again, nothing new is begun. */
  readonly asideMax: number
}

/**
 * What to tell a webhook next, in order: what failed and is due again, and what was not tried yet, unless another notice
 * of the same card is waiting to be tried again. While nothing gets through, the first is tried every few minutes.
 */
export async function listDueNotices(
  db: Sql,
  { brand, webhook }: WebhookName,
  { now, limit, asideMax }: DueWindow,
): Promise<DueNotice[]> {
  const at = toTimestamp(now)
  const rows = await db.rows<DueRow>`
    with aside as materialized (
      select card_id, position, coalesce(next_attempt_at <= ${at}, true) as is_due, woken
      from notice_delivery
      where brand_id = ${brand} and webhook_id = ${webhook} and attempts > 0 and given_up_at is null),
    due as (
      (select position from aside where is_due or woken order by position limit ${limit})
      union
      (select position from aside
      where exists (
        select from webhook_state where brand_id = ${brand} and webhook_id = ${webhook} and probe_at <= ${at})
      order by position limit 1)
      union
      (select position from notice_delivery
      where brand_id = ${brand} and webhook_id = ${webhook} and attempts = 0 and given_up_at is null
        -- A list instead of a join, which the planner would run before it uses the order.
        and coalesce(card_id <> all(array(select card_id from aside where card_id is not null)), true)
        and (select count(*) from aside) < ${asideMax}::integer
      order by position limit ${limit}))
    select delivery.position, attempts, coalesce(next_attempt_at > ${at}, false) as is_early, notice.request_ref,
      notice.line, type, notice.card_id, card_number, child_card_number, happened_at, data, traceparent
    -- The limit tells the planner that there are few.
    from (select position from due order by position limit ${limit}) as due
    join notice_delivery as delivery
      on delivery.brand_id = ${brand} and delivery.webhook_id = ${webhook} and delivery.position = due.position
    join notice on notice.brand_id = ${brand} and notice.request_ref = delivery.request_ref
      and notice.line = delivery.line
    order by delivery.position`
  return rows.map(toDueNotice)
}

function toDueNotice(row: DueRow): DueNotice {
  return {
    position: row.position,
    attempts: row.attempts,
    isEarly: row.is_early,
    ref: row.request_ref,
    line: row.line,
    type: row.type,
    ...(row.card_id !== null && { cardId: row.card_id }),
    ...(row.card_number !== null && { cardNumber: row.card_number }),
    ...(row.child_card_number !== null && { childCardNumber: row.child_card_number }),
    happenedAt: row.happened_at,
    data: row.data,
    ...(row.traceparent !== null && { traceparent: row.traceparent }),
  }
}

export interface WebhookLease {
  /** Since when nothing has got through. */
  readonly failingSince?: Instant
  readonly until: Instant
}

/**
 * Keeps other workers away from a webhook. Undefined if one has it, or if it is disabled under this version of the file.
 * A webhook that was disabled counts as failing until something gets through: then everything that waits is tried.
 */
export async function leaseWebhook(
  db: Sql,
  { brand, webhook }: WebhookName,
  { now, until, version }: { readonly now: Instant; readonly until: Instant; readonly version: number },
): Promise<WebhookLease | undefined> {
  const [row] = await db.rows<{ failing_since: Instant | null }>`
    insert into webhook_state as state (brand_id, webhook_id, lease_until)
    values (${brand}, ${webhook}, ${toTimestamp(until)})
    on conflict (brand_id, webhook_id) do update
    set lease_until = excluded.lease_until, disabled_at = null, brand_version = null, reason = null,
      failing_since = case when state.disabled_at is null then state.failing_since else ${toTimestamp(now)} end
    where coalesce(state.lease_until <= ${toTimestamp(now)}, true)
      and (state.disabled_at is null or state.brand_version < ${version})
    returning failing_since`
  return row && { until, ...(row.failing_since !== null && { failingSince: row.failing_since }) }
}

export interface FailedNotice {
  readonly position: number
  /** A class of failure, never content. */
  readonly why: string
  /** Absent means that it is given up. */
  readonly nextAttemptAt?: Instant | undefined
}

export function deleteTold(db: Sql, { brand, webhook }: WebhookName, positions: readonly number[]): Promise<unknown> {
  return db.rows`
    delete from notice_delivery
    where brand_id = ${brand} and webhook_id = ${webhook} and position = any(${plainArray(positions)}::bigint[])`
}

/** Notices that were tried early and failed keep their schedule. */
export function markStillUntold(
  db: Sql,
  { brand, webhook }: WebhookName,
  positions: readonly number[],
): Promise<unknown> {
  return db.rows`
    update notice_delivery
    set woken = false
    where brand_id = ${brand} and webhook_id = ${webhook} and position = any(${plainArray(positions)}::bigint[])`
}

export function markUntold(
  db: Sql,
  { brand, webhook }: WebhookName,
  failed: readonly FailedNotice[],
  now: Instant,
): Promise<unknown> {
  return db.rows`
    update notice_delivery as delivery
    set attempts = attempts + 1, last_error = why, woken = false,
      next_attempt_at = to_timestamp(next_at::float8 / 1000),
      given_up_at = case when next_at is null then ${toTimestamp(now)}::timestamptz end
    from unnest(
      ${plainArray(failed.map(({ position }) => position))}::bigint[],
      ${textArray(failed.map(({ why }) => why))}::text[],
      ${instantArray(failed.map(({ nextAttemptAt }) => nextAttemptAt))}::bigint[]) as failed (position, why, next_at)
    where delivery.brand_id = ${brand} and delivery.webhook_id = ${webhook} and delivery.position = failed.position`
}

/** What is known about a webhook after a round. */
export interface WebhookStanding {
  readonly failingSince?: Instant | undefined
  readonly probeAt?: Instant | undefined
  readonly disabled?: { readonly at: Instant; readonly version: number; readonly reason: string } | undefined
}

/** Releases the webhook to other workers. Changes nothing if the lease was lost. */
export function releaseWebhook(
  db: Sql,
  { brand, webhook }: WebhookName,
  lease: WebhookLease,
  { failingSince, probeAt, disabled }: WebhookStanding,
): Promise<unknown> {
  return db.rows`
    update webhook_state
    set lease_until = null, failing_since = ${toTimestamp(failingSince)}, probe_at = ${toTimestamp(probeAt)},
      disabled_at = ${toTimestamp(disabled?.at)}, brand_version = ${disabled?.version ?? null},
      reason = ${disabled?.reason ?? null}
    where brand_id = ${brand} and webhook_id = ${webhook} and lease_until = ${toTimestamp(lease.until)}`
}

/** The receiver is back: notices that wait to be tried again are due now. */
export function wakeUntold(db: Sql, { brand, webhook }: WebhookName): Promise<unknown> {
  return db.rows`
    update notice_delivery
    set woken = true
    where brand_id = ${brand} and webhook_id = ${webhook} and attempts > 0 and given_up_at is null and not woken`
}

/** Whether there is anything left to tell a webhook. */
export async function isTelling(db: Sql, { brand, webhook }: WebhookName): Promise<boolean> {
  const rows = await db.rows`
    select from notice_delivery
    where brand_id = ${brand} and webhook_id = ${webhook} and given_up_at is null
    order by position
    limit 1`
  return rows.length > 0
}
