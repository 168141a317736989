import { Connection } from '../../server/ground/database/connection.ts'
import { distributeTables } from '../../server/ground/database/distribute.ts'
import { addNode, nameCoordinator } from '../../server/ground/database/distribution.sql.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { startCluster } from './citus-cluster.ts'
import { portsVariable } from './cluster-copies.ts'

/** Few, so that a database is made quickly; more than nodes, so that brands are spread. */
const shards = 4

/** A coordinator and two nodes, with a database whose tables are migrated, distributed and empty. */
export async function startTestCluster(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const cluster = await startCluster()
  const [url = '', ...others] = await cluster.makeDatabase('purser')
  try {
    process.env[portsVariable] = [url, ...others].map((one) => new URL(one).port).join(',')
    await migrate(url, () => undefined)
    const db = await Connection.open({ url, name: 'purser command', lockTimeoutMs: 0, statementTimeoutMs: 0 })
    await nameCoordinator(db, '127.0.0.1', Number(new URL(url).port))
    for (const other of others) await addNode(db, '127.0.0.1', Number(new URL(other).port))
    await distributeTables(db, { shards, log: () => undefined })
    await db.close()
  } catch (error) {
    await cluster.close()
    throw error
  }
  return { url: `${url}?sslmode=disable`, stop: () => cluster.close() }
}
