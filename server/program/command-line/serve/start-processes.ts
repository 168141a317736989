import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { findFreeConnections } from '../../../ground/database/connections.sql.ts'
import type { OpenDatabase } from '../../../ground/database/database.ts'
import { formatFor, type Log, writeToStderr } from '../../../ground/log/log.ts'
import type { Config } from '../../configuration/config.ts'
import { connectionsNeeded } from '../../configuration/share.ts'
import { ProcessesFailed, type ServedAt, Supervisor } from '../../processes/supervisor.ts'
import { CommandFailed } from '../command-failed.ts'
import { withPool } from '../pool.ts'

/** Prepares the processes of a server on a database that is up to date. */
export async function openSupervisor(
  { url, coordinator }: Pick<OpenDatabase, 'url' | 'coordinator'>,
  config: Config,
  log: Log,
): Promise<Supervisor> {
  const { processes, runsJobs } = config
  await warnOfFewConnections(url, config, log)
  const port = await pickPort(config)
  const format = config.logFormat ?? formatFor(process.stderr)
  return new Supervisor({ url, coordinator, port, processes, runsJobs, log, format, write: writeToStderr })
}

/** Resolves when all processes serve; rejects if one cannot, or if it is told to stop before. */
export async function startProcesses(supervisor: Supervisor, stop: AbortSignal): Promise<ServedAt> {
  stop.throwIfAborted()
  stop.addEventListener('abort', () => void supervisor.stop())
  return supervisor.start().catch((error) => {
    throw error instanceof ProcessesFailed ? new CommandFailed(error.lines) : error
  })
}

/** All processes must be given the same port, also after all of them have been replaced: 0 is settled once. */
async function pickPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  if (port !== 0) return port
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const picked = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return picked
}

/** The embedded database is given as many as are needed; an operator's own may have too few. */
async function warnOfFewConnections(url: string, config: Config, log: Log): Promise<void> {
  const needed = connectionsNeeded(config)
  const free = await withPool(url, findFreeConnections)
  if (free >= needed) return
  const text = `${config.processes} processes open up to ${needed} connections to the database, which has room for ${free}. Raise its max_connections, or start fewer processes (--processes).`
  log.warn('connections', { text })
}
