import { type OpenDatabase, openDatabase } from '../../../ground/database/database.ts'
import { bringUpToDate } from '../../../ground/database/up-to-date.ts'
import { faultFields, type Log } from '../../../ground/log/log.ts'
import type { Config } from '../../configuration/config.ts'
import { connectionsNeeded } from '../../configuration/share.ts'
import { type Running, serveUntil } from '../lifetime.ts'
import { rememberedEnvironment } from '../settled-environment.ts'

interface ServerPlace {
  readonly config: Config
  readonly log: Log
  /** Whether the embedded database is this process's own, or may be that of a server beside it. */
  readonly database: 'own' | 'shared'
  /** Called before a second signal ends the process at once. */
  readonly onForced?: () => void
}

/** Opens the database, brings it up to date, and lets a server run on it until it is told to stop. */
export async function untilStopped(
  { config, log, database, onForced }: ServerPlace,
  start: (database: OpenDatabase, stop: AbortSignal, config: Config) => Promise<Running>,
): Promise<void> {
  logWarnings(log)
  goOnWithoutReader()
  const stop = stopSignal(onForced)
  const opened = await open({ config, log, database }, stop)
  if (opened) {
    const begin = async () => {
      await bringUpToDate(opened.coordinator, (text) => log.info('migrate', { text }))
      return start(opened, stop, await rememberedEnvironment(opened.coordinator, config))
    }
    await serveUntil(stop, opened, begin, () => log.info('stopping', {}))
  }
  log.info('stopped', {})
}

/** Undefined when it was told to stop while it still waited for its database. */
async function open({ config, log, database }: ServerPlace, signal: AbortSignal): Promise<OpenDatabase | undefined> {
  const waitMs = config.databaseWaitSeconds * 1000
  const connections = connectionsNeeded(config)
  const place = { ...config, connections, log: (text: string) => log.info('database', { text }), waitMs, signal }
  try {
    return await openDatabase(place, database === 'own' ? 'server' : 'command')
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

/** Node prints its own warnings as plain text, which a reader of the log could not parse. */
export function logWarnings(log: Log): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn('node', faultFields(warning)))
}

/** Whoever read the log may be gone, such as a terminal that was closed. Tills are served nevertheless, and a stop is orderly. */
function goOnWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Ctrl-C reaches every process of a terminal, and npm and our launcher pass it on as well: these are one signal. */
const sameSignalMs = 3000

/** Aborts when the operator or the system asks the server to stop. A second signal ends the process at once. */
function stopSignal(onForced: () => void = () => undefined): AbortSignal {
  const stop = new AbortController()
  let toldAt = 0
  const onSignal = (name: NodeJS.Signals) => {
    if (stop.signal.aborted && performance.now() - toldAt > sameSignalMs) {
      onForced()
      process.off(name, onSignal)
      process.kill(process.pid, name)
    }
    if (!stop.signal.aborted) toldAt = performance.now()
    stop.abort()
  }
  // A terminal that is closed sends SIGHUP.
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, onSignal)
  return stop.signal
}
