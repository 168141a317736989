import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How a webhook is doing. */
export interface WebhookView {
  readonly webhook_id: string
  readonly waiting: number
  /** Those of them that failed and are tried again. */
  readonly retried: number
  readonly given_up: number
  /** When what waits longest happened. */
  readonly oldest_at: Instant | null
  /** The kind of failure of what waits longest. */
  readonly last_error: string | null
  readonly failing_since: Instant | null
  readonly disabled_at: Instant | null
  readonly reason: string | null
}

/** In the order of the ids; a webhook that was switched off by an older version of the file is on again. */
export function listWebhookViews(
  db: Sql,
  brand: BrandId,
  webhooks: readonly string[],
  version: number,
): Promise<WebhookView[]> {
  return db.rows<WebhookView>`
    select wanted.webhook_id, counted.waiting, counted.retried, counted.given_up, first.last_error,
      (select happened_at from notice
      where brand_id = ${brand} and notice.request_ref = first.request_ref and notice.line = first.line) as oldest_at,
      failing_since,
      case when brand_version >= ${version} then disabled_at end as disabled_at,
      case when brand_version >= ${version} then reason end as reason
    from unnest(${textArray(webhooks)}::text[]) as wanted (webhook_id)
    cross join lateral (
      select count(*) filter (where given_up_at is null) as waiting,
        count(*) filter (where given_up_at is null and attempts > 0) as retried,
        count(*) filter (where given_up_at is not null) as given_up
      from notice_delivery
      where brand_id = ${brand} and webhook_id = wanted.webhook_id) as counted
    left join lateral (
      select request_ref, line, last_error
      from notice_delivery
      where brand_id = ${brand} and webhook_id = wanted.webhook_id and given_up_at is null
      order by position
      limit 1) as first on true
    left join webhook_state as state on state.brand_id = ${brand} and state.webhook_id = wanted.webhook_id
    order by wanted.webhook_id`
}
