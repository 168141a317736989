import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const many = (prefix: string) => Array.from({ length: 30 }, (_, index) => `${prefix}-${index}`)
const asking = (id: string, condition: object, ...then: object[]) => ({
  id,
  rules: [{ id: 'r', trigger: 'checkout', when: [{ fact: 'coupon', op: '=', value: true, ...condition }], then }],
})
const bag = (unitPrice: number) => [{ sku: 'bag', amountPurchased: 1, unitPrice }]

async function open() {
  const shop = await openShop({
    locations: [{ id: 'L1', terminals: ['T1'] }],
    more: {
      portal: {
        limits: {
          support: { issue: { money: 20, perDay: { money: 100 } } },
          cashier: { return: { money: 0, points: 0 } },
          finance: { approve: { money: 100 } },
        },
      },
      couponSets: ['five', 'percent', 'hundred'].map((id) => ({ id, name: id, coupons: many(id.toUpperCase()) })),
      campaigns: [
        asking('vip', { tag: 'vip' }, { issue: usd(900) }),
        asking('five', { set: 'five' }, { issue: usd(5) }),
        asking('hundred', { set: 'hundred' }, { issue: usd(100) }),
        asking('percent', { set: 'percent' }, { discount: { percent: 50 } }),
      ],
    },
  })
  return { shop, desk: openDesk(shop) }
}

test('a tag that makes a coupon worth more counts', async () => {
  const { shop, desk } = await open()
  const support = await desk.as('support')
  const card = await shop.card()
  await support.call('allocateCoupon', { couponId: 'FIVE-0' }, { note: 'sorry' })
  const tagged = await support.call('couponDetails', { couponId: 'FIVE-0', newCustomTags: ['vip'] }, { note: 'x' })
  await support.call('checkout', { cardNumber: card, coupons: ['FIVE-0'], products: bag(1) })
  assert.equal(tagged.error?.reason, 'approvalNeeded', JSON.stringify(await shop.balances(card)))
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon of unknown worth above the day can be approved', async () => {
  const { shop, desk } = await open()
  const [support, administrator] = [await desk.as('support'), await desk.as('administrator')]
  for (let i = 0; i < 5; i += 1) await support.call('allocateCoupon', { couponSetId: 'percent' }, { note: 'x' })
  const { approvalId } = await support.ask('askApproval', {
    operation: 'allocateCoupon',
    request: { couponSetId: 'percent' },
    reason: 'sorry',
  })
  const done = await administrator.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof done.requestRef, 'string', JSON.stringify(done))
  assert.deepEqual(await shop.verify(), [])
})

test('of two who approve at once, the one who may not leaves alone what the other did', async () => {
  const { shop, desk } = await open()
  const [support, administrator, finance] = [
    await desk.as('support'),
    await desk.as('administrator'),
    await desk.as('finance'),
  ]
  for (let round = 0; round < 5; round += 1) {
    const card = await shop.card()
    const request = { cardNumber: card, action: 'issue', amount: usd(500) }
    const { approvalId } = await support.ask('askApproval', { operation: 'updateBalance', request, reason: 'sorry' })
    const approve = (who: typeof finance) => who.ask('decideApproval', { approvalId, isApproved: true })
    const first = approve(finance)
    await new Promise((resolve) => setTimeout(resolve, round * 3))
    await Promise.all([first, approve(administrator)])
    await finance.ask('decideApproval', { approvalId, isApproved: false, reason: 'no' })
    const [row] = (await administrator.ask('listApprovals')).approvals
    assert.deepEqual([(await shop.balances(card))[0].amount, row.state], [500, 'done'])
    const { entries } = await administrator.call('auditLog', { action: 'approval.given' })
    assert.equal(entries.length, round + 1)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a cashier who may return nothing alone does not free a coupon by a return', async () => {
  const { shop, desk } = await open()
  const cashier = await desk.as('cashier')
  await shop.must('allocateCoupon', { couponId: 'PERCENT-0' })
  const discounts: unknown[] = []
  for (let i = 0; i < 3; i += 1) {
    const sale = await cashier.call('checkout', { coupons: ['PERCENT-0'], products: bag(200) })
    discounts.push(sale.totalDiscount)
    await cashier.call('returnMerchandise', {
      checkoutRequestRef: sale.requestRef,
      returnedProducts: [{ sku: 'bag', amountPurchased: 0.000001 }],
      usedCouponResets: 'Always',
    })
  }
  // The coupon is used, and the second sale is refused (27).
  assert.deepEqual(discounts.slice(0, 2), [100, undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('redemptions that pay a sale are together no more than it owes, however little of each is counted', async () => {
  const { shop } = await open()
  const card = await shop.card()
  await shop.must('updateBalance', { cardNumber: card, action: 'issue', amount: usd(300) })
  const refs: string[] = []
  for (let i = 0; i < 3; i += 1)
    refs.push((await shop.must('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(100) })).requestRef)
  const paymentMethods = refs.map((ref) => ({ updateBalanceRequestRef: ref, checkoutPaymentAmount: 0 }))
  const sale = await shop.call('checkout', { cardNumber: card, products: bag(100), paymentMethods })
  assert.equal(sale.body.errorCode, 100, JSON.stringify(sale.body))
  assert.deepEqual(await shop.verify(), [])
})

test('a day of the year 0 is refused', async () => {
  const { desk } = await open()
  const support = await desk.as('support')
  const found = await support.ask('findSales', { day: '0000-01-01' })
  assert.equal(found.error?.reason, 'invalid', JSON.stringify(found))
})
