import { type AskedFact, isOne, isOther } from './asked.ts'
import { gap, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { found } from './reading.ts'
import type { FactSay, FactSpeech, GermanSay } from './say.ts'

/** `at Pier 1`, `not at Pier 1 or Market Hall`. */
const english = (before: string, subject: string): FactSpeech<FactSay> => {
  const words = (asked: AskedFact, say: FactSay) =>
    `${isOther(asked) ? 'not ' : ''}${before} ${say.orList(asked.values)}`
  return {
    clause: (asked, say) =>
      isOne(asked) || isOther(asked) ? `it is ${words(asked, say)}` : `${subject} ${say.is(asked)}`,
    phrase: (asked, say) => (isOne(asked) || isOther(asked) ? { slot: 'place', text: words(asked, say) } : undefined),
  }
}

/** `bei Pier 1`, `nicht bei Pier 1 oder Market Hall`. */
const german = (
  before: string,
  subject: string,
  places: (asked: AskedFact, say: GermanSay) => string = ({ values }, say) => `${before} ${say.orList(values)}`,
): FactSpeech<GermanSay> => ({
  clause: (asked, say) => `${subject} ${say.is(asked)}`,
  phrase: (asked, say) =>
    isOne(asked) || isOther(asked)
      ? { slot: 'place', text: `${isOther(asked) ? 'nicht ' : ''}${places(asked, say)}` }
      : undefined,
})

/** Countries that are not said with `in` alone. */
const articles: Readonly<Record<string, string>> = {
  US: 'in den USA',
  GB: 'im Vereinigten Königreich',
  CH: 'in der Schweiz',
  NL: 'in den Niederlanden',
  TR: 'in der Türkei',
  SK: 'in der Slowakei',
  UA: 'in der Ukraine',
  AE: 'in den Vereinigten Arabischen Emiraten',
}

const inCountry = (code: string, name: string) =>
  Object.hasOwn(articles, code) ? (articles[code] ?? name) : `in ${name}`

/** Facts about where a call was made. */
export const placeFacts = {
  'location.id': {
    type: 'text',
    of: 'call',
    names: 'location',
    meaning: 'Where the call comes from.',
    example: '{ fact: location.id, op: in, value: [L1, L2] }',
    read: ({ call: { location } }) => found(location?.id),
    en: { name: 'Location', ...english('at', 'the location') },
    de: { name: 'Standort', ...german('bei', 'der Standort') },
  },
  'location.group': {
    type: 'text',
    of: 'call',
    names: 'group',
    meaning: 'The group of that location.',
    example: '{ fact: location.group, op: "=", value: all }',
    read: ({ call: { location } }) => found(location?.group),
    en: { name: 'Group of locations', ...english('at a location of', 'the group of locations') },
    de: { name: 'Gruppe von Standorten', ...german('an einem Standort von', 'die Gruppe des Standorts') },
  },
  'location.country': {
    type: 'text',
    of: 'call',
    meaning: 'The country of that location.',
    example: '{ fact: location.country, op: notIn, value: [CA] }',
    read: ({ call: { location } }) => found(location?.country),
    values: { kind: 'country' },
    en: { name: 'Country of the location', ...english('in', 'the country of the location') },
    de: {
      name: 'Land des Standorts',
      ...german('in', 'das Land des Standorts', ({ given, values }, say) =>
        say.orList(given.map((code, index) => inCountry(textIn(code) ?? '', values[index] ?? gap))),
      ),
    },
  },
  'terminal.id': {
    type: 'text',
    of: 'call',
    meaning: 'The terminal.',
    example: '{ fact: terminal.id, op: "!=", value: T2 }',
    read: ({ call: { terminal } }) => found(terminal),
    values: { kind: 'name', noun: 'terminal' },
    en: { name: 'Terminal', ...english('at terminal', 'the terminal') },
    de: { name: 'Kasse', ...german('an Kasse', 'die Kasse') },
  },
  'employee.id': {
    type: 'text',
    of: 'call',
    meaning: 'The employee.',
    example: '{ fact: employee.id, op: exists }',
    read: ({ call: { employee } }) => found(employee),
    values: { kind: 'name', noun: 'employee' },
    en: {
      name: 'Employee',
      clause: (asked, say) => `the employee ${say.is(asked)}`,
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'with', text: `served by ${say.orList(asked.values)}` } : undefined,
    },
    de: {
      name: 'Mitarbeiter',
      clause: (asked, say) => `der Mitarbeiter ${say.is(asked)}`,
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'with', text: `bedient von ${say.orList(asked.values)}` } : undefined,
    },
  },
} as const satisfies Record<string, Fact>
