import assert from 'node:assert/strict'
import test from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const tenOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }
const busy = {
  limit: { times: 1, per: 'card', every: 'ever' },
  then: [
    points(perDollar(1)),
    { allocateCoupon: { set: 'gift', promotion: 'P' } },
    { notify: { channel: 'webhook', text: 'Bought' } },
    { logEvent: { categoryId: 'buy' } },
    {
      personalOffer: {
        skus: [{ sku: 'ESP' }],
        discountType: 'percentageDiscount',
        percentageDiscount: 5,
        expiresAfter: { days: 9 },
      },
    },
    { setDemographic: { name: 'drink', value: 'tea' } },
    { enroll: { program: 'rewards' } },
  ],
}
const more = {
  eventTypes: [{ categoryId: 'buy', name: 'Bought' }],
  demographicFields: [{ name: 'drink', type: 'String' }],
}

async function open(rules: readonly object[] = [tenOff, busy]) {
  const room = await openRuleShop(rules, { more })
  return { ...room, ...lockingCalls(room) }
}

test('a plain setup changes nothing at all, however much it shows', async () => {
  const { shop, bought } = await open()
  const cardNumber = await shop.card({ usd: 20 })
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const offer = { skus: [{ sku: 'CAKE' }], discountType: 'percentageDiscount', percentageDiscount: 10 }
  await shop.must('addPersonalOffer', { cardNumber, offers: [{ ...offer, expirationDate: secondsFromNow(oneDay) }] })
  const paid = (await shop.redeem(cardNumber, { usd: 1 })).body.requestRef
  const before = await dumpBrand(shop.id)
  const body = {
    cardNumber,
    isSetup: true,
    coupons: [couponId],
    paymentMethods: [
      { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 5 },
      { updateBalanceRequestRef: paid },
    ],
    returnBalanceMutations: true,
    returnBalances: true,
  }
  const first = await bought('4 CAKE 10', body)
  const second = await bought('4 CAKE 10', body)
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.deepEqual(
    first.balanceMutations.map((one: { amount: number }) => one.amount),
    [1, 10, -5, 29],
  )
  assert.equal(first.balances[0].amount, 19, 'the real balances')
  assert.deepEqual(second.balanceMutations, first.balanceMutations)
  const done = await bought('4 CAKE 10', { ...body, isSetup: false })
  assert.deepEqual(done.balanceMutations, first.balanceMutations)
  assert.equal(done.issuedCouponIDs.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('nor does a plain setup of a child, of a referred customer, or of nobody', async () => {
  const { shop, bought } = await open([busy, { target: 'any', then: [points(5), points(9, { to: 'referrer' })] }])
  const [cardNumber, referringCardNumber] = [await shop.card({ usd: 20 }), await shop.card()]
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid' })
  const before = await dumpBrand(shop.id)
  const child = { cardNumber, childCardNumber: 'kid' }
  for (const body of [child, { ...child, useParentBalancesOnly: true }, {}])
    await bought('1 CAKE 10', { ...body, referringCardNumber, isSetup: true })
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('an anonymous checkout gives discounts, and has no balances', async () => {
  const { shop, bought, buy } = await open([
    { then: [{ discount: { percent: 10, on: 'checkout' } }, points(5)] },
    { when: [{ fact: 'checkout.hasCard', op: '=', value: false }], then: [{ discount: { amount: 1 } }] },
  ])
  const asked = { returnBalances: true, returnBalanceMutations: true }
  const answer = await bought('1 CAKE 10', asked)
  assert.deepEqual([answer.cardNumber, answer.balances, answer.totalDiscount], [undefined, undefined, 2])
  assert.equal(answer.balanceMutations.length, 2, 'there is no card to give points to')
  const setup = await bought('1 CAKE 10', { ...asked, isSetup: true })
  assert.deepEqual(setup.balanceMutations, answer.balanceMutations)
  assert.equal((await buy('1 CAKE 10', { cardNumber: null })).body.totalDiscount, 2)
  assert.equal((await buy('1 CAKE 10', { cardNumber: '' })).body.totalDiscount, 2)
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.equal(shown.cardNumber, undefined)
  assert.deepEqual(await shop.verify(), [])
})

const refused: Refusals = [
  [{ cardNumber: 'nobody' }, 2],
  [{ trigger: 'date' }, 100, 'trigger'],
  [{ trigger: 'social' }, 100, 'trigger'],
  [{ trigger: 'other' }, 100, 'trigger'],
  [{ childCardNumber: 'nobody' }, 129],
  [{ useParentBalancesOnly: true }, 100, 'useParentBalancesOnly'],
  [{ cardNumber: null, childCardNumber: 'kid' }, 6],
  [{ cardNumber: null, forcePinValidation: true }, 6],
  [{ recommendationAmount: 21 }, 100, 'recommendationAmount'],
  [{ recommendationAmount: -1 }, 100, 'recommendationAmount'],
  [{ referringCardNumber: 'nobody' }, 2],
  [{ isSetup: true, lockSetupDuration: 100_000 }, 100, 'lockSetupDuration'],
  [{ customRequestDate: 'yesterday' }, 100, 'customRequestDate'],
  [{ customKeyValues: [{ key: 'a' }] }, 100, 'customKeyValues[0].value'],
  [{ campaignChoices: [{}] }, 100, 'campaignChoices[0].optionId'],
  [{ receiptInformation: 'x'.repeat(17_000) }, 100, 'receiptInformation'],
]

test('fields that are wrong are refused, in a setup as in a checkout', async () => {
  const { shop } = await open()
  const cardNumber = await shop.card()
  for (const [change, code, field] of refused)
    for (const kind of [{}, { isSetup: true }]) {
      const body = { cardNumber, checkoutTotal: 5, ...kind, ...(change as object) }
      assertRefused(await shop.call('checkout', body), code, field, JSON.stringify(change).slice(0, 100))
    }
})

test('a card that is not active, or no more, cannot check out', async () => {
  const { shop, buy } = await openRuleShop([], {
    cardSets: [
      { id: 'cards', name: 'Cards', generate: { count: 5, prefix: '60', length: 16 } },
      { id: 'fixed', name: 'Fixed', cards: [{ cardNumber: '70000001', pin: '0001' }] },
    ],
  })
  assertRefused(await buy('1 CAKE 1', { cardNumber: '70000001' }), 110)
  const cardNumber = await shop.card()
  await shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Suspended' },
  })
  for (const kind of [{}, { isSetup: true }, { isSetup: true, lockSetupDuration: 9 }])
    assertRefused(await buy('1 CAKE 1', { cardNumber, ...kind }), 112)
})

test('a forced pin is checked in every kind of checkout, wrong ones count, and a right one ends the count', async () => {
  const { shop, buy } = await open([])
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const wrong = { cardNumber, forcePinValidation: true, pin: pin === '0000' ? '1111' : '0000' }
  const kinds = [{}, { isSetup: true }, { isSetup: true, lockSetupDuration: 9 }]
  assert.equal((await buy('1 CAKE 1', { ...wrong, forcePinValidation: false })).body.success, true)
  for (const kind of [...kinds, ...kinds, ...kinds]) assertRefused(await buy('1 CAKE 1', { ...wrong, ...kind }), 10)
  assertRefused(await buy('1 CAKE 1', { ...wrong, pin: undefined }), 10)
  assertRefused(await buy('1 CAKE 1', { ...wrong, pin }), 10, undefined, 'after ten wrong ones the pin is locked')
  const other = await shop.must('allocate', { cardSetId: 'cards' })
  const guess = { cardNumber: other.cardNumber, forcePinValidation: true, pin: other.pin === '0000' ? '1111' : '0000' }
  const right = { ...guess, pin: other.pin }
  for (let count = 0; count < 9; count += 1) assertRefused(await buy('1 CAKE 1', guess), 10)
  assert.equal((await buy('1 CAKE 1', { ...right, isSetup: true })).body.success, true)
  for (let count = 0; count < 9; count += 1) assertRefused(await buy('1 CAKE 1', guess), 10)
  assert.equal((await buy('1 CAKE 1', right)).body.success, true, 'the right pin of a plain setup ended the count')
  const { lock, complete } = lockingCalls({ shop })
  const setup = await lock(other.cardNumber, '1 CAKE 1', right)
  assertRefused(await complete(setup, guess), 10)
  assert.equal((await complete(setup, right)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('what is stored for reports is answered by checkoutLookup, of a completed setup too', async () => {
  const { shop, bought, lock, complete } = await open([])
  const cardNumber = await shop.card()
  const stored = {
    orderMode: 3,
    barcode: '4006381333931',
    receiptInformation: { lines: ['Thanks'], tax: 1.5 },
    customKeyValues: [
      { key: 'a', value: '1' },
      { key: 'a', value: '1' },
    ],
    checkoutShippingTotal: 4.5,
    checkoutTipTotal: 2,
  }
  const date = { customRequestDate: '2026-01-02 03:04:05' }
  const alone = await bought('2 ESP 3.5', { cardNumber, ...stored, ...date })
  const setup = await lock(cardNumber, '2 ESP 3.5', { ...stored, customRequestDate: '2025-01-01 00:00:00' })
  const { body: done } = await complete(setup, date)
  for (const { transactionId } of [alone, done]) {
    const shown = await shop.must('checkoutLookup', { checkoutTransactionId: transactionId })
    const { requestRef: _, balanceMutations: __, ...rest } = shown
    assert.deepEqual(rest, {
      transactionId,
      checkoutDate: '2026-01-02 03:04:05',
      cardNumber,
      locationId: 'L1',
      isVoided: false,
      checkoutTotalBeforeDiscount: 7,
      totalDiscount: 0,
      checkoutTotalAfterDiscount: 7,
      returnedTotal: 0,
      skus: [{ sku: 'ESP', unitPrice: 3.5, amountPurchased: 2 }],
      payments: [],
      preDiscounts: [],
      coupons: [],
      issuedCouponIDs: [],
      ...stored,
      success: true,
    })
  }
  assertRefused(await shop.call('checkoutLookup', { checkoutTransactionId: 'nonsense' }), 118)
  assert.deepEqual(await shop.verify(), [])
})

test('recommendations are answered only when they are asked for', async () => {
  const { bought } = await open([])
  assert.equal((await bought('1 CAKE 1')).recommendedProducts, undefined)
  assert.deepEqual((await bought('1 CAKE 1', { recommendationAmount: 3 })).recommendedProducts, [])
  const { buy } = await openRuleShop([], { brand: { enable: [] } })
  assertRefused(await buy('1 CAKE 1', { recommendationAmount: 3 }), 104)
  assertRefused(await buy('1 CAKE 1', { customRequestDate: '2026-01-02 03:04:05' }), 104)
})
