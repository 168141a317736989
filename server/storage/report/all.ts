import { activityReport } from './activity.ts'
import { breakageReport } from './breakage.ts'
import { byHandReport } from './by-hand.ts'
import { campaignResultsReport } from './campaign-results.ts'
import { couponStockReport } from './coupon-stock.ts'
import { couponUseReport } from './coupon-use.ts'
import { dormantReport } from './dormant.ts'
import { expiryOutlookReport } from './expiry-outlook.ts'
import { journalReport } from './journal.ts'
import { liabilityReport } from './liability.ts'
import { liftReport } from './lift.ts'
import { membersReport } from './members.ts'
import { referralsReport } from './referrals.ts'
import type { Report } from './report.ts'
import { retentionReport } from './retention.ts'
import { rollForwardReport } from './roll-forward.ts'
import { salesReport } from './sales.ts'
import { scoreDistributionReport } from './score-distribution.ts'
import { tiersReport } from './tiers.ts'

/** Every report, in the order in which they are listed. */
export const reports: readonly Report[] = [
  liabilityReport,
  rollForwardReport,
  journalReport,
  breakageReport,
  expiryOutlookReport,
  dormantReport,
  campaignResultsReport,
  liftReport,
  couponUseReport,
  couponStockReport,
  tiersReport,
  referralsReport,
  salesReport,
  activityReport,
  byHandReport,
  retentionReport,
  scoreDistributionReport,
  membersReport,
]
