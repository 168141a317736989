import { findCitus, startCluster, withoutCitus } from '../test/support/citus-cluster.ts'

/**
 * Starts a coordinator and two workers on loopback for trials, prints their addresses and stops with Ctrl-C. It uses a
 * PostgreSQL that has the Citus extension already: PURSER_CITUS_PG_CONFIG names its pg_config.
 */
if (!findCitus()) {
  process.stderr.write(`${withoutCitus}\n`)
  process.exit(1)
}
const cluster = await startCluster()
const urls = await cluster.makeDatabase('purser')
process.stdout.write(`${urls.map((url, index) => `${index === 0 ? 'coordinator' : 'worker'} ${url}\n`).join('')}`)
process.stdout.write('Ctrl-C stops them and deletes their data.\n')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => cluster.close().then(() => process.exit(0)))
}
