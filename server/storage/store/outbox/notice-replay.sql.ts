import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { type RequestRef, uuidFloor } from '../../../ground/kernel/ids.ts'
import { hour, type Instant } from '../../../ground/kernel/time.ts'
import type { WebhookName } from './notice-delivery.sql.ts'

/** Whether failures switched the webhook off; it stays as it is until the transaction ends. */
export async function isWebhookDisabled(db: Sql, { brand, webhook }: WebhookName): Promise<boolean> {
  const rows = await db.rows`
    select from webhook_state where brand_id = ${brand} and webhook_id = ${webhook} and disabled_at is not null
    for no key update`
  return rows.length > 0
}

/** Enables a webhook again. It is tried at once; when something gets through, everything that waits follows. */
export async function enableWebhook(db: Sql, { brand, webhook }: WebhookName, now: Instant): Promise<void> {
  await db.rows`
    update webhook_state
    set disabled_at = null, brand_version = null, reason = null, probe_at = ${toTimestamp(now)},
      failing_since = case when disabled_at is null then coalesce(failing_since, ${toTimestamp(now)})
        else ${toTimestamp(now)} end
    where brand_id = ${brand} and webhook_id = ${webhook}`
}

/** Puts back a page of given-up notices; returns how many, and where to go on. */
export async function retryGivenUpNotices(
  db: Sql,
  { brand, webhook }: WebhookName,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly count: number; readonly last: number | null }> {
  const [row] = await db.rows<{ count: number; last: number | null }>`
    with put as (
      update notice_delivery
      set attempts = 0, next_attempt_at = null, last_error = null, given_up_at = null
      where brand_id = ${brand} and webhook_id = ${webhook} and position = any(array(
        select position from notice_delivery
        where brand_id = ${brand} and webhook_id = ${webhook} and given_up_at is not null and position > ${after}
        order by position
        limit ${limit}))
      returning position)
    select count(*) as count, max(position) as last from put`
  return row ?? { count: 0, last: null }
}

export interface Replay {
  readonly from: Instant
  readonly types: readonly string[]
  readonly limit: number
  /** The last notice of the page before this one. */
  readonly after?: ReplayCursor | undefined
}

export interface ReplayCursor {
  readonly ref: RequestRef
  readonly line: number
}

export interface ReplayedPage {
  readonly replayed: number
  /** How many notices the page had, whether or not they are told again. */
  readonly looked: number
  /** Undefined after the last page. */
  readonly next?: ReplayCursor
}

/**
 * Makes a webhook be told again what happened since, a page at a time. Notices that still wait are not told twice. A
 * call's reference may be older than its effects, by as long as the call waited, so the search starts a little earlier.
 */
export async function replayPage(
  db: Sql,
  { brand, webhook }: WebhookName,
  { from, types, limit, after }: Replay,
): Promise<ReplayedPage> {
  const { ref, line } = after ?? { ref: uuidFloor(Math.max(from - hour, 0)), line: 0 }
  const [row] = await db.rows<{ put: number; looked: number; read: number; ref: RequestRef; line: number }>`
    with page as materialized (
      select request_ref, line, position, type, card_id, happened_at >= ${toTimestamp(from)} as is_since
      from notice
      where brand_id = ${brand} and (request_ref, line) > (${ref}::uuid, ${line}::integer)
      order by request_ref, line
      limit ${limit}),
    put as (
      insert into notice_delivery as delivery (brand_id, webhook_id, position, request_ref, line, card_id)
      select ${brand}, ${webhook}, position, request_ref, line, card_id
      from page
      where is_since and type = any(${textArray(types)}::text[])
      on conflict (brand_id, webhook_id, position) do update
      set attempts = 0, next_attempt_at = null, last_error = null, given_up_at = null
      where delivery.given_up_at is not null
      returning 1)
    select (select count(*) from put) as put, (select count(*) from page where is_since) as looked,
      (select count(*) from page) as read, request_ref as ref, line
    from page
    order by request_ref desc, line desc
    limit 1`
  if (!row) return { replayed: 0, looked: 0 }
  const next = row.read === limit && { next: { ref: row.ref, line: row.line } }
  return { replayed: row.put, looked: row.looked, ...next }
}
