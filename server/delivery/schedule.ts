import { hour, type Instant, minute } from '../kernel/time.ts'

/** How long after the attempt before it each attempt is made, by Standard Webhooks: three days in all. */
const delaysMs: readonly number[] = [
  0,
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** So much of the delay may be added, so that what failed together does not come back together. */
const spread = 0.1

/** When to try again after so many attempts failed; undefined when that was the last. `jitter` is from 0 to 1. */
export function nextAttempt(attempts: number, now: Instant, jitter: number): Instant | undefined {
  const delayMs = delaysMs[attempts]
  return delayMs === undefined ? undefined : now + Math.round(delayMs * (1 + spread * jitter))
}
