import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop } from '../support/shop.ts'

test('an empty text where an optional name may stand says nothing', async () => {
  const shop = await openShop({ cardSets: [{ id: 'cards', generate: { count: 5, prefix: '60', length: 16 } }] })
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards', cardNumber: '' })
  const points = { balanceType: 'Points', balanceCode: '', amount: 5 }
  const nothing = { childCardNumber: '', couponId: '', redeemFromHoldTransactionId: '' }
  await shop.must('updateBalance', { cardNumber, action: 'issue', amount: points, childCardNumber: '' })
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: { ...points, amount: 2 }, ...nothing })
  const anonymous = await shop.must('checkout', { cardNumber: '', relatedSetupTransactionId: '', checkoutTotal: 3 })
  assert.equal('cardNumber' in anonymous, false)
  assert.equal((await shop.balances(cardNumber))[0].amount, 3)

  // Where it would mean everything, or where it is the point of the call, it is a fault.
  assert.equal((await shop.call('search', { filters: { cardNumber: '' } })).body.errorCode, 100)
  assert.equal((await shop.call('updateBalance', { cardNumber: '', action: 'issue' })).body.errorCode, 6)
  assert.deepEqual(await shop.verify(), [])
})

test('lengths are counted in characters', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, customCardNumber: '😀'.repeat(64) })
  const long = await shop.call('updateAccount', { cardNumber, customCardNumber: '😀'.repeat(65) })
  assert.equal(long.body.errorCode, 100)
})
