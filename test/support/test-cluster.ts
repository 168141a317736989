import pg from 'pg'
import { Connection } from '../../server/ground/database/connection.ts'
import { distributeTables } from '../../server/ground/database/distribute.ts'
import { addNode, nameCoordinator } from '../../server/ground/database/distribution.sql.ts'
import { migrate } from '../../server/ground/database/migrate.ts'
import { startCluster } from './citus-cluster.ts'

/** Not one that begins like those of Purser, which takes it for a misspelt setting. */
const variable = 'TEST_CLUSTER_PORTS'

/** Few, so that a database is made quickly; more than nodes, so that brands are spread. */
const shards = 4

/** The ports of the nodes that this run is on, the coordinator's first; none on a plain PostgreSQL. */
export const clusterPorts = (): readonly string[] => process.env[variable]?.split(',') ?? []

/** A coordinator and two nodes, with a database whose tables are migrated, distributed and empty. */
export async function startTestCluster(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const cluster = await startCluster()
  const [url = '', ...others] = await cluster.makeDatabase('purser')
  try {
    process.env[variable] = [url, ...others].map((one) => new URL(one).port).join(',')
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

/**
 * Copies a distributed database at each node: where its parts lie is written down in it, by the addresses of the nodes,
 * which stay the same. The processes that Citus keeps in it are ended first.
 */
export async function copyAtNodes(url: string, name: string, template: string): Promise<void> {
  const [port = '', ...others] = clusterPorts()
  for (const one of [port, ...others]) {
    const client = new pg.Client({ connectionString: url.replace(`:${port}/`, `:${one}/`) })
    await client.connect()
    for (let attempt = 1; ; attempt += 1) {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template])
      try {
        await client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
        break
      } catch (error) {
        if (attempt === 20 || (error as { code?: string }).code !== '55006') throw error
      }
    }
    await client.end()
  }
}
