import { gap, numberIn, type Raw, rawIn, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { andList, orList } from './phrasing.ts'

const order = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const names: Readonly<Record<string, string>> = {
  mon: 'montags',
  tue: 'dienstags',
  wed: 'mittwochs',
  thu: 'donnerstags',
  fri: 'freitags',
  sat: 'samstags',
  sun: 'sonntags',
}

/** `dienstags`, `montags bis freitags`, `am Wochenende`. */
export function weekdayWords(days: readonly unknown[]): string {
  const given = order.filter((day) => days.includes(day))
  if (given.length === 0) return `am ${gap}`
  if (given.length === 7) return 'an jedem Tag'
  if (given.join() === 'sat,sun') return 'am Wochenende'
  const first = order.indexOf(given[0] ?? 'mon')
  const isRun = given.length > 2 && given.every((day, index) => order[first + index] === day)
  if (isRun) return `${names[given[0] ?? '']} bis ${names[given.at(-1) ?? '']}`
  return andList(given.map((day) => names[day] ?? gap))
}

/** `9`, `7.30`: what stands before Uhr. */
function clockWords(time: unknown): string {
  const found = /^(\d\d?):(\d\d)/.exec(textIn(time) ?? '')
  if (!found) return gap
  const [, hours, minutes] = found
  return `${Number(hours)}${minutes === '00' ? '' : `.${minutes}`}`
}

/** ` um 9 Uhr`; nine unless the file says otherwise. */
export function atHour(hour: unknown): string {
  const given = hour === undefined || hour === null ? 9 : numberIn(hour)
  return given === undefined ? ` um ${gap}` : ` um ${given} Uhr`
}

export function windowWords(window: unknown): string {
  const { days, from, to } = rawIn(window)
  const named = Array.isArray(days) && days.length < 7 ? weekdayWords(days) : ''
  const [begin, end] = [textIn(from) ?? '00:00', textIn(to) ?? '24:00']
  const isWholeDay = begin === '00:00' && end === '24:00'
  const hours = isWholeDay ? '' : `von ${clockWords(begin)} bis ${clockWords(end)} Uhr`
  return [named, hours].filter((part) => part !== '').join(' ')
}

/** `vom 1. Dezember 2026 bis 24. Dezember 2026`, `am …`, `bis …`; nothing without dates. */
export function periodWords({ from, until }: Raw, t: Teller): string {
  const [begin, end] = [textIn(from), textIn(until)]
  const last = end === undefined ? undefined : lastDay(end)
  if (begin !== undefined && last !== undefined && begin.slice(0, 10) === last && isMidnight(begin))
    return `am ${t.day(last)}`
  if (begin !== undefined && end !== undefined) return `vom ${t.day(begin)} bis ${t.day(last ?? end)}`
  if (begin !== undefined) return `ab ${t.day(begin)}`
  return end === undefined ? '' : `bis ${t.day(last ?? end)}`
}

const isMidnight = (text: string) => /^\d{4}-\d\d-\d\d( 00:00(:00)?)?$/.test(text)

/** A campaign until midnight runs on the day before, and people say that day. Undefined for other times. */
function lastDay(until: string): string | undefined {
  if (!isMidnight(until)) return undefined
  const before = Date.parse(`${until.slice(0, 10)}T00:00:00Z`) - 86_400_000
  return Number.isNaN(before) ? undefined : new Date(before).toISOString().slice(0, 10)
}

/** `30 Tage gültig`, `gültig bis Ende nächsten Jahres`. */
export function expiryWords({ expiresAfter, expiresAt }: Raw, t: Teller): string | undefined {
  if (expiresAt !== undefined && expiresAt !== null) return `gültig bis ${t.day(expiresAt)}`
  if (expiresAfter === undefined || expiresAfter === null) return undefined
  return durationWords(rawIn(expiresAfter), t)
}

const endings: Readonly<Record<string, readonly [this_: string, next: string, many: string]>> = {
  day: ['Tagesende', 'Ende des nächsten Tages', 'Tage'],
  week: ['Ende der Woche', 'Ende der nächsten Woche', 'Wochen'],
  month: ['Monatsende', 'Ende des nächsten Monats', 'Monate'],
  quarter: ['Quartalsende', 'Ende des nächsten Quartals', 'Quartale'],
  year: ['Jahresende', 'Ende des nächsten Jahres', 'Jahre'],
}

function durationWords(duration: Raw, t: Teller): string {
  const ending = textIn(duration.endOf)
  if (ending !== undefined) {
    const [now = gap, next = gap, many = gap] = endings[ending] ?? []
    const plus = duration.plus === undefined ? 0 : numberIn(duration.plus)
    if (plus === 0 || plus === 1) return `gültig bis ${plus === 0 ? now : next}`
    return `gültig bis ${now}, ${plus === undefined ? gap : t.number(plus)} ${many} später`
  }
  for (const [name, one, many] of [
    ['days', 'Tag', 'Tage'],
    ['months', 'Monat', 'Monate'],
    ['years', 'Jahr', 'Jahre'],
  ] as const) {
    if (duration[name] === undefined) continue
    return `${t.number(duration[name])} ${numberIn(duration[name]) === 1 ? one : many} gültig`
  }
  return `${gap} gültig`
}

const weekdayOf: Readonly<Record<string, string>> = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
}

export const dayName = (code: string): string => weekdayOf[code] ?? gap

/** Hours of a condition: ab 7 Uhr, vor 11 Uhr. */
export function hourWords(op: string | undefined, given: readonly unknown[]): string | undefined {
  const [first, second] = given.map(numberIn)
  if (first === undefined) return undefined
  switch (op) {
    case '>=':
      return `ab ${first} Uhr`
    case '>':
      return `ab ${first + 1} Uhr`
    case '<':
      return `vor ${first} Uhr`
    case '<=':
      return `vor ${first + 1} Uhr`
    case '=':
      return `zwischen ${first} und ${first + 1} Uhr`
    case '!=':
      return `nicht zwischen ${first} und ${first + 1} Uhr`
    case 'notIn':
      return `nicht in der Stunde ab ${orList(given.map((hour) => String(numberIn(hour) ?? gap)))} Uhr`
    case 'between':
      return second === undefined ? undefined : `zwischen ${first} und ${second + 1} Uhr`
    case 'in':
      return `in der Stunde ab ${orList(given.map((hour) => String(numberIn(hour) ?? gap)))} Uhr`
    default:
      return undefined
  }
}
