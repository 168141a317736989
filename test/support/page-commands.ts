import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { assertAnswer } from './page-answers.ts'
import { PageShell } from './page-shell.ts'
import { until } from './worker-room.ts'

const root = join(import.meta.dirname, '../..')

/**
 * What a page shows to be typed, and what is printed then. The words after the language say what becomes of it:
 * `run`: it is run, and must exit with 0; `background`: a server, which runs until the end of the page or the next `stop`;
 * `stop`: the servers are stopped before it; `untried`: it cannot be run here; `answer`: what the commands before it print
 * (test/support/page-answers.ts says how that is compared); `file=NAME`: a file, which is saved.
 */
export interface Block {
  readonly place: string
  readonly language: string
  readonly marks: readonly string[]
  readonly text: string
}

/** The blocks of a page that are commands, of a shell or of SQL, and what belongs to them. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(resolve(root, page), 'utf8')
  return [...text.matchAll(/^```(\w+)\b(.*)\n([\s\S]*?)^```/gm)].flatMap((match) => {
    const [, language = '', rest = '', content = ''] = match
    const marks = page === 'README.md' ? readmeMarks(text.slice(0, match.index)) : rest.split(/\s+/).filter(Boolean)
    const isPart = marks.includes('answer') || fileOf(marks) !== undefined
    if (!/^(sh|bash|console|sql)$/.test(language) && !isPart) return []
    const line = text.slice(0, match.index).split('\n').length
    const isPrompted = language === 'console' && !isPart
    const typed = isPrompted ? [...content.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command).join('\n') : content
    return [{ place: `${page}:${line}`, language, marks, text: typed }]
  })
}

/** The README has plain blocks, as every reader and tool expects them there: those under "Try it" are run. */
function readmeMarks(before: string): readonly string[] {
  return before.lastIndexOf('\n## ') === before.lastIndexOf('\n## Try it\n') ? ['run'] : ['untried']
}

const fileOf = (marks: readonly string[]) => marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)

interface PageOptions {
  /** What is written on the page, and what stands for it here. */
  readonly replaced?: Readonly<Record<string, string>>
  /** Where its SQL is run. */
  readonly adminUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** A server that the page takes for granted. */
  readonly before?: string
}

/** Runs what a page shows, from top to bottom, in a folder of its own. */
export async function runPage(page: string, options: PageOptions = {}): Promise<void> {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-page-')))
  // The embedded database of a root's server belongs to somebody else, who must be able to enter.
  chmodSync(folder, 0o755)
  const session = new Session(folder, await freePort(), options)
  const { before } = options
  try {
    if (before) await session.startServer({ place: `before ${page}`, text: before })
    for (const block of blocksOf(page)) await session.carryOut(block)
  } finally {
    await session.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

class Session {
  private readonly folder: string
  private readonly port: number
  private readonly options: PageOptions
  private readonly shell: PageShell
  private printed = ''
  private servers: { readonly pid: number; readonly ended: Promise<unknown>; readonly output: () => string }[] = []

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
    this.shell = new PageShell({ folder, scripts: bin, env: this.env })
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
    await this.shell.close()
    await this.stopServers()
  }

  /** As a user would stop it; a server that does not end with 0 fails the test. */
  async stopServers(): Promise<void> {
    for (const { pid, ended, output } of this.servers.splice(0)) {
      process.kill(pid, 'SIGTERM')
      const [status] = (await ended) as [number | null]
      assert.equal(status, 0, output())
    }
  }

  async startServer({ place, text }: Pick<Block, 'place' | 'text'>): Promise<void> {
    const child = this.spawn(`exec env ${text.trim()}`)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (some) => (output += some))
    this.servers.push({ pid: child.pid ?? 0, ended: once(child, 'exit'), output: () => output })
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

  private async run({ place, text }: Block): Promise<void> {
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
      PURSER_NO_DEMO_HISTORY: 'true',
      ...this.options.env,
    }
  }

  private replace(text: string): string {
    const all = { '127.0.0.1:8080': `127.0.0.1:${this.port}`, ...this.options.replaced }
    return Object.entries(all).reduce((done, [written, here]) => done.replaceAll(written, here), text)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
