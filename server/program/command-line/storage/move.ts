import { randomUUID } from 'node:crypto'
import { hasDatabase, openDatabase } from '../../../ground/database/database.ts'
import { FolderInUse } from '../../../ground/database/embedded/folder-lock.ts'
import { placeOf, reachDatabase } from '../../../ground/database/reach.ts'
import { NotEmpty } from '../../../storage/backup/fill-database.ts'
import { type DatabaseMove, moveDatabase } from '../../../storage/backup/move-database.ts'
import { verifyAll } from '../check/verify.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { ownKeyFile } from '../keys/known-key.ts'
import { copyProgress, inThousands, rowsIn, secondsSince } from './copy-progress.ts'
import { placeIn } from './restore.ts'

/** Moves everything from the embedded database to one of the operator's. The server must be stopped. */
export async function move(context: CommandContext): Promise<void> {
  const { config } = context
  const { moveToUrl: to, dataFolder } = config
  if (config.databaseUrl !== undefined)
    throw new CommandFailed([
      'A move begins at the embedded database, and DATABASE_URL, --database or --database-file names another. Leave it out,',
      'or use "purser backup" and "purser restore", which go from any database to any other.',
    ])
  if (to === undefined)
    throw new CommandFailed(['Say where to: --to-file FILE, --to URL, PURSER_MOVE_TO or PURSER_MOVE_TO_FILE.'])
  if (!hasDatabase(config)) throw new CommandFailed([`There is no database in ${dataFolder}.`])
  await reachDatabase(to, { waitMs: 0, log: () => undefined })
  const began = performance.now()
  const database = await openSource(context)
  try {
    const moved = await moveTo(to, database.url, context)
    print(...linesOf(moved, { to: placeOf(to), key: ownKeyFile(config), took: secondsSince(began) }))
  } finally {
    await database.stop()
  }
}

async function openSource({ config, log }: CommandContext) {
  try {
    return await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'server')
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandFailed([
      error.message,
      'What a server writes during a move would be lost, so a move needs the server stopped. Calls are answered again afterwards.',
    ])
  }
}

async function moveTo(to: string, url: string, { config, log }: CommandContext): Promise<DatabaseMove> {
  try {
    return await moveDatabase({
      from: { url, name: placeIn(config) },
      to: { url: to, name: `the database ${placeOf(to)}` },
      id: randomUUID(),
      log: (text) => log.info('migrate', { text }),
      progress: copyProgress('Moving'),
      compares: () => print('All rows are written; comparing both sides.'),
      verify: (moved) => verifyAll(moved, log),
    })
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error
    throw new CommandFailed([
      `The database ${placeOf(to)} is not empty. ${error.message} Nothing was moved.`,
      'Create a new database, and move to that one.',
    ])
  }
}

interface Ending {
  readonly to: string
  readonly key: string
  readonly took: string
}

function linesOf(moved: DatabaseMove, { to, key, took }: Ending): string[] {
  const advice = [
    `Start the server with DATABASE_URL (or --database-file) set to the database ${to}.`,
    `The secret key did not move: keep --data as it is, or set PURSER_SECRET_KEY_FILE to a copy of ${key}.`,
  ]
  switch (moved.kind) {
    case 'alreadyMoved':
      return [`Everything was moved to ${moved.place} before: nothing is left to do.`, ...advice]
    case 'finished':
      return [`The move to ${to}, which had been interrupted before its last step, is finished.`, ...advice]
    case 'moved': {
      const { measures } = moved.content
      const rows = `${measures.size} tables and ${inThousands(rowsIn(measures))} rows`
      return [
        `${rows} are moved to ${to}, and are the same on both sides; it took ${took}.`,
        ...advice,
        'The embedded database is kept as it was, and a server does not start on it any more.',
      ]
    }
  }
}

const print = (...lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))
