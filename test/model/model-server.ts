import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { copyFresh } from '../support/fresh-database.ts'

const program = join(import.meta.dirname, '../../server/main.ts')

export type Blow = 'server' | 'everything' | 'backend' | 'postmaster'

/** A purser as an operator runs it, on a PostgreSQL of its own whose time the model sets. */
export class ModelServer {
  readonly folder: string
  output = ''
  private child: ChildProcess | undefined

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(brandFile: object): Promise<ModelServer> {
    const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-model-')))
    await writeFile(join(folder, 'brand.json'), JSON.stringify(brandFile))
    copyFresh(folder)
    const server = new ModelServer(folder)
    try {
      await server.start()
      await server.setUpClock()
      await server.kill()
      return server
    } catch (error) {
      await server.remove()
      throw error
    }
  }

  /** Answers its port when it is ready. */
  async start(): Promise<number> {
    const flags = ['--port', '0', '--data', this.folder, '--brand', join(this.folder, 'brand.json')]
    const usual = ['--log-level', 'warn', '--processes', '1', '--guess-limit', '0']
    this.output = ''
    const child = spawn(process.execPath, [program, 'start', ...usual, ...flags], {
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-50_000)
      })
    const until = performance.now() + 120_000
    for (;;) {
      const port = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1]
      if (port) return Number(port)
      if (!this.isRunning() || performance.now() > until) throw new Error(`purser does not get ready: ${this.output}`)
      await wait(20)
    }
  }

  isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  async strike(blow: Blow): Promise<void> {
    if (blow === 'server') return this.kill()
    if (blow === 'everything') {
      this.killDatabase()
      return this.kill()
    }
    if (blow === 'postmaster') {
      tryKill(postmasterOf(this.folder))
      return
    }
    const lanes = `select pid from pg_stat_activity where application_name = 'purser lane'`
    const [lane] = await this.ask(lanes).catch(() => [])
    tryKill(Number(lane?.pid))
  }

  /** The server's whole process group, without warning. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child?.pid || !this.isRunning()) return
    const ended = once(child, 'exit')
    tryKill(-child.pid)
    await ended
  }

  killDatabase(): void {
    for (const pid of databaseProcesses(this.folder)) tryKill(pid)
  }

  async remove(): Promise<void> {
    this.killDatabase()
    await this.kill()
    for (let i = 0; i < 100 && databaseProcesses(this.folder).length > 0; i += 1) await wait(50)
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

  /** What `purser verify` finds. */
  async verify(): Promise<string> {
    const words = [program, 'verify', '--data', this.folder]
    const child = spawn(process.execPath, words, { env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [status] = await once(child, 'close')
    return status === 0 ? '' : `verify ended with ${status}: ${output}`
  }

  /** From now on it is this instant for the database, and so for the server, and time goes on from there. */
  async travelTo(instant: number): Promise<void> {
    await this.ask(`update public.travel_clock set shift = make_interval(secs => $1)`, [(instant - Date.now()) / 1000])
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
}

/** Our own variables would be faults to purser, which knows each that begins with its name. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const theirs = Object.entries(process.env).filter(([name]) => !name.startsWith('PURSER_') && name !== 'DATABASE_URL')
  return { ...Object.fromEntries(theirs), PURSER_NO_DEMO_HISTORY: 'true' }
}

function postmasterOf(folder: string): number {
  const file = join(folder, 'postgres/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
}

/** The database's processes, found by their working folder, also where the postmaster is gone. */
function databaseProcesses(folder: string): number[] {
  const home = join(folder, 'postgres')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, home))
}

function worksIn(pid: number, home: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres') && readlinkSync(`/proc/${pid}/cwd`) === home
    )
  } catch {
    return false
  }
}

/** It may have ended already. */
function tryKill(pid: number): void {
  if (!Number.isInteger(pid) || pid === 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
