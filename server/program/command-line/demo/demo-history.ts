import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { findIsDistributed } from '../../../ground/database/distribution.sql.ts'
import { faultFields, formatFor, type Log } from '../../../ground/log/log.ts'
import type { Config } from '../../configuration/config.ts'
import type { MadeHistory } from '../../demo/make-history.ts'
import { askForHistory, findProgress } from '../../demo/progress.sql.ts'
import type { Running } from '../lifetime.ts'
import { withPool } from '../pool.ts'
import { demoBrand } from '../serve/greeting.ts'
import type { HistoryOrder, HistoryReport } from './history-order.ts'

interface Parts {
  readonly config: Config
  readonly log: Log
}

/** Before the brand exists, so that a start that ends in between is made up for by the next. */
export async function askForDemoHistory(url: string, { config, log }: Parts): Promise<void> {
  if (!config.makesDemoHistory) return
  try {
    await withPool(url, async (pool) => {
      if (!(await findIsDistributed(pool))) await askForHistory(pool, demoBrand, await readNow(pool))
    })
  } catch (error) {
    // The owner of somebody's own database may not be allowed to create a schema.
    log.warn('demo', { text: `The demo brand gets no history: ${faultFields(error).text}` })
  }
}

/** The history that somebody has asked for and that is not finished yet. */
export async function findDemoHistory(url: string, { config, log }: Parts): Promise<HistoryBeside | undefined> {
  if (!config.makesDemoHistory || config.environment !== 'demo') return undefined
  const progress = await withPool(url, (pool) => findProgress(pool, demoBrand))
  return progress && new HistoryBeside(url, { config, log })
}

/** What the log says when it begins and when it is done. */
const beginText = `The demo brand ${demoBrand} gets a year of history, made beside the server, which answers meanwhile.`

export const doneText = (brand: string, { cards, calls }: MadeHistory, seconds: number) =>
  `The demo brand ${brand} has a year of history: ${cards} cards, ${calls} calls, made in ${seconds} s.`

const program = fileURLToPath(new URL('./history-process.ts', import.meta.url))

/** Makes the history in a process of its own, which ends with this one. */
class HistoryBeside {
  private readonly url: string
  private readonly parts: Parts
  private child: ChildProcess | undefined
  private isStopping = false

  constructor(url: string, parts: Parts) {
    this.url = url
    this.parts = parts
  }

  /**
   * Begins now that the server is ready. The server's jobs wait for it: they would find customers that have not come for
   * eleven months, on the day on which the history has got to the first.
   */
  beside(running: Running, beginJobs: () => Promise<void>): Running {
    const { log, config } = this.parts
    log.info('demo', { text: beginText })
    void this.make().then(async () => {
      if (config.runsJobs && !this.isStopping) await beginJobs().catch((error) => log.error('jobs', faultFields(error)))
    })
    const stop = async () => {
      this.isStopping = true
      this.child?.kill('SIGKILL')
      await running.stop()
    }
    return { ...running, stop }
  }

  private async make(): Promise<void> {
    const { log } = this.parts
    const began = performance.now()
    const report = await this.runProcess()
    if (this.isStopping) return
    if (report.kind === 'failed')
      log.warn('demo', {
        text: `The demo brand's history is not finished: ${report.text}. The next start goes on with it.`,
      })
    else if (report.made)
      log.info('demo', { text: doneText(demoBrand, report.made, Math.round((performance.now() - began) / 1000)) })
  }

  private runProcess(): Promise<HistoryReport> {
    const { dataFolder, secretKey, furtherSecretKeys, secretKeyFile, logLevel, logFormat } = this.parts.config
    const order: HistoryOrder = {
      url: this.url,
      brand: demoBrand,
      keys: {
        dataFolder,
        ...(secretKey && { secretKey }),
        ...(furtherSecretKeys && { furtherSecretKeys }),
        ...(secretKeyFile && { secretKeyFile }),
      },
      logLevel,
      logFormat: logFormat ?? formatFor(process.stderr),
    }
    return new Promise((resolve) => {
      const child = fork(program, [], {
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      this.child = child
      child.on('message', (report: HistoryReport) => resolve(report))
      child.once('error', (error) => resolve({ kind: 'failed', text: error.message }))
      child.once('exit', (code, signal) =>
        resolve({ kind: 'failed', text: `its process ended with ${signal ?? code}` }),
      )
      child.send(order, () => undefined)
    })
  }
}
