import { randomBytes } from 'node:crypto'
import { onceKey } from '../../background/jobs/runner/run-commands.ts'
import { Engine } from '../../calls/engine/engine.ts'
import type { Finished } from '../../calls/engine/work.ts'
import { operations } from '../../calls/operations/all.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { JsonObject } from '../../ground/contract/json.ts'
import { readRequest } from '../../ground/contract/read.ts'
import { Connection, type ConnectionOptions, ConnectionPool } from '../../ground/database/connection.ts'
import { isRefusal } from '../../ground/kernel/errors.ts'
import { type RequestRef, uuidV7 } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Log } from '../../ground/log/log.ts'
import { faultFields } from '../../ground/log/log.ts'
import { clockSettings, setClock } from './clock.sql.ts'
import { type DemoStep, refOf } from './plan/step.ts'

export interface WalkerParts {
  readonly number: number
  readonly connection: ConnectionOptions
  /** Of the database's owner: sets the clock. */
  readonly url: string
  readonly pins: PinKeeper
  readonly environment: string
  /** The brand in the version that is in force, or a later one. */
  readonly brandAt: (version: number) => Promise<Brand>
  readonly brandChanged: () => Promise<unknown>
  readonly log: Log
}

const named = new Map(operations.map((operation) => [operation.name, operation]))

/** Lives through the history with an engine and a clock of its own, and makes the calls of its people one after the other. */
export class Walker {
  readonly pool: ConnectionPool
  private readonly oncePool: ConnectionPool
  readonly engine: Engine
  private readonly parts: WalkerParts
  private readonly clock: Connection

  private constructor(parts: WalkerParts, clock: Connection) {
    const { pins, environment, log, brandAt, brandChanged } = parts
    const connection = { ...parts.connection, settings: clockSettings(parts.number) }
    this.parts = parts
    this.clock = clock
    this.pool = new ConnectionPool({ ...connection, statementTimeoutMs: 30_000 }, 3)
    this.oncePool = new ConnectionPool(connection, 2)
    this.engine = new Engine({
      connection,
      pool: this.pool,
      oncePool: this.oncePool,
      longPool: this.pool,
      pins,
      random: randomBytes,
      environment,
      brandAt: (_, version) => brandAt(version),
      brandChanged,
      lanes: 1,
      batchSize: 32,
      limits: { perCard: 256, perBrand: 2048, inAll: 4096 },
      workLimit: 1_000_000,
      stopwatch: () => performance.now(),
      onOverwork: () => undefined,
      onFault: (error, call) => log.error('demo', faultFields(error, call?.ref)),
      onMisuse: () => undefined,
      onUnfulfilled: () => undefined,
    })
  }

  static async open(parts: WalkerParts): Promise<Walker> {
    const settings = ['synchronous_commit=off']
    return new Walker(parts, await Connection.open({ url: parts.url, name: 'purser demo clock', settings }))
  }

  async goTo(at: Instant): Promise<void> {
    await setClock(this.clock, this.parts.number, at)
  }

  /** Makes a call as a till would. One that was made before has no effect. */
  async make(step: DemoStep): Promise<Finished> {
    const [finished] = await this.makeAtOnce([step])
    if (!finished) throw new Error('a call has an end')
    return finished
  }

  /** Makes calls of one moment, of different cards: the engine decides them together. */
  async makeAtOnce(steps: readonly DemoStep[]): Promise<readonly Finished[]> {
    const [first] = steps
    if (first) await this.goTo(first.at)
    const bodies = await Promise.all(steps.map((step) => this.bodyOf(step)))
    return Promise.all(steps.map((step, index) => this.call({ ...step, body: bodies[index] ?? step.body })))
  }

  /** Reads something as a till would. What looks may look again after an interruption: its reference is new each time. */
  look(step: DemoStep): Promise<Finished> {
    const ref = uuidV7(step.at, randomBytes(10))
    return this.run(step, ref, ref)
  }

  private async bodyOf(step: DemoStep): Promise<DemoStep['body']> {
    const coupons = step.usesCoupon ? await this.couponsOf(step) : []
    return coupons.length > 0 ? { ...step.body, coupons } : step.body
  }

  private call(step: DemoStep): Promise<Finished> {
    return this.run(step, refOf(step), step.name)
  }

  private async run(step: DemoStep, ref: RequestRef, onceAs: string): Promise<Finished> {
    const operation = named.get(step.operation)
    if (!operation) throw new Error(`there is no operation ${step.operation}`)
    const brand = await this.parts.brandAt(0)
    const read = readRequest(operation.request, step.body as JsonObject, brand)
    if (isRefusal(read) || read.unknown.length > 0)
      throw new Error(`${step.operation}: ${isRefusal(read) ? read.text : read.unknown}`)
    const { location: locationId, terminal: terminalId, employee: employeeId } = step.place
    return this.engine.run({
      operation,
      request: read.value,
      brand,
      unknownFields: [],
      idempotency: onceKey('demo', onceAs),
      call: {
        ref,
        locationId,
        terminalId,
        key: { name: operation.group === 'admin' ? 'demo-admin' : 'demo-key', rights: {} },
        ...(employeeId !== undefined && { employeeId }),
        ...(step.note !== undefined && { note: step.note }),
      },
    })
  }

  /** As a till does that looks at the card first. */
  private async couponsOf(step: DemoStep): Promise<readonly string[]> {
    const { cardNumber } = step.body
    const body = { filters: { cardNumber }, returnFields: { coupons: true } }
    const found = await this.look({ ...step, operation: 'search', body })
    if (found.kind !== 'done') return []
    const { cards = [] } = found.response as { readonly cards?: readonly FoundCard[] }
    return (cards[0]?.coupons ?? []).slice(0, 1).map(({ couponId }) => couponId)
  }

  async close(): Promise<void> {
    await this.engine.drain()
    await this.oncePool.close()
    await this.pool.close()
    await this.clock.close()
  }
}

interface FoundCard {
  readonly coupons?: readonly { readonly couponId: string }[]
}
