import type { FactArguments } from '../../brand/rules/arguments.ts'
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
import type { Scores, Situation } from '../situation.ts'
import {
  counted,
  type FactReader,
  type FactSource,
  found,
  fullDaysSince,
  listed,
  missing,
  needing,
  plain,
  type Reading,
  sinceOf,
} from './reading.ts'

/** Facts about the past of a card. They are fetched only when a rule that could fire asks for them. */
export const pastFacts: Readonly<Record<string, FactSource>> = {
  'history.checkouts': history((sums) => counted(sums.checkouts)),
  'history.spend': history((sums) => found(sums.spend)),
  'history.quantity': history((sums) => found(sums.quantity)),
  'history.daysSinceLast': history((sums, { clock }) => fullDaysSince(sums.lastAt, clock)),
  'history.distinctLocations': history((sums) => counted(sums.locations)),
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
    (situation) => {
      if (!situation.card) return missing
      const fired = countFirings(situation, { kind: 'counter', rule, per: 'card', ...sinceOf(within, situation.clock) })
      return typeof fired === 'number' ? counted(fired) : needing(fired)
    },
}

/** How often a rule fired, the present call included; what must be fetched where that is not known. */
export function countFirings(situation: Situation, need: CounterNeed): number | CounterNeed {
  const before = findAnswer(situation, need)
  if (before === undefined) return need
  // A since that lies ahead (a window of 0 days) counts nothing, what has just happened neither.
  const countsNow = need.since === undefined || need.since <= situation.clock.now
  return before + (countsNow && situation.fired.some((rule) => rule.id === need.rule) ? 1 : 0)
}

function history(read: (sums: HistorySums, situation: Situation) => Reading): FactSource {
  return ({ within, where }: FactArguments): FactReader =>
    (situation) => {
      const { card, clock, ownReturn: own } = situation
      if (!card) return missing
      const need: HistoryNeed = {
        kind: 'history',
        ...sinceOf(within, clock),
        ...(where && { where }),
        ...(own && { own }),
      }
      const sums = findAnswer(situation, need)
      return sums ? read(sums, situation) : needing(need)
    }
}

function events(read: (sums: EventSums, situation: Situation) => Reading): FactSource {
  return ({ within, categoryId, eventType }) =>
    (situation) => {
      const { card, clock, removesEventsOf: except } = situation
      if (!card) return missing
      const need: EventsNeed = {
        kind: 'events',
        ...sinceOf(within, clock),
        ...(categoryId !== undefined && { categoryId }),
        ...(eventType !== undefined && { eventType }),
        ...(except !== undefined && { except }),
      }
      const before = findAnswer(situation, need)
      return before ? read(addEvents(before, need, situation), situation) : needing(need)
    }
}

/** With the events of the present call: rules wait for what it registers, and see what rules before them have logged. */
function addEvents({ count, lastAt }: EventSums, need: EventsNeed, { events: logged }: Situation): EventSums {
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

/** A key is made of its need, so what stands under it is of the need's kind. */
function findAnswer<N extends PastNeed>(situation: Situation, need: N): PastAnswers[N['kind']] | undefined {
  const answer: PastAnswer | undefined = situation.past.get(needKey(need))
  return answer as PastAnswers[N['kind']] | undefined
}
