import { day, formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import { type Finding, ok, problem, someOf, warning } from '../finding.ts'

/** When the books of a brand were last derived from the ledger again, and how that ended. */
export interface VerifySight {
  readonly brand: string
  readonly ranAt?: Instant
  readonly discrepancies: number
}

/** Once a night is enough; a week without it is an oversight. */
const oldDays = 7

export function judgeVerified(sights: readonly VerifySight[], now: Instant, environment: string): Finding[] {
  const wrong = sights.filter(({ discrepancies }) => discrepancies > 0)
  const old = sights.filter(({ ranAt }) => ranAt === undefined || now - ranAt > oldDays * day)
  const found = [
    ...wrong.map(({ brand, discrepancies, ranAt = now }) =>
      problem(
        'verify',
        `${discrepancies} differences in brand ${brand} on ${formatDateTime(ranAt)} UTC`,
        'Run: purser verify. It names them; change nothing by hand before they are understood.',
      ),
    ),
    ...(old.length > 0 && environment !== 'demo'
      ? [warning('verify', `not run for ${oldDays} days: ${namesOf(old)}`, 'Run: purser verify, best once a night')]
      : []),
  ]
  if (found.length > 0) return found
  const seen = sights.filter(({ ranAt }) => ranAt !== undefined)
  if (seen.length === 0) return [ok('verify', 'not run yet')]
  return [ok('verify', `no differences in ${seen.length} of ${sights.length} brands when last looked`)]
}

const namesOf = (sights: readonly VerifySight[]) => someOf(sights.map(({ brand }) => `brand ${brand}`))
