import { foundKeys } from '../faults/found.ts'
import type { Place } from '../reading/place.ts'
import { integer, oneOf } from '../reading/scalars.ts'
import { type FileShape, isObject, object, or, required, type Shaped, shaped } from '../reading/shape.ts'
import { type DaysArgument, days } from './arguments.ts'

const months = object({ months: required(integer(1, 1200)) })
const years = object({ years: required(integer(1, 100)) })
const endings = ['day', 'week', 'month', 'quarter', 'year'] as const
const ending = object({ endOf: required(oneOf(...endings)), plus: or(integer(0, 1000), 0) })

/** How long something lasts: days of 24 hours, months or years of the calendar, or to the end of a period. */
export type Duration = DaysArgument | Shaped<typeof months> | Shaped<typeof years> | Shaped<typeof ending>

const kinds = [days, months, years, ending]

export const duration: FileShape<Duration> = shaped(
  { schema: { anyOf: kinds.map(({ schema }) => schema) }, example: '{ days: 30 }' },
  (value, at) => {
    const keys = isObject(value) ? Object.keys(value) : []
    if (keys.includes('endOf') || keys.includes('plus')) return ending(value, at)
    if (keys.includes('months')) return months(value, at)
    if (keys.includes('years')) return years(value, at)
    if (keys.includes('days')) return days(value, at)
    return at.fault('notDuration', { found: foundKeys(keys, value) })
  },
)

/** What is given expires after a time or at a date, not both. */
export interface Expiring {
  readonly expiresAfter?: Duration
  readonly expiresAt?: string
}

export function checkExpiry(value: Expiring, at: Place): void {
  if (value.expiresAfter && value.expiresAt) at.fault('expiresTwice')
}
