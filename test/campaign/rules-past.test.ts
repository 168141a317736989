import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { said, says } from '../support/rule-table.ts'
import { oneDay, sql } from '../support/time-passes.ts'

const rule = (text: string, condition: object) => ({ when: [condition], then: [says(text)] })
const since = (days: number) => ({ within: { days } })
const esp = { where: { sku: ['ESP'] } }

test('history counts completed, unvoided checkouts before this one, less what was returned', async () => {
  const open = await openRuleShop(
    [
      rule('first', { fact: 'history.checkouts', op: '=', value: 0 }),
      rule('never before', { fact: 'history.daysSinceLast', op: 'missing' }),
      rule('two', { fact: 'history.checkouts', op: '=', value: 2 }),
      rule('spent 16', { fact: 'history.spend', op: '=', value: 16 }),
      rule('five units', { fact: 'history.quantity', op: '=', value: 5 }),
      rule('today', { fact: 'history.daysSinceLast', op: '=', value: 0 }),
      rule('two places', { fact: 'history.distinctLocations', op: '=', value: 2 }),
      rule('espresso once', { fact: 'history.checkouts', ...esp, op: '=', value: 1 }),
      rule('6 for espresso', { fact: 'history.spend', ...esp, op: '=', value: 6 }),
      rule('2 espressos', { fact: 'history.quantity', ...esp, op: '=', value: 2 }),
      rule('drinks twice', { fact: 'history.checkouts', where: { category: 'drinks' }, op: '=', value: 2 }),
      rule('dear ones', { fact: 'history.quantity', where: { minUnitPrice: 3.01 }, op: '=', value: 2 }),
    ],
    {
      locations: [
        { id: 'L1', name: 'One', terminals: ['T1'] },
        { id: 'L2', name: 'Two', terminals: ['T2'] },
      ],
    },
  )
  const { shop, bought } = open
  const cardNumber = await shop.card()
  const now = () => said(open, ['1 CAKE 1', { cardNumber }])
  assert.deepEqual(await now(), ['first', 'never before'])

  await bought('2 ESP 3, 1 CAKE 4', { cardNumber })
  const other = { location: 'L2', terminal: 'T2' }
  const bye = await shop.must(
    'checkout',
    { cardNumber, products: [{ sku: 'LATTE', unitPrice: 3, amountPurchased: 2 }] },
    other,
  )
  const both = [
    'two',
    'spent 16',
    'five units',
    'today',
    'two places',
    'espresso once',
    '6 for espresso',
    '2 espressos',
  ]
  assert.deepEqual(await now(), [...both, 'drinks twice'])
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber: await shop.card() }]), ['first', 'never before'])
  assert.deepEqual(await said(open, '1 CAKE 1'), ['never before'])

  const voided = await bought('9 CAKE 9', { cardNumber })
  await shop.must('voidTransaction', { cardNumber, requestRef: voided.requestRef })
  await bought('7 CAKE 7', { cardNumber, isSetup: true })
  const locked = await bought('7 CAKE 7', { cardNumber, isSetup: true, lockSetupDuration: 60 })
  await shop.must('checkout', { cardNumber, cancelSetup: true, relatedSetupTransactionId: locked.transactionId })
  assert.deepEqual(await now(), [...both, 'drinks twice'])

  const back = [{ sku: 'LATTE', amountPurchased: 2 }]
  await shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: bye.requestRef, returnedProducts: back })
  assert.deepEqual(await now(), ['today', 'espresso once', '6 for espresso', '2 espressos'])
  assert.deepEqual(await shop.verify(), [])
})

test('history and events within so many days, or within the calendar’s day, week, month and year', async () => {
  const { shop, bought, ...open } = await openRuleShop(
    [
      rule('last 2 days', { fact: 'history.checkouts', ...since(2), op: '>=', value: 1 }),
      rule('last 4 days', { fact: 'history.checkouts', ...since(4), op: '>=', value: 1 }),
      rule('spent lately', { fact: 'history.spend', ...since(2), op: '>', value: 0 }),
      rule('3 days ago', { fact: 'history.daysSinceLast', op: '=', value: 3 }),
      rule('today', { fact: 'history.checkouts', within: { calendar: 'day' }, op: '>=', value: 1 }),
      rule('this year', { fact: 'history.checkouts', within: { calendar: 'year' }, op: '>=', value: 1 }),
      rule('opened twice', { fact: 'event.count', categoryId: 'app', op: '=', value: 2 }),
      rule('opened lately', { fact: 'event.count', categoryId: 'app', ...since(2), op: '=', value: 1 }),
      rule('any event', { fact: 'event.count', eventType: 'CUSTOM', op: '>=', value: 1 }),
      rule('no scan', { fact: 'event.count', categoryId: 'scan', op: '=', value: 0 }),
      rule('never scanned', { fact: 'event.daysSinceLast', categoryId: 'scan', op: 'missing' }),
      rule('opened now', { fact: 'event.daysSinceLast', categoryId: 'app', op: '=', value: 0 }),
      { trigger: 'custom', then: [{ logEvent: { categoryId: 'app', payload: 'hi', properties: { a: 'b' } } }] },
    ],
    {
      more: {
        eventTypes: [
          { categoryId: 'app', name: 'App' },
          { categoryId: 'scan', name: 'Scan' },
        ],
      },
    },
  )
  const cardNumber = await shop.card()
  await bought('1 CAKE 1', { cardNumber })
  const now = () => said({ shop, bought, ...open }, ['1 CAKE 1', { cardNumber }])
  assert.deepEqual(await now(), [
    'last 2 days',
    'last 4 days',
    'spent lately',
    'today',
    'this year',
    'no scan',
    'never scanned',
  ])

  await shop.must('triggerCustomCampaigns', { cardNumber })
  const ago = [shop.id, 3 * oneDay + 60]
  await sql('update event set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', ago)
  await sql('update checkout set happened_at = happened_at - make_interval(secs => $2) where brand_id = $1', ago)
  await shop.must('triggerCustomCampaigns', { cardNumber })
  const later = await now()
  const isYearYoung = new Date(Date.now() - 4 * oneDay * 1000).getUTCFullYear() !== new Date().getUTCFullYear()
  assert.deepEqual(
    later.filter((text) => !isYearYoung || text !== 'this year'),
    [
      'last 4 days',
      '3 days ago',
      ...(isYearYoung ? [] : ['this year']),
      'opened twice',
      'opened lately',
      'any event',
      'no scan',
      'never scanned',
      'opened now',
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a counter tells how often a rule fired for the card, the present call included', async () => {
  const counts = (value: number) => [{ fact: 'counter', rule: 'main/stamp', op: '=', value }]
  const { shop, bought } = await openRuleShop([
    { then: [says('before: none')], when: counts(0) },
    {
      id: 'stamp',
      when: [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>', value: 0 }],
      then: [says('stamp')],
    },
    { then: [says('the second')], when: counts(2) },
    {
      then: [says('lately two')],
      when: [{ fact: 'counter', rule: 'main/stamp', within: { days: 1 }, op: '>=', value: 2 }],
    },
  ])
  const cardNumber = await shop.card()
  const heard = async (basket: string, more = {}) => (await bought(basket, { cardNumber, ...more })).responseMessages
  assert.deepEqual(await heard('1 ESP 3'), ['before: none', 'stamp'])
  assert.deepEqual(await heard('1 CAKE 3'), [])
  assert.deepEqual(await heard('1 ESP 3', { isSetup: true }), ['stamp', 'the second', 'lately two'])
  assert.deepEqual(await heard('1 ESP 3'), ['stamp', 'the second', 'lately two'])
  assert.deepEqual((await bought('1 ESP 3')).responseMessages, ['stamp'])
})

test('a coupon condition consumes the first coupon that satisfies it, and only where it made the rule hold', async () => {
  const { shop, buy, bought } = await openRuleShop([
    { id: 'nobody', when: [{ none: [{ fact: 'coupon' }] }], then: [points(1000)] },
    {
      id: 'either',
      when: [
        {
          any: [
            { fact: 'checkout.total', op: '>=', value: 50 },
            { fact: 'coupon', set: 'ten' },
          ],
        },
      ],
      then: [points(1)],
    },
    { id: 'second', when: [{ fact: 'coupon', set: 'ten' }], then: [points(10)] },
    { id: 'tagged', when: [{ fact: 'coupon', tag: 'vip' }], then: [points(100)] },
  ])
  const cardNumber = await shop.card()
  const coupons = []
  for (let count = 0; count < 4; count += 1) {
    const more = count === 3 ? { customTags: ['vip'] } : {}
    coupons.push((await shop.must('allocateCoupon', { couponSetId: count === 3 ? 'gift' : 'ten', ...more })).couponId)
  }
  const [one, two, three, vip] = coupons
  const given = async (basket: string, ids: string[]) => {
    const answer = await bought(basket, { cardNumber, coupons: ids, isSetup: true, returnBalanceMutations: true })
    return answer.balanceMutations.map(({ amount }: { amount: number }) => amount)
  }
  assert.deepEqual(await given('1 CAKE 5', []), [1000])
  assert.deepEqual(await given('1 CAKE 50', []), [1000, 1])
  assert.deepEqual(await given('1 CAKE 50', [one]), [1, 10])
  assert.deepEqual(await given('1 CAKE 5', [one]), [1])
  assert.deepEqual(await given('1 CAKE 5', [one, two]), [1, 10])
  assert.deepEqual(await given('1 CAKE 50', [vip, one]), [1, 10, 100])
  assert.equal((await buy('1 CAKE 5', { cardNumber, coupons: [one, two, three] })).body.errorCode, 125)
  assert.equal(
    (await buy('1 CAKE 5', { cardNumber, coupons: [one, two, three], failOnUnusedCoupons: false })).body.success,
    true,
  )
  const used = await Promise.all(coupons.map((couponId) => shop.must('couponDetails', { couponId })))
  assert.deepEqual(
    used.map(({ isUsed }) => isUsed),
    [true, true, false, false],
  )
  assert.deepEqual(await shop.verify(), [])
})
