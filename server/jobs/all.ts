import type { Network } from '../delivery/network.ts'
import { bounces } from './bounces.ts'
import { dates, oldDates } from './dates.ts'
import { type DeliveryMeans, delivery } from './delivery.ts'
import { expiry } from './expiry.ts'
import { firstScores } from './first-scores.ts'
import type { Job } from './job.ts'
import { recommendations } from './recommendations.ts'
import { type RetentionPolicy, retention } from './retention.ts'
import { scores } from './scores.ts'
import { segments } from './segments.ts'
import { webhooks } from './webhooks.ts'

/** What jobs reach the outside by. */
export type Outside = DeliveryMeans & { readonly network: Network }

/** Everything that happens without a call. */
export function allJobs(policy: RetentionPolicy, outside: Outside): readonly Job[] {
  return [
    expiry,
    delivery(outside),
    webhooks(outside.network),
    bounces,
    dates,
    oldDates,
    segments,
    scores,
    recommendations,
    firstScores,
    retention(policy),
  ]
}
