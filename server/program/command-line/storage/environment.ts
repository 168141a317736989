import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { listBrandIds } from '../../../storage/brand-store/brand-list.sql.ts'
import { insertAuditEntries } from '../../../storage/store/audit/entry.sql.ts'
import { findEnvironment, replaceEnvironment } from '../../../storage/store/servers/environment.sql.ts'
import { listServers } from '../../../storage/store/servers/running-server.sql.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { onDatabase } from '../on-database.ts'
import { withPool } from '../pool.ts'
import { serverLine } from './server-line.ts'

/** Says which environment the database belongs to, or makes it another one. */
export async function environment(name: string | undefined, { config, log, operator }: CommandContext): Promise<void> {
  if (name !== undefined && !/^[a-z][a-z0-9-]{0,31}$/.test(name))
    throw new CommandFailed([
      'The name of an environment has lower-case letters, digits and hyphens, such as production.',
    ])
  // What the settings say does not count here: this command is how the two are brought together again.
  await onDatabase({ config: { ...config, namesEnvironment: false }, log }, false, (url) =>
    withPool(url, async (pool) => {
      const known = await findEnvironment(pool)
      if (name === undefined || name === known) return say(known === undefined ? unnamed : `Environment: ${known}`)
      const servers = await listServers(pool)
      if (servers.length > 0)
        throw new CommandFailed([
          'Servers and workers use this database. Stop them first; one that was killed counts for a minute more:',
          ...servers.map(serverLine),
        ])
      await inTransaction(pool, async (db) => {
        await replaceEnvironment(db, name)
        const entry = { actor: operator, action: 'environment.changed', subject: name } as const
        const change = { ...(known !== undefined && { before: { environment: known } }), after: { environment: name } }
        for (const brand of await listBrandIds(db)) await insertAuditEntries(db, brand, [{ ...entry, ...change }])
      })
      say(known === undefined ? `Environment: ${name}` : `Environment: ${name}. Before, it was ${known}.`)
    }),
  )
}

const unnamed =
  'Nobody has named the environment of this database yet, so that it counts as demo. Name it: purser environment production'

const say = (text: string) => void process.stdout.write(`${text}\n`)
