import { compareDecimals } from '../../ground/kernel/decimal.ts'
import { parseDecimal } from '../../ground/kernel/money.ts'
import { isSameTimeZone } from '../../ground/kernel/time.ts'
import type { BrandDocument } from '../brand/document.ts'
import { portalRoles } from '../brand/shapes/portal-shape.ts'
import { openADay } from './coupon-worth.ts'
import { approvalLimitOf, type HandLimit, limitedActions, limitOf, timesADay, worksAlone } from './limits.ts'
import { isAbove } from './sums.ts'

/** A brand, as far as it says what people may do by hand. */
interface WithRules extends Pick<BrandDocument, 'portal'> {
  readonly brand: Pick<BrandDocument['brand'], 'currency' | 'timeZone' | 'exchangeRates'>
}

type Loosenings = { readonly [part: string]: (before: WithRules, after: WithRules) => boolean }

/** Each part that says what people may do by hand, and when a change of it lets them do more than before. */
const ofLimits: Loosenings = {
  'portal.limits': (before, after) => isRaised(before, after),
  'portal.publish': (before, after) => mostGiven(after) > mostGiven(before),
  'portal.approvals': (before, after) => worksAlone({ document: after }) && !worksAlone({ document: before }),
}

/** The most that campaigns give before somebody else has to approve it; without a limit, everything. */
const mostGiven = ({ portal }: WithRules): number => portal?.publish?.maxGiven?.percent ?? Number.POSITIVE_INFINITY

/** Each part that limits are measured by, likewise. */
const ofMeasures: Loosenings = {
  // Limits are in the main currency. What is worth less of it, or has a rate where it had none, fits below them.
  'brand.exchangeRates': ({ brand: before }, { brand: after }) =>
    isWorthLess(before.exchangeRates, after.exchangeRates),
  'brand.currency': ({ brand: before }, { brand: after }) => before.currency !== after.currency,
  // Another day begins, or an earlier one goes on, of which nothing has been used.
  'brand.timeZone': ({ brand: before }, { brand: after }) => !isSameTimeZone(before.timeZone, after.timeZone),
}

/**
 * The parts by which a change lets people do more by hand than before. Of a new brand, its limits and approvals alone. So of a key,
 * too: programs feed rates every night, and whoever has a key with such a scope gives value by it without any limit.
 */
export function loosenedParts(
  before: WithRules | undefined,
  after: WithRules,
  by: 'key' | 'user' = 'user',
): readonly string[] {
  const earlier = before ?? { brand: after.brand }
  const loosenings = by === 'key' ? ofLimits : { ...ofLimits, ...ofMeasures }
  return Object.keys(loosenings).filter((part) => loosenings[part]?.(earlier, after))
}

function isRaised(before: WithRules, after: WithRules): boolean {
  const [old, next] = [{ document: before }, { document: after }]
  return portalRoles.some(
    (role) =>
      limitedActions.some((action) => isWider(limitOf(next, role, action), limitOf(old, role, action))) ||
      isWiderApproval(approvalLimitOf(next, role), approvalLimitOf(old, role)),
  )
}

type Rates = WithRules['brand']['exchangeRates']

/** What has no rate is more than any limit. */
const isWorthLess = (before: Rates, after: Rates): boolean =>
  Object.entries(after).some(([currency, rate]) => {
    const [old, next] = [parseDecimal(String(before[currency] ?? '')), parseDecimal(String(rate))]
    return !old || !next || compareDecimals(next, old) < 0
  })

const isWider = (next: HandLimit, old: HandLimit): boolean =>
  isAbove(next.once, old.once) || isAbove(next.perDay, old.perDay) || hasMoreCoupons(next, old)

/** Each counts as what may be given at once: where that is lowered and the day is not, more of them fit into it. */
const hasMoreCoupons = (next: HandLimit, old: HandLimit): boolean =>
  openADay(next) > timesADay && openADay(next) > openADay(old)

/** Without a limit, a role approves everything. */
const isWiderApproval = (next: HandLimit | undefined, old: HandLimit | undefined): boolean =>
  old !== undefined && (next === undefined || isWider(next, old))
