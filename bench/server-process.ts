import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ServerOptions {
  readonly url: string
  readonly dataFolder: string
  readonly brandFiles: readonly string[]
  /** Where to write a CPU profile when the server ends. */
  readonly profileFolder?: string
}

/** What Linux counts processor time in, on every machine. */
const ticksPerSecond = 100
const program = fileURLToPath(new URL('../server/purser.js', import.meta.url))

const unlimited = { PURSER_FAILURE_LIMIT: '0', PURSER_EMPLOYEE_LIMIT: '0', PURSER_GUESS_LIMIT: '0' }

/** A Purser of its own, as an operator would start it. PURSER_ variables reach it, so settings can be compared. */
export class ServerProcess {
  readonly port: number
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
  }

  static async start({ url, dataFolder, brandFiles, profileFolder }: ServerOptions): Promise<ServerProcess> {
    const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
    // As `npm start` has it.
    const runtime = ['--max-semi-space-size=16', ...profile]
    const flags = ['--port', '0', '--database', url, '--data', dataFolder, '--log-level', 'warn']
    const brands = brandFiles.flatMap((file) => ['--brand', file])
    const child = spawn(process.execPath, [...runtime, program, 'start', ...flags, ...brands], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // All its callers, those that make mistakes too, and its receivers are on this machine.
      env: { ...unlimited, ...process.env, PURSER_ALLOW_PRIVATE_RECEIVERS: 'true' },
    })
    return new ServerProcess(child, await greetedPort(child))
  }

  /** The most memory that it ever had, in megabytes; undefined where the system does not say. */
  peakMemory(): number | undefined {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
    } catch {
      return undefined
    }
  }

  /** How long it has kept a processor busy, in seconds; undefined where the system does not say. */
  processorTime(): number | undefined {
    try {
      const stat = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    } catch {
      return undefined
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const exit = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    await exit
  }
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
