import { gap, listIn, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { andList, orList } from './phrasing.ts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const names: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** `on Tuesdays`, `Monday to Friday`, `on weekends`. */
export function weekdayWords(days: readonly unknown[]): string {
  const given = order.filter((day) => days.includes(day))
  if (given.length === 0) return `on ${gap}`
  if (given.length === 7) return 'on any day'
  if (given.join() === 'sat,sun') return 'on weekends'
  const first = order.indexOf(given[0] ?? 'mon')
  const isRun = given.length > 2 && given.every((day, index) => order[first + index] === day)
  if (isRun) return `from ${names[given[0] ?? '']} to ${names[given.at(-1) ?? '']}`
  return `on ${andList(given.map((day) => `${names[day]}s`))}`
}

/** `9 am`, `7:30 pm`, `midnight`. */
function timeWords(time: unknown): string {
  const found = /^(\d\d?):(\d\d)/.exec(textIn(time) ?? '')
  if (!found) return gap
  const [, hours, minutes] = found
  const hour = Number(hours)
  if (minutes === '00' && hour % 24 === 0) return 'midnight'
  if (minutes === '00' && hour === 12) return 'noon'
  const shown = hour % 12 === 0 ? 12 : hour % 12
  return `${shown}${minutes === '00' ? '' : `:${minutes}`} ${hour % 24 < 12 ? 'am' : 'pm'}`
}

/** ` at 9 am`; nine unless the file says otherwise. */
export function atHour(hour: unknown): string {
  const given = hour === undefined || hour === null ? 9 : numberIn(hour)
  return given === undefined ? ` at ${gap}` : ` at ${timeWords(`${given}:00`)}`
}

export function windowWords(window: unknown): string {
  const { days, from, to } = rawIn(window)
  const named = Array.isArray(days) && days.length < 7 ? weekdayWords(days) : ''
  const [begin, end] = [textIn(from) ?? '00:00', textIn(to) ?? '24:00']
  const isWholeDay = begin === '00:00' && end === '24:00'
  const hours = isWholeDay ? '' : `between ${timeWords(begin)} and ${timeWords(end)}`
  return [named, hours].filter((part) => part !== '').join(' ')
}

/** `from December 1 to 24, 2026`, `on December 1, 2026`, `until …`; nothing without dates. */
export function periodWords({ from, until }: Raw, t: Teller): string {
  const [begin, end] = [textIn(from), textIn(until)]
  const last = end === undefined ? undefined : lastDay(end)
  if (begin !== undefined && last !== undefined && begin.slice(0, 10) === last && isMidnight(begin))
    return `on ${t.day(last)}`
  const to = end === undefined ? '' : `${begin === undefined ? 'until' : 'to'} ${t.day(last ?? end)}`
  return [begin === undefined ? '' : `from ${t.day(begin)}`, to].filter((part) => part !== '').join(' ')
}

const isMidnight = (text: string) => /^\d{4}-\d\d-\d\d( 00:00(:00)?)?$/.test(text)

/** A campaign until midnight runs on the day before, and people say that day. Undefined for other times. */
function lastDay(until: string): string | undefined {
  if (!isMidnight(until)) return undefined
  const before = Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 86_400_000
  return Number.isNaN(before) ? undefined : new Date(before).toISOString().slice(0, 10)
}

/** `expires after 30 days`, `valid until the end of next year`. */
export function expiryWords({ expiresAfter, expiresAt }: Raw, t: Teller): string | undefined {
  if (expiresAt !== undefined && expiresAt !== null) return `valid until ${t.day(expiresAt)}`
  if (expiresAfter === undefined || expiresAfter === null) return undefined
  return durationWords(rawIn(expiresAfter), t)
}

function durationWords(duration: Raw, t: Teller): string {
  const ending = textIn(duration.endOf)
  if (ending !== undefined) {
    const plus = duration.plus === undefined ? 0 : numberIn(duration.plus)
    if (plus === 0) return ending === 'day' ? 'valid until the end of the day' : `valid until the end of the ${ending}`
    if (plus === 1)
      return ending === 'day' ? 'valid until the end of the next day' : `valid until the end of next ${ending}`
    return `valid until the end of the ${ending}, ${plus === undefined ? gap : t.number(plus)} ${ending}s later`
  }
  for (const [name, one] of [
    ['days', 'day'],
    ['months', 'month'],
    ['years', 'year'],
  ] as const) {
    if (duration[name] === undefined) continue
    return `valid for ${t.number(duration[name])} ${numberIn(duration[name]) === 1 ? one : name}`
  }
  return `valid for ${gap}`
}

const weekdayOf: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

export const dayName = (code: string): string => weekdayOf[code] ?? gap

/** Hours of a condition: from 7 am, until 11 am. */
export function hourWords(op: string | undefined, given: readonly unknown[]): string | undefined {
  const [first, second] = given.map(numberIn)
  if (first === undefined) return undefined
  const at = (hour: number) => timeWords(`${hour}:00`)
  switch (op) {
    case '>=':
      return `from ${at(first)}`
    case '>':
      return `from ${at(first + 1)}`
    case '<':
      return `before ${at(first)}`
    case '<=':
      return `before ${at(first + 1)}`
    case '=':
      return `between ${at(first)} and ${at(first + 1)}`
    case 'between':
      return second === undefined ? undefined : `between ${at(first)} and ${at(second + 1)}`
    case '!=':
      return `not between ${at(first)} and ${at(first + 1)}`
    case 'notIn':
      return `not in the hours beginning at ${orList(listIn(given).map((hour) => at(numberIn(hour) ?? 0)))}`
    case 'in':
      return `in the hours beginning at ${orList(listIn(given).map((hour) => at(numberIn(hour) ?? 0)))}`
    default:
      return undefined
  }
}
