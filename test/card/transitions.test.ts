import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { letLocksExpire, lockingCalls, openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { couponsOf } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** The rows of the specification's state tables: state, trigger, next state. Each has a test that is called so. */
const transitions = {
  card: [
    'active -> adjustStatus Lost -> Lost',
    'active -> adjustStatus Closed -> Closed',
    'active -> adjustStatus Expired -> Expired',
    'active -> adjustStatus Suspended -> Suspended',
    'active -> adjustStatus Stolen -> Stolen',
    'card -> transfer out -> disabled',
  ],
  checkout: [
    'none -> locking setup -> locked setup',
    'locked setup -> complete -> completed',
    'locked setup -> cancelSetup -> cancelled',
    'locked setup -> lock duration elapses -> expired',
    'none -> setup without lock -> non-locking setup',
    'any -> standalone checkout -> completed',
    'completed -> voidTransaction -> voided',
  ],
  hold: [
    'none -> hold -> hold active',
    'hold active -> redeem from hold -> hold active or consumed',
    'hold active -> releaseHoldRemainder -> released',
    'hold active -> redeem 0 with releaseHoldRemainder -> released',
  ],
  coupon: [
    'unallocated -> allocateCoupon -> allocated',
    'allocated unused -> use -> used',
    'used -> unuse -> unused',
    'unused -> reserve -> reserved',
    'reserved -> releaseReservation -> unused, unreserved',
    'reserved -> useReservation -> used',
    'reserved -> reserveUntil passes -> unused, unreserved',
    'allocated -> locking setup allocates it -> disabled',
    'used -> void or return with coupon reset -> unused',
  ],
  transfer: ['active -> transfer out -> transferred out', 'transferred out -> transfer in -> transferred in'],
}

const tests = join(import.meta.dirname, '..')

test('each transition of the state tables has a test that is named after it', () => {
  const names = globSync('**/*.test.ts', { cwd: tests }).flatMap((file) => {
    const source = readFileSync(join(tests, file), 'utf8')
    return [...source.matchAll(/^ *test\(\s*['`](.*?)['`],/gm)].map(([, name = '']) => name)
  })
  // The five statuses are one table.
  const isTested = (name: string) =>
    names.some((one) => one.startsWith(name.replace(/(Lost|Closed|Expired|Suspended|Stolen)/g, '$${status}')))
  const all = Object.values(transitions).flat()
  assert.deepEqual(
    all.filter((name) => !isTested(name)),
    [],
  )
})

const statusOf = async (shop: Shop, cardNumber: string) =>
  (await shop.must('search', { filters: { cardNumber }, includeInactive: true })).cards[0]?.cardStatus
const usd = async (shop: Shop, cardNumber: string) =>
  ((await shop.balances(cardNumber)) ?? [])
    .filter((one: { balanceCode?: string }) => one.balanceCode === 'USD')
    .map(({ amount, isHold }: { amount: number; isHold: boolean }) => (isHold ? `${amount} held` : `${amount}`))

for (const status of ['Lost', 'Closed', 'Expired', 'Suspended', 'Stolen']) {
  test(`active -> adjustStatus ${status} -> ${status}`, async () => {
    const shop = await openShop()
    const card = await shop.card({ usd: 5 })
    const set = (newStatus: string) => ({
      cardNumber: card,
      action: 'adjustOnly',
      isAccountingAdjustment: true,
      adjustStatus: { newStatus },
    })
    await shop.must('updateBalance', set(status))
    assert.equal(await statusOf(shop, card), status)
    assert.deepEqual(await usd(shop, card), ['5'])
    for (const answer of [
      await shop.redeem(card, { usd: 1 }),
      await shop.call('updateAccount', { cardNumber: card }),
      await shop.call('updateBalance', set('Activated')),
    ])
      assert.equal(answer.body.success, false)
    assert.equal(await statusOf(shop, card), status)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('card -> transfer out -> disabled', async () => {
  const { shop, lock, cancel } = await openRoom()
  const card = await shop.card({ usd: 5 })
  const out = { action: 'out', cardNumber: card }
  const setup = await lock(card, '1 ESP 3')
  assertRefused(await shop.call('transfer', out), 113)
  await cancel(setup)
  await shop.hold(card, { usd: 2 })
  assertRefused(await shop.call('transfer', out), 127)
  assert.equal(await statusOf(shop, card), 'Activated')

  await shop.must('transfer', { ...out, ignoreHoldBalances: true })
  assert.equal(await statusOf(shop, card), 'Transfer')
  assert.deepEqual(await usd(shop, card), ['5'], 'holds are plain balance again')
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, false)
  assert.deepEqual(await shop.verify(), [])
})

const rules = [
  { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 1 } }] },
  {
    then: [points(5), { notify: { channel: 'webhook', text: 'Sold' } }, { notify: { channel: 'direct', text: 'Hi' } }],
  },
  { then: [{ allocateCoupon: { set: 'gift', promotion: 'next' } }] },
]

async function openRoom() {
  const room = await openRuleShop(rules)
  const { shop } = room
  const stateOf = async (couponId: string) => {
    const { isUsed, isDisabled, reservedUntil } = await shop.must('couponDetails', { couponId })
    return isUsed ? 'used' : isDisabled ? 'disabled' : reservedUntil ? 'reserved' : 'unused'
  }
  const sent = async (cardNumber: string) => (await shop.must('communicationActivity', { cardNumber })).rows.length
  const pointsOf = async (cardNumber: string) =>
    ((await shop.balances(cardNumber)) ?? []).find((one: { balanceType: string }) => one.balanceType === 'Points')
      ?.amount ?? 0
  return { ...room, ...lockingCalls(room), ...couponsOf(shop), stateOf, sent, pointsOf }
}

test('none -> locking setup -> locked setup', async () => {
  const { shop, lock, buy, allocated, stateOf, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card({ usd: 5 }), await allocated()]
  const setup = await lock(card, '1 ESP 3', { coupons: [coupon] })

  assert.ok(setup.transactionId)
  assert.equal(await stateOf(coupon), 'reserved')
  for (const answer of [await buy('1 ESP 3', { cardNumber: card }), await shop.redeem(card, { usd: 1 })])
    assertRefused(answer, 113)
  assert.equal(await pointsOf(card), 0, 'nothing is final')
  const anonymous = { isSetup: true, lockSetupDuration: 60, products: productsOf('1 ESP 3') }
  assert.equal((await shop.call('checkout', anonymous)).body.success, false, 'a lock needs a card')
  assert.deepEqual(await shop.verify(), [])
})

test('locked setup -> complete -> completed', async () => {
  const { shop, lock, complete, allocated, stateOf, sent, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card({ usd: 5 }), await allocated()]
  const setup = await lock(card, '1 ESP 3', { coupons: [coupon] })
  assert.equal(await sent(card), 0)
  const { body } = await complete(setup)

  assert.deepEqual([body.success, body.responseMessages], [true, ['Hi']])
  assert.deepEqual([await stateOf(coupon), await stateOf(body.issuedCouponIDs[0])], ['used', 'unused'])
  assert.deepEqual([await pointsOf(card), await sent(card)], [5, 1])
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true, 'the lock is released')
  assertRefused(await complete(setup), 114, undefined, 'once')
  assert.deepEqual(await shop.verify(), [])
})

test('locked setup -> cancelSetup -> cancelled', async () => {
  const { shop, lock, complete, cancel, allocated, stateOf, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card({ usd: 5 }), await allocated()]
  const setup = await lock(card, '1 ESP 3', { coupons: [coupon] })
  assert.equal((await cancel(setup, { products: productsOf('9 CAKE 9') })).body.success, true)

  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true, 'at once')
  assert.deepEqual([await stateOf(coupon), await pointsOf(card)], ['unused', 0])
  assertRefused(await complete(setup), 114)
  assert.deepEqual(await shop.verify(), [])
})

test('locked setup -> lock duration elapses -> expired', async () => {
  const { shop, lock, complete, allocated, stateOf, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card({ usd: 5 }), await allocated()]
  const setup = await lock(card, '1 ESP 3', { coupons: [coupon] })
  await letLocksExpire(shop)

  assertRefused(await complete(setup), 114)
  assert.deepEqual([await stateOf(coupon), await pointsOf(card)], ['unused', 0])
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('none -> setup without lock -> non-locking setup', async () => {
  const { shop, bought, buy, allocated, stateOf, sent, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card({ usd: 5 }), await allocated()]
  for (const basket of ['1 ESP 3', '2 ESP 3']) {
    const answer = await bought(basket, { cardNumber: card, coupons: [coupon], isSetup: true })
    assert.deepEqual([answer.responseMessages, answer.issuedCouponIDs], [['Hi'], undefined])
  }
  assert.deepEqual([await stateOf(coupon), await pointsOf(card), await sent(card)], ['unused', 0, 0])
  assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true, 'the card is free')
  const { body } = await buy('2 ESP 3', { cardNumber: card, coupons: [coupon] })
  assert.deepEqual([body.success, body.totalDiscount, await pointsOf(card)], [true, 1, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('any -> standalone checkout -> completed', async () => {
  const { shop, bought, allocated, stateOf, sent, pointsOf } = await openRoom()
  const [card, coupon] = [await shop.card(), await allocated()]
  const answer = await bought('2 ESP 3', { cardNumber: card, coupons: [coupon] })

  assert.equal(answer.issuedCouponIDs.length, 1)
  assert.deepEqual([await stateOf(coupon), await pointsOf(card), await sent(card)], ['used', 5, 1])
  const [newest] = await shop.history(card)
  assert.deepEqual([newest.callType, newest.isVoided], ['CHECKOUT_COMPLETE', undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('completed -> voidTransaction -> voided', async () => {
  const { shop, lock, complete, pointsOf } = await openRoom()
  const card = await shop.card()
  const { body } = await complete(await lock(card, '1 ESP 3'))
  const undo = { cardNumber: card, requestRef: body.requestRef }
  await shop.must('voidTransaction', undo)

  assert.equal(await pointsOf(card), 0)
  assert.equal((await shop.must('requestLookup', { requestRef: body.requestRef })).isVoided, true)
  assert.equal((await shop.call('voidTransaction', undo)).body.success, false, 'once')
  assert.deepEqual(await shop.verify(), [])
})

const held = async (shop: Shop, card: string, amount: number) =>
  (await shop.hold(card, { usd: amount })).body.transactionId as string

test('none -> hold -> hold active', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  assertRefused(await shop.hold(card, { usd: 5.01 }), 13)
  const { body } = await shop.hold(card, { usd: 3 }, { returnBalances: true })

  const part = body.balances.find((one: { isHold: boolean }) => one.isHold)
  assert.deepEqual([part.amount, part.holdingTransactionId], [3, body.transactionId])
  assertRefused(await shop.redeem(card, { usd: 2.01 }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('hold active -> redeem from hold -> hold active or consumed', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const use = { redeemFromHoldTransactionId: await held(shop, card, 3) }
  assertRefused(await shop.redeem(card, { usd: 3.01 }, use), 13)
  await shop.redeem(card, { usd: 1 }, use)
  assert.deepEqual(await usd(shop, card), ['2', '2 held'], 'the remainder is held')
  await shop.redeem(card, { usd: 2 }, use)
  assert.deepEqual(await usd(shop, card), ['2'], 'consumed')
  assertRefused(await shop.redeem(card, { usd: 1 }, use), 117)
  assert.deepEqual(await shop.verify(), [])
})

test('hold active -> releaseHoldRemainder -> released', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const use = { redeemFromHoldTransactionId: await held(shop, card, 3), releaseHoldRemainder: true }
  await shop.redeem(card, { usd: 1 }, use)
  assert.deepEqual(await usd(shop, card), ['4'])
  assertRefused(await shop.redeem(card, { usd: 1 }, use), 117)
  assert.deepEqual(await shop.verify(), [])
})

test('hold active -> redeem 0 with releaseHoldRemainder -> released', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const use = { redeemFromHoldTransactionId: await held(shop, card, 3) }
  assert.equal((await shop.redeem(card, { usd: 0 }, use)).body.success, false, 'nothing alone is no redemption')
  await shop.redeem(card, { usd: 0 }, { ...use, releaseHoldRemainder: true })
  assert.deepEqual(await usd(shop, card), ['5'])
  assert.deepEqual(await shop.verify(), [])
})

test('allocated -> locking setup allocates it -> disabled', async () => {
  const { shop, lock, complete, stateOf } = await openRoom()
  const card = await shop.card()
  const setup = await lock(card, '1 ESP 3')
  const couponOf = async () =>
    (await shop.must('search', { filters: { cardNumber: card }, returnFields: { coupons: true } })).cards[0].coupons
  assert.deepEqual([setup.issuedCouponIDs, await couponOf()], [undefined, []], 'a disabled coupon is not shown')
  const { body } = await complete(setup)
  const [issued] = body.issuedCouponIDs
  assert.equal(await stateOf(issued), 'unused', 'enabled by the completion')
  assert.equal((await couponOf())[0].couponId, issued)

  await lock(card, '1 ESP 3')
  await letLocksExpire(shop)
  assert.equal((await couponOf()).length, 1, 'that of a setup which expired stays disabled')
  assert.deepEqual(await shop.verify(), [])
})

test('used -> void or return with coupon reset -> unused', async () => {
  const { shop, bought, allocated, stateOf } = await openRoom()
  const card = await shop.card()
  const sell = async () => {
    const coupon = await allocated()
    const { requestRef } = await bought('1 ESP 3', { cardNumber: card, coupons: [coupon] })
    assert.equal(await stateOf(coupon), 'used')
    return { coupon, requestRef }
  }
  const [voided, returned, kept] = [await sell(), await sell(), await sell()]
  await shop.must('voidTransaction', { cardNumber: card, requestRef: voided.requestRef, usedCouponResets: true })
  const back = { cardNumber: card, returnedProducts: productsOf('1 ESP 3') }
  const giveBack = ({ requestRef }: { requestRef: string }, usedCouponResets: string) =>
    shop.must('returnMerchandise', { ...back, checkoutRequestRef: requestRef, usedCouponResets })
  await giveBack(returned, 'Always')
  await giveBack(kept, 'Never')
  const states = [await stateOf(voided.coupon), await stateOf(returned.coupon), await stateOf(kept.coupon)]
  assert.deepEqual(states, ['unused', 'unused', 'used'])
  assert.deepEqual(await shop.verify(), [])
})

test('active -> transfer out -> transferred out', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  await shop.must('transfer', { action: 'out', cardNumber: card })
  assert.equal(await statusOf(shop, card), 'Transfer')
  assert.equal((await shop.call('transfer', { action: 'out', cardNumber: card })).body.success, false)
  assert.deepEqual(await shop.verify(), [])
})

test('transferred out -> transfer in -> transferred in', async () => {
  const shop = await openShop()
  const [old, card, other] = [await shop.card({ usd: 5 }), await shop.card({ usd: 2 }), await shop.card()]
  const into = (cardNumber: string) => shop.call('transfer', { action: 'in', cardNumber, oldCardNumber: old })
  assert.equal((await into(card)).body.success, false, 'not before it was transferred out')
  await shop.must('transfer', { action: 'out', cardNumber: old })
  assert.equal((await into(card)).body.success, true)
  assert.equal((await into(other)).body.success, false, 'once')

  assert.deepEqual([await usd(shop, old), await usd(shop, card), await usd(shop, other)], [[], ['7'], []])
  assert.deepEqual(await shop.verify(), [])
})
