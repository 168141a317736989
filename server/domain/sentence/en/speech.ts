import { gap, spoken } from '../../brand/facts/draft.ts'
import type { Slot, Who } from '../../brand/facts/say.ts'
import { type Speech, spokenBy } from '../speech.ts'
import { balance } from './balances.ts'
import { choices } from './choices.ts'
import { offerWords } from './discounts.ts'
import { andList, orList } from './phrasing.ts'
import { results } from './results.ts'
import { campaignLimits, campaignWhen, ruleWords } from './rules.ts'
import { english } from './say.ts'

/** Nested lists would be read as one. */
const grouped = (text: string, count: number) => (count > 1 ? `(${text})` : text)

const forWhom = (who: Who) => (who === 'everybody' ? 'for whom ' : '')

const purchaseSlots: ReadonlySet<Slot> = new Set(['member', 'card', 'what', 'spend', 'which', 'place', 'with', 'time'])
const otherSlots: ReadonlySet<Slot> = new Set(['event', 'place', 'time'])

export const speech: Speech = {
  fact: (fact, t) => spokenBy(fact.en, english(t)),
  results,
  balance,
  choice: (kind, value) => {
    const words: Readonly<Record<string, string>> = choices[kind]
    return Object.hasOwn(words, value) ? (words[value] ?? value) : value
  },
  slots: (trigger) => (trigger === 'checkout' ? purchaseSlots : otherSlots),
  groups: {
    all: (clauses) => grouped(andList(clauses), clauses.length),
    any: (clauses) => grouped(orList(clauses), clauses.length),
    none: (clauses, who) => `${forWhom(who)}none of these is true: ${orList(clauses)}`,
    atLeast: (count, clauses, who) => `${forWhom(who)}at least ${count} of these are true: ${andList(clauses)}`,
  },
  unknownClause: (fact) => (fact === undefined ? gap : `${spoken(fact)} is ${gap}`),
  rule: ruleWords,
  campaignWhen,
  campaignLimits,
  offer: offerWords,
  segment: (clauses) => (clauses.length === 0 ? 'Everyone.' : `Everyone ${andList(clauses)}.`),
  more: (count) => (count === 1 ? 'And one more rule.' : `And ${count} more rules.`),
}
