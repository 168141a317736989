import { RRuleTemporal } from 'rrule-temporal'
import { type Instant, parseDateTime } from '../../../ground/kernel/time.ts'
import { recurrencePartsOf } from '../../brand/rules/recurrence.ts'
import type { ScheduleBlock } from '../../brand/rules/schedule.ts'
import { addDays } from '../clock.ts'

/**
 * The first day of a rule that neither names one nor depends on one. It is a Monday and the first of a month and of a
 * year, so whatever the rule leaves open falls on the first day of its week, month or year.
 */
const openDay = '2018-01-01'

/** The calendar days of a schedule between two days, inclusive. They are days, not instants, and have no time zone. */
export function scheduledDays(
  { rule, once }: ScheduleBlock,
  firstDay: string | undefined,
  [from, to]: readonly [string, string],
): string[] {
  if (once !== undefined) return from <= once && once <= to ? [once] : []
  if (rule === undefined) return []
  try {
    const days = recurrenceOf(rule, firstDay).between(midnight(from), midnight(to), true)
    return days.map((at) => at.toString().slice(0, 10))
  } catch (error) {
    // One that counts from so long ago is over, or as good as.
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return []
    throw error
  }
}

/** Days that may be looked at from a rule's first day on to count its days: 40 years of them, some 100 ms. */
const countedDaysMax = 15_000

/** The end of a schedule whose UNTIL has a time: in UTC with a Z, otherwise by the brand's wall clock. */
export function lastInstant({ rule }: ScheduleBlock, timeZone: string): Instant {
  const [, day, time, zulu] = /(\d{8})T(\d{6})(Z?)/.exec(recurrencePartsOf(rule ?? '').get('UNTIL') ?? '') ?? []
  if (day === undefined || time === undefined) return Number.POSITIVE_INFINITY
  const wall = `${withHyphens(day)} ${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}`
  return parseDateTime(wall, zulu ? 'UTC' : timeZone) ?? Number.POSITIVE_INFINITY
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
const withHyphens = (day: string) => day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
const withoutHyphens = (day: string) => day.replaceAll('-', '')

const recurrences = new Map<string, RRuleTemporal>()
const keptMax = 1000

/** Cached, because parsing a rule costs more than evaluating it, and rules are evaluated all the time. */
function recurrenceOf(rule: string, firstDay: string | undefined): RRuleTemporal {
  const name = `${firstDay ?? ''} ${rule}`
  const known = recurrences.get(name)
  if (known) return known
  if (recurrences.size >= keptMax) recurrences.clear()
  const recurrence = toRecurrence(recurrencePartsOf(rule), firstDay ?? openDay)
  recurrences.set(name, recurrence)
  return recurrence
}

/** In the brand file the first day is part of the rule. The library expects it as a separate line. */
function toRecurrence(parts: ReadonlyMap<string, string>, firstDay: string): RRuleTemporal {
  const others = new Map(parts)
  others.delete('DTSTART')
  const counts = others.has('COUNT') || Number(others.get('INTERVAL') ?? 1) > 1
  const start = parts.get('DTSTART') ?? withoutHyphens(counts ? firstDay : openDay)
  const until = others.get('UNTIL')
  // The instant may fall on the next day in a zone that is ahead. The caller, which knows the hour, compares the instant.
  if (until?.includes('T')) others.set('UNTIL', withoutHyphens(addDays(withHyphens(until.slice(0, 8)), 1)))
  const rule = [...others].map(([name, value]) => `${name}=${value}`).join(';')
  return new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${start}T000000\nRRULE:${rule}`,
    maxIterations: countedDaysMax,
  })
}
