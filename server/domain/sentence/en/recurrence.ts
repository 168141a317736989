import { gap, type Raw, textIn } from '../../brand/facts/draft.ts'
import type { Teller } from '../../brand/facts/say.ts'
import { dayOfPart, recurrencePartsOf, valuesOfPart } from '../../brand/rules/recurrence.ts'
import { andList, ordinal, shortOrdinal } from './phrasing.ts'
import { atHour, dayName } from './times.ts'

/** `on the 1st of every month at 9 am`, `every Monday and Thursday at 9 am`. */
export function scheduleWords(schedule: Raw, t: Teller): string {
  const hour = atHour(schedule.hour)
  if (schedule.once !== undefined && schedule.once !== null) return `on ${t.day(schedule.once)}${hour}`
  const parts = recurrencePartsOf(textIn(schedule.rule) ?? '')
  return `${yearlyWords(parts) ?? `${daysWords(parts)}${monthWords(parts)}`}${hour}${boundWords(parts, t)}`
}

/** `every year on the 24th of December`. */
function yearlyWords(parts: Parts): string | undefined {
  const [days, months] = [valuesOfPart(parts, 'BYMONTHDAY'), valuesOfPart(parts, 'BYMONTH')]
  const isPlain = days.length > 0 && months.length > 0 && !parts.has('BYDAY') && !parts.has('BYSETPOS')
  if (!isPlain || Number(parts.get('INTERVAL') ?? 1) > 1) return undefined
  return `every year on the ${monthDayWords(days.map(Number))} of ${monthNames(parts)}`
}

type Parts = ReadonlyMap<string, string>

const units: Readonly<Record<string, string>> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }

function daysWords(parts: Parts): string {
  const unit = units[parts.get('FREQ') ?? ''] ?? gap
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const every = interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`
  const days = valuesOfPart(parts, 'BYDAY')
  const monthDays = valuesOfPart(parts, 'BYMONTHDAY').map(Number)
  const positions = valuesOfPart(parts, 'BYSETPOS').map(Number)
  if (positions.length > 0) return `on the ${positionWords(positions)} ${setWords(days)} of ${every}`
  if (days.length > 0 && monthDays.length > 0)
    return `on every ${andList(days.map((day) => dayName(day.slice(-2))))} that is the ${monthDayWords(monthDays)} of the month`
  if (monthDays.length > 0 && interval > 1) return `${every} on the ${monthDayWords(monthDays)}`
  if (monthDays.length > 0) return `on the ${monthDayWords(monthDays)} of ${unit === 'month' ? every : 'the month'}`
  if (days.length === 0) return every
  if (days.some((day) => /\d/.test(day))) return `on the ${andList(days.map(numberedDay))} of ${every}`
  const names = andList(days.map(dayName))
  return interval > 1 ? `${every} on ${names}` : `every ${names}`
}

/** `-1` is the last, `-2` the second to last. */
function fromEnd(number: number): string {
  if (number > 0) return ordinal(number)
  return number === -1 ? 'last' : `${shortOrdinal(-number)} to last`
}

const positionWords = (positions: readonly number[]) => andList(positions.map(fromEnd))

const monthDayWords = (days: readonly number[]) =>
  andList(days.map((day) => (day < 0 ? `${fromEnd(day)} day` : shortOrdinal(day))))

const numberedDay = (day: string) => {
  const number = Number.parseInt(day, 10)
  const name = dayName(day.slice(-2))
  return Number.isNaN(number) ? name : `${fromEnd(number)} ${name}`
}

function setWords(days: readonly string[]): string {
  if (days.length === 0) return 'day'
  const sorted = [...days].sort().join()
  if (sorted === 'FR,MO,TH,TU,WE') return 'weekday'
  return andList(days.map((day) => dayName(day.slice(-2)))).replaceAll(' and ', ' or ')
}

function monthWords(parts: Parts): string {
  return parts.has('BYMONTH') ? ` in ${monthNames(parts)}` : ''
}

function monthNames(parts: Parts): string {
  const format = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
  const months = valuesOfPart(parts, 'BYMONTH').map(Number)
  return andList(months.map((month) => (month >= 1 && month <= 12 ? format.format(Date.UTC(2026, month - 1, 1)) : gap)))
}

function boundWords(parts: Parts, t: Teller): string {
  const [from, until] = [dayOfPart(parts, 'DTSTART'), dayOfPart(parts, 'UNTIL')]
  const count = parts.get('COUNT')
  return [
    from ? `, from ${t.day(from)}` : '',
    until ? `, until ${t.day(until)}` : '',
    count === undefined ? '' : count === '1' ? ', once' : `, ${count} times`,
  ].join('')
}
