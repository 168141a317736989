import assert from 'node:assert/strict'
import test from 'node:test'
import { PureTill } from '../../bench/pure-till.ts'
import { WorkMeter } from '../../server/ground/kernel/work-meter.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { firedIn } from '../support/fired-rules.ts'
import { purse, told, traceOf } from '../support/rule-table.ts'
import { bySpend, levelOf, openTierShop } from '../support/tier-shop.ts'
import { undone } from '../support/undo-shop.ts'

const asked = { returnBalanceMutations: true }
const off = (percent: number, more: object = {}) => ({ discount: { percent, ...more } })
const less = (amount: number, more: object = {}) => ({ discount: { amount, ...more } })
const best = { promotions: { worth: { Points: 0.01 }, groups: [{ id: 'g', best: 'customer' }] } }
const grouped = (...results: object[]) => ({ group: 'g', then: results })
const gift = { allocateCoupon: { set: 'gift' } }

test('what wins after the payments gives what it gives once', async () => {
  const { shop, bought } = await openRuleShop([grouped(points(1)), grouped(points(50), gift)], { more: best })
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(sale), ['+50 Points'])
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
  assert.equal(cards[0].coupons.length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('the same after other calls than checkouts', async () => {
  const rules = [points(1), points(50)].map((result) => ({ trigger: 'request', ...grouped(result) }))
  const when = [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }]
  const { shop } = await openRuleShop(
    rules.map((rule) => ({ ...rule, when })),
    { more: best },
  )
  const cardNumber = await shop.card({ usd: 5 })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('what a level gives competes with what levels give, and is taken back with the level', async () => {
  const rules = [
    grouped(points(1)),
    { ...grouped(points(50)), trigger: 'tier', tier: { on: 'up', level: 'silver' } },
    { ...grouped(points(60)), trigger: 'tier', tier: { on: 'up', level: 'silver' } },
  ]
  const { shop, bought } = await openTierShop(rules, bySpend, { more: best })
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 150', { cardNumber, ...asked })
  assert.deepEqual(told(sale), ['+1 Points'], 'the checkout was first')
  await undone(shop, cardNumber, sale.transactionId)
  assert.deepEqual(await purse(shop, cardNumber), {})
  const only = await openTierShop(rules.slice(1), bySpend, { more: best })
  const other = await only.shop.card()
  const reached = await only.bought('1 CAKE 150', { cardNumber: other, ...asked })
  assert.deepEqual(await purse(only.shop, other), { Points: 60 })
  await undone(only.shop, other, reached.transactionId)
  assert.deepEqual(
    [await purse(only.shop, other), await levelOf(only.shop, other)],
    [{}, await levelOf(shop, cardNumber)],
  )
  assert.deepEqual(await only.shop.verify(), [])
})

test('of any number of discounts that stand alone the best one does', async () => {
  for (const count of [3, 5, 10, 25]) {
    const rules = Array.from({ length: count }, (_, index) => ({ combines: 'none', then: [less(index + 1)] }))
    const { shop, bought } = await openRuleShop(rules)
    const answer = await bought('1 CAKE 50', asked)
    assert.deepEqual(told(answer), [`-${count} CAKE`])
    const lost = (await traceOf(shop, answer.requestRef)).flatMap(({ not }) => not ?? [])
    assert.deepEqual(new Set(lost.map(({ by }) => by)), new Set([`main/rule-${count}`]))
    assert.deepEqual(
      lost.map(({ difference }) => Number(difference)),
      Array.from({ length: count - 1 }, (_, index) => count - 1 - index),
    )
  }
})

test('whoever wins a group and may not stand beside others leaves its place to the next', async () => {
  const cakes = { on: { where: { sku: ['CAKE'] } } }
  const [one, two, three] = [
    { ...grouped(less(5, cakes)), combines: ['product'] },
    grouped(less(4)),
    { then: [less(6)] },
  ]
  const last = await openRuleShop([one, two, three], { more: best })
  assert.deepEqual(told(await last.bought('1 CAKE 20', asked)), ['-4 CAKE', '-6 CAKE'])
  const first = await openRuleShop([three, one, two], { more: best })
  assert.deepEqual(told(await first.bought('1 CAKE 20', asked)), ['-6 CAKE', '-4 CAKE'])
})

test('what wins before the payments has its coupon and its exclusive group, though it gives its points after them', async () => {
  const when = [{ fact: 'coupon', set: 'ten', value: true }]
  const rules = [grouped(less(1)), { when, then: [less(2)] }, { ...grouped(points(500)), when }]
  const { shop, bought } = await openRuleShop(rules, { more: best })
  const cardNumber = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  assert.deepEqual(told(await bought('1 CAKE 20', { cardNumber, coupons: [couponId], ...asked })), ['+500 Points'])
  const apart = await openRuleShop(
    [grouped(less(1)), { exclusive: 'x', then: [less(2)] }, { ...grouped(points(500)), exclusive: 'x' }],
    { more: best },
  )
  const other = await apart.shop.card()
  assert.deepEqual(told(await apart.bought('1 CAKE 20', { cardNumber: other, ...asked })), ['+500 Points'])
  assert.deepEqual(await shop.verify(), [])
})

test('nothing is taken for a discount that the bound of a sale would cut', async () => {
  const paid = { then: [{ redeem: { balanceType: 'Points', amount: 50 } }, less(5)] }
  const rules = [
    { when: [{ fact: 'checkout.total', op: '=', value: 1000 }], then: [points(100)] },
    { when: [{ fact: 'checkout.total', op: '<', value: 30 }], then: [off(40)] },
    { ...paid, when: [{ fact: 'checkout.total', op: '<', value: 100 }] },
  ]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions: { maxDiscount: { percent: 40 } } } })
  const cardNumber = await shop.card()
  await bought('1 CAKE 1000', { cardNumber })
  assert.deepEqual(told(await bought('1 CAKE 20', { cardNumber, ...asked })), ['-8 CAKE'])
  assert.deepEqual(told(await bought('1 CAKE 40', { cardNumber, ...asked })), ['-5 CAKE', '-50 Points'])
  assert.deepEqual(await shop.verify(), [])
})

test('an option that lost is still offered', async () => {
  const option = (id: string) => ({ option: { id, group: 'o', maxSelected: 2, display: id } })
  const rules = [
    { ...grouped(less(1)), ...option('small') },
    { ...grouped(less(2)), ...option('large') },
  ]
  const { bought } = await openRuleShop(rules, { more: best })
  const { campaignOptions } = await bought('1 CAKE 20', { isSetup: true })
  const choices = campaignOptions.map(({ optionId, campaignRuleUUID }: Record<string, string>) => ({
    optionId,
    campaignRuleUUID,
  }))
  const answer = await bought('1 CAKE 20', { isSetup: true, campaignChoices: choices, ...asked })
  assert.deepEqual(told(answer), ['-2 CAKE'])
  assert.deepEqual(
    answer.campaignOptions.map(({ optionId }: Record<string, string>) => optionId),
    ['small', 'large'],
  )
})

test('where a currency has no rate, gifts are compared in it', async () => {
  const locations = [{ id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'], currency: 'GBP' }]
  const { shop, bought } = await openRuleShop([grouped(less(1)), grouped(less(4))], { locations, more: best })
  const answer = await bought('1 CAKE 20', asked)
  assert.deepEqual(told(answer), ['-4 CAKE'])
  const [lost] = await traceOf(shop, answer.requestRef)
  assert.deepEqual([lost.not.difference, lost.not.currency], ['3.00', 'GBP'])
})

test('large groups take steps by their number, not by its square', async () => {
  const product = { sku: 'A', unitPrice: { units: 2000, scale: 2 }, amountPurchased: { units: 1, scale: 0 } }
  const below = (value: number) => ({ fact: 'checkout.netTotal', op: '<', value })
  const stepsOf = async (count: number, more: object) => {
    const rules = Array.from({ length: count }, (_, index) => ({
      id: `r${index}`,
      trigger: 'checkout',
      ...more,
      when: [{ any: [below(index === count - 1 ? 100 : 1), { fact: 'checkout.netTotal', op: '>', value: 100_000 }] }],
      then: [less(1)],
    }))
    const till = await PureTill.open(0, [{ id: 'c', name: 'c', rules }], { products: [], ...best })
    const meter = new WorkMeter(Number.POSITIVE_INFINITY)
    const basket = till.basketOf([product], meter)
    const before = meter.steps
    till.evaluate(basket, new Map())
    return meter.steps - before
  }
  const [few, many, plain] = [
    await stepsOf(50, { group: 'g' }),
    await stepsOf(400, { group: 'g' }),
    await stepsOf(400, {}),
  ]
  assert.ok(many < few * 10, `${few} steps for 50 rules, ${many} for 400`)
  assert.ok(many < plain * 4, `${plain} without a group`)
})

test('whoever wins first and takes all has fired, though the second of two finds nothing left', async () => {
  const promotions = { groups: [{ id: 'g', best: 'customer', keep: 2 }] }
  const rules = [grouped(less(30)), grouped(less(5)), grouped(less(3), points(7))]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  const cardNumber = await shop.card()
  const answer = await bought('1 CAKE 20', { cardNumber, returnBalanceMutations: true })
  assert.deepEqual(told(answer), ['-20 CAKE', '+7 Points'], 'the place goes to the next that gives anything')
  assert.deepEqual(firedIn(await traceOf(shop, answer.requestRef)), ['main/rule-1', 'main/rule-3'])
  assert.deepEqual(await shop.verify(), [])
})
