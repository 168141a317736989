import type { AskedFact } from '../asked.ts'
import { gap, numberIn, textIn } from '../draft.ts'
import type { FactSpeech, Speech } from '../speech.ts'
import { andList, forEach, isDayWords, isWords, orList, shortOrdinal } from './phrasing.ts'
import { hourWords, weekdayWords } from './times.ts'

const isOne = ({ op }: AskedFact) => op === '=' || op === 'in'
const isOther = ({ op }: AskedFact) => op === '!=' || op === 'notIn'

/** `at Pier 1`, `not at Pier 1 or Market Hall`. */
const place = (before: string, subject: string): FactSpeech => {
  const words = (asked: AskedFact) => `${isOther(asked) ? 'not ' : ''}${before} ${orList(asked.values)}`
  return {
    clause: (asked) => (isOne(asked) || isOther(asked) ? `it is ${words(asked)}` : `${subject} ${isWords(asked)}`),
    phrase: (asked) => (isOne(asked) || isOther(asked) ? { slot: 'place', text: words(asked) } : undefined),
  }
}

const calls: Readonly<Record<string, string>> = {
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

const callWords = ({ given }: AskedFact) => given.map((type) => calls[textIn(type) ?? ''] ?? gap)

function dayWords(asked: AskedFact): string {
  if (!isOther(asked)) return weekdayWords(asked.given)
  const others = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter((day) => !asked.given.includes(day))
  return others.length < 7 && others.length > 4 ? weekdayWords(others) : `not ${weekdayWords(asked.given)}`
}

function dateWords(asked: AskedFact): string | undefined {
  const [first = gap, second = gap] = asked.values
  switch (asked.op) {
    case '=':
    case 'in':
      return `on ${orList(asked.values)}`
    case '>=':
      return `from ${first}`
    case '<=':
      return `until ${first}`
    case '<':
      return `before ${first}`
    case '>':
      return `after ${first}`
    case 'between':
      return `from ${first} to ${second}`
    default:
      return undefined
  }
}

function dayOfMonthWords({ op, given }: AskedFact): string | undefined {
  const days = given.map(numberIn).map((day) => (day === undefined ? gap : shortOrdinal(day)))
  if (op === '=' || op === 'in') return `on the ${andList(days)} of the month`
  if (op === '!=' || op === 'notIn') return `not on the ${orList(days)} of the month`
  if (op === '<' || op === '>') return `${op === '<' ? 'before' : 'after'} the ${days[0] ?? gap} of the month`
  if (op === 'between') return `from the ${days[0] ?? gap} to the ${days[1] ?? gap} of the month`
  if (op === '>=') return `from the ${days[0] ?? gap} of the month`
  return op === '<=' ? `until the ${days[0] ?? gap} of the month` : undefined
}

/** A time as a phrase, or as a clause that begins with `it is`. */
const time = (
  words: (asked: AskedFact) => string | undefined,
  subject: string,
  rest: (asked: AskedFact) => string = isWords,
): FactSpeech => ({
  clause: (asked) => {
    const text = words(asked)
    return text === undefined || rest !== isWords ? `${subject} ${rest(asked)}` : `${subject} is ${text}`
  },
  phrase: (asked) => {
    const text = words(asked)
    return text === undefined ? undefined : { slot: 'time', text }
  },
})

export const factsOfPlaces = {
  'location.id': place('at', 'the location'),
  'location.group': place('at a location of', 'the group of locations'),
  'location.country': place('in', 'the country of the location'),
  'terminal.id': place('at terminal', 'the terminal'),
  'employee.id': {
    clause: (asked) => `the employee ${isWords(asked)}`,
    phrase: (asked) => (isOne(asked) ? { slot: 'with', text: `served by ${orList(asked.values)}` } : undefined),
  },
  'request.callType': {
    clause: (asked) => {
      if (isOne(asked)) return orList(callWords(asked))
      return isOther(asked) ? `it is not that ${orList(callWords(asked))}` : `what happened ${isWords(asked)}`
    },
    phrase: (asked) => (isOne(asked) ? { slot: 'event', text: orList(callWords(asked)) } : undefined),
  },
  'request.dayOfWeek': {
    clause: (asked) => `the day ${isWords(asked)}`,
    phrase: (asked) => (isOne(asked) || isOther(asked) ? { slot: 'time', text: dayWords(asked) } : undefined),
  },
  'request.hour': {
    ...time(({ op, given }) => hourWords(op, given), 'the time'),
    clause: ({ op, given, ...asked }) => {
      const text = hourWords(op, given)
      if (text === undefined) return `the time ${isWords({ op, given, ...asked })}`
      return `it is ${text.replace(/^from (.+)$/, '$1 or later')}`
    },
    each: (per, _counted, t) => forEach(per, 'hour since midnight', 'hours since midnight', t),
  },
  'request.date': time(dateWords, 'the date', isDayWords),
  'request.dayOfMonth': {
    ...time(dayOfMonthWords, 'the day'),
    clause: (asked) => {
      const text = dayOfMonthWords(asked)
      return text === undefined ? `the day ${isWords(asked)}` : `it is ${text.replace(/^(not )?on /, '$1')}`
    },
    each: (per, _counted, t) => forEach(per, 'day of the month so far', 'days of the month so far', t),
  },
} satisfies Partial<Speech['facts']>
