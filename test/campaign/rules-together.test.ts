import assert from 'node:assert/strict'
import test from 'node:test'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { messagesOf, purse, says, told, traceOf } from '../support/rule-table.ts'
import { applyFile, openShop, type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const asked = { returnBalances: true, returnBalanceMutations: true }
const redeemed = (amount: number) => ({ redeem: { balanceType: 'Points', amount } })
const off = (amount: number) => ({ discount: { amount } })
const lock = { isSetup: true, lockSetupDuration: 60 }
const complete = (shop: Shop, cardNumber: string, setup: { transactionId: string }, more: object = {}) =>
  shop.call('checkout', { cardNumber, relatedSetupTransactionId: setup.transactionId, ...more })

test('points that one discount takes are not there for another, nor for a rule that runs before it is carried out', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [redeemed(100), says('gift')] },
    { then: [redeemed(100), off(5)] },
    { then: [redeemed(100), off(5)] },
    { then: [redeemed(40), says('small gift')] },
  ])
  const cardNumber = await shop.card({ points: 150 })
  const answer = await bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['-5 CAKE', '-100 Points', '-40 Points'])
  assert.deepEqual(answer.responseMessages, ['small gift'])
  const trace = await traceOf(shop, answer.requestRef)
  assert.deepEqual(
    trace.map(({ not }) => not && [not.kind, not.available]),
    [['short', '50'], undefined, ['short', '50'], undefined],
  )
  assert.deepEqual(await purse(shop, cardNumber), { Points: 10 })
  assert.deepEqual(await shop.verify(), [])
})

test('whoever pays with the points that a discount takes is refused as a whole', async () => {
  const { shop, buy } = await openRuleShop([{ then: [redeemed(100), off(5)] }])
  const cardNumber = await shop.card({ points: 150 })
  const paying = { paymentMethods: [{ redeemBalance: true, balanceType: 'Points', amount: 60 }] }
  assert.equal((await buy('1 CAKE 20', { cardNumber, ...paying })).body.errorCode, 13)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 150 })
  assert.deepEqual(await shop.verify(), [])
})

test('texts of refusals, events and messages know the customer', async () => {
  const esp = [{ fact: 'products.quantity', where: { sku: 'ESP' }, op: '>', value: 0 }]
  const { shop, buy, bought } = await openRuleShop(
    [
      { when: esp, then: [{ block: { message: 'No espresso for {{ customer.firstName }}' } }] },
      { then: [{ logEvent: { categoryId: 'app', payload: 'by {{ customer.firstName }}' } }] },
      {
        then: [
          { notify: { channel: 'email', text: 'Hi {{ customer.firstName }}' } },
          says('{{^customer.lastName}}no name{{/customer.lastName}}'),
        ],
      },
    ],
    { more: { eventTypes: [{ categoryId: 'app', name: 'App' }] } },
  )
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ana' } })
  const { body } = await buy('1 ESP 3', { cardNumber })
  assert.deepEqual([body.errorCode, body.errorMessage], [134, 'No espresso for Ana'])
  assert.deepEqual((await bought('1 CAKE 3', { cardNumber })).responseMessages, ['no name'])
  const [event] = await sql('select payload from event where brand_id = $1', [shop.id])
  assert.equal(event.payload, 'by Ana')
  assert.deepEqual(
    (await messagesOf(shop)).map((one) => one.body),
    ['Hi Ana'],
  )
})

test('a text that cannot be rendered is refused with the file', async () => {
  const nested = `${'{{#date}}'.repeat(21)}x${'{{/date}}'.repeat(21)}`
  for (const text of [`{{! ${'x'.repeat(1000)} }}`, nested]) {
    const more = { campaigns: [campaign([{ then: [says(text)] }])] }
    await assert.rejects(openShop({ more }), /cannot be read as Mustache/)
  }
})

test('a setup completes as it was shown, whatever the campaigns say by then; the next checkout follows them', async () => {
  const stars = { issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: 2 } }
  const { shop, bought } = await openRuleShop([{ then: [points(5), stars, off(1), says('old')] }])
  const cardNumber = await shop.card()
  const setup = await bought('1 CAKE 9', { cardNumber, ...lock, ...asked })
  const programs = [{ ...programOf(shop), valueTypes: [{ balanceType: 'Points', scale: 0 }] }]
  await applyFile({ ...shop.file, programs, campaigns: [campaign([{ then: [points(50), says('new')] }])] })
  const waiting = await shop.card()
  for (let tries = 0; tries < 50; tries += 1) {
    const seen = await bought('1 CAKE 9', { cardNumber: waiting, isSetup: true })
    if (seen.responseMessages?.[0] === 'new') break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const done = (await complete(shop, cardNumber, setup, asked)).body
  assert.deepEqual([told(done), done.responseMessages], [told(setup), ['old']])
  assert.deepEqual(done.balanceMutations, setup.balanceMutations)
  assert.deepEqual(told(await bought('1 CAKE 9', { cardNumber, ...asked })), ['+50 Points'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 55, STARS: 2 })
  assert.deepEqual(await shop.verify(), [])
})

function programOf({ file }: Shop): object {
  const [program] = 'programs' in file && Array.isArray(file.programs) ? file.programs : []
  return program
}

test('a locked setup logs, enrols and sets fields only when it completes; a void takes all of it back', async () => {
  const { shop, bought } = await openRuleShop(
    [
      {
        then: [
          { logEvent: { categoryId: 'app' } },
          { setDemographic: { name: 'drink', value: 'Tea' } },
          { enroll: { program: 'rewards' } },
        ],
        limit: { times: 1, per: 'brand' },
      },
    ],
    {
      more: {
        demographicFields: [{ name: 'drink', type: 'String' }],
        eventTypes: [{ categoryId: 'app', name: 'App' }],
      },
    },
  )
  const cardNumber = await shop.card()
  const kept = async () => {
    const accounts = await sql('select demographics, programs from account where brand_id = $1', [shop.id])
    const events = await sql('select 1 from event where brand_id = $1', [shop.id])
    const fired = await sql('select 1 from rule_firing where brand_id = $1', [shop.id])
    return [accounts[0]?.demographics.drink, Object.keys(accounts[0]?.programs ?? {}), events.length, fired.length]
  }
  const setup = await bought('1 CAKE 9', { cardNumber, ...lock })
  assert.deepEqual(await kept(), [undefined, [], 0, 1])
  const { body: done } = await complete(shop, cardNumber, setup)
  assert.deepEqual(await kept(), [['Tea'], ['rewards'], 1, 1])
  await shop.must('voidTransaction', { cardNumber, requestRef: done.requestRef })
  assert.deepEqual(await kept(), [undefined, [], 0, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('a limit of the brand holds for anonymous checkouts in parallel', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: { times: 3, per: 'brand', every: 'day' }, then: [off(1), says('lucky')] },
  ])
  const answers = await Promise.all(times(20, () => bought('1 CAKE 5')))
  assert.equal(answers.filter(({ totalDiscount }) => totalDiscount === 1).length, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('limits of the brand and coupons of a small set, wanted by checkouts and calls at once', async () => {
  const { shop, bought } = await openRuleShop([
    { limit: { times: 4, per: 'brand' }, then: [{ allocateCoupon: { set: 'ten' } }, says('lucky')] },
    { then: [points(1)] },
  ])
  const cards = await Promise.all(times(20, () => shop.card()))
  const [answers, calls] = await Promise.all([
    Promise.all(cards.map((cardNumber) => bought('1 CAKE 5', { cardNumber }))),
    Promise.all(times(10, () => shop.call('allocateCoupon', { couponSetId: 'ten' }))),
  ])
  // The calls may have been faster: without a coupon the rule does not fire.
  const lucky = answers.filter(({ responseMessages }) => responseMessages.length > 0)
  const byRule = answers.flatMap(({ issuedCouponIDs = [] }) => issuedCouponIDs)
  assert.ok(lucky.length <= 4, `${lucky.length} were lucky`)
  assert.equal(byRule.length, lucky.length)
  const issued = [...byRule, ...calls.flatMap(({ body }) => body.couponId ?? [])]
  assert.equal(issued.length, 6)
  assert.equal(new Set(issued).size, 6)
  assert.deepEqual(await shop.verify(), [])
})

test('amounts are in the location’s currency', async () => {
  const { bought, shop } = await openRuleShop(
    [{ then: [{ discount: { percent: 10 } }, points(perDollar(1, 100)), says('{{ checkout.netTotal }}')] }],
    {
      locations: [{ id: 'L1', name: 'Tokyo', currency: 'JPY', terminals: ['T1'] }],
    },
  )
  const answer = await bought('1 CAKE 1255', { cardNumber: await shop.card(), ...asked })
  assert.deepEqual(told(answer), ['-126 CAKE', '+11 Points'])
  assert.deepEqual([answer.responseMessages, answer.balanceMutations[0].balanceCode], [['1129'], 'JPY'])
  assert.deepEqual(await shop.verify(), [])
})

test('a simulated return runs no rules', async () => {
  const { shop, bought } = await openRuleShop([
    {
      trigger: 'request',
      when: [{ fact: 'request.callType', op: '=', value: 'RETURN_MERCHANDISE' }],
      then: [points(1), { notify: { channel: 'webhook', text: 'back' } }],
    },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 9', { cardNumber })
  const back = {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  }
  await shop.must('returnMerchandise', { ...back, simulateOnly: true })
  assert.deepEqual([await purse(shop, cardNumber), (await messagesOf(shop)).length], [{}, 0])
  await shop.must('returnMerchandise', back)
  assert.deepEqual([await purse(shop, cardNumber), (await messagesOf(shop)).length], [{ Points: 1 }, 1])
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that a whole campaign asks for lets all its rules fire, and is used once', async () => {
  const asks = (set: string) => ({ fact: 'coupon', set, op: '=', value: true })
  const wide = {
    ...campaign([
      { then: [off(1)] },
      { then: [points(5)] },
      { when: [asks('gift')], then: [points(100)] },
      { trigger: 'checkout', then: [says('thanks')] },
    ]),
    when: [asks('ten')],
  }
  const other = { ...campaign([{ when: [asks('ten')], then: [points(1000)] }]), id: 'other', name: 'Other' }
  const { shop, bought, buy } = await openRuleShop([], { more: { campaigns: [wide, other] } })
  const draw = async (couponSetId: string): Promise<string> =>
    (await shop.must('allocateCoupon', { couponSetId })).couponId
  const cardNumber = await shop.card()
  const asked = { cardNumber, returnBalanceMutations: true }
  const [one, two, gift] = [await draw('ten'), await draw('ten'), await draw('gift')]
  const alone = await bought('1 CAKE 10', { ...asked, coupons: [one], isSetup: true })
  assert.deepEqual([told(alone), alone.responseMessages], [['-1 CAKE', '+5 Points'], ['thanks']])
  const isUsed = async (couponId: string) => (await shop.must('couponDetails', { couponId })).isUsed
  const first = await bought('1 CAKE 10', { ...asked, coupons: [one, gift] })
  assert.deepEqual(told(first), ['-1 CAKE', '+5 Points', '+100 Points'])
  assert.deepEqual([await isUsed(one), await isUsed(gift)], [true, true])
  const both = await bought('1 CAKE 10', { ...asked, coupons: [two, await draw('ten')] })
  assert.deepEqual(told(both), ['-1 CAKE', '+5 Points', '+1000 Points'], 'another campaign needs one of its own')
  const spare = [await draw('ten'), await draw('ten'), await draw('ten')]
  const refused = await buy('1 CAKE 10', { ...asked, coupons: spare, failOnUnusedCoupons: true })
  assert.deepEqual([refused.body.errorCode, refused.body.errorMessage], [125, `No campaign used coupon ${spare[2]}.`])
  assert.deepEqual(await shop.verify(), [])
})
