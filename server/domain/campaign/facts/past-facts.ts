import type { FactArguments } from '../../brand/rules/arguments.ts'
import type { CallFacts } from '../call-facts.ts'
import { withCurrent } from '../current-checkout.ts'
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
import { sinceOf } from './since.ts'

/** How often a rule fired, including in this call; or what must be fetched to know it. */
export function countFirings(facts: CallFacts, need: CounterNeed): number | CounterNeed {
  const before = findAnswer(facts, need)
  if (before === undefined) return need
  // A window of 0 days begins in the future: it counts nothing, not even what has just happened.
  const countsNow = need.since === undefined || need.since <= facts.clock.now
  return before + (countsNow ? facts.fired.timesOf(need.rule) : 0)
}

/** What a card has bought; or what must be fetched to know it. */
export function sumHistory(facts: CallFacts, { within, where, including }: FactArguments): HistorySums | HistoryNeed {
  const { clock, ownReturn } = facts
  // A call that is judged again later is left out as if it was returned, but not where it was to count itself.
  const own = including === undefined ? ownReturn : undefined
  const need: HistoryNeed = {
    kind: 'history',
    ...sinceOf(within, clock),
    ...(where && { where }),
    ...(own && { own }),
  }
  const sums = findAnswer(facts, need)
  if (!sums) return need
  return including === undefined ? sums : withCurrent(sums, need, facts)
}

/** The events of a card; or what must be fetched to know them. */
export function sumEvents(facts: CallFacts, { within, categoryId, eventType }: FactArguments): EventSums | EventsNeed {
  const { clock, removesEventsOf: except } = facts
  const need: EventsNeed = {
    kind: 'events',
    ...sinceOf(within, clock),
    ...(categoryId !== undefined && { categoryId }),
    ...(eventType !== undefined && { eventType }),
    ...(except !== undefined && { except }),
  }
  const before = findAnswer(facts, need)
  return before ? addEvents(before, need, facts) : need
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

type PastNeed = Extract<FactNeed, { kind: keyof PastAnswers }>

/** The key is made from the need, so the answer found under it is of the need's kind. */
function findAnswer<N extends PastNeed>(facts: CallFacts, need: N): PastAnswers[N['kind']] | undefined {
  const answer: PastAnswer | undefined = facts.past.get(needKey(need))
  return answer as PastAnswers[N['kind']] | undefined
}
