import { stopPostmaster } from './postmaster.ts'
import { isProcessRunning, type RunningProcess } from './running-process.ts'

const lookMs = 500
const pauseMsMax = 30_000
/** A reason that has not changed is told again this often. */
const sayAgainMs = 600_000

/**
 * Restarts the database if it was killed. Calls that need it in the meantime are refused and can be repeated. A database that
 * cannot be started is tried again after longer and longer pauses, and why is told once.
 */
export class PostmasterWatch {
  private postmaster: RunningProcess
  private readonly restart: () => Promise<RunningProcess>
  private timer: NodeJS.Timeout | undefined
  private restarting: Promise<void> | undefined
  private failures = 0
  private tryAt = 0
  private said: { readonly reason: string; readonly at: number } | undefined

  constructor(postmaster: RunningProcess, restart: () => Promise<RunningProcess>) {
    this.postmaster = postmaster
    this.restart = restart
  }

  begin(log: (line: string) => void): void {
    this.timer = setInterval(() => {
      if (this.restarting || isProcessRunning(this.postmaster) || performance.now() < this.tryAt) return
      this.restarting = this.startAgain(log)
    }, lookMs)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.restarting
    await stopPostmaster(this.postmaster)
  }

  private async startAgain(log: (line: string) => void): Promise<void> {
    if (this.failures === 0) log(`PostgreSQL (process ${this.postmaster.pid}) has ended; restarting it.`)
    try {
      this.postmaster = await this.restart()
      if (this.failures > 0) log(`PostgreSQL runs again (process ${this.postmaster.pid}).`)
      this.failures = 0
      this.said = undefined
    } catch (error) {
      this.failures += 1
      this.tryAt = performance.now() + Math.min(pauseMsMax, lookMs * 2 ** this.failures)
      this.logFailedStart(error instanceof Error ? error.message : String(error), log)
    } finally {
      this.restarting = undefined
    }
  }

  private logFailedStart(reason: string, log: (line: string) => void): void {
    const now = performance.now()
    // Times and process ids differ from one attempt to the next; what it is about does not.
    const kind = reason.replaceAll(/\d+/g, '')
    if (this.said?.reason === kind && now - this.said.at < sayAgainMs) return
    this.said = { reason: kind, at: now }
    log(`PostgreSQL could not be restarted: ${reason} It is tried again, at most every ${pauseMsMax / 1000} seconds.`)
  }
}
