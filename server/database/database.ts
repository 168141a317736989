import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../kernel/defined.ts'
import { Connection, type ConnectionOptions, type ConnectionPool } from './connection.ts'
import { superuser } from './embedded/database-folder.ts'
import { borrowEmbedded, startEmbedded, visitEmbedded } from './embedded/embedded.ts'
import { reachDatabase } from './reach.ts'
import { findRoleStanding, findServerLogin, serverRole } from './server-role.sql.ts'

/** Where the data is: in a database of the operator, or in the embedded one in the data folder. */
export interface DatabasePlace {
  readonly databaseUrl?: string
  readonly dataFolder: string
  readonly log: (line: string) => void
  /** How long to wait for a database that does not respond. Absent means one attempt at the operator's. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
}

export interface OpenDatabase {
  readonly url: string
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
    await reachDatabase(place.databaseUrl, { ...place, waitMs: place.waitMs ?? 0 })
    return { url: place.databaseUrl, stop: async () => undefined }
  }
  const { dataFolder: folder, log, signal } = place
  const waitMs = place.waitMs === undefined ? undefined : Math.max(place.waitMs, embeddedWaitMsMin)
  const options = defined({ folder, log, signal, waitMs })
  if (use === 'visitor') return visitEmbedded(options)
  return use === 'server' ? startEmbedded(options) : borrowEmbedded(options)
}

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

/** Whether what the database has committed survives a loss of power. */
export async function isDurable(pool: ConnectionPool): Promise<boolean> {
  const rows = await pool.rows<{ setting: string }>`
    select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`
  return rows.every(({ setting }) => setting !== 'off')
}

/** How the server connects: as its role, and in the embedded database with a login that has no rights of its own. */
export async function serverConnection(url: string): Promise<ConnectionOptions> {
  const role = await findServerRole(url)
  if (!role) return { url }
  return { url: await withServerLogin(url), role }
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
