import { replay, switchOn } from '../../../calls/operations/webhook/replay-webhook.ts'
import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import type { WebhookName } from '../../../storage/store/outbox/notice-delivery.sql.ts'
import { listWebhookViews, type WebhookView } from '../../../storage/store/queries/webhook-view.sql.ts'
import { CommandFailed } from '../command-failed.ts'
import { toInstant } from '../instant.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

/** Prints how a brand's webhooks are doing. */
export async function webhooks(url: string, brandId: string): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    const { document, version } = await knownBrand(pool, brandId)
    const ids = document.webhooks.map(({ id }) => id)
    const views = await listWebhookViews(pool, brandId, ids, version)
    const off = new Set(document.webhooks.filter(({ active }) => !active).map(({ id }) => id))
    return views.length === 0 ? ['The brand has no webhooks.'] : views.map((view) => show(view, off))
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

function show(view: WebhookView, off: ReadonlySet<string>): string {
  const at = (instant: number) => `${formatDateTime(instant)} UTC`
  const parts = [
    `${view.waiting} waiting${view.oldest_at === null ? '' : ` since ${at(view.oldest_at)}`}`,
    ...(view.retried > 0 ? [`${view.retried} being retried (${reasonOf(view.last_error)})`] : []),
    ...(view.given_up > 0 ? [`${view.given_up} given up`] : []),
    ...(view.failing_since === null ? [] : [`nothing has got through since ${at(view.failing_since)}`]),
    ...(view.disabled_at === null ? [] : [`disabled since ${at(view.disabled_at)} (${view.reason})`]),
    ...(off.has(view.webhook_id) ? ['switched off in the brand file'] : []),
  ]
  return `${view.webhook_id}: ${parts.join(', ')}`
}

/** What can be done about it is said with it. */
const reasonOf = (error: string | null) =>
  error === 'address refused'
    ? `${error}: for a receiver in your own network, start the server with PURSER_ALLOW_PRIVATE_RECEIVERS=true`
    : error

/** Sends a webhook what happened since a time, or what was given up, again; a running server does it within seconds. */
export async function webhooksReplay(
  url: string,
  name: WebhookName,
  since: string,
  origin: AuditOrigin,
): Promise<void> {
  const { brand: brandId, webhook: id } = name
  const from = since === '' ? undefined : toInstant(since)
  const { count } = await withPool(url, async (pool) => {
    const { document } = await knownBrand(pool, brandId)
    const webhook = document.webhooks.find((one) => one.id === id)
    if (!webhook) throw new CommandFailed([`Brand ${brandId} has no webhook ${id}.`])
    await inTransaction(pool, (db) => switchOn(db, name, origin))
    return replay(pool, brandId, webhook, { from })
  })
  const again = from === undefined ? `${count} that were given up` : `${count} that happened since`
  process.stdout.write(`${id}: enabled. A running server now sends what was waiting, and ${again}.\n`)
}
