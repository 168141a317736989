import { RRuleTemporal } from 'rrule-temporal'
import type { ScheduleBlock } from '../brand/rules/schedule.ts'

/**
 * Where a rule that names no first day counts from. It is a Monday, the first of a month and of a year: what the rule
 * leaves open is the beginning of its week, month or year.
 */
const firstDay = '20180101'

/** The calendar days of a schedule from one day to another, both included. Days, not instants: they have no time zone. */
export function scheduledDays({ rule, once }: ScheduleBlock, from: string, to: string): string[] {
  if (once !== undefined) return from <= once && once <= to ? [once] : []
  if (rule === undefined) return []
  const days = recurrenceOf(rule).between(midnight(from), midnight(to), true)
  return days.map((at) => at.toString().slice(0, 10))
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

const recurrences = new Map<string, RRuleTemporal>()
const mostKept = 1000

/** Reading a rule costs more than asking it, and it is asked every minute. */
function recurrenceOf(rule: string): RRuleTemporal {
  const known = recurrences.get(rule)
  if (known) return known
  if (recurrences.size >= mostKept) recurrences.clear()
  const recurrence = toRecurrence(rule)
  recurrences.set(rule, recurrence)
  return recurrence
}

/** The brand file has the first day as a part of the rule; elsewhere it is a line of its own. */
function toRecurrence(rule: string): RRuleTemporal {
  const parts = rule.replace(/^RRULE:/, '').split(';')
  const start = parts.find((part) => part.startsWith('DTSTART='))?.slice('DTSTART='.length) ?? firstDay
  const others = parts.filter((part) => !part.startsWith('DTSTART=')).join(';')
  return new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:${start}T000000\nRRULE:${others}` })
}
