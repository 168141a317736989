import { hour, type Instant, minute } from '../../ground/kernel/time.ts'

/** The delay before each further attempt, as Standard Webhooks suggests: three days in total. */
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

/** Up to this share of the delay is added at random, so that messages that failed together are not retried together. */
const spread = 0.1

/** When to try again after `attempts` failures; undefined after the last attempt. `jitter` is from 0 to 1. */
export function nextAttempt(attempts: number, now: Instant, jitter: number): Instant | undefined {
  const delayMs = delaysMs[attempts]
  return delayMs === undefined ? undefined : now + Math.round(delayMs * (1 + spread * jitter))
}
