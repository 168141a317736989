import cluster, { type Worker } from 'node:cluster'
import { createInterface } from 'node:readline'
import { type LogFormat, openLog, rewrite } from '../../ground/log/log.ts'
import type { ProcessOrder, ProcessReport } from './messages.ts'

export interface ProcessEvents {
  onReport(report: ProcessReport): void
  /** It is gone; nothing more is heard of it. */
  onEnd(how: string): void
}

interface LogPlace {
  readonly format: LogFormat
  readonly write: (line: string) => void
}

/** Handed to a process over the channel; the operating system's side of a connection. */
interface Handle {
  close(): void
}

/** A process that serves calls, as its supervisor sees it. It runs the same program with the same settings. */
export class ServingProcess {
  readonly place: number
  readonly since = performance.now()
  isServing = false
  /** Why it could not serve, by its own account. */
  failure: readonly string[] = []
  /** Resolves when it is gone and all that it wrote is in the log. */
  readonly closed: Promise<void>
  private readonly worker: Worker

  constructor(place: number, log: LogPlace, events: ProcessEvents) {
    this.place = place
    cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    // It is this process that npm may leave alone, and that stops the others then.
    this.worker = cluster.fork({ PURSER_PROCESS: String(place), npm_command: undefined })
    const { process: child } = this.worker
    this.worker.on('message', (report: ProcessReport) => events.onReport(report))
    // A process that has just ended cannot be told anything any more.
    this.worker.on('error', () => undefined)
    this.closed = new Promise((resolve) => child.once('close', () => resolve()))
    const closeHandedOver = watchHandedOver(this.worker)
    child.once('exit', (code, signal) => {
      closeHandedOver()
      events.onEnd(signal ? `by ${signal}` : `with status ${code}`)
    })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.pass(line, log))
    }
  }

  send(order: ProcessOrder): void {
    if (this.worker.isConnected()) this.worker.send(order, () => undefined)
  }

  kill(): void {
    this.worker.process.kill('SIGKILL')
  }

  /** What is no line of a log, such as the last words of Node itself, becomes one. */
  private pass(line: string, { format, write }: LogPlace): void {
    const own = rewrite(line, format)
    if (own !== undefined) write(`${own}\n`)
    else if (line !== '') openLog('error', write, format, this.place).error('process output', { text: line })
  }
}

/**
 * A connection that was on its way to a process when that was killed has no owner: nobody would ever answer it, nor close
 * it. The result closes it, so that its caller tries again at once.
 */
function watchHandedOver({ process: child }: Worker): () => void {
  let last: Handle | undefined
  const send = child.send.bind(child) as (...given: readonly unknown[]) => boolean
  child.send = (...given: readonly unknown[]) => {
    const [, handle] = given
    if (isHandle(handle)) last = handle
    return send(...given)
  }
  // It was closed long ago if the process has taken it; closing it twice does nothing.
  return () => last?.close()
}

const isHandle = (given: unknown): given is Handle =>
  typeof given === 'object' && given !== null && typeof Reflect.get(given, 'close') === 'function'
