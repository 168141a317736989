import { join } from 'node:path'
import { ensureDatabase, isAnswering } from './answer.ts'
import { type DatabaseLog, openDatabaseLog } from './database-log.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { findPostmaster, runPostmaster, stopPostmaster } from './postmaster.ts'
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
  /** How long a database that is being started may say nothing; one that says that it recovers may take its time. */
  readonly waitMs?: number
  readonly signal?: AbortSignal
}

export interface Embedded {
  readonly url: string
  /** Whether it was still running, because the server that had started it was killed. */
  readonly tookOver?: boolean
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
    const { site, postmaster, tookOver } = await open(folder, options, databaseLog)
    // A server that stops while its database begins anew still has calls to finish.
    const { signal: _, ...restart } = options
    const watch = new PostmasterWatch(postmaster, () => runPostmaster(site, databaseLog, waitingOf(restart)))
    watch.begin(options.log)
    let stopping: Promise<void> | undefined
    return {
      url: site.url,
      tookOver,
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

/** The embedded database for somebody who only looks: as it runs, whoever started it, or else started for the look. */
export async function visitEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const url = toUrl(chooseSocketFolder(makeDataFolder(options.folder)), 'purser')
  return (await isAnswering(url)) ? { url, stop: async () => undefined } : borrowEmbedded(options)
}

const usualWaitMs = 60_000

const waitingOf = ({
  log,
  waitMs: silentMsMax = usualWaitMs,
  signal,
}: Pick<EmbeddedOptions, 'log' | 'waitMs' | 'signal'>) => ({ log, silentMsMax, ...(signal && { signal }) })

async function open(folder: string, options: EmbeddedOptions, databaseLog: DatabaseLog) {
  const site = await prepareSite(folder, { ...connectionSettings(options.connections), ...options.settings })
  const left = findPostmaster(site.databaseFolder)
  const postmaster: RunningProcess = await runPostmaster(site, databaseLog, waitingOf(options))
  try {
    await ensureDatabase(site.url, toUrl(site.socketFolder, 'postgres'), 'purser')
  } catch (error) {
    await stopPostmaster(postmaster)
    throw error
  }
  options.log(`PostgreSQL is running in ${site.databaseFolder} (process ${postmaster.pid}).`)
  return { site, postmaster, tookOver: postmaster.pid === left?.pid }
}
