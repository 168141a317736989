import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Shop, testDatabase, testKey } from './shop.ts'
import { until } from './worker-room.ts'

const root = join(import.meta.dirname, '../..')

/** Which Purser, and how it is told what it needs. */
export interface ProgramOptions {
  /** The folder of another version; this one's when absent. */
  readonly version?: string
  readonly env?: NodeJS.ProcessEnv
  /** Whether the command takes no database. */
  readonly isPlain?: boolean
}

/** A test, or a whole file. */
interface Ending {
  after(run: () => void): void
}

/** The same program with further migrations: the version that comes after this one. */
export function nextVersion(t: Ending, migrations: Readonly<Record<string, string>>, of = root): string {
  const folder = temporaryFolder(t)
  for (const part of ['server', 'demo', 'package.json']) cpSync(join(of, part), join(folder, part), { recursive: true })
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  for (const [name, sql] of Object.entries(migrations))
    writeFileSync(join(folder, 'server/ground/database/migrations', name), sql)
  return folder
}

export function temporaryFolder(t: Ending): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'purser-beside-')))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server of its own process on the database of the test; it does not outlive the test. */
export class ServerBeside {
  output = ''
  readonly child: ChildProcess

  constructor(t: TestContext, flags: readonly string[] = [], options: ProgramOptions = {}) {
    const words = [programOf(options), 'start', '--database', testDatabase(), '--port', '0', ...flags]
    this.child = spawn(process.execPath, words, { env: environmentOf(options), stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => this.kill())
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
  }

  static async ready(t: TestContext, flags: readonly string[] = [], options: ProgramOptions = {}) {
    const server = new ServerBeside(t, flags, options)
    await until('it is ready', async () => server.port > 0 || server.hasEnded(), 120)
    assert.ok(!server.hasEnded(), server.output)
    return server
  }

  get port(): number {
    return Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1] ?? 0)
  }

  /** The till of a shop, at this server. */
  till({ id, secret, file }: Shop): Shop {
    return new Shop({ id, secret, file, port: this.port })
  }

  hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  async ended(): Promise<number | null> {
    if (!this.hasEnded()) await once(this.child, 'exit', { signal: AbortSignal.timeout(60_000) })
    return this.child.exitCode
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM')
    return this.ended()
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended()
  }
}

/** Runs a command of that program on the database of the test. */
export function runBeside(words: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  const all = [programOf(options), ...words, ...(options.isPlain ? [] : ['--database', testDatabase()])]
  return new Promise((resolve) => {
    execFile(process.execPath, all, { env: environmentOf(options) }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

interface Ended {
  readonly status: number
  readonly output: string
}

const programOf = ({ version = root }: ProgramOptions) => join(version, 'server/main.ts')

function environmentOf({ env = { PURSER_SECRET_KEY: testKey.toString('base64') } }: ProgramOptions): NodeJS.ProcessEnv {
  const { PURSER_TEST_DATABASE: _, DATABASE_URL: __, ...inherited } = process.env
  return { ...inherited, PURSER_ALLOW_UNSAFE_DATABASE: 'true', PURSER_GUESS_LIMIT: '0', ...env }
}
