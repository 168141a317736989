import { spawn } from 'node:child_process'
import { createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { BackupKey } from '../../server/storage/backup/backup-key.ts'
import { writeBackup } from '../../server/storage/backup/backup-writer.ts'
import { DatabaseSnapshot } from '../../server/storage/backup/database-snapshot.ts'
import { NewFile } from '../../server/storage/backup/new-file.ts'
import { bareEnvironment } from './bare-environment.ts'
import { testDatabase } from './shop.ts'

const program = join(import.meta.dirname, '../../server/main.ts')
const folders: string[] = []

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** A folder that the user of a database that root starts can enter. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'purser-backup-')))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

export const noProgress = () => undefined

/** A database without anything in it, on the server of the test run. */
export async function newDatabase(): Promise<string> {
  const name = `copy_${randomBytes(6).toString('hex')}`
  await askAt(testDatabase(), `create database ${name}`)
  return testDatabase().replace(/\/[^/?]+\?/, `/${name}?`)
}

export async function askAt(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The embedded database of a data folder. */
export const embeddedUrl = (dataFolder: string): string => toUrl(chooseSocketFolder(dataFolder), 'purser')

export interface Ran {
  readonly status: number | null
  readonly output: string
}

/** Starts a command with no settings but these. */
export function launch(words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...words], { env: { ...bareEnvironment(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close', { signal: AbortSignal.timeout(300_000) })
  return { child, ended: async (): Promise<Ran> => ({ status: (await ended)[0], output }) }
}

export const run = (words: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  launch(words, env).ended()

/** The most memory that a process has had, in megabytes. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** The key as the command line derives it from the secret key. */
export const backupKeyOf = (secret: Buffer): BackupKey => new BackupKey(derivedFrom(secret))

export const derivedFrom = (secret: Buffer) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'purser backup', 32)))

/** Writes a backup without the command line. */
export function writeBackupOf(url: string, path: string, key?: BackupKey) {
  const options = { purser: '0.0.0', key, progress: noProgress }
  return NewFile.with(path, (file) => DatabaseSnapshot.with(url, (snapshot) => writeBackup(file, snapshot, options)))
}

/** Uses the embedded database of a folder as a server would. */
export async function whileOpen(data: string, use: (url: string) => Promise<unknown>): Promise<void> {
  const database = await startEmbedded({ folder: data, log: () => undefined })
  try {
    await use(database.url)
  } finally {
    await database.stop()
  }
}
