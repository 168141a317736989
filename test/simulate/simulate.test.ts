import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, lockingCalls, openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { applyFile, openShop, times } from '../support/shop.ts'
import { openTierShop } from '../support/tier-shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const cakes = { sku: 'CAKE' }
const products = productsOf('1 CAKE 4')
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came back.
type Body = any
const firedIn = ({ explanation }: Body): string[] => explanation.fired.map(({ rule }: Body) => rule.split('/')[1])
const pointsIn = ({ receipt }: Body) =>
  receipt.balances.find(({ balanceType }: Body) => balanceType === 'Points') ?? { before: 0, after: 0 }

test('a simulated checkout shows its receipt, and why each rule would fire or not', async () => {
  const { shop } = await openRuleShop([
    { name: 'A point per dollar', then: [points(perDollar(1))] },
    {
      name: 'Cheap cake',
      when: [{ fact: 'products.quantity', where: cakes, op: '>=', value: 1 }],
      then: [{ discount: { percent: 25, on: { where: cakes } } }],
    },
    { name: 'Big spender', when: [{ fact: 'checkout.total', op: '>=', value: 20 }], then: [points(500)] },
    {
      name: 'Gift',
      then: [
        { allocateCoupon: { set: 'gift' } },
        { notify: { channel: 'webhook', text: 'Use {{ coupon.id }}' } },
        { notify: { channel: 'direct', text: 'Thank you' } },
      ],
    },
  ])
  const cardNumber = await shop.card({ points: 7 })

  const { receipt, refusal, explanation } = await shop.must('simulate', {
    cardNumber,
    products: productsOf('2 ESP 3.5, 1 CAKE 4'),
  })

  assert.equal(refusal, undefined)
  assert.deepEqual([receipt.checkoutTotalBeforeDiscount, receipt.checkoutTotalAfterDiscount], [11, 10])
  assert.deepEqual(
    receipt.lines.map(({ name, amount, amountAfterDiscount }: Body) => [name, amount, amountAfterDiscount]),
    [
      ['Espresso', 7, 7],
      ['Cake', 4, 3],
    ],
  )
  const cheap = { amount: 1, rule: 'main/rule-2', campaign: 'Main', name: 'Cheap cake' }
  assert.deepEqual(receipt.lines[1].discounts, [cheap])
  assert.deepEqual(receipt.balances, [{ of: 'root', balanceType: 'Points', before: 7, after: 17 }])
  assert.deepEqual(receipt.issuedCoupons, [{ couponSet: 'gift', name: 'Gifts' }])
  assert.equal(receipt.messages[0].text, 'Use (coupon 1 of gift)')
  assert.deepEqual(receipt.responseMessages, ['Thank you'])
  assert.deepEqual(
    explanation.fired.map(({ name }: Body) => name),
    ['A point per dollar', 'Cheap cake', 'Gift'],
  )
  assert.match(explanation.nearly[0].missing, /needs 9.00 USD more/)
  assert.deepEqual(await shop.balances(cardNumber), [{ amount: 7, scale: 0, balanceType: 'Points', isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout that would be refused is shown with its refusal and what was judged before', async () => {
  const { shop } = await openRuleShop([
    { id: 'earn', then: [points(5)] },
    {
      id: 'stop',
      when: [{ fact: 'checkout.total', op: '>=', value: 10 }],
      then: [{ block: { message: 'Too much' } }],
    },
  ])
  const cardNumber = await shop.card({ usd: 1 })
  const blocked = await shop.must('simulate', { cardNumber, products: productsOf('1 CAKE 10') })
  assert.equal(blocked.receipt, undefined)
  assert.match(blocked.explanation.outcome.words, /because of Main \/ stop/)

  const paymentMethods = [{ redeemBalance: true, ...usd, amount: 2 }]
  const short = await shop.must('simulate', { cardNumber, products, paymentMethods })
  assert.equal(short.refusal.errorCode, 13)
  const coupon = await shop.must('simulate', { cardNumber, products, coupons: ['NONE'] })
  assert.deepEqual([coupon.refusal.errorCode, coupon.refusal.blockingCoupons], [27, ['NONE']])
  assert.equal((await shop.must('simulate', { cardNumber: 'nobody', products })).refusal.errorCode, 2)
  await lockingCalls({ shop }).lock(cardNumber, '1 CAKE 4')
  assert.equal((await shop.must('simulate', { cardNumber, products })).refusal.errorCode, 113)
})

test('a draft, its campaigns alone and an earlier version are tried without being applied', async () => {
  const { shop } = await openRuleShop([{ id: 'earn', then: [points(1)] }])
  const cardNumber = await shop.card()
  const ask = async (more: object) => pointsIn(await shop.must('simulate', { cardNumber, products, ...more })).after
  const draft = { ...shop.file, campaigns: [campaign([{ id: 'earn', then: [points(2)] }])] }
  await applyFile({ ...shop.file, campaigns: [campaign([{ id: 'earn', then: [points(3)] }])] })

  const added = { id: 'more', name: 'More', rules: [{ id: 'extra', trigger: 'checkout', then: [points(10)] }] }
  const asText =
    'campaigns:\n  - id: main\n    rules:\n      - { id: earn, trigger: checkout, then: [{ issue: { balanceType: Points, amount: 7 } }] }\n'
  assert.equal(await ask({ draft }), 2)
  assert.equal(await ask({ draft: JSON.stringify(draft) }), 2)
  assert.equal(await ask({ version: 1 }), 1)
  assert.equal(await ask({ campaigns: [added] }), 13)
  assert.equal(await ask({ campaigns: asText }), 7)
  assert.equal(await ask({}), 3)
  assert.deepEqual(await shop.verify(), [])
})

test('a draft with faults is error 100 with all of them', async () => {
  const { shop } = await openRuleShop([{ id: 'earn', then: [points(1)] }])
  const refused = async (more: object) => {
    const { body } = await shop.call('simulate', { products, ...more })
    assert.equal(body.errorCode, 100)
    return body.errorMessage
  }
  const wrong = campaign([
    { id: 'a', then: [{ isue: {} }] },
    { id: 'b', when: [{ fact: 'nothing' }], then: [points(1)] },
  ])
  assert.match(await refused({ campaigns: [wrong] }), /rules\[a\].*rules\[b\]/)
  assert.match(await refused({ campaigns: 'a: [' }), /campaigns: /)
  assert.match(await refused({ campaigns: { id: 'main' } }), /must be a list/)
  assert.match(await refused({ draft: { ...shop.file, brand: { id: 'other' } } }), /draft: /)
  assert.match(await refused({ draft: { ...shop.file, programs: [] } }), /draft: |locationId|program/)
  assert.match(await refused({ version: 99 }), /version 99 is not kept/)
  assert.match(await refused({ version: 1, campaigns: [] }), /only one of/)
  assert.match(await refused({ date: 'tomorrow' }), /date: must be/)
  assert.match(await refused({ locationId: 'L9' }), /there is no such location/)
  const scaled = JSON.parse(JSON.stringify(shop.file))
  scaled.programs[0].valueTypes[0].scale = 2
  assert.match(await refused({ draft: scaled }), /scale: is 0 and cannot become 2/)
})

test('value types, sets and locations that only a draft has can be tried', async () => {
  const { shop } = await openRuleShop([])
  const file = JSON.parse(JSON.stringify(shop.file))
  file.programs[0].valueTypes.push({ balanceType: 'Custom', balanceCode: 'MOONS', scale: 0 })
  file.locations.push({ id: 'L2', name: 'Pier 2', terminals: ['T9'] })
  file.couponSets.push({ id: 'new', name: 'New', generate: { count: 0, prefix: 'N', length: 8 }, autoGenerate: true })
  const moons = { issue: { balanceType: 'Custom', balanceCode: 'MOONS', amount: 4 } }
  file.campaigns = [
    campaign([
      { when: [{ fact: 'location.id', op: '=', value: 'L2' }], then: [moons, { allocateCoupon: { set: 'new' } }] },
    ]),
  ]
  const card = { balances: [{ balanceType: 'Custom', balanceCode: 'MOONS', amount: 3 }] }
  const { receipt } = await shop.must('simulate', { card, products, draft: file, locationId: 'L2' })
  assert.deepEqual(receipt.balances, [{ of: 'root', balanceType: 'Custom', balanceCode: 'MOONS', before: 3, after: 7 }])
  assert.deepEqual(receipt.issuedCoupons, [{ couponSet: 'new', name: 'New' }])
})

test('at another date campaigns, days and hours, and what has expired are those of that date', async () => {
  const { shop } = await openRuleShop(
    [
      { id: 'tuesdays', window: { days: ['tue'], from: '08:00', to: '12:00' }, then: [points(1)] },
      { id: 'later', from: '2031-01-01 00:00:00', then: [points(1)] },
      {
        id: 'points',
        when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 5 }],
        then: [{ discount: { amount: 1 } }],
      },
    ],
    {},
  )
  const cardNumber = await shop.card()
  const amount = { balanceType: 'Points', amount: 9 }
  const issuedBalanceExpiration = secondsFromNow(30 * oneDay)
  await shop.must('updateBalance', { cardNumber, action: 'issue', amount, issuedBalanceExpiration })
  const at = (date?: string) => shop.must('simulate', { cardNumber, products, ...(date && { date }) })

  assert.deepEqual(firedIn(await at('2029-07-03 08:00:00')), ['tuesdays'])
  assert.deepEqual(firedIn(await at('2029-07-03 12:00:00')), [])
  assert.deepEqual(firedIn(await at('2031-01-02 09:00:00')), ['later'])
  assert.equal(firedIn(await at()).includes('points'), true)
  const past = await at('2029-07-04 09:00:00')
  assert.equal(past.date, '2029-07-04 09:00:00')
  assert.equal(pointsIn(past).before, 0)
})

test('a described card has what is described and no past', async () => {
  const rules = [
    { id: 'gold', when: [{ fact: 'tier', op: '=', value: 'gold' }], then: [points(1)] },
    { id: 'birthday', when: [{ fact: 'customer.birthday', op: '=', value: '1990-03-15' }], then: [points(1)] },
    { id: 'vip', when: [{ fact: 'segment', op: '=', value: 'vip' }], then: [points(1)] },
    { id: 'drinks', when: [{ fact: 'demographic', name: 'drink', op: '=', value: 'tea' }], then: [points(1)] },
    { id: 'enrolled', when: [{ fact: 'card.isEnrolled' }], then: [points(1)] },
    { id: 'rich', when: [{ fact: 'balance', ...usd, op: '>=', value: 5 }], then: [{ redeem: { ...usd, amount: 5 } }] },
    { id: 'new', when: [{ fact: 'history.checkouts', op: '=', value: 0 }], then: [points(1)] },
  ]
  const segments = [{ id: 'vip', name: 'Very important', where: [] }]
  const demographicFields = [{ name: 'drink', type: 'String' }]
  const { shop } = await openTierShop(rules, undefined, { more: { segments, demographicFields } })
  const card = {
    program: 'rewards',
    tier: 'gold',
    segments: ['vip'],
    enrolled: true,
    customer: { birthday: '1990-03-15' },
    demographics: [{ fieldName: 'drink', value: 'tea' }],
    balances: [{ ...usd, amount: 8 }],
  }
  const all = await shop.must('simulate', { card, products })
  assert.deepEqual(firedIn(all).toSorted(), rules.map(({ id }) => id).toSorted())
  assert.deepEqual(all.receipt.balances[1] ?? all.receipt.balances[0], all.receipt.balances.at(-1))
  assert.deepEqual(firedIn(await shop.must('simulate', { card: {}, products })), ['new'])
  const spends = await shop.must('simulate', { card: {}, products: productsOf('1 CAKE 150') })
  assert.deepEqual(spends.receipt.tierChange, { to: 'silver' })

  const refused = async (more: object) => (await shop.call('simulate', { products, card: more })).body.errorMessage
  assert.match(await refused({ tier: 'lead' }), /no such level/)
  assert.match(await refused({ program: 'none' }), /no such program/)
  assert.match(await refused({ segments: ['x'] }), /no such segment/)
  assert.match(await refused({ balances: [{ balanceType: 'Custom', balanceCode: 'X', amount: 1 }] }), /X/)
  const both = await shop.call('simulate', { products, card: {}, cardNumber: '1' })
  assert.equal(both.body.errorCode, 100)
})

test('a described card is in no card set unless one is given', async () => {
  const { shop } = await openRuleShop([])
  const file = JSON.parse(JSON.stringify(shop.file))
  const set = (id: string, prefix: string) => ({ id, generate: { count: 0, prefix, length: 12 } })
  file.programs[0].cardSets.unshift(set('staff', '88'))
  file.programs.push({ ...file.programs[0], id: 'other', cardSets: [set('others', '99')] })
  file.campaigns = [
    campaign([
      { id: 'all', then: [points(1)] },
      { id: 'staff', when: [{ fact: 'card.setId', op: '=', value: 'staff' }], then: [{ discount: { amount: 1 } }] },
    ]),
  ]
  const ask = (card: object) => shop.must('simulate', { card, products, draft: file })

  const { id: program } = file.programs[0]
  assert.deepEqual(firedIn(await ask({ program })), ['all'])
  assert.equal(pointsIn(await ask({ program })).after, 1)
  assert.deepEqual(firedIn(await ask({ cardSetId: 'staff' })).toSorted(), ['all', 'staff'])
  assert.deepEqual(firedIn(await ask({ cardSetId: 'others' })), ['all'])

  const refused = async (card: object) =>
    (await shop.call('simulate', { products, card, draft: file })).body.errorMessage
  assert.match(await refused({ cardSetId: 'none' }), /card\.cardSetId: there is no such card set/)
  assert.match(await refused({ cardSetId: 'others', program }), /card\.cardSetId: belongs to the program other/)
})

test('a budget and a limit are read as they are, and never used up', async () => {
  const { shop, bought } = await openRuleShop([
    { id: 'off', budget: { amount: 5, of: 'discount', every: 'ever' }, then: [{ discount: { amount: 3 } }] },
    { id: 'once', limit: { times: 1, per: 'brand', every: 'ever' }, then: [points(1)] },
  ])
  const cardNumber = await shop.card()
  const discount = async () => (await shop.must('simulate', { cardNumber, products })).receipt.totalDiscount
  assert.deepEqual(await Promise.all(times(4, discount)), [3, 3, 3, 3])
  assert.equal((await bought('1 CAKE 4', { cardNumber })).totalDiscount, 3)
  assert.deepEqual([await discount(), await discount()], [2, 2])
  assert.equal((await bought('1 CAKE 4', { cardNumber })).totalDiscount, 2)
  const last = await shop.must('simulate', { cardNumber, products })
  assert.equal(last.receipt.totalDiscount, 0)
  assert.deepEqual(firedIn(last), [])
  assert.equal(last.explanation.nearly.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('no till waits for a simulation, and a simulation waits for no till', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'few', then: [{ allocateCoupon: { set: 'few' } }, points(1)] }])
  const cardNumber = await shop.card()
  const calls = times(60, (index) =>
    index % 6 === 0 ? bought('1 CAKE 4', { cardNumber }) : shop.call('simulate', { cardNumber, products }),
  )
  const answers = await Promise.all(calls)
  assert.equal(answers.length, 60)
  assert.deepEqual(await shop.verify(), [])
})

test('a key for some locations simulates there only, and pins are not asked for', async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
  ]
  const shop = await openShop({ locations })
  const { secret } = await shop.must('createKey', { key: 'office', scope: ['simulate'], locations: ['L1'] })
  const headers = { authorization: `Basic ${Buffer.from(`office:${secret}`).toString('base64')}` }
  assert.equal((await shop.call('simulate', { products }, headers)).body.success, true)
  assert.equal((await shop.call('simulate', { products, locationId: 'L2' }, headers)).body.errorCode, 104)
  assert.equal((await shop.call('checkout', { products }, headers)).body.errorCode, 104)
  assert.equal((await shop.call('simulate', { products, locationId: 'L2' })).body.success, true)
})
