import { Connection } from '../../../ground/database/connection.ts'
import { findFreeConnections } from '../../../ground/database/connections.sql.ts'
import { reachDatabase } from '../../../ground/database/reach.ts'
import { findRoleStanding, missingStatements, serverRole } from '../../../ground/database/server-role.sql.ts'
import { codeOf } from '../../../ground/kernel/code-of.ts'
import type { Config } from '../../configuration/config.ts'
import { connectionsNeeded } from '../../configuration/share.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'

const page = 'docs/own-postgresql.md explains it.'

/** Makes the role that write-protects the ledger and lets a login use it, or prints the statements that do. */
export async function databasePrepare(config: Config, login: string | undefined): Promise<void> {
  const { databaseUrl, dryRun } = config
  if (databaseUrl === undefined) {
    process.stdout.write('The embedded database needs no preparation: its ledger is write-protected.\n')
    return
  }
  await reachDatabase(databaseUrl, { waitMs: 0, log: () => undefined })
  const connection = await Connection.open({ url: databaseUrl, name: 'purser command' })
  try {
    const lines = await prepare(connection, login, dryRun)
    const room = dryRun ? [] : [await connectionsLine(connection, config)]
    process.stdout.write(`${[...lines, ...room].join('\n')}\n`)
  } finally {
    await connection.close()
  }
}

async function prepare(connection: Connection, given: string | undefined, dryRun: boolean): Promise<string[]> {
  const standing = await findRoleStanding(connection, given)
  const { login, loginExists } = standing
  if (!loginExists)
    throw new CommandFailed([
      `The database has no login "${login}". Create it first, with a password of its own, or correct the name.`,
      page,
    ])
  const statements = missingStatements(standing)
  if (statements.length === 0)
    return [`The login "${login}" may use the role ${serverRole}: nothing is missing.`, ...hint(given)]
  if (dryRun) return statements
  for (const statement of statements) await execute(connection, statement, { login, statements })
  return [
    ...statements,
    `Done. Restart Purser with the login "${login}": it then works as ${serverRole}.`,
    ...hint(given),
  ]
}

async function connectionsLine(connection: Connection, config: Config): Promise<string> {
  const [needed, free] = [connectionsNeeded(config), await findFreeConnections(connection)]
  const processes = counted(config.processes, 'process', 'processes')
  const line = `A server with ${processes} (--processes) opens up to ${needed} connections; the database has room for ${free}`
  return free < needed ? `${line}: raise its max_connections, or start fewer processes.` : `${line}.`
}

/** An administrator's own login is seldom the one that the server uses. */
const hint = (given: string | undefined) =>
  given === undefined ? ['If Purser uses another login, run "purser database prepare LOGIN" with its name.'] : []

interface WantedDatabase {
  readonly login: string
  readonly statements: readonly string[]
}

async function execute(
  { client }: Connection,
  statement: string,
  { login, statements }: WantedDatabase,
): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    const code = codeOf(error)
    // Another start may have made the role a moment ago.
    if (code === '42710') return
    if (code !== '42501') throw error
    throw new CommandFailed([
      'This login may not create roles or grant them. Have an administrator of the database run:',
      '',
      ...statements,
      '',
      `or run "purser database prepare ${login}" with the DATABASE_URL of an administrator. Then restart Purser.`,
      page,
    ])
  }
}
