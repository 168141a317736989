import { type CallType, callTypes } from '../../../ground/kernel/call-type.ts'
import { clockFor } from '../rules/clocks.ts'
import { weekdays } from '../rules/weekdays.ts'
import { type AskedFact, isOne, isOther } from './asked.ts'
import { gap, numberIn, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { counted, found } from './reading.ts'
import type { EnglishSay, FactSay, GermanSay, Phrase } from './say.ts'

const at = (text: string | undefined): Phrase | undefined => (text === undefined ? undefined : { slot: 'time', text })

type CallWords = Readonly<Record<CallType, string>>

const callsInEnglish: CallWords = {
  UPDATE_BALANCE: 'a balance is changed',
  VOID_CHECKOUT: 'a purchase is voided',
  SEARCH: 'a card is looked up',
  CHECKOUT_SETUP: 'a purchase is begun',
  UPDATE_ACCOUNT: 'customer data is changed',
  REPORTING: 'a report is made',
  CHECKOUT_COMPLETE: 'a purchase is completed',
  CHECKOUT_CANCEL: 'a purchase is cancelled',
  ALLOCATE: 'a card is handed out',
  TRANSFER: 'a card is replaced',
  TRIGGER_ONLY: 'an app or website triggers it',
  RETURN_MERCHANDISE: 'goods are returned',
  VOID: 'something is undone',
  ACCOUNT_HISTORY: 'the history of a card is looked up',
}

/** Explanations say them, too. */
export const callsInGerman: CallWords = {
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

const calls = ({ given }: AskedFact, say: FactSay, words: CallWords) => {
  const known: Readonly<Record<string, string>> = words
  return say.orList(given.map((type) => known[textIn(type) ?? ''] ?? gap))
}

/** `on Tuesdays`; all days but one or two are said as those that are left. */
function days(asked: AskedFact, say: FactSay, not: string): string | undefined {
  if (isOne(asked)) return say.weekdays(asked.given)
  if (!isOther(asked)) return undefined
  const others = weekdays.filter((day) => !asked.given.includes(day))
  return others.length < 7 && others.length > 4 ? say.weekdays(others) : `${not} ${say.weekdays(asked.given)}`
}

function dateInEnglish({ op, values }: AskedFact, say: EnglishSay): string | undefined {
  const [first = gap, second = gap] = values
  if (op === '=' || op === 'in') return `on ${say.orList(values)}`
  if (op === '>=') return `from ${first}`
  if (op === '<=') return `until ${first}`
  if (op === '<' || op === '>') return `${op === '<' ? 'before' : 'after'} ${first}`
  return op === 'between' ? `from ${first} to ${second}` : undefined
}

function dateInGerman({ op, values }: AskedFact, say: GermanSay): string | undefined {
  const [first = gap, second = gap] = values
  if (op === '=' || op === 'in') return `am ${say.orList(values)}`
  if (op === '>=') return `ab ${first}`
  if (op === '<=') return `bis ${first}`
  if (op === '<' || op === '>') return `${op === '<' ? 'vor' : 'nach'} dem ${first}`
  return op === 'between' ? `vom ${first} bis ${second}` : undefined
}

const monthDays = ({ given }: AskedFact, say: (day: number) => string) =>
  given.map(numberIn).map((day) => (day === undefined ? gap : say(day)))

function monthDayInEnglish(asked: AskedFact, say: EnglishSay): string | undefined {
  const named = monthDays(asked, say.shortOrdinal)
  const [first = gap, second = gap] = named
  const { op } = asked
  if (op === '=' || op === 'in') return `on the ${say.andList(named)} of the month`
  if (op === '!=' || op === 'notIn') return `not on the ${say.orList(named)} of the month`
  if (op === '<' || op === '>') return `${op === '<' ? 'before' : 'after'} the ${first} of the month`
  if (op === 'between') return `from the ${first} to the ${second} of the month`
  if (op === '>=') return `from the ${first} of the month`
  return op === '<=' ? `until the ${first} of the month` : undefined
}

function monthDayInGerman(asked: AskedFact, say: GermanSay): string | undefined {
  const named = monthDays(asked, (day) => `${day}.`)
  const [first = gap, second = gap] = named
  const { op } = asked
  if (op === '=' || op === 'in') return `am ${say.orList(named)} des Monats`
  if (op === '!=' || op === 'notIn') return `nicht am ${say.orList(named)} des Monats`
  if (op === '<' || op === '>') return `${op === '<' ? 'vor' : 'nach'} dem ${first} des Monats`
  if (op === 'between') return `vom ${first} bis ${second} des Monats`
  if (op === '>=') return `ab dem ${first} des Monats`
  return op === '<=' ? `bis zum ${first} des Monats` : undefined
}

/** Facts about the call itself, and when it is made. */
export const requestFacts = {
  'request.callType': {
    type: 'text',
    of: 'call',
    choices: callTypes,
    meaning: 'The kind of call.',
    example: '{ fact: request.callType, op: "=", value: ALLOCATE }',
    read: ({ call: { callType } }) => found(callType),
    values: { kind: 'choice', of: 'callType' },
    en: {
      name: 'What happened',
      clause: (asked, say) => {
        if (isOne(asked)) return calls(asked, say, callsInEnglish)
        return isOther(asked) ? `it is not that ${calls(asked, say, callsInEnglish)}` : `what happened ${say.is(asked)}`
      },
      phrase: (asked, say) => (isOne(asked) ? { slot: 'event', text: calls(asked, say, callsInEnglish) } : undefined),
    },
    de: {
      name: 'Was geschah',
      clause: (asked, say) => {
        if (isOne(asked)) return calls(asked, say, callsInGerman)
        return isOther(asked)
          ? `es nicht so ist, dass ${calls(asked, say, callsInGerman)}`
          : `das Geschehen ${say.is(asked)}`
      },
      phrase: (asked, say) => (isOne(asked) ? { slot: 'event', text: calls(asked, say, callsInGerman) } : undefined),
    },
  },
  'request.dayOfWeek': {
    type: 'text',
    of: 'call',
    choices: weekdays,
    meaning: 'The day, in the time zone of the location, or of the brand.',
    example: '{ fact: request.dayOfWeek, op: in, value: [sat, sun] }',
    read: ({ call }) => found(clockFor('request.dayOfWeek', call).weekday),
    values: { kind: 'choice', of: 'weekday' },
    en: {
      name: 'Day of the week',
      clause: (asked, say) => `the day ${say.is(asked)}`,
      phrase: (asked, say) => at(days(asked, say, 'not')),
    },
    de: {
      name: 'Wochentag',
      clause: (asked, say) => `${isOne(asked) || isOther(asked) ? 'es' : 'der Wochentag'} ${say.is(asked)}`,
      phrase: (asked, say) => at(days(asked, say, 'nicht')),
    },
  },
  'request.hour': {
    type: 'number',
    of: 'call',
    range: [0, 23],
    meaning: 'The hour, in the time zone of the location, or of the brand.',
    example: '{ fact: request.hour, op: "<", value: 11 }',
    read: ({ call }) => counted(clockFor('request.hour', call).hour),
    en: {
      name: 'Hour of the day',
      measured: 'the time',
      clause: (asked, say) => {
        const text = say.hours(asked.op, asked.given)
        if (text === undefined) return `the time ${say.is(asked)}`
        return `it is ${text.replace(/^from (.+)$/, '$1 or later')}`
      },
      phrase: ({ op, given }, say) => at(say.hours(op, given)),
      each: (per, say) => say.forEach(per, 'hour since midnight', 'hours since midnight'),
    },
    de: {
      name: 'Stunde des Tages',
      measured: 'Uhrzeit',
      clause: (asked, say) => {
        const text = say.hours(asked.op, asked.given)
        if (text === undefined) return `die Uhrzeit ${say.is(asked)}`
        return `es ${text.replace(/^ab (.+)$/, '$1 oder später')} ist`
      },
      phrase: ({ op, given }, say) => at(say.hours(op, given)),
      each: (per, say) => say.forEach(per, 'Stunde seit Mitternacht', 'Stunden seit Mitternacht'),
    },
  },
  'request.date': {
    type: 'date',
    of: 'call',
    meaning: 'The date, in the time zone of the location, or of the brand.',
    example: '{ fact: request.date, op: between, value: ["2026-12-01", "2026-12-24"] }',
    read: ({ call }) => found(clockFor('request.date', call).date),
    en: {
      name: 'Date',
      measured: 'the date',
      clause: (asked, say) => `the date ${say.isDay(asked)}`,
      phrase: (asked, say) => at(dateInEnglish(asked, say)),
    },
    de: {
      name: 'Datum',
      measured: 'Datum',
      clause: (asked, say) => `das Datum ${say.isDay(asked)}`,
      phrase: (asked, say) => at(dateInGerman(asked, say)),
    },
  },
  'request.dayOfMonth': {
    type: 'number',
    of: 'call',
    range: [1, 31],
    meaning: 'In the time zone of the location, or of the brand.',
    example: '{ fact: request.dayOfMonth, op: "=", value: 1 }',
    read: ({ call }) => counted(Number(clockFor('request.dayOfMonth', call).date.slice(8))),
    en: {
      name: 'Day of the month',
      measured: 'the day of the month',
      clause: (asked, say) => {
        const text = monthDayInEnglish(asked, say)
        return text === undefined ? `the day ${say.is(asked)}` : `it is ${text.replace(/^(not )?on /, '$1')}`
      },
      phrase: (asked, say) => at(monthDayInEnglish(asked, say)),
      each: (per, say) => say.forEach(per, 'day of the month so far', 'days of the month so far'),
    },
    de: {
      name: 'Tag des Monats',
      measured: 'Tag des Monats',
      clause: (asked, say) => {
        const text = monthDayInGerman(asked, say)
        if (text === undefined) return `der Tag des Monats ${say.is(asked)}`
        return `es ${text.replace(/^(nicht )?am /, '$1der ')} ist`
      },
      phrase: (asked, say) => at(monthDayInGerman(asked, say)),
      each: (per, say) => say.forEach(per, 'bisherigen Tag des Monats', 'bisherige Tage des Monats'),
    },
  },
} as const satisfies Record<string, Fact>
