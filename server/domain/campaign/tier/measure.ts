import type { RequestRef } from '../../../ground/kernel/ids.ts'
import { type Decimal, parseDecimal } from '../../../ground/kernel/money.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import type { Brand } from '../../brand/brand.ts'
import { convertAmount } from '../../brand/exchange.ts'
import type { Within } from '../../brand/rules/arguments.ts'
import type { TierMeasure } from '../../brand/shapes/tier-shape.ts'
import { LocalClock } from '../clock.ts'

/** Millionths of a unit: of the main currency, of a checkout, of a value type. */
export type TierMicro = bigint

const microScale = 6
const million = 10n ** BigInt(microScale)

/** What counts towards levels, of one currency or scale. */
export interface TierSum {
  /** The currency of what was spent; '' for earned balances. */
  readonly currency: string
  readonly scale: number
  /** Minor units. */
  readonly amount: bigint
  readonly checkouts: number
}

/** What a call adds to a sum or takes off it, at the instant from which that counts. */
export interface TierGain extends TierSum {
  readonly at: Instant
  /** The call that it is counted with, where that is asked. */
  readonly ref?: RequestRef
}

/** The time that counts; both ends are included. */
export interface CountedTime {
  readonly since?: Instant
  readonly until: Instant
}

/** What counts at an instant. */
export function spanAt(within: Within | undefined, clock: LocalClock): CountedTime {
  if (!within) return { until: clock.now }
  return {
    since: 'calendar' in within ? clock.startOf(within.calendar) : clock.lessThanDaysAgo(within.days),
    until: clock.now,
  }
}

/**
 * What counts for a reason that was given at an instant. Within a calendar period, and over all time, later sales would
 * have reached as much, so the whole period counts as far as it has come.
 */
export function spanOfReason(within: Within | undefined, at: Instant, { now, timeZone }: LocalClock): CountedTime {
  if (!within) return { until: now }
  if (!('calendar' in within)) return { since: at - within.days * day + 1, until: at }
  const clock = new LocalClock(at, timeZone)
  return { since: clock.startOf(within.calendar), until: Math.min(now, clock.endOf(within.calendar) - 1) }
}

function isWithin({ since = Number.NEGATIVE_INFINITY, until }: CountedTime, at: Instant): boolean {
  return at >= since && at <= until
}

/** The sums with what a call adds in that time. Sums of one currency are added up before they are converted. */
export function withGains(sums: readonly TierSum[], gains: readonly TierGain[], span: CountedTime): readonly TierSum[] {
  const counted = gains.filter(({ at }) => isWithin(span, at))
  if (counted.length === 0) return sums
  const all: readonly TierSum[] = [...sums, ...counted]
  const [first] = all
  if (first && all.every(({ currency, scale }) => currency === first.currency && scale === first.scale))
    return [addedUp(all)]
  const groups = Map.groupBy(all, ({ currency, scale }) => `${currency} ${scale}`)
  return [...groups.values()].map(addedUp)
}

/** Sums of one currency and scale as one. */
function addedUp(group: readonly TierSum[]): TierSum {
  return {
    currency: group[0]?.currency ?? '',
    scale: group[0]?.scale ?? 0,
    amount: group.reduce((sum, { amount }) => sum + amount, 0n),
    checkouts: group.reduce((sum, { checkouts }) => sum + checkouts, 0),
  }
}

/** What levels are compared with. Currencies without an exchange rate do not count. */
export function measureOf({ fact }: TierMeasure, sums: readonly TierSum[], brand: Brand): TierMicro {
  switch (fact) {
    case 'history.checkouts':
      return sums.reduce((sum, { checkouts }) => sum + BigInt(checkouts) * million, 0n)
    case 'history.spend':
      return sums.reduce((sum, one) => sum + spendOf(one, brand), 0n)
    case 'earned':
      return sums.reduce((sum, { amount, scale }) => sum + microOf(amount, scale), 0n)
  }
}

function spendOf({ currency, scale, amount }: TierSum, brand: Brand): TierMicro {
  if (currency === brand.currency) return microOf(amount, scale)
  const converted = convertAmount(brand, {
    amount: { units: Number(amount), scale },
    from: currency,
    to: brand.currency,
    fromScale: scale,
  })
  return converted.kind === 'converted' ? microOf(BigInt(converted.amount), converted.scale) : 0n
}

function microOf(amount: bigint, scale: number): TierMicro {
  return scale <= microScale ? amount * 10n ** BigInt(microScale - scale) : amount / 10n ** BigInt(scale - microScale)
}

/** Thresholds that were asked for: each call of a card asks for those of its program several times. */
const thresholds = new Map<number, TierMicro>()
const thresholdsMax = 1000

/** A threshold of the file. What a millionth does not show is rounded up. */
export function microOfNumber(value: number): TierMicro {
  const known = thresholds.get(value)
  if (known !== undefined) return known
  if (thresholds.size >= thresholdsMax) thresholds.clear()
  const threshold = toThreshold(value)
  thresholds.set(value, threshold)
  return threshold
}

function toThreshold(value: number): TierMicro {
  const { units, scale } = parseDecimal(String(value)) ?? { units: Math.ceil(value), scale: 0 }
  if (scale <= microScale) return microOf(BigInt(units), scale)
  const under = 10n ** BigInt(scale - microScale)
  return (BigInt(units) + under - 1n) / under
}

export function decimalOfMicro(micro: TierMicro): Decimal {
  let [units, scale] = [micro, microScale]
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return { units: Number(units), scale }
}
