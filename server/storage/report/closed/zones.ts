import type { Instant } from '../../../ground/kernel/time.ts'
import { addMonths } from '../days.ts'
import type { Closing } from './closing.sql.ts'

/** Until when days are those of another time zone, because months were closed in it. */
export interface ZoneRun {
  readonly timeZone: string
  readonly until: Instant
  /** The first day after it: no later call counts on an earlier one. */
  readonly nextDay: string
}

/**
 * A closed month keeps the days that it was closed with. So what was dated before its end has the days of its time zone,
 * and what comes after has those of the brand's. While the zone stays the same, there is nothing to tell apart.
 */
export function zonesOf(closings: readonly Closing[], timeZone: string): readonly ZoneRun[] {
  const lastOther = closings.findLastIndex((closing) => closing.timeZone !== timeZone)
  const runs: ZoneRun[] = []
  for (const closing of closings.slice(0, lastOther + 1)) {
    if (runs.at(-1)?.timeZone === closing.timeZone) runs.pop()
    runs.push({ timeZone: closing.timeZone, until: closing.endsAt, nextDay: addMonths(closing.month, 1) })
  }
  return runs
}
