import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { purse, says, told } from '../support/rule-table.ts'

const pointsFrom = (amount: unknown = 'all') => ({ balanceType: 'Points', amount })
const usdTo = (more: object = {}) => ({ balanceType: 'Currency', balanceCode: 'USD', give: 1, per: 100, ...more })
const convert = (from: object = pointsFrom(), to: object = usdTo()) => ({ convert: { from, to } })
const redeem = (amount: unknown) => ({ redeem: { balanceType: 'Points', amount } })
const allPoints = { give: 1, per: 1, of: 'balance', balanceType: 'Points' }
const mutations = { returnBalanceMutations: true }

test('points that reach a threshold become money in the same answer', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(perDollar(10))] },
    { then: [convert(), says('{{ mutation.amount }} USD for you, {{ balances.Points }} points left')] },
  ])
  const cardNumber = await shop.card({ points: 130 })
  const answer = await bought('2 ESP 10', { cardNumber, ...mutations, returnBalances: true })
  assert.deepEqual(told(answer), ['+200 Points', '-300 Points', '+3 USD'])
  assert.deepEqual(answer.responseMessages, ['3 USD for you, 30 points left'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 30, USD: 3 })
  assert.match(await explained(shop, answer.requestRef), /rule-2: converted 300 Points into 3\.00 USD; message/)
  const [row] = await shop.history(cardNumber, { includeCampaignData: true })
  assert.deepEqual(
    row.balanceUpdates.map((one: { amount: number; mutationType: string }) => [one.amount, one.mutationType]),
    [
      [200, 'Campaign'],
      [-300, 'Campaign'],
      [3, 'Campaign'],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

//  what it converts                       the card has   it becomes
const amounts: [string, object, number, Record<string, number>][] = [
  ['all, by the word', pointsFrom('all'), 250, { Points: 50, USD: 2 }],
  ['all, as an amount of the balance', pointsFrom(allPoints), 250, { Points: 50, USD: 2 }],
  ['whole steps up to a fixed amount', pointsFrom(299), 500, { Points: 300, USD: 2 }],
  ['fewer when there is too little', pointsFrom(300), 250, { Points: 50, USD: 2 }],
  ['by what was bought', pointsFrom({ give: 10, per: 1, of: 'checkout.netTotal' }), 1000, { Points: 800, USD: 2 }],
  ['nothing below one step', pointsFrom('all'), 99, { Points: 99 }],
  ['nothing by an amount below one step', pointsFrom(99), 500, { Points: 500 }],
]

for (const [name, from, has, left] of amounts) {
  test(`converts ${name}`, async () => {
    const { shop, bought } = await openRuleShop([{ then: [convert(from)] }])
    const cardNumber = await shop.card({ points: has })
    await bought('2 ESP 10', { cardNumber })
    assert.deepEqual(await purse(shop, cardNumber), left)
    assert.deepEqual(await shop.verify(), [])
  })
}

//  limits of Points, of USD                 500 points and 1 dollar become, explained by
const limits: [object, object, Record<string, number>, RegExp][] = [
  [{ maxRedeem: 250 }, {}, { Points: 300, USD: 3 }, /200 Points into 2\.00 USD \(the value type's maxRedeem\)/],
  [{ minRedeem: 600 }, {}, { Points: 500, USD: 1 }, /nothing to convert: below the value type's minRedeem/],
  [{}, { maxBalance: 3.5 }, { Points: 300, USD: 3 }, /200 Points into 2\.00 USD \(.*maxBalance/],
  [{}, { maxBalance: 1.99 }, { Points: 500, USD: 1 }, /nothing to convert: .*maxBalance/],
  [{}, { maxIssue: 4.99 }, { Points: 100, USD: 5 }, /400 Points into 4\.00 USD \(the value type's maxIssue\)/],
  [{}, { minIssue: 5.5, maxIssue: 9 }, { Points: 500, USD: 1 }, /nothing to convert: below the value type's minIssue/],
]

for (const [ofPoints, ofUsd, left, words] of limits) {
  test(`leaves what limits do not allow: ${JSON.stringify({ ...ofPoints, ...ofUsd })}`, async () => {
    const { shop, bought } = await openRuleShop([{ then: [convert()] }], {
      valueTypes: [
        { balanceType: 'Points', scale: 0, ...ofPoints },
        { balanceType: 'Currency', balanceCode: 'USD', scale: 2, ...ofUsd },
      ],
    })
    const cardNumber = await shop.card({ points: 500 })
    await shop.issue(cardNumber, { usd: 1 }, { isAccountingAdjustment: true })
    const { requestRef } = await bought('1 ESP 1', { cardNumber })
    assert.deepEqual(await purse(shop, cardNumber), left)
    assert.match(await explained(shop, requestRef), words)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a rule that only converts does not fire without a step: its limit is not used up, nothing is told', async () => {
  const { shop, bought } = await openRuleShop([{ limit: { times: 1 }, then: [convert(), says('converted')] }])
  const cardNumber = await shop.card({ points: 60 })
  const none = await bought('1 ESP 1', { cardNumber })
  assert.deepEqual(none.responseMessages, [])
  assert.match(
    await explained(shop, none.requestRef),
    /nothing to convert: the card has no more full steps \(it has 60 Points/,
  )
  await shop.issue(cardNumber, { points: 40 })
  assert.deepEqual((await bought('1 ESP 1', { cardNumber })).responseMessages, ['converted'])
  assert.deepEqual((await bought('1 ESP 1')).responseMessages, [], 'there is nothing to convert without a card')
  assert.deepEqual(await shop.verify(), [])
})

test('payments come first, and what other rules are going to redeem is left to them', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [convert()] },
    {
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }],
      then: [{ discount: { amount: 1 } }, redeem(100)],
    },
  ])
  const cardNumber = await shop.card({ points: 350 })
  const pay = { redeemBalance: true, balanceType: 'Points', amount: 60, checkoutPaymentAmount: 1 }
  const answer = await bought('2 ESP 10', { cardNumber, ...mutations, paymentMethods: [pay] })
  assert.deepEqual(told(answer), ['-1 ESP', '-60 Points', '-100 Points', '+1 USD', '-100 Points'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 90, USD: 1 })
  assert.deepEqual(await shop.verify(), [])
})

//  results of one rule                            250 points become
const together: [string, object[], Record<string, number>][] = [
  ['a fixed redemption after it', [convert(), redeem(100)], { Points: 50, USD: 1 }],
  ['a fixed redemption before it', [redeem(100), convert()], { Points: 50, USD: 1 }],
  ['the rest redeemed after it', [convert(), redeem(allPoints)], { USD: 2 }],
  [
    'another conversion',
    [convert(pointsFrom(100)), convert(pointsFrom(), { balanceType: 'Punches', give: 1, per: 50 })],
    { Punches: 3, USD: 1 },
  ],
]

for (const [name, results, left] of together) {
  test(`in one rule: ${name}`, async () => {
    const { shop, bought } = await openRuleShop([{ then: results }])
    const cardNumber = await shop.card({ points: 250 })
    await bought('1 ESP 1', { cardNumber })
    assert.deepEqual(await purse(shop, cardNumber), left)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a setup shows and reserves it, its completion does it, a void takes it back', async () => {
  const open = await openRuleShop([{ then: [convert()] }])
  const { shop } = open
  const { lock, complete, cancel } = lockingCalls(open)
  const cardNumber = await shop.card({ points: 250 })
  const first = await lock(cardNumber, '1 ESP 1')
  assert.deepEqual(told(first), ['-200 Points', '+2 USD'])
  await cancel(first)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250 })

  const setup = await lock(cardNumber, '1 ESP 1')
  const { body } = await complete(setup)
  assert.deepEqual(told(body), ['-200 Points', '+2 USD'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 2 })
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250 })
  assert.deepEqual(await shop.verify(), [])
})

test('a completion that lacks either side does neither', async () => {
  const valueTypes = [
    { balanceType: 'Points', scale: 0 },
    { balanceType: 'Currency', balanceCode: 'USD', scale: 2, maxBalance: 5 },
  ]
  const open = await openRuleShop([{ then: [convert()] }], { valueTypes })
  const { shop } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card({ points: 250 })
  const lockExcludedValueTypes = [{ balanceType: 'Points' }, { balanceType: 'Currency', balanceCode: 'USD' }]
  const setup = await lock(cardNumber, '1 ESP 1', { lockExcludedValueTypes })
  await shop.redeem(cardNumber, { points: 100 })
  assert.equal((await complete(setup)).body.errorCode, 13, 'too few points')
  await shop.issue(cardNumber, { points: 100 })
  await shop.issue(cardNumber, { usd: 4 })
  assert.equal((await complete(setup)).body.errorCode, 13, 'too little room')
  assert.deepEqual(await purse(shop, cardNumber), { Points: 250, USD: 4 })
  await shop.redeem(cardNumber, { usd: 1 })
  assert.equal((await complete(setup)).body.success, true)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('a void of what was spent since is refused as a whole', async () => {
  const { shop, bought } = await openRuleShop([{ then: [convert()] }])
  const cardNumber = await shop.card({ points: 250 })
  const { requestRef } = await bought('1 ESP 1', { cardNumber })
  await shop.redeem(cardNumber, { usd: 1.5 })
  assert.equal((await shop.call('voidTransaction', { cardNumber, requestRef })).body.errorCode, 13)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 0.5 })
  assert.deepEqual(await shop.verify(), [])
})

test('punches of one subtrack become another balance, with an expiry of its own', async () => {
  const from = { balanceType: 'Punches', subtrack: 'Espresso', amount: 'all' }
  const to = { balanceType: 'Custom', balanceCode: 'STARS', give: 1, per: 10, expiresAfter: { days: 30 } }
  const { shop, bought } = await openRuleShop(
    [
      { then: [{ issue: { balanceType: 'Punches', subtrack: 'Espresso', amount: 6 } }] },
      { then: [{ issue: { balanceType: 'Punches', subtrack: 'Tea', amount: 6 } }] },
      { then: [convert(from, to)] },
    ],
    {
      valueTypes: [
        { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
        { balanceType: 'Custom', balanceCode: 'STARS', scale: 0 },
      ],
    },
  )
  const cardNumber = await shop.card()
  await bought('1 ESP 1', { cardNumber })
  const answer = await bought('1 ESP 1', { cardNumber, ...mutations })
  assert.deepEqual(told(answer), ['+6 Punches Espresso', '+6 Punches Tea', '-10 Punches Espresso', '+1 STARS'])
  const days = (answer.balanceMutations[3].balanceExpiration - Date.now()) / 86_400_000
  assert.ok(days > 29.9 && days <= 30, `${days}`)
  assert.deepEqual(await shop.verify(), [])
})

test('other triggers convert too, and a void of their call takes it back', async () => {
  const { shop } = await openRuleShop([
    { trigger: 'custom', then: [convert()] },
    {
      trigger: 'request',
      when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }],
      then: [convert(pointsFrom(100))],
    },
  ])
  const cardNumber = await shop.card()
  const { body } = await shop.issue(cardNumber, { points: 450 })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 350, USD: 1 })
  const custom = await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 4 })
  await shop.must('voidTransaction', { cardNumber, requestRef: custom.requestRef })
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('tills that convert at once never convert a point twice', async () => {
  const { shop, buy } = await openRuleShop([{ then: [points(30)] }, { then: [convert()] }])
  const cardNumber = await shop.card({ points: 70 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy('1 ESP 1', { cardNumber })))
  assert.equal(answers.filter(({ body }) => body.success).length, 20)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 70, USD: 6 })
  assert.deepEqual(await shop.verify(), [])
})

test('steps that some program could not do exactly, and conversions into the same balance, are faults of the file', async () => {
  const refused = (from: object, to: object, words: RegExp) =>
    assert.rejects(openRuleShop([{ then: [convert(from, to)] }]), words)
  await refused(pointsFrom(), usdTo({ give: 0.005 }), /convert\.to\.give.*has 3 decimals/)
  await refused(pointsFrom(), usdTo({ per: 1.5 }), /convert\.to\.per.*has 1 decimals/)
  await refused(pointsFrom(), { balanceType: 'Points', give: 2, per: 1 }, /converts a balance into itself/)
  await refused({ balanceType: 'Points' }, usdTo(), /convert\.from\.amount.*is required/)
  await refused(pointsFrom('everything'), usdTo(), /convert\.from\.amount/)
  await refused(pointsFrom(), { balanceType: 'Currency', balanceCode: 'GBP', give: 1, per: 1 }, /no value type/)
})
