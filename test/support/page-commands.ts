import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assertAnswer } from './page-answers.ts'
import { type Block, blocksOf, fileOf } from './page-blocks.ts'
import { PageShell } from './page-shell.ts'
import { processesIn } from './processes-in.ts'
import { until } from './worker-room.ts'

const root = join(import.meta.dirname, '../..')

interface PageOptions {
  /** What is written on the page, and what stands for it here. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Where its SQL is run. */
  readonly adminUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** A server that the page takes for granted. */
  readonly before?: string
}

export interface PageVisit {
  readonly page: string
  /** What the page takes for granted; typed before it into the same shell. */
  readonly setup?: string
}

/** Runs what a page shows, from top to bottom, in a folder of its own. */
export function runPage(page: string, options: PageOptions = {}): Promise<void> {
  return runPages([{ page }], options)
}

/** Runs pages one after the other, beside the same servers and each in a shell of its own. Nothing is left afterwards. */
export async function runPages(visits: readonly PageVisit[], options: PageOptions = {}): Promise<void> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-page-')))
  // The embedded database of a root's server belongs to somebody else, who must be able to enter.
  chmodSync(folder, 0o755)
  const session = new Session(folder, await freePort(), options)
  const { before } = options
  try {
    if (before) await session.startServer({ place: `before ${visits[0]?.page}`, text: before })
    for (const visit of visits) await session.visit(visit)
  } finally {
    await session.end()
    const left = processesIn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    assert.deepEqual(left, [], 'processes that outlive the page')
  }
}

interface PageServer {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  readonly output: () => string
}

/** Longer than a server takes to end its calls. */
const stopMsMax = 60_000

class Session {
  private readonly folder: string
  private readonly port: number
  private readonly options: PageOptions
  private shell: PageShell
  private printed = ''
  private servers: PageServer[] = []

  constructor(folder: string, port: number, options: PageOptions) {
    this.folder = folder
    this.port = port
    this.options = options
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    // As if the package were installed here.
    const launcher = `exec "${process.execPath}" "${join(root, 'server/purser.js')}"`
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = purser ] || exit 127\nshift\n${launcher} "$@"\n`, {
      mode: 0o755,
    })
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh\n[ "$1" = start ] || exit 127\nshift\n[ "$1" = -- ] && shift\n${launcher} start "$@"\n`,
      { mode: 0o755 },
    )
    this.shell = this.openShell()
  }

  async visit({ page, setup }: PageVisit): Promise<void> {
    await this.shell.close()
    this.shell = this.openShell()
    if (setup !== undefined) await this.run({ place: `before ${page}`, text: setup })
    for (const block of blocksOf(page)) await this.carryOut(block)
  }

  private openShell(): PageShell {
    return new PageShell({ folder: this.folder, scripts: join(this.folder, 'bin'), env: this.env })
  }

  async carryOut(block: Block): Promise<void> {
    const { marks, language } = block
    const file = fileOf(marks)
    if (marks.includes('untried')) return
    if (file !== undefined) writeFileSync(join(this.folder, file), this.replace(block.text))
    if (marks.includes('answer')) assertAnswer(block.place, language, this.replace(block.text), this.printed)
    if (marks.includes('stop')) await this.stopServers()
    if (marks.includes('background')) await this.startServer(block)
    else if (language === 'sql' && marks.includes('run')) await this.runSql(block)
    else if (marks.includes('run')) await this.run(block)
  }

  async end(): Promise<void> {
    try {
      await this.shell.close()
    } finally {
      await this.stopServers()
    }
  }

  /** As a user would stop them, all of them; one that does not end with 0 fails the test. */
  async stopServers(): Promise<void> {
    const servers = this.servers.splice(0)
    for (const { child } of servers) child.kill('SIGTERM')
    const timer = setTimeout(() => {
      for (const { child } of servers) child.kill('SIGKILL')
    }, stopMsMax)
    await Promise.all(servers.map(({ ended }) => ended))
    clearTimeout(timer)
    for (const { child, output } of servers) assert.equal(child.exitCode, 0, output())
  }

  async startServer({ place, text }: Pick<Block, 'place' | 'text'>): Promise<void> {
    const child = this.spawn(`exec env ${text.trim()}`)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (some) => (output += some))
    this.servers.push({ child, ended: once(child, 'exit'), output: () => output })
    await until(
      `${place}: the server is ready`,
      async () => {
        assert.equal(child.exitCode, null, `${place}: ${output}`)
        const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => undefined)
        return answer?.status === 200
      },
      120,
    )
  }

  private async run({ place, text }: Pick<Block, 'place' | 'text'>): Promise<void> {
    const { status, printed, output } = await this.shell.run(this.replace(text))
    this.printed = printed
    assert.equal(status, 0, `${place}\n${text}\n${output}`)
  }

  private async runSql({ place, text }: Block): Promise<void> {
    const client = new pg.Client({ connectionString: this.options.adminUrl })
    await client.connect()
    try {
      for (const statement of this.replace(text).split(/;\s*\n/))
        if (statement.trim() !== '') await client.query(statement)
    } catch (error) {
      throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error })
    } finally {
      await client.end()
    }
  }

  private spawn(script: string) {
    const { folder: cwd, env } = this
    return spawn('bash', ['-c', this.replace(script)], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  private get env() {
    const clean = Object.entries(process.env).filter(([name]) => !/^PURSER_|^DATABASE_URL|^npm_/.test(name))
    return {
      ...Object.fromEntries(clean),
      PATH: `${join(this.folder, 'bin')}:${process.env.PATH}`,
      PURSER_PORT: String(this.port),
      PURSER_URL: `http://127.0.0.1:${this.port}`,
      // As with the real npx: a server that this test leaves behind, because it is killed itself, stops.
      npm_command: 'exec',
      PURSER_NO_DEMO_HISTORY: 'true',
      ...this.options.env,
    }
  }

  private replace(text: string): string {
    const all = { '127.0.0.1:8080': `127.0.0.1:${this.port}`, ...this.options.replaced }
    return Object.entries(all).reduce((done, [written, here]) => done.replaceAll(written, here), text)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
