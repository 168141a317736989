import type { AskedFact } from '../../brand/facts/asked.ts'
import { gap, numberIn, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller, Who } from '../../brand/facts/say.ts'
import { pairOf } from '../asked.ts'

export const andList = (items: readonly string[]): string => joined(items, 'und')
export const orList = (items: readonly string[]): string => joined(items, 'oder')

function joined(items: readonly string[], word: string): string {
  if (items.length < 2) return items[0] ?? gap
  // Parts that have commas of their own are kept apart by semicolons.
  const comma = items.some((item) => bare(item).includes(', ')) ? ';' : ','
  return `${items.slice(0, -1).join(`${comma} `)}${comma === ';' ? ';' : ''} ${word} ${items.at(-1)}`
}

/** Without what stands in brackets or quotation marks. */
const bare = (text: string) => text.replace(/\([^()]*\)|„[^“]*“/g, '')

export const quoted = (text: string): string => `„${text}“`

/** A group that stands alone needs no brackets around it. */
export function unwrapped(text: string): string {
  let depth = 0
  const end = [...text].findIndex((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    return depth === 0
  })
  return text.startsWith('(') && end === text.length - 1 ? text.slice(1, -1) : text
}

/** A name or text between quotation marks; a gap needs none. */
export const quotedIn = (value: unknown): string => {
  const text = textIn(value)
  return text === undefined || text === gap ? gap : quoted(text)
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** `mindestens 5`, `5 $ bis 10 $`: stands where a number could. */
export function quantity({ op, values }: AskedFact): string {
  const [first = gap] = values
  switch (op) {
    case '=':
      return `genau ${first}`
    case '!=':
      return `nicht genau ${first}`
    case '<':
      return `weniger als ${first}`
    case '<=':
      return `höchstens ${first}`
    case '>':
      return `mehr als ${first}`
    case '>=':
      return `mindestens ${first}`
    case 'between':
      return pairOf(values).join(' bis ')
    case 'in':
      return `genau ${orList(values)}`
    case 'notIn':
      return `nicht genau ${orList(values)}`
    default:
      return first
  }
}

/** The end of a clause: `mindestens 10 $ beträgt`, `mit „AB“ beginnt`. */
export function isWords(asked: AskedFact, { verb = 'ist', shown = (text: string) => text } = {}): string {
  const values = asked.values.map(shown)
  switch (asked.op) {
    case '=':
      return `${values[0]} ${verb}`
    case '!=':
      return `nicht ${values[0]} ${verb}`
    case 'in':
      return `${orList(values)} ${verb}`
    case 'notIn':
      return values.length === 1 ? `nicht ${values[0]} ${verb}` : `weder ${values.join(' noch ')} ${verb}`
    case 'contains':
      return `${quotedIn(asked.values[0])} enthält`
    case 'startsWith':
      return `mit ${quotedIn(asked.values[0])} beginnt`
    case 'endsWith':
      return `mit ${quotedIn(asked.values[0])} endet`
    case 'exists':
      return 'bekannt ist'
    case 'missing':
      return 'nicht bekannt ist'
    case undefined:
      return `${gap} ${verb}`
    default:
      return `${quantity({ ...asked, values })} ${verb}`
  }
}

/** The same of days. */
export function isDayWords(asked: AskedFact): string {
  const [first = gap, second = gap] = asked.values
  switch (asked.op) {
    case '=':
      return `der ${first} ist`
    case '<':
      return `vor dem ${first} liegt`
    case '<=':
      return `spätestens der ${first} ist`
    case '>':
      return `nach dem ${first} liegt`
    case '>=':
      return `frühestens der ${first} ist`
    case 'between':
      return `zwischen dem ${first} und dem ${second} liegt`
    default:
      return isWords(asked, { shown: (day) => `der ${day}` })
  }
}

/** `der Kunde` of a rule, `wer` of a segment. */
export const who = (about: Who): string => (about === 'customer' ? 'der Kunde' : 'wer')

/** `der Vorname des Kunden`, `wessen Vorname`. */
export const own = (about: Who, article: string, noun: string): string =>
  about === 'customer' ? `${article} ${noun} des Kunden` : `wessen ${noun}`

const calendars: Readonly<Record<string, string>> = {
  day: ' heute',
  week: ' in dieser Woche',
  month: ' in diesem Monat',
  year: ' in diesem Jahr',
}

/** ` in den letzten 30 Tagen`, ` in diesem Monat`, or nothing. */
export function withinWords(within: unknown, t: Teller): string {
  const { days, calendar } = rawIn(within)
  const unit = textIn(calendar)
  if (unit !== undefined) return calendars[unit] ?? ` in ${gap}`
  if (days === undefined) return within === undefined ? '' : ` in ${gap}`
  return numberIn(days) === 1 ? ' in den letzten 24 Stunden' : ` in den letzten ${t.number(days)} Tagen`
}

export function counted(count: unknown, one: string, many: string, t: Teller): string {
  return `${t.number(count)} ${numberIn(count) === 1 ? one : many}`
}

/** `je Artikel`, `für je 3 Artikel`. */
export function forEach(per: unknown, one: string, many: string, t: Teller): string {
  return per === undefined || numberIn(per) === 1 ? `je ${one}` : `für je ${t.number(per)} ${many}`
}

/** `erst`, `zweit`, to which endings are added. */
function ordinal(number: number): string {
  const words = ['erst', 'zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt']
  return words[number - 1] ?? `${number}.`
}

/** `ersten`, `11.` */
export const inflected = (number: number): string => {
  const word = ordinal(number)
  return word.endsWith('.') ? word : `${word}en`
}

const currencyNames: Readonly<Record<string, string>> = {
  USD: 'Dollar',
  CAD: 'Dollar',
  AUD: 'Dollar',
  NZD: 'Dollar',
  SGD: 'Dollar',
  EUR: 'Euro',
  GBP: 'Pfund',
  CHF: 'Franken',
  SEK: 'Krone',
  NOK: 'Krone',
  DKK: 'Krone',
  PLN: 'Zloty',
  JPY: 'Yen',
  INR: 'Rupie',
}

/** `pro Dollar`, `für je 10 $`, with what the money is spent on. */
export function perMoney(per: unknown, on: string, t: Teller): string {
  const name = Object.hasOwn(currencyNames, t.currency) ? currencyNames[t.currency] : undefined
  const isOne = per === undefined || numberIn(per) === 1
  return `${isOne && name !== undefined ? `pro ${name}` : `für je ${t.money(per ?? 1)}`}${on}`
}

/** `einmal`, `zweimal`, `10-mal`. */
export function timesWords(count: unknown, t: Teller): string {
  const words = ['einmal', 'zweimal', 'dreimal']
  return words[(numberIn(count) ?? 0) - 1] ?? `${t.number(count)}-mal`
}
