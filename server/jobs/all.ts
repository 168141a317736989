import type { Senders } from '../delivery/senders.ts'
import { dates, oldDates } from './dates.ts'
import { delivery } from './delivery.ts'
import { expiry } from './expiry.ts'
import type { Job } from './job.ts'
import { recommendations } from './recommendations.ts'
import { type RetentionPolicy, retention } from './retention.ts'
import { scores } from './scores.ts'
import { segments } from './segments.ts'

/** Everything that happens without a call. */
export function allJobs(policy: RetentionPolicy, senders: Senders): readonly Job[] {
  return [expiry, delivery(senders), dates, oldDates, segments, scores, recommendations, retention(policy)]
}
