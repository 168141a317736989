import type { Named } from '../names.ts'
import type { PlainEntry } from './plain.ts'
import type { Topic } from './topics.ts'

/** A condition that needs no more to be asked for: what people think of as one thing, though the language counts. */
export interface ReadyCondition {
  readonly name: ReadyName
  readonly condition: PlainEntry
  /** Of a level: that of the customer, or a better one. */
  readonly level?: string
}

type ReadyName = 'firstPurchase' | 'birthday' | 'away' | 'levelOrBetter'

const ofCustomers: readonly ReadyCondition[] = [
  // The purchase that is being made does not count, so that nobody has to know that the first one is after 0.
  { name: 'firstPurchase', condition: { fact: 'history.checkouts', op: '=', value: 0 } },
  { name: 'birthday', condition: { fact: 'customer.birthdayInDays', op: '=', value: 0 } },
  { name: 'away', condition: { fact: 'history.daysSinceLast', op: '>=', value: 60 } },
]

/** What a part of the form offers as a whole. Levels are those of the brand, each program's from the lowest up. */
export function readyConditions(topic: Topic | undefined, levels: readonly Named[]): readonly ReadyCondition[] {
  return topic === 'customer' ? [...ofCustomers, ...levelsOrBetter(levels)] : []
}

function levelsOrBetter(levels: readonly Named[]): readonly ReadyCondition[] {
  return levels.flatMap((level, index): readonly ReadyCondition[] => {
    const better = levels.slice(index + 1).filter(({ about }) => about === level.about)
    if (better.length === 0) return []
    const value = [level.id, ...better.map(({ id }) => id)]
    return [{ name: 'levelOrBetter', level: level.name, condition: { fact: 'tier', op: 'in', value } }]
  })
}

/** Cards that are handed out are no trigger of their own in the language, but what most people look for among them. */
export const newCard: PlainEntry = { fact: 'request.callType', op: '=', value: 'ALLOCATE' }

/** Coupons are handed out by calls of the same kind: of a card that somebody has had for longer, it is not meant. */
export const givenToday: PlainEntry = { fact: 'card.daysSinceActivation', op: '=', value: 0 }

/** Nor of a coupon for the new card, once it had its turn. */
export const oncePerCard: PlainEntry = { times: 1, per: 'card', every: 'ever' }
