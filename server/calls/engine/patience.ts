import { TookTooLong } from '../../ground/database/fault.ts'
import type { Work } from './work.ts'

/**
 * How long calls are tried, from when they were received. Tills wait for 10 seconds, and whoever waits for a till for
 * less: within 5 seconds every call has an answer, whatever the database does.
 */

/** When a call is refused (109) that nothing has come of: no turn, no connection, no lock, no answer. */
const tryingMs = 4000
/** How long before that a command is no longer begun: there would be no time to finish it. */
export const tooLateMs = 800
/** A batch that was begun has so long at least, or a queue that is late would only ever cut off what it begins. */
export const leastMs = 1200
/** How long after `tryingMs` it is said that an outcome is unknown (136). */
export const settlingMs = 900
/** How long a database may say nothing at all to a batch before the connection counts as dead. */
export const silenceMs = 2000
/** How often it is looked for what has taken too long. */
export const lookMs = 100

/**
 * What the promise resolves to; rejects at `until`, whatever becomes of the promise then: so what it would still change
 * must have been made impossible, or be asked about.
 */
export async function inTime<T>(until: number, promise: Promise<T>): Promise<T> {
  if (until === Number.POSITIVE_INFINITY) return promise
  const late = Promise.withResolvers<never>()
  const leftMs = Math.max(0, until - performance.now())
  const timer = setTimeout(() => late.reject(new TookTooLong('a call took too long')), leftMs)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads that are waited for. To look through them now and then costs each of them less than a timer of its own. */
export class Waits {
  private readonly waiting = new Set<Wait>()

  /** As `inTime`, a moment less exact: `look` is what ends them. */
  inTime<T>(until: number, promise: Promise<T>): Promise<T> {
    if (until === Number.POSITIVE_INFINITY) return promise
    return new Promise((resolve, reject) => {
      const wait = { until, reject }
      this.waiting.add(wait)
      const end = <Ended>(settle: (ended: Ended) => void) => {
        return (ended: Ended) => {
          this.waiting.delete(wait)
          settle(ended)
        }
      }
      promise.then(end(resolve), end(reject))
    })
  }

  look(now: number): void {
    for (const wait of this.waiting) {
      if (now < wait.until) continue
      this.waiting.delete(wait)
      wait.reject(new TookTooLong('a call took too long'))
    }
  }
}

interface Wait {
  readonly until: number
  readonly reject: (error: unknown) => void
}

/** The call with the time at which its caller began to wait: everything that is tried for it is counted from there. */
export const sinceNow = (work: Work): Work => (work.since === undefined ? { ...work, since: performance.now() } : work)

/** When nobody waits any longer. */
export const untilOf = ({ since = performance.now() }: Work) => since + tryingMs
