import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { troubleOf } from '../kernel/database-errors.ts'

export interface ReachOptions {
  /** How long an address that does not answer yet is tried again; 0 tries once. */
  readonly waitMs: number
  readonly log: (line: string) => void
  /** Ends the waiting early; the exception is the signal's reason then. */
  readonly signal?: AbortSignal
}

const pauseMs = 500
const reportEveryMs = 10_000

/**
 * Resolves when a PostgreSQL of the operator's takes connections. One that is still starting, or whose name is not known
 * yet, is waited for; one that refuses the login is not, because waiting does not help.
 */
export async function reachDatabase(url: string, { waitMs, log, signal }: ReachOptions): Promise<void> {
  const began = Date.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    signal?.throwIfAborted()
    const fault = await tryToConnect(url)
    if (fault === undefined) return
    const now = Date.now()
    const place = placeOf(url)
    const advice = troubleOf(fault)?.advice ?? usualAdvice
    if (!mayPass(fault))
      throw new Error(`The database ${place} refuses the connection: ${reasonOf(fault)}. ${advice}`, { cause: fault })
    if (now - began + pauseMs > waitMs) {
      const waited = waitMs > 0 ? ` (waited ${Math.round((now - began) / 1000)} seconds)` : ''
      throw new Error(`The database ${place} cannot be reached: ${reasonOf(fault)}${waited}. ${advice}`, {
        cause: fault,
      })
    }
    if (now - reportedAt >= reportEveryMs) {
      const secondsLeft = Math.round((waitMs - (now - began)) / 1000)
      log(`Waiting for the database ${place}, for ${secondsLeft} more seconds at most: ${reasonOf(fault)}.`)
      reportedAt = now
    }
    await sleep(pauseMs, undefined, { ...(signal && { signal }) })
  }
}

const usualAdvice =
  'Check that PostgreSQL runs there and that the address is right (--database, DATABASE_URL, --database-file).'

async function tryToConnect(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Without a code: the connection was cut or timed out. 57P03: starting or stopping. 53300: no connection is free. */
const passing = [undefined, '57P03', '53300']

function mayPass(fault: unknown): boolean {
  const code = (fault as { code?: string }).code
  return passing.includes(code) || /^E[A-Z_]+$/.test(code ?? '')
}

/** For a name with several addresses Node tries each, and says why in a list instead of a message. */
function reasonOf(fault: unknown): string {
  if (fault instanceof AggregateError) return [...new Set(fault.errors.map(reasonOf))].join(', ')
  return fault instanceof Error ? fault.message.replace(/\.$/, '') : String(fault)
}

/** Never the whole URL: it may hold a password. */
export function placeOf(url: string): string {
  const { host, port, database } = new pg.Client({ connectionString: url })
  return `"${database}" at ${host.startsWith('/') ? host : `${host}:${port}`}`
}
