import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { purse, says, traceOf } from '../support/rule-table.ts'
import { Shop, startTestService, times } from '../support/shop.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const limit = (count: number, per: string, every: unknown = 'ever') => ({ times: count, per, every })
const enough = { cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }] }

/** Moves all firings of the brand into the past. */
const ago = (shop: Shop, seconds: number) =>
  sql('update rule_firing set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', [
    shop.id,
    seconds,
  ])

const firings = async (shop: Shop) => {
  const [row] = await sql('select count(*)::integer as count from rule_firing where brand_id = $1', [shop.id])
  return row.count
}

test('forty parallel checkouts of one card: a rule that fires once per card fires once', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: limit(1, 'card'), then: [points(7), says('once')] },
    { then: [points(1)] },
  ])
  const cardNumber = await shop.card()
  const answers = await Promise.all(times(40, () => bought('1 CAKE 5', { cardNumber })))
  assert.equal(answers.filter(({ responseMessages }) => responseMessages.length > 0).length, 1)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 47 })
  assert.equal(await firings(shop), 41)
  assert.deepEqual(await shop.verify(), [])
})

test('forty parallel checkouts of forty cards: a rule that fires five times in the brand fires five times', async () => {
  const { shop, bought } = await openRuleShop(
    [{ limit: limit(5, 'brand'), then: [points(7), says('lucky')] }, { then: [points(1)] }],
    enough,
  )
  const cards = await Promise.all(times(40, () => shop.card()))
  const answers = await Promise.all(cards.map((cardNumber) => bought('1 CAKE 5', { cardNumber })))
  assert.equal(answers.filter(({ responseMessages }) => responseMessages.length > 0).length, 5)
  assert.equal(await firings(shop), 45)
  const given = await Promise.all(cards.map((cardNumber) => purse(shop, cardNumber)))
  assert.equal(given.filter(({ Points }) => Points === 8).length, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('limits of several rules, of card and brand, in parallel checkouts of a few cards with discounts', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: limit(3, 'brand'), then: [{ discount: { amount: 1 } }, says('brand')] },
    { limit: limit(2, 'card'), then: [points(1), says('card')] },
    { limit: limit(6, 'brand', 'day'), then: [points(1), says('day')] },
  ])
  const cards = await Promise.all(times(4, () => shop.card()))
  const sales = cards.flatMap((cardNumber) => times(6, () => ({ cardNumber })))
  const answers = await Promise.all(sales.map((sale) => bought('1 CAKE 5', sale)))
  const heard = (text: string) => answers.filter(({ responseMessages = [] }) => responseMessages.includes(text)).length
  assert.deepEqual([heard('brand'), heard('card'), heard('day')], [3, 8, 6])
  assert.equal(answers.filter(({ totalDiscount }) => totalDiscount === 1).length, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('a limit counts ever, by calendar day, week, month and year, and by rolling days', async () => {
  const everies = ['ever', 'day', 'week', 'month', 'year', { days: 2 }]
  const names = ['ever', 'day', 'week', 'month', 'year', '2 days']
  const { shop, bought } = await openRuleShop(
    everies.map((every, index) => ({ limit: limit(1, 'card', every), then: [says(names[index] ?? '')] })),
  )
  const cardNumber = await shop.card()
  const heard = async () => (await bought('1 CAKE 5', { cardNumber })).responseMessages ?? []
  assert.deepEqual(await heard(), names)
  assert.deepEqual(await heard(), [])
  await ago(shop, 2 * oneDay - 60)
  assert.deepEqual((await heard()).includes('2 days'), false)
  await ago(shop, 120)
  const later = await heard()
  assert.deepEqual([later.includes('2 days'), later.includes('ever')], [true, false])
  await ago(shop, 367 * oneDay)
  assert.deepEqual(await heard(), names.slice(1))
})

test('a limit per card leaves other cards alone and needs one; the trace says what kept a rule from firing', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(2, 'card', { days: 30 }), then: [says('hi')] }])
  const cardNumber = await shop.card()
  const heard = async (more: object) => (await bought('1 CAKE 5', more)).responseMessages ?? []
  for (const expected of [['hi'], ['hi'], []]) assert.deepEqual(await heard({ cardNumber }), expected)
  assert.deepEqual(await heard({ cardNumber: await shop.card() }), ['hi'])
  const { requestRef: anonymous, responseMessages } = await bought('1 CAKE 5')
  assert.deepEqual(responseMessages ?? [], [])
  assert.deepEqual(await traceOf(shop, anonymous), [{ rule: 'main/rule-1', not: { kind: 'uncounted', per: 'card' } }])
  const { requestRef } = await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(await traceOf(shop, requestRef), [
    { rule: 'main/rule-1', not: { kind: 'throttled', times: 2, per: 'card', every: { days: 30 }, count: 2 } },
  ])
})

test('plain setups take nothing of a limit; a locked one takes the brand’s, and gives it back when it is cancelled', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'brand'), then: [says('mine')] }])
  const [one, two] = [await shop.card(), await shop.card()]
  const heard = async (more: object) => (await bought('1 CAKE 5', more)).responseMessages ?? []
  assert.deepEqual(await heard({ cardNumber: one, isSetup: true }), ['mine'])
  const locked = await bought('1 CAKE 5', { cardNumber: one, isSetup: true, lockSetupDuration: 60 })
  assert.deepEqual(locked.responseMessages, ['mine'])
  assert.deepEqual(await heard({ cardNumber: two }), [])
  await shop.must('checkout', { cardNumber: one, cancelSetup: true, relatedSetupTransactionId: locked.transactionId })
  assert.equal(await firings(shop), 0)
  const again = await bought('1 CAKE 5', { cardNumber: one, isSetup: true, lockSetupDuration: 60 })
  assert.deepEqual(again.responseMessages, ['mine'])
  await shop.must('checkout', { cardNumber: one, relatedSetupTransactionId: again.transactionId })
  assert.deepEqual(await heard({ cardNumber: two }), [])
  assert.equal(await firings(shop), 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a locked setup that expires gives the brand’s limit back', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(1, 'brand'), then: [says('mine')] }])
  const [one, two] = [await shop.card(), await shop.card()]
  const locked = await bought('1 CAKE 5', { cardNumber: one, isSetup: true, lockSetupDuration: 60 })
  assert.deepEqual(locked.responseMessages, ['mine'])
  assert.deepEqual((await bought('1 CAKE 5', { cardNumber: two })).responseMessages, [])
  await sql('update card set lock_until = now() where brand_id = $1 and lock_by is not null', [shop.id])
  await sql('update rule_firing set until = now() where brand_id = $1', [shop.id])
  assert.deepEqual((await bought('1 CAKE 5', { cardNumber: two })).responseMessages, ['mine'])
  const late = await shop.call('checkout', { cardNumber: one, relatedSetupTransactionId: locked.transactionId })
  assert.equal(late.body.errorCode, 114)
  assert.deepEqual((await bought('1 CAKE 5', { cardNumber: one })).responseMessages, [])
  assert.deepEqual(await shop.verify(), [])
})

test('a void gives the limits back, a return does not', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: limit(1, 'card'), then: [points(1), says('card')] },
    { limit: limit(1, 'brand'), then: [points(1), says('brand')] },
  ])
  const cardNumber = await shop.card()
  const first = await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(first.responseMessages, ['card', 'brand'])
  await shop.must('voidTransaction', { cardNumber, requestRef: first.requestRef })
  const second = await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(second.responseMessages, ['card', 'brand'])
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: second.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  assert.deepEqual((await bought('1 CAKE 5', { cardNumber })).responseMessages, [])
  assert.deepEqual(await shop.verify(), [])
})

test('parallel locked setups, completions and cancels never exceed the brand’s limit', async () => {
  const { shop, bought } = await openRuleShop([{ limit: limit(4, 'brand'), then: [points(1), says('mine')] }], enough)
  const cards = await Promise.all(times(16, () => shop.card()))
  const run = async (cardNumber: string, index: number) => {
    const setup = await bought('1 CAKE 5', { cardNumber, isSetup: true, lockSetupDuration: 60 })
    const end = index % 2 === 0 ? { cancelSetup: true } : {}
    await shop.must('checkout', { cardNumber, relatedSetupTransactionId: setup.transactionId, ...end })
  }
  await Promise.all(cards.map(run))
  for (const cardNumber of cards.slice(0, 6)) await bought('1 CAKE 5', { cardNumber })
  assert.equal(await firings(shop), 4)
  const given = await Promise.all(cards.map((cardNumber) => purse(shop, cardNumber)))
  assert.equal(
    given.reduce((sum, { Points = 0 }) => sum + Points, 0),
    4,
  )
  assert.deepEqual(await shop.verify(), [])
})

test('the trace has one entry for each rule that was considered, also of setups', async () => {
  const { shop, bought } = await openRuleShop([
    { when: [{ fact: 'checkout.total', op: '>', value: 100 }], then: [points(1)] },
    { then: [{ discount: { percent: 10 } }, points(2)] },
    { then: [points(3)] },
  ])
  const cardNumber = await shop.card()
  for (const more of [{}, { isSetup: true, lockSetupDuration: 60 }]) {
    const { requestRef } = await bought('1 CAKE 5', { cardNumber, ...more })
    assert.deepEqual(await traceOf(shop, requestRef), [
      {
        rule: 'main/rule-1',
        not: {
          kind: 'failed',
          failure: { path: 'when[0]', fact: 'checkout.total', op: '>', expected: '100', observed: '5' },
        },
        rest: 'held',
      },
      {
        rule: 'main/rule-2',
        fired: [
          { kind: 'discount', amount: '0.5', of: '10 %', currency: 'USD' },
          { kind: 'issue', amount: '2', of: 'Points' },
        ],
      },
      { rule: 'main/rule-3', fired: [{ kind: 'issue', amount: '3', of: 'Points' }] },
    ])
  }
  assert.deepEqual(await shop.verify(), [])
})

test('limits hold across two servers of one database', async () => {
  const service = await startTestService()
  try {
    const { shop, bought } = await openRuleShop(
      [
        { limit: limit(1, 'card'), then: [points(1), says('card')] },
        {
          limit: limit(5, 'brand'),
          then: [{ discount: { amount: 1 } }, { allocateCoupon: { set: 'ten' } }, says('brand')],
        },
      ],
      enough,
    )
    const { id, secret, file } = shop
    const other = new Shop({ id, secret, file, port: service.port })
    const cards = await Promise.all(times(8, () => shop.card()))
    const products = [{ sku: 'CAKE', unitPrice: 5 }]
    const sales = cards.flatMap((cardNumber) => [
      ...times(3, () => bought('1 CAKE 5', { cardNumber })),
      ...times(3, () => other.must('checkout', { cardNumber, products })),
    ])
    const answers = await Promise.all(sales)
    const heard = (text: string) =>
      answers.filter(({ responseMessages = [] }) => responseMessages.includes(text)).length
    assert.deepEqual([heard('card'), heard('brand')], [8, 5])
    assert.equal(answers.filter(({ totalDiscount }) => totalDiscount === 1).length, 5)
    assert.equal(new Set(answers.flatMap(({ issuedCouponIDs = [] }) => issuedCouponIDs)).size, 5)
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await service.stop()
  }
})
