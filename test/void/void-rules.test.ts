import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop } from '../support/shop.ts'
import { bringBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const after = (callType: string, ...then: object[]) => ({
  trigger: 'request',
  when: [{ fact: 'request.callType', op: '=', value: callType }],
  then,
})

const once = { limit: { times: 1, per: 'card', every: 'ever' } }

test('an allocation is voided with the welcome that rules gave it', async () => {
  const { shop } = await openRuleShop([
    { ...after('ALLOCATE', points(50), { allocateCoupon: { set: 'gift', promotion: 'hello' } }), ...once },
  ])
  const cardNumber = (await shop.must('allocate', { cardSetId: 'cards' })).cardNumber
  const { requestRef } = (await shop.history(cardNumber))[0]
  assert.deepEqual(await sums(shop, cardNumber), { Points: 50 })
  const { body } = await undo(shop, cardNumber, requestRef)
  assert.ok(body.success, JSON.stringify(body))
  const { lots, firings, coupons } = await stateOf(shop)
  assert.deepEqual([lots, firings], [[], []])
  assert.deepEqual(
    coupons?.map((one) => (one as { disabled: string }).disabled),
    ['void'],
  )
  const { cards } = await shop.must('search', { filters: { cardNumber }, includeInactive: true })
  assert.equal(cards[0].cardStatus, 'Inventory')
  assert.equal((await shop.must('requestLookup', { requestRef: body.requestRef })).callType, 'VOID')

  await shop.must('allocate', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 50 }, 'the throttle was given back')
  assert.deepEqual(await shop.verify(), [])
})

test('an allocation after which the card was given something cannot be voided, even by a call of another card', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10, { to: 'referrer' })] }])
  const [referringCardNumber, cardNumber] = [await shop.card(), await shop.card()]
  const { requestRef } = (await shop.history(referringCardNumber))[0]
  const sale = await bought('1 ESP 3', { cardNumber, referringCardNumber })
  assertRefused(await undo(shop, referringCardNumber, requestRef), 119)
  assert.deepEqual(await sums(shop, referringCardNumber), { Points: 10 })
  await undone(shop, cardNumber, sale.requestRef)
  assertRefused(await undo(shop, referringCardNumber, requestRef), 119, undefined, 'it is in their history')
  assert.deepEqual(await shop.verify(), [])
})

test('a voided allocation forgets who had the card', async () => {
  const { shop } = await openRuleShop([], { more: { demographicFields: [{ name: 'drink', type: 'String' }] } })
  const { cardNumber } = (await shop.must('search', { filters: {}, includeInactive: true })).cards[0]
  const customerUpdates = { firstName: 'Ana', email: 'ana@example.com' }
  const brandDemographics = [{ fieldName: 'drink', value: 'tea' }]
  const { requestRef } = await shop.must('allocate', { cardNumber, customerUpdates, brandDemographics })
  const found = () =>
    shop.must('search', { filters: { firstName: 'Ana' }, includeInactive: true, returnFields: { customer: true } })
  assert.equal((await found()).cards.length, 1)
  await undone(shop, cardNumber, requestRef)
  assert.deepEqual((await found()).cards, [])
  assert.deepEqual((await stateOf(shop)).accounts, [])
  await shop.must('allocate', { cardNumber })
  assert.deepEqual((await found()).cards, [])
  assert.deepEqual(await shop.verify(), [])
})

test('a balance update is voided with the bonus that rules gave for it', async () => {
  const { shop } = await openRuleShop(
    [
      {
        ...after(
          'UPDATE_BALANCE',
          points(7),
          { redeem: { balanceType: 'Currency', balanceCode: 'USD', amount: 1 } },
          { logEvent: { categoryId: 'topped-up' } },
          { setDemographic: { name: 'drink', value: 'tea' } },
        ),
        ...once,
      },
    ],
    {
      more: {
        eventTypes: [{ categoryId: 'topped-up', name: 'Topped up' }],
        demographicFields: [{ name: 'drink', type: 'String' }],
      },
    },
  )
  const cardNumber = await shop.card()
  const before = await stateOf(shop)
  const { requestRef } = (await shop.issue(cardNumber, { usd: 10 })).body
  assert.deepEqual(await sums(shop, cardNumber), { Points: 7, USD: 9 })
  await undone(shop, cardNumber, requestRef)
  assert.deepEqual(await stateOf(shop), before)

  const second = (await shop.issue(cardNumber, { usd: 10 })).body.requestRef
  await shop.redeem(cardNumber, { points: 7 })
  assertRefused(await undo(shop, cardNumber, second), 13)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 9 })
  assert.deepEqual(await shop.verify(), [])
})

test('holds are voided with their bonus, and a cancelled one stays cancelled', async () => {
  const { shop } = await openRuleShop([after('UPDATE_BALANCE', points(1))])
  const cardNumber = await shop.card({ usd: 10 })
  const hold = async () => (await shop.hold(cardNumber, { usd: 4 })).body.transactionId as string
  const before = await stateOf(shop)
  await undone(shop, cardNumber, await hold())
  assert.deepEqual(await stateOf(shop), before)

  const redeemFromHoldTransactionId = await hold()
  const cancel = await shop.redeem(cardNumber, { usd: 0 }, { redeemFromHoldTransactionId, releaseHoldRemainder: true })
  for (const ref of [cancel.body.requestRef, redeemFromHoldTransactionId])
    assertRefused(await undo(shop, cardNumber, ref), 119)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 3, USD: 10 })
  assert.deepEqual(await shop.verify(), [])
})

test('a trigger call is voided with all that its rules did; the void itself runs no rules', async () => {
  const { shop } = await openRuleShop([
    { id: 'gift', trigger: 'custom', ...once, then: [points(5), { issue: { balanceType: 'Punches', amount: 1 } }] },
    { trigger: 'request', then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: 1 } }] },
  ])
  const cardNumber = await shop.card()
  assert.deepEqual(await sums(shop, cardNumber), { STARS: 1 })
  const before = await stateOf(shop)
  for (const _ of [1, 2]) {
    const { requestRef } = await shop.must('triggerCustomCampaigns', { cardNumber })
    assert.deepEqual(await sums(shop, cardNumber), { Points: 5, Punches: 1, STARS: 1 })
    const { body } = await undo(shop, cardNumber, requestRef)
    assert.equal((await shop.must('requestLookup', { requestRef: body.requestRef })).callType, 'VOID')
    assert.deepEqual(await stateOf(shop), before)
    assertRefused(await undo(shop, cardNumber, requestRef), 119)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('account, coupon and child card calls, setups and voids cannot be voided', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(1)] }])
  const cardNumber = await shop.card()
  const sale = (await bought('1 ESP 3', { cardNumber })).requestRef
  const offers = [
    {
      skus: [{ sku: 'ESP' }],
      discountType: 'percentageDiscount',
      percentageDiscount: 50,
      expirationDate: '2027-01-01 00:00:00',
    },
  ]
  const calls: [string, object, number?, object?][] = [
    ['allocateChildCard', { cardNumber, childCardNumber: 'K-1' }, 119, { childCardNumber: 'K-1' }],
    ['allocateCoupon', { cardNumber, couponSetId: 'gift', promotionId: 'p', allowMultipleCoupons: true }],
    ['addPersonalOffer', { cardNumber, offers }],
    ['checkout', { cardNumber, isSetup: true, products: [{ sku: 'ESP', unitPrice: 3 }] }],
    ['search', { filters: { cardNumber } }],
    ['requestLookup', { requestRef: sale }, 118],
    ['voidTransaction', { cardNumber, requestRef: sale }],
  ]
  for (const [operation, body, code = 119, child = {}] of calls) {
    const { requestRef } = await shop.must(operation, body)
    await shop.must('requestLookup', { requestRef })
    assertRefused(await undo(shop, cardNumber, requestRef, child), code, undefined, operation)
  }
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a void of a return takes back what rules gave after the return', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10)] }, after('RETURN_MERCHANDISE', points(3))])
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 3', { cardNumber })
  const sold = await stateOf(shop)
  const { body } = await bringBack(shop, sale, '1 ESP')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 8 })
  assertRefused(await undo(shop, cardNumber, sale.requestRef), 119)
  const back = await undo(shop, cardNumber, body.requestRef)
  assert.deepEqual(await stateOf(shop), sold)
  assert.equal((await shop.must('requestLookup', { requestRef: back.body.requestRef })).callType, 'VOID')
  assertRefused(await undo(shop, cardNumber, body.requestRef), 119)
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('an empty card number is none', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 3 })
  const { requestRef } = (await shop.redeem(cardNumber, { usd: 1 })).body
  for (const given of [undefined, null, ''])
    assertRefused(await shop.call('voidTransaction', { cardNumber: given, requestRef }), 6)
})
