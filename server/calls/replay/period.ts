import { LocalClock } from '../../domain/campaign/clock.ts'
import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'

export interface ReplayPeriod {
  readonly from: Instant
  /** No part of it. */
  readonly to: Instant
}

/** A period as people write it: days, of which the last is included, or instants. A text says what is wrong with it. */
export function readPeriod(from: string, to: string, timeZone: string): ReplayPeriod | string {
  const [first, last] = [instantOf(from, timeZone), instantOf(to, timeZone)]
  if (first === undefined) return `${from} is not a time. ${example}`
  if (last === undefined) return `${to} is not a time. ${example}`
  const end = to.length > dateLength ? last : new LocalClock(last, timeZone).endOf('day')
  return end > first ? { from: first, to: end } : 'to: must be after from'
}

const dateLength = '2026-11-01'.length
const example = 'Write a date, or "2026-11-01 08:00:00", in the time zone of the brand.'

function instantOf(text: string, timeZone: string): Instant | undefined {
  return parseDateTime(text, timeZone) ?? parseDateTime(`${text} 00:00:00`, timeZone)
}
