import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cancelWord, type Ending, type ErrandOrder, type ErrandReport, type ProgressReport } from './messages.ts'

const program = fileURLToPath(new URL('./errand-process.ts', import.meta.url))

/** How long an errand has to end by itself when it is cancelled. */
const graceMs = 1000
/** The last words of a process that broke, for the log. */
const wordsMax = 2000

/** How it ended; `crashed` if its process could not say so itself. */
export type ErrandOutcome = Ending | { readonly kind: 'crashed'; readonly text: string }

/** The process of an errand, as the server sees it. */
export class StartedErrand {
  /** Resolves when the process is gone. */
  readonly ended: Promise<ErrandOutcome>
  private readonly child: ChildProcess

  constructor(order: ErrandOrder, onProgress: (report: ProgressReport) => void) {
    // Flags that this process was started with are not for that one.
    this.child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let ending: Ending | undefined
    let lastWords = ''
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = `${lastWords}${text}`.slice(-wordsMax)
    })
    this.child.on('message', (report: ErrandReport) => {
      if (report.kind === 'progress') onProgress(report)
      else ending = report
    })
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) =>
        resolve({ kind: 'crashed', text: `it could not be started: ${error.message}` }),
      )
      this.child.once('close', (code, signal) => {
        const how = signal ? `by ${signal}` : `with status ${code}`
        resolve(ending ?? { kind: 'crashed', text: `its process ended ${how}\n${lastWords}`.trimEnd() })
      })
    })
    // A process that has just ended cannot be told anything.
    this.child.send(order, () => undefined)
  }

  /** Asks it to end; after a moment it is not asked any more. */
  cancel(): void {
    if (this.child.connected) this.child.send(cancelWord, () => undefined)
    const timer = setTimeout(() => this.kill(), graceMs)
    void this.ended.then(() => clearTimeout(timer))
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }
}
