import { breakageReport } from './breakage.ts'
import { expiryOutlookReport } from './expiry-outlook.ts'
import { liabilityReport } from './liability.ts'
import type { Report } from './report.ts'
import { rollForwardReport } from './roll-forward.ts'

/** Every report, in the order in which they are listed. */
export const reports: readonly Report[] = [liabilityReport, rollForwardReport, breakageReport, expiryOutlookReport]
