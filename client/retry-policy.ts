/** The service's own advice: two seconds, then twice as long each time, at most ten attempts. There is no jitter. */
export const firstWaitMsDefault = 2000
export const attemptsDefault = 5
export const attemptsMax = 10
/** Somebody who is to wait longer than this is told so instead. */
export const waitMsMax = 600_000

interface Waiting {
  readonly firstWaitMs: number
  readonly retryAfterMs: number | undefined
}

/** How long to wait after this attempt, the first being 1. Never shorter than the service asks for. */
export function waitAfter(attempt: number, { firstWaitMs, retryAfterMs = 0 }: Waiting): number {
  return Math.max(firstWaitMs * 2 ** (attempt - 1), retryAfterMs)
}

/** The header's seconds, or its date; undefined if it is neither. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (header.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
