import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { toUrl } from '../../server/ground/database/embedded/site.ts'
import { chooseSocketFolder } from '../../server/ground/database/embedded/socket-folder.ts'
import { verify } from '../../server/storage/verify/verify.ts'
import { copyFresh } from './fresh-database.ts'
import { Shop } from './shop.ts'

const program = join(import.meta.dirname, '../../server/main.ts')
const brand = { id: 'crash', secret: 'secret-of-the-crash-test' }

const brandFile = {
  brand: { id: brand.id, name: 'Crash', country: 'US', currency: 'USD', timeZone: 'UTC', enable: ['createIfNew'] },
  apiKeys: [{ key: 'till', secret: brand.secret }],
  locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
  programs: [
    {
      id: 'rewards',
      name: 'Rewards',
      type: 'loyalty',
      valueTypes: [{ balanceType: 'Currency', balanceCode: 'USD', scale: 2 }],
      cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 500, prefix: '60', length: 16 } }],
    },
  ],
  couponSets: [
    { id: 'public', codes: [{ code: 'CRASH', uses: 100_000 }] },
    { id: 'budgeted', codes: [{ code: 'EDGE' }] },
  ],
  campaigns: [
    {
      id: 'off',
      rules: [
        {
          id: 'code',
          trigger: 'checkout',
          when: [{ fact: 'code', set: 'public' }],
          then: [{ discount: { percent: 10 } }],
        },
        {
          id: 'edge',
          trigger: 'checkout',
          when: [{ fact: 'code', set: 'budgeted' }],
          budget: { amount: 50, of: 'discount' },
          then: [{ discount: { percent: 10 } }],
        },
      ],
    },
  ],
}

/** A purser of its own as an operator runs it: a process, a data folder, a durable database in it. */
export class Purser {
  readonly folder: string
  output = ''
  private child: ChildProcess | undefined
  private readonly flags: readonly string[]
  private readonly wrapper: readonly string[]

  constructor(folder: string, flags: readonly string[], wrapper: readonly string[] = []) {
    this.folder = folder
    this.flags = flags
    this.wrapper = wrapper
  }

  /** Answers when it says that it is ready, with the till of the brand. */
  async start(): Promise<Shop> {
    const flags = ['--port', '0', '--data', this.folder, '--brand', join(this.folder, 'brand.json'), ...this.flags]
    this.output = ''
    // On a machine with many cores it would be several processes unless a test says otherwise.
    const usual = { '--log-level': 'warn', '--processes': '1' }
    const others = Object.entries(usual).filter(([name]) => !this.flags.includes(name))
    const words = [...this.wrapper, process.execPath, program, 'start', ...others.flat(), ...flags]
    const child = spawn(words[0] ?? '', words.slice(1), {
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
    return new Shop({ ...brand, port: await this.portOf(child), file: brandFile })
  }

  /** The whole process group of the server, and the database with all its processes, without warning. */
  async killAll(): Promise<void> {
    const database = databaseProcesses(this.folder)
    const pid = this.child?.pid
    for (const one of database) tryKill(one, 'SIGKILL')
    if (pid) tryKill(-pid, 'SIGKILL')
    await this.ended()
  }

  async killServer(): Promise<void> {
    if (this.child?.pid) tryKill(-this.child.pid, 'SIGKILL')
    await this.ended()
  }

  /** Of the process that was started, and of those that it has started to serve calls. */
  pids(): { supervisor: number; serving: readonly number[] } {
    const supervisor = this.child?.pid ?? Number.NaN
    return { supervisor, serving: servingProcesses(supervisor) }
  }

  async hasEnded(): Promise<number | null> {
    await this.ended()
    return this.child?.exitCode ?? null
  }

  postmaster(): number {
    return postmasterOf(this.folder) ?? Number.NaN
  }

  /** Asks it to stop, and answers its exit status. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child?.kill(signal)
    await this.ended()
    return this.child?.exitCode ?? null
  }

  /** Closes its output, as when the terminal or the program that reads its log is gone. */
  stopListening(): void {
    this.child?.stdout?.destroy()
    this.child?.stderr?.destroy()
  }

  isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Runs another command on the same folder. */
  async run(...words: string[]): Promise<{ status: number | null; output: string }> {
    const child = spawn(process.execPath, [program, ...words, '--data', this.folder], { env: cleanEnvironment() })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const [status] = await once(child, 'close', { signal: AbortSignal.timeout(120_000) })
    return { status, output }
  }

  /** What does not add up: always nothing. As `purser verify` finds it, while the server runs, without a process of its own. */
  async discrepancies() {
    const pool = new ConnectionPool({ url: this.databaseUrl() }, 1)
    try {
      return (await verify(pool)).discrepancies
    } finally {
      await pool.close()
    }
  }

  databaseUrl(): string {
    return toUrl(chooseSocketFolder(this.folder), 'purser')
  }

  /** Asks the database itself. */
  async ask(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl() })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(statement, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Sends a signal to every process of the database, the postmaster first. */
  signalDatabase(signal: NodeJS.Signals): void {
    for (const pid of databaseProcesses(this.folder)) tryKill(pid, signal)
  }

  async remove(): Promise<void> {
    this.signalDatabase('SIGCONT')
    await this.killAll()
    for (let i = 0; i < 100 && databaseProcesses(this.folder).length > 0; i += 1) await wait(50)
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  private async ended(): Promise<void> {
    if (this.child && this.isRunning()) await once(this.child, 'exit', { signal: AbortSignal.timeout(120_000) })
  }

  private async portOf(child: ChildProcess): Promise<number> {
    const until = performance.now() + 120_000
    for (;;) {
      const port = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1]
      if (port) return Number(port)
      assert.equal(child.exitCode ?? child.signalCode, null, `purser ended: ${this.output}`)
      assert.ok(performance.now() < until, `purser does not get ready: ${this.output}`)
      await wait(20)
    }
  }
}

/**
 * A purser for the test alone; whatever happens in the test, nothing of it is left behind. The wrapper is a command that
 * runs the words after it, made for the data folder.
 */
export async function withPurser(
  run: (purser: Purser) => Promise<void>,
  flags: readonly string[] = [],
  wrapperFor: (folder: string) => readonly string[] = () => [],
): Promise<void> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-crash-')))
  await writeFile(join(folder, 'brand.json'), JSON.stringify(brandFile))
  copyFresh(folder)
  const purser = new Purser(folder, flags, wrapperFor(folder))
  try {
    await run(purser)
  } finally {
    await purser.remove()
  }
}

/** Our own variable would be a fault to purser, which knows each that begins with its name. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PURSER_') && name !== 'DATABASE_URL'),
  )
}

/** Those that a supervisor has started to serve calls; the database's are no programs of ours. */
export function servingProcesses(supervisor: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === supervisor && tryRead(`/proc/${pid}/cmdline`).includes('\0start\0'))
}

function parentOf(pid: number): number {
  const stat = tryRead(`/proc/${pid}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Nothing of a process that has just ended. */
function tryRead(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function postmasterOf(folder: string): number | undefined {
  const file = join(folder, 'postgres/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/** The postmaster of the folder and its children; those of a dead postmaster are found by their working folder. */
function databaseProcesses(folder: string): number[] {
  const home = join(folder, 'postgres')
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, home))
  const postmaster = postmasterOf(folder)
  return found.toSorted((a, b) => Number(b === postmaster) - Number(a === postmaster))
}

function worksIn(pid: number, home: string): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('postgres') && readlinkSync(`/proc/${pid}/cwd`) === home
  } catch {
    return false
  }
}

/** It may have ended already. */
function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
