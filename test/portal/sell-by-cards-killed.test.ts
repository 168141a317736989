import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { openPayments } from '../../server/background/jobs/sales/open-payments.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openPortalRoom, type PortalRoom, PortalUser } from '../support/portal-room.ts'
import { ServerBeside } from '../support/server-beside.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

const usd = async (card: string) => (await room.shop.balances(card))[0]?.amount ?? 0
const balances = async ({ own, gift }: { own: string; gift: string }) => [await usd(own), await usd(gift)]

let sales = 0

/** A sale of 12 by two cards, whose server is killed once the second card has paid 8, and before the sale is made. */
async function cutOff(t: TestContext) {
  const [own, gift] = [await room.shop.card({ usd: 4 }), await room.shop.card({ usd: 10 })]
  const cashier = await room.login('cashier')
  const paid = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 4 }
  sales += 1
  const asked = {
    sale: { cardNumber: own, products: productsOf('1 CUP 12'), paymentMethods: [paid] },
    otherCards: [{ cardNumber: gift, amount: 8 }],
    requestId: `killed-sale-${sales}`,
  }
  const beside = await ServerBeside.ready(t, ['--no-jobs', '--environment', 'test', '--log-level', 'warn'])
  const there = new PortalUser(beside.port, cashier.name, room.shop.id)
  there.cookie = cashier.cookie
  const lock = await OtherTransaction.begin(t)
  await lock.query('select from card where brand_id = $1 and card_number = $2 for update', [room.shop.id, own])
  const answer = there.ask('sellByCards', asked).then(
    ({ status }) => `an answer: ${status}`,
    () => 'no answer',
  )
  await until('the second card has paid', async () => (await usd(gift)) === 2, 20)
  await lock.blocks()
  await beside.kill()
  await lock.query('rollback', [])
  assert.equal(await answer, 'no answer')
  assert.deepEqual(await balances({ own, gift }), [4, 2])
  return { own, gift, cashier, asked }
}

const isSettled = async () => {
  assert.deepEqual(await sql('select * from open_payment where brand_id = $1', [room.shop.id]), [])
  assert.deepEqual(await room.shop.verify(), [])
}

test('sent again after a kill, the sale is made and the second card has paid once', async (t) => {
  const { asked, cashier, ...cards } = await cutOff(t)
  const both = await Promise.all([cashier.ask('sellByCards', asked), cashier.ask('sellByCards', asked)])
  assert.ok(
    both.every(({ status, body }) => status === 200 || (body.error.reason === 'doneBefore' && body.error.matches)),
    JSON.stringify(both.map(({ body }) => body)),
  )
  assert.deepEqual(await balances(cards), [0, 2])
  await isSettled()
})

test('whoever opens the page again is told that it was not done, and by then the second card has its money', async (t) => {
  const { asked, cashier, ...cards } = await cutOff(t)
  const stranger = await room.login('cashier')
  await stranger.must('callOutcomes', { requestIds: [asked.requestId] })
  assert.deepEqual(await balances(cards), [4, 2], 'it is asked about by whoever sent it')
  assert.deepEqual((await cashier.must('callOutcomes', { requestIds: [asked.requestId] })).outcomes, [])
  assert.deepEqual(await balances(cards), [4, 10])
  // A tab that has waited all the time still makes the sale it was asked for.
  assert.equal((await cashier.ask('sellByCards', asked)).status, 200)
  assert.deepEqual(await balances(cards), [0, 2])
  await isSettled()
})

test('if nobody asks, a job gives the money back, to the card that has everything now', async (t) => {
  const { own, gift, cashier, asked } = await cutOff(t)
  const heir = await room.shop.card()
  await room.shop.must('transfer', { action: 'out', cardNumber: gift })
  const jobs = await openJobRoom(room.shop)
  const round = async () => (await openPayments.run(jobs)).counts
  assert.deepEqual(await round(), { back: 0, later: 0, failed: 0 }, 'it is not due yet')
  await sql('update open_payment set due_at = now() where brand_id = $1', [room.shop.id])
  assert.deepEqual(await round(), { back: 0, later: 1, failed: 0 }, 'the value is between two cards')
  const { outcomes, notBack } = await cashier.must('callOutcomes', { requestIds: [asked.requestId, 'another'] })
  assert.deepEqual([outcomes, notBack], [[], [asked.requestId]])
  await room.shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: gift, mergeMode: 'combine' })
  await sql('update open_payment set due_at = now() where brand_id = $1', [room.shop.id])
  assert.deepEqual(await round(), { back: 1, later: 0, failed: 0 })
  assert.deepEqual([await usd(own), await usd(heir)], [4, 10])
  await isSettled()
})

test('what has paid a sale stays, also if its note was left behind', async (t) => {
  const { asked, cashier, ...cards } = await cutOff(t)
  const [note] = await sql('select * from open_payment where brand_id = $1', [room.shop.id])
  await cashier.must('sellByCards', asked)
  await sql(
    `insert into open_payment (brand_id, payment_id, sale_id, user_name, location_id, terminal_id, due_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [room.shop.id, note.payment_id, note.sale_id, note.user_name, note.location_id, note.terminal_id],
  )
  const jobs = await openJobRoom(room.shop)
  assert.deepEqual((await openPayments.run(jobs)).counts, { back: 0, later: 0, failed: 0 })
  assert.deepEqual(await balances(cards), [0, 2])
  await isSettled()
})

test('a sale that somebody has asked for again is left alone, whatever was due of it', async (t) => {
  const { asked, cashier, ...cards } = await cutOff(t)
  await sql('update open_payment set due_at = now() where brand_id = $1', [room.shop.id])
  await sql(
    `insert into open_payment (brand_id, payment_id, sale_id, user_name, location_id, terminal_id, due_at)
     select brand_id, sha256('another'), sale_id, user_name, location_id, terminal_id, now() + interval '1 minute'
     from open_payment where brand_id = $1`,
    [room.shop.id],
  )
  const jobs = await openJobRoom(room.shop)
  assert.deepEqual((await openPayments.run(jobs)).counts, { back: 0, later: 0, failed: 0 })
  assert.deepEqual(await balances(cards), [4, 2])
  await sql("delete from open_payment where brand_id = $1 and payment_id = sha256('another')", [room.shop.id])
  await cashier.must('sellByCards', asked)
  assert.deepEqual(await balances(cards), [0, 2])
  await isSettled()
})

test('asked again for something that cannot be done, the second card has its money', async (t) => {
  const { asked, cashier, ...cards } = await cutOff(t)
  const inStages = { ...asked, sale: { ...asked.sale, isSetup: true } }
  assert.match((await cashier.ask('sellByCards', inStages)).body.error.text, /in one call/)
  assert.deepEqual(await balances(cards), [4, 10])
  await isSettled()
})

/** As if the database went away at that moment. */
async function breakAt(t: TestContext, change: 'insert' | 'delete', when = 'true') {
  const run = (statement: string) => sql(statement, [])
  await run(`create function break_off() returns trigger language plpgsql as $$ begin
    raise exception 'away' using errcode = '08006'; end $$`)
  await run(`create function is_second(sale bytea) returns boolean language sql as
    $$ select exists (select from public.open_payment where sale_id = sale) $$`)
  await run(`create trigger break_off before ${change} on open_payment for each row when (${when})
    execute function break_off()`)
  const mend = () => run('drop function if exists break_off, is_second cascade')
  t.after(mend)
  return mend
}

async function threeCards() {
  const own = await room.shop.card({ usd: 4 })
  const [gift, second] = [await room.shop.card({ usd: 10 }), await room.shop.card({ usd: 10 })]
  sales += 1
  const otherCards = [gift, second].map((cardNumber) => ({ cardNumber, amount: 6 }))
  const asked = {
    sale: { cardNumber: own, products: productsOf('1 CUP 12') },
    otherCards,
    requestId: `broken-sale-${sales}`,
  }
  return { asked, gift, second, cashier: await room.login('cashier') }
}

test('a sale that is made is told as made, whatever becomes of the notes', async (t) => {
  const { asked, gift, second, cashier } = await threeCards()
  const mend = await breakAt(t, 'delete')
  await cashier.must('sellByCards', asked)
  await mend()
  await sql('update open_payment set due_at = now() where brand_id = $1', [room.shop.id])
  const jobs = await openJobRoom(room.shop)
  assert.deepEqual((await openPayments.run(jobs)).counts, { back: 0, later: 0, failed: 0 })
  assert.deepEqual([await usd(gift), await usd(second)], [4, 4])
  await isSettled()
})

test('a database that goes away between two parts leaves the sale in doubt, and it goes on', async (t) => {
  const { asked, gift, second, cashier } = await threeCards()
  const mend = await breakAt(t, 'insert', 'is_second(new.sale_id)')
  assert.equal((await cashier.ask('sellByCards', asked)).body.error.reason, 'inDoubt')
  assert.deepEqual([await usd(gift), await usd(second)], [4, 10])
  await mend()
  await cashier.must('sellByCards', asked)
  assert.deepEqual([await usd(gift), await usd(second)], [4, 4])
  await isSettled()
})
