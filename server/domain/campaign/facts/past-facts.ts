import type { FactArguments } from '../../brand/rules/arguments.ts'
import type { CallFacts, Scores } from '../call-facts.ts'
import { withCurrent } from '../current-checkout.ts'
import { toDecimal } from '../decimal.ts'
import {
  type CounterNeed,
  type EventSums,
  type EventsNeed,
  type FactNeed,
  type HistoryNeed,
  type HistorySums,
  needKey,
  type PastAnswer,
  type PastAnswers,
} from '../needs.ts'
import {
  counted,
  type FactCompiler,
  type FactReader,
  type FactReading,
  found,
  fullDaysSince,
  listed,
  missing,
  needing,
  plain,
  sinceOf,
} from './reading.ts'

/** Facts about a card's past. They are fetched only when a rule that could fire asks for them. */
export const pastFacts: Readonly<Record<string, FactCompiler>> = {
  'history.checkouts': history((sums) => counted(sums.checkouts)),
  'history.spend': history((sums) => found(sums.spend)),
  'history.quantity': history((sums) => found(sums.quantity)),
  'history.daysSinceLast': history((sums, { clock }) => fullDaysSince(sums.lastAt, clock)),
  'history.distinctLocations': history((sums) => counted(sums.locations.length)),
  'event.count': events((sums) => counted(sums.count)),
  'event.daysSinceLast': events((sums, { clock }) => fullDaysSince(sums.lastAt, clock)),
  segment: plain(({ card, segments }) => {
    if (!card) return missing
    return segments ? listed(segments) : needing({ kind: 'segments' })
  }),
  'score.total': plain(score('total')),
  'score.recency': plain(score('recency')),
  'score.frequency': plain(score('frequency')),
  'score.monetary': plain(score('monetary')),
  counter:
    ({ rule = '', within }) =>
    (facts) => {
      if (!facts.card) return missing
      const fired = countFirings(facts, { kind: 'counter', rule, per: 'card', ...sinceOf(within, facts.clock) })
      return typeof fired === 'number' ? counted(fired) : needing(fired)
    },
}

/** How often a rule fired, including in this call; or what must be fetched to know it. */
export function countFirings(facts: CallFacts, need: CounterNeed): number | CounterNeed {
  const before = findAnswer(facts, need)
  if (before === undefined) return need
  // A window of 0 days begins in the future: it counts nothing, not even what has just happened.
  const countsNow = need.since === undefined || need.since <= facts.clock.now
  return before + (countsNow ? facts.fired.timesOf(need.rule) : 0)
}

function history(read: (sums: HistorySums, facts: CallFacts) => FactReading): FactCompiler {
  return ({ within, where, including }: FactArguments): FactReader =>
    (facts) => {
      const { card, clock, ownReturn } = facts
      if (!card) return missing
      // A call that is judged again later is left out as if it was returned, but not where it was to count itself.
      const own = including === undefined ? ownReturn : undefined
      const need: HistoryNeed = {
        kind: 'history',
        ...sinceOf(within, clock),
        ...(where && { where }),
        ...(own && { own }),
      }
      const sums = findAnswer(facts, need)
      if (!sums) return needing(need)
      return read(including === undefined ? sums : withCurrent(sums, need, facts), facts)
    }
}

function events(read: (sums: EventSums, facts: CallFacts) => FactReading): FactCompiler {
  return ({ within, categoryId, eventType }) =>
    (facts) => {
      const { card, clock, removesEventsOf: except } = facts
      if (!card) return missing
      const need: EventsNeed = {
        kind: 'events',
        ...sinceOf(within, clock),
        ...(categoryId !== undefined && { categoryId }),
        ...(eventType !== undefined && { eventType }),
        ...(except !== undefined && { except }),
      }
      const before = findAnswer(facts, need)
      return before ? read(addEvents(before, need, facts), facts) : needing(need)
    }
}

/** Adds the events of this call: rules react to what it registers, and see what earlier rules have logged. */
function addEvents({ count, lastAt }: EventSums, need: EventsNeed, { events: logged }: CallFacts): EventSums {
  const { categoryId, eventType, since = Number.NEGATIVE_INFINITY } = need
  const counted = logged.filter(
    (event) =>
      (categoryId === undefined || event.categoryId === categoryId) &&
      (eventType === undefined || event.eventType === eventType) &&
      event.happenedAt >= since,
  )
  const times = [...counted.map(({ happenedAt }) => happenedAt), ...(lastAt === undefined ? [] : [lastAt])]
  return { count: count + counted.length, ...(times.length > 0 && { lastAt: Math.max(...times) }) }
}

function score(part: keyof Scores): FactReader {
  return ({ card, scores }) => {
    if (!card) return missing
    if (!scores) return needing({ kind: 'scores' })
    const value = scores[part]
    return value === undefined ? missing : found(toDecimal(value))
  }
}

type PastNeed = Extract<FactNeed, { kind: keyof PastAnswers }>

/** The key is made from the need, so the answer found under it is of the need's kind. */
function findAnswer<N extends PastNeed>(facts: CallFacts, need: N): PastAnswers[N['kind']] | undefined {
  const answer: PastAnswer | undefined = facts.past.get(needKey(need))
  return answer as PastAnswers[N['kind']] | undefined
}
