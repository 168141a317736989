import { setTimeout as wait } from 'node:timers/promises'

/** What the promise resolves to, or undefined when it takes longer; it may then still go on, unwatched. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([promise, wait(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
    promise.catch(() => undefined)
  }
}
