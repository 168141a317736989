import type { Brand } from '../../domain/brand/brand.ts'
import { stripeCount } from '../../domain/campaign/budget-stripes.ts'
import { costliestIn, type Unfulfilled } from '../../domain/campaign/trace.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { Call } from '../../domain/decision/call.ts'
import type { ConnectionOptions, ConnectionPool } from '../../ground/database/connection.ts'
import { faultOf } from '../../ground/database/fault.ts'
import { type LongRead, LongReads } from '../../ground/database/long-reads.ts'
import { ReadShare, SharedReads, TooManyReads } from '../../ground/database/read-share.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type ErrorCode, refuse } from '../../ground/kernel/errors.ts'
import type { BrandId, RandomBytes } from '../../ground/kernel/ids.ts'
import type { Observer } from '../../ground/observe/observer.ts'
import { within } from '../../ground/waiting/within.ts'
import type { ErrandKind } from '../../storage/errand/kind.ts'
import { Reader } from '../../storage/store/queries/reader.ts'
import type { Answer, Command, Query, Task } from '../operations/operation.ts'
import type { Simulated, Simulation } from '../operations/simulation.ts'
import { CallNames } from './call-names.ts'
import { codeOf, codeOfRead } from './fault-codes.ts'
import { foreseeByHand } from './foresee-by-hand.ts'
import { HotBudgets } from './hot-budgets.ts'
import { Lane } from './lane.ts'
import { hashOf } from './lane-hash.ts'
import { withLockOwner } from './lock-owner.ts'
import { runOnce } from './once.ts'
import { lookMs, sinceNow, untilOf, Waits } from './patience.ts'
import { QueueCount, type QueueLimits } from './queue-limits.ts'
import { type QueuedCommand, replayable } from './queued-command.ts'
import { Recorder, type RecorderLimits } from './recorder.ts'
import { Simulator } from './simulator.ts'
import { firstCard } from './touches.ts'
import {
  callTypeOf,
  type Dispatcher,
  type DoneWork,
  type Ended,
  type Finished,
  type Foresight,
  type RefusedEarly,
  type RefusedWork,
  toRefused,
  type Work,
} from './work.ts'
import { WriteHealth } from './write-health.ts'

export interface EngineParts {
  readonly connection: ConnectionOptions
  readonly pool: ConnectionPool
  /** For tasks, and for reads that store their customRequestId: those hold a connection while they read on another. */
  readonly oncePool: ConnectionPool
  /** For reads that take seconds. */
  readonly longPool: ConnectionPool
  readonly pins: PinKeeper
  readonly random: RandomBytes
  /** The name of this deployment, for what is made in it. */
  readonly environment: string
  readonly brandAt: (brand: BrandId, version: number) => Brand | Promise<Brand>
  /** Told that a task may have changed a brand; the call is answered when calls are judged by what it has become. */
  readonly brandChanged: (brand: BrandId) => Promise<unknown>
  readonly lanes: number
  readonly batchSize: number
  readonly limits: QueueLimits
  /** Where they differ from the usual ones. */
  readonly recorderLimits?: Partial<RecorderLimits>
  /** The most steps that a decision may take before it is refused (135). */
  readonly workLimit: number
  /** What deciding is timed by, in milliseconds: whoever takes long makes room for others. */
  readonly stopwatch: () => number
  /** Told of each connection that was lost or not to be had. */
  readonly onLost?: (error: unknown) => void
  /** Told that the store takes writes again, after so many seconds. */
  readonly onWritable?: (seconds: number) => void
  /** Told of exceptions: bugs, and a store that is out of reach. */
  readonly onFault: (error: unknown, call?: Call) => void
  /** Told of a call that was refused because its rules take too much work, and of the rule that takes most. */
  readonly onOverwork: (work: Work, rule: string | undefined) => void
  /** Told of a customRequestId that came again with another operation or body. */
  readonly onMisuse: (work: Work) => void
  /** Told of what rules of a call could not give. */
  readonly onUnfulfilled: (work: Work, unfulfilled: readonly Unfulfilled[]) => void
  /** The long work that can be asked for; absent: none. */
  readonly errandKinds?: readonly ErrandKind[]
  readonly observer?: Observer
}

/** How long a brand stays in the slow lane after a batch that took long. */
const slowForMs = 5000
const latelyMs = 1000
/** How often a call is named anew: the books go on being settled meanwhile, but not as fast. */
const namingsMax = 5
/** How long a task that was done waits until calls are judged by what it changed. */
const brandReadMs = 2000

/** Carries out calls: commands in lanes, in batches; queries straight on the store; tasks in transactions of their own. */
export class Engine implements Dispatcher, Foresight {
  readonly writes: WriteHealth
  private readonly parts: EngineParts
  private readonly lanes: readonly Lane[]
  /** For brands whose commands take long to decide: there they hold up only each other. */
  private readonly slowLane: Lane
  private readonly slowUntil = new Map<BrandId, number>()
  private readonly lastSeen = new Map<BrandId, number>()
  private readonly queue: QueueCount
  /** Of calls that hold a connection of their own, and of statements of those that do not. */
  private readonly once: ReadShare
  private readonly reads: ReadShare
  private readonly longReads: LongReads
  private readonly recorder: Recorder
  private readonly names = new CallNames()
  private readonly simulator: Simulator
  private readonly readers = new Map<BrandId, Reader>()
  private readonly waits = new Waits()
  private draining = false
  private inFlight = new Set<Promise<unknown>>()
  private readonly clock: NodeJS.Timeout

  constructor(parts: EngineParts) {
    this.parts = parts
    this.writes = new WriteHealth(parts.onFault, undefined, parts.onWritable)
    const laneParts = {
      ...parts,
      writes: this.writes,
      onLost: parts.onLost ?? (() => undefined),
      onFault: (error: unknown, command: QueuedCommand) => parts.onFault(error, command.work.call),
      onSlow: (brand: BrandId) => void this.slowUntil.set(brand, performance.now() + slowForMs),
      restsAfter: () => false,
    }
    // Lanes of other processes begin elsewhere: two that spend of the same stripe wait for each other.
    const [first = 0] = parts.random(1)
    const stripe = (index: number) => (first + index) % stripeCount
    this.lanes = Array.from(
      { length: parts.lanes },
      (_, index) =>
        new Lane({ ...laneParts, name: String(index), stripe: stripe(index), hotBudgets: new HotBudgets() }),
    )
    this.slowLane = new Lane({
      ...laneParts,
      name: 'slow',
      stripe: stripe(parts.lanes),
      hotBudgets: new HotBudgets(),
      restsAfter: (brand) => this.hasOthers(brand),
    })
    this.queue = new QueueCount(parts.limits)
    this.once = new ReadShare(parts.limits.perBrand)
    this.reads = new ReadShare(parts.limits.perBrand)
    this.longReads = new LongReads(parts.longPool)
    this.simulator = new Simulator(parts)
    const onFault = (error: unknown, call?: Call) => this.reportFault(error, call)
    this.recorder = new Recorder(defined({ pool: parts.pool, onFault, limits: parts.recorderLimits }))
    this.clock = setInterval(() => this.look(), lookMs).unref()
  }

  async run(asked: Work): Promise<Finished> {
    const given = sinceNow(asked)
    const { places } = this.recorder
    if (this.draining || !(places.tryTake() || (await places.take()))) return refused(109)
    const { work, finished } = await this.inTime(given)
    if (finished.kind === 'done' && finished.unfulfilled) this.parts.onUnfulfilled(work, finished.unfulfilled)
    if (finished.kind === 'refused') this.recordRefused(work, finished)
    else if (isRecordedLater(work)) this.recordAnswer(work, finished)
    else places.free()
    const isLocked = finished.kind === 'refused' && finished.lock
    const told = isLocked ? await withLockOwner(finished, work, this.readerOf(work.brand.id)) : finished
    return work === given ? told : { ...told, ref: work.call.ref }
  }

  /** Carries out a call, under a new reference where the books are settled beyond its own. */
  private async inTime(given: Work): Promise<{ readonly work: Work; readonly finished: DoneWork | RefusedWork }> {
    const { random } = this.parts
    let work = this.names.inTime(given, random)
    for (let tries = 0; tries < namingsMax; tries += 1) {
      const ended = await this.carryOut(work)
      if (ended.kind !== 'untimely') return { work, finished: ended }
      this.names.note(work.brand.id, ended)
      work = this.names.inTime(work, random)
    }
    return { work, finished: refused(109) }
  }

  private async carryOut(work: Work): Promise<Ended> {
    const { operation } = work
    // It may have had to wait for its place.
    if (this.draining) return refused(109)
    const wrong = operation.check?.(work.request)
    if (wrong) return toRefused(wrong)
    const running = operation.kind === 'command' ? this.guarded(work) : this.inTurn(work)
    this.inFlight.add(running)
    const finished = await running
    this.inFlight.delete(running)
    return finished
  }

  recordRefusal(early: RefusedEarly): boolean | Promise<boolean> {
    const { places } = this.recorder
    const record = (isPlaced: boolean) => {
      if (isPlaced)
        this.recordRefused({ ...early, request: undefined }, { kind: 'refused', code: early.code, text: '' })
      return isPlaced
    }
    return places.tryTake() ? record(true) : places.take().then(record)
  }

  /** For whoever observes the engine. */
  state() {
    const lanes = [...this.lanes, this.slowLane].map(({ name, queued }) => ({ name, queued }))
    return {
      lanes,
      queued: this.queue.all,
      queuedMax: this.parts.limits.inAll,
      recordsWaiting: this.recorder.waitingCount,
    }
  }

  async drain(): Promise<void> {
    this.draining = true
    await Promise.all(this.inFlight)
    await this.recorder.close()
    await Promise.all([...this.lanes, this.slowLane].map((lane) => lane.close()))
    clearInterval(this.clock)
  }

  /** Ends what takes longer than callers wait. */
  private look(): void {
    const now = performance.now()
    for (const lane of this.lanes) lane.look(now)
    this.slowLane.look(now)
    this.waits.look(now)
  }

  private command(work: Work, operation: Command, recorded = true): Promise<Ended> {
    const touches = operation.touches(work.request, work)
    const name = firstCard(touches) ?? touches.queue ?? ''
    const leave = this.queue.enter(work.brand.id, name)
    if (!leave) return Promise.resolve(refused(109))
    return new Promise((resolve) => {
      const finish = (ended: Ended) => {
        leave()
        resolve(ended)
      }
      const random = replayable(this.parts.random)
      const since = performance.now()
      const until = untilOf(work)
      const command = { work: { ...work, operation }, touches, recorded, random, since, until, finish }
      this.lastSeen.set(work.brand.id, command.since)
      this.laneOf(work.brand.id, name).add(command)
    })
  }

  /** Where a brand's lane changes, the rows of a card decide who is first, as between two servers. */
  private laneOf(brand: BrandId, name: string): Lane {
    if (this.isSlow(brand)) return this.slowLane
    const lane = this.lanes[hashOf(brand + name) % this.lanes.length]
    if (!lane) throw new Error('an engine has a lane')
    return lane
  }

  /** Whether commands of other brands came lately: without them there is nobody to rest for. */
  private hasOthers(brand: BrandId): boolean {
    const now = performance.now()
    return this.lastSeen.entries().some(([other, at]) => other !== brand && now - at < latelyMs)
  }

  private isSlow(brand: BrandId): boolean {
    const until = this.slowUntil.get(brand)
    if (until === undefined || performance.now() < until) return until !== undefined
    this.slowUntil.delete(brand)
    return false
  }

  private inTurn(work: Work): Promise<Ended> {
    const holdsConnection = work.operation.kind === 'task' || work.idempotency !== undefined
    if (!holdsConnection) return this.guarded(work)
    return this.once.run(work.brand.id, () => this.guarded(work)) ?? Promise.resolve(refused(109))
  }

  private async guarded(work: Work): Promise<Ended> {
    const { operation } = work
    try {
      if (operation.kind === 'command') return await this.command(work, operation)
      return await (operation.kind === 'query' ? this.query(work, operation) : this.task(work, operation))
    } catch (error) {
      if (error instanceof TooManyReads) return refused(109)
      this.reportFault(error, work.call)
      return refused(operation.kind === 'query' ? codeOfRead(faultOf(error)) : codeOf[faultOf(error)])
    }
  }

  /** A store that takes no writes concerns everybody, and is reported once. */
  private reportFault(error: unknown, call: Call | undefined): void {
    if (faultOf(error) === 'unwritable') this.writes.failed(error)
    else this.parts.onFault(error, call)
  }

  private async query(work: Work, operation: Query): Promise<Ended> {
    const { oncePool, connection } = this.parts
    const begunBy = untilOf(work)
    const until = operation.takesLong ? Number.POSITIVE_INFINITY : begunBy
    const answering = () => this.answer(work, operation, until)
    if (work.idempotency) return runOnce(oncePool, { work, connection, begunBy, until, answer: answering })
    const answer = await answering()
    return answer.kind === 'answer' ? defined({ ...answer, kind: 'done' }) : answer
  }

  private async task(work: Work, operation: Task): Promise<Ended> {
    const { oncePool, connection, pins, random, environment, brandChanged, errandKinds = [] } = this.parts
    const { request, call, brand } = work
    await operation.prepare?.(oncePool, brand)
    const finished = await runOnce(oncePool, {
      work,
      connection,
      begunBy: untilOf(work),
      until: Number.POSITIVE_INFINITY,
      answer: async (db) => {
        const context = { request, call, brand, pins, random, environment, errandKinds, db }
        const answer = await operation.perform(context)
        return answer.kind === 'answer' ? answer : toRefused(answer)
      },
    })
    // It is done: whoever reads the brand anew finds out by itself should this fail.
    if (operation.changesBrand && finished.kind === 'done')
      await within(brandReadMs, brandChanged(brand.id)).catch(() => undefined)
    return finished
  }

  private async answer(work: Work, operation: Query, until: number): Promise<Answer | RefusedWork> {
    const { request, call, brand } = work
    const simulate = (simulation: Simulation<Command>) => this.simulate(simulation)
    const context = { request, call, brand, pins: this.parts.pins, reader: this.readerOf(brand.id), simulate }
    const guard = operation.guardedBy && (await this.waits.inTime(until, operation.guardedBy(context)))
    if (guard) {
      const { idempotency: _, ...check } = work
      const guarding = { ...check, operation: guard.command, request: guard.request }
      const guarded = await this.command(guarding, guard.command, false)
      if (guarded.kind === 'refused') return guarded
    }
    const answer = await this.waits.inTime(until, operation.answer(context))
    return answer.kind === 'answer' ? answer : toRefused(answer)
  }

  /** Reads something of a brand that takes seconds. */
  readonly atLength: LongRead = (brand, read) => this.longReads.run(brand, read)
  readonly foreseeByHand: Foresight['foreseeByHand'] = (work) => foreseeByHand(work, this, this.parts.pool)

  simulate(simulation: Simulation<Command>): Promise<Simulated | undefined> {
    return this.simulator.run(simulation)
  }

  private readerOf(brand: BrandId): Reader {
    const known = this.readers.get(brand)
    if (known) return known
    const { pool } = this.parts
    const reads = new SharedReads(pool, this.reads, brand)
    const reader = new Reader(
      reads,
      () => this.recorder.flush(),
      (use) => this.longReads.run(brand, use),
    )
    this.readers.set(brand, reader)
    return reader
  }

  private recordAnswer(work: Work, { cardId }: DoneWork): void {
    const { call, operation, brand, unknownFields } = work
    this.recorder.add(
      brand.id,
      defined({
        call,
        operation: operation.name,
        callType: callTypeOf(work),
        cardId,
        ...(unknownFields.length > 0 && { detail: { unknownFields } }),
      }),
    )
  }

  private recordRefused(work: Work, finished: RefusedWork): void {
    const { call, operation, brand, unknownFields } = work
    if (finished.misused) this.parts.onMisuse(work)
    if (finished.code === 135) this.parts.onOverwork(work, costliestIn(finished.trace ?? []))
    this.recorder.add(
      brand.id,
      defined({
        call,
        operation: operation.name,
        callType: callTypeOf(work),
        errorCode: finished.code,
        cardId: finished.cardId,
        trace: finished.trace,
        ...(unknownFields.length > 0 && { detail: { unknownFields } }),
      }),
    )
  }
}

/** Whether a call that succeeded leaves its record here and not in a transaction of its own. */
const isRecordedLater = ({ operation, idempotency }: Work) => operation.kind === 'query' && !idempotency
const refused = (code: ErrorCode): RefusedWork => toRefused(refuse(code))
