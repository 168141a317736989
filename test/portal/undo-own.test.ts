import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { type Clerk, openDesk } from '../support/portal-desk.ts'
import { openShop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]

async function openCounter() {
  const shop = await openShop({ locations, more: { portal: { limits: { cashier: { issue: { money: 20 } } } } } })
  const card = await shop.card({ usd: 50 })
  const desk = openDesk(shop)
  const redeem = (clerk: Clerk, amount: number, location = 'L1') =>
    clerk.call('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(amount) }, { location })
  const undo = (clerk: Clerk, { requestRef }: { requestRef: string }) =>
    clerk.call('voidTransaction', { requestRef, cardNumber: card }, { note: 'a slip', location: 'L1' })
  return { shop, card, desk, redeem, undo }
}

test('a cashier undoes what they did a moment ago, and sees that they can', async () => {
  const { shop, card, desk, redeem, undo } = await openCounter()
  const cashier = await desk.as('cashier')
  const used = await redeem(cashier, 12)
  const mine = async () =>
    (await cashier.ask('terminalCard', { cardNumber: card })).mine.map(
      ({ requestRef }: { requestRef: string }) => requestRef,
    )
  assert.deepEqual(await mine(), [used.requestRef])
  assert.equal((await undo(cashier, used)).error, undefined)
  assert.equal((await shop.balances(card))[0].amount, 50)
  assert.deepEqual(await mine(), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption that paid a sale is not offered by itself as long as the sale stands', async () => {
  const { shop, card, desk, redeem } = await openCounter()
  const cashier = await desk.as('cashier')
  const used = await redeem(cashier, 12)
  const buyer = await shop.card()
  const sale = await shop.must('checkout', {
    cardNumber: buyer,
    products: [{ sku: 'CUP', amountPurchased: 1, unitPrice: 12 }],
    paymentMethods: [{ updateBalanceRequestRef: used.requestRef }],
  })
  const later = await redeem(cashier, 1)
  const { mine } = await cashier.ask('terminalCard', { cardNumber: card })
  assert.deepEqual(
    mine.map(({ requestRef }: { requestRef: string }) => requestRef),
    [later.requestRef],
  )
  await shop.must('voidTransaction', { requestRef: sale.requestRef, cardNumber: buyer })
  assert.equal((await shop.balances(card))[0].amount, 49, 'it comes back with the sale')
  assert.deepEqual(await shop.verify(), [])
})

test('what others did, what was done long ago, and what a till did stays as it is', async () => {
  const { shop, card, desk, redeem, undo } = await openCounter()
  const [cashier, other] = [await desk.as('cashier'), await desk.as('cashier')]
  const ofOther = await redeem(other, 1)
  const ofTill = await shop.must('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(1) })
  const longAgo = await redeem(cashier, 1)
  await pool.rows`
    update request set happened_at = happened_at - interval '16 minutes'
    where brand_id = ${shop.id} and request_ref = ${longAgo.requestRef}`
  for (const call of [ofOther, { requestRef: ofTill.transactionId }, longAgo, { requestRef: 'no such call' }]) {
    const { error } = await undo(cashier, call)
    assert.deepEqual([error.reason, /last 15 minutes/.test(error.text)], ['forbidden', true])
  }
  assert.deepEqual((await cashier.ask('terminalCard', { cardNumber: card })).mine, [])
  assert.equal((await shop.balances(card))[0].amount, 47)
})

test('a cashier of one location undoes nothing that they did at another', async () => {
  const { shop, desk, redeem, undo } = await openCounter()
  const cashier = await desk.as('cashier', { location: 'L1' })
  const used = await redeem(cashier, 5)
  await pool.rows`
    update request set location_id = 'L2' where brand_id = ${shop.id} and request_ref = ${used.requestRef}`
  assert.equal((await undo(cashier, used)).error.reason, 'forbidden')
})

test('an undo of one’s own is limited like what was given, and needs a reason', async () => {
  const { shop, card, desk, redeem, undo } = await openCounter()
  const cashier = await desk.as('cashier')
  const [small, large] = [await redeem(cashier, 20), await redeem(cashier, 20.01)]
  const unexplained = await cashier.call('voidTransaction', { requestRef: small.requestRef, cardNumber: card })
  assert.match(unexplained.error.text, /reason/)
  assert.equal((await undo(cashier, large)).error.reason, 'approvalNeeded')
  assert.equal((await undo(cashier, small)).error, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('finance finds what a correction is chosen from', async () => {
  const { desk } = await openCounter()
  const setup = await (await desk.as('finance')).ask('terminalSetup')
  assert.ok(setup.values.length > 0 && setup.places.length === 2)
})
