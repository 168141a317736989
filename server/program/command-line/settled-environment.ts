import type { Sql } from '../../ground/database/connection.ts'
import { findEnvironment, rememberEnvironment } from '../../storage/store/servers/environment.sql.ts'
import { listServers } from '../../storage/store/servers/running-server.sql.ts'
import type { Config } from '../configuration/config.ts'
import { CommandFailed } from './command-failed.ts'
import { withPool } from './pool.ts'
import { serverLine } from './storage/server-line.ts'

/**
 * The configuration with the environment of this database. Once it is known, nobody has to name it, and a name that
 * contradicts it is refused: it would be the wrong database, or the wrong settings.
 */
export async function inItsEnvironment(url: string, config: Config): Promise<Config> {
  const { environment, namesEnvironment } = config
  const known = await withPool(url, findEnvironment)
  if (known === undefined || known === environment) return config
  if (namesEnvironment) throw new CommandFailed([contradiction(known, environment)])
  return { ...config, environment: known }
}

/** The first name that anybody gives is that of the database. Answers as the other does: two may have come at once. */
export async function rememberedEnvironment(url: string, config: Config): Promise<Config> {
  if (config.namesEnvironment) await withPool(url, (pool) => remember(pool, config.environment))
  return inItsEnvironment(url, config)
}

/** Servers that run already were started without the name, and have the rules of the demo until they are started again. */
async function remember(db: Sql, environment: string): Promise<void> {
  if (!(await rememberEnvironment(db, environment))) return
  const servers = await listServers(db)
  if (servers.length === 0) return
  const lines = [
    `This database is one of the environment ${environment} from now on. These run without that name: start them again, or they go on with the rules of the demo:`,
    ...servers.map(serverLine),
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
}

const contradiction = (known: string, named: string) =>
  `This database belongs to the environment ${known}, and --environment or PURSER_ENVIRONMENT says ${named}. ` +
  `If ${named} is meant, name its own database (--data, DATABASE_URL). If ${known} is meant, leave the name out. ` +
  `To make this database one of ${named} on purpose, stop its servers and run: purser environment ${named} ` +
  `(a copy of another database sends what was waiting there: start it with --no-jobs first)`
