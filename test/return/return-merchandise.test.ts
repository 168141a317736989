import assert from 'node:assert/strict'
import test from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import { openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements } from '../support/shop.ts'
import { bringBack, broughtBack, returnedOf, sums, undo, undone } from '../support/undo-shop.ts'

const earning = [{ then: [points(perDollar(1))] }]

test('a return answers the envelope alone, and is the opposite of a checkout in history and look-ups', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 4, 1 CAKE 3', { cardNumber })
  const { status, body } = await bringBack(shop, sale, '1 ESP, 1 CAKE 2.5', {
    additionalReturnAmount: 0.5,
    merchantName: 'Kiosk 9',
    customRequestDate: '2026-01-02 03:04:05',
  })
  assert.deepEqual([status, body], [200, { success: true, requestRef: body.requestRef }])

  const lookup = await shop.must('requestLookup', { requestRef: body.requestRef, showDetailedMutations: true })
  assert.deepEqual(
    [lookup.callType, lookup.cardNumber, lookup.requestDate, lookup.merchantName, lookup.isVoided],
    ['RETURN_MERCHANDISE', cardNumber, '2026-01-02 03:04:05', 'Kiosk 9', false],
  )
  assert.deepEqual(lookup.detailedNonHoldMutations, [
    { balanceType: 'Points', amount: -7, mutationType: 'ReturnMerchandise' },
  ])
  assert.equal(lookup.checkoutTotalBeforeDiscount, -7)
  const [row] = await shop.history(cardNumber, {
    includeCampaignData: true,
    includeTransactionDetails: true,
    includeMainBalanceUpdate: true,
    sortMostRecentFirst: false,
    restrictTransactionTypes: ['RETURN_MERCHANDISE'],
  })
  assert.deepEqual([row.requestRef, row.callType, row.isVoided], [body.requestRef, 'RETURN_MERCHANDISE', undefined])
  assert.equal(row.transactionTime, Date.UTC(2026, 0, 2, 3, 4, 5))
  assert.deepEqual(row.balanceUpdates, [{ balanceType: 'Points', amount: -7, mutationType: 'ReturnMerchandise' }])
  assert.deepEqual([row.checkoutTotalBeforeDiscounts, row.merchantName], [-7, 'Kiosk 9'])
  assert.deepEqual(row.skus, [
    { sku: 'ESP', unitPrice: 4, amountPurchased: -1 },
    { sku: 'CAKE', unitPrice: 2.5, amountPurchased: -1 },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('without its checkout a return is registered, and takes nothing back', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  await bought('2 ESP 4', { cardNumber })
  const body = { ...returnedOf('9 ESP 4, 1.5 CAKE 3.33'), additionalReturnAmount: 1 }
  const named = await shop.must('returnMerchandise', { cardNumber, ...body })
  const anonymous = await shop.must('returnMerchandise', body)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 8 })
  for (const { requestRef } of [named, anonymous]) {
    const shown = await shop.must('requestLookup', { requestRef })
    assert.deepEqual([shown.checkoutTotalBeforeDiscount, shown.balanceMutations], [-42, []])
  }
  assert.equal((await shop.history(cardNumber))[0].requestRef, named.requestRef)
  await shop.must('returnMerchandise', {})
  await undone(shop, cardNumber, named.requestRef)
  await undone(shop, undefined, anonymous.requestRef)
  assertRefused(await undo(shop, undefined, anonymous.requestRef), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('more than was bought is 120, in units and in value, over all returns that were not voided', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 4, 1 CAKE 3', { cardNumber })
  //  what comes back, and whether it is too much
  const table: [string, object, boolean][] = [
    ['3 ESP', {}, true],
    ['1 TEA', {}, true],
    ['1 CAKE, 1 CAKE', {}, true],
    ['1 ESP 11.01', {}, true],
    ['', { additionalReturnAmount: 11.01 }, true],
    ['1 ESP', {}, false],
    ['2 ESP', {}, true],
    ['1 CAKE', { additionalReturnAmount: 4.01 }, true],
    ['1 CAKE', { additionalReturnAmount: 1 }, false],
    ['1 ESP', {}, true],
    ['1 ESP 3', {}, false],
    ['', { additionalReturnAmount: 0.01 }, true],
  ]
  for (const [basket, more, isTooMuch] of table) {
    const answer = await bringBack(shop, sale, basket, more)
    if (isTooMuch) assertRefused(answer, 120, undefined, basket)
    else assert.ok(answer.body.success, JSON.stringify([basket, answer.body]))
  }
  assert.deepEqual(await sums(shop, cardNumber), {})
  const more = await broughtBack(shop, sale, '7 ESP, 1 TEA 5', { failIfOverReturn: false, additionalReturnAmount: 50 })
  assert.deepEqual(await sums(shop, cardNumber), {}, 'no more than everything is taken back')
  await undone(shop, cardNumber, more.requestRef)
  assert.deepEqual(await shop.verify(), [])
})

test('a voided return does not count: the sale can be returned again', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 5', { cardNumber })
  for (const _ of [1, 2]) {
    const [one, two] = [await broughtBack(shop, sale, '1 ESP'), await broughtBack(shop, sale, '2 ESP')]
    assert.deepEqual(await sums(shop, cardNumber), {})
    assertRefused(await bringBack(shop, sale, '1 ESP'), 120)
    assertRefused(await undo(shop, cardNumber, sale.requestRef), 119)
    await undone(shop, cardNumber, one.requestRef)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 5 })
    assertRefused(await undo(shop, cardNumber, sale.requestRef), 119, undefined, 'partly returned')
    await undone(shop, cardNumber, two.requestRef)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 15 })
  }
  await undone(shop, cardNumber, sale.requestRef)
  assertRefused(await bringBack(shop, sale, '1 ESP'), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('an anonymous checkout is returned without a card, and never too much', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(5, { to: 'referrer' })] }])
  const [cardNumber, referringCardNumber] = [await shop.card(), await shop.card()]
  const sale = await bought('2 ESP 4', { referringCardNumber })
  const named = await bought('2 ESP 4', { cardNumber })
  assertRefused(await bringBack(shop, { ...sale, cardNumber }, '1 ESP'), 118)
  assertRefused(await bringBack(shop, { requestRef: named.requestRef }, '1 ESP'), 6)
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, referringCardNumber), { Points: 2 })
  await broughtBack(shop, sale, '5 ESP, 1 TEA')
  assert.deepEqual(await sums(shop, referringCardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('what is no checkout of the card cannot be returned', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const [cardNumber, other] = [await shop.card({ usd: 5 }), await shop.card()]
  const sale = await bought('2 ESP 4', { cardNumber })
  const update = (await shop.redeem(cardNumber, { usd: 1 })).body
  const back = await broughtBack(shop, sale, '1 ESP')
  const table: [string, string, number][] = [
    [other, sale.requestRef, 118],
    [cardNumber, update.requestRef, 118],
    [cardNumber, back.requestRef, 118],
    [cardNumber, '01890000-0000-7000-8000-000000000000', 118],
    [cardNumber, 'not a reference', 118],
    ['99999999', sale.requestRef, 2],
  ]
  for (const [card, requestRef, code] of table)
    assertRefused(await bringBack(shop, { cardNumber: card, requestRef }, '1 ESP'), code, undefined, requestRef)
  await broughtBack(shop, { cardNumber, requestRef: sale.requestRef.toUpperCase() }, '1 ESP')
  assert.deepEqual(await shop.verify(), [])
})

test('simulateOnly checks everything and changes nothing', async () => {
  const rules = [{ then: [points(10), { allocateCoupon: { set: 'gift' } }, { logEvent: { categoryId: 'visit' } }] }]
  const { shop, bought } = await openRuleShop(rules, { more: { eventTypes: [{ categoryId: 'visit', name: 'Visit' }] } })
  const cardNumber = await shop.card({ usd: 10 })
  const paymentMethods = [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 3 }]
  const sale = await bought('2 ESP 4', { cardNumber, paymentMethods })
  const before = await dumpBrand(shop.id)
  const simulated = { simulateOnly: true, reversePayments: true, removeCustomEvents: true }
  for (const _ of [1, 2, 3]) await broughtBack(shop, sale, '2 ESP', simulated)
  await shop.must('returnMerchandise', { cardNumber, additionalReturnAmount: 5, simulateOnly: true })
  assertRefused(await bringBack(shop, sale, '3 ESP', simulated), 120)
  assert.deepEqual(await dumpBrand(shop.id), before)

  const { requestRef } = await broughtBack(shop, sale, '1 ESP', simulated)
  const shown = await shop.must('requestLookup', { requestRef })
  assert.deepEqual([shown.callType, shown.cardNumber], ['RETURN_MERCHANDISE', cardNumber])
  assertRefused(await undo(shop, cardNumber, requestRef), 119)
  const id = { customRequestId: 'simulated-once' }
  const body = { cardNumber, checkoutRequestRef: sale.requestRef, simulateOnly: true }
  await shop.must('returnMerchandise', body, id)
  assert.equal((await shop.call('returnMerchandise', body, id)).body.errorCode, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('the fields of a return are checked', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  const { requestRef } = await bought('2 ESP 4', { cardNumber })
  const good = { cardNumber, checkoutRequestRef: requestRef }
  const product = (more: object) => ({ returnedProducts: [{ sku: 'ESP', amountPurchased: 1, ...more }] })
  const table: Refusals = [
    [product({ sku: '' }), 100, 'returnedProducts[0].sku'],
    [product({ sku: null }), 100, 'returnedProducts[0].sku'],
    [product({ amountPurchased: null }), 100, 'returnedProducts[0].amountPurchased'],
    [product({ amountPurchased: -1 }), 100, 'returnedProducts[0].amountPurchased'],
    [product({ amountPurchased: 0.0000001 }), 100, 'returnedProducts[0].amountPurchased'],
    [product({ unitPrice: -1 }), 100, 'returnedProducts[0].unitPrice'],
    [{ returnedProducts: {} }, 100, 'returnedProducts'],
    [{ additionalReturnAmount: -1 }, 100, 'additionalReturnAmount'],
    [{ additionalReturnAmount: 'x' }, 100, 'additionalReturnAmount'],
    [{ usedCouponResets: true }, 100, 'usedCouponResets'],
    [{ usedCouponResets: 'always' }, 100, 'usedCouponResets'],
    [{ reversePayments: 'x' }, 100, 'reversePayments'],
    [{ reversePayments: true, checkoutRequestRef: null }, 100, 'reversePayments'],
    [{ merchantName: 'x'.repeat(65) }, 100, 'merchantName'],
    [{ customRequestDate: '2026-02-30 00:00:00' }, 100, 'customRequestDate'],
    [{ cardNumber: null }, 6],
    [{ ...product({ amountPurchased: 1e14, unitPrice: 1e14 }), failIfOverReturn: false }, 100, 'returnedProducts'],
    [{ ...product({ amountPurchased: 1e14, unitPrice: 1e14 }), checkoutRequestRef: null }, 100, 'returnedProducts'],
  ]
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of table)
    assertRefused(await shop.call('returnMerchandise', { ...good, ...(change as object) }), code, field)
  assert.deepEqual(await dumpBrand(shop.id), before)
  const strict = await openRuleShop(earning, {
    brand: { enable: allEnablements.filter((one) => one !== 'customRequestDate') },
  })
  assertRefused(await strict.shop.call('returnMerchandise', { customRequestDate: '2026-01-01 00:00:00' }), 104)
})

test('a brand of version 1 does not know the JSON v2 fields, and has their defaults', async () => {
  const { shop, bought } = await openRuleShop(earning, { brand: { apiVersion: 1 } })
  const cardNumber = await shop.card({ usd: 5 })
  const paymentMethods = [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 5 }]
  const sale = await bought('2 ESP 4', { cardNumber, paymentMethods })
  const v2 = { failIfOverReturn: false, reversePayments: true, usedCouponResets: 'Never', merchantName: 'x' }
  assertRefused(await bringBack(shop, sale, '3 ESP', v2), 120)
  const answer = await bringBack(shop, sale, '2 ESP', v2)
  assert.equal(
    answer.headers['purser-unknown-fields'],
    'failIfOverReturn,reversePayments,usedCouponResets,merchantName',
  )
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a return happens once for each customRequestId, and a locked or closed card refuses it', async () => {
  const { shop, bought } = await openRuleShop(earning)
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 4', { cardNumber })
  const body = { cardNumber, checkoutRequestRef: sale.requestRef, ...returnedOf('1 ESP') }
  const id = { customRequestId: 'return-once' }
  await shop.must('returnMerchandise', body, id)
  assert.equal((await shop.call('returnMerchandise', body, id)).body.errorCode, 3)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 8 })
  const lock = { cardNumber, isSetup: true, lockSetupDuration: 60, products: productsOf('1 ESP 1') }
  const setup = await shop.must('checkout', lock)
  assertRefused(await bringBack(shop, sale, '1 ESP'), 113)
  await shop.must('checkout', { cardNumber, cancelSetup: true, relatedSetupTransactionId: setup.transactionId })
  const closed = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber, ...closed })
  assertRefused(await bringBack(shop, sale, '1 ESP'), 112)
  assert.deepEqual(await shop.verify(), [])
})
