import type { ConnectionPool } from '../../ground/database/connection.ts'
import { findLoginTimeouts } from '../../ground/database/login-timeouts.sql.ts'
import { findWriteFault } from '../../ground/database/write-trial.sql.ts'
import type { Config } from '../configuration/config.ts'
import { connectionsNeeded } from '../configuration/share.ts'
import { attempt } from './attempt.ts'
import type { Finding } from './finding.ts'
import { judgeConnections, judgeTimeouts } from './judge/connections.ts'
import { judgeDatabase, judgeVersion } from './judge/database.ts'
import { judgeMigrations } from './judge/migrations.ts'
import { judgePartitions } from './judge/partitions.ts'
import { judgeRoles } from './judge/roles.ts'
import { judgeClock } from './judge/time.ts'
import { judgeWrites } from './judge/writes.ts'
import { compareClocks, findVersion, hasTables, lookAtConnections, lookAtDatabase } from './look/database.sql.ts'
import { lookAtRoles } from './look/roles.sql.ts'
import { lookAtMigrations, lookAtPartitions } from './look/tables.sql.ts'

/** The database itself, whatever is in it. */
export async function examineDatabase(pool: ConnectionPool, url: string, config: Config): Promise<Finding[]> {
  const version = judgeVersion(await findVersion(pool))
  if (version.level === 'problem') return [version]
  const { allowUnsafeDatabase: allowsUnsafe, databaseUrl, environment } = config
  const use = { isEmbedded: databaseUrl === undefined, allowsUnsafe, environment }
  const parts = [
    attempt('database', async () => judgeDatabase(await lookAtDatabase(pool), use)),
    attempt('login', async () => judgeRoles(await lookAtRoles(pool))),
    attempt('connections', async () => [judgeConnections(await lookAtConnections(pool), connectionsNeeded(config))]),
    attempt('writes', async () => [judgeWrites(await findWriteFault(url))]),
    attempt('time-outs', async () => [judgeTimeouts(await findLoginTimeouts(url))]),
    attempt('migrations', async () => judgeMigrations(await lookAtMigrations(pool))),
    attempt('partitions', async () => ((await hasTables(pool)) ? [judgePartitions(await lookAtPartitions(pool))] : [])),
    attempt('clock', async () => [judgeClock(await compareClocks(pool, Date.now))]),
  ]
  return (await Promise.all(parts)).flat()
}
