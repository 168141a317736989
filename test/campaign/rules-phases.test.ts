import assert from 'node:assert/strict'
import test from 'node:test'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { purse, says, told, traceOf } from '../support/rule-table.ts'

const asked = { returnBalances: true, returnBalanceMutations: true }
const usdPayment = (amount: number) => ({ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount })
const netBelow = (value: number) => [{ fact: 'checkout.netTotal', op: '<', value }]
const off = (percent: number) => ({ discount: { percent } })

test('discounts come before payments, payments before the rest; issuances see the final net total', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(perDollar(1)), says('net {{ checkout.netTotal }}, left {{ balances.USD }}')] },
    { then: [off(50)] },
  ])
  const cardNumber = await shop.card({ usd: 20 })
  const answer = await bought('1 CAKE 30', { cardNumber, ...asked, paymentMethods: [usdPayment(15)] })
  assert.deepEqual(told(answer), ['-15 CAKE', '-15 USD', '+15 Points'])
  assert.deepEqual(answer.responseMessages, ['net 15.00, left 5.00'])
  assert.equal(answer.checkoutTotalAfterDiscount, 15)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 15, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('nothing just issued can pay', async () => {
  const { shop, buy } = await openRuleShop([
    { then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 50 } }, off(10)] },
  ])
  const cardNumber = await shop.card({ usd: 10 })
  assert.equal((await buy('1 CAKE 30', { cardNumber, paymentMethods: [usdPayment(11)] })).body.errorCode, 13)
  assert.equal((await buy('1 CAKE 30', { cardNumber, paymentMethods: [usdPayment(10)] })).body.success, true)
  assert.deepEqual(await purse(shop, cardNumber), { USD: 50 })
  assert.deepEqual(await shop.verify(), [])
})

test('the other results of a rule with a discount come at its own place after the payments', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points(perDollar(1)), says('first')] },
    {
      when: [{ fact: 'checkout.netTotal', op: '=', value: 20 }],
      then: [points(perDollar(10)), off(50), says('second')],
    },
    { then: [off(50), says('third {{ discount.amount }}')] },
    { when: netBelow(6), then: [points(1000), says('fourth')] },
  ])
  const cardNumber = await shop.card()
  const answer = await bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['-10 CAKE', '-5 CAKE', '+5 Points', '+50 Points', '+1000 Points'])
  assert.deepEqual(answer.responseMessages, ['first', 'second', 'third 5.00', 'fourth'])
  assert.deepEqual(await shop.verify(), [])
})

test('conditions are judged once, in the rule’s phase: a discount sees the discounts before it, not the payments', async () => {
  const { shop, bought } = await openRuleShop([
    { when: netBelow(20), then: [off(10), says('too early')] },
    { then: [off(50)] },
    { when: netBelow(20), then: [off(10), says('then')] },
    { when: [{ fact: 'products.total', where: { sku: 'CAKE' }, op: '=', value: 9 }], then: [says('products too')] },
    {
      when: [{ fact: 'balance', balanceType: 'Currency', balanceCode: 'USD', op: '=', value: 20 }],
      then: [{ discount: { amount: 1 } }, says('before paying')],
    },
    {
      when: [{ fact: 'balance', balanceType: 'Currency', balanceCode: 'USD', op: '=', value: 15 }],
      then: [says('after paying')],
    },
  ])
  const cardNumber = await shop.card({ usd: 20 })
  const answer = await bought('1 CAKE 20', { cardNumber, paymentMethods: [usdPayment(5)], ...asked })
  assert.equal(answer.checkoutTotalAfterDiscount, 8)
  assert.deepEqual(answer.responseMessages, ['then', 'before paying', 'after paying'])
  assert.deepEqual(await shop.verify(), [])
})

test('a campaign of lower priority number runs first; within it, the order of the file', async () => {
  const campaigns = [
    campaign([{ then: [says('b1')] }, { then: [says('b2')] }], { id: 'b', priority: 100 }),
    campaign([{ then: [says('c')] }], { id: 'c' }),
    campaign([{ then: [says('a')] }], { id: 'a', priority: -5 }),
    campaign([{ then: [says('off')] }], { id: 'd', active: false }),
    campaign([{ then: [says('over')] }], { id: 'e', until: '2020-01-01 00:00:00' }),
    campaign([{ then: [says('to come')] }], { id: 'f', from: '2099-01-01 00:00:00' }),
    campaign([{ then: [says('on')] }], { id: 'g', from: '2020-01-01 00:00:00', until: '2099-01-01 00:00:00' }),
  ]
  const { bought } = await openRuleShop([], { more: { campaigns } })
  assert.deepEqual((await bought('1 CAKE 1')).responseMessages, ['a', 'b1', 'b2', 'c', 'on'])
})

test('campaign-wide conditions hold for each of its rules, and are the origin where a rule has none of its own', async () => {
  const when = [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>', value: 0 }]
  const own = [{ fact: 'checkout.total', op: '>=', value: 10 }]
  const campaigns = [campaign([{ then: [points(1)] }, { when: own, then: [points(2)] }], { when })]
  const { shop, bought } = await openRuleShop([], { more: { campaigns } })
  const cardNumber = await shop.card()
  assert.deepEqual(told(await bought('9 CAKE 9', { cardNumber, ...asked })), [])
  assert.deepEqual(told(await bought('1 ESP 9', { cardNumber, ...asked })), ['+1 Points'])
  const answer = await bought('1 ESP 10', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['+1 Points', '+2 Points'])
  const [one, two] = answer.balanceMutations
  assert.equal(one.campaignUUID, two.campaignUUID)
  assert.equal(one.campaignRevisionUUID, two.campaignRevisionUUID)
  assert.notEqual(one.campaignConditionUUID, two.campaignConditionUUID)
  assert.equal('campaignRuleUUID' in one, false, 'a condition of the whole campaign brought it about')
  assert.match(two.campaignRuleUUID, /^[0-9a-f-]{36}$/)
  assert.equal(one.campaignDescriptiveName, 'Main / rule-1')
  assert.deepEqual(await shop.verify(), [])
})

test('a rule runs only within its window of days and hours', async () => {
  const part = (options: object) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options }).format(new Date())
  const today = part({ weekday: 'short' }).slice(0, 3).toLowerCase()
  const others = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].filter((day) => day !== today)
  const { bought } = await openRuleShop([
    { window: { days: [today] }, then: [says('today')] },
    { window: { days: others }, then: [says('other days')] },
    { window: { from: '00:00', to: '24:00' }, then: [says('all day')] },
  ])
  assert.deepEqual((await bought('1 CAKE 1')).responseMessages, ['today', 'all day'])
})

test('of an exclusive group only the first rule that fires does, also across campaigns and phases', async () => {
  const campaigns = [
    campaign([
      { when: netBelow(5), exclusive: 'one', then: [says('small')] },
      { exclusive: 'one', then: [says('first')] },
      { exclusive: 'one', then: [says('second')] },
      { exclusive: 'two', then: [says('late')] },
      { then: [says('free')] },
    ]),
    campaign(
      [
        { exclusive: 'one', then: [says('third')] },
        { exclusive: 'two', then: [off(10), says('early')] },
      ],
      { id: 'more' },
    ),
  ]
  const { shop, bought } = await openRuleShop([], { more: { campaigns } })
  const answer = await bought('1 CAKE 10', { cardNumber: await shop.card() })
  assert.deepEqual(answer.responseMessages, ['first', 'free', 'early'])
  const trace = await traceOf(shop, answer.requestRef)
  const why = Object.fromEntries(trace.map(({ rule, not }) => [rule, not?.by ?? not?.kind ?? 'fired']))
  assert.deepEqual(why, {
    'main/rule-1': 'failed',
    'main/rule-2': 'fired',
    'main/rule-3': 'main/rule-2',
    'main/rule-4': 'more/rule-2',
    'main/rule-5': 'fired',
    'more/rule-1': 'main/rule-2',
    'more/rule-2': 'fired',
  })
  assert.deepEqual((await bought('1 CAKE 4')).responseMessages, ['small', 'free', 'early'])
})

test('options: offered where their conditions hold, run when chosen, and none of a group when too many are', async () => {
  const option = (id: string, maxSelected = 1) => ({ id, group: 'gift', maxSelected, display: `The ${id}` })
  const { shop, bought } = await openRuleShop([
    { option: option('cake'), then: [points(1)] },
    { option: option('tea'), when: netBelow(5), then: [points(10)] },
    { option: { id: 'bag' }, then: [points(100)] },
    { option: option('free'), then: [off(50)] },
    { then: [points(1000)] },
  ])
  const cardNumber = await shop.card()
  const choose = async (...optionIds: string[]) => {
    const campaignChoices = optionIds.map((optionId) => ({ optionId }))
    return bought('1 CAKE 10', { cardNumber, isSetup: true, campaignChoices, ...asked })
  }
  const none = await choose()
  assert.deepEqual(told(none), ['+1000 Points'])
  const { campaignRuleUUID, ...cake } = none.campaignOptions.find(
    (one: { optionId: string }) => one.optionId === 'cake',
  )
  assert.deepEqual(cake, {
    optionId: 'cake',
    choiceGroupId: 'gift',
    maxSelectedOptions: 1,
    selected: false,
    optionDisplayValue: 'The cake',
  })
  const ids = (answer: typeof none) =>
    answer.campaignOptions
      .map((one: { optionId: string; selected: boolean }) => `${one.optionId}${one.selected ? '!' : ''}`)
      .sort()
  assert.deepEqual(ids(none), ['bag', 'cake', 'free'])
  const one = await choose('cake', 'bag')
  assert.deepEqual(told(one), ['+1 Points', '+100 Points', '+1000 Points'])
  assert.deepEqual(ids(one), ['bag!', 'cake!', 'free'])
  assert.deepEqual(told(await choose('cake', 'free', 'bag')), ['+100 Points', '+1000 Points'])
  assert.deepEqual(told(await choose('tea')), ['+1000 Points'])
  assert.deepEqual(told(await choose('nonsense', 'free')), ['-5 CAKE', '+1000 Points'])
  const byRule = async (uuid: string) =>
    told(
      await bought('1 CAKE 10', {
        cardNumber,
        isSetup: true,
        campaignChoices: [{ optionId: 'cake', campaignRuleUUID: uuid }],
        ...asked,
      }),
    )
  assert.deepEqual(await byRule(campaignRuleUUID), ['+1 Points', '+1000 Points'])
  assert.deepEqual(await byRule('00000000-0000-0000-0000-000000000000'), ['+1000 Points'])
  assert.deepEqual(await shop.verify(), [])
})

test('a locked setup shows its options, and completes as chosen', async () => {
  const { shop, bought } = await openRuleShop([{ option: { id: 'bag' }, then: [points(100)] }])
  const cardNumber = await shop.card()
  const setup = await bought('1 CAKE 10', {
    cardNumber,
    isSetup: true,
    lockSetupDuration: 60,
    campaignChoices: [{ optionId: 'bag' }],
  })
  const done = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: setup.transactionId, ...asked })
  assert.deepEqual(told(done), ['+100 Points'])
  assert.deepEqual(done.campaignOptions, setup.campaignOptions)
  assert.deepEqual(await shop.verify(), [])
})
