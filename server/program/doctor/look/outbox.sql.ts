import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { listReceivers } from '../../../storage/store/outbox/delivery-standing.sql.ts'
import { listWebhookViews } from '../../../storage/store/queries/webhook-view.sql.ts'
import type { OutboxSight } from '../judge/outbox.ts'

export async function lookAtOutbox(db: Sql, brand: Brand): Promise<OutboxSight> {
  const receivers = await listReceivers(db, brand.id, brand.version)
  const ids = brand.document.webhooks.filter(({ active }) => active).map(({ id }) => id)
  const webhooks = await listWebhookViews(db, brand.id, ids, brand.version)
  const failing = [
    ...receivers.filter(({ disabledAt }) => disabledAt === undefined).map(({ channel }) => channel),
    ...webhooks
      .filter((view) => view.disabled_at === null && view.failing_since !== null)
      .map((view) => view.webhook_id),
  ]
  return defined({
    brand: brand.id,
    dueSince: await findDueSince(db, brand.id),
    disabledReceivers: receivers.filter(({ disabledAt }) => disabledAt !== undefined).map(({ channel }) => channel),
    disabledWebhooks: webhooks.filter((view) => view.disabled_at !== null).map((view) => view.webhook_id),
    failing,
  })
}

/** When the message that is due longest should have been sent. */
async function findDueSince(db: Sql, brand: BrandId): Promise<Instant | undefined> {
  const [row] = await db.rows<{ at: Instant | null }>`
    select min(next_attempt_at) as at from message where brand_id = ${brand} and state = 'waiting'`
  return row?.at ?? undefined
}
