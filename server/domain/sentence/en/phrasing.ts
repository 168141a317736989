import type { AskedFact } from '../../brand/facts/asked.ts'
import { gap, numberIn, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller, Who } from '../../brand/facts/say.ts'
import { pairOf } from '../asked.ts'

export const andList = (items: readonly string[]): string => joined(items, 'and')
export const orList = (items: readonly string[]): string => joined(items, 'or')

function joined(items: readonly string[], word: string): string {
  if (items.length < 2) return items[0] ?? gap
  // Parts that have commas of their own are kept apart by semicolons.
  const comma = items.some((item) => bare(item).includes(', ')) ? ';' : ','
  return `${items.slice(0, -1).join(`${comma} `)}${comma === ';' ? ';' : ''} ${word} ${items.at(-1)}`
}

/** Without what stands in brackets or quotation marks, and without dates, whose commas separate nothing. */
const bare = (text: string) => text.replace(/\([^()]*\)|“[^”]*”|[A-Z][a-z]+ \d+, \d{4}/g, '')

export const quoted = (text: string): string => `“${text}”`

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

/** `at least 5`, `between $5 and $10`: a quantity that stands where a number could. */
export function quantity({ kind, op, values }: AskedFact): string {
  const but = `any ${kind === 'money' ? 'amount' : 'number'} but`
  const [first = gap] = values
  switch (op) {
    case '=':
      return `exactly ${first}`
    case '!=':
      return `${but} ${first}`
    case '<':
      return `less than ${first}`
    case '<=':
      return `at most ${first}`
    case '>':
      return `more than ${first}`
    case '>=':
      return `at least ${first}`
    case 'between':
      return pairOf(values).join(' to ')
    case 'in':
      return `exactly ${orList(values)}`
    case 'notIn':
      return `${but} ${orList(values)}`
    default:
      return first
  }
}

/** What follows the subject of a clause: `is at least $10`, `begins with “AB”`. */
export function isWords(asked: AskedFact, { verb = 'is', shown = (text: string) => text } = {}): string {
  const values = asked.values.map(shown)
  switch (asked.op) {
    case '=':
      return `${verb} ${values[0]}`
    case '!=':
      return `${verb} not ${values[0]}`
    case 'in':
      return `${verb} ${orList(values)}`
    case 'notIn':
      return values.length === 1 ? `${verb} not ${values[0]}` : `${verb} neither ${values.join(' nor ')}`
    case 'contains':
      return `contains ${quotedIn(asked.values[0])}`
    case 'startsWith':
      return `begins with ${quotedIn(asked.values[0])}`
    case 'endsWith':
      return `ends with ${quotedIn(asked.values[0])}`
    case 'exists':
      return 'is known'
    case 'missing':
      return 'is not known'
    case undefined:
      return gap
    default:
      return `${verb} ${quantity({ ...asked, values })}`
  }
}

/** The same of days. */
export function isDayWords(asked: AskedFact): string {
  const [first = gap, second = gap] = asked.values
  switch (asked.op) {
    case '<':
      return `is before ${first}`
    case '<=':
      return `is on or before ${first}`
    case '>':
      return `is after ${first}`
    case '>=':
      return `is on or after ${first}`
    case 'between':
      return `is between ${first} and ${second}`
    default:
      return isWords(asked)
  }
}

/** `the customer` of a rule, `who` of a segment. */
export const who = (about: Who): string => (about === 'customer' ? 'the customer' : 'who')
export const whose = (about: Who): string => (about === 'customer' ? "the customer's" : 'whose')

/** ` in the last 30 days`, ` this month`, or nothing. */
export function withinWords(within: unknown, t: Teller): string {
  const { days, calendar } = rawIn(within)
  const unit = textIn(calendar)
  if (unit !== undefined) return unit === 'day' ? ' today' : ` this ${unit}`
  if (days === undefined) return within === undefined ? '' : ` in ${gap}`
  return numberIn(days) === 1 ? ' in the last 24 hours' : ` in the last ${t.number(days)} days`
}

/** `1 day`, `3 days`. */
export function counted(count: unknown, one: string, many: string, t: Teller): string {
  return `${t.number(count)} ${numberIn(count) === 1 ? one : many}`
}

/** `for each item`, `for every 3 items`. */
export function forEach(per: unknown, one: string, many: string, t: Teller): string {
  return per === undefined || numberIn(per) === 1 ? `for each ${one}` : `for every ${t.number(per)} ${many}`
}

export function ordinal(number: number): string {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
  return words[number - 1] ?? shortOrdinal(number)
}

/** `1st`, `22nd`. */
export function shortOrdinal(number: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as const
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(number)
  return `${number}${ending[rule as keyof typeof ending] ?? 'th'}`
}

const currencyNames: Readonly<Record<string, string>> = {
  USD: 'dollar',
  CAD: 'dollar',
  AUD: 'dollar',
  NZD: 'dollar',
  SGD: 'dollar',
  EUR: 'euro',
  GBP: 'pound',
  CHF: 'franc',
  SEK: 'krona',
  NOK: 'krone',
  DKK: 'krone',
  PLN: 'zloty',
  JPY: 'yen',
  INR: 'rupee',
}

/** `per dollar`, `for every $10`, with what the money is spent on. */
export function perMoney(per: unknown, on: string, t: Teller): string {
  const name = Object.hasOwn(currencyNames, t.currency) ? currencyNames[t.currency] : undefined
  const isOne = per === undefined || numberIn(per) === 1
  return `${isOne && name !== undefined ? `per ${name}` : `for every ${t.money(per ?? 1)}`}${on}`
}
