import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spent } from '../support/budget-room.ts'
import { openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { assertReproduced, replayShop } from '../support/replay-room.ts'
import { dice } from '../support/segment-population.ts'
import type { Shop } from '../support/shop.ts'
import { stateOf, sums, undone } from '../support/undo-shop.ts'

const rules = [
  {
    when: [{ fact: 'checkout.total', op: '>=', value: 10 }],
    budget: { amount: 1000, of: 'discount' },
    limit: { times: 100, per: 'card' },
    then: [{ addProduct: { sku: 'CAKE', units: 2, unitPrice: '1.10', regularPrice: 4 } }],
  },
  {
    when: [{ fact: 'coupon', set: 'ten' }],
    then: [{ addProduct: { regularPrice: 3, choose: { of: ['LATTE', 'MUG'], group: 'gift' } } }],
  },
  { then: [{ addProduct: { sku: 'BAG', unitPrice: '0.07' } }, { discount: { percent: 15 } }] },
  { then: [points({ give: 3, per: 1, of: 'products.quantity', where: { sku: ['CAKE', 'BAG'] } })] },
  { then: [points(perDollar(2)), { issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: perDollar(1) } }] },
]

interface Line {
  readonly sku: string
  readonly amountPurchased: number
  readonly sequenceId: number
}

/** Everything that the customer took home, by the numbers of the lines: those of the till, and those that were added. */
function takenHome(basket: string, sale: { addedProducts?: readonly Line[] }): Line[] {
  const own = productsOf(basket).map(({ sku, amountPurchased }, index) => ({
    sku,
    amountPurchased,
    sequenceId: index + 1,
  }))
  return [...own, ...(sale.addedProducts ?? [])].map(({ sku, amountPurchased, sequenceId }) => ({
    sku,
    amountPurchased,
    sequenceId,
  }))
}

async function assertUntouched(shop: Shop, before: Record<string, unknown[]>) {
  const after = await stateOf(shop)
  for (const part of ['balances', 'holds', 'offers', 'accounts', 'cards'])
    assert.deepEqual(after[part], before[part], part)
  assert.deepEqual(await shop.verify(), [])
}

test('a sale with added lines that is voided leaves the card as one that never bought', async () => {
  const { shop, bought } = await openRuleShop(rules)
  const [cardNumber, twin] = [await shop.card({ points: 7 }), await shop.card({ points: 7 })]
  await shop.must('allocateCoupon', { couponId: 'TEN-1' })
  const before = await stateOf(shop)
  const sale = await bought('2 ESP 6.35', {
    cardNumber,
    coupons: ['TEN-1'],
    campaignChoices: [{ optionId: 'LATTE' }],
  })
  assert.deepEqual(
    sale.addedProducts.map(({ sku }: Line) => sku),
    ['CAKE', 'LATTE', 'BAG'],
  )
  await undone(shop, cardNumber, sale.requestRef, { usedCouponResets: true })
  assert.deepEqual(await sums(shop, cardNumber), await sums(shop, twin))
  assert.deepEqual(Object.values(await spent(shop)), [0])
  const after = await stateOf(shop)
  assert.deepEqual(after.coupons, before.coupons)
  assert.deepEqual(after.firings, before.firings)
  await assertUntouched(shop, before)
  const again = await bought('2 ESP 6.35', { cardNumber, coupons: ['TEN-1'], campaignChoices: [{ optionId: 'LATTE' }] })
  assert.deepEqual(again.addedProducts, sale.addedProducts)
  assert.deepEqual(await shop.verify(), [])
})

test('returned in any steps, added lines too, it is as if nothing had been bought', async () => {
  const { shop, bought } = await openRuleShop(rules)
  const { below: roll } = dice(11)
  for (let round = 0; round < 12; round += 1) {
    const cardNumber = await shop.card()
    const coupon = round % 3 === 0 ? `TEN-${1 + round / 3}` : undefined
    if (coupon !== undefined) await shop.must('allocateCoupon', { couponId: coupon })
    const before = await stateOf(shop)
    const basket = roll(2) === 0 ? '2 ESP 6.35' : '1 ESP 4.1, 3 LATTE 5.05'
    const sale = await bought(basket, {
      cardNumber,
      campaignChoices: [{ optionId: 'MUG' }],
      ...(coupon !== undefined && { coupons: [coupon] }),
    })
    let left = takenHome(basket, sale)
    while (left.length > 0) {
      const place = roll(left.length)
      const line = left[place]
      if (!line) break
      const part = line.amountPurchased > 1 && roll(2) === 0 ? 1 : line.amountPurchased
      const returnedProducts = [{ sku: line.sku, amountPurchased: part, sequenceId: line.sequenceId }]
      await shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: sale.requestRef, returnedProducts })
      const rest = { ...line, amountPurchased: line.amountPurchased - part }
      left = left.toSpliced(place, 1, ...(rest.amountPurchased > 0 ? [rest] : []))
    }
    assert.deepEqual(await sums(shop, cardNumber), {}, `round ${round}`)
    await assertUntouched(shop, before)
    assert.deepEqual(
      Object.values(await spent(shop)).filter((minor) => minor !== 0),
      [],
    )
  }
  assertReproduced(await replayShop(shop, {}))
})

test('a sale is worth what it would be had the till sent the lines itself at their prices, and a replay decides the same', async () => {
  const others = [
    { then: [{ discount: { percent: 15 } }] },
    { then: [points({ give: 2, per: 1, of: 'products.total', where: { sku: ['CAKE'] } })] },
    { then: [points(perDollar(3)), points({ give: 1, per: 1, of: 'checkout.lines' })] },
  ]
  const adds = { then: [{ addProduct: { sku: 'CAKE', units: 1.5, unitPrice: '2.30' } }] }
  const adding = await openRuleShop([adds, ...others])
  const plain = await openRuleShop(others)
  const { below } = dice(5)
  for (let round = 0; round < 20; round += 1) {
    const basket = `${1 + below(3)} ESP ${(400 + below(800)) / 100}, 2 LATTE 3.33`
    const total = below(2) === 0 ? {} : { checkoutTotal: 5 + below(40) }
    const mine = await adding.shop.card()
    const theirs = await plain.shop.card()
    const added = await adding.bought(basket, { cardNumber: mine, ...total })
    assert.equal(added.addedProducts.length, 1)
    if ('checkoutTotal' in total) continue
    const sent = await plain.bought(`${basket}, 1.5 CAKE 2.3`, { cardNumber: theirs })
    assert.deepEqual(
      [added.checkoutTotalBeforeDiscount, added.totalDiscount, added.checkoutTotalAfterDiscount],
      [sent.checkoutTotalBeforeDiscount, sent.totalDiscount, sent.checkoutTotalAfterDiscount],
    )
    assert.deepEqual(await sums(adding.shop, mine), await sums(plain.shop, theirs))
  }
  assertReproduced(await replayShop(adding.shop, {}))
  assert.deepEqual([...(await adding.shop.verify()), ...(await plain.shop.verify())], [])
})
