import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { tryKill } from './database-processes.ts'

export const program = join(import.meta.dirname, '../../server/purser.js')

interface SeatMeans {
  readonly isUpToDate: (port: number) => Promise<boolean>
  readonly isFailed: (error: unknown) => void
  /** What it has beside what every server has. */
  readonly environment: NodeJS.ProcessEnv
}

/** One server process, which is started again whenever it has ended. */
export class ServerSeat {
  /** Where it can be called; undefined while it cannot. */
  port: number | undefined
  /** How often it ended by itself. */
  ends = 0
  /** What it has said since its last start. */
  output = ''
  private child: ChildProcess | undefined
  private isClosed = false
  private readonly flags: readonly string[]
  private readonly isUpToDate: (port: number) => Promise<boolean>
  private readonly isFailed: (error: unknown) => void
  private readonly environment: NodeJS.ProcessEnv

  constructor(flags: readonly string[], { isUpToDate, isFailed, environment }: SeatMeans) {
    this.flags = flags
    this.environment = environment
    this.isUpToDate = isUpToDate
    this.isFailed = isFailed
  }

  /** Until it can be called, however often it is killed meanwhile. */
  async start(more: readonly string[] = []): Promise<void> {
    if (this.isClosed) return
    this.output = ''
    const usual = { '--port': '0', '--log-level': 'warn', '--processes': '1', '--guess-limit': '0' }
    const others = Object.entries(usual).filter(([name]) => !this.flags.includes(name))
    const child = spawn(process.execPath, [program, 'start', ...others.flat(), ...this.flags, ...more], {
      env: { ...cleanEnvironment(), ...this.environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-50_000)
      })
    child.once('exit', (_, signal) => {
      this.port = undefined
      if (this.isClosed) return
      if (signal !== 'SIGKILL') this.ends += 1
      this.start().catch(this.isFailed)
    })
    await this.becomeReady(child)
  }

  private async becomeReady(child: ChildProcess): Promise<void> {
    const until = performance.now() + 600_000
    while (isAlive(child)) {
      const port = Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1] ?? 0)
      if (port > 0 && (await this.isUpToDate(port)) && this.child === child && isAlive(child)) {
        this.port = port
        return
      }
      if (performance.now() > until) throw new Error(`purser does not get ready: ${this.output}`)
      await wait(30)
    }
  }

  /** Its whole process group, without warning. It is started again at once. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child?.pid || !isAlive(child)) return
    this.port = undefined
    const ended = once(child, 'exit')
    tryKill(-child.pid)
    await ended
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.kill()
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** What a command of purser says and ends with; `stopped` kills it. */
export async function runPurser(
  words: readonly string[],
  stopped?: AbortSignal,
): Promise<{ status: unknown; output: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(stopped && { signal: stopped, killSignal: 'SIGKILL' }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [status] = await once(child, 'close')
  return { status, output }
}

/** Our own variables would be faults to purser, which knows each that begins with its name. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const theirs = Object.entries(process.env).filter(([name]) => !name.startsWith('PURSER_') && name !== 'DATABASE_URL')
  return { ...Object.fromEntries(theirs), PURSER_NO_DEMO_HISTORY: 'true' }
}
