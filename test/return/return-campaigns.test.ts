import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'
import { bringBack, broughtBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const usd = (amount: number | object, more: object = {}) => ({
  issue: { balanceType: 'Currency', balanceCode: 'USD', amount, ...more },
})
const ofSku = (sku: string, give: number, of = 'products.quantity') => ({ give, per: 1, of, where: { sku } })

/** What returns were to take back and could not, each as the record of its call keeps it. */
async function shortfallsOf(shop: Shop, requestRef: string): Promise<number[]> {
  const [row] = await sql(
    `select detail -> 'shortfalls' as short from request where brand_id = $1 and request_ref = $2`,
    [shop.id, requestRef],
  )
  return (row.short ?? []).map((one: { amount: number }) => one.amount)
}

test('products give back by quantity what was given for them, the checkout by value', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(ofSku('ESP', 10))] },
    { then: [points(ofSku('CAKE', 1, 'products.total'))] },
    { then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: perDollar(10) } }] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('3 ESP 4, 2 CAKE 9', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 48, STARS: 300 })

  //  what comes back, and what the card has then
  const table: [string, object, number, number][] = [
    ['1 ESP', {}, 38, 260],
    ['1 CAKE', {}, 29, 170],
    ['0.5 ESP', {}, 24, 150],
    ['', { additionalReturnAmount: 3 }, 24, 120],
    ['0.5 ESP', {}, 19, 100],
    ['1 ESP, 1 CAKE 6', {}, 0, 0],
  ]
  for (const [basket, more, expectedPoints, expectedStars] of table) {
    await broughtBack(shop, sale, basket, more)
    const { Points = 0, STARS = 0 } = await sums(shop, cardNumber)
    assert.deepEqual([Points, STARS], [expectedPoints, expectedStars], basket)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('what campaigns took is given back to its lots, and what they gave for it is taken', async () => {
  const { shop, bought } = await openRuleShop([
    {
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }],
      then: [{ redeem: { balanceType: 'Points', amount: 100 } }, usd(5)],
    },
  ])
  const cardNumber = await shop.card({ points: 30 })
  await shop.issue(cardNumber, { points: 90 }, { isReturnRelated: true })
  const { lots } = await stateOf(shop)
  const sale = await bought('3 ESP 4', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 20, USD: 5 })
  for (const expected of [{ Points: 53, USD: 3.33 }, { Points: 87, USD: 1.67 }, { Points: 120 }]) {
    await broughtBack(shop, sale, '1 ESP')
    assert.deepEqual(await sums(shop, cardNumber), expected)
  }
  assert.deepEqual((await stateOf(shop)).lots, lots)
  assert.deepEqual(await shop.verify(), [])
})

test('what was taken from a lot that has expired meanwhile comes back as store credit', async () => {
  const { shop, bought } = await openRuleShop([{ then: [{ redeem: { balanceType: 'Points', amount: 10 } }] }])
  const cardNumber = await shop.card()
  const expires = new Date(Date.now() + oneDay * 1000).toISOString().slice(0, 19).replace('T', ' ')
  await shop.issue(cardNumber, { points: 10 }, { issuedBalanceExpiration: expires })
  const sale = await bought('1 ESP 4', { cardNumber })
  await letTimePass(shop, oneDay + 1)
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })
  const [lot] = (await stateOf(shop)).lots as { return_related: boolean; expires_at: Date | null }[]
  assert.deepEqual([lot?.return_related, lot?.expires_at], [true, null])
  assert.deepEqual(await shop.verify(), [])
})

test('what the card no longer has is not taken below 0, does not fail the return, and is recorded', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10, { expiresAfter: { days: 30 } }), usd(2)] }])
  const cardNumber = await shop.card({ points: 4 })
  const sale = await bought('2 ESP 4', { cardNumber })
  await shop.redeem(cardNumber, { points: 11 })
  await shop.hold(cardNumber, { points: 1 })
  const first = await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 1, USD: 1 })
  assert.deepEqual(await shortfallsOf(shop, first.requestRef), [3])
  await shop.issue(cardNumber, { points: 50 })
  const second = await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 46 }, 'a shortfall is not collected later')
  assert.deepEqual(await shortfallsOf(shop, second.requestRef), [])
  for (const { requestRef } of [second, first]) await undone(shop, cardNumber, requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 53, USD: 2 })
  assert.deepEqual(await shop.verify(), [])
})

test('an issuance leaves the lot it made, then other lots; also one that is not active yet', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(10, { expiresAfter: { days: 30 } }), usd(3, { activeAfter: { days: 2 } })] },
  ])
  const cardNumber = await shop.card({ points: 20 })
  const before = await stateOf(shop)
  const sale = await bought('1 ESP 4', { cardNumber })
  await broughtBack(shop, sale, '1 ESP')
  const { lots } = await stateOf(shop)
  assert.deepEqual(lots, before.lots)

  const second = await bought('1 ESP 4', { cardNumber })
  await shop.redeem(cardNumber, { points: 8 })
  await broughtBack(shop, second, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 12 })
  assert.deepEqual(await shop.verify(), [])
})

test('the referrer loses their share, as far as they have it and their card can be used', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10, { to: 'referrer' }), points(4)] }])
  const [cardNumber, referringCardNumber] = [await shop.card(), await shop.card()]
  const sale = await bought('2 ESP 4', { cardNumber, referringCardNumber })
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(
    [await sums(shop, cardNumber), await sums(shop, referringCardNumber)],
    [{ Points: 2 }, { Points: 5 }],
  )
  await shop.redeem(referringCardNumber, { points: 3 })

  const closed = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber: referringCardNumber, action: 'adjustOnly', ...closed })
  const { requestRef } = await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, referringCardNumber)], [{}, { Points: 2 }])
  assert.deepEqual(await shortfallsOf(shop, requestRef), [5])
  assert.deepEqual(await shop.verify(), [])
})

test('of a two-stage checkout the completing call is returned', async () => {
  const { shop } = await openRuleShop([{ then: [points(10), usd(1)] }])
  const cardNumber = await shop.card()
  const { lock, complete } = lockingCalls({ shop })
  const setup = await lock(cardNumber, '2 ESP 4')
  assertRefused(await bringBack(shop, setup, '1 ESP'), 113)
  const { body: sale } = await complete(setup)
  assertRefused(await bringBack(shop, setup, '1 ESP'), 118)
  await broughtBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5, USD: 0.5 })
  assert.deepEqual(await shop.verify(), [])
})

test('child cards: the child must match, and what it was given is taken from it', async () => {
  const { shop, bought } = await openRuleShop([
    { target: 'child', then: [points(10), usd(2, { to: 'root' })] },
    { target: 'root', then: [points(6)] },
  ])
  const cardNumber = await shop.card()
  for (const childCardNumber of ['K-1', 'K-2']) await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  const child = { childCardNumber: 'K-1' }
  const sale = await bought('2 ESP 4', { cardNumber, ...child })
  const ofRoot = await bought('2 ESP 4', { cardNumber })
  const parentOnly = await bought('2 ESP 4', { cardNumber, ...child, useParentBalancesOnly: true })
  const held = async () => (await stateOf(shop)).balances?.map((one) => Number((one as { amount: number }).amount))
  assert.deepEqual((await held())?.toSorted(), [10, 12, 200])
  for (const [which, given, code] of [
    [sale, {}, 118],
    [sale, { childCardNumber: 'K-2' }, 118],
    [sale, { childCardNumber: 'K-3' }, 129],
    [ofRoot, child, 118],
    [parentOnly, {}, 118],
  ] as const)
    assertRefused(await bringBack(shop, which, '1 ESP', given), code)
  assertRefused(await shop.call('returnMerchandise', child), 6)
  assertRefused(await shop.call('returnMerchandise', { cardNumber, childCardNumber: 'K-3' }), 129)

  await broughtBack(shop, sale, '1 ESP', child)
  await broughtBack(shop, ofRoot, '1 ESP')
  await broughtBack(shop, parentOnly, '1 ESP', child)
  assert.deepEqual((await held())?.toSorted(), [100, 5, 6])
  const [last] = await shop.history(cardNumber)
  assert.deepEqual([last.callType, last.childCardNumber], ['RETURN_MERCHANDISE', 'K-1'])
  const closed = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Closed' } }
  await shop.must('updateBalance', { cardNumber, ...child, ...closed })
  assertRefused(await bringBack(shop, sale, '1 ESP', child), 112)
  assertRefused(await undo(shop, cardNumber, last.requestRef, child), 112)
  assert.deepEqual(await shop.verify(), [])
})

test('a return gives no throttle back', async () => {
  const once = { limit: { times: 1, per: 'card', every: 'ever' } }
  const { shop, bought } = await openRuleShop([{ ...once, then: [points(10)] }])
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 4', { cardNumber })
  await broughtBack(shop, sale, '1 ESP')
  await bought('1 ESP 4', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('rules with trigger request run after a return, and not after one that is only simulated', async () => {
  const rule = {
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'RETURN_MERCHANDISE' }],
    then: [usd(1), { allocateCoupon: { set: 'gift', promotion: 'sorry' } }],
  }
  const { shop, bought } = await openRuleShop([rule, { then: [points(10)] }])
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 4', { cardNumber })
  await broughtBack(shop, sale, '1 ESP', { simulateOnly: true })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })
  await broughtBack(shop, sale, '1 ESP')
  await shop.must('returnMerchandise', { cardNumber, additionalReturnAmount: 3 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5, USD: 2 })
  assert.equal((await stateOf(shop)).coupons?.length, 2)
  await shop.must('returnMerchandise', { additionalReturnAmount: 3 })
  assert.deepEqual(await shop.verify(), [])
})

test('events that campaigns logged are removed when the return asks for it', async () => {
  const rules = [{ then: [{ logEvent: { categoryId: 'visit' } }] }]
  const more = { eventTypes: [{ categoryId: 'visit', name: 'Visit' }] }
  const { shop, bought } = await openRuleShop(rules, { more })
  const cardNumber = await shop.card()
  const [sale, other] = [await bought('2 ESP 4', { cardNumber }), await bought('2 ESP 4', { cardNumber })]
  assert.equal((await stateOf(shop)).events?.length, 2)
  await broughtBack(shop, sale, '2 ESP')
  assert.equal((await stateOf(shop)).events?.length, 2)
  await broughtBack(shop, other, '1 ESP', { removeCustomEvents: true })
  assert.equal((await stateOf(shop)).events?.length, 1)
  await undone(shop, cardNumber, (await bought('1 ESP 1', { cardNumber })).requestRef)
  assert.equal((await stateOf(shop)).events?.length, 1, 'a void removes the events of its checkout')
  assert.deepEqual(await shop.verify(), [])
})

test('what a checkout gave is taken back whatever the campaigns and value types are now', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10), usd(3)] }])
  const cardNumber = await shop.card()
  const [first, second] = [await bought('2 ESP 4', { cardNumber }), await bought('2 ESP 4', { cardNumber })]
  const valueTypes = [{ balanceType: 'Currency', balanceCode: 'USD', scale: 2, maxBalance: 1 }]
  const [program] = (shop.file as { programs: object[] }).programs
  await applyFile({ ...shop.file, campaigns: [], programs: [{ ...program, valueTypes }] })
  const back = await broughtBack(shop, first, '1 ESP')
  await undone(shop, cardNumber, second.requestRef)
  await undone(shop, cardNumber, back.requestRef)
  await applyFile(shop.file)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10, USD: 3 })
  await broughtBack(shop, first, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5, USD: 1.5 })
  assert.deepEqual(await shop.verify(), [])
})

test('a sale is returned in its own currency, wherever it comes back', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Tokyo', currency: 'JPY', terminals: ['T2'] },
  ]
  const { shop } = await openRuleShop([{ then: [points(100)] }], { locations })
  const cardNumber = await shop.card()
  const tokyo = { location: 'L2', terminal: 'T2' }
  const products = [{ sku: 'ESP', unitPrice: 250, amountPurchased: 4 }]
  const sale = await shop.must('checkout', { cardNumber, products }, tokyo)
  const back = await broughtBack(shop, sale, '1 ESP', { additionalReturnAmount: 49.5 })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 70 })
  const shown = await shop.must('requestLookup', { requestRef: back.requestRef })
  assert.deepEqual([shown.checkoutTotalBeforeDiscount, shown.locationId], [-300, 'L1'])
  const alone = await shop.must('returnMerchandise', { cardNumber, additionalReturnAmount: 7 }, tokyo)
  assert.equal((await shop.must('requestLookup', { requestRef: alone.requestRef })).checkoutTotalBeforeDiscount, -7)
  assert.deepEqual(await shop.verify(), [])
})
