import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements, openShop, type Shop, times } from '../support/shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const undo = (shop: Shop, cardNumber: string, requestRef: string, more: object = {}) =>
  shop.call('voidTransaction', { cardNumber, requestRef, ...more })

const refOf = async (answer: Promise<{ body: { requestRef: string } }>) => (await answer).body.requestRef

const amounts = async (shop: Shop, card: string, fields: object = {}) =>
  ((await shop.balances(card, fields)) as { amount: number; isHold: boolean }[]).map(({ amount, isHold }) =>
    isHold ? `${amount} held` : amount,
  )

test('a void answers the envelope alone, and shows in the history as a call of its own', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const ref = await refOf(shop.redeem(card, { usd: 4 }))

  const { status, body } = await undo(shop, card, ref.toUpperCase())

  assert.deepEqual([status, body], [200, { success: true, requestRef: body.requestRef }])
  assert.deepEqual(await amounts(shop, card), [10])
  const [first, second] = await shop.history(card, { includeCampaignData: true })
  assert.deepEqual(
    [first.callType, first.isVoided, first.balanceUpdates],
    ['VOID', undefined, [{ balanceType: 'Currency', balanceCode: 'USD', amount: 4, mutationType: 'Void' }]],
  )
  assert.deepEqual([second.requestRef, second.isVoided], [ref, true])
  assert.equal((await shop.must('requestLookup', { requestRef: ref })).isVoided, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a voided redemption returns to the very lots it came from', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  await shop.issue(card, { usd: 5 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.issue(card, { usd: 3 }, { isReturnRelated: true })
  const before = await shop.balances(card, { balanceExpirations: true })
  const ref = await refOf(shop.redeem(card, { usd: 12 }))

  assert.ok((await undo(shop, card, ref)).body.success)

  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), before)
  await shop.redeem(card, { usd: 3 })
  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), [before[0], { ...before[1], amount: 10 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a voided issuance leaves the lot it made, then others; what the card no longer has is 13', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const ref = await refOf(shop.issue(card, { usd: 8 }, { issuedBalanceExpiration: secondsFromNow(oneDay) }))
  const second = await refOf(shop.issue(card, { usd: 5 }))
  await shop.redeem(card, { usd: 6 })

  assert.ok((await undo(shop, card, ref)).body.success)
  assert.deepEqual(await amounts(shop, card, { balanceExpirations: true }), [9])
  await shop.hold(card, { usd: 5 })
  assertRefused(await undo(shop, card, second), 13)
  assert.deepEqual(await amounts(shop, card), [4, '5 held'], 'nothing changed')
  assert.deepEqual(await shop.verify(), [])
})

test('a voided hold releases what it holds; one that was partly used cannot be voided', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const [untouched, used] = [await refOf(shop.hold(card, { usd: 4 })), await refOf(shop.hold(card, { usd: 5 }))]
  const use = await refOf(shop.redeem(card, { usd: 1 }, { redeemFromHoldTransactionId: used }))

  assert.ok((await undo(shop, card, untouched)).body.success)
  assertRefused(await undo(shop, card, used), 119)
  assert.deepEqual(await amounts(shop, card), [5, '4 held'])
  assert.ok((await undo(shop, card, use)).body.success, 'the use goes back into the hold')
  assert.deepEqual(await amounts(shop, card), [5, '5 held'])
  assert.ok((await undo(shop, card, used)).body.success, 'which is then as it was')
  assert.deepEqual(await amounts(shop, card), [10])
  assert.deepEqual(await shop.verify(), [])
})

test('what came from a hold that is closed goes back to the free balance', async () => {
  const shop = await openShop()
  for (const release of [true, false]) {
    const card = await shop.card({ usd: 10 })
    const hold = await refOf(shop.hold(card, { usd: 5 }))
    const amount = release ? 2 : 5
    const more = { redeemFromHoldTransactionId: hold, releaseHoldRemainder: release }
    const use = await refOf(shop.redeem(card, { usd: amount }, more))
    assert.ok((await undo(shop, card, use)).body.success)
    assert.deepEqual(await amounts(shop, card), [10])
    assertRefused(await undo(shop, card, hold), 119)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a cancelled hold stays cancelled', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const hold = await refOf(shop.hold(card, { usd: 5 }))
  const cancel = await refOf(
    shop.redeem(card, { usd: 0 }, { redeemFromHoldTransactionId: hold, releaseHoldRemainder: true }),
  )
  const [ofCancel, ofHold] = [await undo(shop, card, cancel), await undo(shop, card, hold)]
  assertRefused(ofCancel, 119)
  assert.match(ofCancel.body.errorMessage, /: it released a hold\.$/)
  assertRefused(ofHold, 119)
  assert.match(ofHold.body.errorMessage, /: the hold was released, or redeemed from\.$/)
  assert.deepEqual(await amounts(shop, card), [10])
  assert.deepEqual(await shop.verify(), [])
})

test('adjustments, negative ones too, are voided like other calls; status changes are not', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const adjustment = { isAccountingAdjustment: true }
  const taken = await refOf(shop.issue(card, { usd: -4 }, adjustment))
  const given = await refOf(shop.redeem(card, { usd: -3 }, adjustment))
  const cashed = await refOf(shop.redeem(card, { usd: 9 }, { isCashout: true }))
  for (const ref of [cashed, given, taken]) assert.ok((await undo(shop, card, ref)).body.success)
  assert.deepEqual(await amounts(shop, card), [10])
  const closed = await refOf(shop.redeem(card, { usd: 1 }, { ...adjustment, adjustStatus: { newStatus: 'Closed' } }))
  assertRefused(await undo(shop, card, closed), 112)
  assert.deepEqual(await shop.verify(), [])
})

test('a second void is 119, also when both arrive at once, and a void cannot be voided', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const ref = await refOf(shop.redeem(card, { usd: 4 }))

  const answers = await Promise.all(times(8, () => undo(shop, card, ref)))

  const done = answers.filter(({ body }) => body.success)
  assert.equal(done.length, 1)
  for (const answer of answers.filter(({ body }) => !body.success)) {
    assertRefused(answer, 119)
    assert.match(answer.body.errorMessage, /cannot be voided: it was voided before, by [0-9a-f-]{36}\.$/)
  }
  assertRefused(await undo(shop, card, done[0]?.body.requestRef), 119)
  assert.deepEqual(await amounts(shop, card), [10])
  assert.deepEqual(await shop.verify(), [])
})

test('a call that failed, or changed nothing that could be undone, is 119; one of elsewhere is 118', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const [card, second] = [await shop.card({ usd: 10 }), await shop.card({ usd: 10 })]
  const ref = await refOf(shop.redeem(card, { usd: 4 }))
  const failed = await refOf(shop.redeem(card, { usd: 400 }))
  const read = await refOf(shop.call('cardHistory', { cardNumber: card }))
  await shop.must('requestLookup', { requestRef: failed })

  const table: [string, string, number][] = [
    [card, failed, 119],
    [card, read, 119],
    [second, ref, 118],
    [card, '01890000-0000-7000-8000-000000000000', 118],
    [card, 'not a reference', 118],
    ['99999999', ref, 2],
  ]
  for (const [number, requestRef, code] of table)
    assertRefused(await undo(shop, number, requestRef), code, undefined, requestRef)
  assertRefused(await undo(other, await other.card(), ref), 118)
  assertRefused(await undo(shop, card, ref, { childCardNumber: '123' }), 129)
  assert.deepEqual(await amounts(shop, card), [6])
  assert.deepEqual(await shop.verify(), [])
})

test('the fields of a void are checked like all others', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 10 })
  const requestRef = await refOf(shop.redeem(cardNumber, { usd: 4 }))
  const table: Refusals = [
    [{ cardNumber: null }, 6],
    [{ cardNumber: '' }, 6],
    [{ requestRef: null }, 100, 'requestRef'],
    [{ requestRef: '' }, 100, 'requestRef'],
    [{ requestRef: {} }, 100, 'requestRef'],
    [{ disableIssuedCoupons: 'x' }, 100, 'disableIssuedCoupons'],
    [{ failIfCouponsUsed: 'x' }, 100, 'failIfCouponsUsed'],
    [{ usedCouponResets: 'Always' }, 100, 'usedCouponResets'],
    [{ customMutationTypeOverride: 'x'.repeat(65) }, 100, 'customMutationTypeOverride'],
    [{ customRequestDate: '2026-02-30 00:00:00' }, 100, 'customRequestDate'],
  ]
  for (const [change, code, field] of table)
    assertRefused(await shop.call('voidTransaction', { cardNumber, requestRef, ...(change as object) }), code, field)

  const all = {
    disableIssuedCoupons: false,
    failIfCouponsUsed: true,
    usedCouponResets: true,
    customMutationTypeOverride: 'mistake',
    customRequestDate: '2026-01-01 00:00:00',
  }
  const done = await undo(shop, cardNumber, requestRef, all)
  const shown = await shop.must('requestLookup', { requestRef: done.body.requestRef, returnCustomMutationTypes: true })
  assert.deepEqual(
    [shown.callType, shown.requestDate, shown.customMutationType],
    ['VOID', '2026-01-01 00:00:00', 'mistake'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('naming the reversal and giving a date need their enablements', async () => {
  for (const [enablement, field] of [
    ['customMutationTypes', { customMutationTypeOverride: 'x' }],
    ['customRequestDate', { customRequestDate: '2026-01-01 00:00:00' }],
  ] as const) {
    const shop = await openShop({ brand: { enable: allEnablements.filter((one) => one !== enablement) } })
    const card = await shop.card({ usd: 10 })
    assertRefused(await undo(shop, card, await refOf(shop.redeem(card, { usd: 1 })), field), 104)
  }
})

test('an allocation without later use is undone to the status before it', async () => {
  const cards = [
    { cardNumber: '70000001', pin: '0001' },
    { cardNumber: '70000002', status: 'Distributed' },
  ]
  const shop = await openShop({ cardSets: [{ id: 'cards', cards }], program: { cardsExpireAfter: { days: 5 } } })
  for (const [cardNumber, status] of [
    ['70000001', 'Inventory'],
    ['70000002', 'Distributed'],
  ] as const) {
    const { requestRef } = await shop.must('allocate', { cardNumber })
    assert.ok((await undo(shop, cardNumber, requestRef)).body.success)
    const found = await shop.must('search', {
      filters: { cardNumber },
      includeInactive: true,
      returnFields: { activationDate: true },
    })
    assert.deepEqual(found.cards, [{ cardNumber, cardSetId: 'cards', cardStatus: status }])
    assertRefused(await shop.issue(cardNumber, { usd: 1 }), 110)
    assertRefused(await undo(shop, cardNumber, requestRef), 110)
    const again = await shop.must('allocate', { cardNumber })
    assertRefused(await undo(shop, cardNumber, requestRef), 119)
    await shop.issue(cardNumber, { usd: 1 })
    assertRefused(await undo(shop, cardNumber, again.requestRef), 119)
  }
  const created = await shop.must('allocate', { cardNumber: '8001', cardSetId: 'cards', createIfNew: true })
  assert.ok((await undo(shop, '8001', created.requestRef)).body.success)
  assert.equal((await shop.must('allocate', { cardSetId: 'cards' })).cardNumber, '8001')
  assert.deepEqual(await shop.verify(), [])
})
