import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { project } from './deployment-files.ts'
import { until } from './worker-room.ts'

/** Builds a release from sources, and returns its packed file. */
export function buildRelease(to: string, { sources = project, commit = '' } = {}): string {
  const words = [join(sources, 'scripts/release.ts'), '--to', to, ...(commit === '' ? [] : ['--commit', commit])]
  execFileSync(process.execPath, words, { env: cleanEnvironment(), stdio: 'pipe' })
  const [packed, ...others] = globSync('*.tgz', { cwd: to })
  assert.ok(packed && others.length === 0, 'one file was packed')
  return join(to, packed)
}

/** A packed file, installed in a folder that had nothing in it. */
export class InstalledRelease {
  readonly folder: string
  readonly home: string
  output = ''
  private child: ChildProcess | undefined

  /** Offline, and without what other installations have left in npm's cache: the packed file has all that is needed. */
  constructor(packed: string) {
    this.folder = mkdtempSync(join(tmpdir(), 'purser-release-'))
    this.home = join(this.folder, 'node_modules/purser')
    this.install(packed)
  }

  /** In a folder below, a package of somebody else: npm would take away what was linked beside the release. */
  install(packed: string, below = '.'): void {
    const cwd = join(this.folder, below)
    mkdirSync(cwd, { recursive: true })
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
    const flags = ['--offline', '--omit=optional', '--no-audit', '--cache', join(this.folder, '.npm')]
    execFileSync('npm', ['install', ...flags, packed], { cwd, env: cleanEnvironment(), stdio: 'pipe' })
  }

  environment(): Record<string, string> {
    return cleanEnvironment() as Record<string, string>
  }

  /** Takes an optional package from the project, where npm would download 60 MB and more. */
  async link(name: string): Promise<void> {
    const place = join(this.folder, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(project, 'node_modules', name), place)
    // The database does not run as root, and must be able to enter the folder.
    await chmod(this.folder, 0o755)
  }

  /** What the files of the installation have in them. */
  bytes(): number {
    const entries = globSync('node_modules/**', { cwd: this.folder }).map((path) => lstatSync(join(this.folder, path)))
    return entries.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)
  }

  files(): string[] {
    return globSync('**', { cwd: this.home, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.home, join(parentPath, name)))
      .toSorted()
  }

  read(path: string): string {
    return readFileSync(join(this.home, path), 'utf8')
  }

  /** Runs a command to its end, as an operator does. */
  run(...words: string[]): { status: number | null; output: string } {
    return this.runProgram('npx', ['purser', ...words])
  }

  /** Runs a command on a Node that takes itself for an older one. */
  runOnOldNode(...words: string[]): { status: number | null; output: string } {
    const pretence = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretence)}`]
    return this.runProgram(process.execPath, [...flags, join(this.home, 'server/purser.js'), ...words])
  }

  /** Runs a program in the folder. */
  runNode(file: string): { status: number | null; output: string } {
    return this.runProgram(process.execPath, [file])
  }

  /** Runs a command that does not end by itself until it has shown what is waited for; returns what it showed. */
  async follow(words: readonly string[], wanted: RegExp): Promise<string> {
    const child = spawn('npx', ['purser', ...words], { cwd: this.folder, env: cleanEnvironment(), detached: true })
    const closed = once(child, 'close', { signal: AbortSignal.timeout(90_000) })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    await until('it has shown it or ended', async () => wanted.test(output) || child.exitCode !== null, 60)
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await closed
    return output
  }

  private runProgram(program: string, words: readonly string[]): { status: number | null; output: string } {
    const options = { cwd: this.folder, env: cleanEnvironment(), encoding: 'utf8', timeout: 180_000 } as const
    const { status, stdout, stderr } = spawnSync(program, words, options)
    return { status, output: stdout + stderr }
  }

  /** Returns its address when it is ready. */
  async start(): Promise<string> {
    this.output = ''
    const words = ['purser', 'start', '--port', '0', '--data', 'data']
    const child = spawn('npx', words, { cwd: this.folder, env: cleanEnvironment(), detached: true })
    this.child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
      })
    }
    const address = () => /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(this.output)?.[1]
    await until('it is ready or has ended', async () => address() !== undefined || child.exitCode !== null, 60)
    assert.ok(address(), `purser did not start: ${this.output}`)
    return address() ?? ''
  }

  /** npx, its shell and the server, without warning. */
  async kill(): Promise<void> {
    if (!this.child?.pid || this.child.exitCode !== null || this.child.signalCode !== null) return
    const closed = once(this.child, 'close', { signal: AbortSignal.timeout(60_000) })
    process.kill(-this.child.pid, 'SIGKILL')
    await closed
  }

  async remove(): Promise<void> {
    await this.kill()
    const pidFile = join(this.folder, 'data/postgres/postmaster.pid')
    if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGINT')
    await until('the database has stopped', async () => !existsSync(pidFile), 60)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Without what `npm test` and the tests set: an operator's shell has none of it. The programs run on the Node of the test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(npm_|PURSER_|DATABASE_URL|NODE_TEST_CONTEXT|NODE_OPTIONS)/
  const others = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  return { ...Object.fromEntries(others), PATH: path, PURSER_NO_DEMO_HISTORY: 'true' }
}
