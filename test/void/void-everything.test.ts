import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { couponsOf } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'
import { bringBack, broughtBack, stateOf, sums, undo, undone } from '../support/undo-shop.ts'

const offer = {
  skus: [{ sku: 'CAKE' }],
  discountType: 'absoluteDiscount',
  absoluteDiscount: 1,
  maxUsageCount: 3,
  expirationDate: secondsFromNow(oneDay),
}

const couponSets = [{ id: 'ten', name: 'Ten off', generate: { count: 20, prefix: 'T-', length: 10 } }]

/** Everything that one checkout can do, at once. */
const rules = [
  {
    when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }],
    limit: { times: 2, per: 'brand', every: 'ever' },
    then: [
      { discount: { amount: 2, on: 'checkout' } },
      points(perDollar(1)),
      points(7, { to: 'referrer' }),
      { redeem: { balanceType: 'Custom', balanceCode: 'STARS', amount: 5 } },
      { issue: { balanceType: 'Punches', amount: 1, subtrack: 'Tea' } },
      { logEvent: { categoryId: 'visit' } },
      { setDemographic: { name: 'drinks', value: 'tea' } },
      { enroll: { program: 'rewards' } },
      { personalOffer: { ...offer, skus: [{ sku: 'ESP' }] } },
    ],
  },
  { trigger: 'request', then: [points(1), { logEvent: { categoryId: 'visit' } }] },
]

const valueTypes = [
  { balanceType: 'Points', scale: 0 },
  { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
  { balanceType: 'Custom', balanceCode: 'STARS', scale: 0 },
  { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
]

async function openEverything() {
  const open = await openRuleShop(rules, {
    valueTypes,
    more: {
      couponSets,
      eventTypes: [{ categoryId: 'visit', name: 'Visit' }],
      demographicFields: [{ name: 'drinks', type: 'String', list: true }],
    },
  })
  const { shop } = open
  const [cardNumber, referringCardNumber, gift] = [
    await shop.card({ stars: 20, usd: 10 }),
    await shop.card(),
    await shop.card({ usd: 30 }),
  ]
  await shop.must('addPersonalOffer', { cardNumber, offers: [offer] })
  return { ...open, cardNumber, referringCardNumber, gift }
}

test('one void takes back all that a checkout did to three cards, a coupon, an offer and an account', async () => {
  const { shop, bought, cardNumber, referringCardNumber, gift } = await openEverything()
  const coupon = await couponsOf(shop).allocated({ couponSetId: 'ten' })
  const before = await stateOf(shop)
  for (const twoStage of [false, true, false]) {
    const ref = (await shop.redeem(gift, { usd: 9 })).body.requestRef
    const request = {
      referringCardNumber,
      coupons: [coupon],
      paymentMethods: [
        { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 4 },
        { updateBalanceRequestRef: ref },
      ],
    }
    const { lock, complete } = lockingCalls({ shop })
    const sale = twoStage
      ? (await complete(await lock(cardNumber, '2 ESP 6, 1 CAKE 5', request))).body
      : await bought('2 ESP 6, 1 CAKE 5', { cardNumber, ...request })
    assert.equal(sale.checkoutTotalAfterDiscount, 14)
    const during = await stateOf(shop)
    for (const part of Object.keys(before).filter((name) => name !== 'cards' && name !== 'holds'))
      assert.notDeepEqual(during[part], before[part], part)

    await undone(shop, cardNumber, sale.requestRef, { usedCouponResets: true })

    assert.deepEqual(await stateOf(shop), before)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('one return takes back what a checkout gave to all of them, and its void brings it again', async () => {
  const { shop, bought, cardNumber, referringCardNumber, gift } = await openEverything()
  const coupon = await couponsOf(shop).allocated({ couponSetId: 'ten' })
  const ref = (await shop.redeem(gift, { usd: 9 })).body.requestRef
  const before = [await sums(shop, cardNumber), await sums(shop, referringCardNumber), await sums(shop, gift)]
  const sale = await bought('2 ESP 6, 1 CAKE 5', {
    cardNumber,
    referringCardNumber,
    coupons: [coupon],
    paymentMethods: [
      { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 4 },
      { updateBalanceRequestRef: ref },
    ],
  })
  const sold = await stateOf(shop)
  const { requestRef } = await broughtBack(shop, sale, '2 ESP, 1 CAKE', {
    reversePayments: true,
    usedCouponResets: 'Never',
  })
  const [own, referrer, giver] = [
    await sums(shop, cardNumber),
    await sums(shop, referringCardNumber),
    await sums(shop, gift),
  ]
  const points = (sum: Record<string, number> | undefined) => sum?.Points ?? 0
  assert.deepEqual(own, { ...before[0], Points: points(before[0]) + 1 }, 'a rule gave a point for the return')
  assert.deepEqual(referrer, before[1])
  assert.deepEqual(giver, { ...before[2], USD: 30, Points: points(before[2]) - 1 }, 'the point for the payment is gone')
  assertRefused(await bringBack(shop, sale, '1 CAKE'), 120)

  await undone(shop, cardNumber, requestRef)
  assert.deepEqual(await stateOf(shop), sold)
  await undone(shop, cardNumber, sale.requestRef)
  assertRefused(await undo(shop, gift, ref), 119)
  assert.deepEqual([await sums(shop, cardNumber), await sums(shop, referringCardNumber)], before.slice(0, 2))
  assert.deepEqual(await shop.verify(), [])
})
