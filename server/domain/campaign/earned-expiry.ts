import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'
import type { BrandDocument } from '../brand/document.ts'
import { isRunning } from './campaigns.ts'
import { LocalClock } from './clock.ts'
import { periodOf } from './compile.ts'

interface EarnedValue {
  readonly balanceType: string
  readonly balanceCode: string
}

/**
 * Until when what somebody earns of a value by a purchase at this moment lasts, by the rules that run now. Where they
 * differ it is the latest; undefined where it lasts for ever with one of them, or where nobody earns it.
 */
export function earnedUntil(
  { campaigns }: Pick<BrandDocument, 'campaigns'>,
  { balanceType, balanceCode }: EarnedValue,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): Instant | undefined {
  const clock = new LocalClock(now, timeZone)
  const ends = campaigns
    .filter(({ active }) => active)
    .flatMap((campaign) => campaign.rules.filter((rule) => isRunning(periodOf(campaign, rule, timeZone), now)))
    .filter(({ trigger }) => trigger === 'checkout')
    .flatMap((rule) => rule.then)
    .flatMap((result) => ('issue' in result ? [result.issue] : []))
    .filter((issue) => issue.balanceType === balanceType && (issue.balanceCode ?? '') === balanceCode)
    .map(({ expiresAfter, expiresAt }) =>
      expiresAt === undefined ? expiresAfter && clock.after(expiresAfter) : parseDateTime(expiresAt, timeZone),
    )
    .filter((end) => end === undefined || end > now)
  return ends.reduce((latest, one) => {
    if (latest === undefined || one === undefined) return undefined
    return Math.max(latest, one)
  }, ends[0])
}
