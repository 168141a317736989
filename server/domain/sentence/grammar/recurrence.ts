import { gap, type Raw, textIn } from '../../brand/facts/draft.ts'
import { dayOfPart, recurrencePartsOf, valuesOfPart } from '../../brand/rules/recurrence.ts'
import { named } from './counts.ts'
import type { Frequency } from './phrases.ts'
import { atHour, dayName } from './times.ts'
import type { Voice } from './voice.ts'

type Parts = ReadonlyMap<string, string>

/** `on the 1st of every month at 9 am`, `every Monday and Thursday at 9 am`. */
export function scheduleWords(schedule: Raw, voice: Voice): string {
  const hour = atHour(schedule.hour, voice)
  if (schedule.once !== undefined && schedule.once !== null)
    return `${voice.words.recurrence.on(voice.day(schedule.once))}${hour}`
  const parts = recurrencePartsOf(textIn(schedule.rule) ?? '')
  const days = yearlyWords(parts, voice) ?? `${daysWords(parts, voice)}${monthWords(parts, voice)}`
  return `${days}${hour}${boundWords(parts, voice)}`
}

const intervalOf = (parts: Parts) => Number(parts.get('INTERVAL') ?? 1)

/** `every year on the 24th of December`. */
function yearlyWords(parts: Parts, voice: Voice): string | undefined {
  const [days, months] = [valuesOfPart(parts, 'BYMONTHDAY').map(Number), valuesOfPart(parts, 'BYMONTH')]
  const isPlain = days.length > 0 && months.length > 0 && !parts.has('BYDAY') && !parts.has('BYSETPOS')
  if (!isPlain || intervalOf(parts) > 1) return undefined
  const areFromEnd = days.some((day) => day < 0)
  return voice.words.recurrence.yearly(dateWords(days, voice), monthNames(parts, voice), areFromEnd)
}

const frequencies: Readonly<Record<string, Frequency>> = {
  DAILY: 'DAILY',
  WEEKLY: 'WEEKLY',
  MONTHLY: 'MONTHLY',
  YEARLY: 'YEARLY',
}

function daysWords(parts: Parts, voice: Voice): string {
  const { recurrence: p, lists } = voice.words
  const rhythm = { unit: named(frequencies, parts.get('FREQ')), interval: intervalOf(parts) }
  const days = valuesOfPart(parts, 'BYDAY')
  const dates = valuesOfPart(parts, 'BYMONTHDAY').map(Number)
  const places = valuesOfPart(parts, 'BYSETPOS').map(Number)
  if (places.length > 0) return p.onPlaces(lists.andList(places.map(p.place)), setWords(days, voice), rhythm)
  if (days.length > 0 && dates.length > 0)
    return p.onBoth(
      days.map((day) => dayName(day.slice(-2), voice)),
      dateWords(dates, voice),
    )
  if (dates.length > 0) return p.onDates(dateWords(dates, voice), rhythm)
  if (days.length === 0) return p.every(rhythm)
  if (days.some((day) => /\d/.test(day)))
    return p.onNumberedDays(lists.andList(days.map((day) => numberedDay(day, voice))), rhythm)
  return p.onDays(lists.andList(days.map((day) => dayName(day, voice))), rhythm)
}

const dateWords = (days: readonly number[], { words }: Voice) =>
  words.lists.andList(days.map((day) => (Number.isNaN(day) ? gap : words.recurrence.date(day))))

function numberedDay(day: string, voice: Voice): string {
  const number = Number.parseInt(day, 10)
  const name = dayName(day.slice(-2), voice)
  return Number.isNaN(number) ? name : `${voice.words.recurrence.place(number)} ${name}`
}

function setWords(days: readonly string[], voice: Voice): string {
  const { recurrence: p, lists } = voice.words
  if (days.length === 0) return p.aDay
  if ([...days].sort().join() === 'FR,MO,TH,TU,WE') return p.aWeekday
  return lists.orList(days.map((day) => dayName(day.slice(-2), voice)))
}

const monthWords = (parts: Parts, voice: Voice) =>
  parts.has('BYMONTH') ? voice.words.recurrence.inMonths(monthNames(parts, voice)) : ''

function monthNames(parts: Parts, { words, language }: Voice): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const months = valuesOfPart(parts, 'BYMONTH').map(Number)
  const name = (month: number) => (month >= 1 && month <= 12 ? format.format(Date.UTC(2026, month - 1, 1)) : gap)
  return words.lists.andList(months.map(name))
}

function boundWords(parts: Parts, { words, day }: Voice): string {
  const p = words.recurrence
  const [from, until] = [dayOfPart(parts, 'DTSTART'), dayOfPart(parts, 'UNTIL')]
  const count = parts.get('COUNT')
  const bounds = [
    from ? p.from(day(from)) : '',
    until ? p.until(day(until)) : '',
    count === undefined ? '' : count === '1' ? p.once : p.times(count),
  ].filter((bound) => bound !== '')
  return bounds.map((bound) => `, ${bound}`).join('')
}
