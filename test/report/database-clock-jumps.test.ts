import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '../../server/database/in-transaction.ts'
import { closeMonth } from '../../server/report/closed/close-month.ts'
import { settleBooks } from '../../server/report/settle.sql.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { datedPlaces, live, rollFrom } from '../support/dated-history.ts'
import { type JobRoom, openJobRoom } from '../support/job-room.ts'
import { rowsOf, sumUp } from '../support/report-shop.ts'
import { Shop, startTestService } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useTravelClock } from '../support/travel-clock.ts'

await useTravelClock()

const manyCards = [{ id: 'cards', name: 'Cards', generate: { count: 2000, prefix: '60', length: 16 } }]

const realNow = Date.now
const hour = 3_600_000
const ownClock = (shift: number) => {
  Date.now = () => realNow() + shift
}
after(() => ownClock(0))

const databaseClock = (shift: number) =>
  sql('update travel.clock set shift = make_interval(secs => $1)', [Math.round(shift / 1000)])

/** By how many hours the servers' machine is off, and the database. */
const jumps: readonly (readonly [number, number])[] = [
  [-2, 0],
  [0, 2],
  [5, 1],
  [-3, -3],
  [1, -1],
  [0, 1],
  [0, 0],
]

async function close(context: JobRoom, month: string) {
  const brand = await context.brandAt('')
  const now = await context.now()
  await settleBooks(context.pool, [brand.id], now + 50)
  return inTransaction(context.pool, (db) => closeMonth(db, brand, { month, by: 'ana', now }))
}

test('the clock of the database jumps, and those of two servers: nothing that is derived differs', async (t) => {
  const webhooks = [{ id: 'erp', url: 'https://erp.example.com/', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }]
  const { shop, bought } = await openRuleShop([], {
    ...datedPlaces,
    cardSets: manyCards,
    more: { ...datedPlaces.more, webhooks },
  })
  const second = await startTestService()
  t.after(() => second.stop())
  const theirs = new Shop({ id: shop.id, secret: shop.secret, port: second.port, file: shop.file })
  const context = await openJobRoom(shop)
  const roll = rollFrom(23)
  const dates = ['2026-01-10', '2026-01-31', '2026-02-03', '']
  const dateOf = () => {
    const date = dates[roll(dates.length)]
    return date ? { customRequestDate: `${date} 12:00:00` } : {}
  }
  let isOver = false
  const tills = [shop, theirs, shop, theirs].map(async (at) => {
    while (!isOver) await live({ shop: at, bought }, roll, 6, dateOf)
  })
  for (const [round, [machine, database]] of jumps.entries()) {
    ownClock(machine * hour)
    await databaseClock(database * hour)
    await wait(300)
    await sumUp(context)
    if (round === 2) assert.ok('closing' in (await close(context, '2026-01')))
    if (round === 5) assert.ok('closing' in (await close(context, '2026-02')))
  }
  isOver = true
  await Promise.all(tills)
  const before = await rowsOf(shop, 'roll-forward', { from: '2026-01-01', to: '2026-01-31' })
  await sumUp(context)
  assert.deepEqual(await rowsOf(shop, 'roll-forward', { from: '2026-01-01', to: '2026-01-31' }), before)
  assert.deepEqual(await shop.verify(), [])
  assert.deepEqual(await outOfOrder(shop), [])
})

/** Notices of a card that are told after those of its later calls. */
const outOfOrder = (shop: Shop) =>
  sql(
    `select * from (
       select delivery.card_id, request.card_seq, lag(request.card_seq) over (partition by delivery.card_id order by position) as before
       from notice_delivery as delivery
       join request on request.brand_id = delivery.brand_id and request.request_ref = delivery.request_ref
         and request.card_id = delivery.card_id
       where delivery.brand_id = $1) as told
     where before > card_seq`,
    [shop.id],
  )
