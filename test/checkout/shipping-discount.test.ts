import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { purse, says } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'

const offShipping = (terms: object) => ({ discount: { ...terms, on: 'shipping' } })
const free = { then: [offShipping({ percent: 100 })] }
const shipped = (checkoutShippingTotal: number, more: object = {}) => ({
  checkoutShippingTotal,
  returnBalanceMutations: true,
  ...more,
})

test('free shipping counts as a discount, and leaves the total and what is earned alone', async () => {
  const { shop, bought } = await openRuleShop([
    free,
    { then: [points(perDollar(1)), says('{{ checkout.discount }} off, {{ checkout.netTotal }} to pay')] },
  ])
  const cardNumber = await shop.card()
  const answer = await bought('2 ESP 10', shipped(4.9, { cardNumber, preDiscounts: [{ amount: 5 }] }))
  assert.deepEqual(totalsOf(answer), { before: 20, discount: 4.9, after: 15, offShipping: 4.9 })
  assert.equal(answer.preDiscountTotal, 5)
  assert.deepEqual(answer.responseMessages, ['4.90 off, 15.00 to pay'])
  const [off, earned] = answer.balanceMutations
  assert.deepEqual(
    [off.amount, off.isDiscount, off.isOnShipping, off.sku, off.balanceCode],
    [4.9, true, true, undefined, 'USD'],
  )
  assert.equal(off.campaignDescriptiveName, 'Main / rule-1')
  assert.equal(earned.amount, 15)

  const kept = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual(totalsOf(kept), { before: 20, discount: 4.9, after: 15, offShipping: 4.9 })
  assert.equal(kept.checkoutShippingTotal, 4.9, 'what shipping cost is kept as it was')
  assert.deepEqual(kept.balanceMutations[0], off)
  const request = await shop.must('requestLookup', { requestRef: answer.requestRef })
  assert.equal(request.totalDiscount, 4.9)
  const [row] = await shop.history(cardNumber, { includeMainBalanceUpdate: true })
  assert.deepEqual([row.totalDiscount, row.checkoutShippingTotal, row.checkoutTotalAfterDiscounts], [4.9, 4.9, 15])
  assert.match(await explained(shop, answer.requestRef), /rule-1: 100 % off shipping: 4\.90 USD$/m)
  assert.deepEqual(await shop.verify(), [])
})

function totalsOf(answer: Record<string, number>) {
  const { checkoutTotalBeforeDiscount: before, totalDiscount: discount, checkoutTotalAfterDiscount: after } = answer
  return { before, discount, after, offShipping: answer.shippingDiscount }
}

//  rules (one discount each)                                        shipping   off, and what the next rule sees
const terms: [string, object[], number, number, string][] = [
  ['an amount', [{ amount: 3 }], 4.9, 3, '1.9'],
  ['never more than shipping costs', [{ amount: 30 }], 4.9, 4.9, '0'],
  ['a percentage, rounded half up', [{ percent: 50 }], 4.95, 2.48, '2.47'],
  ['at most its max', [{ percent: 100, max: 2 }], 4.9, 2, '2.9'],
  ['of what the first has left', [{ percent: 50 }, { percent: 50 }], 8, 6, '2'],
  [
    'of the original cost',
    [
      { percent: 50, basis: 'original' },
      { percent: 50, basis: 'original' },
    ],
    8,
    8,
    '0',
  ],
  ['an amount of a fact', [{ amount: { give: 1, per: 10, of: 'checkout.netTotal' } }], 8, 2, '6'],
]

for (const [name, discounts, shipping, off, left] of terms) {
  test(`a discount on shipping: ${name}`, async () => {
    const rules = discounts.map((one) => ({ then: [offShipping(one)] }))
    const told = ['0', '1.9', '2', '2.47', '2.9', '6'].map((value) => ({
      when: [{ fact: 'checkout.shipping', op: '=', value: Number(value) }],
      then: [says(value)],
    }))
    const { shop, bought } = await openRuleShop([...rules, ...told])
    const answer = await bought('2 ESP 10', shipped(shipping))
    assert.deepEqual(totalsOf(answer), { before: 20, discount: off, after: 20, offShipping: off })
    assert.deepEqual(answer.responseMessages, [left])
    assert.deepEqual(await shop.verify(), [])
  })
}

test('without shipping there is nothing to take off, and the rule does not fire', async () => {
  const { shop, bought } = await openRuleShop([{ ...free, limit: { times: 1 } }])
  const cardNumber = await shop.card()
  const none = await bought('1 ESP 3', { cardNumber })
  assert.deepEqual([none.totalDiscount, none.shippingDiscount], [0, undefined])
  assert.match(await explained(shop, none.requestRef), /nothing to take off: there is no shipping to pay/)
  assert.equal((await bought('1 ESP 3', shipped(2, { cardNumber }))).totalDiscount, 2, 'its limit was not used up')
  assert.deepEqual(await shop.verify(), [])
})

test('goods and shipping are discounted side by side', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [{ discount: { percent: 10 } }, offShipping({ amount: 1 }), says('{{ discount.amount }}')] },
  ])
  const answer = await bought('2 ESP 10', shipped(5))
  assert.deepEqual(totalsOf(answer), { before: 20, discount: 3, after: 18, offShipping: 1 })
  assert.deepEqual(answer.responseMessages, ['3.00'])
  assert.deepEqual(await shop.verify(), [])
})

test('a setup shows it, its completion keeps it, and a void undoes it', async () => {
  const open = await openRuleShop([free, { then: [points(perDollar(1))] }])
  const { shop } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card()
  const setup = await lock(cardNumber, '2 ESP 10', { checkoutShippingTotal: 5 })
  assert.deepEqual(totalsOf(setup), { before: 20, discount: 5, after: 20, offShipping: 5 })
  const { body } = await complete(setup)
  assert.deepEqual(totalsOf(body), { before: 20, discount: 5, after: 20, offShipping: 5 })
  assert.deepEqual(body.balanceMutations, setup.balanceMutations)
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a quick checkout pays the shipping that is left', async () => {
  const { shop } = await openRuleShop([{ then: [offShipping({ amount: 3 })] }])
  const cardNumber = await shop.card({ usd: 50 })
  const sale = { cardNumber, products: [{ sku: 'ESP', unitPrice: 10 }], checkoutShippingTotal: 5, checkoutTipTotal: 1 }
  const answer = await shop.must('quickCheckout', sale)
  assert.deepEqual([answer.paidAmount, answer.remainingAmount], [13, 0])
  assert.deepEqual(await purse(shop, cardNumber), { USD: 37 })
  assert.deepEqual(await shop.verify(), [])
})

test('a return counts the discount on shipping when everything is back', async () => {
  const { shop, bought } = await openRuleShop([{ then: [{ discount: { percent: 10 } }] }, free])
  const cardNumber = await shop.card()
  const { requestRef } = await bought('4 ESP 5', shipped(5, { cardNumber }))
  const back = async (amountPurchased: number) =>
    shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: requestRef,
      returnedProducts: [{ sku: 'ESP', amountPurchased }],
    })
  assert.equal(await discountOf(shop, await back(1)), -0.5, 'a quarter of the goods’ discount')
  const rest = await back(3)
  assert.equal(await discountOf(shop, rest), -6.5, 'the rest of it, and the shipping')
  await shop.must('voidTransaction', { cardNumber, requestRef: rest.requestRef })
  assert.equal(await discountOf(shop, await back(3)), -6.5)
  assert.deepEqual(await shop.verify(), [])
})

test('shipping has no units: prices of units and buy patterns are faults of the file', async () => {
  const refused = (fields: object) => assert.rejects(openRuleShop([{ then: [offShipping(fields)] }]), /need products/)
  await refused({ unitPrice: 1 })
  await refused({ percent: 10, buy: { units: 1 } })
  await assert.rejects(
    openRuleShop([{ then: [{ discount: { percent: 10, on: 'shiping' } }] }]),
    /did you mean .*shipping/,
  )
})

async function discountOf(shop: Shop, { requestRef }: { requestRef: string }): Promise<number> {
  return (await shop.must('requestLookup', { requestRef })).totalDiscount
}
