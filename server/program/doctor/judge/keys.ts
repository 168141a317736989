import { day, type Instant } from '../../../ground/kernel/time.ts'
import { type Finding, ok, problem, someOf, warning } from '../finding.ts'

/** An API key in force. */
export interface KeyInForce {
  readonly brand: string
  readonly key: string
  readonly createdAt: Instant
  readonly lastUsedAt?: Instant
  readonly expiresAt?: Instant
  /** It may call every operation of the brand. */
  readonly isUnlimited: boolean
  /** Its secret ships with the program. */
  readonly isPublic: boolean
}

const soonDays = 14
const unusedDays = 30

export function judgeKeys(keys: readonly KeyInForce[], now: Instant, environment: string): Finding[] {
  const isDemo = environment === 'demo'
  const expired = keys.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now)
  const soon = keys.filter(
    ({ expiresAt }) => expiresAt !== undefined && expiresAt > now && expiresAt <= now + soonDays * day,
  )
  // The demo's own are dated back with its history, and are there for whoever wants to try one.
  const isOld = ({ lastUsedAt, createdAt }: KeyInForce) => !lastUsedAt && now - createdAt > unusedDays * day
  const unused = keys.filter((key) => isOld(key) && !(isDemo && key.isPublic))
  const unlimited = isDemo ? [] : keys.filter(({ isUnlimited }) => isUnlimited)
  const publicOnes = isDemo ? [] : keys.filter(({ isPublic }) => isPublic)
  const extend = 'Run: purser key change BRAND KEY --expires DATE, or purser key revoke BRAND KEY'
  const found = [
    ...findingOf(expired, problem, 'have expired and are refused', extend),
    ...findingOf(soon, warning, `expire within ${soonDays} days`, extend),
    ...findingOf(publicOnes, warning, 'are keys of the demo, whose secrets are public; they are refused here', revoke),
    ...findingOf(unused, warning, `were made over ${unusedDays} days ago and never used`, revoke),
    ...findingOf(unlimited, warning, 'may call every operation', 'Run: purser key change BRAND KEY --scope merchant'),
  ]
  return found.length > 0 ? found : [ok('keys', `${keys.length} in force, none expired or about to`)]
}

const revoke = 'Run: purser key revoke BRAND KEY, or take them out of the brand file'

function findingOf(keys: readonly KeyInForce[], level: typeof warning, what: string, advice: string): Finding[] {
  if (keys.length === 0) return []
  const names = someOf(keys.map(({ brand, key }) => `${key} of brand ${brand}`))
  return [level('keys', `${keys.length} ${what}: ${names}`, advice)]
}
