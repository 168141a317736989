import assert from 'node:assert/strict'
import test from 'node:test'
import { openShop, times } from './support/shop.ts'

test('twenty tills cannot overspend one card', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })

  const answers = await Promise.all(times(20, () => shop.redeem(card, { usd: 10 })))

  assert.equal(answers.filter((answer) => answer.body.success).length, 5)
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})
