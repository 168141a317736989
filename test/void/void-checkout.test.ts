import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points, type RuleShop } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'
import { stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const starOffer = {
  skus: [{ sku: 'CAKE' }],
  discountType: 'percentageDiscount',
  percentageDiscount: 50,
}

/** A rule of every kind of result that a void has to take back. */
const everything = [
  {
    id: 'earn',
    then: [points(perDollar(2), { expiresAfter: { days: 30 } }), { enroll: { program: 'rewards' } }],
  },
  {
    id: 'convert',
    when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }],
    limit: { times: 1, per: 'card', every: 'ever' },
    then: [
      { redeem: { balanceType: 'Points', amount: 100 } },
      { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 5, activeAfter: { days: 1 } } },
    ],
  },
  {
    id: 'brand-wide',
    limit: { times: 3, per: 'brand', every: 'day' },
    then: [
      { logEvent: { categoryId: 'visit', payload: 'x' } },
      { setDemographic: { name: 'drink', value: 'latte' } },
      { personalOffer: { ...starOffer, skus: [{ sku: 'ESP' }], expirationDate: secondsFromNow(oneDay) } },
    ],
  },
]

const more = {
  demographicFields: [{ name: 'drink', type: 'String' }],
  eventTypes: [{ categoryId: 'visit', name: 'Visit' }],
}

const openFullShop = (): Promise<RuleShop> => openRuleShop(everything, { more })

async function cardWithPast({ shop }: RuleShop): Promise<string> {
  const cardNumber = await shop.card({ usd: 20 })
  await shop.issue(cardNumber, { usd: 4 }, { isReturnRelated: true })
  await shop.issue(cardNumber, { points: 70 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.must('addPersonalOffer', {
    cardNumber,
    offers: [{ ...starOffer, expirationDate: secondsFromNow(oneDay) }],
  })
  return cardNumber
}

const payment = (amount: number, balanceCode = 'USD') => ({
  redeemBalance: true,
  balanceType: 'Currency',
  balanceCode,
  amount,
})

test('a void leaves card, counters, offers, events and account as they were before the checkout', async () => {
  const open = await openFullShop()
  const { shop, bought } = open
  const cardNumber = await cardWithPast(open)
  const before = await stateOf(shop)

  const sale = await bought('2 ESP 10, 1 CAKE 4', { cardNumber, paymentMethods: [payment(6)] })
  const during = await stateOf(shop)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 14, USD: 23 })
  for (const part of ['lots', 'balances', 'firings', 'offers', 'offerUses', 'events', 'accounts'])
    assert.notDeepEqual(during[part], before[part], part)
  const { body } = await undo(shop, cardNumber, sale.requestRef)

  assert.deepEqual(body, { success: true, requestRef: body.requestRef })
  assert.deepEqual(await stateOf(shop), before)
  const [first, second] = await shop.history(cardNumber, { includeCampaignData: true })
  assert.deepEqual([first.callType, first.requestRef], ['VOID_CHECKOUT', body.requestRef])
  assert.deepEqual([second.callType, second.isVoided], ['CHECKOUT_COMPLETE', true])
  assert.deepEqual(
    new Set(first.balanceUpdates.map((one: { mutationType: string }) => one.mutationType)),
    new Set(['Void']),
  )
  assert.equal((await shop.must('requestLookup', { requestRef: sale.requestRef })).isVoided, true)
  assert.equal((await shop.must('checkoutLookup', { checkoutTransactionId: sale.requestRef })).isVoided, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a void of a completed two-stage checkout is that of its complete call', async () => {
  const open = await openFullShop()
  const { shop } = open
  const cardNumber = await cardWithPast(open)
  const before = await stateOf(shop)
  const { lock, complete } = lockingCalls({ shop })
  const setup = await lock(cardNumber, '2 ESP 10, 1 CAKE 4', { paymentMethods: [payment(6)] })
  assertRefused(await undo(shop, cardNumber, setup.requestRef), 113)
  const { body: done } = await complete(setup, { paymentMethods: [{ paymentType: 'cash', amount: 16 }] })
  assert.ok(done.success)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 14, USD: 23 })

  const ofSetup = await undo(shop, cardNumber, setup.requestRef)
  assertRefused(ofSetup, 119)
  assert.match(ofSetup.body.errorMessage, /: it is a setup; void the completing call/)
  await undone(shop, cardNumber, done.requestRef)

  assert.deepEqual(await stateOf(shop), before)
  assertRefused(await undo(shop, cardNumber, done.requestRef), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('a sale of which something came back is voided after its returns, and the refusal says so', async () => {
  const { shop, buy } = await openFullShop()
  const cardNumber = await shop.card({ usd: 20 })
  const { body: sale } = await buy('2 ESP 10', { cardNumber })
  const back = await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }],
  })
  const refused = await undo(shop, cardNumber, sale.requestRef)
  assertRefused(refused, 119)
  assert.match(refused.body.errorMessage, /: some of it was returned; void the returns first, or return the rest\.$/)
  await undone(shop, cardNumber, back.requestRef)
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { USD: 20 })
  assert.deepEqual(await shop.verify(), [])
})

test('a voided checkout fires its rules again: throttles per card and per brand are given back', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: { times: 1, per: 'card', every: 'ever' }, then: [points(10)] },
    { limit: { times: 1, per: 'brand', every: 'ever' }, then: [points(100)] },
  ])
  const [cardNumber, other] = [await shop.card(), await shop.card()]
  for (const expected of [110, 110]) {
    const sale = await bought('1 ESP 3', { cardNumber })
    assert.deepEqual(await sums(shop, cardNumber), { Points: expected })
    assert.deepEqual(await sums(shop, other), {})
    await bought('1 ESP 3', { cardNumber: other }).then(({ requestRef }) => undone(shop, other, requestRef))
    await undone(shop, cardNumber, sale.requestRef)
    assert.deepEqual(await sums(shop, cardNumber), {})
  }
  await bought('1 ESP 3', { cardNumber: other })
  assert.deepEqual(await sums(shop, other), { Points: 110 })
  assert.deepEqual(await shop.verify(), [])
})

test('points that were earned and spent in the same checkout are no obstacle, points spent later are', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(60)] },
    {
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 50 }],
      then: [
        { redeem: { balanceType: 'Points', amount: 50 } },
        { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } },
      ],
    },
  ])
  const cardNumber = await shop.card({ points: 3 })
  const before = await stateOf(shop)
  const sale = await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 13, USD: 5 })
  await undone(shop, cardNumber, sale.requestRef)
  const { firings: _, ...after } = await stateOf(shop)
  assert.deepEqual({ firings: before.firings, ...after }, before)

  const second = await bought('1 ESP 3', { cardNumber })
  const spent = (await shop.redeem(cardNumber, { usd: 1 })).body
  const between = await stateOf(shop)
  assertRefused(await undo(shop, cardNumber, second.requestRef), 13)
  assert.deepEqual(await stateOf(shop), between, 'nothing changed')
  await undone(shop, cardNumber, spent.requestRef)
  await undone(shop, cardNumber, second.requestRef)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 3 })
  assert.deepEqual(await shop.verify(), [])
})

test('a sale counts for history only while it is not voided', async () => {
  const { shop, bought } = await openRuleShop([
    { when: [{ fact: 'history.checkouts', op: '=', value: 0 }], then: [points(7)] },
    { when: [{ fact: 'history.spend', op: '>=', value: 3 }], then: [{ issue: { balanceType: 'Punches', amount: 1 } }] },
  ])
  const cardNumber = await shop.card()
  const first = await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 7 })
  await undone(shop, cardNumber, first.requestRef)
  await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 7 })
  await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 7, Punches: 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('the referrer gives back what the checkout gave them, as far as they have it', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(10, { to: 'referrer' }), points(1)] }])
  const [cardNumber, referringCardNumber] = [await shop.card(), await shop.card()]
  const before = await stateOf(shop)
  const sale = await bought('1 ESP 3', { cardNumber, referringCardNumber })
  assert.deepEqual(await sums(shop, referringCardNumber), { Points: 10 })
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await stateOf(shop), before)

  const second = await bought('1 ESP 3', { cardNumber, referringCardNumber })
  await shop.redeem(referringCardNumber, { points: 1 })
  await undone(shop, cardNumber, second.requestRef)
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, referringCardNumber)], [{}, {}])
  assert.deepEqual(await shop.verify(), [])
})

test('a void names the card and the child of the checkout, exactly', async () => {
  const { shop, bought } = await openRuleShop([{ target: 'any', then: [points(5)] }])
  const [cardNumber, other] = [await shop.card(), await shop.card()]
  for (const childCardNumber of ['K-1', 'K-2']) await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  await shop.must('allocateChildCard', { cardNumber: other, childCardNumber: 'K-1' })
  const before = await stateOf(shop)
  const ofChild = (await bought('1 ESP 3', { cardNumber, childCardNumber: 'K-1' })).requestRef
  const ofRoot = (await bought('1 ESP 3', { cardNumber })).requestRef
  const ofParent = await bought('1 ESP 3', { cardNumber, childCardNumber: 'K-2', useParentBalancesOnly: true })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })

  //  card, call, child, code
  const table: [string | undefined, string, string | undefined, number][] = [
    [other, ofRoot, undefined, 118],
    [other, ofChild, 'K-1', 118],
    [undefined, ofRoot, undefined, 6],
    [cardNumber, ofChild, undefined, 118],
    [cardNumber, ofChild, 'K-2', 118],
    [cardNumber, ofChild, 'K-9', 129],
    [cardNumber, ofRoot, 'K-1', 118],
    [cardNumber, ofParent.requestRef, undefined, 118],
  ]
  for (const [card, ref, child, code] of table)
    assertRefused(await undo(shop, card, ref, child === undefined ? {} : { childCardNumber: child }), code)
  await undone(shop, cardNumber, ofChild, { childCardNumber: 'K-1' })
  await undone(shop, cardNumber, ofRoot)
  await undone(shop, cardNumber, ofParent.requestRef, { childCardNumber: 'K-2' })

  assert.deepEqual(await stateOf(shop), before)
  const rows = await shop.history(cardNumber)
  assert.deepEqual(
    rows.slice(0, 3).map((row: { childCardNumber?: string }) => row.childCardNumber),
    ['K-2', undefined, 'K-1'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('an anonymous checkout is voided without a card, which needs JSON v2', async () => {
  for (const apiVersion of [2, 1]) {
    const { shop, bought } = await openRuleShop(
      [{ limit: { times: 1, per: 'brand', every: 'ever' }, then: [{ notify: { channel: 'direct', text: 'Hi' } }] }],
      {
        brand: { apiVersion },
      },
    )
    const before = await stateOf(shop)
    const { requestRef } = await bought('1 ESP 3')
    assertRefused(await undo(shop, await shop.card(), requestRef), 118)
    if (apiVersion === 1) assertRefused(await undo(shop, undefined, requestRef), 6)
    else {
      const { body } = await undo(shop, undefined, requestRef)
      assert.ok(body.success)
      const shown = await shop.must('requestLookup', { requestRef: body.requestRef })
      assert.deepEqual([shown.callType, shown.cardNumber], ['VOID_CHECKOUT', undefined])
      assert.deepEqual((await stateOf(shop)).firings, before.firings)
      assertRefused(await undo(shop, undefined, requestRef), 119)
    }
    assertRefused(await undo(shop, undefined, '01890000-0000-7000-8000-000000000000'), apiVersion === 1 ? 6 : 118)
    assert.deepEqual(await shop.verify(), [])
  }
})
