import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { type DeliveryParts, deliverOnce } from '../../server/calls/delivery/deliver.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { addressMarkUse } from '../../server/domain/channel/address-mark.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { insertMessages } from '../../server/storage/store/batch/message.sql.ts'
import { openShop, type Shop, testDatabase, testKey, testSealer } from './shop.ts'
import { makeDatabase } from './template-database.ts'
import { sql } from './time-passes.ts'

/**
 * Delivery takes the messages of all brands, so these tests have a database of their own: those of other test files
 * look at messages that nobody may take.
 */
async function openOwnDatabase(): Promise<ConnectionPool> {
  const url = await makeDatabase(testDatabase(), `delivery_${randomBytes(6).toString('hex')}`)
  process.env.PURSER_TEST_DATABASE = url
  return new ConnectionPool({ url }, 20)
}

export const pool: ConnectionPool = await openOwnDatabase()
after(() => pool.close())

export const logged: string[] = []
const log = openLog('debug', (line) => logged.push(line))

/** As a worker would be, at an instant that the test chooses; messages of earlier tests are gone. */
export async function openRoom(timeout = 10_000) {
  await pool.rows`delete from message where brand_id is not null`
  logged.length = 0
  // Ahead of the database, so that what the test is about to write is due.
  const clock = { now: Date.now() + 600_000 }
  const parts: DeliveryParts = {
    pool,
    now: () => clock.now,
    random: () => 0,
    brandAt: (brand) => loadBrand(pool, brand, testSealer),
    senders: openSenders({ ...systemNetwork(true), timeouts: { connectMs: timeout, totalMs: timeout } }),
    addressKey: () => new PinKeeper(testKey, randomBytes).keyFor(addressMarkUse),
    log,
  }
  return {
    clock,
    parts,
    deliver: (change: Partial<DeliveryParts> = {}) => deliverOnce({ ...parts, ...change }),
    /** Lets so many seconds pass. */
    wait: (seconds: number) => {
      clock.now += seconds * 1000
    },
  }
}

/** A brand that sends by these senders. */
export const openSendingShop = (senders: object, more: object = {}) =>
  openShop({ brand: { apiVersion: 2 }, more: { senders, ...more } })

type NewRow = Partial<Parameters<typeof insertMessages>[2][number]>

/** Puts messages into the outbox as calls do, and answers their ids. */
export async function putMessages(shop: Shop, ...rows: readonly NewRow[]): Promise<string[]> {
  const made = rows.map((row) => ({
    channel: 'webhook' as const,
    rule: 'campaign/rule',
    text: 'Some content',
    ref: uuidV7(Date.now(), randomBytes(10)),
    line: 1,
    createdAt: Date.now(),
    ...row,
  }))
  await insertMessages(pool, shop.id, made)
  return made.map(({ ref, line }) => `${ref}-${line}`)
}

export async function cardIdOf(shop: Shop, cardNumber: string): Promise<number> {
  const [row] = await sql('select card_id from card where brand_id = $1 and card_number = $2', [shop.id, cardNumber])
  return Number(row.card_id)
}

/** The messages of a brand as they are kept, the oldest first. */
export function messagesOf(shop: Shop) {
  return sql(
    `select state, attempts, last_error, sent_at is not null as sent, lease_until is not null as leased,
       next_attempt_at from message where brand_id = $1 order by created_at, request_ref, line`,
    [shop.id],
  )
}

export const statesOf = async (shop: Shop): Promise<string[]> =>
  (await messagesOf(shop)).map(({ state, last_error }) => (last_error ? `${state}: ${last_error}` : state))
