import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { workOutSegments } from '../../server/background/jobs/segments/segments.ts'
import { openJobRoom } from '../support/job-room.ts'
import { shapeOf } from '../support/page-answers.ts'
import { jsonExampleOf } from '../support/page-blocks.ts'
import { openShop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { openWebhookShop, secret, typesOf } from '../support/webhook-room.ts'

const rewards = {
  couponSets: [{ id: 'ten', coupons: ['TEN-1', 'TEN-2', 'TEN-3'] }],
  eventTypes: [{ categoryId: 'visit', name: 'Visit' }],
  campaigns: [
    {
      id: 'earn',
      rules: [
        {
          id: 'points',
          trigger: 'checkout',
          then: [{ issue: { balanceType: 'Points', amount: 5 } }, { logEvent: { categoryId: 'visit' } }],
        },
        {
          id: 'coupon',
          trigger: 'checkout',
          when: [{ fact: 'coupon', set: 'ten' }],
          then: [{ discount: { amount: 1 } }],
        },
      ],
    },
  ],
}

test('a card that is allocated, loaded and spent from is told, signed, in order', async (t) => {
  const { shop, receiver, told, tell } = await openWebhookShop(t)
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' })
  const issued = (await shop.issue(cardNumber, { usd: 10 })).body
  const held = (await shop.hold(cardNumber, { usd: 4 })).body
  await shop.redeem(cardNumber, { usd: 2.5 })
  assert.equal((await shop.redeem(cardNumber, { usd: 100 })).body.errorCode, 13)

  assert.deepEqual(await tell(), { told: 4, failed: 0, givenUp: 0 })

  const [allocated, issue, hold, redeem] = told()
  assert.deepEqual(typesOf(told()), ['card.allocated', 'balance.changed', 'balance.changed', 'balance.changed'])
  const origin = { callType: 'ALLOCATE', locationId: 'L1' }
  const { requestRef, ...rest } = allocated?.data ?? {}
  assert.deepEqual(rest, { cardNumber, ...origin, cardSetId: 'cards', programId: 'rewards', cardStatus: 'Activated' })
  assert.equal(allocated?.id, `evt_${requestRef}_1`)
  assert.deepEqual(issue?.data, {
    requestRef: issued.requestRef,
    cardNumber,
    callType: 'UPDATE_BALANCE',
    locationId: 'L1',
    balanceUpdates: [
      { balanceType: 'Currency', balanceCode: 'USD', amount: 10, mutationType: 'UpdateBalance', issuanceIndex: 1 },
    ],
    balances: [{ balanceType: 'Currency', balanceCode: 'USD', amount: 10, held: 0 }],
  })
  assert.equal(hold?.data.requestRef, held.requestRef)
  assert.deepEqual(hold?.data.balances, [{ balanceType: 'Currency', balanceCode: 'USD', amount: 10, held: 4 }])
  assert.deepEqual(redeem?.data.balances, [{ balanceType: 'Currency', balanceCode: 'USD', amount: 7.5, held: 4 }])
  assert.equal(redeem?.data.balanceUpdates[0].amount, -2.5)
  assert.deepEqual(shapeOf(jsonExampleOf('docs/webhooks.md')), shapeOf(JSON.parse(receiver.received[3]?.body ?? '')))
  const [first] = receiver.received
  assert.ok(first)
  const content = `${first.headers['webhook-id']}.${first.headers['webhook-timestamp']}.${first.body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(content).digest('base64')
  assert.equal(first.headers['webhook-signature'], `v1,${signature}`)
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout tells of its sale, its balances, its coupon, its event and its rules; a void and a return of theirs', async (t) => {
  const { shop, told, tell, receiver } = await openWebhookShop(t, { more: rewards })
  const cardNumber = await shop.card({ usd: 20 })
  await shop.must('allocateCoupon', {
    couponId: 'TEN-1',
    cardNumber,
    promotionId: 'p1',
    allowMultipleCoupons: true,
  })
  await tell()
  receiver.received.length = 0
  const body = { cardNumber, products: [{ sku: 'ESP', unitPrice: 3.5, amountPurchased: 2 }], coupons: ['TEN-1'] }
  const { requestRef } = await shop.must('checkout', body)

  await tell()

  const byType = new Map(told().map((one) => [one.type, one.data]))
  assert.deepEqual(typesOf(told()).toSorted(), [
    'balance.changed',
    'checkout.completed',
    'coupon.used',
    'event.logged',
    'rule.fired',
    'rule.fired',
  ])
  assert.deepEqual(byType.get('checkout.completed'), {
    requestRef,
    cardNumber,
    callType: 'CHECKOUT_COMPLETE',
    locationId: 'L1',
    checkoutTransactionId: requestRef,
    currency: 'USD',
    checkoutTotal: 7,
    totalDiscount: 1,
    checkoutTotalAfterDiscount: 6,
    products: [{ sku: 'ESP', unitPrice: 3.5, amountPurchased: 2 }],
    coupons: ['TEN-1'],
  })
  assert.equal(byType.get('coupon.used').couponId, 'TEN-1')
  assert.equal(byType.get('coupon.used').promotionId, 'p1')
  assert.equal(byType.get('event.logged').categoryId, 'visit')
  assert.equal(byType.get('balance.changed').balanceUpdates[0].campaignName, 'earn')

  receiver.received.length = 0
  await shop.must('voidTransaction', { cardNumber, requestRef, usedCouponResets: true })
  await tell()
  assert.deepEqual(typesOf(told()).toSorted(), ['balance.changed', 'coupon.unused', 'transaction.voided'])
  assert.equal(told().find(({ type }) => type === 'transaction.voided')?.data.voidedTransactionId, requestRef)

  receiver.received.length = 0
  const sale = await shop.must('checkout', { cardNumber, products: [{ sku: 'ESP', unitPrice: 3 }] })
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'ESP', amountPurchased: 1 }],
  })
  await tell()
  const returned = told().find(({ type }) => type === 'checkout.returned')
  assert.equal(returned?.data.checkoutTransactionId, sale.requestRef)
  assert.equal(returned?.data.returnTotal, 3)
  assert.deepEqual(returned?.data.products, [{ sku: 'ESP', unitPrice: 3, amountPurchased: 1 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a setup is told when it is completed, and one that is cancelled or simulated never', async (t) => {
  const { shop, told, tell, receiver } = await openWebhookShop(t, { more: rewards })
  const cardNumber = await shop.card()
  await tell()
  receiver.received.length = 0
  const products = [{ sku: 'ESP', unitPrice: 3.5 }]
  const setup = { cardNumber, products, isSetup: true, lockSetupDuration: 60 }
  await shop.must('checkout', { cardNumber, products, isSetup: true })
  const cancelled = await shop.must('checkout', setup)
  const cancel = { cancelSetup: true, relatedSetupTransactionId: cancelled.transactionId }
  await shop.must('checkout', { cardNumber, ...cancel })
  const locked = await shop.must('checkout', setup)
  assert.deepEqual(await tell(), { told: 0, failed: 0, givenUp: 0 })

  await shop.must('checkout', { cardNumber, relatedSetupTransactionId: locked.transactionId })
  await tell()

  assert.deepEqual(typesOf(told()).toSorted(), ['balance.changed', 'checkout.completed', 'event.logged', 'rule.fired'])
  assert.deepEqual(await shop.verify(), [])
})

test('of a person only the names of the changed fields are told, and child cards by both numbers', async (t) => {
  const { shop, told, tell, receiver } = await openWebhookShop(t)
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid-1' })
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { firstName: 'Anastasia', email: 'ana@example.com' },
  })
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Anastasia' } })
  await shop.must('updateBalance', {
    cardNumber,
    childCardNumber: 'kid-1',
    action: 'issue',
    amount: { balanceType: 'Points', amount: 3 },
  })
  await tell()

  const [, child, person, childBalance] = told()
  assert.deepEqual(typesOf(told()), ['card.allocated', 'card.allocated', 'customer.updated', 'balance.changed'])
  assert.equal(child?.data.childCardNumber, 'kid-1')
  assert.deepEqual(person?.data.fields, ['email', 'firstName'])
  assert.deepEqual([childBalance?.data.cardNumber, childBalance?.data.childCardNumber], [cardNumber, 'kid-1'])
  assert.ok(receiver.received.every(({ body }) => !/Anastasia|ana@example/.test(body)))
  assert.deepEqual(await shop.verify(), [])
})

test('a webhook is told only what it asked for, and a brand without one keeps nothing', async (t) => {
  const { shop, told, tell } = await openWebhookShop(t, { webhook: { events: ['card.statusChanged'] } })
  const cardNumber = await shop.card({ usd: 5 })
  await shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Lost' },
  })
  await tell()
  assert.deepEqual(typesOf(told()), ['card.statusChanged'])
  assert.deepEqual([told()[0]?.data.from, told()[0]?.data.to], ['Activated', 'Lost'])

  const silent = await openShop()
  await silent.card({ usd: 5 })
  const [{ kept }] = await sql('select count(*) as kept from notice where brand_id = $1', [silent.id])
  assert.equal(Number(kept), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('who enters or leaves a segment is told', async (t) => {
  const { shop, told, tell, receiver } = await openWebhookShop(t, {
    more: {
      segments: [{ id: 'rich', where: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }] }],
    },
    webhook: { events: ['segment.entered', 'segment.left'] },
  })
  const room = await openJobRoom(shop)
  const refresh = () => workOutSegments(room, { brands: [shop.id], all: true, restFactor: 0 })
  const cardNumber = await shop.card({ points: 150 })
  await shop.card({ points: 5 })
  await refresh()
  await tell()
  assert.deepEqual(
    told().map(({ type, data }) => [type, data]),
    [['segment.entered', { cardNumber, segmentId: 'rich', segmentName: 'rich' }]],
  )
  receiver.received.length = 0
  await shop.redeem(cardNumber, { points: 100 })
  await refresh()
  await refresh()
  await tell()
  assert.deepEqual(typesOf(told()), ['segment.left'])
  assert.deepEqual(await shop.verify(), [])
})

test('a transfer tells what came over, and what was told before stays as it was', async (t) => {
  const { shop, told, tell, receiver } = await openWebhookShop(t, { more: rewards })
  const [old, next] = [await shop.card({ points: 9 }), await shop.card()]
  await shop.must('allocateChildCard', { cardNumber: old, childCardNumber: 'kid-2' })
  const coupon = { couponId: 'TEN-1', cardNumber: old, promotionId: 'p1', allowMultipleCoupons: true }
  await shop.must('allocateCoupon', coupon)
  await tell()
  const before = told()
  receiver.received.length = 0
  await shop.must('transfer', { action: 'out', cardNumber: old })
  await shop.must('transfer', { action: 'in', cardNumber: next, oldCardNumber: old, transferCoupons: true })
  await tell()

  const came = told().find(({ type }) => type === 'card.transferred')?.data
  assert.deepEqual([came.cardNumber, came.fromCardNumber, came.childCardNumbers], [next, old, ['kid-2']])
  const moved = told().find(({ type }) => type === 'coupon.allocated')?.data
  assert.deepEqual([moved.cardNumber, moved.couponId], [next, 'TEN-1'])
  assert.deepEqual(told().filter(({ type }) => type === 'balance.changed').length, 2)
  receiver.received.length = 0
  await shop.must('replayWebhook', { webhookId: 'erp', fromDate: '2026-01-01 00:00:00' })
  await tell()
  const again = new Map(told().map((one) => [one.id, one]))
  for (const one of before) assert.deepEqual(again.get(one.id), one)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon of nobody is told of with the card that used it', async (t) => {
  const { shop, told, tell } = await openWebhookShop(t, { more: rewards, webhook: { events: ['coupon.used'] } })
  const cardNumber = await shop.card()
  await shop.must('allocateCoupon', { couponId: 'TEN-2' })
  await shop.must('checkout', { cardNumber, checkoutTotal: 5, coupons: ['TEN-2'] })
  await tell()
  assert.deepEqual([told()[0]?.data.cardNumber, told()[0]?.data.couponId], [cardNumber, 'TEN-2'])
  assert.deepEqual(await shop.verify(), [])
})
