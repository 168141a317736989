import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hasDatabase, openDatabase } from '../../../ground/database/database.ts'
import { refuseMarked } from '../../../ground/database/database-mark.sql.ts'
import { withSchemaLock } from '../../../ground/database/migrate.ts'
import { codeOf } from '../../../ground/kernel/code-of.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { DamagedBackup } from '../../../storage/backup/backup-format.ts'
import { keepBackup } from '../../../storage/backup/backup-mark.sql.ts'
import { type BackupOptions, writeBackup } from '../../../storage/backup/backup-writer.ts'
import { type CheckedBackup, checkBackup } from '../../../storage/backup/check-backup.ts'
import { DatabaseSnapshot } from '../../../storage/backup/database-snapshot.ts'
import { NewFile, unfinishedPrefix } from '../../../storage/backup/new-file.ts'
import type { Config } from '../../configuration/config.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { findBackupKey, ownKeyFile } from '../keys/known-key.ts'
import { withPool } from '../pool.ts'
import { versionText } from '../version.ts'
import { copyProgress, inThousands, megabytes, rowsIn, secondsSince } from './copy-progress.ts'

/** Writes a backup of one moment, beside a running server or without one. The schema stays as it is. */
export async function backup(given: string, { config, log }: CommandContext): Promise<void> {
  const began = performance.now()
  const path = choosePath(resolve(given), new Date())
  if (!hasDatabase(config))
    throw new CommandFailed([
      `There is no database in ${config.dataFolder}. Name the folder that holds it with --data or PURSER_DATA.`,
    ])
  const key = await findBackupKey(config)
  const database = await openDatabase({ ...config, log: (text) => log.debug('database', { text }) }, 'command')
  try {
    await withSchemaLock(database.url, refuseMarked)
    const options = { purser: versionText(), key, progress: copyProgress('Backing up') }
    const { head, measures, bytes } = await writeFile(database.url, path, options)
    const rows = `${measures.size} tables and ${inThousands(rowsIn(measures))} rows`
    await withPool(database.url, (pool) => keepBackup(pool, head.takenAt)).catch(sayNotKept)
    print(`${path}: ${rows} as of ${head.takenAt}, ${megabytes(bytes)}, in ${secondsSince(began)}.`)
    print(...keyAdvice(config, key !== undefined), ...leftovers(path))
  } finally {
    await database.stop()
  }
}

/** The backup is there all the same: of a database that takes no writes, for one. */
function sayNotKept(error: unknown): void {
  print(`When it was taken could not be noted in the database, for metrics and doctor: ${faultFields(error).text}.`)
}

async function writeFile(url: string, path: string, options: BackupOptions) {
  try {
    return await NewFile.with(path, async (file) => {
      const written = await DatabaseSnapshot.with(url, (snapshot) => writeBackup(file, snapshot, options))
      return { ...written, bytes: file.bytes }
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed([`No backup was written to ${path}: ${reason}`])
  }
}

/** In a folder, a file that is named after the time. */
function choosePath(given: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
  const path = statSync(given, { throwIfNoEntry: false })?.isDirectory() ? join(given, `purser-${stamp}.tar`) : given
  if (existsSync(path))
    throw new CommandFailed([`${path} exists already, and a backup overwrites nothing. Choose another name.`])
  if (!existsSync(dirname(path))) throw new CommandFailed([`There is no folder ${dirname(path)}. Create it first.`])
  return path
}

/** Said every time: whoever finds out after a fire has found out too late. */
function keyAdvice(config: Config, isKnown: boolean): string[] {
  const place =
    config.secretKey || config.secretKeyFile
      ? 'the key of PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE'
      : ownKeyFile(config)
  return [
    `The secret key is NOT in it. Without it the pins and secrets in the backup cannot be opened: keep a copy of ${place},`,
    'in another place than the backups.',
    ...(isKnown ? [] : ['The key was not found here, so a restore cannot tell whether it has the right one.']),
  ]
}

function leftovers(path: string): string[] {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(unfinishedPrefix))
  if (names.length === 0) return []
  return [`An interrupted backup left ${names.join(', ')} in ${dirname(path)}: remove it, if no other is running.`]
}

/** Reads a backup without a database, and says whether it is whole. */
export async function backupCheck(path: string, { config }: CommandContext): Promise<void> {
  const began = performance.now()
  const { head, manifest, keyStanding } = await readWhole(path, config)
  const rows = `${manifest.measures.size} tables and ${inThousands(rowsIn(manifest.measures))} rows`
  print(`${path} is whole: ${rows} as of ${head.takenAt}, read in ${secondsSince(began)}.`)
  print(`Taken by Purser ${head.purser} at migration ${head.migrations.at(-1)?.name} on PostgreSQL ${head.postgresql}.`)
  print(keyLines[keyStanding])
}

const keyLines = {
  same: 'The secret key here is the one that it was taken with, and it was not changed since.',
  other: 'The secret key here is NOT the one that it was taken with.',
  unknown: 'Whether the secret key here is the one that it was taken with cannot be told.',
}

/** Reads it all before anything is done with it. */
export async function readWhole(path: string, config: Config): Promise<CheckedBackup> {
  try {
    return await checkBackup(path, await findBackupKey(config), copyProgress('Reading'))
  } catch (error) {
    if (error instanceof DamagedBackup) throw new CommandFailed([`${path}: ${error.message}`, damageAdvice])
    if (codeOf(error) === 'ENOENT') throw new CommandFailed([`There is no file ${path}.`])
    throw error
  }
}

const damageAdvice = 'Use another backup, or copy this one again from where it is kept.'

const print = (...lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''))
