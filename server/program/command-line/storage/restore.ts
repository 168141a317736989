import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { openDatabase } from '../../../ground/database/database.ts'
import { dropMark } from '../../../ground/database/database-mark.sql.ts'
import { FolderInUse } from '../../../ground/database/embedded/folder-lock.ts'
import { checkKnown, withSchemaLock } from '../../../ground/database/migrate.ts'
import { placeOf } from '../../../ground/database/reach.ts'
import { BackupFile } from '../../../storage/backup/backup-file.ts'
import type { CheckedBackup } from '../../../storage/backup/check-backup.ts'
import { fillDatabase, NotEmpty } from '../../../storage/backup/fill-database.ts'
import type { Config } from '../../configuration/config.ts'
import { verifyAll } from '../check/verify.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { findBackupKey, ownKeyFile } from '../keys/known-key.ts'
import { readWhole } from './backup.ts'
import { copyProgress, inThousands, rowsIn, secondsSince } from './copy-progress.ts'

/** Writes a backup into an empty database, brings it up to date, and derives everything again. */
export async function restore(given: string, context: CommandContext): Promise<void> {
  const began = performance.now()
  const path = resolve(given)
  const { config } = context
  const checked = await readWhole(path, config)
  refuseOtherKey(path, checked)
  refuseNewer(path, checked)
  const database = await openTarget(context)
  try {
    await fill(database.url, path, context)
    // What does not add up did not add up before either: the rows are the same. It can be served, and is reported.
    await withSchemaLock(database.url, dropMark)
    const rows = `${checked.manifest.measures.size} tables and ${inThousands(rowsIn(checked.manifest.measures))} rows`
    print(`${rows} as of ${checked.head.takenAt} are restored, in ${secondsSince(began)}.`)
    await verifyAll(database.url, context.log)
    print(...keyAdvice(config, checked))
  } finally {
    await database.stop()
  }
}

function refuseOtherKey(path: string, { keyStanding }: CheckedBackup): void {
  if (keyStanding === 'other')
    throw new CommandFailed([
      `The secret key here is not the one that ${path} was taken with: no pin and no secret in it could be opened.`,
      'Put the right secret.key into the data folder, or set PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE. Nothing was restored.',
    ])
}

function refuseNewer(path: string, { head }: CheckedBackup): void {
  try {
    checkKnown(head.migrations)
  } catch (error) {
    throw new CommandFailed([
      `${path} was taken by Purser ${head.purser}. ${error instanceof Error ? error.message : error}`,
      'Nothing was restored.',
    ])
  }
}

/** The embedded database must be nobody else's meanwhile. */
async function openTarget({ config, log }: CommandContext) {
  try {
    return await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'server')
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandFailed([error.message, 'A backup is restored into an empty database that no server uses.'])
  }
}

async function fill(url: string, path: string, { config, log }: CommandContext): Promise<void> {
  try {
    await BackupFile.with(path, await findBackupKey(config), (source) =>
      fillDatabase(url, source, {
        id: randomUUID(),
        place: path,
        log: (text) => log.info('migrate', { text }),
        progress: copyProgress('Restoring'),
        compares: () => print('All rows are written; comparing them with the backup.'),
      }),
    )
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error
    throw new CommandFailed([
      `${capital(placeIn(config))} is not empty. ${error.message} Nothing was changed.`,
      config.databaseUrl === undefined
        ? 'Restore into a new folder (--data), or move the folder "postgres" in this one away.'
        : 'Restore into a new database (create database …), and name that one in DATABASE_URL.',
    ])
  }
}

/** How the database is called in a message. */
export const placeIn = ({ databaseUrl, dataFolder }: Config): string =>
  databaseUrl === undefined ? `the database in ${dataFolder}` : `the database ${placeOf(databaseUrl)}`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function keyAdvice(config: Config, { keyStanding }: CheckedBackup): string[] {
  if (keyStanding === 'same') return ['The secret key is the right one. Start the server when you are ready.']
  return [
    'The secret key is not in a backup, and was not found here. Before you start the server, put the secret.key that belongs to it',
    `to ${ownKeyFile(config)}, or set PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE. A server without it does not start.`,
  ]
}

const print = (...lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))
