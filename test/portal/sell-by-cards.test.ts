import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { openPayments } from '../../server/background/jobs/sales/open-payments.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { sql } from '../support/time-passes.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', terminals: ['T1'] },
      { id: 'L2', terminals: ['T2'] },
    ],
  })
})

after(() => room?.close())

const newId = () => `sale-${randomUUID()}`
const usd = async (card: string) => (await room.shop.balances(card))[0]?.amount ?? 0
const byCard = (amount: number) => ({ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount })
const openRows = async () => (await sql('select 1 from open_payment where brand_id = $1', [room.shop.id])).length

async function customers() {
  const [own, gift] = [await room.shop.card({ usd: 4 }), await room.shop.card({ usd: 10 })]
  const sale = { cardNumber: own, products: productsOf('1 CUP 12'), paymentMethods: [byCard(4)] }
  return { own, gift, sale }
}

const isEmpty = async () => {
  assert.equal(await openRows(), 0, 'nothing is open')
  assert.deepEqual(await room.shop.verify(), [])
}

test('two cards pay one sale, asked again it is the same one, and Undo gives both back', async () => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier', { location: 'L1' })
  const asked = { sale, otherCards: [{ cardNumber: gift, amount: 8 }], locationId: 'L1', requestId: newId() }
  const sold = await cashier.must('sellByCards', asked)
  assert.equal(sold.cardNumber, own)
  assert.deepEqual([await usd(own), await usd(gift)], [0, 2])

  const again = await cashier.ask('sellByCards', asked)
  const { reason, original, matches } = again.body.error
  assert.deepEqual([reason, original, matches], ['doneBefore', sold.requestRef, true])
  const found = await cashier.must('callOutcomes', { requestIds: [asked.requestId] })
  assert.equal(found.outcomes[0].requestRef, sold.requestRef)
  assert.deepEqual([await usd(own), await usd(gift)], [0, 2])
  await isEmpty()

  // What paid the sale is not offered by itself.
  assert.deepEqual((await cashier.must('terminalCard', { cardNumber: gift })).mine, [])
  const undone = await cashier.call(
    'voidTransaction',
    { requestRef: sold.requestRef, cardNumber: own },
    { location: 'L1', note: 'Undo' },
  )
  assert.equal(undone.status, 200, JSON.stringify(undone.body))
  assert.deepEqual([await usd(own), await usd(gift)], [4, 10])
  // The answer was lost for so long that it was undone meanwhile: nothing is taken for it once more.
  assert.equal((await cashier.ask('sellByCards', asked)).body.error.reason, 'doneBefore')
  assert.deepEqual([await usd(own), await usd(gift)], [4, 10])
  await isEmpty()
})

test('what stands against any part is said before anything is taken', async () => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const other = (amount: number) => [{ cardNumber: gift, amount }]
  const tries: readonly [object, RegExp][] = [
    [{ sale: { ...sale, coupons: ['NONE'] }, otherCards: other(8) }, /coupon/i],
    [{ sale, otherCards: other(9) }, /more than/i],
    [{ sale: { ...sale, paymentMethods: [] }, otherCards: other(11) }, new RegExp(`^${gift}: `)],
    [{ sale: { ...sale, paymentMethods: [byCard(5)] }, otherCards: other(7) }, /balance|enough/i],
    [{ sale, otherCards: [...other(4), ...other(4)] }, /each card pays once/],
    [{ sale, otherCards: [{ cardNumber: own, amount: 8 }] }, /each card pays once/],
    [{ sale, otherCards: [{ cardNumber: '404404', amount: 8 }] }, /404404: /],
    [{ sale: { ...sale, isSetup: true }, otherCards: other(8) }, /in one call/],
    [{ sale, otherCards: [] }, /name a card/],
  ]
  for (const [asked, told] of tries) {
    const { status, body } = await cashier.ask('sellByCards', { ...asked, requestId: newId() })
    assert.ok(status >= 400, JSON.stringify(body))
    assert.match(body.error.text, told)
    assert.deepEqual([await usd(own), await usd(gift)], [4, 10])
  }
  const elsewhere = await room.login('cashier', { location: 'L2' })
  const asked = { sale, otherCards: other(8), locationId: 'L1', requestId: newId() }
  assert.equal((await elsewhere.ask('sellByCards', asked)).status, 403)
  await isEmpty()
})

test('a form that was refused may be sent again, changed or not', async (t) => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const requestId = newId()
  const asked = (amount: number) => ({ sale, otherCards: [{ cardNumber: gift, amount }], requestId })
  // The card that buys is busy for longer than a till waits: the other one has paid by then, and gets it back.
  const other = await OtherTransaction.begin(t)
  await other.query('select from card where brand_id = $1 and card_number = $2 for update', [room.shop.id, own])
  const refused = await cashier.ask('sellByCards', asked(8))
  await other.query('rollback', [])
  assert.ok(refused.status >= 500, JSON.stringify(refused.body))
  if (refused.body.error.reason === 'inDoubt') await cashier.must('callOutcomes', { requestIds: [requestId] })
  assert.deepEqual([await usd(own), await usd(gift)], [4, 10])
  assert.equal((await cashier.ask('sellByCards', asked(7))).status, 200)
  assert.deepEqual([await usd(own), await usd(gift)], [0, 3])
  await isEmpty()
})

test('a payment that is under way is not forgotten, and comes back if its sale is refused', async (t) => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const asked = { sale, otherCards: [{ cardNumber: gift, amount: 8 }], requestId: newId() }
  const lock = async (card: string) => {
    const other = await OtherTransaction.begin(t)
    await other.query('select from card where brand_id = $1 and card_number = $2 for update', [room.shop.id, card])
    return other
  }
  const [ofOwn, ofGift] = [await lock(own), await lock(gift)]
  const answer = cashier.ask('sellByCards', asked)
  await ofGift.blocks()
  // Somebody asks from another tab, while the redemption waits for its card.
  const { outcomes, notBack } = await cashier.must('callOutcomes', { requestIds: [asked.requestId] })
  assert.deepEqual([outcomes, notBack], [[], [asked.requestId]])
  await ofGift.end('rollback')
  await ofOwn.blocks()
  assert.equal(await usd(gift), 2)
  const refused = await answer
  await ofOwn.end('rollback')
  assert.ok(refused.status >= 500, JSON.stringify(refused.body))
  if (refused.body.error.reason === 'inDoubt') await cashier.must('callOutcomes', { requestIds: [asked.requestId] })
  assert.deepEqual([await usd(own), await usd(gift)], [4, 10])
  await isEmpty()
})

test('as long as the commit of a payment hangs, the sale is in doubt, and then goes on', async (t) => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const asked = { sale, otherCards: [{ cardNumber: gift, amount: 8 }], requestId: newId() }
  const key = `sale\0${JSON.stringify([cashier.name, asked.requestId, gift, 0])}`
  const hash = createHash('sha256').update(key).digest()
  const hanging = await OtherTransaction.begin(t)
  await hanging.query(
    `insert into idempotency_key (brand_id, id_sha256, request_ref, fingerprint) values ($1, $2, gen_random_uuid(), $2)`,
    [room.shop.id, hash],
  )
  assert.equal((await cashier.ask('sellByCards', asked)).body.error.reason, 'inDoubt')
  await sql("update open_payment set begun_at = now() - interval '1 day', due_at = now() where brand_id = $1", [
    room.shop.id,
  ])
  const jobs = await openJobRoom(room.shop)
  assert.deepEqual((await openPayments.run(jobs)).counts, { back: 0, later: 1, failed: 0 })
  assert.equal(await openRows(), 1)
  await hanging.end('rollback')
  assert.equal((await cashier.ask('sellByCards', asked)).status, 200)
  assert.deepEqual([await usd(own), await usd(gift)], [0, 2])
  await isEmpty()
})

test('what was never paid is forgotten once no server can be about to pay it', async (t) => {
  const { gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const asked = { sale, otherCards: [{ cardNumber: gift, amount: 8 }], requestId: newId() }
  const other = await OtherTransaction.begin(t)
  await other.query('select from card where brand_id = $1 and card_number = $2 for update', [room.shop.id, gift])
  assert.ok((await cashier.ask('sellByCards', asked)).status >= 500)
  await other.end('rollback')
  const jobs = await openJobRoom(room.shop)
  const round = async () => {
    await sql('update open_payment set due_at = now() where brand_id = $1', [room.shop.id])
    await openPayments.run(jobs)
    return openRows()
  }
  await sql('update open_payment set begun_at = now() where brand_id = $1', [room.shop.id])
  assert.equal(await round(), 1)
  await sql("update open_payment set begun_at = now() - interval '31 seconds' where brand_id = $1", [room.shop.id])
  assert.equal(await round(), 0)
  assert.equal(await usd(gift), 10)
  await isEmpty()
})

test('a sale of three cards that was refused is made when the same form is sent again', async (t) => {
  const { own, gift, sale } = await customers()
  const second = await room.shop.card({ usd: 5 })
  const cashier = await room.login('cashier')
  const otherCards = [
    { cardNumber: gift, amount: 5 },
    { cardNumber: second, amount: 3 },
  ]
  const asked = { sale, otherCards, requestId: newId() }
  const other = await OtherTransaction.begin(t)
  await other.query('select from card where brand_id = $1 and card_number = $2 for update', [room.shop.id, own])
  const refused = await cashier.ask('sellByCards', asked)
  await other.end('rollback')
  if (refused.body.error.reason === 'inDoubt') await cashier.must('callOutcomes', { requestIds: [asked.requestId] })
  assert.deepEqual([await usd(own), await usd(gift), await usd(second)], [4, 10, 5])
  const made = await cashier.ask('sellByCards', asked)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.deepEqual([await usd(own), await usd(gift), await usd(second)], [0, 5, 2])
  await isEmpty()
})

test('what was done with the same id is no sale of this card', async () => {
  const { own, gift, sale } = await customers()
  const cashier = await room.login('cashier')
  const requestId = newId()
  const redeemed = {
    cardNumber: own,
    action: 'redeem',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 1 },
  }
  assert.equal((await cashier.call('updateBalance', redeemed, { customRequestId: requestId })).status, 200)
  const asked = { sale, otherCards: [{ cardNumber: gift, amount: 8 }], requestId }
  const { reason, matches } = (await cashier.ask('sellByCards', asked)).body.error
  assert.deepEqual([reason, matches], ['doneBefore', false])
  assert.deepEqual([await usd(own), await usd(gift)], [3, 10])
  await isEmpty()
})
