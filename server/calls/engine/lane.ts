import { setTimeout as rest } from 'node:timers/promises'
import { Connection, type ConnectionOptions } from '../../ground/database/connection.ts'
import { faultOf, type StoreFault, TookTooLong } from '../../ground/database/fault.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type ErrorCode, refuse } from '../../ground/kernel/errors.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Observer } from '../../ground/observe/observer.ts'
import { Attempt } from './attempt.ts'
import { type BatchParts, type BatchResult, type BatchTimes, runBatch } from './batch.ts'
import { isHeavy } from './decide-in-turns.ts'
import { settlingMs, tooLateMs } from './patience.ts'
import type { QueuedCommand } from './queued-command.ts'
import { wasCommitted } from './unknown-outcome.ts'
import { toRefused } from './work.ts'
import type { WriteHealth } from './write-health.ts'

export interface LaneParts extends BatchParts {
  /** A number, or slow. */
  readonly name: string
  readonly connection: ConnectionOptions
  readonly batchSize: number
  /** Told of a brand whose batch took longer to decide than its share. */
  readonly onSlow: (brand: BrandId) => void
  /** Whether it rests after a batch of the brand, so that others have most of the thread. */
  readonly restsAfter: (brand: BrandId) => boolean
  /** Told of exceptions that a command ended in. */
  readonly onFault: (error: unknown, command: QueuedCommand) => void
  readonly writes: WriteHealth
  /** Told of each connection that was lost or not to be had. */
  readonly onLost: (error: unknown) => void
  readonly observer?: Observer
}

/** How many times as long as deciding took. */
const restFactor = 3
/** How long a command that runs alone waits for a lock before the lane turns to others, and then before it tries again. */
const shortWaitMs = 50

/**
 * Runs batches one after the other on a connection of its own. A card always goes to the same lane, so commands on
 * one card queue here, in memory, and not on row locks.
 */
export class Lane {
  private readonly parts: LaneParts
  private readonly queues = new Map<BrandId, QueuedCommand[]>()
  /** How many commands a batch had time for, of brands whose last one did not have time for all. */
  private readonly paces = new Map<BrandId, number>()
  /** Commands whose batch failed. They run one at a time, so that a bad one cannot fail its neighbours. */
  private readonly setApart: QueuedCommand[] = []
  private connection: Promise<Connection> | undefined
  private running: Promise<void> | undefined
  private current: Attempt | undefined

  constructor(parts: LaneParts) {
    this.parts = parts
  }

  get name(): string {
    return this.parts.name
  }

  /** How many commands wait for their batch. */
  get queued(): number {
    let count = this.setApart.length
    for (const queue of this.queues.values()) count += queue.length
    return count
  }

  add(command: QueuedCommand): void {
    const brand = command.work.brand.id
    const queue = this.queues.get(brand)
    if (queue) queue.push(command)
    else this.queues.set(brand, [command])
    this.wake()
  }

  /** Refuses what has waited for too long (109), and ends a batch that takes too long. */
  look(now: number): void {
    for (const [brand, queue] of this.queues) {
      refuseOverdue(queue, now)
      if (queue.length === 0) this.queues.delete(brand)
    }
    refuseOverdue(this.setApart, now)
    this.current?.look(now)
  }

  /** Finishes what is queued and closes the connection. */
  async close(): Promise<void> {
    await this.running
    const connection = await this.connection?.catch(() => undefined)
    await connection?.close()
  }

  /** Not at once but after the events at hand: what arrived together goes into one batch. */
  private wake(): void {
    this.running ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.work())
  }

  private async work(): Promise<void> {
    while (this.queues.size > 0 || this.setApart.length > 0) {
      const batch = this.nextBatch()
      if (batch) await this.run(batch)
      const command = this.setApart.shift()
      if (command) await this.runAlone(command)
    }
    this.running = undefined
  }

  /** The next batch, of one brand. Brands take turns. */
  private nextBatch(): QueuedCommand[] | undefined {
    const [first] = this.queues
    if (!first) return undefined
    const [brand, queue] = first
    this.queues.delete(brand)
    const batch = queue.splice(0, this.paces.get(brand) ?? this.parts.batchSize)
    if (queue.length > 0) this.queues.set(brand, queue)
    return batch
  }

  /** A batch that another transaction was in the way of is tried once more. */
  private async run(commands: readonly QueuedCommand[]): Promise<void> {
    const fault = await this.attempt(commands, false)
    if (fault && (fault !== 'conflict' || (await this.attempt(commands, false)))) this.setApart.push(...commands)
  }

  private async runAlone(command: QueuedCommand): Promise<void> {
    if (isOverdue(command, performance.now())) return refuseCommand(command, 109)
    const fault = await this.attempt([command], true)
    if (!fault || fault === 'bug') return
    if (fault === 'unwritable') return refuseCommand(command, 109)
    setTimeout(() => {
      this.setApart.push(command)
      this.wake()
    }, shortWaitMs)
  }

  /** Runs a batch; answers what was in the way when nothing was executed. */
  private async attempt(commands: readonly QueuedCommand[], alone: boolean): Promise<StoreFault | undefined> {
    const times = this.parts.observer && { beganMs: performance.now() }
    const attempt = new Attempt(commands)
    this.current = attempt
    const onStore = (result: BatchResult) => {
      attempt.storing = result
    }
    const options = { patient: alone, onStore, ...(alone && { lockTimeoutMs: shortWaitMs }), ...(times && { times }) }
    try {
      const connection = attempt.use(await attempt.inTime(this.connect()))
      const result = await attempt.inTime(runBatch(connection, commands, this.parts, options))
      this.current = undefined
      this.tellObserver(commands, alone, times)
      if (!alone) this.setPace(commands, result)
      this.finish(result)
      const decided = commands.length - result.postponed.length
      if (isHeavy(result.decidingMs, decided)) this.parts.onSlow(commands[0]?.work.brand.id ?? '')
      if (this.parts.restsAfter(commands[0]?.work.brand.id ?? '')) await rest(restFactor * result.decidingMs)
      return undefined
    } catch (error) {
      const fault = attempt.connection?.alive === false ? 'connection' : faultOf(error)
      this.tellObserver(commands, alone, times, fault)
      const left = await this.cleanUp(attempt, fault, error)
      this.current = undefined
      if (left === 'bug' && alone) this.failCommands(commands, error)
      return left
    }
  }

  /** Answers what was in the way when nothing was executed. */
  private async cleanUp(attempt: Attempt, fault: StoreFault, error: unknown): Promise<StoreFault | undefined> {
    const { connection, storing } = attempt
    const isInDoubt = fault === 'connection' || fault === 'doubt'
    if (fault === 'unwritable') this.parts.writes.failed(error)
    if (isInDoubt || error instanceof TookTooLong) this.parts.onLost(error)
    if (isInDoubt) this.dropConnection(connection)
    else if (connection) await attempt.inTime(connection.rows`rollback`).catch(() => this.dropConnection(connection))
    if (!connection || !storing || !isInDoubt) return fault
    const committed = await this.wasCommitted(attempt, storing, connection)
    if (committed === false) return fault === 'doubt' ? causeOf(error) : fault
    if (committed) this.finish(storing)
    else for (const command of attempt.commands) refuseCommand(command, 136)
    return undefined
  }

  private tellObserver(
    commands: readonly QueuedCommand[],
    isAlone: boolean,
    times: BatchTimes | undefined,
    fault?: StoreFault,
  ): void {
    if (!times) return
    const ended = { ...times, lane: this.name, commands, isAlone, endedMs: performance.now() }
    this.parts.observer?.batchEnded(defined({ ...ended, fault }))
  }

  private connect(): Promise<Connection> {
    this.connection ??= Connection.open({ ...this.parts.connection, name: 'purser lane' })
    return this.connection
  }

  /** One that answers no longer would keep its backend alive, and so the outcome of its batch in doubt. */
  private dropConnection(connection: Connection | undefined): void {
    this.connection = undefined
    connection?.cutOff()
  }

  private finish({ finished, again, postponed }: BatchResult): void {
    for (const [command, answer] of finished) command.finish(answer)
    this.setApart.push(...again)
    const brand = postponed[0]?.work.brand.id
    // Before what came later; but it is the other brands' turn.
    if (brand !== undefined) this.queues.set(brand, [...postponed, ...(this.queues.get(brand) ?? [])])
  }

  /** What a batch has no time for was locked and read for nothing: the next one is smaller, and then they grow again. */
  private setPace(commands: readonly QueuedCommand[], { postponed }: BatchResult): void {
    const brand = commands[0]?.work.brand.id ?? ''
    if (postponed.length > 0) this.paces.set(brand, commands.length - postponed.length)
    else if (2 * commands.length < this.parts.batchSize && this.paces.has(brand))
      this.paces.set(brand, 2 * commands.length)
    else this.paces.delete(brand)
  }

  /** The batch was being stored, and nobody said what became of it. */
  private wasCommitted(attempt: Attempt, { finished }: BatchResult, old: Connection): Promise<boolean | undefined> {
    const refs = attempt.commands
      .filter((command) => finished.get(command)?.kind === 'done')
      .map((command) => command.work.call.ref)
    const brand = attempt.commands[0]?.work.brand.id ?? ''
    const until = attempt.until + settlingMs
    return wasCommitted(this.parts.connection, { backend: old.backend, brand, refs, until })
  }

  private failCommands(commands: readonly QueuedCommand[], error: unknown): void {
    for (const command of commands) {
      this.parts.onFault(error, command)
      refuseCommand(command, 1)
    }
  }
}

const isOverdue = ({ until }: QueuedCommand, now: number) => now > until - tooLateMs

/** Those who came first are first. */
function refuseOverdue(queue: QueuedCommand[], now: number): void {
  for (let first = queue[0]; first && isOverdue(first, now); first = queue[0]) {
    queue.shift()
    refuseCommand(first, 109)
  }
}

/** Why a commit failed that was not carried out. */
const causeOf = (doubt: unknown): StoreFault => faultOf(doubt instanceof Error ? doubt.cause : undefined)

function refuseCommand(command: QueuedCommand, code: ErrorCode): void {
  command.finish(toRefused(refuse(code)))
}
