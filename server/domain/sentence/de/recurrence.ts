import { gap, type Raw, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { dayOfPart, recurrencePartsOf, valuesOfPart } from '../../brand/rules/recurrence.ts'
import { andList, inflected, orList } from './phrasing.ts'
import { atHour, dayName } from './times.ts'

/** `am 1. jedes Monats um 9 Uhr`, `jeden Montag und Donnerstag um 9 Uhr`. */
export function scheduleWords(schedule: Raw, t: Teller): string {
  const hour = atHour(schedule.hour)
  if (schedule.once !== undefined && schedule.once !== null) return `am ${t.day(schedule.once)}${hour}`
  const parts = recurrencePartsOf(textIn(schedule.rule) ?? '')
  return `${yearlyWords(parts) ?? `${daysWords(parts)}${monthWords(parts)}`}${hour}${boundWords(parts, t)}`
}

type Parts = ReadonlyMap<string, string>

/** `jedes Jahr am 24. Dezember`. */
function yearlyWords(parts: Parts): string | undefined {
  const [days, months] = [valuesOfPart(parts, 'BYMONTHDAY'), valuesOfPart(parts, 'BYMONTH')]
  const isPlain = days.length > 0 && months.length > 0 && !parts.has('BYDAY') && !parts.has('BYSETPOS')
  if (!isPlain || Number(parts.get('INTERVAL') ?? 1) > 1) return undefined
  const numbers = days.map(Number)
  const of = numbers.some((day) => day < 0) ? ' im' : ''
  return `jedes Jahr am ${monthDayWords(numbers)}${of} ${monthNames(parts)}`
}

const units: Readonly<Record<string, readonly [every: string, of: string, many: string]>> = {
  DAILY: ['täglich', 'jedes Tages', 'Tage'],
  WEEKLY: ['jede Woche', 'jeder Woche', 'Wochen'],
  MONTHLY: ['jeden Monat', 'jedes Monats', 'Monate'],
  YEARLY: ['jedes Jahr', 'jedes Jahres', 'Jahre'],
}

function daysWords(parts: Parts): string {
  const [every = gap, of = gap, many = gap] = units[parts.get('FREQ') ?? ''] ?? []
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const each = interval > 1 ? `alle ${interval} ${many}` : every
  const before = interval > 1 ? `${each} ` : ''
  const after = interval > 1 ? '' : ` ${of}`
  const days = valuesOfPart(parts, 'BYDAY')
  const monthDays = valuesOfPart(parts, 'BYMONTHDAY').map(Number)
  const positions = valuesOfPart(parts, 'BYSETPOS').map(Number)
  if (positions.length > 0) return `${before}am ${andList(positions.map(fromEnd))} ${setWords(days)}${after}`
  if (days.length > 0 && monthDays.length > 0)
    return `an jedem ${orList(days.map((day) => dayName(day.slice(-2))))}, der der ${monthDayWords(monthDays)} des Monats ist,`
  if (monthDays.length > 0)
    return `${before}am ${monthDayWords(monthDays)}${parts.get('FREQ') === 'MONTHLY' ? after : ' des Monats'}`
  if (days.length === 0) return each
  if (days.some((day) => /\d/.test(day))) return `${before}am ${andList(days.map(numberedDay))}${after}`
  const names = andList(days.map(dayName))
  return interval > 1 ? `${each} am ${names}` : `jeden ${names}`
}

/** `-1` is the last, `-2` the second to last; each as it stands after `am`. */
function fromEnd(number: number): string {
  if (number > 0) return inflected(number)
  if (number === -1) return 'letzten'
  return number === -2 ? 'vorletzten' : `${-number}.-letzten`
}

const monthDayWords = (days: readonly number[]) =>
  andList(days.map((day) => (day < 0 ? `${fromEnd(day)} Tag` : `${day}.`)))

const numberedDay = (day: string) => {
  const number = Number.parseInt(day, 10)
  const name = dayName(day.slice(-2))
  return Number.isNaN(number) ? name : `${fromEnd(number)} ${name}`
}

function setWords(days: readonly string[]): string {
  if (days.length === 0) return 'Tag'
  if ([...days].sort().join() === 'FR,MO,TH,TU,WE') return 'Werktag'
  return orList(days.map((day) => dayName(day.slice(-2))))
}

const monthWords = (parts: Parts) => (parts.has('BYMONTH') ? ` im ${monthNames(parts)}` : '')

function monthNames(parts: Parts): string {
  const format = new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' })
  const months = valuesOfPart(parts, 'BYMONTH').map(Number)
  return andList(months.map((month) => (month >= 1 && month <= 12 ? format.format(Date.UTC(2026, month - 1, 1)) : gap)))
}

function boundWords(parts: Parts, t: Teller): string {
  const [from, until] = [dayOfPart(parts, 'DTSTART'), dayOfPart(parts, 'UNTIL')]
  const count = parts.get('COUNT')
  return [
    from ? `, ab ${t.day(from)}` : '',
    until ? `, bis ${t.day(until)}` : '',
    count === undefined ? '' : count === '1' ? ', einmal' : `, ${count}-mal`,
  ].join('')
}
