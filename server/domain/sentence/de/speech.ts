import { gap, spoken } from '../../brand/facts/draft.ts'
import type { Slot, Who } from '../../brand/facts/say.ts'
import { type Speech, spokenBy } from '../speech.ts'
import { balance } from './balances.ts'
import { choices } from './choices.ts'
import { offerWords } from './discounts.ts'
import { andList, capital, orList } from './phrasing.ts'
import { results } from './results.ts'
import { campaignLimits, campaignWhen, ruleWords } from './rules.ts'
import { german } from './say.ts'

/** Nested lists would be read as one. */
const grouped = (text: string, count: number) => (count > 1 ? `(${text})` : text)

const forWhom = (who: Who) => (who === 'everybody' ? 'auf wen ' : '')

/** Clauses end with their verbs, so each of a list begins with dass. */
const listed = (clauses: readonly string[]) => clauses.map((clause) => `dass ${clause}`).join(', ')

const purchaseSlots: ReadonlySet<Slot> = new Set(['member', 'card', 'what', 'spend', 'which', 'place', 'with', 'time'])
const otherSlots: ReadonlySet<Slot> = new Set(['event', 'time'])

export const speech: Speech = {
  fact: (fact, t) => spokenBy(fact.de, german(t)),
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
    none: (clauses, who) => `${forWhom(who)}nichts davon zutrifft: ${listed(clauses)}`,
    atLeast: (count, clauses, who) => `${forWhom(who)}mindestens ${count} davon zutreffen: ${listed(clauses)}`,
  },
  unknownClause: (fact) => (fact === undefined ? gap : `${spoken(fact)} ${gap} ist`),
  rule: ruleWords,
  campaignWhen,
  campaignLimits,
  offer: offerWords,
  segment: (clauses) => (clauses.length === 0 ? 'Alle Kunden.' : `${capital(andList(clauses))}.`),
  more: (count) => (count === 1 ? 'Und eine weitere Regel.' : `Und ${count} weitere Regeln.`),
}
