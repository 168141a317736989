import { gap } from '../../brand/facts/draft.ts'
import type { Who } from '../../brand/facts/say.ts'
import type { ClausePhrases, ComparisonPhrases } from '../grammar/phrases.ts'
import { lists } from './lists.ts'

const anyBut = (kind: string) => `any ${kind === 'money' ? 'amount' : 'number'} but`

export const comparisons: ComparisonPhrases = {
  quantities: {
    '=': (value) => `exactly ${value}`,
    '!=': (value, kind) => `${anyBut(kind)} ${value}`,
    '<': (value) => `less than ${value}`,
    '<=': (value) => `at most ${value}`,
    '>': (value) => `more than ${value}`,
    '>=': (value) => `at least ${value}`,
  },
  to: ' to ',
  verb: 'is',
  predicate: (verb, what) => `${verb} ${what}`,
  not: (value) => `not ${value}`,
  neither: (values) => `neither ${values.join(' nor ')}`,
  contains: (text) => `contains ${text}`,
  startsWith: (text) => `begins with ${text}`,
  endsWith: (text) => `ends with ${text}`,
  exists: 'is known',
  missing: 'is not known',
  unfinished: () => gap,
  days: {
    '<': (day) => `is before ${day}`,
    '<=': (day) => `is on or before ${day}`,
    '>': (day) => `is after ${day}`,
    '>=': (day) => `is on or after ${day}`,
  },
  daysBetween: (first, last) => `is between ${first} and ${last}`,
  day: (day) => day,
}

const forWhom = (who: Who) => (who === 'everybody' ? 'for whom ' : '')

export const clauses: ClausePhrases = {
  who: { customer: 'the customer', everybody: 'who' },
  noneOf: (list, who) => `${forWhom(who)}none of these is true: ${lists.orList(list)}`,
  atLeastOf: (count, list, who) => `${forWhom(who)}at least ${count} of these are true: ${lists.andList(list)}`,
  unknownFact: (name) => `${name} is ${gap}`,
  everyone: 'Everyone.',
  segment: (list) => `Everyone ${lists.andList(list)}.`,
  moreRules: (count) => (count === 1 ? 'And one more rule.' : `And ${count} more rules.`),
  otherSlots: new Set(['event', 'place', 'time']),
}
