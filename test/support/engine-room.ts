import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { Engine } from '../../server/calls/engine/engine.ts'
import type { RecorderLimits } from '../../server/calls/engine/recorder.ts'
import type { Finished } from '../../server/calls/engine/work.ts'
import { type Command, command, type Query, query } from '../../server/calls/operations/operation.ts'
import type { Brand } from '../../server/domain/brand/brand.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import type { CheckoutRecord } from '../../server/domain/checkout/record.ts'
import type { Decision, DecisionContext } from '../../server/domain/decision/decision.ts'
import type { Outcome } from '../../server/domain/decision/outcome.ts'
import type { Touches } from '../../server/domain/decision/touches.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { serverConnection } from '../../server/ground/database/database.ts'
import { defined } from '../../server/ground/kernel/defined.ts'
import { type RandomBytes, uuidV7 } from '../../server/ground/kernel/ids.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { type Shop, testDatabase, testSealer } from './shop.ts'

export type Context = DecisionContext<unknown>
export type Decide = (context: Context) => Decision<object>

interface Script {
  readonly touches: Touches
  readonly decide: Decide
}

/** A command that does what the test says. */
const scripted: Command = {
  ...command({
    name: 'scripted',
    summary: 'A test.',
    callType: 'TRIGGER_ONLY',
    requestModel: 'ScriptRequest',
    responseModel: 'ScriptResponse',
    request: {},
    response: {},
    touches: () => ({}),
    decide: () => ({ kind: 'outcome', response: {}, cards: [], postings: [] }),
  }),
  touches: (script) => (script as Script).touches,
  decide: (context) => (context.request as Script).decide(context),
}

/** A read that answers what the test says. */
const scriptedQuery: Query = {
  ...query({
    name: 'scriptedQuery',
    summary: 'A test.',
    callType: 'REPORTING',
    requestModel: 'ScriptQueryRequest',
    responseModel: 'ScriptQueryResponse',
    request: {},
    response: {},
    answer: async () => ({ kind: 'answer', response: {} }),
  }),
  answer: (context) => (context.request as { answer: Query['answer'] }).answer(context),
}

export interface EngineRoom {
  readonly brand: Brand
  readonly engine: Engine
  /** Exceptions that commands ended in. */
  readonly faults: unknown[]
  newRef(): string
  /** Commands that are run without waiting in between share a batch. */
  run(touches: Touches, decide: Decide, more?: RunOptions): Promise<Finished>
  /** Runs a read; with an id it leaves its record in a transaction of its own. */
  read(answer?: Query['answer'], more?: RunOptions): Promise<Finished>
  /** Runs a command that has to succeed, and answers its reference. */
  must(touches: Touches, decide: Decide): Promise<string>
}

interface RunOptions {
  readonly ref?: string
  /** The customRequestId. */
  readonly id?: string
  readonly note?: string
}

export interface EngineOptions {
  /** Where the engine finds the database, when not where the shop does. */
  readonly url?: string
  readonly answerTimeoutMs?: number
  /** Whether commands wait for locks for as long as the test lets them. */
  readonly waitsForLocks?: boolean
  readonly lanes?: number
  readonly poolSize?: number
  readonly random?: RandomBytes
  readonly recorderLimits?: Partial<RecorderLimits>
  /** Stands still when nothing else is said: a busy machine must not split batches that a test is about. */
  readonly stopwatch?: () => number
}

const rooms: (() => Promise<void>)[] = []

after(async () => {
  for (const close of rooms) await close()
})

/** An engine of its own, with one lane when nothing else is said, on a shop's brand. */
export async function openEngine(shop: Shop, options: EngineOptions = {}): Promise<EngineRoom> {
  const { answerTimeoutMs, recorderLimits, url = testDatabase() } = options
  const patience = options.waitsForLocks ? { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 } : {}
  const connection = { ...(await serverConnection(testDatabase())), url, ...patience, ...defined({ answerTimeoutMs }) }
  const pool = new ConnectionPool(connection, options.poolSize ?? 2)
  const brand = await brandOf(shop)
  const faults: unknown[] = []
  const engine = new Engine({
    connection,
    pool,
    oncePool: pool,
    longPool: pool,
    pins: new PinKeeper(randomBytes(32), randomBytes),
    random: options.random ?? randomBytes,
    environment: 'demo',
    brandAt: () => brand,
    brandChanged: async () => undefined,
    lanes: options.lanes ?? 1,
    batchSize: 64,
    limits: { perCard: 256, perBrand: 2048, inAll: 4096 },
    workLimit: 1_000_000,
    stopwatch: options.stopwatch ?? (() => 0),
    onOverwork: () => undefined,
    onFault: (error) => faults.push(error),
    onMisuse: () => undefined,
    onUnfulfilled: () => undefined,
    ...defined({ recorderLimits }),
  })
  rooms.push(async () => {
    await engine.drain()
    await pool.close()
  })
  return { engine, ...scriptsOf(engine, brand, faults) }
}

async function brandOf(shop: Shop): Promise<Brand> {
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  try {
    const brand = await loadBrand(pool, shop.id, testSealer)
    assert(brand)
    return brand
  } finally {
    await pool.close()
  }
}

function scriptsOf(engine: Engine, brand: Brand, faults: unknown[]): Omit<EngineRoom, 'engine'> {
  const newRef = () => uuidV7(Date.now(), randomBytes(10))
  const callOf = ({ ref = newRef(), id, note }: RunOptions) => ({
    call: { ref, locationId: 'L1', terminalId: 'T1', ...defined({ note }) },
    brand,
    unknownFields: [],
    ...(id !== undefined && { idempotency: { idSha256: sha256(id), fingerprint: sha256('the same') } }),
  })
  const run = (touches: Touches, decide: Decide, more: RunOptions = {}) =>
    engine.run({ operation: scripted, request: { touches, decide }, ...callOf(more) })
  const nothing: Query['answer'] = async () => ({ kind: 'answer', response: {} })
  const read = (answer = nothing, more: RunOptions = {}) =>
    engine.run({ operation: scriptedQuery, request: { answer }, ...callOf(more) })
  const must = async (touches: Touches, decide: Decide) => {
    const ref = newRef()
    const finished = await run(touches, decide, { ref })
    assert.equal(finished.kind, 'done', JSON.stringify([finished, faults.map(String)]))
    return ref
  }
  return { brand, faults, newRef, run, read, must }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** An outcome with these parts. */
export const outcome = (parts: Partial<Outcome<object>> = {}): Outcome<object> => ({
  kind: 'outcome',
  response: {},
  cards: [],
  postings: [],
  ...parts,
})

/** The card of this number, which has to be there. */
export function cardIn(context: Context, number: string) {
  const card = context.card(number)
  assert(card, `the card ${number} was loaded`)
  return card
}

export const millionths = (units: number) => String(Math.round(units * 1_000_000))

/** A sale of these lines: SKU, quantity, unit price, net. */
export function saleOf(
  context: Context,
  lines: readonly (readonly [sku: string, quantity: number, unitPrice: number, net: number])[],
  more: Partial<CheckoutRecord> = {},
): CheckoutRecord {
  const net = lines.reduce((sum, [, , , line]) => sum + line, 0)
  return {
    ref: context.call.ref,
    kind: 'sale',
    happenedAt: context.now,
    locationId: 'L1',
    currency: 'USD',
    scale: 2,
    total: net,
    discount: 0,
    net,
    content: {
      lines: lines.map(([sku, quantity, unitPrice, value], index) => ({
        sku,
        quantity: millionths(quantity),
        unitPrice: millionths(unitPrice),
        sequenceId: index + 1,
        value,
        net: value,
      })),
    },
    isVoided: false,
    ...more,
  }
}
