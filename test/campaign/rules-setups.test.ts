import assert from 'node:assert/strict'
import test from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { purse, says, told, traceOf } from '../support/rule-table.ts'
import { times } from '../support/shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'

const offer = { skus: [{ sku: 'ESP' }], discountType: 'percentageDiscount', percentageDiscount: 50 }
const setUp = {
  demographicFields: [{ name: 'drink', type: 'String' }],
  eventTypes: [{ categoryId: 'app', name: 'App' }],
}

/** Rules that do everything that a rule can do. */
const everything = [
  { id: 'off', when: [{ fact: 'coupon', set: 'ten' }], then: [{ discount: { percent: 10 } }, says('ten')] },
  { id: 'earn', then: [points(perDollar(1)), says('{{ mutation.amount }} earned')] },
  {
    id: 'convert',
    when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }],
    then: [
      { redeem: { balanceType: 'Points', amount: 100 } },
      { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } },
    ],
  },
  { id: 'brand', limit: { times: 1, per: 'brand' }, then: [says('first in the brand')] },
  { id: 'card', limit: { times: 1, per: 'card' }, then: [says('first of the card')] },
  { id: 'coupon', then: [{ allocateCoupon: { set: 'few' } }] },
  {
    id: 'rest',
    then: [
      { logEvent: { categoryId: 'app' } },
      { setDemographic: { name: 'drink', value: 'Tea' } },
      { enroll: { program: 'rewards' } },
      { personalOffer: { ...offer, expiresAfter: { days: 3 } } },
      { notify: { channel: 'sms', text: 'thanks' } },
    ],
  },
  { id: 'option', option: { id: 'bag' }, then: [says('bag')] },
]

const asked = { returnBalances: true, returnBalanceMutations: true, returnResponseObjects: true }

async function openAll() {
  const open = await openRuleShop(everything, { more: setUp })
  const cardNumber = await open.shop.card({ points: 95, usd: 3 })
  await open.shop.must('addPersonalOffer', { cardNumber, offers: [{ ...offer, expirationDate: secondsFromNow(9999) }] })
  const { couponId } = await open.shop.must('allocateCoupon', { couponSetId: 'ten' })
  const sale = { cardNumber, coupons: [couponId], campaignChoices: [{ optionId: 'bag' }], ...asked }
  return { ...open, cardNumber, sale }
}

const heard = ['22 earned', 'first in the brand', 'first of the card', 'bag']

test('plain setups, however many, leave nothing behind and always say the same', async () => {
  const { shop, bought, sale, cardNumber } = await openAll()
  // The row by which the counters of a brand are locked comes into being with the first of all.
  await bought('1 ESP 10', { ...sale, isSetup: true })
  const before = await dumpBrand(shop.id)
  const answers = await Promise.all(times(12, () => bought('1 ESP 10, 1 CAKE 20', { ...sale, isSetup: true })))
  const [first, ...others] = answers.map(({ requestRef: _, transactionId: __, ...answer }) => answer)
  assert.ok(first)
  assert.deepEqual(told(first), ['-5 ESP', '-0.5 ESP', '-2 CAKE', '+22 Points', '-100 Points', '+5 USD'])
  assert.deepEqual(first.responseMessages, ['ten', ...heard])
  assert.deepEqual(first.issuedCouponIDs, undefined)
  for (const answer of others) assert.deepEqual(answer, first)
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 95, USD: 3 })
  assert.deepEqual(await shop.verify(), [])
})

test('a plain setup, a locked one, its completion and a standalone checkout show the same', async () => {
  const [plain, locked, alone] = [await openAll(), await openAll(), await openAll()]
  const basket = '1 ESP 10, 1 CAKE 20'
  const shown = await plain.bought(basket, { ...plain.sale, isSetup: true })
  const setup = await locked.bought(basket, { ...locked.sale, isSetup: true, lockSetupDuration: 60 })
  const { cardNumber, shop } = locked
  const done = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: setup.transactionId, ...asked })
  const sold = await alone.bought(basket, alone.sale)
  for (const answer of [setup, done, sold]) {
    assert.deepEqual(told(answer), told(shown))
    assert.deepEqual(answer.responseMessages, shown.responseMessages)
    assert.equal(answer.checkoutTotalAfterDiscount, shown.checkoutTotalAfterDiscount)
    assert.equal(answer.totalDiscount, shown.totalDiscount)
  }
  assert.deepEqual(setup.balances, shown.balances)
  assert.deepEqual(done.balances, sold.balances)
  assert.deepEqual([done.issuedCouponIDs, sold.issuedCouponIDs], [['FEW-1'], ['FEW-1']])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 17, USD: 8 })
  assert.deepEqual(await traceOf(shop, done.requestRef), await traceOf(shop, setup.requestRef))
  const trace = await traceOf(alone.shop, sold.requestRef)
  assert.deepEqual(
    trace.map(({ rule }) => rule),
    ['personal offer 1', ...everything.map(({ id }) => `main/${id}`)],
  )
  assert.deepEqual(await alone.shop.verify(), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a void of a checkout with all of it leaves the card as it was', async () => {
  const { shop, bought, sale, cardNumber } = await openAll()
  const before = await dumpBrand(shop.id)
  const { requestRef } = await bought('1 ESP 10, 1 CAKE 20', sale)
  await shop.must('voidTransaction', { cardNumber, requestRef, usedCouponResets: true })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 95, USD: 3 })
  const after = await dumpBrand(shop.id)
  assert.deepEqual(
    [after.rule_firing, after.event, after.offer_use],
    [before.rule_firing, before.event, before.offer_use],
  )
  const again = await bought('1 ESP 10, 1 CAKE 20', sale)
  assert.deepEqual(again.responseMessages, ['ten', ...heard])
  assert.deepEqual(await shop.verify(), [])
})

test('an amount beyond all bounds is cut to what a card can hold', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points({ give: 1_000_000_000_000, per: 0.01, of: 'checkout.total' })] },
  ])
  const cardNumber = await shop.card({ points: 7 })
  await bought('1 CAKE 10000000', { cardNumber })
  const { Points = 0 } = await purse(shop, cardNumber)
  assert.ok(Points > 1_000_000_000_000)
  await bought('1 CAKE 10000000', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points })
  assert.deepEqual(await shop.verify(), [])
})
