import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { askDatabase } from './asked-database.ts'
import { type Answer, openShop, Shop, type ShopOptions, startTestService, testDatabase } from './shop.ts'

export interface Race {
  /** The brand at the first server. */
  readonly shop: Shop
  /** The brand as the caller of this number reaches it: always at the same server, or in turn at two of them. */
  readonly till: (caller: number) => Shop
}

let second: Promise<Service> | undefined

after(async () => {
  await (await second)?.stop()
})

/** One promise, kept by one server and by two servers that share nothing but the database. */
export function race(name: string, run: (race: Race) => Promise<void>, options: ShopOptions = {}): void {
  test(`${name}: at one server`, async () => {
    const shop = await openShop(options)
    await run({ shop, till: () => shop })
    assert.deepEqual(await shop.verify(), [])
  })
  test(`${name}: at two servers`, async () => {
    const shop = await openShop(options)
    second ??= startTestService()
    const other = atServer(shop, await second)
    await run({ shop, till: (caller) => (caller % 2 === 0 ? shop : other) })
    assert.deepEqual(await shop.verify(), [])
  })
}

export function atServer(shop: Shop, service: Service): Shop {
  return new Shop({ id: shop.id, secret: shop.secret, port: service.port, file: shop.file })
}

/** How often each outcome came: 'ok', or the error code. */
export function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { body } of answers) {
    const outcome = body.success ? 'ok' : String(body.errorCode)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

export const successes = (answers: readonly Answer[]) => answers.filter(({ body }) => body.success)

/** Keeps a card's row locked while the body runs, as a transaction elsewhere would. */
export async function whileCardIsLocked<T>(shop: Shop, cardNumber: string, body: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from card where brand_id = $1 and card_number = $2 for update', [shop.id, cardNumber])
    return await body()
  } finally {
    await client.query('rollback').finally(() => client.end())
  }
}

/** Rows of the database as they are, for what no call shows. */
export function ask(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return askDatabase(testDatabase(), statement, values)
}
