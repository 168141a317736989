import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

interface ShellPlace {
  readonly folder: string
  /** Where the shell's scripts are kept. */
  readonly scripts: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface ShellResult {
  readonly status: number
  readonly printed: string
  /** With what was printed as an error. */
  readonly output: string
}

/** Many commands, on a machine that has much else to do. */
const blockMsMax = 300_000
/** How long a shell may take to end by itself. */
const closeMsMax = 5000

/** One shell in which everything of a page is typed, as its reader does: variables and functions stay. */
export class PageShell {
  private readonly place: ShellPlace
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  private printed = ''
  private output = ''
  private blocks = 0
  private isClosed = false

  constructor(place: ShellPlace) {
    this.place = place
    this.child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: place.folder,
      env: place.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.child.on('close', () => (this.isClosed = true))
    this.child.stdout.setEncoding('utf8').on('data', (some) => {
      this.printed += some
      this.output += some
    })
    this.child.stderr.setEncoding('utf8').on('data', (some) => (this.output += some))
    // A shell that has ended is noticed by who waits for it.
    this.child.stdin.on('error', () => undefined)
  }

  /** A command that fails ends the shell. */
  async run(text: string): Promise<ShellResult> {
    this.blocks += 1
    this.printed = ''
    this.output = ''
    const end = `--- end of block ${this.blocks} ---`
    const script = join(this.place.scripts, `block-${this.blocks}.sh`)
    writeFileSync(script, `${text}\n`)
    this.child.stdin.write(`set -e -o pipefail\n. '${script}' </dev/null\nset +e\necho\necho '${end}'\n`)
    const status = await this.statusAfter(end)
    return { status, printed: this.printed.split(`\n${end}`)[0] ?? '', output: this.output.replace(end, '') }
  }

  /** Whatever still runs in it ends with it. */
  async close(): Promise<void> {
    if (this.isClosed) return
    const closed = once(this.child, 'close')
    this.child.stdin.end()
    const timers = [
      setTimeout(() => this.signal('SIGTERM'), closeMsMax),
      setTimeout(() => this.signal('SIGKILL'), 2 * closeMsMax),
    ]
    await closed
    for (const timer of timers) clearTimeout(timer)
  }

  /** To the shell and everything that it has started. */
  private signal(signal: NodeJS.Signals): void {
    if (this.child.pid !== undefined && !this.isClosed) process.kill(-this.child.pid, signal)
  }

  /** 0 when the block has come to its end, else the status with which the shell has ended. */
  private statusAfter(end: string): Promise<number> {
    const { child } = this
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => done(() => reject(new Error(`It took too long:\n${this.output}`))), blockMsMax)
      const look = () => this.printed.includes(end) && done(() => resolve(0))
      const closed = (status: number | null) => done(() => resolve(status ?? 1))
      const done = (settle: () => void) => {
        clearTimeout(timer)
        child.stdout.off('data', look)
        child.off('close', closed)
        settle()
      }
      child.stdout.on('data', look)
      child.on('close', closed)
    })
  }
}
