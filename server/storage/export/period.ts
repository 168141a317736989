import { day, type Instant, isDate } from '../../ground/kernel/time.ts'

/** From an instant on, up to but without another. */
export interface ExportPeriod {
  readonly from: Instant
  readonly until: Instant
}

const startOf = (date: string): Instant => Date.parse(`${date}T00:00:00Z`)
export const dateOf = (instant: Instant): string => new Date(instant).toISOString().slice(0, 10)

/** Days of UTC, the first and the last; a text says what is wrong with them. */
export function readPeriod(from: string | undefined, to: string | undefined): ExportPeriod | string {
  if (from === undefined || to === undefined)
    return 'An export needs the first and the last day: --from 2026-11-01 --to 2026-11-30.'
  if (!isDate(from)) return `--from takes a day such as 2026-11-01, and not "${from}".`
  if (!isDate(to)) return `--to takes a day such as 2026-11-30, and not "${to}".`
  if (from > to) return `The first day, ${from}, is after the last, ${to}.`
  return { from: startOf(from), until: startOf(to) + day }
}

/** The days of a period that have begun. */
export function daysOf({ from, until }: ExportPeriod, now: Instant): ExportPeriod[] {
  const days: ExportPeriod[] = []
  for (let at = from; at < until && at <= now; at += day) days.push({ from: at, until: at + day })
  return days
}

/** A call that began before midnight may be written a while later. */
const lateMs = 60 * 60 * 1000

/** Whether rows may still come in. */
export const isOpen = ({ until }: ExportPeriod, now: Instant): boolean => until + lateMs > now
