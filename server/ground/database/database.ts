import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../kernel/defined.ts'
import { Connection, type ConnectionOptions, type ConnectionPool } from './connection.ts'
import { areNodesDurable, findIsDistributed } from './distribution.sql.ts'
import { superuser } from './embedded/database-folder.ts'
import { borrowEmbedded, startEmbedded, visitEmbedded } from './embedded/embedded.ts'
import { reachDatabase } from './reach.ts'
import { findRoleStanding, findServerLogin, serverRole } from './server-role.sql.ts'

/** Where the data is: in a database of the operator, or in the embedded one in the data folder. */
export interface DatabasePlace {
  readonly databaseUrl?: string
  /** Where brands lie on several nodes: the one that tables are changed at. */
  readonly coordinatorUrl?: string
  readonly dataFolder: string
  readonly log: (line: string) => void
  /** How long to wait for a database that does not respond. Absent means one attempt at the operator's. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
  /** How many connections a server opens; the embedded database has room for commands besides. */
  readonly connections?: number
}

export interface OpenDatabase {
  readonly url: string
  /**
   * Where tables are changed, jobs are queued and changes of brands are told. The same address, unless the server works
   * at one of several nodes.
   */
  readonly coordinator: string
  /** Whether a server that was killed had left it running. Whoever stops it says so. */
  readonly tookOver?: boolean
  stop(): Promise<void>
}

/** Whether there is a database to open: a command that only reads must not create one. */
export function hasDatabase({ databaseUrl, dataFolder }: Pick<DatabasePlace, 'databaseUrl' | 'dataFolder'>): boolean {
  return databaseUrl !== undefined || existsSync(join(dataFolder, 'postgres'))
}

/** Even a healthy one needs a moment to begin. */
const embeddedWaitMsMin = 10_000

/** Opens the database for a server, for one command that may run beside a server, or for somebody who only looks. */
export async function openDatabase(place: DatabasePlace, use: 'server' | 'command' | 'visitor'): Promise<OpenDatabase> {
  if (place.databaseUrl) {
    const { databaseUrl: url, coordinatorUrl: coordinator = url, waitMs = 0 } = place
    await reachDatabase(url, { ...place, waitMs })
    if (coordinator !== url) await reachDatabase(coordinator, { ...place, waitMs })
    return { url, coordinator, stop: async () => undefined }
  }
  const { dataFolder: folder, log, signal, connections } = place
  const waitMs = place.waitMs === undefined ? undefined : Math.max(place.waitMs, embeddedWaitMsMin)
  const options = defined({ folder, log, signal, waitMs, connections })
  const embedded = await openEmbedded[use](options)
  return { ...embedded, coordinator: embedded.url }
}

const openEmbedded = { server: startEmbedded, command: borrowEmbedded, visitor: visitEmbedded }

/** The role that the server works as; undefined if its login may not use the role. */
export async function findServerRole(url: string): Promise<string | undefined> {
  const connection = await Connection.open({ url })
  try {
    const { roleExists, isUsable } = await findRoleStanding(connection)
    return roleExists && isUsable ? serverRole : undefined
  } finally {
    await connection.close()
  }
}

/** Whether what the database has committed survives a loss of power, on every node. */
export async function isDurable(pool: ConnectionPool): Promise<boolean> {
  const rows = await pool.rows<{ setting: string }>`
    select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`
  if (rows.some(({ setting }) => setting === 'off')) return false
  return !(await findIsDistributed(pool)) || (await areNodesDurable(pool))
}

/** How the server connects: as its role, and in the embedded database with a login that has no rights of its own. */
export async function serverConnection(url: string): Promise<ConnectionOptions> {
  const role = await findServerRole(url)
  const plans = await findPlanning(url)
  return role ? { url: await withServerLogin(url), role, ...plans } : { url, ...plans }
}

/** Over several nodes, where a statement goes depends on its values, so that no plan fits all of them. */
async function findPlanning(url: string): Promise<Pick<ConnectionOptions, 'plansOnce' | 'isDistributed'>> {
  const connection = await Connection.open({ url })
  try {
    return (await findIsDistributed(connection)) ? { isDistributed: true } : { plansOnce: true }
  } finally {
    await connection.close()
  }
}

async function withServerLogin(url: string): Promise<string> {
  const ownUser = `user=${superuser}`
  if (!url.endsWith(ownUser)) return url
  const connection = await Connection.open({ url })
  try {
    const login = await findServerLogin(connection)
    return login === undefined ? url : `${url.slice(0, -ownUser.length)}user=${login}`
  } finally {
    await connection.close()
  }
}
