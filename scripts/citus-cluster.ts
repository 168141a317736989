import { findCitus, startCluster, withoutCitus } from '../test/support/citus-cluster.ts'

/**
 * Starts three PostgreSQL servers with Citus on loopback for trials, prints their addresses, and stops with Ctrl-C. It
 * uses a PostgreSQL that has the extension already: CITUS_PG_CONFIG names its pg_config.
 */
if (!findCitus()) {
  process.stderr.write(`${withoutCitus}\n`)
  process.exit(1)
}
const cluster = await startCluster()
const urls = await cluster.makeDatabase('purser')
const [coordinator, ...nodes] = urls
process.stdout.write(`coordinator ${coordinator}\n${nodes.map((url) => `node        ${url}\n`).join('')}`)
process.stdout.write('Join them with "purser database add-node"; Ctrl-C stops them and deletes their data.\n')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cluster.close().then(() => process.exit(0)))
}
