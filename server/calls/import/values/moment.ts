import { type Instant, isDate, parseDateTime } from '../../../ground/kernel/time.ts'
import { addDays } from './day.ts'

const withZone = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads an ISO date or time: `2027-01-31`, `2027-01-31 18:00:00`, `2027-01-31T18:00:00Z`, `2027-01-31T18:00:00+01:00`.
 * Without an offset it is in the time zone of the brand. A day alone begins at midnight.
 */
export function readMoment(text: string, timeZone: string): Instant | undefined {
  if (isDate(text)) return parseDateTime(`${text} 00:00:00`, timeZone)
  const match = withZone.exec(text)
  if (!match) return parseDateTime(text.replace('T', ' '), timeZone)
  const [, day = '', time = ''] = match
  // The parser of the language accepts 30 February; ours does not.
  return parseDateTime(`${day} ${time}`) === undefined ? undefined : valid(Date.parse(text.replace(' ', 'T')))
}

/** The same for an end: a day alone is the last one on which it is still valid. */
export function readEnd(text: string, timeZone: string): Instant | undefined {
  return isDate(text) ? readMoment(addDays(text, 1), timeZone) : readMoment(text, timeZone)
}

const valid = (instant: number): Instant | undefined => (Number.isNaN(instant) ? undefined : instant)

export const momentForm =
  'is not a date such as 2027-01-31 or 2027-01-31 18:00:00; for 31.01.2027 say --dates dmy, for 01/31/2027 --dates mdy'
