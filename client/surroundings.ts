/** What a client uses of the world. Everything can be replaced, for tests and for unusual places. */
export interface Surroundings {
  readonly fetch: (url: string, init: FetchInit) => Promise<Response>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The timer of attempts: waits, and no longer than until the signal is aborted. It never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The same between two attempts. Unless told, it is `sleep`. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** A new id for each call: nobody may be able to guess it, or get it again. */
  readonly newId: () => string
}

export interface FetchInit {
  readonly method: 'POST'
  readonly headers: Record<string, string>
  readonly body: string
  readonly redirect: 'manual'
  readonly signal: AbortSignal
}

export const realSurroundings: Surroundings = {
  // Called as a method of anything else, some browsers refuse.
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  sleep,
  pause: sleep,
  newId,
}

/** Timers of the platform end at once when they are set for longer. */
const timerMsMax = 2 ** 31 - 1

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, timerMsMax))
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** A UUID. Pages without TLS have no crypto.randomUUID, but random bytes. */
function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
