import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Binaries, blockedError } from './binaries.ts'
import { runBinary } from './run-binary.ts'
import { giveFolder, type SystemAccount } from './system-account.ts'

export const superuser = 'purser'
const unfinishedPrefix = 'postgres-unfinished-'

/** Creates the database folder on first start. Later it makes sure that this PostgreSQL can open it. */
export async function makeDatabaseFolder(
  folder: string,
  binaries: Binaries,
  account: SystemAccount | undefined,
): Promise<string> {
  const path = join(folder, 'postgres')
  if (!existsSync(path) || readdirSync(path).length === 0) await initialise(folder, path, binaries, account)
  checkVersion(path, binaries.majorVersion)
  takePossession(path, account)
  return path
}

/** Works in a temporary folder and moves it into place at the end: an interrupted start leaves no half database. */
async function initialise(folder: string, path: string, binaries: Binaries, account: SystemAccount | undefined) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(unfinishedPrefix)) removeFolder(join(folder, name))
  }
  const unfinished = mkdtempSync(join(folder, unfinishedPrefix))
  giveFolder(unfinished, account)
  const { succeeded, output } = await runBinary(binaries.folder, 'initdb', initdbArguments(unfinished), account)
  if (!succeeded) {
    removeFolder(unfinished)
    throw (account && blockedError(folder, account)) ?? new Error(explain(output))
  }
  if (existsSync(path)) rmSync(path, { recursive: true })
  renameSync(unfinished, path)
  syncFolder(folder)
}

/** The initdb of an interrupted start may still be writing there. It gives up once its files are gone. */
function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

function initdbArguments(path: string): string[] {
  return [
    `--pgdata=${path}`,
    `--username=${superuser}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // Only root and the database's own user can enter the folder of the socket.
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
  ]
}

function explain(output: string): string {
  const hint = output.includes('could not look up effective user ID')
    ? ' The user that Purser runs as has no entry in /etc/passwd, which PostgreSQL needs: add one, or run as a user who has.'
    : ''
  return `The database folder could not be created.${hint} initdb said: ${output}`
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

function checkVersion(path: string, majorVersion: string): void {
  const marker = join(path, 'PG_VERSION')
  if (!existsSync(marker)) throw new Error(`${path} holds files but no PostgreSQL database. Move them away.`)
  const found = readFileSync(marker, 'utf8').trim()
  if (found === majorVersion) return
  throw new Error(
    `${path} was created by PostgreSQL ${found}, but this Purser contains PostgreSQL ${majorVersion}. ` +
      `Back it up with the Purser that made it (purser backup) and restore that into a new data folder, or serve it with PostgreSQL ${found} by DATABASE_URL.`,
  )
}

/** A folder restored by root belongs to root and is often open to everybody. PostgreSQL refuses both. */
function takePossession(path: string, account: SystemAccount | undefined): void {
  const parts = ['', 'PG_VERSION', 'global', 'global/pg_control', 'base']
  const isTaken = (part: string) => statSync(join(path, part), { throwIfNoEntry: false })?.uid === account?.uid
  if (account && !parts.every(isTaken)) giveFolder(path, account)
  const { uid, mode } = statSync(path)
  if (!account && process.getuid && uid !== process.getuid()) {
    throw new Error(`${path} belongs to user ${uid}. Start Purser as that user or as root.`)
  }
  if ((mode & 0o777) !== 0o700) chmodSync(path, 0o700)
}
