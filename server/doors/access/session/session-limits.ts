import { hour, type Instant, minute } from '../../../ground/kernel/time.ts'

/** A session ends when nothing was asked for this long, */
const idleMs = 30 * minute
/** or, of one that was begun by a PIN, this long: the next at the counter may be somebody else; */
const idleByPinMs = 5 * minute
/** and however much was asked, this long after it began. */
const absoluteMs = 12 * hour
/** How exactly it is known when something was last asked. */
export const seenMs = minute

/** What a session that is not over was seen and began after. */
export interface OldestSession {
  readonly seen: Instant
  readonly seenByPin: Instant
  readonly began: Instant
}

export const oldestSession = (now: Instant): OldestSession => ({
  seen: now - idleMs,
  seenByPin: now - idleByPinMs,
  began: now - absoluteMs,
})
