import { day, type Instant } from '../../ground/kernel/time.ts'

/** How long a customer stays away, in days, before the card is at risk, and before it counts as lost. */
export interface Lifecycle {
  readonly daysUntilAtRisk: number
  readonly daysUntilChurned: number
}

/** So many purchases say how often somebody comes. */
export const purchasesOfRhythm = 13
const newcomersRhythmDays = 30
const riskyRhythms = 2
const lostRhythms = 4

/**
 * From the card's own rhythm: the median of the days between its last purchases, at least one; 30 for a card with
 * fewer than three. After twice that long without a purchase a card is at risk, after four times it is lost.
 */
export function toLifecycle(purchases: readonly Instant[], now: Instant): Lifecycle | undefined {
  const [last] = purchases
  if (last === undefined) return undefined
  const rhythm = rhythmOf(purchases)
  const away = (now - last) / day
  const until = (rhythms: number) => Math.max(0, Math.ceil(rhythms * rhythm - away))
  return { daysUntilAtRisk: until(riskyRhythms), daysUntilChurned: until(lostRhythms) }
}

function rhythmOf(purchases: readonly Instant[]): number {
  if (purchases.length < 3) return newcomersRhythmDays
  const sorted = purchases.toSorted((a, b) => b - a)
  const gaps = sorted.slice(1).map((earlier, index) => ((sorted[index] ?? earlier) - earlier) / day)
  const ordered = gaps.toSorted((a, b) => a - b)
  const middle = ordered.slice(Math.floor((ordered.length - 1) / 2), Math.floor(ordered.length / 2) + 1)
  const median = middle.reduce((sum, gap) => sum + gap, 0) / middle.length
  return Math.max(1, median)
}

export interface Signals {
  readonly pinFailures: number
  readonly calls: number
  readonly voids: number
  readonly returns: number
  readonly callsOfHour: number
  readonly locationsOfDay: number
}

/**
 * 0 to 100, the sum of: 3 for each wrong pin since the last right one, at most 30; 40 times the share of voids, and of returns, among
 * the calls of 90 days, at most 20 each and only from five calls on; 2 for each call of the last hour beyond ten, at
 * most 20; 5 for each location of the last day beyond three, at most 10.
 */
export function suspicionScore({ pinFailures, calls, voids, returns, callsOfHour, locationsOfDay }: Signals): number {
  const shareOf = (count: number) => (calls < 5 ? 0 : Math.min(20, (40 * count) / calls))
  const parts = [
    Math.min(30, 3 * pinFailures),
    shareOf(voids),
    shareOf(returns),
    Math.min(20, 2 * Math.max(0, callsOfHour - 10)),
    Math.min(10, 5 * Math.max(0, locationsOfDay - 3)),
  ]
  return Math.round(parts.reduce((sum, part) => sum + part, 0))
}
