import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Shop } from '../support/shop.ts'

async function open() {
  const room = await openRuleShop([])
  return { ...room, ...lockingCalls(room) }
}

/** Another key of the brand, as headers. */
async function anotherKey(shop: Shop): Promise<Record<string, string>> {
  const { key, secret } = await shop.must('createKey', { key: 'other' })
  return { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` }
}

test('the key that locked a card is told by which setup and until when, every other one only how long', async () => {
  const { shop, lock, complete } = await open()
  const card = await shop.card({ usd: 20 })
  const setup = await lock(card, '2 ESP 3.5', { lockSetupDuration: 90 })
  const own = await shop.redeem(card, { usd: 1 })
  assertRefused(own, 113)
  assert.equal(own.body.lockedBy.setupTransactionId, setup.transactionId)
  assert.match(own.body.lockedBy.until, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const seconds = Number(own.headers['retry-after'])
  assert.ok(seconds > 80 && seconds <= 90, String(seconds))

  const other = await shop.update(card, 'redeem', { usd: 1 }, {}, await anotherKey(shop))
  assertRefused(other, 113)
  assert.equal('lockedBy' in other.body, false)
  assert.ok(Number(other.headers['retry-after']) > 80)

  assert.equal((await complete({ ...setup, ...own.body.lockedBy })).body.success, true)
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon and a child of a locked card say the same of the lock', async () => {
  const { shop, lock } = await open()
  const card = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: card, childCardNumber: 'KID' })
  const { transactionId } = await lock(card, '1 ESP 3.5')
  const amount = { balanceType: 'Points', amount: 5 }
  const child = { cardNumber: card, childCardNumber: 'KID', action: 'issue', amount }
  const refused = await shop.call('updateBalance', child)
  assertRefused(refused, 113)
  assert.equal(refused.body.lockedBy.setupTransactionId, transactionId)
  assert.deepEqual(await shop.verify(), [])
})
