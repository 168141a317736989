import assert from 'node:assert/strict'
import test from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { onlySpent } from '../support/budget-room.ts'
import { campaign, lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { times } from '../support/shop.ts'

test('what a referrer cannot be given when a setup is completed is not spent', async () => {
  const rules = [{ then: [points(4), points(5, { to: 'referrer' })] }]
  const budget = { amount: 20, of: { balanceType: 'Points' } }
  const open = await openRuleShop([], { more: { campaigns: [campaign(rules, { budget })] } })
  const { shop } = open
  const { lock, complete, cancel } = lockingCalls(open)
  const [cardNumber = '', referrer = ''] = await Promise.all(times(2, () => shop.card()))
  const setup = await lock(cardNumber, '1 CAKE 5', { referringCardNumber: referrer })
  assert.equal(await onlySpent(shop), 9)
  const other = await lock(referrer, '1 CAKE 5')
  assert.equal(await onlySpent(shop), 13)
  const { body } = await complete(setup)
  assert.equal(body.success, true)
  assert.equal(await onlySpent(shop), 8)
  await cancel(other)
  assert.equal(await onlySpent(shop), 4)
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.equal(await onlySpent(shop), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a budget that was read reads the same again', () => {
  const brand = { id: 'b1', name: 'B', country: 'US', currency: 'USD' }
  const limit = [{ times: 1 }, { times: 5, per: 'location', every: { days: 2 } }]
  const rule = { id: 'r', trigger: 'checkout', limit, budget: { amount: '5.50', of: 'discount' } }
  const rules = [{ ...rule, then: [{ discount: { percent: 10 } }] }]
  const budget = { amount: { USD: '7.25' }, of: 'discount', every: 'week' }
  const first = readBrandFile(JSON.stringify({ brand, campaigns: [{ id: 'c', budget, rules }] }))
  assert.ok('file' in first)
  const again = readBrandFile(JSON.stringify(first.file))
  assert.ok('file' in again)
  assert.deepEqual(again.file.campaigns, first.file.campaigns)
  assert.deepEqual(first.file.campaigns[0]?.budget, { amount: { USD: 7.25 }, of: 'discount', every: 'week' })
})
