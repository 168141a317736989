import { defined } from '../../ground/kernel/defined.ts'
import { type Minor, minorMax } from '../../ground/kernel/money.ts'
import type { ValueType } from '../brand/brand.ts'
import { clockFor } from '../brand/rules/clocks.ts'
import type { Limit, Rule } from '../brand/shapes/campaign-shape.ts'
import type { CallFacts } from './call-facts.ts'
import { addressMark } from './facts/address-mark.ts'
import { countFirings } from './facts/past-facts.ts'
import type { Firing } from './kept-effects.ts'
import { type CounterNeed, type FactNeed, type MarkedThing, placeKey } from './needs.ts'

/** A rule that has fired as often as it may. Plain JSON. */
export interface Throttled {
  readonly times: number
  readonly per: Limit['per']
  readonly every: Limit['every']
  /** How often it has fired. */
  readonly count: number
}

/** What a limit counts by and a call can lack, so that the rule must not fire. */
export type Countable = Exclude<Limit['per'], 'location' | 'terminal' | 'code' | 'brand'>

export type LimitVerdict =
  | { readonly kind: 'free' }
  /** A limit counts by something of the customer, and the call has none: whoever leaves it out would have no limit. */
  | { readonly kind: 'uncounted'; readonly per: Countable }
  | ({ readonly kind: 'throttled' } & Throttled)
  | { readonly kind: 'needs'; readonly needs: readonly FactNeed[] }

/** The limits of a rule, however many the file gives it. */
export function limitsOf({ limit }: Pick<Rule, 'limit'>): readonly Limit[] {
  return limit === undefined ? [] : [limit].flat()
}

/**
 * The firings that count against a limit: of which rule, for whom, and since when; or what must be fetched to say it.
 * Undefined if the call has nothing to count by: a limit per location, terminal or code then lets the rule fire, others
 * do not.
 */
export function firingsOf(rule: string, { per, every }: Limit, facts: CallFacts): FactNeed | undefined {
  const of = per === 'brand' ? undefined : countedBy(facts, per)
  if (of === undefined && per !== 'brand') return undefined
  if (typeof of === 'object') return of
  const counter = { kind: 'counter', rule, per, ...(of !== undefined && per !== 'card' && { of }) } as const
  if (every === 'ever') return counter
  const clock = clockFor(`limit per ${per}`, facts)
  return { ...counter, since: typeof every === 'object' ? clock.lessThanDaysAgo(every.days) : clock.startOf(every) }
}

function countedBy(facts: CallFacts, per: Exclude<Limit['per'], 'brand'>): CounterNeed['of'] | FactNeed {
  const { card, childId, rootId, location, terminal, employee, code, device } = facts
  switch (per) {
    case 'card':
      return card?.id
    case 'child':
      return childId
    case 'customer':
      return rootId
    case 'email':
    case 'phone':
      return addressMark(facts, per)
    case 'device':
      return device
    case 'location':
      return location?.id
    case 'terminal':
      return location && terminal ? placeKey(location.id, terminal) : undefined
    case 'employee':
      return location && employee ? placeKey(location.id, employee) : undefined
    case 'code':
      return code
  }
}

/** Whether a rule may fire once more: all its limits must allow it. */
export function judgeLimits(rule: string, limits: readonly Limit[], facts: CallFacts): LimitVerdict {
  if (limits.length === 0) return free
  const needs: FactNeed[] = []
  for (const limit of limits) {
    const { times, per, every } = limit
    const firings = firingsOf(rule, limit, facts)
    if (!firings && isCountable(per)) return { kind: 'uncounted', per }
    const count = firings?.kind === 'counter' ? countFirings(facts, firings) : firings
    if (typeof count === 'object') needs.push(count)
    if (typeof count === 'number' && count >= times) return { kind: 'throttled', times, per, every, count }
  }
  return needs.length > 0 ? { kind: 'needs', needs } : free
}

/** What is kept of a firing, so that its limits can count it: nothing that none of them counts by. */
export function countedAs(limits: readonly Limit[], facts: CallFacts): Omit<Firing, 'rule' | 'cardId' | 'until'> {
  if (limits.every(({ per }) => per === 'card' || per === 'brand')) return nothing
  const counts = new Set(limits.map(({ per }) => per))
  const { childId, rootId, location, terminal, employee, code } = facts
  const isPlaced = counts.has('location') || counts.has('terminal') || counts.has('employee')
  return defined({
    ...(counts.has('child') && { childId }),
    ...(counts.has('customer') && { customerId: rootId }),
    ...(isPlaced && { locationId: location?.id }),
    ...(counts.has('terminal') && location && { terminalId: terminal }),
    ...(counts.has('employee') && location && { employeeId: employee }),
    ...(counts.has('code') && { code }),
    ...marksOf(
      marked.filter((per) => counts.has(per)),
      facts,
    ),
  })
}

const marked = ['email', 'phone', 'device'] as const

function marksOf(pers: readonly MarkedThing[], facts: CallFacts): Pick<Firing, 'marks'> {
  const known = pers.map((per) => [per, per === 'device' ? facts.device : addressMark(facts, per)] as const)
  const marks = known.filter(([, mark]) => typeof mark === 'string')
  return marks.length === 0 ? nothing : { marks: Object.fromEntries(marks) }
}

const countable: ReadonlySet<string> = new Set<Countable>([
  ...(['card', 'child', 'customer', 'email', 'phone', 'device', 'employee'] as const),
])
const isCountable = (per: Limit['per']): per is Countable => countable.has(per)

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
