import { type Instant, minute } from '../../../ground/kernel/time.ts'
import { type Finding, ok, problem, warning } from '../finding.ts'

/** How messages and webhooks of a brand are doing. */
export interface OutboxSight {
  readonly brand: string
  /** Since when the message that is due longest should have been sent. */
  readonly dueSince?: Instant
  readonly disabledReceivers: readonly string[]
  readonly disabledWebhooks: readonly string[]
  /** Nothing has got through to them for a while. */
  readonly failing: readonly string[]
}

const lateMs = 10 * minute
const tooLateMs = 60 * minute

export function judgeOutbox(sights: readonly OutboxSight[], now: Instant): Finding[] {
  const found = sights.flatMap((sight) => [...judgeDue(sight, now), ...judgeReceivers(sight)])
  return found.length > 0 ? found : [ok('outbox', 'no message is late, and no receiver is disabled')]
}

function judgeDue({ brand, dueSince }: OutboxSight, now: Instant): Finding[] {
  const lateFor = dueSince === undefined ? 0 : now - dueSince
  if (lateFor < lateMs) return []
  const level = lateFor < tooLateMs ? warning : problem
  const found = `a message of brand ${brand} has been due for ${Math.round(lateFor / minute)} minutes`
  return [level('outbox', found, `Run: purser jobs, and purser messages ${brand}`)]
}

function judgeReceivers({ brand, disabledReceivers, disabledWebhooks, failing }: OutboxSight): Finding[] {
  return [
    ...disabledReceivers.map((channel) =>
      warning(
        'receivers',
        `${channel} of brand ${brand} is disabled: its messages are not sent`,
        `Run: purser messages enable ${brand} ${channel}`,
      ),
    ),
    ...disabledWebhooks.map((id) =>
      warning(
        'webhooks',
        `${id} of brand ${brand} is disabled: it is told nothing`,
        `Run: purser webhooks replay ${brand} ${id}`,
      ),
    ),
    ...failing.map((name) =>
      warning(
        'receivers',
        `nothing gets through to ${name} of brand ${brand}`,
        `Run: purser messages ${brand}, purser webhooks ${brand}`,
      ),
    ),
  ]
}
