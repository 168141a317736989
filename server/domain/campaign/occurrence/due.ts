import { day, formatDateTime, type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import type { DateBlock, ScheduleBlock } from '../../brand/rules/schedule.ts'
import { addDays } from '../clock.ts'
import { isYearly } from './card-date.ts'
import { lastInstant, scheduledDays } from './schedule-days.ts'

/** A rule with the trigger `date` has exactly one of the two blocks. */
export interface DatedRule {
  readonly date?: DateBlock | undefined
  readonly schedule?: ScheduleBlock | undefined
  /** The day, `yyyy-MM-dd`, from which a schedule counts if it names none. */
  readonly firstDay?: string | undefined
}

/** One time that a rule is to run. */
export interface Occurrence {
  /** Recognises the occurrence for a card and a rule: the year for yearly dates, the day for everything else. */
  readonly key: string
  readonly dueAt: Instant
  /** The day that the card's date must fall on, `yyyy-MM-dd`; for schedules, the day on which they run. */
  readonly day: string
}

/** An occurrence that was missed still runs up to this much later. */
export const delayMsMax = 7 * day

/**
 * The instant from which to look for occurrences of a rule that was last processed at `doneUntil`. Dates are looked at
 * again until their day is over, because a card may get the date during the day. A schedule is due at one moment.
 */
export function lookFrom(rule: DatedRule, timeZone: string, doneUntil: Instant): Instant {
  return rule.schedule ? doneUntil : beforeDayOf(doneUntil + 1, timeZone)
}

/** The last instant before the local day of `at`. */
const beforeDayOf = (at: Instant, timeZone: string): Instant => beforeDay(localDay(at, timeZone), timeZone) ?? at - 1

/** The last instant before a day, `yyyy-MM-dd`. */
export function beforeDay(date: string, timeZone: string): Instant | undefined {
  const start = parseDateTime(`${date} 00:00:00`, timeZone)
  return start === undefined ? undefined : start - 1
}

export const localDay = (at: Instant, timeZone: string) => formatDateTime(at, timeZone).slice(0, 10)

/** The occurrences that became due after `from` and up to `to`, earliest first, by the wall clock of a time zone. */
export function dueOccurrences(rule: DatedRule, timeZone: string, from: Instant, to: Instant): Occurrence[] {
  // One more day at either end: an hour that does not exist moves to the next instant, which may fall on the next day.
  const first = addDays(localDay(from, timeZone), -1)
  const last = addDays(localDay(to, timeZone), 1)
  const { schedule, date } = rule
  const all = schedule
    ? scheduledDays(schedule, rule.firstDay, [first, last]).map((runs) => scheduled(runs, schedule.hour, timeZone))
    : daysFrom(first, last).map((runs) => date && dated(runs, date, timeZone))
  const until = schedule ? Math.min(to, lastInstant(schedule, timeZone)) : to
  return all
    .filter((one) => one !== undefined)
    .filter(({ dueAt }) => from < dueAt && dueAt <= until)
    .toSorted((a, b) => a.dueAt - b.dueAt)
}

function scheduled(runs: string, hour: number, timeZone: string): Occurrence | undefined {
  const dueAt = instantAt(runs, hour, timeZone)
  return dueAt === undefined ? undefined : { key: runs, dueAt, day: runs }
}

function dated(runs: string, { of, offsetDays, hour }: DateBlock, timeZone: string): Occurrence | undefined {
  const dueAt = instantAt(runs, hour, timeZone)
  const meant = addDays(runs, -offsetDays)
  return dueAt === undefined ? undefined : { key: isYearly(of) ? meant.slice(0, 4) : meant, dueAt, day: meant }
}

const instantAt = (date: string, hour: number, timeZone: string) =>
  parseDateTime(`${date} ${String(hour).padStart(2, '0')}:00:00`, timeZone)

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let one = first; one <= last; one = addDays(one, 1)) days.push(one)
  return days
}
