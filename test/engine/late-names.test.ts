import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { uuidFloor } from '../../server/ground/kernel/ids.ts'
import { settledJob } from '../../server/ground/kernel/settled.ts'
import { openLog } from '../../server/ground/log/log.ts'
import type { Service } from '../../server/program/assembly/running-server.ts'
import { openErringProxy } from '../support/erring-proxy.ts'
import { type Answer, openShop, type Shop, startTestService, testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** Five seconds are promised; a machine that has much else to do gets some more. */
const answeredMs = 6500
/** Each try takes so long, and there are several. */
const tryMs = 1700

const proxy = openErringProxy()
let service: Service
let shop: Shop
let database: pg.Pool
let marked = Date.now()

before(async () => {
  service = await startTestService(['--lanes', '1'], false, proxy.url, { log: openLog('silent') })
  shop = await openShop({ service })
  database = new pg.Pool({ connectionString: testDatabase() })
})

after(async () => {
  await database.end()
  await service.stop()
})

/** Settles the books an hour further. */
function settleFurther(): Promise<unknown> {
  marked += 3_600_000
  const put = `insert into job_mark (brand_id, job, mark) values ($1, $2, $3)
    on conflict (brand_id, job) do update set mark = excluded.mark`
  return database.query(put, [shop.id, settledJob, uuidFloor(marked)])
}

const kinds: Readonly<Record<string, (card: string, headers: Record<string, string>) => Promise<Answer>>> = {
  command: (card, headers) => shop.update(card, 'redeem', { usd: 4 }, {}, headers),
  'read with an id': (card, headers) => shop.call('cardHistory', { cardNumber: card }, headers),
}

for (const [kind, call] of Object.entries(kinds)) {
  test(`${kind}: however often it is named anew, it has an answer in time, and nothing happens after that`, async () => {
    const card = await shop.card({ usd: 10 })
    const headers = { customRequestId: randomUUID() }
    await settleFurther()
    let tries = 0
    proxy.fateOf = ({ text }) => {
      if (text !== 'begin' && !text.startsWith('begin ')) return undefined
      tries += 1
      void settleFurther()
      return { waitsMs: tryMs }
    }
    const began = performance.now()
    const { body } = await call(card, headers)
    const tookMs = performance.now() - began
    proxy.fateOf = () => undefined
    assert.ok(tries > 1, `${tries} tries`)
    assert.ok(tookMs < answeredMs, `it took ${Math.round(tookMs)} ms, ${tries} tries`)
    assert.equal(body.errorCode, 109)
    const { body: again } = await call(card, headers)
    assert.equal(again.success, true, JSON.stringify(again))
    assert.deepEqual(await shop.verify(), [])
  })
}
