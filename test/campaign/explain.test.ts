import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { testDatabase } from '../support/shop.ts'

const launcher = fileURLToPath(new URL('../../server/purser.js', import.meta.url))

function explain(ref: string) {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const words = [launcher, 'explain', ref, '--database', testDatabase()]
  return spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 60_000 })
}

test('explain says of a call why each rule that was looked at fired or did not, setups included', async () => {
  const { shop, bought } = await openRuleShop([
    { name: 'Base', then: [points(5)] },
    { name: 'Big', when: [{ fact: 'checkout.total', op: '>=', value: 100 }], then: [points(50)] },
    { name: 'Once', limit: { times: 1 }, then: [points(7)] },
    {
      name: 'Mugs',
      when: [{ fact: 'products.quantity', where: { sku: 'MUG' }, op: '>', value: 0 }],
      then: [points(1)],
    },
  ])
  const cardNumber = await shop.card()
  await bought('1 CAKE 10', { cardNumber })
  const setup = await bought('1 CAKE 10', { cardNumber, isSetup: true })

  const { stdout, status } = explain(setup.requestRef)
  assert.equal(status, 0)
  const lines = stdout.trimEnd().split('\n')
  assert.match(lines[0] ?? '', /^checkout \(CHECKOUT_SETUP\) of brand \S+, .* at L1, card …\d{4}$/)
  assert.deepEqual(lines.slice(1), [
    '3 rules considered, 1 fired',
    'Main / Base: fired: issue 5 Points',
    'Main / Big: did not fire: checkout.total is 10, expected >= 100 (when[0])',
    'Main / Once: did not fire: throttled: it fired 1 times, at most 1 per card ever',
    'Not looked at, because a product, coupon, place, total or time that they ask for was not there: Main / Mugs',
  ])
  assert.ok(!stdout.includes(cardNumber), 'the card number is not printed whole')
})

test('a call that is unknown, or that ran no rules, is told apart', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card()
  const { requestRef } = await shop.must('search', { filters: { cardNumber } })
  await shop.must('requestLookup', { requestRef })
  assert.match(explain(requestRef).stdout, /No rule was considered/)
  assert.match(explain('01900000-0000-7000-8000-000000000000').stderr, /There is no call/)
  assert.match(explain('x').stderr, /is not a requestRef/)
})
