import type { AskedFact } from '../asked.ts'
import { gap, numberIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import { forEach, isDayWords, isWords, orList } from './phrasing.ts'
import { hourWords, weekdayWords } from './times.ts'

const isOne = ({ op }: AskedFact) => op === '=' || op === 'in'
const isOther = ({ op }: AskedFact) => op === '!=' || op === 'notIn'

/** `bei Pier 1`, `nicht bei Pier 1 oder Market Hall`. */
const place = (before: string, subject: string): FactSpeech => ({
  clause: (asked) => `${subject} ${isWords(asked)}`,
  phrase: (asked) =>
    isOne(asked) || isOther(asked)
      ? { slot: 'place', text: `${isOther(asked) ? 'nicht ' : ''}${before} ${orList(asked.values)}` }
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

const calls: Readonly<Record<string, string>> = {
  UPDATE_BALANCE: 'ein Guthaben geändert wird',
  VOID_CHECKOUT: 'ein Kauf storniert wird',
  SEARCH: 'eine Karte nachgeschlagen wird',
  CHECKOUT_SETUP: 'ein Kauf begonnen wird',
  UPDATE_ACCOUNT: 'Kundendaten geändert werden',
  REPORTING: 'ein Bericht erstellt wird',
  CHECKOUT_COMPLETE: 'ein Kauf abgeschlossen wird',
  CHECKOUT_CANCEL: 'ein Kauf abgebrochen wird',
  ALLOCATE: 'eine Karte ausgegeben wird',
  TRANSFER: 'eine Karte ersetzt wird',
  TRIGGER_ONLY: 'App oder Website es auslöst',
  RETURN_MERCHANDISE: 'Ware zurückgegeben wird',
  VOID: 'etwas rückgängig gemacht wird',
  ACCOUNT_HISTORY: 'die Historie einer Karte nachgeschlagen wird',
}

const callWords = ({ given }: AskedFact) => given.map((type) => calls[textIn(type) ?? ''] ?? gap)

function dayWords(asked: AskedFact): string | undefined {
  if (isOne(asked)) return weekdayWords(asked.given)
  if (!isOther(asked)) return undefined
  const others = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter((day) => !asked.given.includes(day))
  return others.length < 7 && others.length > 4 ? weekdayWords(others) : `nicht ${weekdayWords(asked.given)}`
}

function dateWords(asked: AskedFact): string | undefined {
  const [first = gap, second = gap] = asked.values
  switch (asked.op) {
    case '=':
    case 'in':
      return `am ${orList(asked.values)}`
    case '>=':
      return `ab ${first}`
    case '<=':
      return `bis ${first}`
    case '<':
      return `vor dem ${first}`
    case '>':
      return `nach dem ${first}`
    case 'between':
      return `vom ${first} bis ${second}`
    default:
      return undefined
  }
}

function dayOfMonthWords({ op, given }: AskedFact): string | undefined {
  const days = given.map(numberIn).map((day) => (day === undefined ? gap : `${day}.`))
  const [first = gap, second = gap] = days
  if (op === '=' || op === 'in') return `am ${orList(days)} des Monats`
  if (op === '!=' || op === 'notIn') return `nicht am ${orList(days)} des Monats`
  if (op === '<' || op === '>') return `${op === '<' ? 'vor' : 'nach'} dem ${first} des Monats`
  if (op === 'between') return `vom ${first} bis ${second} des Monats`
  if (op === '>=') return `ab dem ${first} des Monats`
  return op === '<=' ? `bis zum ${first} des Monats` : undefined
}

/** A time as a phrase, or as a clause that ends with `ist`. */
const time = (
  words: (asked: AskedFact) => string | undefined,
  subject: string,
  rest: (asked: AskedFact) => string = isWords,
): FactSpeech => ({
  clause: (asked) => {
    const text = words(asked)
    return text === undefined || rest !== isWords ? `${subject} ${rest(asked)}` : `es ${text} ist`
  },
  phrase: (asked) => {
    const text = words(asked)
    return text === undefined ? undefined : { slot: 'time', text }
  },
})

export const factsOfPlaces = {
  'location.id': place('bei', 'der Standort'),
  'location.group': place('an einem Standort von', 'die Gruppe des Standorts'),
  'location.country': {
    ...place('in', 'das Land des Standorts'),
    phrase: (asked) => {
      if (!isOne(asked) && !isOther(asked)) return undefined
      const countries = asked.given.map((code, index) => inCountry(textIn(code) ?? '', asked.values[index] ?? gap))
      return { slot: 'place', text: `${isOther(asked) ? 'nicht ' : ''}${orList(countries)}` }
    },
  },
  'terminal.id': place('an Kasse', 'die Kasse'),
  'employee.id': {
    clause: (asked) => `der Mitarbeiter ${isWords(asked)}`,
    phrase: (asked) => (isOne(asked) ? { slot: 'with', text: `bedient von ${orList(asked.values)}` } : undefined),
  },
  'request.callType': {
    clause: (asked) => {
      if (isOne(asked)) return orList(callWords(asked))
      return isOther(asked) ? `es nicht so ist, dass ${orList(callWords(asked))}` : `das Geschehen ${isWords(asked)}`
    },
    phrase: (asked) => (isOne(asked) ? { slot: 'event', text: orList(callWords(asked)) } : undefined),
  },
  'request.dayOfWeek': {
    ...time(dayWords, 'der Wochentag'),
    clause: (asked) => `${isOne(asked) || isOther(asked) ? 'es' : 'der Wochentag'} ${isWords(asked)}`,
  },
  'request.hour': {
    ...time(({ op, given }) => hourWords(op, given), 'die Uhrzeit'),
    clause: ({ op, given, ...asked }) => {
      const text = hourWords(op, given)
      if (text === undefined) return `die Uhrzeit ${isWords({ op, given, ...asked })}`
      return `es ${text.replace(/^ab (.+)$/, '$1 oder später')} ist`
    },
    each: (per, _counted, t) => forEach(per, 'Stunde seit Mitternacht', 'Stunden seit Mitternacht', t),
  },
  'request.date': time(dateWords, 'das Datum', isDayWords),
  'request.dayOfMonth': {
    ...time(dayOfMonthWords, 'der Tag des Monats'),
    clause: (asked) => {
      const text = dayOfMonthWords(asked)
      if (text === undefined) return `der Tag des Monats ${isWords(asked)}`
      return `es ${text.replace(/^(nicht )?am /, '$1der ')} ist`
    },
    each: (per, _counted, t) => forEach(per, 'bisherigen Tag des Monats', 'bisherige Tage des Monats', t),
  },
} satisfies Partial<Speech['facts']>
