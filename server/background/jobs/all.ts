import type { Network } from '../../calls/delivery/network.ts'
import type { DueMeans } from '../../storage/brand-store/history/apply-due.ts'
import { sealAudit } from './audit/seal-audit.ts'
import { bounces } from './bounces/bounces.ts'
import { dates, oldDates } from './dates/dates.ts'
import { type DeliveryMeans, delivery } from './delivery.ts'
import { expiry } from './expiry/expiry.ts'
import { laterMessages } from './later/later-messages.ts'
import { type MemberMeans, memberErasures } from './members/member-erasures.ts'
import { repairs } from './repairs/repairs.ts'
import { dailySums } from './reports/daily-sums.ts'
import { type ReportMailMeans, reportMails } from './reports/report-mails.ts'
import { type RetentionPolicy, retention } from './retention/retention.ts'
import type { Job } from './runner/job.ts'
import { openPayments } from './sales/open-payments.ts'
import { dueDrafts } from './schedule/due-drafts.ts'
import { scheduledChanges } from './schedule/scheduled-changes.ts'
import { firstScores } from './scores/first-scores.ts'
import { recommendations } from './scores/recommendations.ts'
import { scores } from './scores/scores.ts'
import { segmentsJob } from './segments/segments.ts'
import { tiersJob } from './tiers/tiers.ts'
import { type WalletMeans, walletUpdates } from './wallet/wallet-updates.ts'
import { webhooksJob } from './webhooks.ts'

/** The means by which jobs reach other hosts. */
export type Outside = DeliveryMeans &
  ReportMailMeans &
  Partial<MemberMeans> & {
    readonly network: Network
    /** Absent: there are no passes in wallets. */
    readonly wallet?: WalletMeans
  }

/** Everything that happens without a call; `means` are those by which brands are changed. */
export function allJobs(policy: RetentionPolicy, outside: Outside, means: () => DueMeans): readonly Job[] {
  return [
    expiry,
    delivery(outside),
    webhooksJob(outside.network),
    ...(outside.wallet ? [walletUpdates(outside.wallet)] : []),
    bounces,
    laterMessages,
    repairs,
    openPayments,
    ...(outside.pins ? [memberErasures({ pins: outside.pins })] : []),
    dates,
    oldDates,
    segmentsJob,
    tiersJob,
    scores,
    recommendations,
    firstScores,
    dailySums,
    reportMails(outside),
    scheduledChanges(means),
    dueDrafts(means),
    sealAudit,
    retention(policy),
  ]
}
