import { realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { copyFresh } from '../support/fresh-database.ts'
import { databaseProcesses, tryKill } from './database-processes.ts'
import { runPurser, ServerSeat } from './server-seat.ts'

export interface Seating {
  readonly folder: string
  /** The flags of each server. */
  readonly flags: readonly (readonly string[])[]
  /** What else each has in its environment. */
  readonly environments?: readonly NodeJS.ProcessEnv[]
  /** Whether a server that has started may be called yet. */
  readonly isUpToDate?: (port: number) => Promise<boolean>
}

/** A data folder with a database that is empty and migrated, where there is one to copy. */
export async function newServerFolder(name: string): Promise<string> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), name)))
  copyFresh(folder)
  return folder
}

/**
 * Servers as an operator runs them, on one PostgreSQL. The first has started it and starts it again; the others are told
 * where it is. Whatever ends is started again at once, as a supervisor would.
 */
export class ServerPair {
  readonly folder: string
  readonly seats: readonly ServerSeat[]
  /** What cannot be mended by starting it again. */
  fault: unknown
  private closing: Promise<void> | undefined

  protected constructor({ folder, flags, environments, isUpToDate = () => Promise.resolve(true) }: Seating) {
    this.folder = folder
    openPairs.add(this)
    const isFailed = (error: unknown) => {
      this.fault ??= error
    }
    this.seats = flags.map((words, place) => {
      const environment = environments?.[place] ?? {}
      return new ServerSeat(words, { isUpToDate, isFailed, environment })
    })
  }

  /** Where the database is. */
  get url(): string {
    return toUrl(chooseSocketFolder(this.folder), 'purser')
  }

  get isClosed(): boolean {
    return this.closing !== undefined
  }

  /** Where servers can be called. */
  ports(): readonly number[] {
    return this.seats.flatMap(({ port }) => port ?? [])
  }

  /** How often servers ended without having been killed. */
  get ends(): number {
    return this.seats.reduce((sum, { ends }) => sum + ends, 0)
  }

  /** What the servers have logged of a call. */
  saidOf(ref: string | undefined): readonly string[] {
    if (ref === undefined) return []
    return this.seats.flatMap(({ output }) => output.split('\n').filter((line) => line.includes(ref)))
  }

  /** The first start of the first server: it applies the brands. */
  async startFirst(brands: readonly object[]): Promise<void> {
    const files = brands.map((_, place) => join(this.folder, `brand${place}.json`))
    for (const [place, brand] of brands.entries()) await writeFile(files[place] ?? '', JSON.stringify(brand))
    await this.seats[0]?.start(files.flatMap((file) => ['--brand', file]))
    if (this.ports().length === 0) throw new Error(`the first start failed: ${this.seats[0]?.output}`)
  }

  /** Until all can be called. */
  async ready(): Promise<void> {
    const until = performance.now() + 600_000
    while (this.ports().length < this.seats.length) {
      if (this.fault) throw this.fault
      if (this.isClosed) throw new Error('the servers were closed')
      if (performance.now() > until) throw new Error('a server does not come back')
      await wait(50)
    }
  }

  /** Asks the database itself. */
  async ask(statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** The same, also where the database was killed and is coming back. */
  async askPatiently(
    statement: string,
    values: readonly unknown[] = [],
    patienceMs = 120_000,
  ): Promise<Record<string, unknown>[]> {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        return await this.ask(statement, values)
      } catch (error) {
        if (performance.now() > until || this.fault || this.isClosed) throw this.fault ?? error
        await wait(200)
      }
    }
  }

  /** What `purser verify` finds. */
  async verify(): Promise<string> {
    const { status, output } = await runPurser(['verify', '--data', this.folder])
    return status === 0 ? '' : `verify ended with ${status}: ${output}`
  }

  /** What else has to end with the servers. */
  protected endMore(): Promise<void> {
    return Promise.resolve()
  }

  /** Ends everything that was started for the folder, and removes it. */
  close(): Promise<void> {
    this.closing ??= this.end().finally(() => openPairs.delete(this))
    return this.closing
  }

  private async end(): Promise<void> {
    const ended = await Promise.allSettled([...this.seats.map((seat) => seat.close()), this.endMore()])
    for (let i = 0; i < 100 && databaseProcesses(this.folder).length > 0; i += 1) {
      for (const pid of databaseProcesses(this.folder)) tryKill(pid)
      await wait(50)
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }
}

const openPairs = new Set<ServerPair>()

/** Closes all servers of this process: servers and databases are processes of their own, and would live on. */
export async function closeAllServers(): Promise<void> {
  while (openPairs.size > 0) await Promise.all([...openPairs].map((pair) => pair.close()))
}
