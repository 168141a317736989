import type { Network } from '../delivery/network.ts'
import { sealAudit } from './audit/seal-audit.ts'
import { bounces } from './bounces/bounces.ts'
import { dates, oldDates } from './dates/dates.ts'
import { type DeliveryMeans, delivery } from './delivery.ts'
import { expiry } from './expiry/expiry.ts'
import { dailySums } from './reports/daily-sums.ts'
import { type RetentionPolicy, retention } from './retention/retention.ts'
import type { Job } from './runner/job.ts'
import { firstScores } from './scores/first-scores.ts'
import { recommendations } from './scores/recommendations.ts'
import { scores } from './scores/scores.ts'
import { segmentsJob } from './segments/segments.ts'
import { webhooksJob } from './webhooks.ts'

/** The means by which jobs reach other hosts. */
export type Outside = DeliveryMeans & { readonly network: Network }

/** Everything that happens without a call. */
export function allJobs(policy: RetentionPolicy, outside: Outside): readonly Job[] {
  return [
    expiry,
    delivery(outside),
    webhooksJob(outside.network),
    bounces,
    dates,
    oldDates,
    segmentsJob,
    scores,
    recommendations,
    firstScores,
    dailySums,
    sealAudit,
    retention(policy),
  ]
}
