import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { blockedError, findBinaries } from './binaries.ts'
import { makeDatabaseFolder, superuser } from './database-folder.ts'
import { runBinary } from './run-binary.ts'
import { composeSettings, type Settings } from './settings.ts'
import { makeSocketFolder, socketPort } from './socket-folder.ts'
import { chooseAccount, openFolder, type SystemAccount } from './system-account.ts'

/** Where and how the database runs, ready to be started. */
export interface Site {
  readonly account: SystemAccount | undefined
  readonly binaries: string
  readonly databaseFolder: string
  readonly socketFolder: string
  readonly settingsFile: string
  readonly settings: string
  readonly url: string
}

export function makeDataFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

export async function prepareSite(folder: string, extra: Settings): Promise<Site> {
  const account = chooseAccount(folder, join(folder, 'postgres'))
  openFolder(folder, account)
  const binaries = await findBinaries(folder, account)
  const databaseFolder = await makeDatabaseFolder(folder, binaries, account)
  const socketFolder = makeSocketFolder(folder, account)
  const walCompression = await chooseWalCompression(binaries.folder, databaseFolder, account)
  return {
    account,
    binaries: binaries.folder,
    databaseFolder,
    socketFolder,
    settingsFile: join(databaseFolder, 'purser.conf'),
    settings: composeSettings(socketFolder, walCompression, extra),
    url: toUrl(socketFolder, 'purser'),
  }
}

export function toUrl(socketFolder: string, database: string): string {
  return `postgresql:///${database}?host=${encodeURIComponent(socketFolder)}&port=${socketPort}&user=${superuser}`
}

/**
 * Not every build of PostgreSQL supports lz4; one that does not refuses to start with it. This check also proves that
 * the account can reach the database folder.
 */
async function chooseWalCompression(binaries: string, databaseFolder: string, account: SystemAccount | undefined) {
  const question = ['-D', databaseFolder, '-c', 'wal_compression=lz4', '-C', 'wal_compression']
  const { succeeded, output } = await runBinary(binaries, 'postgres', question, account)
  if (output.includes('Permission denied')) {
    throw (account && blockedError(databaseFolder, account)) ?? new Error(`PostgreSQL cannot open its data: ${output}`)
  }
  // The other method costs more than it saves: with a million cards, redemptions ran at 0.72 of the speed without it.
  return succeeded ? 'lz4' : 'off'
}
