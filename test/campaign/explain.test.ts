import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { testDatabase } from '../support/shop.ts'

const launcher = fileURLToPath(new URL('../../server/purser.js', import.meta.url))

function explain(ref: string, ...flags: string[]) {
  const { PURSER_TEST_DATABASE: _, ...env } = process.env
  const words = [launcher, 'explain', ref, ...flags, '--database', testDatabase()]
  return spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 60_000 })
}

test('explain says of a call why each rule that was looked at fired or did not, setups included', async () => {
  const { shop, bought } = await openRuleShop([
    { name: 'Base', then: [points(5)] },
    { name: 'Big', when: [{ fact: 'checkout.total', op: '>=', value: 100 }], then: [points(50)] },
    { name: 'Once', limit: { times: 1 }, then: [points(7)] },
    {
      name: 'Mugs',
      when: [{ fact: 'products.quantity', where: { sku: 'MUG' }, op: '>', value: 0 }],
      then: [points(1)],
    },
  ])
  const cardNumber = await shop.card()
  await bought('1 CAKE 10', { cardNumber })
  const setup = await bought('1 CAKE 10', { cardNumber, isSetup: true })

  const { stdout, status } = explain(setup.requestRef)
  assert.equal(status, 0)
  const lines = stdout.trimEnd().split('\n')
  assert.match(lines[0] ?? '', /^checkout \(CHECKOUT_SETUP\) of brand \S+, .* at Pier 1, card …\d{4}$/)
  assert.match(lines[0] ?? '', /\d\d:\d\d:\d\d UTC \(\S+ \d\d:\d\d:\d\d America\/New_York\)/, 'hours of both zones')
  assert.deepEqual(lines.slice(1), [
    'Fired:',
    '  Main / Base: 5 Points issued',
    'Nearly fired:',
    '  Main / Once: limit reached: 1 of 1 for this card',
    'Did not fire:',
    '  Far from what they need:',
    '    Main / Big: needs 90.00 USD more (total is 10.00 USD, needs at least 100.00 USD)',
    '  Product not bought:',
    '    Main / Mugs: any MUG',
  ])
  assert.ok(!stdout.includes(cardNumber), 'the card number is not printed whole')
})

test('a call that is unknown, or that ran no rules, is told apart', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card()
  const { requestRef } = await shop.must('search', { filters: { cardNumber } })
  await shop.must('requestLookup', { requestRef })
  assert.match(explain(requestRef).stdout, /No rule was considered/)
  assert.match(explain('01900000-0000-7000-8000-000000000000').stderr, /There is no call/)
  assert.match(explain('x').stderr, /is not a requestRef/)
})

test('a checkout that a rule blocked keeps what was judged, and explain names the rule', async () => {
  const { shop, buy } = await openRuleShop([
    { name: 'Cakes', when: [{ fact: 'products.quantity', op: '>=', value: 9 }], then: [points(1)] },
    {
      name: 'No cake on Sundays',
      when: [{ fact: 'checkout.total', op: '>=', value: 10 }],
      then: [{ block: { message: 'Not today, {{ customer.firstName }}.' } }],
    },
  ])
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ursula' } })
  const { body } = await buy('1 CAKE 10', { cardNumber })
  assert.equal(body.errorCode, 134)
  assert.equal(body.errorMessage, 'Not today, Ursula.')
  await shop.must('requestLookup', { requestRef: body.requestRef })

  const { stdout } = explain(body.requestRef)
  assert.match(stdout, /Refused with error 134 \(.*\), because of Main \/ No cake on Sundays\./)
  assert.match(stdout, /Main \/ No cake on Sundays: blocked the checkout: "Not today, {{ customer.firstName }}."/)
  assert.ok(!stdout.includes('Ursula'), 'what customers say about themselves is no part of an explanation')
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout that was refused for an unused coupon names it, and keeps what was judged', async () => {
  const { shop, buy } = await openRuleShop([
    {
      name: 'Ten off',
      when: [
        { fact: 'coupon', set: 'ten', op: '=', value: true },
        { fact: 'checkout.total', op: '>=', value: 15 },
      ],
      then: [{ discount: { amount: 10 } }],
    },
  ])
  const cardNumber = await shop.card()
  const draw = async (): Promise<string> => (await shop.must('allocateCoupon', { couponSetId: 'ten' })).couponId
  const [one, two] = [await draw(), await draw()]
  const { body } = await buy('1 CAKE 10', { cardNumber, coupons: [one], failOnUnusedCoupons: true })
  assert.deepEqual([body.errorCode, body.errorMessage], [125, `No campaign used coupon ${one}.`])
  const both = await buy('1 CAKE 10', { cardNumber, coupons: [one, two], failOnUnusedCoupons: true })
  assert.equal(both.body.errorMessage, `No campaign used the coupons ${one}, ${two}.`)
  await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.match(explain(body.requestRef).stdout, /Nearly fired:\n {2}Main \/ Ten off: needs 5.00 USD more/)
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells what fired first, to whom and in which currency, and why a discount came to nothing', async () => {
  const ofEspresso = { where: { sku: ['ESP'] }, units: 3 }
  const { shop, bought } = await openRuleShop([
    { name: 'Silent', when: [{ fact: 'checkout.total', op: '<', value: 1 }], then: [points(1)] },
    { name: 'Ten', then: [{ discount: { percent: 10, on: { where: { sku: ['CAKE'] } } } }] },
    { name: 'Cash', then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 1.5 } }] },
    { name: 'Friend', then: [points(5, { to: 'referrer' })] },
    {
      name: 'Four for three',
      then: [{ discount: { percent: 100, on: { where: { sku: ['ESP'] }, units: 1 }, buy: ofEspresso } }],
    },
    { name: 'Gift', then: [{ allocateCoupon: { set: 'few' } }] },
  ])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  await bought('1 CAKE 1', { cardNumber })
  await shop.must('updateBalance', {
    cardNumber: friend,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Lost' },
  })
  const { requestRef } = await bought('3 ESP 2, 1 CAKE 4', { cardNumber, referringCardNumber: friend })
  assert.deepEqual(explain(requestRef).stdout.trimEnd().split('\n').slice(1), [
    'Fired:',
    '  Main / Ten: 10 % off: 0.40 USD',
    '  Main / Cash: 1.50 USD issued',
    "  Main / Friend: nothing issued: the referrer's card can no longer be used",
    '  Main / Gift: no coupon of Few issued: the coupon set has no coupons left, or is switched off',
    'Nearly fired:',
    '  Main / Four for three: its conditions hold, but there was nothing to take off: none of the products it needs are left: the 3 Espresso already count as bought',
    'Did not fire:',
    '  Far from what they need:',
    '    Main / Silent: total must be less than 1.00 USD (is 10.00 USD)',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells what a return could not take back', async () => {
  const { shop, bought } = await openRuleShop([{ name: 'Base', then: [points(5)] }])
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 10', { cardNumber })
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: { amount: 2, balanceType: 'Points' } })
  const { requestRef } = await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  const shortfalls = [{ amount: 2, balanceType: 'Points' }]
  assert.deepEqual((await shop.must('requestLookup', { requestRef })).shortfalls, shortfalls)
  const lookup = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(lookup.shortfalls, shortfalls)
  assert.match(explain(requestRef).stdout, /Shortfall: 2 Points could not be taken back/)
  assert.deepEqual(await shop.verify(), [])
})

const member = { fact: 'segment', op: '=', value: 'regulars' }
const overFour = { fact: 'checkout.total', op: '>=', value: 4 }
const welcome = { fact: 'coupon', set: 'ten', op: '=', value: true }

/** A shop with rules that nearly fire, and some that are far from it. */
function openNearShop(brand: object = {}) {
  const rules = [
    { name: 'Espresso day', when: [espressos(2)], then: [points(2)] },
    { name: 'Big regulars', when: [overFour, member], then: [points(50)] },
    { name: 'Big mornings', when: [overFour, { fact: 'request.hour', op: '>', value: 23 }], then: [points(50)] },
    { name: 'Welcome', when: [welcome], then: [{ discount: { percent: 10 } }] },
    { name: 'Welcome to much', when: [welcome, overFour], then: [{ discount: { percent: 10 } }] },
    { name: 'Members', when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 1 }], then: [points(1)] },
    { name: 'Birthday', trigger: 'date', date: { of: 'customer.birthday' }, then: [points(5)] },
    { name: 'Spring', until: '2020-01-01 00:00:00', then: [points(5)] },
    { name: 'Cake', then: [points(1, { to: 'referrer' })] },
  ]
  const segments = [{ id: 'regulars', name: 'Regulars', where: [] }]
  return openRuleShop(rules, { brand, more: { segments } })
}

const espressos = (value: number) => ({ fact: 'products.quantity', where: { sku: ['ESP'] }, op: '>=', value })

test('rules that one thing kept from firing come before the rest, which is grouped by reason', async () => {
  const { shop, bought } = await openNearShop()
  const { requestRef } = await bought('1 ESP 2.5')
  assert.deepEqual(explain(requestRef).stdout.trimEnd().split('\n').slice(1), [
    'Fired:',
    '  Main / Cake: nothing issued: the call names no referring card',
    'Nearly fired:',
    '  Main / Espresso day: needs 1 more Espresso (has 1, needs 2)',
    '  Main / Welcome: coupon of set Ten off not presented',
    '  Main / Big regulars: needs 1.50 USD more (total is 2.50 USD, needs at least 4.00 USD); its conditions on the customer were not checked',
    'Did not fire:',
    '  More than one condition did not hold:',
    '    Main / Big mornings: needs 1.50 USD more (total is 2.50 USD, needs at least 4.00 USD)',
    '  Need a card:',
    '    Main / Members: needs a balance of at least 1 Point, and the card has none',
    '  Coupon not presented:',
    '    Main / Welcome to much: a coupon of set Ten off',
    '  For other triggers:',
    '    Main / Birthday: it runs only on its dates',
    '  Not running now:',
    '    Main / Spring: it runs only until 2020-01-01 00:00:00 America/New_York',
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('five rules that came closest are listed, and not those that are far from it', async () => {
  const from = (value: number) => ({ fact: 'checkout.total', op: '>=', value })
  const names = [12, 15, 19, 21, 200].map((value) => ({
    name: `From ${value}`,
    when: [from(value)],
    then: [points(1)],
  }))
  const { shop, bought } = await openRuleShop([
    ...names,
    { name: 'Late', when: [{ fact: 'request.hour', op: '>', value: 23 }], then: [points(1)] },
    { name: 'Welcome', when: [welcome], then: [points(1)] },
    { name: 'Vip', when: [{ fact: 'keyValue', key: 'vip', op: '=', value: 'yes' }], then: [points(1)] },
    { name: 'Once', limit: { times: 1 }, then: [points(1)] },
  ])
  const cardNumber = await shop.card()
  await bought('1 CAKE 10', { cardNumber })
  const { requestRef } = await bought('1 CAKE 10', { cardNumber })
  const { nearly, rest } = (await shop.must('requestLookup', { requestRef, showExplanation: true })).explanation
  const namesOf = (rules: { name: string }[]) => rules.map(({ name }) => name)
  assert.deepEqual(namesOf(nearly), ['Once', 'From 12', 'From 15', 'From 19', 'Late'])
  const groups = rest.map(({ reason, rules }: { reason: string; rules: { name: string }[] }) => [
    reason,
    namesOf(rules),
  ])
  assert.deepEqual(groups.slice(0, 2), [
    ['also one thing short', ['Welcome']],
    ['far from what they need', ['From 21', 'From 200']],
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('programs get the same as JSON, from the command line and from requestLookup', async () => {
  const { shop, bought } = await openNearShop()
  const cardNumber = await shop.card({ points: 3 })
  const { requestRef } = await bought('1 ESP 2.5', { cardNumber, referringCardNumber: await shop.card() })
  const told = JSON.parse(explain(requestRef, '--json').stdout)
  assert.deepEqual(told.outcome, { refused: false, words: 'done' })
  assert.deepEqual(
    told.fired.map(({ name }: { name: string }) => name),
    ['Members', 'Cake'],
  )
  assert.equal(told.fired[1].effects[0].words, '1 Point issued to the referrer')
  assert.deepEqual(told.nearly[0], {
    rule: 'main/rule-1',
    campaign: 'Main',
    name: 'Espresso day',
    missing: 'needs 1 more Espresso (has 1, needs 2)',
    reason: 'failed',
    condition: { path: 'when[0]', fact: 'products.quantity', op: '>=', expected: '2', observed: '1' },
  })
  const { explanation } = await shop.must('requestLookup', { requestRef, showExplanation: true })
  const { condition, ...near } = explanation.nearly[0]
  assert.deepEqual({ ...near, condition: { ...condition, expected: '2', observed: '1' } }, told.nearly[0])
  assert.deepEqual([condition.expected, condition.observed], [['2'], ['1']])
  assert.deepEqual(explanation.rest, told.rest)
  assert.deepEqual(explanation.outcome, told.outcome)
  assert.equal((await shop.must('requestLookup', { requestRef })).explanation, undefined)

  const { shop: plain, buy } = await openNearShop({ enable: [] })
  const { body } = await buy('1 ESP 2.5')
  const refused = await plain.call('requestLookup', { requestRef: body.requestRef, showExplanation: true })
  assert.equal(refused.body.errorCode, 104)
  assert.deepEqual(await shop.verify(), [])
})

test('a total that later discounts lower is called the total so far', async () => {
  const { shop, bought } = await openRuleShop([
    {
      name: 'Free shipping',
      when: [{ fact: 'checkout.netTotal', op: '>=', value: 35 }],
      then: [{ discount: { percent: 100, on: 'shipping' } }],
    },
    { name: 'Ten off', then: [{ discount: { percent: 10 } }] },
  ])
  const answer = await bought('3 CAKE 10', { checkoutShippingTotal: 5 })
  assert.equal(answer.checkoutTotalAfterDiscount, 27)
  await shop.must('requestLookup', { requestRef: answer.requestRef })
  const { stdout } = explain(answer.requestRef)
  assert.match(
    stdout,
    /needs 5\.00 USD more \(total after the discounts so far is 30\.00 USD, needs at least 35\.00 USD\)/,
  )
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells what a void and a return took back', async () => {
  const { shop, bought } = await openRuleShop([{ name: 'Base', then: [points(5)] }])
  const cardNumber = await shop.card({ usd: 20 })
  const paymentMethods = [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 4 }]
  const sale = await bought('1 CAKE 10', { cardNumber, paymentMethods })
  const { requestRef } = await shop.must('voidTransaction', { cardNumber, requestRef: sale.requestRef })
  const lines = explain(requestRef).stdout.trimEnd().split('\n').slice(1)
  assert.deepEqual(lines.toSorted(), ['4.00 USD given back to the card', '5 Points taken back from the card'])
  const { explanation } = await shop.must('requestLookup', { requestRef, showExplanation: true })
  assert.deepEqual(explanation.takenBack.toSorted(), lines.toSorted())
  assert.deepEqual(await shop.verify(), [])
})

test('explain tells why a call was refused, also where no rule had a part in it', async () => {
  const { shop } = await openRuleShop([])
  const cardNumber = await shop.card({ points: 1 })
  const { body } = await shop.redeem(cardNumber, { points: 5 })
  await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.match(explain(body.requestRef).stdout, /\nRefused with error \d+ \(.+\)\.\nNo rule was considered\.\n$/)
})

test('punches are named with their subtrack, in what was given, redeemed, missing, converted and taken back', async () => {
  const espresso = { balanceType: 'Punches', subtrack: 'Espresso' }
  const { shop, bought } = await openRuleShop(
    [
      { name: 'Two a visit', then: [{ issue: { ...espresso, amount: 2 } }] },
      { name: 'Swap', then: [{ redeem: { ...espresso, amount: 1 } }] },
      { name: 'Five', when: [{ fact: 'balance', ...espresso, op: '>=', value: 5 }], then: [points(1)] },
      { name: 'Pay', then: [{ redeem: { balanceType: 'Punches', subtrack: 'Tea', amount: 3 } }, points(1)] },
      {
        name: 'Tea into espresso',
        then: [
          {
            convert: {
              from: { balanceType: 'Punches', subtrack: 'Tea', amount: 'all' },
              to: { ...espresso, give: 1, per: 2 },
            },
          },
        ],
      },
      {
        name: 'Espresso into tea',
        then: [
          {
            convert: {
              from: { ...espresso, amount: 1 },
              to: { balanceType: 'Punches', subtrack: 'Tea', give: 1, per: 1 },
            },
          },
        ],
      },
    ],
    {
      valueTypes: [
        { balanceType: 'Points', scale: 0 },
        { balanceType: 'Punches', scale: 0, subtracks: ['Tea', 'Espresso'] },
      ],
    },
  )
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 3', { cardNumber })
  assert.deepEqual((await explained(shop, sale.requestRef)).split('\n'), [
    'Fired:',
    '  Main / Two a visit: 2 Punches (Espresso) issued',
    '  Main / Swap: 1 Punch (Espresso) redeemed',
    '  Main / Espresso into tea: converted 1 Punch (Espresso) into 1 Punch (Tea)',
    'Nearly fired:',
    '  Main / Pay: it would redeem 3 Punches (Tea), but the card has 0',
    '  Main / Tea into espresso: its conditions hold, but there was nothing to convert: the card has no more full steps (it has 0 Punches (Tea) to convert)',
    'Did not fire:',
    '  Far from what they need:',
    '    Main / Five: needs 4 Punches (Espresso) more (balance is 1 Punch (Espresso), needs at least 5 Punches (Espresso))',
  ])
  const { explanation } = await shop.must('requestLookup', { requestRef: sale.requestRef, showExplanation: true })
  assert.equal(explanation.fired[0].effects[0].subtrack, 'Espresso')
  const voided = await shop.must('voidTransaction', { cardNumber, requestRef: sale.requestRef })
  const { explanation: back } = await shop.must('requestLookup', {
    requestRef: voided.requestRef,
    showExplanation: true,
  })
  assert.deepEqual(back.takenBack, ['1 Punch (Tea) taken back from the card'])
  assert.deepEqual(await shop.verify(), [])
})
