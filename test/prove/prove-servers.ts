import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { databaseProcesses, tryKill } from '../model/database-processes.ts'
import { cleanEnvironment, program, runPurser, ServerSeat } from '../model/server-seat.ts'
import { copyFresh } from '../support/fresh-database.ts'
import { ToolProcess } from './tool.ts'

/**
 * What an operator would have on one store: a server of one process, which has started the database, one of two
 * processes that reaches the database through a proxy, and a worker. Whatever ends is started again at once. Those who kill are other programs.
 */
export class ProveServers {
  readonly folder: string
  /** What cannot be mended by starting it again. */
  fault: unknown
  private readonly seats: readonly ServerSeat[]
  private cutter: ToolProcess | undefined
  private worker: ChildProcess | undefined
  private isClosed = false

  private constructor(folder: string) {
    this.folder = folder
    const isFailed = (error: unknown) => {
      this.fault ??= error
    }
    const own = ['--data', folder, '--no-jobs']
    const beside = ['--database', toUrl(join(folder, 'cut'), 'purser'), '--processes', '2']
    this.seats = [own, [...own, ...beside]].map(
      (words) => new ServerSeat(words, { isUpToDate: () => Promise.resolve(true), isFailed }),
    )
  }

  static async open(brands: readonly object[], seed: number): Promise<ProveServers> {
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-prove-')))
    copyFresh(folder)
    const servers = new ProveServers(folder)
    try {
      await servers.setUp(brands, seed)
      return servers
    } catch (error) {
      await servers.close()
      throw error
    }
  }

  ports(): readonly number[] {
    return this.seats.flatMap(({ port }) => port ?? [])
  }

  /** How often servers ended without having been killed. */
  get ends(): number {
    return this.seats.reduce((sum, { ends }) => sum + ends, 0)
  }

  /** How often the proxy cut a connection, by what it cut. */
  get cuts(): Readonly<Record<string, number>> {
    return this.cutter?.counts ?? {}
  }

  /** Until both can be called. */
  async ready(): Promise<void> {
    const until = performance.now() + 120_000
    while (this.ports().length < this.seats.length) {
      if (this.fault) throw this.fault
      if (performance.now() > until) throw new Error('a server does not come back')
      await wait(50)
    }
  }

  /** Asks the database itself, patiently: it may have been killed. */
  async ask(
    statement: string,
    values: readonly unknown[] = [],
    patienceMs = 120_000,
  ): Promise<Record<string, unknown>[]> {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        return await askAt(toUrl(chooseSocketFolder(this.folder), 'purser'), statement, values)
      } catch (error) {
        if (performance.now() > until) throw error
        await wait(200)
      }
    }
  }

  /** What `purser verify` finds. */
  async verify(): Promise<string> {
    const { status, output } = await runPurser(['verify', '--data', this.folder])
    return status === 0 ? '' : `verify ended with ${status}: ${output}`
  }

  /** From now on the proxy cuts connections, or lets everything pass. */
  cut(isCutting: boolean): void {
    this.cutter?.tell(isCutting ? 'cut' : 'calm')
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.seats.map((seat) => seat.close()))
    tryKill(this.worker?.pid ?? 0)
    await this.cutter?.end()
    for (let i = 0; i < 100 && databaseProcesses(this.folder).length > 0; i += 1) {
      for (const pid of databaseProcesses(this.folder)) tryKill(pid)
      await wait(50)
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  private async setUp(brands: readonly object[], seed: number): Promise<void> {
    const files = brands.map((_, place) => join(this.folder, `brand${place}.json`))
    for (const [place, brand] of brands.entries()) await writeFile(files[place] ?? '', JSON.stringify(brand))
    const [first, second] = this.seats
    await first?.start(files.flatMap((file) => ['--brand', file]))
    if (this.ports().length === 0) throw new Error('the first start failed')
    const target = chooseSocketFolder(this.folder)
    this.cutter = await ToolProcess.start('cutter.ts', [join(this.folder, 'cut'), target, String(seed)])
    this.startWorker()
    await second?.start()
  }

  private startWorker(): void {
    const words = [program, 'work', '--data', this.folder, '--database']
    const url = toUrl(chooseSocketFolder(this.folder), 'purser')
    this.worker = spawn(process.execPath, [...words, url], { env: cleanEnvironment(), stdio: 'ignore' })
    this.worker.once('exit', () => {
      if (!this.isClosed) setTimeout(() => !this.isClosed && this.startWorker(), 500)
    })
  }
}

async function askAt(url: string, statement: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
