import { defined } from '../../ground/kernel/defined.ts'
import { type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'
import { clockFor } from '../brand/rules/clocks.ts'
import type { Limit, Rule } from '../brand/shapes/campaign-shape.ts'
import type { CallFacts } from './call-facts.ts'
import { countFirings } from './facts/past-facts.ts'
import type { Firing } from './kept-effects.ts'
import { type CounterNeed, terminalKey } from './needs.ts'

/** A rule that has fired as often as it may. Plain JSON. */
export interface Throttled {
  readonly times: number
  readonly per: Limit['per']
  readonly every: Limit['every']
  /** How often it has fired. */
  readonly count: number
}

/** What a limit counts by and a call can lack, so that the rule must not fire. */
type Countable = Extract<Limit['per'], 'card' | 'child'>

export type LimitVerdict =
  | { readonly kind: 'free' }
  /** A limit counts by a card, and the call names none: whoever leaves theirs at home would have no limit. */
  | { readonly kind: 'uncounted'; readonly per: Countable }
  | ({ readonly kind: 'throttled' } & Throttled)
  | { readonly kind: 'needs'; readonly needs: readonly CounterNeed[] }

/** The limits of a rule, however many the file gives it. */
export function limitsOf({ limit }: Pick<Rule, 'limit'>): readonly Limit[] {
  return limit === undefined ? [] : [limit].flat()
}

/**
 * The firings that count against a limit: of which rule, for whom, and since when. Undefined if the call has nothing to
 * count by: a limit per location, terminal or code then lets the rule fire, one per card or child does not.
 */
export function firingsOf(rule: string, { per, every }: Limit, facts: CallFacts): CounterNeed | undefined {
  const of = per === 'brand' ? undefined : countedBy(facts, per)
  if (of === undefined && per !== 'brand') return undefined
  const counter = { kind: 'counter', rule, per, ...(of !== undefined && per !== 'card' && { of }) } as const
  if (every === 'ever') return counter
  const clock = clockFor(`limit per ${per}`, facts)
  return { ...counter, since: typeof every === 'object' ? clock.lessThanDaysAgo(every.days) : clock.startOf(every) }
}

function countedBy(facts: CallFacts, per: Exclude<Limit['per'], 'brand'>): CounterNeed['of'] {
  const { card, childId, location, terminal, code } = facts
  switch (per) {
    case 'card':
      return card?.id
    case 'child':
      return childId
    case 'location':
      return location?.id
    case 'terminal':
      return location && terminal ? terminalKey(location.id, terminal) : undefined
    case 'code':
      return code
  }
}

/** Whether a rule may fire once more: all its limits must allow it. */
export function judgeLimits(rule: string, limits: readonly Limit[], facts: CallFacts): LimitVerdict {
  if (limits.length === 0) return free
  const needs: CounterNeed[] = []
  for (const limit of limits) {
    const { times, per, every } = limit
    const firings = firingsOf(rule, limit, facts)
    if (!firings && (per === 'card' || per === 'child')) return { kind: 'uncounted', per }
    const count = firings && countFirings(facts, firings)
    if (typeof count === 'object') needs.push(count)
    if (typeof count === 'number' && count >= times) return { kind: 'throttled', times, per, every, count }
  }
  return needs.length > 0 ? { kind: 'needs', needs } : free
}

/** What is kept of a firing, so that its limits can count it: nothing that none of them counts by. */
export function countedAs(limits: readonly Limit[], facts: CallFacts): Omit<Firing, 'rule' | 'cardId' | 'until'> {
  if (limits.every(({ per }) => per === 'card' || per === 'brand')) return nothing
  const counts = new Set(limits.map(({ per }) => per))
  const { childId, location, terminal, code } = facts
  return defined({
    ...(counts.has('child') && { childId }),
    ...((counts.has('location') || counts.has('terminal')) && { locationId: location?.id }),
    ...(counts.has('terminal') && location && { terminalId: terminal }),
    ...(counts.has('code') && { code }),
  })
}

const nothing = {}
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
