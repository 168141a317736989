import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'
import { CommandFailed } from './command-failed.ts'

/** A time as the command line gives it, in UTC; a date is its beginning. */
export function toInstant(text: string): Instant
export function toInstant(text: string | undefined): Instant | undefined
export function toInstant(text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined
  const instant = parseDateTime(text) ?? parseDateTime(`${text} 00:00:00`)
  if (instant === undefined)
    throw new CommandFailed([`${text} is not a time. Write a UTC time such as "2026-11-01 08:00:00", or a date.`])
  return instant
}
