import assert from 'node:assert/strict'
import test from 'node:test'
import { spent } from '../support/budget-room.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { purse, told, traceOf } from '../support/rule-table.ts'

const asked = { returnBalanceMutations: true }
const off = (percent: number, more: object = {}) => ({ discount: { percent, ...more } })
const less = (amount: number, more: object = {}) => ({ discount: { amount, ...more } })
const cakes = { on: { where: { sku: ['CAKE'] } } }
const best = (by: string, more: object = {}) => ({ promotions: { groups: [{ id: 'g', best: by, ...more }] } })
const grouped = (...results: object[]) => ({ group: 'g', then: results })

test('of a group the rule that gives the customer most fires, points by their worth, and the others say by how much they lost', async () => {
  const promotions = { worth: { Points: 0.05 }, groups: [{ id: 'g', best: 'customer' }] }
  const rules = [grouped(off(10)), grouped(points(perDollar(3))), grouped(less(2))]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  const cardNumber = await shop.card()
  const answer = await bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(answer), ['+60 Points'], '60 points are worth 3.00, the discounts 2.00 each')
  const text = await explained(shop, answer.requestRef)
  assert.match(text, /rule-1.*lost to Main \/ rule-2 by 1\.00 USD in the group g/)
  assert.match(text, /rule-3.*lost to Main \/ rule-2 by 1\.00 USD/)
  const cheap = await bought('1 CAKE 5', { cardNumber, ...asked })
  assert.deepEqual(told(cheap), ['-2 CAKE'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 60 })
  assert.deepEqual(await shop.verify(), [])
})

test('the merchant may want the least, and a tie goes to the rule that comes first', async () => {
  const { shop, bought } = await openRuleShop([grouped(off(30)), grouped(off(10)), grouped(less(2))], {
    more: best('merchant'),
  })
  const answer = await bought('1 CAKE 20', asked)
  assert.deepEqual(told(answer), ['-2 CAKE'])
  assert.match(await explained(shop, answer.requestRef), /rule-3.*gives as much as Main \/ rule-2, which comes first/)
  assert.deepEqual(await shop.verify(), [])
})

test('best first is the order of the file, and nothing is measured', async () => {
  const { bought } = await openRuleShop([grouped(off(10)), grouped(off(50))], { more: best('first') })
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-2 CAKE'])
})

test('keep: 2 has the best two fire, one after the other', async () => {
  const { bought } = await openRuleShop([grouped(less(1)), grouped(off(50)), grouped(less(4))], {
    more: best('customer', { keep: 2 }),
  })
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-10 CAKE', '-4 CAKE'])
})

test('what wins fires where the first of its group stands, so that it gives what it was measured to give', async () => {
  const { bought } = await openRuleShop([grouped(less(10)), { then: [off(50)] }, grouped(off(15))], {
    more: best('customer'),
  })
  assert.deepEqual(told(await bought('1 CAKE 100', asked)), ['-15 CAKE', '-42.5 CAKE'])
})

test('a campaign competes with the sum of what its rules give', async () => {
  const campaigns = [
    campaign([{ then: [less(3)] }, { then: [less(3)] }], { id: 'two', name: 'Two', group: 'g' }),
    campaign([{ then: [less(5)] }], { id: 'one', name: 'One', group: 'g', priority: 1 }),
  ]
  const { shop, bought } = await openRuleShop([], { more: { ...best('customer'), campaigns } })
  const answer = await bought('1 CAKE 20', asked)
  assert.deepEqual(told(answer), ['-3 CAKE', '-3 CAKE'])
  assert.match(await explained(shop, answer.requestRef), /One \/ rule-1.*lost to Two by 1\.00 USD/)
})

test('of campaigns with several rules each takes one place', async () => {
  const two = [{ then: [less(3)] }, { then: [less(1)] }]
  const campaigns = ['a', 'b', 'c'].map((id, index) =>
    campaign(index === 0 ? two : [{ then: [less(1 + index)] }], { id, group: 'g' }),
  )
  const { bought } = await openRuleShop([], { more: { ...best('customer', { keep: 2 }), campaigns } })
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-3 CAKE', '-1 CAKE', '-3 CAKE'])
})

test('losers use up no limit, budget, coupon or code', async () => {
  const rules = [
    { ...grouped(less(1)), limit: { times: 1, per: 'card' }, budget: { amount: 1, of: 'discount' } },
    { ...grouped(less(2)), when: [{ fact: 'coupon', set: 'ten', value: true }] },
    { ...grouped(less(3)), when: [{ fact: 'checkout.total', op: '>', value: 15 }] },
  ]
  const { shop, bought } = await openRuleShop(rules, { more: best('customer') })
  const cardNumber = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const sale = { cardNumber, coupons: [couponId], failOnUnusedCoupons: false, ...asked }
  assert.deepEqual(told(await bought('1 CAKE 20', sale)), ['-3 CAKE'])
  assert.deepEqual(await spent(shop), {})
  assert.deepEqual(told(await bought('1 CAKE 10', sale)), ['-2 CAKE'], 'the coupon is still there')
  assert.deepEqual(told(await bought('1 CAKE 10', { cardNumber, ...asked })), ['-1 CAKE'], 'and so is the one time')
  assert.deepEqual(told(await bought('1 CAKE 10', { cardNumber, ...asked })), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a budget that has too little left is measured as what it still gives', async () => {
  const rules = [{ ...grouped(less(5)), budget: { amount: 8, of: 'discount' } }, grouped(less(4))]
  const { shop, bought } = await openRuleShop(rules, { more: best('customer') })
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-5 CAKE'])
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-4 CAKE'], 'only 3 are left of the budget')
  assert.deepEqual(Object.values(await spent(shop)), [500])
  assert.deepEqual(await shop.verify(), [])
})

test('void and return of a sale that was won leave what there was before', async () => {
  const promotions = { worth: { Points: 0.05 }, groups: [{ id: 'g', best: 'customer' }] }
  const rules = [
    { ...grouped(points(100)), limit: { times: 1, per: 'card' } },
    grouped(off(10)),
    { then: [points(perDollar(1))] },
  ]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  const cardNumber = await shop.card()
  const sale = await bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(sale), ['+100 Points', '+20 Points'])
  await shop.must('voidTransaction', { requestRef: sale.requestRef, cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), {})
  assert.deepEqual(told(await bought('1 CAKE 20', { cardNumber, ...asked })), ['+100 Points', '+20 Points'])
  assert.deepEqual(told(await bought('1 CAKE 20', { cardNumber, ...asked })), ['-2 CAKE', '+18 Points'])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that combines with none fires alone, if it gives more than all the others', async () => {
  const rules = [{ then: [less(2)] }, { then: [less(2)] }, { combines: 'none', then: [less(3)] }]
  const { shop, bought } = await openRuleShop(rules)
  const answer = await bought('1 CAKE 20', asked)
  assert.deepEqual(told(answer), ['-2 CAKE', '-2 CAKE'])
  assert.match(
    await explained(shop, answer.requestRef),
    /rule-3.*lost to Main \/ rule-1 by 1\.00 USD, and the two do not stand/,
  )
  const other = await openRuleShop([{ then: [less(2)] }, { combines: 'none', then: [less(3)] }, { then: [points(7)] }])
  const cardNumber = await other.shop.card()
  const won = await other.bought('1 CAKE 20', { cardNumber, ...asked })
  assert.deepEqual(told(won), ['-3 CAKE', '+7 Points'], 'points are no discount')
  assert.deepEqual((await traceOf(other.shop, won.requestRef))[0]?.not, {
    kind: 'outbid',
    best: 'customer',
    by: 'main/rule-2',
    of: 'rule',
    difference: '1.00',
    currency: 'USD',
  })
  assert.deepEqual(await other.shop.verify(), [])
})

test('a rule says which kinds of discount it stands beside', async () => {
  const rules = [
    { then: [off(10, cakes)] },
    { combines: ['product', 'shipping'], then: [less(3)] },
    { then: [less(1)] },
    { then: [off(100, { on: 'shipping' })] },
  ]
  const { bought } = await openRuleShop(rules)
  assert.deepEqual(told(await bought('1 CAKE 20', { ...asked, checkoutShippingTotal: 5 })), [
    '-2 CAKE',
    '-3 CAKE',
    '-5 off',
  ])
})

test('whoever was pushed aside by one that was pushed aside itself is back', async () => {
  const rules = [{ then: [off(5, cakes)] }, { combines: 'none', then: [less(3)] }, { then: [less(4)] }]
  const { bought } = await openRuleShop(rules)
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-1 CAKE', '-4 CAKE'])
})

test('the brand says which kinds of discount stand in one sale', async () => {
  const promotions = { combine: [{ product: true, shipping: true }, { order: true }] }
  const rules = [{ then: [off(10, cakes)] }, { then: [less(3)] }, { then: [off(100, { on: 'shipping' })] }]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  assert.deepEqual(told(await bought('1 CAKE 20', { ...asked, checkoutShippingTotal: 5 })), ['-2 CAKE', '-5 off'])
  assert.deepEqual(told(await bought('1 CAKE 20', asked)), ['-3 CAKE'])
  assert.deepEqual(await shop.verify(), [])
})

test('no sale has more off than the brand allows: the last discount is cut, and says so', async () => {
  const promotions = { maxDiscount: { percent: 40 } }
  const { shop, bought } = await openRuleShop([{ then: [off(30)] }, { then: [off(30)] }, { then: [less(1)] }], {
    more: { promotions },
  })
  const answer = await bought('1 CAKE 20', asked)
  assert.deepEqual(told(answer), ['-6 CAKE', '-2 CAKE'])
  const text = await explained(shop, answer.requestRef)
  assert.match(text, /more is not taken off one sale/)
  assert.match(text, /as much is off already as may be taken off one sale/)
  const capped = await openRuleShop([{ then: [off(50)] }], { more: { promotions: { maxDiscount: { amount: 3 } } } })
  assert.deepEqual(told(await capped.bought('1 CAKE 20', asked)), ['-3 CAKE'])
})

test('at most so many codes are used in one sale', async () => {
  const couponSets = ['a', 'b', 'c'].map((id) => ({ id, name: id, codes: [{ code: id.toUpperCase().repeat(4) }] }))
  const rules = ['a', 'b', 'c'].map((set) => ({
    when: [{ fact: 'code', set, value: true }],
    then: [less(1)],
  }))
  const { shop, bought } = await openRuleShop(rules, { more: { couponSets, promotions: { maxCodes: 2 } } })
  const coupons = ['AAAA', 'BBBB', 'CCCC']
  const answer = await bought('1 CAKE 20', { coupons, failOnUnusedCoupons: false, ...asked })
  assert.deepEqual(told(answer), ['-1 CAKE', '-1 CAKE'])
  assert.match(await explained(shop, answer.requestRef), /rule-3.*at most 2 codes are used in one sale/)
  assert.deepEqual(await shop.verify(), [])
})

test('more than sixteen that hold at once are decided by their order, and say so', async () => {
  const rules = Array.from({ length: 18 }, (_, index) => grouped(less(index + 1)))
  const { shop, bought } = await openRuleShop(rules, { more: best('customer') })
  const answer = await bought('1 CAKE 50', asked)
  assert.deepEqual(told(answer), ['-1 CAKE'])
  assert.match(await explained(shop, answer.requestRef), /too many hold to find the best/)
})
