import { day, formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { type Finding, ok, someOf, warning } from '../finding.ts'

/** When `purser backup` last wrote a file that has the brand. */
export interface BackupSight {
  readonly brand: string
  readonly takenAt?: Instant
}

/** One a night is usual; two that are missing are an oversight. */
const oldDays = 2

/** Nobody needs a backup of a demo. Who saves the database by other means knows that, and is reminded all the same. */
export function judgeBackups(sights: readonly BackupSight[], now: Instant, environment: string): Finding[] {
  if (environment === 'demo' || sights.length === 0) return []
  const old = sights.filter(({ takenAt }) => takenAt === undefined || now - takenAt > oldDays * day)
  const advice =
    'Run: purser backup FOLDER, best once a night (docs/backup.md), unless you save the database by other means'
  if (old.length > 0)
    return [
      warning('backups', `none for ${oldDays} days of ${someOf(old.map(({ brand }) => `brand ${brand}`))}`, advice),
    ]
  const oldest = Math.min(...sights.map(({ takenAt = now }) => takenAt))
  return [ok('backups', `of all ${sights.length} brands, the oldest of ${formatDateTime(oldest)} UTC`)]
}
