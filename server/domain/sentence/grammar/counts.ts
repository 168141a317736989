import { gap, numberIn, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import type { Voice } from './voice.ts'

/** `1 day`, `3 days`. */
export function counted(count: unknown, [one, many]: readonly [one: string, many: string], t: Teller): string {
  return `${t.number(count)} ${numberIn(count) === 1 ? one : many}`
}

/** `once`, `10 times`. */
export function timesWords(count: unknown, { words, number }: Voice): string {
  return words.counts.times[(numberIn(count) ?? 0) - 1] ?? words.counts.manyTimes(number(count))
}

/** ` in the last 30 days`, ` this month`, or nothing. */
export function withinWords(within: unknown, { words, number }: Voice): string {
  const { calendar, lastHours, lastDays, unknownTime } = words.counts
  const { days, calendar: unit } = rawIn(within)
  const name = textIn(unit)
  if (name !== undefined) return named(calendar, name) ?? unknownTime
  if (days === undefined) return within === undefined ? '' : unknownTime
  return numberIn(days) === 1 ? lastHours : lastDays(number(days))
}

/** `for each item`, `for every 3 items`. */
export function forEach(per: unknown, one: string, many: string, { words, number }: Voice): string {
  const isOne = per === undefined || numberIn(per) === 1
  return isOne ? words.counts.each(one) : words.counts.every(`${number(per)} ${many}`)
}

/** `per dollar`, `for every $10`, with what the money is spent on. */
export function perMoney(per: unknown, on: string, { words, currency, money }: Voice): string {
  const name = named(words.counts.currencies, currency)
  const isOne = per === undefined || numberIn(per) === 1
  return `${isOne && name !== undefined ? words.counts.perUnit(name) : words.counts.every(money(per ?? 1))}${on}`
}

/** What a table of words has for what a file says, which may be anything. */
export function named<T>(words: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && name !== gap && Object.hasOwn(words, name) ? words[name] : undefined
}
