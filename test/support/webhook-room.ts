import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { type TellingParts, type ToldCounts, tellWebhook } from '../../server/calls/delivery/tell-webhook.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { assertTold } from './described-answer.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openShop, type Shop, type ShopOptions, testDatabase, testSealer } from './shop.ts'
import { sql } from './time-passes.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 10)
after(() => pool.close())

export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

export interface Told {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  readonly data: any
}

/** A brand whose webhook `erp` is a receiver of this test, and a worker at an instant that the test chooses. */
export async function openWebhookShop(
  t: TestContext,
  { webhook = {}, more = {}, ...options }: WebhookShopOptions = {},
) {
  const receiver = await openReceiver(t)
  const webhooks = [{ id: 'erp', url: receiver.url, secrets: [secret], ...webhook }]
  const shop = await openShop({ ...options, more: { ...more, webhooks } })
  const worker = workerOf(shop)
  return { shop, receiver, told: () => toldTo(receiver), ...worker }
}

/** Nothing gets through for days, so that the server stops calling it. */
export async function failForDays({ shop, receiver, tell, wait }: Awaited<ReturnType<typeof openWebhookShop>>) {
  receiver.behaves(500)
  await shop.card({ usd: 5 })
  for (let day = 0; day < 12; day += 1) {
    await tell()
    wait(24 * 3600)
  }
}

export interface WebhookShopOptions extends ShopOptions {
  readonly webhook?: object
}

function workerOf(shop: Shop) {
  const logged: string[] = []
  // Ahead of the database, so that what the test is about to do is due.
  const clock = { now: Date.now() + 600_000 }
  const parts: TellingParts = {
    pool,
    now: () => clock.now,
    random: () => 0,
    network: { ...systemNetwork(true), timeouts: { connectMs: 1000, totalMs: 1000 } },
    log: openLog('debug', (line) => logged.push(line)),
  }
  const tellOnce = async (change: Partial<TellingParts> = {}, id = 'erp'): Promise<ToldCounts | undefined> => {
    const brand = await loadBrand(pool, shop.id, testSealer)
    const webhook = brand?.document.webhooks.find((one) => one.id === id)
    assert.ok(brand && webhook)
    return tellWebhook({ ...parts, ...change }, brand, webhook)
  }
  /** Round after round, until nothing is due. */
  const tell = async (): Promise<ToldCounts> => {
    const sums = { told: 0, failed: 0, givenUp: 0 }
    for (let round = await tellOnce(); round; round = await tellOnce()) {
      sums.told += round.told
      sums.failed += round.failed
      sums.givenUp += round.givenUp
    }
    return sums
  }
  const wait = (seconds: number) => {
    clock.now += seconds * 1000
  }
  return { clock, parts, logged, tellOnce, tell, wait, pool }
}

/** Each is held against its description. */
const toldTo = ({ received }: Receiver): Told[] =>
  received.map(({ headers, body }) => {
    const told = { id: String(headers['webhook-id']), ...JSON.parse(body) }
    assertTold(told)
    return told
  })

export const typesOf = (told: readonly Told[]) => told.map(({ type }) => type)

export const waitingOf = (shop: Shop) =>
  sql(
    `select position, attempts, last_error, given_up_at is not null as given_up
     from notice_delivery where brand_id = $1 order by position`,
    [shop.id],
  )
