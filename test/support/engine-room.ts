import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { Brand } from '../../server/brand/brand.ts'
import { loadBrand } from '../../server/brand-store/load-brand.ts'
import { PinKeeper } from '../../server/card/pin-keeper.ts'
import type { CheckoutRecord } from '../../server/checkout/record.ts'
import { ConnectionPool } from '../../server/database/connection.ts'
import { serverConnection } from '../../server/database/database.ts'
import type { Decision, DecisionContext } from '../../server/decision/decision.ts'
import type { Outcome } from '../../server/decision/outcome.ts'
import type { Touches } from '../../server/decision/touches.ts'
import { Engine } from '../../server/engine/engine.ts'
import type { Finished } from '../../server/engine/work.ts'
import { uuidV7 } from '../../server/kernel/ids.ts'
import { type Command, command } from '../../server/operations/operation.ts'
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

export interface EngineRoom {
  readonly brand: Brand
  /** Exceptions that commands ended in. */
  readonly faults: unknown[]
  newRef(): string
  /** Commands that are run without waiting in between share a batch. */
  run(touches: Touches, decide: Decide, ref?: string): Promise<Finished>
  /** Runs a command that has to succeed, and answers its reference. */
  must(touches: Touches, decide: Decide): Promise<string>
}

const rooms: (() => Promise<void>)[] = []

after(async () => {
  for (const close of rooms) await close()
})

/** An engine of its own with one lane, on a shop's brand. */
export async function openEngine(shop: Shop): Promise<EngineRoom> {
  const connection = await serverConnection(testDatabase())
  const pool = new ConnectionPool(connection, 2)
  const brand = await loadBrand(pool, shop.id, testSealer)
  assert(brand)
  const faults: unknown[] = []
  const engine = new Engine({
    connection,
    pool,
    oncePool: pool,
    pins: new PinKeeper(randomBytes(32), randomBytes),
    random: randomBytes,
    environment: 'demo',
    brandAt: () => brand,
    brandChanged: async () => undefined,
    lanes: 1,
    batchSize: 64,
    limits: { perCard: 256, perBrand: 2048, inAll: 4096 },
    onFault: (error) => faults.push(error),
    onMisuse: () => undefined,
    onUnfulfilled: () => undefined,
  })
  rooms.push(async () => {
    await engine.drain()
    await pool.close()
  })
  const newRef = () => uuidV7(Date.now(), randomBytes(10))
  const run = (touches: Touches, decide: Decide, ref = newRef()) => {
    const call = { ref, locationId: 'L1', terminalId: 'T1' }
    return engine.run({ operation: scripted, request: { touches, decide }, call, brand, unknownFields: [] })
  }
  const must = async (touches: Touches, decide: Decide) => {
    const ref = newRef()
    const finished = await run(touches, decide, ref)
    assert.equal(finished.kind, 'done', JSON.stringify([finished, faults.map(String)]))
    return ref
  }
  return { brand, faults, newRef, run, must }
}

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
