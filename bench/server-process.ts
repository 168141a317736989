import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface ServerOptions {
  readonly url: string
  readonly dataFolder: string
  readonly brandFile: string
  /** Where to write a CPU profile when the server ends. */
  readonly profileFolder?: string
}

const program = fileURLToPath(new URL('../server/main.ts', import.meta.url))

/** A Purser of its own, as an operator would start it. PURSER_ variables reach it, so settings can be compared. */
export class ServerProcess {
  readonly port: number
  private readonly child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
  }

  static async start({ url, dataFolder, brandFile, profileFolder }: ServerOptions): Promise<ServerProcess> {
    const profile = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
    const flags = ['--port', '0', '--database', url, '--data', dataFolder, '--brand', brandFile, '--log-level', 'warn']
    const child = spawn(process.execPath, [...profile, program, 'start', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
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
