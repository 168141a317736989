import { Connection } from './connection.ts'
import { distributeTables } from './distribute.ts'
import { findIsDistributed, findLastMigration, isCoordinator, lockDistribution } from './distribution.sql.ts'
import { type BeforeContract, migrate, newestMigration } from './migrate.ts'

/**
 * Brings the tables up to date. Where brands lie on several nodes, only the coordinator may change tables: it also
 * distributes those that are new. At any other node it is only checked that this has happened.
 */
export async function bringUpToDate(
  url: string,
  log: (line: string) => void,
  beforeContract?: BeforeContract,
): Promise<void> {
  const db = await Connection.open({ url, name: 'purser migrate', lockTimeoutMs: 0, statementTimeoutMs: 0 })
  try {
    const isDistributed = await findIsDistributed(db)
    if (isDistributed && !(await isCoordinator(db))) return await checkUpToDate(db)
    await migrate(url, log, undefined, beforeContract)
    if (!isDistributed) return
    await lockDistribution(db)
    await distributeTables(db, { shards: 0, log })
  } finally {
    await db.close()
  }
}

async function checkUpToDate(db: Connection): Promise<void> {
  const wanted = newestMigration()
  if ((await findLastMigration(db)) >= wanted) return
  throw new Error(
    `This node's tables lack migration ${wanted}, and only the coordinator may change tables. ` +
      'Name the coordinator with --coordinator or PURSER_COORDINATOR, or run "purser migrate" there first.',
  )
}
