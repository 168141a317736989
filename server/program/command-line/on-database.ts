import { hasDatabase, openDatabase } from '../../ground/database/database.ts'
import { bringUpToDate } from '../../ground/database/up-to-date.ts'
import type { Log } from '../../ground/log/log.ts'
import type { Config } from '../configuration/config.ts'
import { CommandFailed } from './command-failed.ts'
import { inItsEnvironment, rememberedEnvironment } from './settled-environment.ts'

interface DatabaseChoice {
  readonly config: Config
  readonly log: Log
}

/** Opens the database for one command, beside a running server or without one, and brings it up to date. */
export async function onDatabase(
  { config, log }: DatabaseChoice,
  makesDatabase: boolean,
  use: (url: string, config: Config) => Promise<void>,
): Promise<void> {
  if (!makesDatabase && !hasDatabase(config))
    throw new CommandFailed([
      `There is no database in ${config.dataFolder}. Name the folder that holds it with --data or PURSER_DATA.`,
    ])
  const database = await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'command')
  try {
    await bringUpToDate(database.coordinator, (text) => log.info('migrate', { text }))
    await use(database.coordinator, await inItsEnvironment(database.coordinator, config))
    // After it is done: what was refused, or only tried, names nothing.
    if (!config.dryRun) await rememberedEnvironment(database.coordinator, config)
  } finally {
    await database.stop()
    if (database.tookOver) log.info('database', { text: leftBehind })
  }
}

const leftBehind =
  'A server that was killed had left the database running. It was used for this command and is stopped now; purser start starts it again.'
