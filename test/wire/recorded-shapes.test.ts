import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop } from '../support/checkout-shop.ts'
import { openShop } from '../support/shop.ts'

test('lists of a checkout are there although they are empty', async () => {
  const { shop, bought } = await openRuleShop([])
  const cardNumber = await shop.card()
  for (const more of [{}, { cardNumber }, { cardNumber, isSetup: true }])
    assert.deepEqual((await bought('1 CAKE 5', more)).responseMessages, [])
  const asked = await bought('1 CAKE 5', { cardNumber, returnBalanceMutations: true, returnBalances: true })
  assert.deepEqual([asked.responseMessages, asked.balanceMutations, asked.balances], [[], [], []])
  const locked = { cardNumber, isSetup: true, lockSetupDuration: 60, returnBalanceMutations: true }
  const completed = await bought('1 CAKE 5', locked)
  const complete = { cardNumber, relatedSetupTransactionId: completed.transactionId, returnBalanceMutations: true }
  const done = await shop.must('checkout', complete)
  assert.deepEqual([done.responseMessages, done.balanceMutations], [[], []])
  const { transactionId } = await bought('1 CAKE 5', locked)
  const cancel = { ...complete, relatedSetupTransactionId: transactionId, cancelSetup: true }
  const cancelled = await shop.must('checkout', cancel)
  assert.deepEqual([cancelled.responseMessages, cancelled.balanceMutations], [[], []])
  assert.deepEqual(await shop.verify(), [])
})

test('a card and its balances have their fields in the order that clients know', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 5 })
  const returnFields = { balances: true, activationDate: true, customCardNumber: true }
  await shop.must('updateAccount', { cardNumber, customCardNumber: 'C-1' })
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields })
  assert.deepEqual(Object.keys(cards[0]), ['cardNumber', 'cardSetId', 'balances', 'activationDate', 'customCardNumber'])
  const balance = ['amount', 'scale', 'balanceType', 'balanceCode', 'isHold']
  assert.deepEqual(Object.keys(cards[0].balances[0]), balance)
  const { body } = await shop.hold(cardNumber, { usd: 2 }, { returnBalances: true })
  assert.deepEqual(Object.keys(body.balances[1]), [...balance, 'holdingTransactionId'])
})

test('a row of the history has its fields in the order that clients know, and is marked only when voided', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const { requestRef } = (await shop.issue(cardNumber, { usd: 5 })).body
  await shop.issue(cardNumber, { usd: 1 })
  await shop.must('voidTransaction', { cardNumber, requestRef })
  const history = await shop.must('cardHistory', { cardNumber })
  assert.deepEqual(Object.keys(history).slice(0, 3), ['transactions', 'transactionCount', 'matchCount'])
  const row = ['transactionId', 'isLegacy', 'transactionTime', 'location', 'callType', 'balanceUpdates', 'requestRef']
  const keys = history.transactions.map((one: object) => Object.keys(one))
  assert.deepEqual(keys, [row, row, [...row, 'isVoided'], row])
  assert.equal(history.transactions[2].isVoided, true)
  assert.deepEqual(await shop.verify(), [])
})

test('limit is another name of maxResults', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  for (let i = 0; i < 24; i += 1) await shop.issue(cardNumber, { points: 1 })
  const count = async (more: object) => (await shop.must('cardHistory', { cardNumber, ...more })).transactions.length
  assert.deepEqual(
    [
      await count({}),
      await count({ limit: 25 }),
      await count({ limit: '3' }),
      await count({ limit: 9, maxResults: 2 }),
    ],
    [20, 25, 3, 2],
  )
  const answer = await shop.call('cardHistory', { cardNumber, limit: 25 })
  assert.equal(answer.headers['purser-unknown-fields'], undefined)
  for (const wrong of [{ limit: 0 }, { limit: 101 }, { limit: 21, includeCampaignData: true }])
    assert.equal((await shop.call('cardHistory', { cardNumber, ...wrong })).body.errorCode, 100, JSON.stringify(wrong))
  assert.deepEqual(await shop.verify(), [])
})
