import assert from 'node:assert/strict'
import test from 'node:test'
import { campaign, letLocksExpire, lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const tenOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }
const custom = { trigger: 'custom', then: [points(1)] }
const earn = { then: [points(perDollar(1))] }
const gift = { then: [{ allocateCoupon: { set: 'gift', promotion: 'P' } }] }

async function open(rules: readonly object[] = [tenOff, earn, custom]) {
  const room = await openRuleShop(rules)
  return { ...room, ...lockingCalls(room) }
}

const pointsOf = async (shop: Shop, card: string) => (await shop.balances(card))[0]?.amount ?? 0

test('a locked setup moves nothing; its completion does exactly what it showed, once', async () => {
  const { shop, lock, complete } = await open()
  const card = await shop.card({ usd: 20 })
  const setup = await lock(card, '2 ESP 3.5', { returnBalances: true })
  assert.equal(setup.transactionId, setup.requestRef)
  assert.deepEqual(
    setup.balances.map((one: { amount: number }) => one.amount),
    [20],
  )
  const { body: done } = await complete(setup, { returnBalances: true })
  assert.equal(done.success, true)
  assert.notEqual(done.transactionId, setup.transactionId)
  for (const field of ['cardNumber', 'checkoutTotalBeforeDiscount', 'totalDiscount', 'balanceMutations'])
    assert.deepEqual(done[field], setup[field], field)
  assert.deepEqual(
    done.balances.map((one: { amount: number }) => one.amount).toSorted((a: number, b: number) => a - b),
    [7, 20],
  )
  assertRefused(await complete(setup), 114)
  assertRefused(await shop.call('checkout', { relatedSetupTransactionId: setup.transactionId, cancelSetup: true }), 114)
  assert.equal((await shop.redeem(card, { points: 7 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('while a card is locked, every other call that would change it or its children is refused', async () => {
  const { shop, lock, complete, bought } = await open()
  const card = await shop.card({ usd: 20 })
  await shop.must('allocateChildCard', { cardNumber: card, childCardNumber: 'kid' })
  const issued = await shop.must('updateBalance', {
    cardNumber: card,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 1 },
  })
  const sale = await bought('1 ESP 3', { cardNumber: card })
  const issue = { cardNumber: card, couponSetId: 'ten', promotionId: 'P' }
  const { couponId } = await shop.must('allocateCoupon', issue)
  const setup = await lock(card, '1 ESP 3')
  const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
  const offer = {
    skus: [{ sku: 'ESP' }],
    discountType: 'percentageDiscount',
    percentageDiscount: 5,
    expirationDate: secondsFromNow(oneDay),
  }
  const calls: [string, object][] = [
    ['updateBalance', { cardNumber: card, action: 'redeem', amount: usd }],
    ['updateBalance', { cardNumber: card, action: 'issue', amount: usd }],
    ['updateBalance', { cardNumber: card, action: 'hold', amount: usd }],
    ['updateBalance', { cardNumber: card, childCardNumber: 'kid', action: 'issue', amount: usd }],
    [
      'updateBalance',
      { cardNumber: card, action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } },
    ],
    ['allocateCoupon', { ...issue, promotionId: 'Q' }],
    ['couponDetails', { couponId, action: 'use' }],
    ['couponDetails', { couponId, action: 'reserve', reserveUntil: secondsFromNow(60) }],
    ['couponDetails', { couponId, newCustomTags: ['a'] }],
    ['voidTransaction', { cardNumber: card, requestRef: issued.requestRef }],
    ['voidTransaction', { cardNumber: card, requestRef: sale.requestRef }],
    ['returnMerchandise', { cardNumber: card, checkoutRequestRef: sale.requestRef, additionalReturnAmount: 1 }],
    ['triggerCustomCampaigns', { cardNumber: card }],
    ['addPersonalOffer', { cardNumber: card, offers: [offer] }],
    ['allocateChildCard', { cardNumber: card, childCardNumber: 'kid2' }],
    ['checkout', { cardNumber: card, checkoutTotal: 1 }],
    ['checkout', { cardNumber: card, childCardNumber: 'kid', checkoutTotal: 1 }],
    ['checkout', { cardNumber: card, checkoutTotal: 1, isSetup: true }],
    ['checkout', { cardNumber: card, checkoutTotal: 1, isSetup: true, lockSetupDuration: 9 }],
  ]
  for (const [name, body] of calls)
    assertRefused(await shop.call(name, body), 113, undefined, `${name} ${JSON.stringify(body)}`)
  assert.equal((await shop.call('couponDetails', { couponId })).body.success, true, 'looking is allowed')
  assert.equal((await complete(setup)).body.success, true)
  assert.equal((await shop.call('triggerCustomCampaigns', { cardNumber: card })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a cancel frees the card at once, and everything else in it is ignored', async () => {
  const { shop, lock, complete, cancel } = await open()
  const card = await shop.card({ usd: 20 })
  const setup = await lock(card, '1 ESP 3')
  const noise = { isSetup: true, lockSetupDuration: 5, checkoutTotal: 5, coupons: ['NONE'], forcePinValidation: true }
  const { body } = await cancel(setup, noise)
  const { requestRef, transactionId, ...rest } = body
  assert.deepEqual(rest, { cardNumber: card, responseMessages: [], success: true })
  assert.equal(transactionId, requestRef)
  assertRefused(await complete(setup), 114)
  assertRefused(await cancel(setup), 114)
  assert.equal((await shop.redeem(card, { usd: 20 })).body.success, true)
  assert.equal(await pointsOf(shop, card), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a cancel and a completion name the setup, and the card that it locked', async () => {
  const { shop, lock, complete, cancel, bought } = await open()
  const [card, other] = [await shop.card(), await shop.card()]
  const plain = await bought('1 ESP 3', { cardNumber: card, isSetup: true })
  const sale = await bought('1 ESP 3', { cardNumber: card })
  assertRefused(await complete(plain), 114)
  assertRefused(await complete(sale), 114)
  assertRefused(await cancel(plain), 114)
  const setup = await lock(card, '1 ESP 3')
  assertRefused(await complete({ ...setup, cardNumber: other }), 114)
  assertRefused(await cancel({ ...setup, cardNumber: other }), 114)
  assertRefused(await cancel({ ...setup, cardNumber: 'nobody' }), 2)
  assertRefused(await complete({ ...setup, transactionId: 'nonsense' }), 114)
  assertRefused(await complete({ ...setup, transactionId: '00000000-0000-7000-8000-000000000000' }), 114)
  assertRefused(await shop.call('checkout', { cancelSetup: true, cardNumber: card }), 100, 'relatedSetupTransactionId')
  assertRefused(await shop.call('checkout', { relatedSetupTransactionId: setup.transactionId }), 6)
  assertRefused(await shop.call('checkout', { isSetup: true, lockSetupDuration: 5, checkoutTotal: 1 }), 6)
  assert.equal((await complete({ ...setup, transactionId: setup.transactionId.toUpperCase() })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a lock is of one brand: a setup or a redemption of another is as good as none', async () => {
  const here = await open()
  const there = await open()
  const [card, other] = [await here.shop.card({ usd: 5 }), await there.shop.card()]
  const setup = await here.lock(card, '1 ESP 3')
  const { body } = await (await open()).shop.call('checkout', { checkoutTotal: 1 })
  const foreign = { cardNumber: other, transactionId: setup.transactionId }
  assertRefused(await there.complete(foreign), 114)
  assertRefused(await there.cancel(foreign), 114)
  const link = { relatedSetupTransactionId: setup.transactionId, cancelSetup: true }
  assertRefused(await there.shop.call('checkout', link), 114)
  assert.equal((await here.complete(setup)).body.success, true)
  const { requestRef } = (await here.shop.redeem(card, { usd: 5 })).body
  const paid = { checkoutTotal: 5, paymentMethods: [{ updateBalanceRequestRef: requestRef }] }
  assertRefused(await there.shop.call('checkout', paid), 118)
  assertRefused(await there.shop.call('checkoutLookup', { checkoutTransactionId: body.transactionId }), 118)
  assert.deepEqual(await here.shop.verify(), [])
})

test('a lock ends by itself after its seconds, and the setup with it', async () => {
  const { shop, lock, complete, cancel } = await open()
  const card = await shop.card({ usd: 5 })
  const setup = await lock(card, '1 ESP 3', { lockSetupDuration: 1 })
  assertRefused(await shop.redeem(card, { usd: 1 }), 113)
  await new Promise((resolve) => setTimeout(resolve, 1100))
  assertRefused(await complete(setup), 114)
  assertRefused(await cancel(setup), 114)
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true)
  const next = await lock(card, '1 ESP 4')
  assertRefused(await complete(setup), 114, undefined, 'the next lock is not that of the first setup')
  assert.equal((await complete(next)).body.success, true)
  assert.equal(await pointsOf(shop, card), 4)
  assert.deepEqual(await shop.verify(), [])
})

test('balances of excluded value types are still updated, and what is then missing fails the completion whole', async () => {
  const { shop, lock, complete } = await open([earn])
  const card = await shop.card({ usd: 20, points: 5 })
  const payment = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 15 }
  const setup = await lock(card, '1 ESP 15', {
    lockExcludedValueTypes: [{ balanceType: 'Currency', balanceCode: 'USD' }],
    paymentMethods: [payment],
  })
  assertRefused(await shop.redeem(card, { points: 1 }), 113)
  assert.equal((await shop.redeem(card, { usd: 10 })).body.success, true)
  assertRefused(await complete(setup), 13)
  assertRefused(await shop.redeem(card, { points: 1 }), 113, undefined, 'the lock stays')
  assert.equal((await shop.issue(card, { usd: 5 })).body.success, true)
  assert.equal((await complete(setup)).body.success, true)
  assert.deepEqual(
    (await shop.balances(card)).map((one: { amount: number }) => one.amount),
    [20],
  )
  const wrong = [{ balanceType: 'Currency', balanceCode: 'GBP' }]
  const again = { cardNumber: card, isSetup: true, lockSetupDuration: 5, checkoutTotal: 1 }
  assertRefused(await shop.call('checkout', { ...again, lockExcludedValueTypes: wrong }), 115)
  assertRefused(await shop.call('checkout', { ...again, lockExcludedValueTypes: [{ balanceType: 'Currency' }] }), 100)
  assert.deepEqual(await shop.verify(), [])
})

test('a completion does what the setup showed, whatever the brand file says by then', async () => {
  const spend = { then: [points(perDollar(1)), { notify: { channel: 'direct', text: 'Thanks' } }] }
  const { shop, lock, complete } = await open([tenOff, spend, gift])
  const card = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const setup = await lock(card, '4 CAKE 10', { coupons: [couponId] })
  assert.equal(setup.totalDiscount, 10)
  const file = shop.file as { programs: { valueTypes: { balanceType: string }[] }[] }
  const [program] = file.programs
  const valueTypes = program?.valueTypes.filter(({ balanceType }) => balanceType !== 'Points')
  await applyFile({
    ...file,
    programs: [{ ...program, valueTypes }],
    locations: [{ id: 'L1', name: 'Pier 1', currency: 'JPY', terminals: ['T1'] }],
    campaigns: [campaign([{ then: [{ block: { message: 'Closed' } }] }])],
    couponSets: [],
  })
  const { body: done } = await complete(setup, { paymentMethods: [{ paymentType: 'cash', amount: 29.99 }] })
  assert.equal(done.success, true, JSON.stringify(done))
  assert.deepEqual(done.balanceMutations, setup.balanceMutations)
  assert.equal(done.checkoutTotalAfterDiscount, 30)
  assert.deepEqual(done.responseMessages, ['Thanks'])
  assert.equal(done.issuedCouponIDs.length, 1)
  assert.equal((await shop.must('couponDetails', { couponId })).isUsed, true)
  assert.equal(await pointsOf(shop, card), 30)
  const shown = await shop.must('checkoutLookup', { checkoutTransactionId: done.transactionId })
  assert.equal(shown.payments[0].checkoutPaymentAmount, 29.99)
  assert.deepEqual(await shop.verify(), [])
})

test('a completion reads nothing of the sale but the tip and the payments, and accepts all of it again', async () => {
  const { shop, lock, complete } = await open([earn])
  const card = await shop.card()
  const setup = await lock(card, '1 ESP 3', { checkoutTipTotal: 1, orderMode: 2, barcode: 'B1' })
  const { body } = await complete(setup, {
    checkoutTotal: 99,
    checkoutTipTotal: 2.5,
    products: [{ sku: 'CAKE', unitPrice: 50 }],
    coupons: ['NONE'],
    preDiscounts: [{ amount: 5 }],
    childCardNumber: 'nobody',
    useParentBalancesOnly: true,
    lockSetupDuration: 60,
    lockExcludedValueTypes: [{ balanceType: 'Points' }],
    referringCardNumber: 'nobody',
    orderMode: 7,
    barcode: 'B2',
    paymentMethods: [{ paymentType: 'visa', amount: 3 }],
  })
  assert.equal(body.checkoutTotalBeforeDiscount, 3, JSON.stringify(body))
  const { checkoutTipTotal, orderMode, barcode, skus, payments } = await shop.must('checkoutLookup', {
    checkoutTransactionId: body.transactionId,
  })
  assert.deepEqual([checkoutTipTotal, orderMode, barcode], [2.5, 2, 'B1'])
  assert.deepEqual(skus, [{ sku: 'ESP', unitPrice: 3, amountPurchased: 1 }])
  assert.deepEqual(payments, [
    { paymentType: 'visa', checkoutPaymentAmount: 3, amount: 3, redeemBalance: false, countAsDiscount: false },
  ])
  assertRefused(await shop.call('checkoutLookup', { checkoutTransactionId: setup.transactionId }), 118)
  assert.deepEqual(await shop.verify(), [])
})

test('a throttle of the brand is taken by a setup, and given back when it is cancelled or expires', async () => {
  const once = { limit: { times: 1, per: 'brand', every: 'ever' }, then: [points(100)] }
  const { shop, lock, complete, cancel } = await open([once])
  const [card, other] = [await shop.card(), await shop.card()]
  const amount = (answer: { balanceMutations: { amount: number }[] }) =>
    answer.balanceMutations.map((one) => one.amount)
  const first = await lock(card, '1 ESP 3')
  assert.deepEqual(amount(first), [100])
  const second = await lock(other, '1 ESP 3')
  assert.deepEqual(amount(second), [])
  await cancel(first)
  await cancel(second)
  const third = await lock(card, '1 ESP 3')
  assert.deepEqual(amount(third), [100])
  await letLocksExpire(shop)
  const fourth = await lock(other, '1 ESP 3')
  assert.deepEqual(amount(fourth), [100])
  await complete(fourth)
  await letLocksExpire(shop)
  assert.deepEqual(amount(await lock(card, '1 ESP 3')), [])
  assert.equal(await pointsOf(shop, other), 100)
  assert.deepEqual(await shop.verify(), [])
})
