import assert from 'node:assert/strict'
import test from 'node:test'
import { suspicionScore, toLifecycle } from '../../server/domain/card/card-statistics.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import type { Shop } from '../support/shop.ts'

async function find(shop: Shop, cardNumber: string, returnFields: object, more: object = {}) {
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields, ...more })
  return cards[0]
}

const eventTypes = [{ categoryId: 'big', name: 'Big spender' }]

test('search answers the checkouts of a card, and what they changed when that is asked for', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1)), { discount: { percent: 10 } }] }])
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 5', { cardNumber }, { externalTransactionId: 'order-7' })
  const returned = { cardNumber, checkoutRequestRef: sale.requestRef, merchantName: 'Pier' }
  await shop.must('returnMerchandise', { ...returned, returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }] })

  const { checkouts } = await find(shop, cardNumber, { checkouts: true })
  const shown = checkouts.map(({ isReturn, checkoutTotal, externalReference, merchantName, mutations }: never) => ({
    isReturn,
    checkoutTotal,
    externalReference,
    merchantName,
    mutations,
  }))
  assert.deepEqual(shown, [
    { isReturn: true, checkoutTotal: -5, externalReference: undefined, merchantName: 'Pier', mutations: undefined },
    { isReturn: false, checkoutTotal: 10, externalReference: 'order-7', merchantName: undefined, mutations: undefined },
  ])
  const withMutations = await find(shop, cardNumber, { checkouts: true, checkoutMutations: true })
  const [, first] = withMutations.checkouts
  assert.deepEqual(
    first.mutations.map(({ amount, isDiscount }: never) => [amount, isDiscount]),
    [[9, false]],
    'real mutations only: a discount is none',
  )
  assert.deepEqual(await shop.verify(), [])
})

test('search answers events, counters and personal offers', async () => {
  const { shop, bought } = await openRuleShop(
    [
      {
        then: [
          { logEvent: { categoryId: 'big', payload: 'spent {{ checkout.total }}', properties: { tier: 'gold' } } },
        ],
      },
    ],
    { more: { eventTypes } },
  )
  const cardNumber = await shop.card()
  await bought('1 CAKE 4', { cardNumber })
  await bought('1 CAKE 5', { cardNumber })
  const offer = { skus: [{ sku: 'ESP' }], discountType: 'percentageDiscount', percentageDiscount: 20 }
  await shop.must('addPersonalOffer', { cardNumber, offers: [{ ...offer, expirationDate: '2027-10-01 00:00:00' }] })

  const card = await find(shop, cardNumber, { events: true, campaignCounters: true, personalOffers: true })

  assert.deepEqual(
    card.events.map(({ eventDate: _, ...event }: { eventDate: string }) => event),
    ['spent 5.00', 'spent 4.00'].map((payload) => ({
      eventType: 'CUSTOM',
      categoryId: 'big',
      payload,
      properties: [{ key: 'tier', value: 'gold' }],
    })),
  )
  assert.equal(card.campaignCounters.length, 1)
  assert.equal(card.campaignCounters[0].campaignCounterId, 'main/rule-1')
  assert.equal(card.campaignCounters[0].lifetimeCount, 2)
  assert.equal(card.campaignCounters[0].recentFirings.length, 2)
  assert.deepEqual(card.personalOffers, [
    {
      offerIndex: 1,
      skus: [{ sku: 'ESP', includeChildProducts: false }],
      qualifyingSkus: [],
      discountType: 'percentageDiscount',
      percentageDiscount: 20,
      expirationDate: '2027-10-01 00:00:00',
      maxUsageCount: 1,
      usageCount: 0,
    },
  ])
})

test('child cards come with the same fields, and their number finds the root', async () => {
  const { shop, bought } = await openRuleShop([{ target: 'any', then: [points(3)] }])
  const cardNumber = await shop.card({ usd: 5 })
  for (const childCardNumber of ['KID-ONE', 'KID-TWO'])
    await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  await bought('1 CAKE 4', { cardNumber, childCardNumber: 'KID-TWO' })

  const root = await find(shop, 'KID-TWO', { balances: true, childCards: true })
  assert.equal(root.cardNumber, cardNumber)
  assert.deepEqual(
    root.childCards.map((child: { cardNumber: string; balances: { amount: number }[] }) => [
      child.cardNumber,
      child.balances.map(({ amount }) => amount),
    ]),
    [
      ['KID-ONE', []],
      ['KID-TWO', [3]],
    ],
  )
  const childFilters = { cardNumber: 'KID-ONE' }
  const filtered = await find(shop, cardNumber, { childCards: true }, { childFilters })
  assert.deepEqual(filtered.childCards, [{ cardNumber: 'KID-ONE' }])
  const { cards } = await shop.must('search', { filters: {} })
  assert.equal(cards.length, 1, 'children are no cards of their own')
  assert.deepEqual(await shop.verify(), [])
})

test('a short beginning, and recommendations without a card, are refused', async () => {
  const { shop } = await openRuleShop([])
  //  request                                                    names
  const wrong: readonly [request: object, path: string][] = [
    [{ filters: { firstName: 'ab*' } }, 'filters.firstName'],
    [{ filters: {}, childFilters: { email: '*' } }, 'childFilters.email'],
    [{ filters: {}, returnFields: { recommendationAmount: 3 } }, 'filters.cardNumber'],
  ]
  for (const [request, path] of wrong) {
    const { body } = await shop.call('search', request)
    assert.equal(body.errorCode, 100)
    assert.ok(body.errorMessage.startsWith(path), body.errorMessage)
  }
})

test('the history answers statistics when they are asked for', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
  ]
  const { shop, bought } = await openRuleShop([], { locations })
  const cardNumber = await shop.card()
  await bought('1 CAKE 90', { cardNumber }, { location: 'L1' })
  await bought('1 CAKE 5', { cardNumber }, { location: 'L2' })
  await bought('1 CAKE 5', { cardNumber }, { location: 'L2' })

  const all = { includeStats: true, includeLifeCycleStatistics: true, includeSuspicionScoreStatistics: true }
  const { stats } = await shop.must('cardHistory', { cardNumber, ...all })
  assert.deepEqual(stats, {
    mostSpentLocationId: 'L1',
    lastShoppedLocationId: 'L2',
    mostShoppedLocationId: 'L2',
    daysUntilAtRisk: 2,
    daysUntilChurned: 4,
    suspicionScore: 0,
  })
  const alone = await shop.call('cardHistory', { cardNumber, includeLifeCycleStatistics: true })
  assert.equal(alone.body.errorCode, 100)
})

test('a return that names no checkout lowers what was spent where it was made; nobody shopped where things only came back', async () => {
  const locations = ['L1', 'L2', 'L3'].map((id) => ({ id, name: id, terminals: ['T1'] }))
  const { shop, bought } = await openRuleShop([], { locations })
  const cardNumber = await shop.card()
  await bought('1 CAKE 30', { cardNumber }, { location: 'L1' })
  await bought('1 CAKE 20', { cardNumber }, { location: 'L2' })
  const loosely = (additionalReturnAmount: number, location: string) =>
    shop.must('returnMerchandise', { cardNumber, additionalReturnAmount }, { location })
  const places = async () => (await shop.must('cardHistory', { cardNumber, includeStats: true })).stats
  const shopped = { lastShoppedLocationId: 'L2', mostShoppedLocationId: 'L1' }
  await loosely(9, 'L1')
  assert.deepEqual(await places(), { mostSpentLocationId: 'L1', ...shopped })
  const { requestRef } = await loosely(2, 'L1')
  await loosely(1, 'L3')
  assert.deepEqual(await places(), { mostSpentLocationId: 'L2', ...shopped })
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(await places(), { mostSpentLocationId: 'L1', ...shopped })
})

test('a card is at risk after twice its own rhythm, and lost after four times', () => {
  const now = 1000 * day
  const weekly = [1, 8, 15, 22].map((ago) => now - ago * day)
  //  purchases, days ago          at risk in   lost in
  const cases: readonly [purchases: readonly number[], expected: readonly [number, number] | undefined][] = [
    [[], undefined],
    [[now - 10 * day], [50, 110]],
    [weekly, [13, 27]],
    [weekly.map((at) => at - 20 * day), [0, 7]],
  ]
  for (const [purchases, expected] of cases) {
    const lifecycle = toLifecycle(purchases, now)
    assert.deepEqual(lifecycle && [lifecycle.daysUntilAtRisk, lifecycle.daysUntilChurned], expected)
  }
})

test('what is suspicious adds up to a hundred at the most', () => {
  const calm = { pinFailures: 0, calls: 100, voids: 0, returns: 0, callsOfHour: 1, locationsOfDay: 1 }
  //  signals                                                                     score
  const cases: readonly [signals: object, score: number][] = [
    [{}, 0],
    [{ pinFailures: 4 }, 12],
    [{ pinFailures: 90 }, 30],
    [{ voids: 25 }, 10],
    [{ calls: 4, voids: 4 }, 0],
    [{ returns: 90 }, 20],
    [{ callsOfHour: 15 }, 10],
    [{ locationsOfDay: 4 }, 5],
    [{ pinFailures: 99, voids: 60, returns: 60, callsOfHour: 99, locationsOfDay: 9 }, 100],
  ]
  for (const [signals, score] of cases) assert.equal(suspicionScore({ ...calm, ...signals }), score)
})
