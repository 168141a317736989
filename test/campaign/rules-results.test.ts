import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { purse, said, says, told, traceOf } from '../support/rule-table.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'

const usd = (amount: unknown, more: object = {}) => ({
  issue: { balanceType: 'Currency', balanceCode: 'USD', amount, ...more },
})
const hasSku = (sku: string) => ({ fact: 'products.quantity', where: { sku }, op: '>=', value: 1 })
const redeemed = (amount: unknown) => ({ redeem: { balanceType: 'Points', amount } })
const asked = { returnBalances: true, returnBalanceMutations: true }

test('an issuance expires, becomes active later, is return-related and goes into a subtrack as the rule says', async () => {
  const punch = (subtrack: string) => ({ issue: { balanceType: 'Punches', amount: 1, subtrack } })
  const { shop, bought } = await openRuleShop(
    [
      { then: [points(10, { expiresAfter: { days: 30 } })] },
      { then: [points(20, { activeAfter: { days: 2 }, expiresAfter: { days: 9 } })] },
      { then: [usd(5, { returnRelated: true })] },
      { then: [usd(7, { expiresAt: '2099-12-31 00:00:00' })] },
      { then: [usd(9, { expiresAt: '2020-12-31 00:00:00' })] },
      { then: [punch('Tea'), punch('Espresso'), punch('Tea')] },
    ],
    {
      valueTypes: [
        { balanceType: 'Points', scale: 0 },
        { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
        { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
      ],
    },
  )
  const cardNumber = await shop.card()
  const before = Date.now()
  const answer = await bought('1 CAKE 5', { cardNumber, ...asked })
  const punches = ['+1 Punches Tea', '+1 Punches Espresso', '+1 Punches Tea']
  assert.deepEqual(told(answer), ['+10 Points', '+20 Points', '+5 USD', '+7 USD', ...punches])
  const [ten, twenty, , seven] = answer.balanceMutations
  const isAbout = (instant: number, days: number) => Math.abs(instant - before - days * oneDay * 1000) < 60_000
  assert.ok(isAbout(ten.balanceExpiration, 30) && ten.balanceActiveDate === undefined)
  assert.ok(isAbout(twenty.balanceExpiration, 9) && isAbout(twenty.balanceActiveDate, 2))
  assert.equal(seven.balanceExpiration, Date.parse('2099-12-31T05:00:00Z'))
  assert.equal((await purse(shop, cardNumber)).Points, 10)
  const lots = await sql('select amount, return_related from lot where brand_id = $1 and return_related', [shop.id])
  assert.equal(lots.length, 1)
  const trace = await traceOf(shop, answer.requestRef)
  assert.deepEqual(trace[4], { rule: 'main/rule-5', fired: [{ kind: 'nothing', result: 'issue', reason: 'expired' }] })
  await letTimePass(shop, 3 * oneDay)
  assert.equal((await purse(shop, cardNumber)).Points, 30)
  await letTimePass(shop, 8 * oneDay)
  assert.equal((await purse(shop, cardNumber)).Points, 10)
  assert.deepEqual(await shop.verify(), [])
})

test('points turn into money in the same answer when the threshold is reached', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(perDollar(1))] },
    {
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }],
      then: [redeemed(100), usd(5), says('{{ balances.USD }} / {{ balances.Points }}')],
    },
  ])
  const cardNumber = await shop.card()
  const below = await bought('1 CAKE 99', { cardNumber, ...asked })
  assert.deepEqual(told(below), ['+99 Points'])
  const above = await bought('1 CAKE 12', { cardNumber, ...asked })
  assert.deepEqual(told(above), ['+12 Points', '-100 Points', '+5 USD'])
  assert.deepEqual(above.responseMessages, ['5.00 / 11'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 11, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('a rule converts every full hundred when its amounts count the balance', async () => {
  const hundreds = (give: number) => ({ give, per: 100, of: 'balance', balanceType: 'Points' })
  const { shop, bought } = await openRuleShop([{ then: [usd(hundreds(5)), redeemed(hundreds(100))] }])
  const cardNumber = await shop.card({ points: 345 })
  assert.deepEqual(told(await bought('1 CAKE 1', { cardNumber, ...asked })), ['+15 USD', '-300 Points'])
  assert.deepEqual(told(await bought('1 CAKE 1', { cardNumber, ...asked })), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that would redeem more than there is does not fire, and the checkout goes on', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [redeemed(100), usd(5)] },
    { then: [redeemed(30), redeemed(30), usd(1)] },
    { then: [redeemed(10)] },
  ])
  const cardNumber = await shop.card({ points: 50 })
  const answer = await bought('1 CAKE 1', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['-10 Points'])
  const trace = await traceOf(shop, answer.requestRef)
  assert.deepEqual(
    trace.map(({ not }) => not?.kind),
    ['short', 'short', undefined],
  )
  assert.deepEqual(told(await bought('1 CAKE 1')), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the value type’s limits bound what a rule redeems', async () => {
  const limits = { balanceType: 'Points', scale: 0, minRedeem: 10, maxRedeem: 40 }
  const { shop, bought } = await openRuleShop([{ then: [redeemed(60)] }, { then: [redeemed(5)] }], {
    valueTypes: [limits],
  })
  const cardNumber = await shop.card({ points: 100 })
  const answer = await bought('1 CAKE 1', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['-40 Points'])
  const trace = await traceOf(shop, answer.requestRef)
  assert.deepEqual(
    trace.flatMap(({ fired }) => fired),
    [
      { kind: 'redeem', amount: '40', of: 'Points', asked: '60', cappedBy: 'maxRedeem' },
      { kind: 'redeem', amount: '0', of: 'Points', asked: '5', cappedBy: 'minRedeem' },
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

const esp = { where: { sku: ['ESP'] } }
//  discount                                                            basket                what comes of it
const discountRows: [object, string, string[]][] = [
  [{ percent: 10 }, '1 CAKE 10', ['-1 CAKE']],
  [{ percent: 50, on: esp }, '2 ESP 3, 1 CAKE 10', ['-3 ESP']],
  [{ percent: 50, on: { ...esp, pick: 'cheapest', units: 1 } }, '1 ESP 3, 1 ESP 2', ['-1 ESP']],
  [{ percent: 50, on: { ...esp, pick: 'dearest', units: 1 } }, '1 ESP 2, 1 ESP 3', ['-1.5 ESP']],
  [{ percent: 50, max: 2 }, '1 CAKE 10', ['-2 CAKE']],
  [{ amount: 3 }, '1 CAKE 10, 1 ESP 5', ['-2 CAKE', '-1 ESP']],
  [{ amount: 30 }, '1 CAKE 10', ['-10 CAKE']],
  [{ amount: 3, on: esp }, '1 CAKE 10, 1 ESP 5', ['-3 ESP']],
  [{ unitPrice: 2, on: esp }, '3 ESP 3, 1 ESP 1.5', ['-3 ESP']],
  [{ unitPrice: 2, on: { ...esp, units: 2 } }, '3 ESP 3', ['-2 ESP']],
  [{ groupPrice: 5, on: { ...esp, units: 2 }, repeat: true }, '5 ESP 3', ['-2 ESP']],
  [{ groupPrice: 5, on: { ...esp, units: 2 } }, '5 ESP 3', ['-1 ESP']],
  [
    { percent: 100, on: { ...esp, pick: 'cheapest', units: 1 }, buy: { ...esp, units: 1 } },
    '1 ESP 3, 1 ESP 2',
    ['-2 ESP'],
  ],
  [{ percent: 100, on: { ...esp, units: 1 }, buy: { ...esp, units: 1 }, repeat: 2 }, '6 ESP 3', ['-6 ESP']],
  [{ percent: 100, on: { ...esp, units: 1 }, buy: { where: { sku: 'CAKE' }, units: 1 } }, '1 ESP 3', []],
]

test('discounts: per cent, amount, unit price, group price, on picked units, with bought ones', async () => {
  const { shop } = await openRuleShop([])
  for (const [discount, basket, expected] of discountRows) {
    const open = await openRuleShop([{ then: [{ discount }] }])
    const answer = await open.bought(basket, { isSetup: true, returnBalanceMutations: true })
    assert.deepEqual(told(answer), expected, JSON.stringify(discount))
    const total = answer.balanceMutations.reduce((sum: number, { amount }: { amount: number }) => sum + amount * 100, 0)
    assert.equal(Math.round(answer.totalDiscount * 100), Math.round(total))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a second discount takes from what the first left, or from the original price', async () => {
  const two = (basis: string) => [
    { then: [{ discount: { percent: 50 } }] },
    { then: [{ discount: { percent: 10, basis } }] },
  ]
  const remaining = await openRuleShop(two('remaining'))
  assert.equal((await remaining.bought('1 CAKE 10')).totalDiscount, 5.5)
  const original = await openRuleShop(two('original'))
  assert.equal((await original.bought('1 CAKE 10')).totalDiscount, 6)
})

test('a rule refuses the checkout with error 134 and its message, and nothing happens', async () => {
  const { shop, buy } = await openRuleShop([
    { then: [{ discount: { percent: 10 } }] },
    {
      when: [{ fact: 'checkout.netTotal', op: '<', value: 10 }],
      then: [{ block: { message: 'Only {{ checkout.netTotal }}, at least 10.00 at {{ location.name }}' } }],
    },
    { then: [points(5), { notify: { channel: 'webhook', text: 'x' } }] },
  ])
  const cardNumber = await shop.card({ usd: 5 })
  for (const more of [{}, { isSetup: true }, { isSetup: true, lockSetupDuration: 60 }]) {
    const { body, status } = await buy('1 CAKE 11', { cardNumber, ...more })
    assert.deepEqual(
      [status === 200, body.errorCode, body.errorMessage],
      [false, 134, 'Only 9.90, at least 10.00 at Pier 1'],
    )
  }
  assert.equal((await buy('1 CAKE 12', { cardNumber })).body.success, true)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('ten espresso punches make an espresso free, and those of tea stay', async () => {
  const punches = { balanceType: 'Punches', subtrack: 'Espresso' }
  const espressi = { where: { sku: ['ESP'] } }
  const { shop, bought } = await openRuleShop(
    [
      {
        when: [
          { fact: 'balance', ...punches, op: '>=', value: 10 },
          { fact: 'products.quantity', ...espressi, op: '>=', value: 1 },
        ],
        then: [{ discount: { percent: 100, on: { ...espressi, units: 1 } } }, { redeem: { ...punches, amount: 10 } }],
      },
      { then: [{ issue: { ...punches, amount: { give: 1, of: 'products.quantity', ...espressi } } }] },
      { then: [{ issue: { balanceType: 'Punches', amount: 10, subtrack: 'Tea' } }], when: [hasSku('TEA')] },
    ],
    { valueTypes: [{ balanceType: 'Punches', scale: 0, subtracks: ['Tea', 'Espresso'] }] },
  )
  const cardNumber = await shop.card()
  assert.deepEqual(told(await bought('9 ESP 3, 1 TEA 2', { cardNumber, ...asked })), [
    '+9 Punches Espresso',
    '+10 Punches Tea',
  ])
  assert.deepEqual(told(await bought('1 ESP 3', { cardNumber, ...asked })), ['+1 Punches Espresso'])
  const free = await bought('2 ESP 3', { cardNumber, ...asked })
  assert.deepEqual(told(free), ['-3 ESP', '-10 Punches Espresso', '+2 Punches Espresso'])
  assert.deepEqual(told(await bought('1 ESP 3', { cardNumber, ...asked })), ['+1 Punches Espresso'])
  await shop.must('voidTransaction', { cardNumber, requestRef: free.requestRef })
  assert.deepEqual(told(await bought('1 ESP 3', { cardNumber, ...asked })), [
    '-3 ESP',
    '-10 Punches Espresso',
    '+1 Punches Espresso',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('what is excepted is neither discounted nor counted, now or in the past', async () => {
  const where = { except: { category: ['gift'], sku: ['PEN'] } }
  const { shop, bought } = await openRuleShop(
    [
      { then: [{ discount: { percent: 10, on: { where } } }] },
      { then: [points({ give: 1, of: 'products.total', where })] },
      { when: [{ fact: 'history.spend', where, op: '>=', value: 18 }], then: [says('regular')] },
    ],
    {
      more: {
        products: [{ sku: 'CARD', categories: ['gift'] }, { sku: 'PEN' }, { sku: 'CAKE', categories: ['food'] }],
      },
    },
  )
  const cardNumber = await shop.card()
  const first = await bought('1 CARD 50, 1 PEN 5, 2 CAKE 10', { cardNumber, ...asked })
  assert.deepEqual(told(first), ['-2 CAKE', '+18 Points'])
  assert.deepEqual(first.responseMessages, [])
  const second = await bought('1 CARD 50', { cardNumber, ...asked })
  assert.deepEqual(told(second), [])
  assert.deepEqual(second.responseMessages, ['regular'])
  assert.deepEqual(await shop.verify(), [])
})

test('two rules cannot redeem the same punches, and each subtrack is counted by itself', async () => {
  const rule = (subtrack: string, name: string) => ({
    then: [{ redeem: { balanceType: 'Punches', subtrack, amount: 6 } }, says(name)],
  })
  const { shop, bought } = await openRuleShop(
    [rule('Tea', 'tea'), rule('Tea', 'again'), rule('Espresso', 'espresso')],
    {
      valueTypes: [{ balanceType: 'Punches', scale: 0, subtracks: ['Tea', 'Espresso'] }],
    },
  )
  const cardNumber = await shop.card()
  for (const subtrackIndex of [1, 2]) {
    const value = { balanceType: 'Punches', amount: 10 }
    await shop.must('updateBalance', { cardNumber, action: 'issue', amount: value, subtrackIndex })
  }
  assert.deepEqual((await bought('1 CAKE 1', { cardNumber })).responseMessages, ['tea', 'espresso'])
  assert.deepEqual(await shop.verify(), [])
})

test('null clears a demographic field, and a void gives its value back', async () => {
  const { shop, bought } = await openRuleShop(
    [
      { when: [hasSku('SET')], then: [{ setDemographic: { name: 'drink', value: 'Tea' } }] },
      { when: [hasSku('CLEAR')], then: [{ setDemographic: { name: 'drink', value: null } }] },
      { when: [{ fact: 'demographic', name: 'drink', op: 'missing' }], then: [says('nothing known')] },
    ],
    { more: { demographicFields: [{ name: 'drink', type: 'String' }] } },
  )
  const cardNumber = await shop.card()
  assert.deepEqual((await bought('1 SET 1', { cardNumber })).responseMessages, [])
  const cleared = await bought('1 CLEAR 1', { cardNumber })
  assert.deepEqual(cleared.responseMessages, ['nothing known'])
  assert.deepEqual((await bought('1 CAKE 1', { cardNumber })).responseMessages, ['nothing known'])
  const fields = () => sql('select demographics from account where brand_id = $1', [shop.id])
  assert.deepEqual(await fields(), [{ demographics: {} }])
  await shop.must('voidTransaction', { cardNumber, requestRef: cleared.requestRef })
  assert.deepEqual(await fields(), [{ demographics: { drink: ['Tea'] } }])
  assert.deepEqual(await shop.verify(), [])
})

test('events, enrolments and demographic fields are kept, and later rules of the call see them', async () => {
  const drink = (op: string) => [{ fact: 'demographic', name: 'drink', op }]
  const open = await openRuleShop(
    [
      { when: drink('missing'), then: [says('unknown'), { setDemographic: { name: 'drink', value: 'Tea' } }] },
      { when: drink('exists'), then: [says('known'), { enroll: { program: 'rewards' } }] },
      { then: [{ logEvent: { categoryId: 'app', payload: '{{ card.number }}', properties: { way: 'till' } } }] },
    ],
    {
      more: {
        demographicFields: [{ name: 'drink', type: 'String' }],
        eventTypes: [{ categoryId: 'app', name: 'App' }],
      },
    },
  )
  const { shop, bought } = open
  const cardNumber = await shop.card()
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber }]), ['unknown', 'known'])
  assert.deepEqual(await said(open, ['1 CAKE 1', { cardNumber }]), ['unknown', 'known'])
  assert.deepEqual((await bought('1 CAKE 1', { cardNumber })).responseMessages, ['unknown', 'known'])
  assert.deepEqual((await bought('1 CAKE 1', { cardNumber })).responseMessages, ['known'])
  assert.deepEqual((await bought('1 CAKE 1')).responseMessages, ['unknown'])
  const [account] = await sql('select demographics, programs from account where brand_id = $1', [shop.id])
  assert.deepEqual(account.demographics, { drink: ['Tea'] })
  assert.deepEqual(Object.keys(account.programs), ['rewards'])
  const events = await sql('select event_type, category_id, payload, properties from event where brand_id = $1', [
    shop.id,
  ])
  const expected = { event_type: 'CUSTOM', category_id: 'app', payload: cardNumber, properties: { way: 'till' } }
  assert.deepEqual(events, [expected, expected])
  assert.deepEqual(await shop.verify(), [])
})
