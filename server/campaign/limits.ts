import type { ValueType } from '../brand/brand.ts'
import type { Rule } from '../brand/shapes/campaign-shape.ts'
import { type Minor, minorMax } from '../kernel/money.ts'
import type { CallFacts } from './call-facts.ts'
import type { LocalClock } from './clock.ts'
import { countFirings } from './facts/past-facts.ts'
import type { CounterNeed } from './needs.ts'

export type Limit = NonNullable<Rule['limit']>

/** A rule that has fired as often as it may. Plain JSON. */
export interface Throttled {
  readonly times: number
  readonly per: Limit['per']
  readonly every: Limit['every']
  /** How often it has fired. */
  readonly count: number
}

export type LimitVerdict =
  | { readonly kind: 'free' }
  | ({ readonly kind: 'throttled' } & Throttled)
  | { readonly kind: 'needs'; readonly need: CounterNeed }

/** The firings that count against a limit: of which rule, per card or brand, and since when. */
export function firingsOf(rule: string, { per, every }: Limit, clock: LocalClock): CounterNeed {
  const counter = { kind: 'counter', rule, per } as const
  if (every === 'ever') return counter
  return { ...counter, since: typeof every === 'object' ? clock.lessThanDaysAgo(every.days) : clock.startOf(every) }
}

/**
 * Whether a rule may fire once more. Without a card, a limit per card has nothing to count and lets the rule fire:
 * a rule that is meant for cards only says so in its conditions.
 */
export function judgeLimit(rule: string, limit: Limit | undefined, facts: CallFacts): LimitVerdict {
  if (!limit || (limit.per === 'card' && !facts.card)) return free
  const count = countFirings(facts, firingsOf(rule, limit, facts.clock))
  if (typeof count !== 'number') return { kind: 'needs', need: count }
  const { times, per, every } = limit
  return count < times ? free : { kind: 'throttled', times, per, every, count }
}

const free: LimitVerdict = { kind: 'free' }

/** What a value type's limits leave of a campaign's amount, and which limit cut it. */
export interface CutAmount {
  readonly amount: Minor
  readonly cut?: 'minIssue' | 'maxIssue' | 'maxBalance' | 'switchedOff' | 'minRedeem' | 'maxRedeem'
}

/** `total` is what the card already has: free, held and delayed. Less than minIssue is not issued at all. */
export function cutIssue(amount: Minor, valueType: ValueType, total: Minor): CutAmount {
  const { minIssue = 0, maxIssue = Number.POSITIVE_INFINITY, maxBalance = minorMax } = valueType
  if (amount <= 0) return { amount: 0 }
  if (valueType.switchedOff) return { amount: 0, cut: 'switchedOff' }
  if (amount < minIssue) return { amount: 0, cut: 'minIssue' }
  const room = Math.max(0, maxBalance - total)
  const left = Math.min(amount, maxIssue, room)
  if (left === amount) return { amount }
  return { amount: left, cut: room < maxIssue ? 'maxBalance' : 'maxIssue' }
}

/** Less than minRedeem is not redeemed at all. Whether the card has enough is decided by `RuleRun`. */
export function cutRedeem(amount: Minor, { minRedeem = 0, maxRedeem = amount }: ValueType): CutAmount {
  if (amount <= 0) return { amount: 0 }
  if (amount < minRedeem) return { amount: 0, cut: 'minRedeem' }
  return amount > maxRedeem ? { amount: maxRedeem, cut: 'maxRedeem' } : { amount }
}
