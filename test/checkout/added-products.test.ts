import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spent } from '../support/budget-room.ts'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { purse, told } from '../support/rule-table.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const asked = { returnBalanceMutations: true }
const gift = (more: object = {}) => ({ addProduct: { sku: 'CAKE', ...more } })
const choice = (more: object = {}) => ({ addProduct: { choose: { of: ['CAKE', 'LATTE'], group: 'gift' }, ...more } })
const chosen = (...ids: string[]) => ({ campaignChoices: ids.map((optionId) => ({ optionId })) })
const from = (value: number) => ({ when: [{ fact: 'checkout.total', op: '>=', value }] })
const off = (percent: number, more: object = {}) => ({ discount: { percent, ...more } })

type Answered = Awaited<ReturnType<Shop['must']>>
const totalsOf = ({ checkoutTotalBeforeDiscount, totalDiscount, checkoutTotalAfterDiscount }: Answered) => [
  checkoutTotalBeforeDiscount,
  totalDiscount,
  checkoutTotalAfterDiscount,
]

test('a rule adds a line: the till is told of it, and it is kept with the sale', async () => {
  const { shop, bought } = await openRuleShop([{ ...from(10), then: [gift()] }])
  assert.equal((await bought('1 ESP 9')).addedProducts, undefined)
  const sale = await bought('3 ESP 4')
  assert.deepEqual(sale.addedProducts, [
    { sku: 'CAKE', name: 'Cake', amountPurchased: 1, unitPrice: 0, discount: 0, ruleId: 'main/rule-1', sequenceId: 2 },
  ])
  assert.deepEqual(totalsOf(sale), [12, 0, 12])
  const { skus } = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(skus, [
    { sku: 'ESP', unitPrice: 4, amountPurchased: 3 },
    { sku: 'CAKE', unitPrice: 0, amountPurchased: 1, ruleId: 'main/rule-1' },
  ])
  assert.match(await explained(shop, sale.requestRef), /1 Cake added free/)
  const inView = await sql(
    'select sku, added_by as by from reporting.checkout_lines where brand_id = $1 and request_ref = $2 order by line',
    [shop.id, sale.requestRef],
  )
  assert.deepEqual(inView, [
    { sku: 'ESP', by: null },
    { sku: 'CAKE', by: 'main/rule-1' },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('units, price and regular price: what is to be paid is the units at their price, less the discount', async () => {
  const { shop, bought } = await openRuleShop([{ then: [gift({ units: 1.5, unitPrice: '1.25', regularPrice: 4 })] }])
  const sale = await bought('1 ESP 10', asked)
  const [added] = sale.addedProducts
  assert.deepEqual([added.amountPurchased, added.unitPrice, added.discount], [1.5, 4, 4.12])
  assert.deepEqual(totalsOf(sale), [16, 4.12, 11.88])
  assert.deepEqual(told(sale), ['-4.12 CAKE'])
  assert.match(await explained(shop, sale.requestRef), /1\.5 Cake added for 1\.25 USD each: 4\.12 USD off/)
  assert.deepEqual(await shop.verify(), [])
})

test('what the till gives as the total is what it knows of: an added line comes on top', async () => {
  const { shop, bought } = await openRuleShop([{ then: [gift({ unitPrice: 3 }), off(10)] }])
  const table = [
    [20, [23, 2.3, 20.7], 0.3],
    [8, [11, 1.1, 9.9], 0.3],
    [undefined, [13, 1.3, 11.7], 0.3],
  ] as const
  for (const [checkoutTotal, totals, discount] of table) {
    const sale = await bought('1 ESP 10', checkoutTotal === undefined ? {} : { checkoutTotal })
    assert.deepEqual(totalsOf(sale), totals)
    assert.equal(sale.addedProducts[0].discount, discount)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('rules after it see the line, their discounts reach it, and points count what is paid for it', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [off(50)] },
    { then: [gift({ unitPrice: 6 })] },
    { when: [{ fact: 'products.quantity', where: { category: ['food'] }, op: '>=', value: 1 }], then: [off(50)] },
    { when: [{ fact: 'checkout.lines', op: '=', value: 2 }], then: [points(perDollar(1))] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 20', { cardNumber, ...asked })
  assert.deepEqual(totalsOf(sale), [26, 18, 8], 'half of the first line, then half of both')
  assert.equal(sale.addedProducts[0].discount, 3)
  assert.deepEqual(await purse(shop, cardNumber), { Points: 8 })
  assert.deepEqual(await shop.verify(), [])
})

test('rules are found that only hold because of what others add, in any number of steps', async () => {
  const adds = (sku: string, needed: string) => ({
    when: [{ fact: 'products.quantity', where: { sku: [needed] }, op: '>=', value: 1 }],
    then: [{ addProduct: { sku, unitPrice: 1 } }],
  })
  const others = Array.from({ length: 12 }, (_, index) => ({
    when: [{ fact: 'products.quantity', where: { sku: [`OTHER-${index}`] }, op: '>=', value: 1 }],
    then: [points(100)],
  }))
  const { shop, bought } = await openRuleShop([
    adds('CAKE', 'ESP'),
    adds('LATTE', 'CAKE'),
    { when: [{ fact: 'products.quantity', where: { sku: ['LATTE'] }, op: '>=', value: 1 }], then: [points(7)] },
    ...others,
    { ...from(12), then: [points(1)] },
  ])
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 10', { cardNumber })
  assert.deepEqual(
    sale.addedProducts.map(({ sku, sequenceId }: { sku: string; sequenceId: number }) => [sku, sequenceId]),
    [
      ['CAKE', 2],
      ['LATTE', 3],
    ],
  )
  assert.deepEqual(await purse(shop, cardNumber), { Points: 8 })
  assert.deepEqual(await shop.verify(), [])
})

test('nothing is added of several until one is chosen, and the choices are listed', async () => {
  const { shop, bought } = await openRuleShop([{ ...from(5), then: [choice({ regularPrice: 3 }), points(4)] }])
  const cardNumber = await shop.card()
  const shown = await bought('1 ESP 9', { isSetup: true })
  assert.equal(shown.addedProducts, undefined)
  const [cake, latte] = shown.campaignOptions
  assert.deepEqual(
    [cake.optionId, cake.choiceGroupId, cake.maxSelectedOptions, cake.selected, cake.optionDisplayValue],
    ['CAKE', 'gift', 1, false, 'Cake'],
  )
  assert.equal(latte.optionId, 'LATTE')
  const sale = await bought('1 ESP 9', { cardNumber, ...chosen('LATTE') })
  assert.deepEqual(sale.addedProducts, [
    {
      sku: 'LATTE',
      name: 'Latte',
      amountPurchased: 1,
      unitPrice: 3,
      discount: 3,
      ruleId: 'main/rule-1',
      choice: 'LATTE',
      sequenceId: 2,
    },
  ])
  assert.deepEqual(
    sale.campaignOptions.map((one: { selected: boolean }) => one.selected),
    [false, true],
  )
  assert.deepEqual(await purse(shop, cardNumber), { Points: 4 })

  const unchosen = await bought('1 ESP 9', { cardNumber })
  assert.equal(unchosen.addedProducts, undefined)
  assert.match(await explained(shop, unchosen.requestRef), /option "?gift"? was not chosen/)
  const both = await bought('1 ESP 9', { cardNumber, ...chosen('CAKE', 'LATTE') })
  assert.equal(both.addedProducts, undefined)
  const strange = await bought('1 ESP 9', { cardNumber, ...chosen('NOTHING') })
  assert.equal(strange.addedProducts, undefined, 'an unknown choice is ignored, as with other options')
  const other = { optionId: 'CAKE', campaignRuleUUID: '00000000-0000-4000-8000-000000000000' }
  assert.equal((await bought('1 ESP 9', { campaignChoices: [other] })).addedProducts, undefined)
  assert.equal((await bought('1 ESP 4', chosen('CAKE'))).campaignOptions, undefined, 'its conditions do not hold')
  assert.deepEqual(await purse(shop, cardNumber), { Points: 4 }, 'a rule that waits for a choice gives nothing')
  assert.deepEqual(await shop.verify(), [])
})

test('a limit counts what was added, and what is used up is not offered', async () => {
  const { shop, bought } = await openRuleShop([{ limit: { times: 1, per: 'card', every: 'day' }, then: [choice()] }])
  const cardNumber = await shop.card()
  await bought('1 ESP 9', { cardNumber })
  const first = await bought('1 ESP 9', { cardNumber, ...chosen('CAKE') })
  assert.equal(first.addedProducts.length, 1)
  const second = await bought('1 ESP 9', { cardNumber, ...chosen('CAKE') })
  assert.equal(second.addedProducts, undefined)
  assert.equal(second.campaignOptions, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('sku beside choose is one more to choose from', async () => {
  const { bought } = await openRuleShop([{ then: [{ addProduct: { sku: 'ESP', choose: { of: ['CAKE'] } } }] }])
  const shown = await bought('1 LATTE 9', { isSetup: true })
  const options: { optionId: string; choiceGroupId: string }[] = shown.campaignOptions
  assert.deepEqual(
    options.map((one) => [one.optionId, one.choiceGroupId]),
    [
      ['ESP', 'main/rule-1'],
      ['CAKE', 'main/rule-1'],
    ],
  )
})

test('of a group the best for the customer counts the regular price, and a rule that loses adds nothing', async () => {
  const promotions = { groups: [{ id: 'g', best: 'customer' }] }
  const rules = [
    { group: 'g', then: [gift({ regularPrice: 5 })], limit: { times: 1, per: 'card' } },
    { group: 'g', then: [off(10)] },
  ]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  const cardNumber = await shop.card()
  const large = await bought('1 ESP 60', { cardNumber, ...asked })
  assert.deepEqual(told(large), ['-6 ESP'])
  assert.equal(large.addedProducts, undefined)
  assert.match(await explained(shop, large.requestRef), /lost to Main \/ rule-2 by 1\.00 USD/)
  const small = await bought('1 ESP 20', { cardNumber, ...asked })
  assert.deepEqual(told(small), ['-5 CAKE'], 'the one that lost used up no limit')
  assert.deepEqual(totalsOf(small), [25, 5, 20])
  assert.deepEqual(await shop.verify(), [])
})

test('a choice decides a group: unchosen it competes for nothing, and is offered all the same', async () => {
  const promotions = { groups: [{ id: 'g', best: 'customer' }] }
  const rules = [
    { group: 'g', then: [choice({ regularPrice: 5 })] },
    { group: 'g', then: [off(10)] },
  ]
  const { shop, bought } = await openRuleShop(rules, { more: { promotions } })
  const before = await bought('1 ESP 20', asked)
  assert.deepEqual(told(before), ['-2 ESP'])
  assert.equal(before.campaignOptions.length, 2)
  assert.deepEqual(told(await bought('1 ESP 20', { ...asked, ...chosen('CAKE') })), ['-5 CAKE'])
  assert.deepEqual(told(await bought('1 ESP 80', { ...asked, ...chosen('CAKE') })), ['-8 ESP'])
  assert.deepEqual(await shop.verify(), [])
})

test('of an exclusive group only the first adds, and what does not combine competes', async () => {
  const exclusive = await openRuleShop([
    { exclusive: 'x', then: [gift()] },
    { exclusive: 'x', then: [gift({ sku: 'LATTE' })] },
  ])
  const { addedProducts } = await exclusive.bought('1 ESP 5')
  assert.deepEqual(
    addedProducts.map(({ sku }: { sku: string }) => sku),
    ['CAKE'],
  )
  const { bought } = await openRuleShop([{ then: [off(10)] }, { combines: 'none', then: [gift({ regularPrice: 3 })] }])
  assert.deepEqual(told(await bought('1 ESP 20', asked)), ['-3 CAKE'])
  assert.deepEqual(told(await bought('1 ESP 50', asked)), ['-5 ESP'])
})

test('a budget of discounts pays for gifts, all or nothing, and no gift is charged half', async () => {
  const { shop, bought } = await openRuleShop(
    [{ then: [gift({ regularPrice: 4 })], budget: { amount: 10, of: 'discount' } }],
    { more: { promotions: { maxDiscount: { percent: 40 } } } },
  )
  assert.equal((await bought('1 ESP 5', asked)).addedProducts, undefined, 'its discount would be more than 40 %')
  for (const left of [true, true, false]) {
    const sale = await bought('1 ESP 20', asked)
    assert.equal(sale.addedProducts !== undefined, left)
  }
  assert.deepEqual(Object.values(await spent(shop)), [800])
  assert.deepEqual(await shop.verify(), [])
})

test('at most 20 lines are added to a sale, and a sale does not become larger than one may be', async () => {
  const { shop, bought } = await openRuleShop([
    { then: Array.from({ length: 19 }, () => gift()) },
    { then: [gift({ units: 2 }), gift({ units: 3 })] },
    { then: [gift({ units: 4 })] },
    { then: [gift({ unitPrice: 5 })] },
  ])
  const sale = await bought('1 ESP 5')
  assert.equal(sale.addedProducts.length, 20)
  assert.match(await explained(shop, sale.requestRef), /rules have added as many products to this sale as they may/)
  const { shop: other, bought: buy } = await openRuleShop([{ then: [gift({ unitPrice: 5 })] }])
  const large = await buy('1 ESP 9999998')
  assert.deepEqual(totalsOf(large), [9_999_998, 0, 9_999_998])
  assert.match(await explained(other, large.requestRef), /the sale would come to more than a sale may/)
  assert.deepEqual([...(await shop.verify()), ...(await other.verify())], [])
})

test('a completed setup applies what it showed, whatever the configuration is now', async () => {
  const open = await openRuleShop([{ then: [choice({ unitPrice: 2 })] }])
  const { shop } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card({ usd: 50 })
  const pay = {
    paymentMethods: [{ amount: 12, redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD' }],
  }
  const setup = await lock(cardNumber, '1 ESP 10', { ...chosen('LATTE'), ...pay })
  assert.equal(setup.checkoutTotalAfterDiscount, 12)
  await applyFile({ ...shop.file, campaigns: [] })
  const { body } = await complete(setup)
  assert.deepEqual(body.addedProducts, setup.addedProducts)
  assert.deepEqual(await purse(shop, cardNumber), { USD: 38 })
  assert.deepEqual(await shop.verify(), [])
})

test('per currency, and the number of a line that no line of the till has', async () => {
  const locations = [
    { id: 'L1', currency: 'USD', terminals: ['T1'] },
    { id: 'L2', currency: 'EUR', terminals: ['T2'] },
  ]
  const prices = { unitPrice: { USD: 2, EUR: '1.80' } }
  const { shop, bought } = await openRuleShop([{ then: [gift(prices)] }], { more: { locations } })
  const products = [{ sku: 'ESP', unitPrice: 1, sequenceId: 2 }]
  const here = await shop.must('checkout', { products })
  const there = await bought('1 ESP 1', {}, { location: 'L2', terminal: 'T2' })
  assert.deepEqual([here.checkoutTotalAfterDiscount, there.checkoutTotalAfterDiscount], [3, 2.8])
  assert.deepEqual([here.addedProducts[0].sequenceId, there.addedProducts[0].sequenceId], [3, 2])
  assert.deepEqual(await shop.verify(), [])
})

test('what was added counts as bought later', async () => {
  const { shop, bought } = await openRuleShop([
    { ...from(10), then: [gift({ units: 2 })] },
    {
      when: [{ fact: 'history.quantity', where: { sku: ['CAKE'] }, op: '>=', value: 2 }],
      then: [points(5)],
    },
  ])
  const cardNumber = await shop.card()
  await bought('1 ESP 10', { cardNumber })
  await bought('1 ESP 1', { cardNumber })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 5 })
  assert.deepEqual(await shop.verify(), [])
})
