import assert from 'node:assert/strict'
import test from 'node:test'
import { onlySpent, spent } from '../support/budget-room.ts'
import { campaign, letLocksExpire, lockingCalls, openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { says, traceOf } from '../support/rule-table.ts'
import { applyFile, startTestService, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const usd = (amount: number | object, more: object = {}) => ({
  issue: { balanceType: 'Currency', balanceCode: 'USD', amount, ...more },
})
const ofUsd = { balanceType: 'Currency', balanceCode: 'USD' }
const enough = { cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }] }

test('forty parallel checkouts at the edge of a budget give away exactly the budget; voids let others in again', async () => {
  const { shop, bought } = await openRuleShop(
    [{ budget: { amount: '20.05', of: 'discount', every: 'day' }, then: [{ discount: { amount: 1.5 } }] }],
    enough,
  )
  const cards = await Promise.all(times(40, () => shop.card()))
  const buy = (cardNumber: string) => bought('1 CAKE 5', { cardNumber })
  const answers = await Promise.all(cards.map(buy))
  const given = answers.map(({ totalDiscount = 0 }) => Math.round(totalDiscount * 100))
  assert.equal(
    given.reduce((sum, one) => sum + one, 0),
    2005,
  )
  assert.deepEqual(
    given.filter((one) => one > 0 && one !== 150),
    [55],
  )
  assert.equal(await onlySpent(shop), 2005)
  assert.deepEqual(await shop.verify(), [])
  const fired = answers.flatMap((answer, index) => (answer.totalDiscount === 1.5 ? [{ ...answer, index }] : []))
  await Promise.all(
    fired
      .slice(0, 4)
      .map(({ requestRef, index }) => shop.must('voidTransaction', { cardNumber: cards[index], requestRef })),
  )
  assert.equal(await onlySpent(shop), 1405)
  const again = await Promise.all(cards.slice(0, 10).map(buy))
  assert.equal(again.filter(({ totalDiscount }) => totalDiscount === 1.5).length, 4)
  assert.equal(await onlySpent(shop), 2005)
  assert.deepEqual(await shop.verify(), [])
})

test('a rule and its campaign both keep to their budgets, and the trace says which is spent', async () => {
  const rules = [
    { budget: { amount: 8, of: ofUsd }, then: [usd(5), says('one')] },
    { then: [usd(3), says('two')] },
    { then: [points(1)] },
  ]
  const { shop, bought } = await openRuleShop([], {
    more: { campaigns: [campaign(rules, { budget: { amount: 15, of: ofUsd, every: 'week' } })] },
  })
  const cardNumber = await shop.card()
  const issued = async () => {
    const answer = await bought('1 CAKE 5', { cardNumber, returnBalanceMutations: true })
    return { ref: answer.requestRef, amounts: answer.balanceMutations.map(({ amount }: { amount: number }) => amount) }
  }
  assert.deepEqual((await issued()).amounts, [5, 3, 1])
  assert.deepEqual((await issued()).amounts, [3, 3, 1])
  const third = await issued()
  assert.deepEqual(third.amounts, [1, 1])
  const over = { kind: 'overBudget', of: 'rule', amount: '8.00', unit: 'Currency USD', every: 'ever', spent: '8.00' }
  const trace = await traceOf(shop, third.ref)
  assert.deepEqual(trace[0], { rule: 'main/rule-1', not: over })
  const [cut] = (trace[1] as { fired: { amount: string; asked: string; cappedBy: string }[] }).fired
  assert.deepEqual([cut?.amount, cut?.asked, cut?.cappedBy], ['1', '3', 'budget'])
  const last = await issued()
  assert.deepEqual(last.amounts, [1])
  const [, two] = await traceOf(shop, last.ref)
  assert.equal((two as { not: { of: string } }).not.of, 'campaign')
  assert.deepEqual(await shop.verify(), [])
})

const discounts = (amount: unknown, more: object = {}) => ({
  budget: { amount, of: 'discount', ...more },
  then: [{ discount: { amount: 4 } }],
})

test('a locked setup reserves its part; cancel and expiry free it, complete spends it', async () => {
  const open = await openRuleShop([discounts(10)])
  const { shop, bought } = open
  const { lock, cancel, complete } = lockingCalls(open)
  const [one = '', two = ''] = await Promise.all(times(2, () => shop.card()))
  const off = async (cardNumber: string) => (await bought('1 CAKE 5', { cardNumber })).totalDiscount ?? 0
  const setup = await lock(one, '1 CAKE 5')
  assert.deepEqual([setup.totalDiscount, await off(two), await off(two), await off(two)], [4, 4, 2, 0])
  await cancel(setup)
  assert.deepEqual([await onlySpent(shop), await off(two), await off(two)], [600, 4, 0])
  assert.deepEqual(await shop.verify(), [])

  const second = await openRuleShop([discounts(4)])
  const calls = lockingCalls(second)
  const [three = '', four = ''] = await Promise.all(times(2, () => second.shop.card()))
  const given = async (cardNumber: string) => (await second.bought('1 CAKE 5', { cardNumber })).totalDiscount ?? 0
  await calls.lock(three, '1 CAKE 5')
  assert.equal(await given(four), 0)
  await letLocksExpire(second.shop)
  const taken = await second.bought('1 CAKE 5', { cardNumber: four })
  assert.equal(taken.totalDiscount, 4)
  await second.shop.must('voidTransaction', { cardNumber: four, requestRef: taken.requestRef })
  const { body } = await calls.complete(await calls.lock(three, '1 CAKE 5'))
  assert.equal(body.success, true)
  await letLocksExpire(second.shop)
  assert.deepEqual([await given(four), await onlySpent(second.shop)], [0, 400])
  await second.shop.must('voidTransaction', { cardNumber: three, requestRef: body.requestRef })
  assert.deepEqual([await onlySpent(second.shop), await given(four)], [0, 4])
  assert.deepEqual(await second.shop.verify(), [])
  assert.equal((await complete(setup)).body.errorCode, 114)
})

test('a return gives back the share of what comes back, in however many steps, and its void takes it again', async () => {
  const { shop, bought } = await openRuleShop([
    { budget: { amount: 20, of: 'discount' }, then: [{ discount: { percent: 33 } }] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('3 CAKE 3.33, 1 ESP 2', { cardNumber })
  const whole = Math.round(sale.totalDiscount * 100)
  assert.deepEqual([whole, await onlySpent(shop)], [396, 396])
  const back = (basket: string) =>
    shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: sale.requestRef,
      returnedProducts: productsOf(basket),
    })
  await back('1 ESP 2')
  assert.equal(await onlySpent(shop), 330)
  const { requestRef } = await back('1 CAKE 3.33')
  assert.equal(await onlySpent(shop), 220)
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal(await onlySpent(shop), 330)
  for (const _ of times(3, () => 0)) await back('1 CAKE 3.33')
  assert.equal(await onlySpent(shop), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('what the customer has spent of a reward stays spent; a voided return may take a budget over its edge', async () => {
  const { shop, bought } = await openRuleShop([{ budget: { amount: 10, of: ofUsd }, then: [usd(8)] }])
  const cardNumber = await shop.card()
  const sale = await bought('2 CAKE 5', { cardNumber })
  await shop.redeem(cardNumber, { usd: 5 })
  const back = (ref: string) =>
    shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: ref, returnedProducts: productsOf('2 CAKE 5') })
  await back(sale.requestRef)
  assert.equal(await onlySpent(shop), 500)
  const next = await bought('2 CAKE 5', { cardNumber })
  const { requestRef } = await back(next.requestRef)
  assert.equal(await onlySpent(shop), 500)
  const other = await shop.card()
  await bought('2 CAKE 5', { cardNumber: other })
  assert.equal(await onlySpent(shop), 1000)
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal(await onlySpent(shop), 1500)
  const more = await bought('2 CAKE 5', { cardNumber: other, returnBalanceMutations: true })
  assert.deepEqual(more.balanceMutations, [])
  assert.deepEqual(await shop.verify(), [])
})

test('a discount in another currency is charged at its rate, rounded up; amounts by currency have counters of their own', async () => {
  const locations = [
    { id: 'L1', name: 'One', terminals: ['T1'] },
    { id: 'L2', name: 'Two', currency: 'EUR', terminals: ['T1'] },
  ]
  const off = [{ discount: { percent: 10 } }]
  const rules = [{ budget: { amount: 2, of: 'discount' }, then: off }]
  const one = await openRuleShop(rules, { locations })
  const inEuros = async (basket: string) => (await one.bought(basket, {}, { location: 'L2' })).totalDiscount ?? 0
  assert.equal(await inEuros('1 CAKE 3.03'), 0.3)
  assert.equal(await onlySpent(one.shop), 33)
  assert.equal(await inEuros('1 CAKE 0.10'), 0.01)
  assert.equal(await onlySpent(one.shop), 35)
  // 1.65 dollars are left, which is exactly 1.50 euros.
  assert.equal(await inEuros('1 CAKE 50'), 1.5)
  assert.deepEqual([await inEuros('1 CAKE 50'), await onlySpent(one.shop)], [0, 200])
  const both = await openRuleShop([{ budget: { amount: { USD: 1, EUR: '0.5' }, of: 'discount' }, then: off }], {
    locations,
  })
  assert.equal((await both.bought('1 CAKE 50')).totalDiscount, 1)
  assert.equal((await both.bought('1 CAKE 50', {}, { location: 'L2' })).totalDiscount, 0.5)
  assert.deepEqual(await spent(both.shop), {
    'main/rule-1 discount EUR 2 ever': 50,
    'main/rule-1 discount USD 2 ever': 100,
  })
  assert.deepEqual([await one.shop.verify(), await both.shop.verify()], [[], []])
})

test('what a budget of the last days has spent comes back when it has left them', async () => {
  const { shop, bought } = await openRuleShop([discounts(10, { every: { days: 7 } })])
  const off = async () => (await bought('1 CAKE 5')).totalDiscount ?? 0
  assert.deepEqual([await off(), await off(), await off(), await off()], [4, 4, 2, 0])
  await sql(
    `update budget_use set frees_at = now(), ages_at = now() where brand_id = $1 and request_ref = (
       select min(request_ref::text)::uuid from budget_use where brand_id = $1)`,
    [shop.id],
  )
  assert.deepEqual([await onlySpent(shop), await off(), await off()], [600, 4, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('a budget that is lowered, raised, removed and added again goes on with what is spent', async () => {
  const { shop, bought } = await openRuleShop([discounts(8, { every: 'month' })])
  const off = async () => (await bought('1 CAKE 5')).totalDiscount ?? 0
  const apply = (rule: object) => applyFile({ ...shop.file, campaigns: [campaign([rule])] })
  assert.deepEqual([await off(), await off(), await off()], [4, 4, 0])
  await apply(discounts(3, { every: 'month' }))
  assert.equal(await off(), 0)
  await apply(discounts(9, { every: 'month' }))
  assert.deepEqual([await off(), await off()], [1, 0])
  await apply({ then: [{ discount: { amount: 4 } }] })
  assert.deepEqual([await off(), await onlySpent(shop)], [4, 900])
  await apply(discounts(9, { every: 'month' }))
  assert.equal(await off(), 0)
  await apply({ ...discounts(9, { every: 'month' }), id: 'renamed' })
  assert.equal(await off(), 4)
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that redeems gives all it promises or does not fire', async () => {
  const redeem = { redeem: { balanceType: 'Points', amount: 10 } }
  const { shop, bought } = await openRuleShop([{ budget: { amount: 8, of: ofUsd }, then: [redeem, usd(5)] }])
  const cardNumber = await shop.card({ points: 100 })
  const buy = () => bought('1 CAKE 5', { cardNumber, returnBalanceMutations: true })
  assert.equal((await buy()).balanceMutations.length, 2)
  const second = await buy()
  assert.deepEqual(second.balanceMutations, [])
  const [entry] = await traceOf(shop, second.requestRef)
  const { spent: had, asked } = (entry as { not: { spent: string; asked: string } }).not
  assert.deepEqual([had, asked], ['5.00', '5.00'])
  assert.deepEqual(await shop.verify(), [])
})

test('what a referrer is given counts, and so does what rules give without a checkout', async () => {
  const rules = [
    { then: [points(4), points(5, { to: 'referrer' })] },
    { id: 'hello', trigger: 'custom', then: [points(8)] },
  ]
  const { shop, bought } = await openRuleShop([], {
    more: { campaigns: [campaign(rules, { budget: { amount: 20, of: { balanceType: 'Points' } } })] },
  })
  const [cardNumber = '', referrer = ''] = await Promise.all(times(2, () => shop.card()))
  const sale = await bought('1 CAKE 5', { cardNumber, referringCardNumber: referrer })
  assert.equal(await onlySpent(shop), 9)
  await shop.must('triggerCustomCampaigns', { cardNumber })
  await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.equal(await onlySpent(shop), 20)
  await shop.redeem(referrer, { points: 3 })
  await shop.must('voidTransaction', { cardNumber, requestRef: sale.requestRef })
  // The referrer keeps three points.
  assert.equal(await onlySpent(shop), 14)
  assert.deepEqual(await shop.verify(), [])
})

test('reaching 80 and 100 percent is told once, by the calls that reach it, however many race', async () => {
  const webhooks = [{ id: 'ops', url: 'https://hooks.example/ops', active: false }]
  const open = await openRuleShop([discounts(100, { every: 'day' })], { ...enough, more: { webhooks } })
  const { shop, bought } = open
  const told = async () => {
    const rows = await sql(
      `select data from notice where brand_id = $1 and type = 'budget.reached' order by request_ref`,
      [shop.id],
    )
    return rows.map(({ data }: { data: { percent: number; spent: number; amount: number } }) => [
      data.percent,
      data.spent,
    ])
  }
  await Promise.all(times(19, () => bought('1 CAKE 5')))
  assert.deepEqual(await told(), [])
  await Promise.all(times(4, () => bought('1 CAKE 5')))
  assert.deepEqual(await told(), [[80, 80]])
  const answers = await Promise.all(times(10, () => bought('1 CAKE 5')))
  assert.deepEqual(await told(), [
    [80, 80],
    [100, 100],
  ])
  const given = answers.find(({ totalDiscount }) => totalDiscount > 0)
  await shop.must('voidTransaction', { requestRef: given?.requestRef })
  await bought('1 CAKE 5')
  assert.deepEqual((await told()).length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('two servers cannot both take the last cent', async () => {
  const other = await startTestService()
  try {
    const { shop, bought } = await openRuleShop([discounts('50.01')], enough)
    const there = Object.assign(Object.create(Object.getPrototypeOf(shop)), shop, { port: other.port })
    const buyThere = () => there.must('checkout', { products: productsOf('1 CAKE 5') })
    const answers = await Promise.all(times(60, (index) => (index % 2 === 0 ? bought('1 CAKE 5') : buyThere())))
    const sum = answers.reduce((total, { totalDiscount = 0 }) => total + Math.round(totalDiscount * 100), 0)
    assert.deepEqual([sum, await onlySpent(shop)], [5001, 5001])
    assert.deepEqual(await shop.verify(), [])
  } finally {
    await other.stop()
  }
})

test('two hundred budgets in one call are all kept', async () => {
  const rules = times(200, () => ({ budget: { amount: 3, of: { balanceType: 'Points' } }, then: [points(2)] }))
  const { shop, bought } = await openRuleShop(rules)
  const cardNumber = await shop.card()
  for (const _ of times(3, () => 0)) await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(await shop.balances(cardNumber).then(([one]: { amount: number }[]) => one?.amount), 600)
  assert.deepEqual(await shop.verify(), [])
})
