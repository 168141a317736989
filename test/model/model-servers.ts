import { realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { copyFresh } from '../support/fresh-database.ts'
import { databaseProcesses, postmasterOf, tryKill } from './database-processes.ts'
import { runPurser, ServerSeat } from './server-seat.ts'

export type Blow = 'server' | 'everything' | 'backend' | 'postmaster'

/**
 * Two servers as an operator runs them, on one PostgreSQL whose time the model sets. The first has started it and starts
 * it again; the second is told where it is. Whatever ends is started again at once, as a supervisor would.
 */
export class ModelServers {
  /** What cannot be mended by starting it again. */
  fault: unknown
  private readonly folder: string
  private readonly seats: readonly ServerSeat[]

  private constructor(folder: string, isUpToDate: (port: number) => Promise<boolean>) {
    this.folder = folder
    const isFailed = (error: unknown) => {
      this.fault ??= error
    }
    const data = ['--data', folder]
    const beside = ['--database', toUrl(chooseSocketFolder(folder), 'purser')]
    this.seats = [data, [...data, ...beside]].map((flags) => new ServerSeat(flags, { isUpToDate, isFailed }))
  }

  /** `isUpToDate` says whether a server that has started may be called yet. */
  static async make(brands: readonly object[], isUpToDate: (port: number) => Promise<boolean>): Promise<ModelServers> {
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-model-')))
    copyFresh(folder)
    const servers = new ModelServers(folder, isUpToDate)
    try {
      await servers.setUp(brands)
      return servers
    } catch (error) {
      await servers.remove()
      throw error
    }
  }

  /** Where servers can be called. */
  ports(): readonly number[] {
    return this.seats.flatMap(({ port }) => port ?? [])
  }

  /** How often servers ended by themselves. */
  get ends(): number {
    return this.seats.reduce((sum, { ends }) => sum + ends, 0)
  }

  async strike(blow: Blow, place: number): Promise<void> {
    if (blow === 'server') return this.seats[place % this.seats.length]?.kill()
    if (blow === 'everything') {
      for (const pid of databaseProcesses(this.folder)) tryKill(pid)
      await Promise.all(this.seats.map((seat) => seat.kill()))
    } else if (blow === 'postmaster') tryKill(postmasterOf(this.folder))
    else {
      const lanes = `select pid from pg_stat_activity where application_name = 'purser lane'`
      const [lane] = await this.ask(lanes).catch(() => [])
      tryKill(Number(lane?.pid))
    }
  }

  async remove(): Promise<void> {
    await Promise.all(this.seats.map((seat) => seat.close()))
    for (let i = 0; i < 100 && databaseProcesses(this.folder).length > 0; i += 1) {
      for (const pid of databaseProcesses(this.folder)) tryKill(pid)
      await wait(50)
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  /** Asks the database itself. */
  async ask(statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: toUrl(chooseSocketFolder(this.folder), 'purser') })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement, [...values])).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** The same, also where the database was killed and is coming back. */
  async askPatiently(statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    const until = performance.now() + 120_000
    for (;;) {
      try {
        return await this.ask(statement, values)
      } catch (error) {
        if (performance.now() > until || this.fault) throw this.fault ?? error
        await wait(200)
      }
    }
  }

  /** What `purser verify` finds. */
  async verify(): Promise<string> {
    const { status, output } = await runPurser(['verify', '--data', this.folder])
    return status === 0 ? '' : `verify ended with ${status}: ${output}`
  }

  /** From now on it is this instant for the database, and so for the server, and time goes on from there. */
  async travelTo(instant: number): Promise<void> {
    await this.askPatiently(`update public.travel_clock set shift = make_interval(secs => $1)`, [
      (instant - Date.now()) / 1000,
    ])
  }

  /** `now()` and `clock_timestamp()` are functions of our own, found before those of PostgreSQL. */
  private async setUpClock(): Promise<void> {
    await this.ask(`create table public.travel_clock (shift interval not null)`)
    await this.ask(`insert into public.travel_clock values ('0')`)
    for (const name of ['now', 'clock_timestamp'])
      await this.ask(
        `create function public.${name}() returns timestamptz language sql stable as
         'select pg_catalog.${name}() + shift from public.travel_clock'`,
      )
    const defaults = await this.ask(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_default = 'now()'`,
    )
    for (const { table_name, column_name } of defaults)
      await this.ask(`alter table ${table_name} alter column ${column_name} set default public.now()`)
    await this.ask('grant select on public.travel_clock to public')
    await this.ask('alter database purser set search_path = public, pg_catalog')
  }

  /** The first start applies the brands; then time is the model's, for a server that knows of no other. */
  private async setUp(brands: readonly object[]): Promise<void> {
    const files = brands.map((_, place) => join(this.folder, `brand${place}.json`))
    for (const [place, brand] of brands.entries()) await writeFile(files[place] ?? '', JSON.stringify(brand))
    const [first] = this.seats
    await first?.start(files.flatMap((file) => ['--brand', file]))
    if (this.ports().length === 0) throw new Error('the first start failed')
    await this.setUpClock()
    await Promise.all([first?.kill(), this.seats[1]?.start()])
  }
}
