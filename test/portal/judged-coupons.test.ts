import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const coupons = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const asking = (id: string, set: string, ...then: object[]) => ({
  id,
  rules: [{ id: 'r', trigger: 'checkout', when: [{ fact: 'coupon', op: '=', value: true, set }], then }],
})
const usd = (amount: number | object) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

/** Support gives 20 at once and 100 a day. */
async function openGiving() {
  const shop = await openShop({
    locations: [{ id: 'L1', terminals: ['T1'] }],
    more: {
      portal: {
        limits: { support: { issue: { money: 20, points: 50, perDay: { money: 100 } }, void: { money: 20 } } },
      },
      couponSets: [
        { id: 'five', name: 'Five', coupons: coupons('FIVE', 30) },
        { id: 'bounded', name: 'Bounded', coupons: coupons('BOUNDED', 3) },
        { id: 'hundred', name: 'Hundred', coupons: coupons('HUNDRED', 3) },
        { id: 'points', name: 'Points', coupons: coupons('POINTS', 3) },
        { id: 'percent', name: 'Percent', coupons: coupons('PERCENT', 12) },
        { id: 'elsewhere', name: 'Elsewhere', coupons: coupons('ELSEWHERE', 12) },
      ],
      campaigns: [
        asking('five', 'five', { issue: usd(5) }),
        asking('bounded', 'bounded', { discount: { percent: 50, max: 20 } }),
        asking('hundred', 'hundred', { discount: { amount: 100, on: 'checkout' } }),
        asking('points', 'points', { issue: { balanceType: 'Points', amount: 51 } }),
        asking('percent', 'percent', { discount: { percent: 10 } }),
      ],
    },
  })
  const desk = openDesk(shop)
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  const give = async (couponSetId: string) => {
    const answer = await support.call('allocateCoupon', { couponSetId }, { note: 'sorry' })
    return answer.error?.reason ?? 'done'
  }
  return { shop, desk, support, finance, give }
}

test('a coupon counts with what rules give for it', async () => {
  const { shop, support, finance, give } = await openGiving()
  assert.equal(await give('five'), 'done')
  assert.equal(await give('bounded'), 'done')
  assert.equal(await give('hundred'), 'approvalNeeded')
  assert.equal(await give('points'), 'approvalNeeded')
  // 25 are given, and 75 are left of the day.
  for (let round = 0; round < 15; round += 1) assert.equal(await give('five'), 'done')
  assert.equal(await give('five'), 'approvalNeeded')

  const request = { couponId: 'HUNDRED-1' }
  const { approvalId } = await support.ask('askApproval', { operation: 'allocateCoupon', request, reason: 'sorry' })
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.money, shown.action], [100, 'issue'])
  await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal((await support.call('couponDetails', { couponId: 'HUNDRED-1' })).isAllocated, true)
  assert.deepEqual(await shop.verify(), [])
})

for (const set of ['percent', 'elsewhere'])
  test(`a coupon whose worth cannot be told counts as much as one may give at once: ${set}`, async () => {
    const { shop, desk, support, give } = await openGiving()
    for (let round = 0; round < 5; round += 1) assert.equal(await give(set), 'done')
    const { error } = await support.call('allocateCoupon', { couponSetId: set }, { note: 'one more' })
    assert.match(error.text, /whose worth cannot be told in advance counts as much as you may give at once/)
    const administrator = await desk.as('administrator')
    const own = await administrator.call('allocateCoupon', { couponSetId: set }, { note: 'mine' })
    assert.equal(own.error, undefined)
    assert.deepEqual(await shop.verify(), [])
  })

test('whoever may give nothing gives no coupons either', async () => {
  const shop = await openShop({
    more: {
      portal: { limits: { support: { issue: { money: 0 } } } },
      couponSets: [{ id: 'elsewhere', name: 'Elsewhere', coupons: ['E-1'] }],
    },
  })
  const support = await openDesk(shop).as('support')
  const { error } = await support.call('allocateCoupon', { couponId: 'E-1' }, { note: 'sorry' })
  assert.equal(error.reason, 'approvalNeeded')
  assert.equal((await support.call('couponDetails', { couponId: 'E-1' })).isAllocated, false)
  assert.deepEqual(await shop.verify(), [])
})

test('freeing a used coupon, or letting others use it, is giving it once more', async () => {
  const { shop, support } = await openGiving()
  const card = await shop.card()
  const change = async (body: object) =>
    (await support.call('couponDetails', { couponId: 'HUNDRED-0', ...body }, { note: 'x' })).error?.reason ?? 'done'
  await shop.must('allocateCoupon', { couponId: 'HUNDRED-0' })
  assert.equal(await change({ newAllowedCards: [card] }), 'done')
  assert.equal(await change({ newAllowedCards: [card, 'another'] }), 'approvalNeeded')
  assert.equal(await change({ newAllowedCards: [] }), 'approvalNeeded')
  assert.equal(await change({ newCustomTags: ['kept'] }), 'done')
  assert.equal(await change({ action: 'use' }), 'done')
  assert.equal(await change({ action: 'unuse' }), 'approvalNeeded')
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that comes back by a void counts with what is known of it', async () => {
  const { shop, support } = await openGiving()
  const sell = async (couponId: string) => {
    await shop.must('allocateCoupon', { couponId })
    const products = [{ sku: 'bag', amountPurchased: 1, unitPrice: 200 }]
    return (await shop.must('checkout', { products, coupons: [couponId] })).requestRef
  }
  const undo = async (requestRef: string) =>
    (await support.call('voidTransaction', { requestRef, usedCouponResets: true }, { note: 'x' })).error?.reason ??
    'done'
  assert.equal(await undo(await sell('HUNDRED-2')), 'approvalNeeded')
  assert.equal(await undo(await sell('PERCENT-2')), 'done')
  assert.deepEqual(await shop.verify(), [])
})

const added = (addProduct: object) => ({ addProduct: { sku: 'MUG', ...addProduct } })

test('a product that a rule adds for a coupon counts with what it costs otherwise', async () => {
  const gifts: readonly [set: string, gift: object, expected: string][] = [
    ['cheap', added({ regularPrice: 20 }), 'done'],
    ['dear', added({ regularPrice: 20.01 }), 'approvalNeeded'],
    ['three', added({ regularPrice: 7, units: 3 }), 'approvalNeeded'],
    ['lower', added({ regularPrice: 30, unitPrice: 10 }), 'done'],
    ['local', added({ regularPrice: { USD: 5, EUR: 25 }, unitPrice: { USD: 0, EUR: 1 } }), 'approvalNeeded'],
    // What it is worth to the customer is open, and at least what the merchant pays for it.
    ['open', added({}), 'done'],
    ['costly', added({ choose: { of: ['MUG', 'MACHINE'] } }), 'approvalNeeded'],
  ]
  const shop = await openShop({
    locations: [{ id: 'L1', terminals: ['T1'] }],
    brand: { exchangeRates: { EUR: '1.1' } },
    more: {
      portal: { limits: { support: { issue: { money: 20, perDay: { money: 1000 } } } } },
      products: [
        { sku: 'MUG', name: 'Mug', cost: 3 },
        { sku: 'MACHINE', name: 'Machine', cost: 180 },
      ],
      couponSets: gifts.map(([id]) => ({ id, name: id, coupons: [`${id}-1`] })),
      campaigns: gifts.map(([id, gift]) => asking(id, id, gift)),
    },
  })
  const support = await openDesk(shop).as('support')
  for (const [couponSetId, , expected] of gifts) {
    const answer = await support.call('allocateCoupon', { couponSetId }, { note: 'sorry' })
    assert.equal(answer.error?.reason ?? 'done', expected, couponSetId)
  }
  assert.deepEqual(await shop.verify(), [])
})
