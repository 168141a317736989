import pg from 'pg'

/** Not one that begins like those of Purser, which takes it for a misspelt setting. */
export const portsVariable = 'TEST_CLUSTER_PORTS'

/** The ports of the nodes that this run is on, the coordinator's first; none on a plain PostgreSQL. */
export const clusterPorts = (): readonly string[] => process.env[portsVariable]?.split(',') ?? []

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
