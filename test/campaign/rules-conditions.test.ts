import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop } from '../support/checkout-shop.ts'
import { type ConditionRow, said, says, tryConditions } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const is = (fact: string, op?: string, value?: unknown, more: object = {}) => ({
  fact,
  ...more,
  op,
  ...(value !== undefined && { value }),
})
const espressos = { sku: 'ESP' }

//  condition                                              holds with                             and not with
const checkoutRows: ConditionRow[] = [
  [is('checkout.total', '>=', 10), '1 CAKE 10', '1 CAKE 9.99'],
  [is('checkout.total', '=', 12.5), ['1 CAKE 4', { checkoutTotal: 12.5 }], '1 CAKE 12.51'],
  [is('checkout.total', 'between', [5, 6]), '1 CAKE 6', '1 CAKE 6.01'],
  [is('checkout.netTotal', '<', 10), ['1 CAKE 10', { preDiscounts: [{ amount: 1 }] }], '1 CAKE 10'],
  [is('checkout.shipping', '>', 0), ['1 CAKE 1', { checkoutShippingTotal: 4.5 }], '1 CAKE 1'],
  [is('checkout.tip', '>=', 2), ['1 CAKE 1', { checkoutTipTotal: 2 }], ['1 CAKE 1', { checkoutTipTotal: 1.99 }]],
  [is('checkout.units', '>=', 3), '2 ESP 3, 1 CAKE 4', '2 ESP 3, 0.5 CAKE 4'],
  [is('checkout.lines', '=', 2), '2 ESP 3, 1 CAKE 4', '3 ESP 3'],
  [is('checkout.orderMode', '=', 7), ['1 CAKE 1', { orderMode: 7 }], ['1 CAKE 1', { orderMode: 8 }]],
  [is('checkout.orderMode', 'missing'), '1 CAKE 1', ['1 CAKE 1', { orderMode: 8 }]],
  [is('checkout.hasCard', '=', false), '1 CAKE 1', ['1 CAKE 1', { cardNumber: '70000001' }]],

  [is('products.quantity', '>=', 2, { where: espressos }), '2 ESP 3', '1 ESP 3, 5 LATTE 3'],
  [is('products.quantity', '>=', 3, { where: { parent: 'COFFEE' } }), '2 ESP 3, 1 LATTE 4', '2 ESP 3, 4 CAKE 4'],
  [is('products.quantity', '=', 2, { where: { category: 'drinks' } }), '1 ESP 3, 1 LATTE 4', '1 ESP 3, 1 CAKE 1'],
  [is('products.quantity', '>', 0, { where: { parent: 'SHOP' } }), '1 ESP 3', '1 CAKE 3'],
  [is('products.total', '>=', 7, { where: espressos }), '2 ESP 3.5', '1 ESP 6.99, 1 CAKE 8'],
  [
    is('products.total', '>', 0, { where: { minUnitPrice: 5, maxUnitPrice: 6 } }),
    '1 CAKE 6',
    '1 CAKE 4.99, 1 ESP 6.01',
  ],
  [is('products.total', '>', 0, { where: { sku: ['ESP', 'CAKE'], category: ['food'] } }), '1 CAKE 1', '1 ESP 1'],
  [is('products.lines', '=', 2, { where: espressos }), '1 ESP 3, 1 CAKE 4, 1 ESP 3', '2 ESP 3'],
  [is('products.quantity', '>=', 0.5, { where: espressos }), '0.5 ESP 3', '0.499999 ESP 3'],

  [
    is('payments.total', '>=', 5),
    paid([
      ['cash', 3],
      ['card', 2],
    ]),
    paid([['cash', 4.99]]),
  ],
  [
    is('payments.total', '>=', 5, { type: 'cash' }),
    paid([['cash', 5]]),
    paid([
      ['cash', 4],
      ['card', 9],
    ]),
  ],
  [
    is('payments.types', '=', 'card'),
    paid([
      ['cash', 3],
      ['card', 2],
    ]),
    paid([['cash', 4.99]]),
  ],
  [
    is('payments.types', 'notIn', ['card', 'gift']),
    '1 CAKE 4',
    paid([
      ['cash', 4],
      ['card', 1],
    ]),
  ],
  [is('payments.types', 'exists'), paid([['cash', 3]]), '1 CAKE 4'],
  [is('payments.types', 'missing'), '1 CAKE 4', paid([['cash', 3]])],

  [is('keyValue', '=', 'blue', { key: 'bag' }), keyed('bag', 'red', 'blue'), keyed('other', 'blue')],
  [is('keyValue', '!=', 'blue', { key: 'bag' }), keyed('bag', 'red'), keyed('bag', 'red', 'blue')],
  [is('keyValue', 'in', ['a', 'b'], { key: 'bag' }), keyed('bag', 'x', 'b'), keyed('bag', 'A')],
  [is('keyValue', 'contains', 'lu', { key: 'bag' }), keyed('bag', 'blue'), keyed('bag', 'LU')],
  [is('keyValue', 'startsWith', 'bl', { key: 'bag' }), keyed('bag', 'blue'), keyed('bag', 'able')],
  [is('keyValue', 'endsWith', 'ue', { key: 'bag' }), keyed('bag', 'blue'), keyed('bag', 'uel')],
  [is('keyValue', 'exists', undefined, { key: 'bag' }), keyed('bag', ''), keyed('other', 'x')],
]

function paid(payments: readonly (readonly [string, number])[]) {
  const paymentMethods = payments.map(([paymentType, amount]) => ({ paymentType, amount }))
  return ['1 CAKE 20', { paymentMethods }] as const
}

function keyed(key: string, ...values: string[]) {
  return ['1 CAKE 1', { customKeyValues: values.map((value) => ({ key, value })) }] as const
}

const fixedCards = {
  cardSets: [
    { id: 'cards', name: 'Cards', cards: [{ cardNumber: '70000001', status: 'Inventory' }] },
    { id: 'others', name: 'Others', cards: [{ cardNumber: '80000001', status: 'Inventory' }] },
  ],
}

const catalogue = {
  products: [
    { sku: 'ESP', parent: 'COFFEE', categories: ['drinks'] },
    { sku: 'LATTE', parent: 'COFFEE', categories: ['drinks'] },
    { sku: 'COFFEE', parent: 'SHOP' },
    { sku: 'SHOP' },
    { sku: 'CAKE', categories: ['food'] },
  ],
}

test('conditions about the checkout, its products, payments and key values', async () => {
  const shop = await tryConditions(checkoutRows, {
    ...fixedCards,
    more: catalogue,
    prepare: (shop) => shop.must('allocate', { cardNumber: '70000001' }).then(() => ({})),
  })
  assert.deepEqual(await shop.verify(), [])
})

const card = (cardNumber: string, more: object = {}) => ['1 CAKE 5', { cardNumber, ...more }] as const
const first = card('70000001')
const second = card('80000001')
const anonymous = '1 CAKE 5'
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

//  condition                                              holds with        and not with
const cardRows: ConditionRow[] = [
  [is('card.number', 'startsWith', '70'), first, second],
  [is('card.number', 'missing'), anonymous, first],
  [is('card.number', '!=', '70000001'), anonymous, first],
  [is('card.number', 'notIn', ['70000001', 'x']), second, first],
  [is('card.setId', '=', 'others'), second, first],
  [is('card.status', '=', 'Activated'), first, anonymous],
  [is('card.isEnrolled'), second, first],
  [is('card.isEnrolled', '=', false), first, anonymous],
  [is('card.isChild', '=', false), first, anonymous],
  [is('card.hasChildren'), first, second],
  [is('card.daysSinceActivation', '=', 0), first, anonymous],
  [is('card.daysSinceEnrollment', 'exists'), second, first],
  [is('program.id', '=', 'rewards'), first, anonymous],
  [is('balance', '>=', 20, usd), first, second],
  [is('balance', '=', 0, { balanceType: 'Points' }), second, first],
  [is('balance', '<', 100, { balanceType: 'Points' }), second, anonymous],
  [is('balance.held', '=', 5, usd), first, second],
  [is('balance.expiring', '=', 30, { balanceType: 'Points', within: { days: 3 } }), first, second],
  [is('balance.expiring', '>', 30, { balanceType: 'Points', within: { days: 30 } }), first, second],
  [is('random', '>=', 0), first, anonymous],
  [is('random', 'between', [0, 99]), second, anonymous],
  [{ any: [is('random', '<', 50), is('random', '>=', 50)] }, first, anonymous],
  [is('customer.firstName', '=', 'Ana'), second, first],
  [is('customer.firstName', 'missing'), first, second],
  [is('customer.age', '>=', 18), second, first],
  [is('customer.birthdayInDays', '=', 0), second, first],
  [is('demographic', '=', 'Latte', { name: 'drink' }), second, first],
  [is('demographic', '>', 2, { name: 'kids' }), second, first],
  [is('demographic', '=', 'art', { name: 'likes' }), second, first],
  [is('segment', 'missing'), first],
  [is('score.total', 'missing'), first],
  [is('optIn', '=', false, { channel: 'email' }), first, anonymous],
]

/** The first card has money, points, a hold and a child; behind the second there is a customer. */
async function prepareCards(shop: Shop): Promise<object> {
  for (const cardNumber of ['70000001', '80000001']) await shop.must('allocate', { cardNumber })
  await shop.must('allocateChildCard', { cardNumber: '70000001', childCardNumber: 'KID' })
  await shop.issue('70000001', { usd: 25 })
  await shop.hold('70000001', { usd: 5 })
  await shop.issue('70000001', { points: 30 }, { issuedBalanceExpiration: secondsFromNow(2 * oneDay) })
  await shop.issue('70000001', { points: 12 }, { issuedBalanceExpiration: secondsFromNow(20 * oneDay) })
  await shop.issue('70000001', { points: 50 })
  await shop.must('triggerCustomCampaigns', { cardNumber: '80000001' })
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const customer = { firstName: 'Ana', birthday: `1992${today.slice(4)}` }
  await shop.must('updateAccount', { cardNumber: '80000001', primaryCustomer: customer, countAsEnrollment: true })
  return {}
}

test('conditions about the card, its balances, its customer and the brand fields', async () => {
  const setFields = {
    id: 'set-fields',
    trigger: 'custom',
    then: [
      { setDemographic: { name: 'drink', value: 'Latte' } },
      { setDemographic: { name: 'kids', value: 3 } },
      { setDemographic: { name: 'likes', value: 'art' } },
      { setDemographic: { name: 'likes', value: 'jazz' } },
    ],
  }
  const demographicFields = [
    { name: 'drink', type: 'String' },
    { name: 'kids', type: 'Integer' },
    { name: 'likes', type: 'String', list: true },
  ]
  const shop = await tryConditions(cardRows, {
    ...fixedCards,
    rules: [setFields],
    more: { ...catalogue, demographicFields },
    prepare: prepareCards,
  })
  assert.deepEqual(await shop.verify(), [])
})

const from = (headers: Record<string, string>) => ['1 CAKE 5', {}, headers] as const
const now = new Date()
const local = (options: object) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', ...options }).format(now)
const weekday = local({ weekday: 'short' }).slice(0, 3).toLowerCase()
const hour = Number(local({ hour: '2-digit', hourCycle: 'h23' }))
const date = local({})

//  condition                                              holds with                            and not with
const requestRows: ConditionRow[] = [
  [is('location.id', '=', 'L1'), anonymous, from({ location: 'L2', terminal: 'T9' })],
  [is('location.group', '=', 'north'), from({ location: 'L2', terminal: 'T9' }), anonymous],
  [is('location.country', '=', 'CA'), from({ location: 'L2', terminal: 'T9' }), anonymous],
  [is('terminal.id', 'in', ['T2', 'T3']), from({ terminal: 'T2' }), anonymous],
  [is('employee.id', '=', 'E1'), from({ employee: 'E1' }), anonymous],
  [is('employee.id', 'missing'), anonymous, from({ employee: 'E1' })],
  [is('request.callType', '=', 'CHECKOUT_COMPLETE'), anonymous],
  [is('request.dayOfWeek', '=', weekday), anonymous],
  [is('request.hour', 'in', [hour, (hour + 1) % 24]), anonymous],
  [is('request.date', '>=', date), anonymous],
  [{ none: [is('request.date', '<', date)] }, anonymous],
]

test('conditions about the place and the time of the call', async () => {
  await tryConditions(requestRows, {
    locations: [
      { id: 'L1', name: 'One', terminals: ['T1', 'T2'], employees: [{ id: 'E1', name: 'Ana' }] },
      { id: 'L2', name: 'Two', group: 'north', country: 'CA', terminals: ['T9'] },
    ],
    more: { ...catalogue, groups: [{ id: 'north', name: 'North' }] },
  })
})

const a = is('keyValue', 'exists', undefined, { key: 'a' })
const b = is('keyValue', 'exists', undefined, { key: 'b' })
const c = is('keyValue', 'exists', undefined, { key: 'c' })
const keys = (names: string) =>
  ['1 CAKE 5', { customKeyValues: [...names].map((key) => ({ key, value: '1' })) }] as const

//  condition                                              holds with      and not with
const groupRows: ConditionRow[] = [
  [{ all: [a, b] }, keys('ab'), keys('a')],
  [{ any: [a, b] }, keys('b'), keys('c')],
  [{ none: [a, b] }, keys('c'), keys('b')],
  [{ atLeast: 2, of: [a, b, c] }, keys('ac'), keys('c')],
  [{ any: [{ all: [a, { none: [b] }] }, c] }, keys('a'), keys('ab')],
  [{ none: [{ all: [a, b] }, c] }, keys('a'), keys('ab')],
  [{ atLeast: 1, of: [{ none: [a] }, { atLeast: 2, of: [a, b] }] }, keys('ab'), keys('a')],
]

test('groups hold when all, any, none or at least so many of their conditions do', async () => {
  await tryConditions(groupRows, { more: catalogue })
})

test('the same checkout has the same outcome each time, and a variant is always the same for a card', async () => {
  const variants = Array.from({ length: 10 }, (_, tenth) => ({
    then: [says(`variant ${tenth}`)],
    when: [is('random', 'between', [tenth * 10, tenth * 10 + 9])],
  }))
  const open = await openRuleShop(variants)
  const heard = new Set<string>()
  for (let number = 0; number < 12; number += 1) {
    const cardNumber = await open.shop.card()
    const once = await said(open, ['1 ESP 2', { cardNumber }])
    assert.equal(once.length, 1)
    assert.deepEqual(await said(open, ['1 CAKE 9, 1 ESP 2', { cardNumber }]), once)
    heard.add(once.join())
  }
  assert.ok(heard.size > 2, 'cards have different variants')
})
