import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCouponShop, unused } from '../support/coupon-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { letTimePass, secondsFromNow, sql } from '../support/time-passes.ts'

const soon = () => ({ reserveUntil: secondsFromNow(60) })

test('unallocated: details can be read, and nothing else be done', async () => {
  const { details, act } = await openCouponShop()
  assert.deepEqual(await details('TEN-1'), unused({ isAllocated: false }))
  for (const action of ['use', 'unuse', 'releaseReservation', 'useReservation'])
    assertRefused(await act('TEN-1', action), 122, 'The coupon is not allocated.', action)
  assertRefused(await act('TEN-1', 'reserve', soon()), 122, 'The coupon is not allocated.')
  assert.deepEqual(await details('TEN-1'), unused({ isAllocated: false }))
})

test('unallocated -> allocateCoupon -> allocated', async () => {
  const { allocate, details } = await openCouponShop()
  const { body } = await allocate({ couponId: 'TEN-1' })
  assert.deepEqual(body, { couponId: 'TEN-1', success: true, requestRef: body.requestRef })
  assert.deepEqual(await details('TEN-1'), unused())
})

test('allocated: cannot be unallocated or allocated again; tags and allowed cards may still be updated', async () => {
  const { allocate, allocated, act, details } = await openCouponShop()
  const id = await allocated({ couponId: 'TEN-1', customTags: ['a'] })
  assertRefused(await allocate({ couponId: id }), 122, 'The coupon is already allocated.')
  await act(id, 'details', { newCustomTags: ['b', 'b', 'c'], newAllowedCards: ['1', '2'] })
  assert.deepEqual(await details(id), unused({ customTags: ['b', 'c'], allowedWithCards: ['1', '2'] }))
  await act(id, 'details', { newCustomTags: [] })
  assert.deepEqual(await details(id), unused({ allowedWithCards: ['1', '2'] }))
  await act(id, 'details', { newAllowedCards: [] })
  assert.deepEqual(await details(id), unused())
})

test('allocated unused -> use -> used; used is used once', async () => {
  const { allocated, act, details } = await openCouponShop()
  const id = await allocated()
  const { body } = await act(id, 'use')
  assert.deepEqual({ ...body, requestRef: '' }, { ...unused({ isUsed: true }), success: true, requestRef: '' })
  assertRefused(await act(id, 'use'), 122, 'The coupon has already been used.')
  assertRefused(await act(id, 'reserve', soon()), 122, 'The coupon has already been used.')
  assertRefused(await act(id, 'useReservation'), 122, 'The coupon has already been used.')
  assertRefused(await act(id, 'releaseReservation'), 122, 'The coupon has already been used.')
  assert.deepEqual(await details(id), unused({ isUsed: true }))
})

test('used -> unuse -> unused, and then it can be used again', async () => {
  const { allocated, act, details, shop } = await openCouponShop()
  const id = await allocated()
  assertRefused(await act(id, 'unuse'), 122, 'The coupon has not been used.')
  await act(id, 'use')
  assert.equal((await act(id, 'unuse')).body.isUsed, false)
  assert.deepEqual(await details(id), unused())
  assert.equal((await act(id, 'use')).body.isUsed, true)
  assert.deepEqual(await shop.verify(), [])
})

test('unused -> reserve -> reserved until the given time, and by one caller only', async () => {
  const { allocated, act, details } = await openCouponShop()
  const id = await allocated()
  const { reserveUntil } = soon()
  const { body } = await act(id, 'reserve', { reserveUntil })
  assert.equal(body.reservedUntil, reserveUntil)
  assert.deepEqual(await details(id), unused({ reservedUntil: reserveUntil }))
  for (const action of ['use', 'reserve'])
    assertRefused(await act(id, action, action === 'reserve' ? soon() : {}), 122, 'The coupon is reserved.')
  assertRefused(await act(id, 'unuse'), 122, 'The coupon has not been used.')
})

test('reserved -> releaseReservation -> unused, unreserved', async () => {
  const { allocated, act, details } = await openCouponShop()
  const id = await allocated()
  assertRefused(await act(id, 'releaseReservation'), 122, 'The coupon is not reserved.')
  await act(id, 'reserve', soon())
  assert.equal((await act(id, 'releaseReservation')).body.success, true)
  assert.deepEqual(await details(id), unused())
  assert.equal((await act(id, 'use')).body.isUsed, true)
})

test('reserved -> useReservation -> used', async () => {
  const { allocated, act, details } = await openCouponShop()
  const id = await allocated()
  assertRefused(await act(id, 'useReservation'), 122, 'The coupon is not reserved.')
  await act(id, 'reserve', soon())
  assert.equal((await act(id, 'useReservation')).body.isUsed, true)
  assert.deepEqual(await details(id), unused({ isUsed: true }))
  await act(id, 'unuse')
  assert.deepEqual(await details(id), unused())
})

test('reserved -> reserveUntil passes -> unused, unreserved', async () => {
  const { shop, allocated, act, details } = await openCouponShop()
  const [first, second, third] = [await allocated(), await allocated(), await allocated()]
  for (const id of [first, second, third]) await act(id, 'reserve', soon())
  await letTimePass(shop, 61)
  assert.deepEqual(await details(first), unused())
  assertRefused(await act(first, 'releaseReservation'), 122, 'The coupon is not reserved.')
  assertRefused(await act(first, 'useReservation'), 122, 'The coupon is not reserved.')
  assert.equal((await act(second, 'use')).body.isUsed, true)
  assert.equal((await act(third, 'reserve', soon())).body.success, true)
})

test('disabled: can be looked at, and nothing else be done', async () => {
  const { shop, allocated, act, details } = await openCouponShop()
  const id = await allocated()
  await sql(`update coupon set disabled = 'setup' where brand_id = $1 and coupon_id = $2`, [shop.id, id])
  assert.deepEqual(await details(id), unused({ isDisabled: true }))
  for (const action of ['use', 'unuse', 'releaseReservation', 'useReservation'])
    assertRefused(await act(id, action), 122, 'The coupon is disabled.', action)
  assertRefused(await act(id, 'reserve', soon()), 122, 'The coupon is disabled.')
})

test('expired: no longer used or reserved; what is reserved expires when the reservation ends', async () => {
  const { shop, allocated, act } = await openCouponShop()
  const expirationDate = secondsFromNow(30)
  const ids = [1, 2, 3].map((n) => ({ couponId: `TEN-${n}`, expirationDate }))
  const [idle = '', reserved = '', released = ''] = await Promise.all(ids.map(allocated))
  await act(reserved, 'reserve', soon())
  await act(released, 'reserve', soon())
  await letTimePass(shop, 40)
  assertRefused(await act(idle, 'use'), 122, 'The coupon has expired.')
  assertRefused(await act(idle, 'reserve', soon()), 122, 'The coupon has expired.')
  assert.equal((await act(reserved, 'useReservation')).body.isUsed, true)
  assert.equal((await act(released, 'releaseReservation')).body.success, true)
  assertRefused(await act(released, 'use'), 122, 'The coupon has expired.')
})

test('of a card that cannot be used any more: coupons can be looked at, and nothing else be done', async () => {
  const { shop, allocated, act, details } = await openCouponShop()
  const cardNumber = await shop.card()
  const id = await allocated({ couponSetId: 'ten', cardNumber, promotionId: 'P' })
  const status = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Stolen' } }
  await shop.must('updateBalance', { cardNumber, action: 'adjustOnly', ...status })
  assertRefused(await act(id, 'use'), 112)
  assertRefused(await act(id, 'reserve', soon()), 112)
  assertRefused(await act(id, 'details', { newCustomTags: ['x'] }), 112)
  assert.deepEqual(await details(id), unused())
})

test('couponDetails: each field, good and bad', async () => {
  const { allocated, act, shop } = await openCouponShop()
  const id = await allocated()
  assertRefused(await shop.call('couponDetails', {}), 100, 'couponId')
  assertRefused(await act('NONE', 'details'), 121)
  assertRefused(await act('NONE', 'use'), 121)
  assertRefused(await act(id, 'allocate'), 100, 'action')
  assertRefused(await act(id, 'reserve'), 100, 'reserveUntil')
  assertRefused(await act(id, 'reserve', { reserveUntil: secondsFromNow(-5) }), 100, 'reserveUntil')
  assertRefused(await act(id, 'reserve', { reserveUntil: 'tomorrow' }), 100, 'reserveUntil')
  assertRefused(await act(id, 'use', soon()), 100, 'reserveUntil')
  assertRefused(await act(id, 'use', { newCustomTags: ['x'] }), 100, 'newCustomTags')
  assertRefused(await act(id, 'use', { newAllowedCards: [] }), 100, 'newAllowedCards')
  assertRefused(await act(id, 'details', { newCustomTags: [''] }), 100, 'newCustomTags[0]')
  const odd = ['"quoted"', 'back\\slash', '{a,b}', 'NULL', ' ', 'ünïcode']
  assert.deepEqual((await act(id, 'details', { newCustomTags: odd })).body.customTags, odd)
})

test('a coupon of another brand is as unknown as none', async () => {
  const { allocated, shop } = await openCouponShop()
  const other = await openCouponShop({ more: {} })
  const id = await allocated({ couponId: 'TEN-1' })
  assertRefused(await other.act(id, 'use'), 121)
  assertRefused(await other.allocate({ couponId: 'TEN-2' }), 121)
  assertRefused(await other.allocate({ couponSetId: 'ten' }), 100, 'couponSetId')
  const card = await shop.card()
  assertRefused(await other.allocate({ couponId: 'TEN-2', cardNumber: card, promotionId: 'P' }), 2)
})

test('couponDetails leaves a record as UPDATE_ACCOUNT, allocateCoupon as ALLOCATE', async () => {
  const { shop, allocate, act } = await openCouponShop()
  const allocation = await allocate({ couponId: 'TEN-1' })
  const used = await act('TEN-1', 'use')
  const refused = await act('TEN-1', 'use')
  const lookup = async (requestRef: string) => shop.must('requestLookup', { requestRef })
  assert.equal((await lookup(allocation.body.requestRef)).callType, 'ALLOCATE')
  assert.equal((await lookup(used.body.requestRef)).callType, 'UPDATE_ACCOUNT')
  assert.equal((await lookup(refused.body.requestRef)).requestErrorCode, 122)
})

test('a coupon call with a customRequestId happens once', async () => {
  const { shop, details } = await openCouponShop()
  const headers = { customRequestId: 'once' }
  const first = await shop.must('allocateCoupon', { couponSetId: 'pair' }, headers)
  assertRefused(await shop.call('allocateCoupon', { couponSetId: 'pair' }, headers), 3)
  assert.deepEqual(await details(first.couponId), unused())
  assert.equal((await shop.call('allocateCoupon', { couponSetId: 'pair' })).body.success, true)
  assertRefused(await shop.call('allocateCoupon', { couponSetId: 'pair' }), 123)
})
