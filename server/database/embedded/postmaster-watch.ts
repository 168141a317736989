import { stopPostmaster } from './postmaster.ts'
import { isProcessRunning, type RunningProcess } from './running-process.ts'

const lookMs = 500

/** Restarts the database if it was killed. Calls that need it in the meantime are refused and can be repeated. */
export class PostmasterWatch {
  private postmaster: RunningProcess
  private readonly restart: () => Promise<RunningProcess>
  private timer: NodeJS.Timeout | undefined
  private restarting: Promise<void> | undefined

  constructor(postmaster: RunningProcess, restart: () => Promise<RunningProcess>) {
    this.postmaster = postmaster
    this.restart = restart
  }

  begin(log: (line: string) => void): void {
    this.timer = setInterval(() => {
      if (!this.restarting && !isProcessRunning(this.postmaster)) this.restarting = this.startAgain(log)
    }, lookMs)
    this.timer.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.restarting
    await stopPostmaster(this.postmaster)
  }

  private async startAgain(log: (line: string) => void): Promise<void> {
    log(`PostgreSQL (process ${this.postmaster.pid}) has ended; restarting it.`)
    try {
      this.postmaster = await this.restart()
    } catch (error) {
      log(`PostgreSQL could not be restarted: ${error instanceof Error ? error.message : error}`)
    } finally {
      this.restarting = undefined
    }
  }
}
