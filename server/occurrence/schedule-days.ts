import { RRuleTemporal } from 'rrule-temporal'
import { type ScheduleBlock, schedulePartsOf } from '../brand/rules/schedule.ts'
import { addDays } from '../campaign/clock.ts'
import { type Instant, parseDateTime } from '../kernel/time.ts'

/**
 * Where a rule that names no first day begins, unless it counts from one. It is a Monday, the first of a month and of a
 * year: what the rule leaves open is the beginning of its week, month or year.
 */
const openDay = '2018-01-01'

/** The calendar days of a schedule from one day to another, both included. Days, not instants: they have no time zone. */
export function scheduledDays(
  { rule, once }: ScheduleBlock,
  firstDay: string | undefined,
  [from, to]: readonly [string, string],
): string[] {
  if (once !== undefined) return from <= once && once <= to ? [once] : []
  if (rule === undefined) return []
  const days = recurrenceOf(rule, firstDay).between(midnight(from), midnight(to), true)
  return days.map((at) => at.toString().slice(0, 10))
}

/** Until when a schedule runs whose UNTIL has a time: with a Z in UTC, otherwise by the brand's wall clock. */
export function lastInstant({ rule }: ScheduleBlock, timeZone: string): Instant {
  const [, day, time, zulu] = /(\d{8})T(\d{6})(Z?)/.exec(schedulePartsOf(rule ?? '').get('UNTIL') ?? '') ?? []
  if (day === undefined || time === undefined) return Number.POSITIVE_INFINITY
  const wall = `${withHyphens(day)} ${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}`
  return parseDateTime(wall, zulu ? 'UTC' : timeZone) ?? Number.POSITIVE_INFINITY
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const withHyphens = (day: string) => day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
const withoutHyphens = (day: string) => day.replaceAll('-', '')

const recurrences = new Map<string, RRuleTemporal>()
const keptMax = 1000

/** Reading a rule costs more than asking it, and it is asked all the time. */
function recurrenceOf(rule: string, firstDay: string | undefined): RRuleTemporal {
  const name = `${firstDay ?? ''} ${rule}`
  const known = recurrences.get(name)
  if (known) return known
  if (recurrences.size >= keptMax) recurrences.clear()
  const recurrence = toRecurrence(schedulePartsOf(rule), firstDay ?? openDay)
  recurrences.set(name, recurrence)
  return recurrence
}

/** The brand file has the first day as a part of the rule; elsewhere it is a line of its own. */
function toRecurrence(parts: ReadonlyMap<string, string>, firstDay: string): RRuleTemporal {
  const others = new Map(parts)
  others.delete('DTSTART')
  const counts = others.has('COUNT') || Number(others.get('INTERVAL') ?? 1) > 1
  const start = parts.get('DTSTART') ?? withoutHyphens(counts ? firstDay : openDay)
  const until = others.get('UNTIL')
  // An instant may be on the next day of a zone that is ahead; the instant itself is looked at by whoever knows the hour.
  if (until?.includes('T')) others.set('UNTIL', withoutHyphens(addDays(withHyphens(until.slice(0, 8)), 1)))
  const rule = [...others].map(([name, value]) => `${name}=${value}`).join(';')
  return new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${start}T000000\nRRULE:${rule}` })
}
