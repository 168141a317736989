import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { childrenOf, timeOf, whereKnown } from './processor-time.ts'
import { sum } from './rounds.ts'

export interface ServerOptions {
  readonly url: string
  readonly dataFolder: string
  readonly brandFiles: readonly string[]
  /** Where to write a CPU profile when the server ends. */
  readonly profileFolder?: string
  /** How many processes serve calls; absent: one, or what PURSER_PROCESSES says. */
  readonly processes?: number
  /** Further settings, by their variables. */
  readonly settings?: Readonly<Record<string, string>>
}

const program = fileURLToPath(new URL('../server/purser.js', import.meta.url))

/** No limits for its one caller, and one process on any machine, so that figures can be compared. */
const usual = {
  PURSER_FAILURE_LIMIT: '0',
  PURSER_EMPLOYEE_LIMIT: '0',
  PURSER_GUESS_LIMIT: '0',
  PURSER_PROCESSES: '1',
}

/** A Purser of its own, as an operator would start it. PURSER_ variables reach it, so settings can be compared. */
export class ServerProcess {
  readonly port: number
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
  }

  static async start({
    url,
    dataFolder,
    brandFiles,
    profileFolder,
    processes = 1,
    settings = {},
  }: ServerOptions): Promise<ServerProcess> {
    const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
    // As `npm start` has it.
    const runtime = ['--max-semi-space-size=16', ...profile]
    const flags = ['--port', '0', '--database', url, '--data', dataFolder, '--log-level', 'warn']
    const wanted = processes === undefined ? {} : { PURSER_PROCESSES: String(processes) }
    const brands = brandFiles.flatMap((file) => ['--brand', file])
    const child = spawn(process.execPath, [...runtime, program, 'start', ...flags, ...brands], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // All its callers, those that make mistakes too, and its receivers are on this machine.
      env: { ...usual, ...process.env, ...wanted, ...settings, PURSER_ALLOW_PRIVATE_RECEIVERS: 'true' },
    })
    return new ServerProcess(child, await greetedPort(child))
  }

  /** The most memory that one of its processes ever had, in megabytes; undefined where the system does not say. */
  peakMemory(): number | undefined {
    const peaks = this.ofEach(peakOf)
    return peaks && Math.max(...peaks)
  }

  /** The most that each of its processes ever had, added up. */
  peakMemoryOfAll(): number | undefined {
    const peaks = this.ofEach(peakOf)
    return peaks && sum(peaks)
  }

  /** How long its processes have kept a processor busy, in seconds; undefined where the system does not say. */
  processorTime(): number | undefined {
    const times = this.ofEach(timeOf)
    return times && sum(times)
  }

  /** Of the process that was started and those that it has started. */
  private ofEach(find: (pid: number) => number): readonly number[] | undefined {
    const { pid = 0 } = this.child
    return whereKnown(() => [pid, ...childrenOf(pid)].map(find))
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exit = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await exit
  }
}

/** The most memory that a process ever had, in megabytes. */
export function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function greetedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /ready at http:\/\/[^\s/]+:(\d+)/.exec(output)?.[1]
      if (port) resolve(Number(port))
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`The server ended with status ${code} before it was ready.`)))
  })
}
