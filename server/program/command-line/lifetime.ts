import { once } from 'node:events'
import { within } from '../../ground/waiting/within.ts'

/** Jobs may take 18 seconds to come to an end, calls 10, and the database needs a moment after them. */
export const stopMsMax = 45_000
/** How long a start has to come to an end when it is told to stop in the middle. */
const startMsLeft = 5000
const databaseStopMsMax = 30_000
/** What still keeps the process alive when all is done gets this long. */
const lingerMs = 1000

interface Stoppable {
  stop(): Promise<void>
}

export interface Running extends Stoppable {
  /** Rejects when it cannot go on by itself. */
  readonly broken?: Promise<never>
}

/** Starts a server on a database and stops both, in order, whatever comes of the start. */
export async function serveUntil(
  signal: AbortSignal,
  database: Stoppable,
  start: () => Promise<Running>,
  onStopping: () => void = () => undefined,
): Promise<void> {
  // Told to stop, the process ends in any case.
  signal.addEventListener('abort', () => setTimeout(() => process.exit(1), stopMsMax).unref())
  try {
    const server = await unlessStopped(signal, start())
    try {
      if (!signal.aborted) await Promise.race([once(signal, 'abort'), ...(server?.broken ? [server.broken] : [])])
    } finally {
      onStopping()
      await server?.stop()
    }
  } finally {
    await within(databaseStopMsMax, database.stop())
  }
}

/** Undefined when the start was still under way long after it was told to stop. */
async function unlessStopped(signal: AbortSignal, starting: Promise<Running>): Promise<Running | undefined> {
  const done = new AbortController()
  const stopped = once(signal, 'abort', { signal: done.signal }).catch(() => undefined)
  if (!signal.aborted) await Promise.race([starting, stopped]).finally(() => done.abort())
  if (!signal.aborted) return starting
  return within(startMsLeft, starting).catch(() => undefined)
}

/** Ends the process, which nothing that was left open may prevent, with the status that it has. */
export function endSoon(): void {
  setTimeout(() => process.exit(), lingerMs).unref()
}
