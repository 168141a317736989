import assert from 'node:assert/strict'
import { test } from 'node:test'
import { couponSets, openCouponShop, unused } from '../support/coupon-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { applyFile } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'

test('fields that contradict each other, or say nothing, are refused by name', async () => {
  const { shop, allocate } = await openCouponShop()
  const cardNumber = await shop.card()
  const refusals: Refusals = [
    [{}, 100, 'couponId'],
    [{ couponId: 'TEN-1', couponSetId: 'ten' }, 100, 'couponSetId'],
    [{ couponSetId: 'none' }, 100, 'couponSetId'],
    [{ couponId: 'NONE' }, 121],
    [{ couponId: 'TEN-1', cardNumber }, 100, 'promotionId'],
    [{ couponId: 'TEN-1', cardNumber: 'nobody', promotionId: 'P' }, 2],
    [{ couponId: 'TEN-1', customTags: 'x' }, 100, 'customTags'],
    [{ couponId: 'TEN-1', customTags: [{}] }, 100, 'customTags[0]'],
    [{ couponId: 'TEN-1', expirationDate: secondsFromNow(-5) }, 100, 'expirationDate'],
    [{ couponId: 'TEN-1', expirationDate: '2026-02-30 00:00:00' }, 100, 'expirationDate'],
    [{ couponId: 'NEW-1', createIfNew: true }, 100, 'createIfNew'],
    [{ couponSetId: 'ten', createIfNew: true }, 100, 'createIfNew'],
    [{ couponId: 'TEN-1', couponSetId: 'pair', createIfNew: true }, 100, 'couponSetId'],
    [{ couponId: 'NEW-1', couponSetId: 'none', createIfNew: true }, 100, 'couponSetId'],
    [{ couponId: 'TEN-1', newPin: '1234' }, 100, 'newPin'],
    [{ couponId: 'NEW-1', couponSetId: 'ten', createIfNew: true, newPin: '1234' }, 100, 'newPin'],
    [{ couponId: 'x'.repeat(101) }, 100, 'couponId'],
  ]
  for (const [body, code, field] of refusals)
    assertRefused(await shop.call('allocateCoupon', body), code, field, JSON.stringify(body))
  assert.equal((await allocate({ couponId: 'TEN-1' })).body.success, true)
})

test('couponSetId: a random coupon of the set, each once, until there are no more', async () => {
  const { allocated, allocate, details } = await openCouponShop()
  const ids = [await allocated({ couponSetId: 'pair' }), await allocated({ couponSetId: 'pair' })]
  assert.equal(new Set(ids).size, 2)
  assert.ok(ids.every((id) => /^P-[2-9A-HJ-NP-Z]{8}$/.test(id)))
  assertRefused(await allocate({ couponSetId: 'pair' }), 123)
  assert.deepEqual(await details(ids[0] ?? ''), unused())
})

test('couponSetId: the choice is random', async () => {
  const order = async () => {
    const { allocated } = await openCouponShop()
    const ids = []
    for (let n = 0; n < 6; n += 1) ids.push(await allocated())
    return ids.join()
  }
  const orders = new Set([await order(), await order(), await order(), await order()])
  assert.ok(orders.size > 1)
})

test('couponSetId: an auto-generating set that is empty makes a coupon', async () => {
  const { shop, allocated, details } = await openCouponShop()
  const ids = []
  for (let n = 0; n < 5; n += 1) ids.push(await allocated({ couponSetId: 'endless' }))
  assert.equal(new Set(ids).size, 5)
  assert.ok(ids.every((id) => /^E-[2-9A-HJ-NP-Z]{8}$/.test(id)))
  assert.deepEqual(await details(ids[4] ?? ''), unused())
  const [made] = await sql(`select count(*)::int as made from coupon where brand_id = $1 and origin = 'created'`, [
    shop.id,
  ])
  assert.equal(made.made, 4)
})

test('a coupon set that the file no longer has is not allocated from; its coupons stay', async () => {
  const { shop, allocated, allocate, act } = await openCouponShop()
  const id = await allocated({ couponId: 'TEN-1' })
  await applyFile({ ...shop.file, couponSets: couponSets.filter((set) => set.id !== 'ten') })
  assertRefused(await allocate({ couponSetId: 'ten' }), 123)
  assertRefused(await allocate({ couponId: 'TEN-2' }), 123)
  assertRefused(await allocate({ couponId: 'NEW', couponSetId: 'ten', createIfNew: true }), 123)
  assert.equal((await act(id, 'use')).body.isUsed, true)
})

test('cardNumber: the coupon is issued to the card, and the call stands in its history', async () => {
  const { shop, allocated } = await openCouponShop()
  const cardNumber = await shop.card()
  await allocated({ couponId: 'TEN-1', cardNumber, promotionId: 'spring' })
  const [latest] = await shop.history(cardNumber)
  assert.equal(latest.callType, 'ALLOCATE')
  assert.deepEqual(latest.balanceUpdates, [])
  assert.deepEqual(await shop.verify(), [])
})

test('cardNumber: the card has to be active', async () => {
  const cards = [{ cardNumber: '70000001' }, { cardNumber: '70000002' }]
  const { shop, allocate } = await openCouponShop({ cardSets: [{ id: 'cards', cards }] })
  const issue = (cardNumber: string) => allocate({ couponSetId: 'ten', cardNumber, promotionId: 'P' })
  assertRefused(await issue('70000003'), 2)
  assertRefused(await issue('70000001'), 110)
  await shop.must('allocate', { cardNumber: '70000001' })
  const status = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: '70000001', action: 'adjustOnly', ...status })
  assertRefused(await issue('70000001'), 112)
})

test('a card gets one coupon of a promotion, used or not, unless the caller wants otherwise', async () => {
  const { shop, allocate, allocated, act } = await openCouponShop()
  const cardNumber = await shop.card()
  const wanted = { couponSetId: 'ten', cardNumber, promotionId: 'P' }
  const first = await allocated(wanted)
  assertRefused(await allocate(wanted), 124)
  assertRefused(await allocate({ ...wanted, allowMultipleCoupons: false, failOnMultipleCoupons: true }), 124)
  assert.equal(await allocated({ ...wanted, failOnMultipleCoupons: false }), first)
  assert.notEqual(await allocated({ ...wanted, promotionId: 'Q' }), first)
  await act(first, 'use')
  assertRefused(await allocate(wanted), 124)
  const further = await allocated({ ...wanted, allowMultipleCoupons: true })
  assert.notEqual(further, first)
  assert.equal(await allocated({ ...wanted, failOnMultipleCoupons: false }), further)
  const both = { ...wanted, allowMultipleCoupons: true, failOnMultipleCoupons: false }
  assert.equal(new Set([first, further, await allocated(both)]).size, 3)
  assert.equal((await allocate({ ...wanted, cardNumber: await shop.card() })).body.success, true)
  assert.equal((await shop.history(cardNumber)).length, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that was disabled no longer counts for its promotion', async () => {
  const { shop, allocated } = await openCouponShop()
  const cardNumber = await shop.card()
  const wanted = { couponSetId: 'ten', cardNumber, promotionId: 'P' }
  const first = await allocated(wanted)
  await sql(`update coupon set disabled = 'void' where brand_id = $1 and coupon_id = $2`, [shop.id, first])
  assert.notEqual(await allocated(wanted), first)
})

test('customTags set the tags, an empty list resets them, and none leaves them', async () => {
  const { allocate, act } = await openCouponShop()
  for (const id of ['TEN-1', 'TEN-2', 'TEN-3']) await act(id, 'details', { newCustomTags: ['stock'] })
  assert.deepEqual((await allocate({ couponId: 'TEN-1' })).body.customTags, ['stock'])
  assert.deepEqual((await allocate({ couponId: 'TEN-2', customTags: ['a', 'b'] })).body.customTags, ['a', 'b'])
  const { body } = await allocate({ couponId: 'TEN-3', customTags: [] })
  assert.deepEqual(body, { couponId: 'TEN-3', success: true, requestRef: body.requestRef })
})

test('a coupon that is restricted to cards is issued to these only', async () => {
  const { shop, allocate, act } = await openCouponShop()
  const [mine, other] = [await shop.card(), await shop.card()]
  for (const id of ['TEN-1', 'TEN-2']) await act(id, 'details', { newAllowedCards: [mine] })
  const issue = { couponId: 'TEN-1', promotionId: 'P' }
  assertRefused(await allocate({ ...issue, cardNumber: other }), 122, 'The coupon is not for this card.')
  assert.deepEqual((await allocate({ ...issue, cardNumber: mine })).body.allowedWithCards, [mine])
  const more = { couponSetId: 'ten', promotionId: 'Q', allowMultipleCoupons: true, cardNumber: other }
  for (let n = 0; n < 4; n += 1) assert.equal((await allocate(more)).body.success, true)
  assertRefused(await allocate(more), 123)
  assert.equal((await allocate({ ...more, cardNumber: mine })).body.couponId, 'TEN-2')
})

test('createIfNew creates the coupon in the set, once, with its pin sealed', async () => {
  const { shop, allocate, details } = await openCouponShop()
  const cardNumber = await shop.card()
  const body = {
    couponId: 'NEW-1',
    couponSetId: 'ten',
    createIfNew: true,
    cardNumber,
    promotionId: 'P',
    newPin: '12-34',
  }
  assert.equal((await allocate(body)).body.couponId, 'NEW-1')
  assert.deepEqual(await details('NEW-1'), unused())
  assertRefused(await allocate({ ...body, promotionId: 'Q' }), 122)
  const existing = await allocate({ ...body, couponId: 'TEN-1', promotionId: 'Q', newPin: 'x'.repeat(20) })
  assert.equal(existing.body.couponId, 'TEN-1')
  assertRefused(await allocate({ ...body, couponId: 'NEW-2', newPin: 'x'.repeat(21) }), 100, 'newPin')
  const rows = await sql(
    `select coupon_id, origin, length(pin_check) as check, pin_sealed::text as sealed from coupon
      where brand_id = $1 and allocated_at is not null order by coupon_id`,
    [shop.id],
  )
  assert.deepEqual(
    rows.map(({ coupon_id, origin, check }) => [coupon_id, origin, check]),
    [
      ['NEW-1', 'created', 32],
      ['TEN-1', 'listed', 32],
    ],
  )
  assert.ok(!rows[0].sealed.includes(Buffer.from('12-34').toString('hex')))
  assert.deepEqual(await shop.verify(), [])
})

test('createIfNew needs its enablement', async () => {
  const { allocate } = await openCouponShop({ brand: { enable: [] } })
  assertRefused(await allocate({ couponId: 'NEW-1', couponSetId: 'ten', createIfNew: true }), 104)
  assert.equal((await allocate({ couponId: 'TEN-1', createIfNew: false })).body.success, true)
})

test('search answers the active coupons of a card, the newest first, at most 20', async () => {
  const { shop, allocated, act } = await openCouponShop()
  const cardNumber = await shop.card()
  const fields = async () => {
    const body = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
    return body.cards[0].coupons
  }
  assert.deepEqual(await fields(), [])
  const to = { cardNumber, promotionId: 'P', allowMultipleCoupons: true }
  const expirationDate = secondsFromNow(oneDay)
  for (const n of [1, 2, 3, 4]) await allocated({ couponId: `TEN-${n}`, ...to, ...(n === 4 && { expirationDate }) })
  await act('TEN-2', 'use')
  await act('TEN-3', 'reserve', { reserveUntil: secondsFromNow(60) })
  const listed = await fields()
  assert.deepEqual(
    listed.map(({ couponId }: { couponId: string }) => couponId),
    ['TEN-4', 'TEN-3', 'TEN-1'],
  )
  const { issuedDate, ...first } = listed[0]
  assert.deepEqual(first, { couponId: 'TEN-4', promotionId: 'P', expirationDate })
  assert.match(issuedDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await letTimePass(shop, oneDay + 1)
  assert.equal((await fields()).length, 2)
  for (let n = 0; n < 22; n += 1) await allocated({ couponSetId: 'endless', ...to })
  assert.equal((await fields()).length, 20)
})

test('a call that allocated a coupon cannot be voided', async () => {
  const { shop, allocate } = await openCouponShop()
  const cardNumber = await shop.card()
  const { body } = await allocate({ couponSetId: 'ten', cardNumber, promotionId: 'P' })
  assertRefused(await shop.call('voidTransaction', { requestRef: body.requestRef, cardNumber }), 119)
})
