import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sealAudit } from '../../server/background/jobs/audit/seal-audit.ts'
import { inTransaction } from '../../server/ground/database/in-transaction.ts'
import { instantOf } from '../../server/ground/kernel/ids.ts'
import { FollowedBrand } from '../../server/program/command-line/look/followed-brand.ts'
import { closeMonth } from '../../server/storage/report/closed/close-month.ts'
import { settleBooks } from '../../server/storage/report/settle.sql.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { datedPlaces, live, rollFrom } from '../support/dated-history.ts'
import { type JobRoom, openJobRoom } from '../support/job-room.ts'
import { rowsOf, sumUp } from '../support/report-shop.ts'
import { ServerBeside, temporaryFolder } from '../support/server-beside.ts'
import { type Shop, testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useTravelClock } from '../support/travel-clock.ts'

await useTravelClock(5000)

const manyCards = [{ id: 'cards', name: 'Cards', generate: { count: 4000, prefix: '60', length: 16 } }]
const webhooks = [{ id: 'erp', url: 'https://erp.example.com/', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }]

const realNow = Date.now
const hour = 3_600_000
after(() => {
  Date.now = realNow
})

/** What a process takes for the time is as far off as a file says. */
const shiftedProcess = (file: string) => `
  import { readFileSync } from 'node:fs'
  const now = Date.now
  let shift = 0
  const read = () => { try { shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) } catch {} }
  read()
  setInterval(read, 20).unref()
  Date.now = () => now() + shift`

/** By how many hours each clock is off: that of this server, of another one, and of the database. */
type Jump = readonly [own: number, other: number, database: number]

/** Two servers of one brand, their tills, and whoever follows the calls. */
async function openClocks(t: TestContext) {
  const folder = temporaryFolder(t)
  const [shiftFile, preload] = [join(folder, 'shift'), join(folder, 'preload.mjs')]
  writeFileSync(shiftFile, String(-2 * hour))
  writeFileSync(preload, shiftedProcess(shiftFile))
  const env = { NODE_OPTIONS: `--import=${preload}`, PURSER_SECRET_KEY: testKey.toString('base64') }
  const beside = await ServerBeside.ready(t, ['--no-jobs'], { env })
  const more = { ...datedPlaces.more, webhooks }
  const { shop, bought } = await openRuleShop([], { ...datedPlaces, cardSets: manyCards, more })
  const context = await openJobRoom(shop)
  const following = new FollowedBrand(shop.id, (await context.now()) - 1000)
  const seen: string[] = []
  const look = async () => {
    const { calls } = await following.look(context.pool, await context.now())
    seen.push(...calls.map((call) => call.request_ref))
  }
  const jump = async ([own, other, database]: Jump) => {
    await look()
    Date.now = () => realNow() + own * hour
    writeFileSync(shiftFile, String(other * hour))
    await sql('update travel.clock set shift = make_interval(hours => $1)', [database])
    await wait(200)
    await look()
    await shop.must('generateCards', { cardSetId: 'cards', count: 1 })
    await sealAudit.run(context)
    await wait(150)
  }
  const roll = rollFrom(23)
  let isOver = false
  const open = (dateOf: () => object) => {
    const tills = [shop, beside.till(shop), shop, beside.till(shop)].map(async (at) => {
      while (!isOver) await live({ shop: at, bought }, roll, 6, dateOf)
    })
    return async () => {
      isOver = true
      await Promise.all(tills)
    }
  }
  return { shop, beside, context, seen, look, jump, roll, open }
}

/** Whoever follows calls has seen each once. */
async function assertSeen({ shop, seen, look }: Awaited<ReturnType<typeof openClocks>>) {
  for (let index = 0; index < 4; index += 1) await look()
  const stored = await sql(
    'select request_ref as ref, extract(epoch from happened_at) * 1000 as at from request where brand_id = $1',
    [shop.id],
  )
  assert.ok(stored.length > 100, `${stored.length} calls`)
  assert.deepEqual(seen.toSorted(), stored.map(({ ref }) => ref).toSorted())
  return stored
}

test('two servers whose clocks jump by hours: sums, origins and who follows calls miss nothing', async (t) => {
  const room = await openClocks(t)
  const { shop, context, jump } = room
  const close = room.open(() => ({}))
  const jumps: readonly Jump[] = [
    [-2, 3, 0],
    [5, -5, 0],
    [0, -1, 0],
    [-24, 24, 0],
    [0, 0, 0],
  ]
  for (const one of jumps) {
    await jump(one)
    await sumUp(context)
  }
  await close()
  await sumUp(context)
  for (const { ref, at } of await assertSeen(room))
    assert.ok(Math.abs(instantOf(ref) - Number(at)) < 60_000, 'named by the database')
  assert.match(room.beside.output, /clock is 7\d{3} s behind the database/)
  assert.deepEqual(await shop.verify(), [])
})

test('the clock of the database jumps, too: nothing that is derived, sealed, told or followed differs', async (t) => {
  const room = await openClocks(t)
  const { shop, context, jump, roll } = room
  const dates = ['2026-01-10', '2026-01-31', '2026-02-03', '']
  const close = room.open(() => {
    const date = dates[roll(dates.length)]
    return date ? { customRequestDate: `${date} 12:00:00` } : {}
  })
  const jumps: readonly Jump[] = [
    [-2, 1, 0],
    [0, 0, 2],
    [5, -3, 1],
    [-3, 0, -3],
    [1, 0, -1],
    [0, 2, 1],
    [0, 0, 0],
  ]
  for (const [round, one] of jumps.entries()) {
    await jump(one)
    await sumUp(context)
    if (round === 2) assert.ok('closing' in (await closeBooks(context, '2026-01')))
    if (round === 5) assert.ok('closing' in (await closeBooks(context, '2026-02')))
  }
  await close()
  const january = { from: '2026-01-01', to: '2026-01-31' }
  const before = await rowsOf(shop, 'roll-forward', january)
  await sumUp(context)
  assert.deepEqual(await rowsOf(shop, 'roll-forward', january), before)
  await sealAudit.run(context)
  const unsealed =
    'select from audit_entry full join audit_seal using (brand_id, entry_id) where brand_id = $1 and seq is null'
  assert.deepEqual(await sql(unsealed, [shop.id]), [])
  assert.deepEqual(await outOfOrder(shop), [])
  await assertSeen(room)
  assert.deepEqual(await shop.verify(), [])
})

async function closeBooks(context: JobRoom, month: string) {
  const brand = await context.brandAt('')
  const now = await context.now()
  await settleBooks(context.pool, [brand.id], now + 50)
  return inTransaction(context.pool, (db) => closeMonth(db, brand, { month, by: 'ana', now }))
}

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
