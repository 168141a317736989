import assert from 'node:assert/strict'
import test from 'node:test'
import { letLocksExpire, lockingCalls, openRuleShop } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop } from '../support/shop.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { sums } from '../support/undo-shop.ts'

test('a cash-out and a negative issuance pay for nothing', async () => {
  const { shop, buy } = await openRuleShop([])
  const [cardNumber, gift] = [await shop.card(), await shop.card({ usd: 30 })]
  const correction = await shop.issue(gift, { usd: -10 }, { isAccountingAdjustment: true })
  const cashout = await shop.redeem(gift, { usd: 20 }, { isCashout: true })
  for (const { body } of [correction, cashout]) {
    const paymentMethods = [{ updateBalanceRequestRef: body.requestRef }]
    assertRefused(
      await buy('1 ESP 10', { cardNumber, paymentMethods }),
      118,
      'The referenced request is no redemption.',
    )
  }
  assert.deepEqual(await sums(shop, gift), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a cancelled setup minds the status of the card that it names', async () => {
  const { shop } = await openRuleShop([])
  const { lock, cancel } = lockingCalls({ shop })
  const { moved } = transfersOf(shop)
  const card = await shop.card()
  const setup = await lock(card, '1 ESP 10')
  await letLocksExpire(shop)
  await moved(await shop.card(), card)
  assertRefused(await cancel(setup), 112)
  const { cards } = await shop.must('search', { filters: { cardSetId: 'cards' }, includeInactive: true, limit: 100 })
  assert.ok(cards.length > 0)
  assertRefused(await cancel({ ...setup, cardNumber: 'nobody' }), 2)
})

test('a change of status does not pass the lock of a checkout, whatever value type the checkout left open', async () => {
  const { shop } = await openRuleShop([])
  const { lock } = lockingCalls({ shop })
  const card = await shop.card({ points: 5 })
  await lock(card, '1 ESP 10', { lockExcludedValueTypes: [{ balanceType: 'Points' }] })
  const adjust = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  assert.ok((await shop.issue(card, { points: 1 })).body.success, 'points were left open')
  assertRefused(await shop.issue(card, { points: 1 }, adjust), 113)
  assertRefused(await shop.update(card, 'adjustOnly', {}, adjust), 113)
  assert.deepEqual(await sums(shop, card), { Points: 6 })
  assert.deepEqual(await shop.verify(), [])
})

test('with apiVersion 1, fields that say whose balance moves or when are refused, never passed over', async () => {
  const shop = await openShop({ brand: { apiVersion: 1 } })
  const cardNumber = await shop.card({ usd: 5 })
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid' })
  const amount = { balanceType: 'Points', amount: 5 }
  for (const [field, value] of Object.entries({
    childCardNumber: 'kid',
    couponId: 'W-1',
    subtrackIndex: 1,
    issuedBalanceActivation: '2099-01-01 00:00:00',
  })) {
    const answer = await shop.call('updateBalance', { cardNumber, action: 'issue', amount, [field]: value })
    assertRefused(answer, 104, `${field}: is for brands with apiVersion 2`)
  }
  const empty = { childCardNumber: '', couponId: null, merchantName: 'Pier' }
  assert.ok((await shop.call('updateBalance', { cardNumber, action: 'issue', amount, ...empty })).body.success)
  const checkout = { cardNumber, childCardNumber: 'kid', products: [] }
  assertRefused(await shop.call('checkout', checkout), 104, 'childCardNumber')
  assert.deepEqual(await sums(shop, cardNumber), { USD: 5, Points: 5 })
  assert.deepEqual(await shop.verify(), [])
})
