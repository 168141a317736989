import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertReproduced, between, explain, replayShop } from '../support/replay-room.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { everythingOf } from '../support/simulated-sales.ts'

const withRules = (shop: Shop, rules: readonly object[]) => ({ ...shop.file, campaigns: [campaign(rules)] })
const earn = (rate: number) => ({ id: 'earn', then: [points(perDollar(rate))] })
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

test('a draft shows what it would have cost, in all and by rule, and whom it would have changed most', async () => {
  const { shop, bought } = await openRuleShop([earn(1)])
  const [rich, poor] = [await shop.card(), await shop.card()]
  const from = await between()
  const { transactionId } = await bought('1 CAKE 40', { cardNumber: rich })
  await bought('1 CAKE 4', { cardNumber: poor })
  await bought('1 CAKE 5')
  const before = await everythingOf(shop)
  const off = {
    id: 'off',
    when: [{ fact: 'checkout.total', op: '>=', value: 20 }],
    then: [{ discount: { percent: 10 } }],
  }
  const report = await replayShop(shop, { from, draft: withRules(shop, [earn(2), off]) })
  assert.deepEqual(report.checkouts, { replayed: 3, same: 1, different: 2, refused: 0 })
  assert.deepEqual(report.cost, {
    discounts: [{ of: 'USD', happened: '0', replayed: '4' }],
    issued: [{ of: 'Points', happened: '44', replayed: '80' }],
  })
  assert.deepEqual(report.customers, { happened: 2, replayed: 2 })
  const rule = report.rules.find((one) => one.rule === 'main/off')
  assert.deepEqual(
    [rule?.firings, rule?.customers],
    [
      { happened: 0, replayed: 1 },
      { happened: 0, replayed: 1 },
    ],
  )
  assert.deepEqual(report.baskets.gain.map(({ requestRef }) => requestRef)[0], transactionId)
  assert.deepEqual(
    report.cardholders.gain.map(({ cardNumber }) => cardNumber),
    [rich, poor],
  )
  assert.deepEqual([report.baskets.lose, report.cardholders.lose], [[], []])
  assert.deepEqual(await everythingOf(shop), before)
  assert.deepEqual(await shop.verify(), [])
})

test('what is given is held against revenue, points by their worth, with the largest reward and rules that meet', async () => {
  const { shop, bought } = await openRuleShop([earn(1)], { more: { promotions: { worth: { Points: '0.10' } } } })
  const card = await shop.card()
  const from = await between()
  const big = await bought('1 CAKE 40', { cardNumber: card })
  const small = await bought('1 CAKE 4', { cardNumber: card })
  const off = { id: 'off', then: [{ discount: { amount: 2 } }] }
  const draft = {
    ...shop.file,
    campaigns: [campaign([earn(1)]), campaign([off], { id: 'promo', name: 'Promo' })],
  }
  const report = await replayShop(shop, { from, draft })
  assert.deepEqual(report.revenue, { happened: '44', replayed: '44' })
  // 44 points of 10 cents; then 40 points, and 2.00 off twice.
  assert.deepEqual(report.worth, { happened: '4.4', replayed: '8' })
  assert.deepEqual(report.rules.map(({ rule, worth }) => [rule, worth.replayed]).toSorted(), [
    ['main/earn', '4'],
    ['promo/off', '4'],
  ])
  assert.deepEqual([report.largest?.requestRef, report.largest?.given], [big.transactionId, '5.8'])
  assert.deepEqual([report.worst?.requestRef, report.worst?.given], [small.transactionId, '2.2'])
  assert.deepEqual(report.together, [{ rules: ['main/earn', 'promo/off'], sales: 2, given: '8' }])
  assert.deepEqual(await shop.verify(), [])
})

test('what the draft would not have given cannot be spent, and is named', async () => {
  const { shop, bought } = await openRuleShop([{ id: 'gift', then: [{ issue: { ...usd, amount: 5 } }] }])
  const card = await shop.card()
  const from = await between()
  await bought('1 CAKE 10', { cardNumber: card })
  await bought('1 CAKE 10', { cardNumber: card, paymentMethods: [{ redeemBalance: true, ...usd, amount: 4 }] })
  await shop.redeem(card, { usd: 3 })
  const report = await replayShop(shop, {
    from,
    draft: withRules(shop, [{ id: 'gift', then: [{ issue: { ...usd, amount: 2 } }] }]),
  })
  assert.deepEqual(report.checkouts, { replayed: 2, same: 0, different: 2, refused: 0 })
  assert.deepEqual(report.approximated, [
    { what: 'paid with less, because the balance would not have sufficed', count: 1 },
  ])
  assert.deepEqual(report.shortfalls, [{ of: 'Currency USD', amount: '1' }])
  assert.deepEqual(report.cost.issued, [{ of: 'Currency USD', happened: '10', replayed: '4' }])
  assert.deepEqual(await shop.verify(), [])
})

test('a return takes back what the draft gave, and a void leaves nothing of either', async () => {
  const { shop, bought } = await openRuleShop([earn(1)])
  const card = await shop.card()
  const from = await between()
  const first = await bought('2 CAKE 10', { cardNumber: card })
  const second = await bought('1 CAKE 30', { cardNumber: card })
  await shop.must('returnMerchandise', {
    cardNumber: card,
    checkoutRequestRef: first.transactionId,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: second.transactionId })
  const report = await replayShop(shop, { from, draft: withRules(shop, [earn(3)]) })
  assert.deepEqual(report.cost.issued, [{ of: 'Points', happened: '10', replayed: '30' }])
  assert.deepEqual(report.returns, { replayed: 1, same: 0, different: 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('a budget that would have run out says when; a coupon that would not have been issued is left out', async () => {
  const rules = [
    { id: 'give', then: [{ allocateCoupon: { set: 'gift' } }] },
    { id: 'take', when: [{ fact: 'coupon', set: 'gift' }], then: [{ discount: { amount: 2 } }] },
  ]
  const { shop, bought } = await openRuleShop(rules)
  const card = await shop.card()
  const from = await between()
  const { issuedCouponIDs } = await bought('1 CAKE 10', { cardNumber: card })
  await bought('1 CAKE 10', { cardNumber: card, coupons: issuedCouponIDs })
  assertReproduced(await replayShop(shop, { from, onSale: explain }))
  const budgeted = {
    id: 'cheap',
    budget: { amount: 1.5, of: 'discount', every: 'day' },
    then: [{ discount: { amount: 1 } }],
  }
  const report = await replayShop(shop, { from, draft: withRules(shop, [budgeted, rules[1] ?? {}]) })
  assert.deepEqual(report.cost.discounts, [{ of: 'USD', happened: '2', replayed: '1.5' }])
  const [budget] = report.budgets
  assert.deepEqual([budget?.budget, budget?.amount, budget?.spent], ['main/cheap discount USD', 1.5, 1.5])
  assert.deepEqual(report.approximated, [{ what: 'a coupon was presented that the replay had not issued', count: 1 }])
})

test('a quick checkout pays what the draft leaves to be paid, as far as the balance goes', async () => {
  const { shop } = await openRuleShop([earn(1)])
  const [card, poor] = [await shop.card({ usd: 20 }), await shop.card({ usd: 1 })]
  const from = await between()
  await shop.must('quickCheckout', { cardNumber: card, checkoutTotal: 12 })
  await shop.must('quickCheckout', { cardNumber: poor, checkoutTotal: 12, paymentType: 'card' })
  await shop.must('quickCheckout', { cardNumber: card, checkoutTotal: 6, balanceType: 'Points', unitWorth: 0.5 })
  const paid: string[] = []
  const note: NonNullable<Parameters<typeof replayShop>[1]['onSale']> = (_, replayed) => {
    const record = replayed.kind === 'decided' ? replayed.outcome.checkout : undefined
    paid.push((record?.content.payments ?? []).map((one) => `${one.amount} ${one.type ?? ''}`).join())
  }
  assertReproduced(await replayShop(shop, { from, onSale: explain }))
  const half = { id: 'half', then: [{ discount: { percent: 50 } }] }
  const report = await replayShop(shop, { from, onSale: note, draft: withRules(shop, [earn(1), half]) })
  assert.deepEqual(paid, ['6 ', '1 card', '6 '])
  assert.deepEqual([report.checkouts.refused, report.approximated, report.shortfalls], [0, [], []])
  assert.deepEqual(await shop.verify(), [])
})

test('each call is decided by the file that was in force, whatever came later', async () => {
  const { shop, bought } = await openRuleShop([earn(1)])
  const card = await shop.card()
  const from = await between()
  await bought('1 CAKE 10', { cardNumber: card })
  await between()
  await applyFile(withRules(shop, [earn(5)]))
  await between()
  await bought('1 CAKE 10', { cardNumber: card })
  const report = await replayShop(shop, { from, onSale: explain })
  assertReproduced(report)
  assert.deepEqual(report.cost.issued, [{ of: 'Points', happened: '60', replayed: '60' }])
  assert.deepEqual(report.checkouts.replayed, 2)
})

test('a sample is called an estimate, and a replay ends when it is told to', async () => {
  const { shop, bought } = await openRuleShop([earn(1)])
  const from = await between()
  for (const _ of Array.from({ length: 12 })) await bought('1 CAKE 10', { cardNumber: await shop.card() })
  const whole = await replayShop(shop, { from })
  const half = await replayShop(shop, { from, sample: 2 })
  assert.deepEqual([whole.isEstimate, half.isEstimate, whole.checkouts.replayed], [false, true, 12])
  assert.equal(half.checkouts.different, 0)
  assert.equal(half.checkouts.replayed % 2, 0)
  const told: number[] = []
  await replayShop(shop, { from, progress: (done, total) => void told.push(done, total) })
  assert.deepEqual(told.slice(-2), [12, 12])
  await assert.rejects(replayShop(shop, { from, signal: AbortSignal.abort() }), /abort/i)
})
