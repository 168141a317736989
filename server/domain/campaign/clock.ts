import { day, formatDateTime, type Instant, minute, offsetAt, parseDateTime, second } from '../../ground/kernel/time.ts'
import type { Duration } from '../brand/rules/expiry.ts'
import { weekdays } from '../brand/rules/weekdays.ts'

export type Weekday = (typeof weekdays)[number]
export type ClockPeriod = 'day' | 'week' | 'month' | 'year'
type Span = ClockPeriod | 'quarter'

/** When dates began, by time zone and date: that never changes, and all batches of a day ask for the same few. */
const starts = new Map<string, Instant>()
const startsMax = 1000

/**
 * An instant as a wall clock shows it: the brand's, or a location's. Looking up a time zone costs more than judging ten rules, so one
 * clock serves all calls of a batch and remembers the ends of periods that it was asked for.
 */
export class LocalClock {
  readonly now: Instant
  readonly timeZone: string
  /** `yyyy-MM-dd`. */
  readonly date: string
  readonly hour: number
  readonly minuteOfDay: number
  readonly weekday: Weekday
  readonly yesterday: Weekday
  private ends: Map<ClockPeriod, Instant> | undefined
  private elsewhere: Map<string, LocalClock> | undefined

  constructor(now: Instant, timeZone: string) {
    const wall = timeZone === 'UTC' ? now : now + offsetAt(now, timeZone)
    const { begin, date, weekday } = dayOf(Math.floor(wall / day))
    this.now = now
    this.timeZone = timeZone
    this.date = date
    this.minuteOfDay = Math.floor((wall - begin) / minute)
    this.hour = Math.floor(this.minuteOfDay / 60)
    this.weekday = weekdays[weekday] ?? 'mon'
    this.yesterday = weekdays[(weekday + 6) % 7] ?? 'mon'
  }

  /** The same instant as another wall clock shows it. */
  in(timeZone: string): LocalClock {
    if (timeZone === this.timeZone) return this
    const known = this.elsewhere?.get(timeZone)
    if (known) return known
    const other = new LocalClock(this.now, timeZone)
    this.elsewhere ??= new Map()
    this.elsewhere.set(timeZone, other)
    return other
  }

  /** When the current day, week, month or year began. Weeks begin on Monday. */
  startOf(period: ClockPeriod): Instant {
    return this.startOfDate(firstDay(this.date, period))
  }

  /** The first date of the current day, week, month or year. */
  firstDateOf(period: ClockPeriod): string {
    return firstDay(this.date, period)
  }

  /** When the current day, week, month or year ends: the first instant of the next one. */
  endOf(period: ClockPeriod): Instant {
    const known = this.ends?.get(period)
    if (known !== undefined) return known
    const end = this.startOfDate(firstDayAfter(this.date, period, 1))
    this.ends ??= new Map()
    this.ends.set(period, end)
    return end
  }

  /** When something ends that lasts so long from now on. To the end of a period is to its last second. */
  after(duration: Duration): Instant {
    if ('days' in duration) return this.now + duration.days * day
    if ('endOf' in duration)
      return this.startOfDate(firstDayAfter(this.date, duration.endOf, duration.plus + 1)) - second
    const months = 'months' in duration ? duration.months : 12 * duration.years
    const time = formatDateTime(this.now, this.timeZone).slice(10)
    return parseDateTime(addMonths(this.date, months) + time, this.timeZone) ?? this.now
  }

  /** The first instant that is less than `days` times 24 hours ago. */
  lessThanDaysAgo(days: number): Instant {
    return this.now - days * day + 1
  }

  private startOfDate(date: string): Instant {
    const key = `${this.timeZone} ${date}`
    const known = starts.get(key)
    if (known !== undefined) return known
    const start = parseDateTime(`${date} 00:00:00`, this.timeZone)
    if (start === undefined) return this.now
    if (starts.size >= startsMax) starts.clear()
    starts.set(key, start)
    return start
  }
}

interface WallDay {
  /** Since 1970. */
  readonly no: number
  /** When it begins on the wall clock, as if that were UTC. */
  readonly begin: number
  readonly date: string
  readonly weekday: number
}

let lastDay: WallDay | undefined

/** The last day is kept: a replay asks for the same one for each of its calls. */
function dayOf(no: number): WallDay {
  if (lastDay?.no === no) return lastDay
  const begin = no * day
  const date = new Date(begin).toISOString().slice(0, 10)
  lastDay = { no, begin, date, weekday: weekdayNumber(date) }
  return lastDay
}

/** Monday is 0. */
function weekdayNumber(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
}

function firstDay(date: string, period: Span): string {
  switch (period) {
    case 'day':
      return date
    case 'week':
      return addDays(date, -weekdayNumber(date))
    case 'month':
      return `${date.slice(0, 7)}-01`
    case 'quarter':
      return addMonths(`${date.slice(0, 7)}-01`, -((Number(date.slice(5, 7)) - 1) % 3))
    case 'year':
      return `${date.slice(0, 4)}-01-01`
  }
}

/** The first day of the period that comes so many after the current one. */
function firstDayAfter(date: string, period: Span, count: number): string {
  const first = firstDay(date, period)
  switch (period) {
    case 'day':
      return addDays(first, count)
    case 'week':
      return addDays(first, 7 * count)
    case 'month':
      return addMonths(first, count)
    case 'quarter':
      return addMonths(first, 3 * count)
    case 'year':
      return addMonths(first, 12 * count)
  }
}

/** The same day of the month, or its last one where the month is shorter. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(dayOfMonth, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

/** How many calendar days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day
}
