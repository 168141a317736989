import type { Instant } from '../../../ground/kernel/time.ts'
import type { Within } from '../../brand/rules/arguments.ts'
import type { LocalClock } from '../clock.ts'

/** The instant from which a `within` counts. Absent means all time. */
export function sinceOf(within: Within | undefined, clock: LocalClock): { readonly since?: Instant } {
  if (!within) return {}
  return { since: 'calendar' in within ? clock.startOf(within.calendar) : clock.lessThanDaysAgo(within.days) }
}
