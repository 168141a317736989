import { isDate } from '../../../ground/kernel/time.ts'

/** The order of day, month and year in a file. Those that begin with the year are always understood. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * `31.01.2027`, `31/1/2027 18:00` or `01/31/2027` as `2027-01-31 …`. Anything else, and what no calendar has, stays as it
 * is: whoever reads it says what is wrong with it, and shows it as the file has it. A year of two digits is not guessed.
 */
export function toIsoDate(text: string, order: DateOrder): string {
  const match = order === 'ymd' ? null : written.exec(text)
  if (!match) return text
  const [, first = '', , second = '', year = '', hour, minute = '', seconds = '00'] = match
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDate(iso)) return text
  return hour === undefined ? iso : `${iso} ${hour.padStart(2, '0')}:${minute}:${seconds}`
}
