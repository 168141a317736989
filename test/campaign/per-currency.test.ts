import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { purse, said, says } from '../support/rule-table.ts'

const locations = [
  { id: 'L1', name: 'Pier', terminals: ['T1'] },
  { id: 'EU', name: 'Hafen', currency: 'EUR', terminals: ['T1'] },
  { id: 'JP', name: 'Minato', currency: 'JPY', terminals: ['T1'] },
]
const [america, europe, japan] = [{ location: 'L1' }, { location: 'EU' }, { location: 'JP' }]
const priced = (usd: number | string, eur: number | string, jpy: number | string) => ({ USD: usd, EUR: eur, JPY: jpy })
const open = (rules: readonly object[], more: object = {}) => openRuleShop(rules, { locations, more })

//  discount                                                            basket          off in USD, EUR, JPY
const discounts: [object, string, [number, number, number]][] = [
  [{ amount: priced('5', '4.50', 700) }, '1 CAKE 1000', [5, 4.5, 700]],
  [{ percent: 10, max: priced(50, '45.5', 60) }, '1 CAKE 1000', [50, 45.5, 60]],
  [{ unitPrice: priced(2, '1.90', 300), on: { where: { sku: 'ESP' } } }, '2 ESP 400', [796, 796.2, 200]],
  [{ groupPrice: priced(5, '4.50', 700), on: { units: 3 } }, '3 ESP 400', [1195, 1195.5, 500]],
  [
    { amount: { give: priced(1, '0.90', 100), per: priced(10, 9, 1000), of: 'checkout.total' } },
    '1 CAKE 1000',
    [100, 99.9, 100],
  ],
  [{ amount: { give: 1, per: 1, of: 'checkout.units', max: priced(3, '2.50', 2) } }, '9 CAKE 100', [3, 2.5, 2]],
  [{ percent: 50, on: { where: { minUnitPrice: priced(100, 300, 300) } } }, '1 ESP 200, 1 CAKE 300', [250, 150, 150]],
]

for (const [discount, basket, expected] of discounts) {
  test(`each location gives what its currency says: ${JSON.stringify(discount)}`, async () => {
    const { shop, bought } = await open([{ then: [{ discount }] }])
    const off = async (headers: Record<string, string>) => (await bought(basket, {}, headers)).totalDiscount
    assert.deepEqual([await off(america), await off(europe), await off(japan)], expected)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('conditions compare with the amount of their currency, groups and campaigns included', async () => {
  const total = (op: string, value: unknown) => ({ fact: 'checkout.total', op, value })
  const rule = (text: string, condition: object) => ({ when: [condition], then: [says(text)] })
  const all = await open([
    rule('over', total('>=', priced(50, '45.50', 7000))),
    rule('between', total('between', [priced(40, 41, 42), priced(50, 49, 48)])),
    rule('one of', total('in', [priced(45, 46, 47), 1])),
    rule('nested', { any: [{ all: [total('=', priced(45, 46, 47))] }] }),
    rule('products', { fact: 'products.total', where: { sku: 'ESP' }, op: '=', value: priced(45, 46, 47) }),
    rule('dear ones', { fact: 'products.quantity', where: { minUnitPrice: priced(46, 46, 46) }, op: '>=', value: 1 }),
    rule('paid', { fact: 'payments.total', op: '>=', value: priced(45, 46, 47) }),
    rule('shipped', { fact: 'checkout.shipping', op: '>=', value: priced(4, 5, 6) }),
  ])
  const more = { paymentMethods: [{ paymentType: 'cash', amount: 46 }], checkoutShippingTotal: 5 }
  const at = (price: number, headers: object) => said(all, [`1 ESP ${price}`, more, { ...headers }])
  assert.deepEqual(await at(45, america), ['between', 'one of', 'nested', 'products', 'paid', 'shipped'])
  assert.deepEqual(await at(45, europe), ['between', 'paid', 'shipped'])
  assert.deepEqual(await at(46, europe), [
    'over',
    'between',
    'one of',
    'nested',
    'products',
    'dear ones',
    'paid',
    'shipped',
  ])
  assert.deepEqual(await at(47, japan), ['between', 'one of', 'nested', 'products', 'dear ones'])
  assert.deepEqual(await all.shop.verify(), [])
})

test('a campaign’s own conditions and the amounts of balances follow the location too', async () => {
  const campaigns = [
    {
      id: 'main',
      when: [{ fact: 'checkout.netTotal', op: '>=', value: priced(10, 20, 3000) }],
      rules: [
        {
          id: 'earn',
          trigger: 'checkout',
          then: [points({ give: 1, per: priced(1, '0.50', 100), of: 'checkout.netTotal' })],
        },
      ],
    },
  ]
  const { shop, bought } = await open([], { campaigns })
  const earned = async (basket: string, headers: Record<string, string>) => {
    const cardNumber = await shop.card()
    await bought(basket, { cardNumber }, headers)
    return (await purse(shop, cardNumber)).Points
  }
  assert.deepEqual([await earned('1 CAKE 15', america), await earned('1 CAKE 9', america)], [15, undefined])
  assert.deepEqual([await earned('1 CAKE 20', europe), await earned('1 CAKE 15', europe)], [40, undefined])
  assert.deepEqual([await earned('1 CAKE 4000', japan), await earned('1 CAKE 20', japan)], [40, undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('what a referral brought is in the currency of the location that reports it', async () => {
  const when = [{ fact: 'referral.total', op: '>=', value: priced(100, 90, 14_000) }]
  const { shop } = await open([{ trigger: 'refer', when, then: [says('much')] }])
  const refer = { cardNumber: await shop.card(), checkoutCount: 1, checkoutTotalSum: 95 }
  assert.deepEqual((await shop.must('triggerReferRewards', refer, europe)).responseMessages, ['much'])
  assert.deepEqual((await shop.must('triggerReferRewards', refer, america)).responseMessages, [])
})

test('rules that are found by their least total are found by that of the currency', async () => {
  const rules = Array.from({ length: 40 }, (_, index) => ({
    when: [{ fact: 'checkout.total', op: '>=', value: priced(10 * (index + 1), 1000 - 10 * index, 100_000 + index) }],
    then: [says(String(index))],
  }))
  const all = await open(rules)
  const at = (price: number, headers: object) => said(all, [`1 CAKE ${price}`, {}, { ...headers }])
  assert.deepEqual(await at(25, america), ['0', '1'])
  assert.deepEqual(await at(625, europe), ['38', '39'])
  assert.deepEqual(await at(100_001, japan), ['0', '1'])
})

test('a rule fires, counts and is named as the same rule in every currency', async () => {
  const limited = { limit: { times: 1 }, then: [{ discount: { amount: priced(5, '4.50', 700) } }, says('off')] }
  const { shop, bought } = await open([limited])
  const cardNumber = await shop.card()
  const first = await bought('1 CAKE 1000', { cardNumber, returnBalanceMutations: true, isSetup: true }, america)
  const second = await bought('1 CAKE 1000', { cardNumber, returnBalanceMutations: true }, europe)
  const origin = (answer: { balanceMutations: Record<string, unknown>[] }) => {
    const { campaignRuleUUID, campaignRevisionUUID, campaignResultUUID } = answer.balanceMutations[0] ?? {}
    return [campaignRuleUUID, campaignRevisionUUID, campaignResultUUID]
  }
  assert.deepEqual(origin(first), origin(second))
  assert.deepEqual((await bought('1 CAKE 1000', { cardNumber }, america)).totalDiscount, 0, 'its limit is reached')
  assert.match(await explained(shop, second.requestRef), /4\.50 EUR off/)
  assert.match(await explained(shop, first.requestRef), /5\.00 USD off/)
  assert.deepEqual(await shop.verify(), [])
})

test('a currency of a location without an amount is a fault of the file, and so is an amount where none belongs', async () => {
  const refused = (result: object, words: RegExp, condition?: object) =>
    assert.rejects(open([{ ...(condition && { when: [condition] }), then: [result] }]), words)
  const few = { USD: 5, EUR: 4 }
  const missing = /has no amount in JPY, the currency of location JP/
  const off = (fields: object) => ({ discount: fields })
  await refused(off({ amount: few }), missing)
  await refused(off({ percent: 10, max: few }), missing)
  await refused(off({ unitPrice: few, on: { where: { sku: 'ESP' } } }), missing)
  await refused(off({ amount: { give: 1, per: few, of: 'checkout.total' } }), missing)
  await refused(off({ percent: 1, on: { where: { maxUnitPrice: few } } }), missing)
  await refused(says('x'), missing, { fact: 'checkout.total', op: '>=', value: few })
  await refused(off({ amount: {} }), /expected an amount for each currency/)
  await refused(off({ amount: { ...priced(1, 2, 3), EURO: 2 } }), /expected a currency code/)
  await refused(off({ amount: priced(1, 0, 3) }), /amount\.EUR.*must be more than 0/)
  await refused(says('x'), /the first value is above the second/, {
    fact: 'checkout.total',
    op: 'between',
    value: [priced(1, 5, 1), priced(2, 4, 2)],
  })
  await refused(points(priced(1, 2, 3)), /the same at every location: give one number/)
  await refused(says('x'), /expected a number/, { fact: 'history.spend', op: '>=', value: priced(1, 2, 3) })
  const where = { minUnitPrice: priced(1, 2, 3) }
  await refused(says('x'), /expected a number/, { fact: 'history.quantity', where, op: '>=', value: 1 })
})

test('amounts for currencies that no location has are kept for later, and an export is the file', async () => {
  const { shop } = await open([{ then: [{ discount: { amount: { ...priced('5', '4.50', 700), GBP: 4 } } }] }])
  const answer = await shop.must('checkout', { products: productsOf('1 CAKE 10') }, europe)
  assert.equal(answer.totalDiscount, 4.5)
  const { body } = await shop.call('exportBrand')
  assert.match(JSON.stringify(body), /EUR\W+4\.5\W+GBP\W+4\W+JPY\W+700\W+USD\W+5/)
})
