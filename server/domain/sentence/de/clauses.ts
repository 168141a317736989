import { gap } from '../../brand/facts/draft.ts'
import type { Who } from '../../brand/facts/say.ts'
import { capital } from '../grammar/lists.ts'
import type { ClausePhrases, ComparisonPhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'

/** German clauses end with their verbs. */
export const comparisons: ComparisonPhrases = {
  quantities: {
    '=': (value) => `genau ${value}`,
    '!=': (value) => `nicht genau ${value}`,
    '<': (value) => `weniger als ${value}`,
    '<=': (value) => `höchstens ${value}`,
    '>': (value) => `mehr als ${value}`,
    '>=': (value) => `mindestens ${value}`,
  },
  to: ' bis ',
  verb: 'ist',
  predicate: (verb, what) => `${what} ${verb}`,
  not: (value) => `nicht ${value}`,
  neither: (values) => `weder ${values.join(' noch ')}`,
  contains: (text) => `${text} enthält`,
  startsWith: (text) => `mit ${text} beginnt`,
  endsWith: (text) => `mit ${text} endet`,
  exists: 'bekannt ist',
  missing: 'nicht bekannt ist',
  unfinished: (verb) => `${gap} ${verb}`,
  days: {
    '<': (day) => `vor dem ${day} liegt`,
    '<=': (day) => `spätestens der ${day} ist`,
    '>': (day) => `nach dem ${day} liegt`,
    '>=': (day) => `frühestens der ${day} ist`,
  },
  daysBetween: (first, last) => `zwischen dem ${first} und dem ${last} liegt`,
  day: (day) => `der ${day}`,
}

const forWhom = (who: Who) => (who === 'everybody' ? 'auf wen ' : '')

/** Each of a list begins with dass. */
const listed = (list: readonly string[]) => list.map((clause) => `dass ${clause}`).join(', ')

export const clauses: ClausePhrases = {
  who: { customer: 'der Kunde', everybody: 'wer' },
  noneOf: (list, who) => `${forWhom(who)}nichts davon zutrifft: ${listed(list)}`,
  atLeastOf: (count, list, who) => `${forWhom(who)}mindestens ${count} davon zutreffen: ${listed(list)}`,
  unknownFact: (name) => `${name} ${gap} ist`,
  everyone: 'Alle Kunden.',
  segment: (list) => `${capital(lists.andList(list))}.`,
  moreRules: (count) => (count === 1 ? 'Und eine weitere Regel.' : `Und ${count} weitere Regeln.`),
  otherSlots: new Set(['event', 'time']),
}
