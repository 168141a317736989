import type { Connection } from '../../ground/database/connection.ts'
import { TookTooLong } from '../../ground/database/fault.ts'
import type { BatchResult } from './batch.ts'
import { leastMs, silenceMs } from './patience.ts'
import type { QueuedCommand } from './queued-command.ts'

/** A batch under way, which ends in time whatever the database does. */
export class Attempt {
  readonly commands: readonly QueuedCommand[]
  /** When the first of its commands has to be answered. */
  readonly until: number
  connection: Connection | undefined
  /** What it is about to leave behind: set just before the commit is sent. */
  storing: BatchResult | undefined
  private readonly cutAt: number
  private readonly isCut = Promise.withResolvers<never>()
  private usedAt = Number.POSITIVE_INFINITY
  private bytesHeard = 0

  constructor(commands: readonly QueuedCommand[]) {
    this.commands = commands
    this.until = commands.reduce((first, { until }) => Math.min(first, until), Number.POSITIVE_INFINITY)
    this.cutAt = Math.max(this.until, performance.now() + leastMs)
    this.isCut.promise.catch(() => undefined)
  }

  use(connection: Connection): Connection {
    this.connection = connection
    this.bytesHeard = connection.bytesHeard
    this.usedAt = performance.now()
    return connection
  }

  /** Rejects when there is no time left. What the promise was about is over then: its connection has been closed. */
  inTime<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.isCut.promise])
  }

  /** Looks at the time. */
  look(now: number): void {
    const isSilent = now > this.usedAt + silenceMs && this.connection?.bytesHeard === this.bytesHeard
    if (now < this.cutAt && !isSilent) return
    this.connection?.cutOff()
    this.isCut.reject(new TookTooLong('the database did not answer a batch in time'))
  }
}
