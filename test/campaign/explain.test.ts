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
  assert.match(lines[0] ?? '', /\d\d:\d\d:\d\d UTC \(\S+ \d\d:\d\d:\d\d America\/New_York\)/, 'hours of both zones')
  assert.deepEqual(lines.slice(1), [
    '3 rules considered, 1 fired',
    'Main / Base: 5 Points issued',
    'Did not fire:',
    'Main / Big: checkout.total is 10, expected >= 100 (when[0])',
    'Main / Once: its limit is reached: it had fired once for this card, and may fire once',
    'Not looked at: something that they require was no part of the call, or they were not running:',
    'Main / Mugs: requires products.quantity (sku MUG) > 0',
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

test('a checkout that a rule blocked keeps what was judged, and explain names the rule', async () => {
  const { shop, buy } = await openRuleShop([
    { name: 'Cakes', when: [{ fact: 'products.quantity', op: '>=', value: 9 }], then: [points(1)] },
    {
      name: 'No cake on Sundays',
      when: [{ fact: 'checkout.total', op: '>=', value: 10 }],
      then: [{ block: { message: 'Not today, {{ customer.firstName }}.' } }],
    },
  ])
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ursula' } })
  const { body } = await buy('1 CAKE 10', { cardNumber })
  assert.equal(body.errorCode, 134)
  assert.equal(body.errorMessage, 'Not today, Ursula.')
  await shop.must('requestLookup', { requestRef: body.requestRef })

  const { stdout } = explain(body.requestRef)
  assert.match(stdout, /refused with error 134/)
  assert.match(stdout, /Main \/ No cake on Sundays: blocked the checkout: "Not today, {{ customer.firstName }}."/)
  assert.ok(!stdout.includes('Ursula'), 'what customers say about themselves is no part of an explanation')
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout that was refused for an unused coupon names it, and keeps what was judged', async () => {
  const { shop, buy } = await openRuleShop([
    {
      name: 'Ten off',
      when: [
        { fact: 'coupon', set: 'ten', op: '=', value: true },
        { fact: 'checkout.total', op: '>=', value: 50 },
      ],
      then: [{ discount: { amount: 10 } }],
    },
  ])
  const cardNumber = await shop.card()
  const draw = async (): Promise<string> => (await shop.must('allocateCoupon', { couponSetId: 'ten' })).couponId
  const [one, two] = [await draw(), await draw()]
  const { body } = await buy('1 CAKE 10', { cardNumber, coupons: [one], failOnUnusedCoupons: true })
  assert.deepEqual([body.errorCode, body.errorMessage], [125, `No campaign used coupon ${one}.`])
  const both = await buy('1 CAKE 10', { cardNumber, coupons: [one, two], failOnUnusedCoupons: true })
  assert.equal(both.body.errorMessage, `No campaign used the coupons ${one}, ${two}.`)
  await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.match(explain(body.requestRef).stdout, /Main \/ Ten off: checkout.total is 10, expected >= 50/)
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells what fired first, to whom and in which currency, and why a discount came to nothing', async () => {
  const ofEspresso = { where: { sku: ['ESP'] }, units: 3 }
  const { shop, bought } = await openRuleShop([
    { name: 'Silent', when: [{ fact: 'checkout.total', op: '<', value: 1 }], then: [points(1)] },
    { name: 'Ten', then: [{ discount: { percent: 10, on: { where: { sku: ['CAKE'] } } } }] },
    { name: 'Cash', then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 1.5 } }] },
    { name: 'Friend', then: [points(5, { to: 'referrer' })] },
    {
      name: 'Four for three',
      then: [{ discount: { percent: 100, on: { where: { sku: ['ESP'] }, units: 1 }, buy: ofEspresso } }],
    },
    { name: 'Gift', then: [{ allocateCoupon: { set: 'few' } }] },
  ])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  await bought('1 CAKE 1', { cardNumber })
  await shop.must('updateBalance', {
    cardNumber: friend,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Lost' },
  })
  const { requestRef } = await bought('3 ESP 2, 1 CAKE 4', { cardNumber, referringCardNumber: friend })
  assert.deepEqual(explain(requestRef).stdout.trimEnd().split('\n').slice(1), [
    '6 rules considered, 4 fired',
    'Main / Ten: 10 % off: 0.40 USD',
    'Main / Cash: 1.50 USD issued',
    "Main / Friend: nothing issued: the referrer's card can no longer be used",
    'Main / Gift: no coupon of few issued: the coupon set has no coupons left, or is switched off',
    'Did not fire:',
    'Main / Silent: checkout.total is 10, expected < 1 (when[0])',
    'Main / Four for three: its conditions hold, but there was nothing to take off: none of the products it needs are left: the 3 Espresso already count as bought',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells what a return could not take back', async () => {
  const { shop, bought } = await openRuleShop([{ name: 'Base', then: [points(5)] }])
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 10', { cardNumber })
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: { amount: 2, balanceType: 'Points' } })
  const { requestRef } = await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  const shortfalls = [{ amount: 2, balanceType: 'Points' }]
  assert.deepEqual((await shop.must('requestLookup', { requestRef })).shortfalls, shortfalls)
  const lookup = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(lookup.shortfalls, shortfalls)
  assert.match(explain(requestRef).stdout, /Shortfall: 2 Points could not be taken back/)
  assert.deepEqual(await shop.verify(), [])
})
