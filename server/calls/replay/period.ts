import { LocalClock } from '../../domain/campaign/clock.ts'
import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'

export interface ReplayPeriod {
  readonly from: Instant
  /** No part of it. */
  readonly to: Instant
}

/** What is wrong with a period, as a saying of long work. */
type PeriodFault = { readonly saying: 'notATime'; readonly given: string } | { readonly saying: 'endsTooEarly' }

/** A period as people write it: days, of which the last is included, or instants; or what is wrong with it. */
export function readPeriod(from: string, to: string, timeZone: string): ReplayPeriod | PeriodFault {
  const [first, last] = [instantOf(from, timeZone), instantOf(to, timeZone)]
  if (first === undefined) return { saying: 'notATime', given: from }
  if (last === undefined) return { saying: 'notATime', given: to }
  const end = to.length > dateLength ? last : new LocalClock(last, timeZone).endOf('day')
  return end > first ? { from: first, to: end } : { saying: 'endsTooEarly' }
}

const dateLength = '2026-11-01'.length

function instantOf(text: string, timeZone: string): Instant | undefined {
  return parseDateTime(text, timeZone) ?? parseDateTime(`${text} 00:00:00`, timeZone)
}
