import { join } from 'node:path'
import { ensureDatabase } from './answer.ts'
import { type DatabaseLog, openDatabaseLog } from './database-log.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { PostmasterWatch } from './postmaster-watch.ts'
import type { RunningProcess } from './running-process.ts'
import { connectionSettings, type Settings } from './settings.ts'
import { makeDataFolder, prepareSite, toUrl } from './site.ts'
import { chooseSocketFolder } from './socket-folder.ts'

export interface EmbeddedOptions {
  /** The data folder; the database lives in its folder `postgres`. */
  readonly folder: string
  readonly log: (line: string) => void
  /** How many connections a server opens. */
  readonly connections?: number
  /** PostgreSQL settings that override ours. */
  readonly settings?: Settings
}

export interface Embedded {
  readonly url: string
  /** Shuts the database down and frees the data folder; resolves when the database is gone. */
  stop(): Promise<void>
}

/** Starts the PostgreSQL that ships with Purser in a data folder, and creates its database on first start. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = makeDataFolder(options.folder)
  const lock = await lockFolder(folder)
  const databaseLog = openDatabaseLog(join(folder, 'postgres.log'))
  const close = () => {
    databaseLog.close()
    lock.release()
  }
  try {
    const { site, postmaster } = await open(folder, options, databaseLog)
    const watch = new PostmasterWatch(postmaster, () => runPostmaster(site, databaseLog, options.log))
    watch.begin(options.log)
    let stopping: Promise<void> | undefined
    return {
      url: site.url,
      stop() {
        stopping ??= watch.stop().finally(close)
        return stopping
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

/** The embedded database for a single command: that of a running server, or else one of its own. */
export async function borrowEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await startEmbedded(options)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const url = toUrl(chooseSocketFolder(makeDataFolder(options.folder)), 'purser')
    return { url, stop: async () => undefined }
  }
}

async function open(folder: string, options: EmbeddedOptions, databaseLog: DatabaseLog) {
  const site = await prepareSite(folder, { ...connectionSettings(options.connections), ...options.settings })
  const postmaster: RunningProcess = await runPostmaster(site, databaseLog, options.log)
  try {
    await ensureDatabase(site.url, toUrl(site.socketFolder, 'postgres'), 'purser')
  } catch (error) {
    await stopPostmaster(postmaster)
    throw error
  }
  options.log(`PostgreSQL is running in ${site.databaseFolder} (process ${postmaster.pid}).`)
  return { site, postmaster }
}
