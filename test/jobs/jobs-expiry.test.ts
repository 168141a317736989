import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { letLocksExpire, lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { openCodeShop, usesOf } from '../support/code-shop.ts'
import { type Amounts, openShop, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { openWorker } from '../support/worker-room.ts'

const untilTomorrow = () => ({ issuedBalanceExpiration: secondsFromNow(oneDay) })
const nothing = { balances: 0, cards: 0, reservations: 0, locks: 0, firings: 0, later: 0, refused: 0 }

async function issueUntilTomorrow(shop: Shop, card: string, amounts: Amounts, more: object = {}) {
  const { body } = await shop.issue(card, amounts, { ...untilTomorrow(), ...more })
  assert.equal(body.success, true, JSON.stringify(body))
  return body.transactionId as string
}

/** The expirations in the ledger: lot, amount, balance after. */
const booked = (shop: Shop) =>
  sql(
    `select lot_no as lot, amount::int, balance_after::int as after from ledger
     where brand_id = $1 and kind = 'Expiration' order by card_id, value_type_id, seq`,
    [shop.id],
  )

test('expired lots are booked once each, and a caller sees the same before and after', async () => {
  const shop = await openShop()
  const room = await openWorker(shop)
  const card = await shop.card({ usd: 50 })
  await issueUntilTomorrow(shop, card, { usd: 10 })
  await issueUntilTomorrow(shop, card, { usd: 5 })
  await issueUntilTomorrow(shop, card, { points: 7 })
  assert.deepEqual(await room.run(expiry), nothing)
  await letTimePass(shop, oneDay + 1)

  const before = await shop.balances(card)
  assert.deepEqual(await room.run(expiry), { ...nothing, balances: 1 })
  assert.deepEqual(await room.run(expiry), nothing)

  assert.deepEqual(await shop.balances(card), before)
  assert.deepEqual(await booked(shop), [
    { lot: 4, amount: -7, after: 0 },
    { lot: 2, amount: -1000, after: 5500 },
    { lot: 3, amount: -500, after: 5000 },
  ])
  const [newest] = await shop.history(card, { includeCampaignData: true })
  assert.equal(newest.callType, 'TRIGGER_ONLY')
  assert.equal('location' in newest, false)
  assert.deepEqual(
    new Set(newest.balanceUpdates.map((one: { mutationType: string }) => one.mutationType)),
    new Set(['Expiration']),
  )
  assert.equal((await shop.redeem(card, { usd: 50 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('what a hold keeps expires only once it is released', async () => {
  const shop = await openShop()
  const room = await openWorker(shop)
  const card = await shop.card()
  await issueUntilTomorrow(shop, card, { usd: 10 })
  const { body: hold } = await shop.hold(card, { usd: 4 })
  await letTimePass(shop, oneDay + 1)

  assert.equal((await room.run(expiry)).balances, 1)
  assert.equal((await room.run(expiry)).balances, 0)
  const [{ held, amount }] = await sql('select amount::int, held::int from lot where brand_id = $1', [shop.id])
  assert.deepEqual([amount, held], [400, 400])

  const release = { redeemFromHoldTransactionId: hold.transactionId, releaseHoldRemainder: true }
  const part = await shop.redeem(card, { usd: 1 }, { ...release })
  assert.equal(part.body.success, true, JSON.stringify(part.body))
  assert.equal((await room.run(expiry)).balances, 1)
  assert.deepEqual(
    (await booked(shop)).map(({ amount }) => amount),
    [-600, -300],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a card that a checkout locks waits, and child cards and closed cards expire like others', async () => {
  const shop = await openShop()
  const room = await openWorker(shop)
  const [locked, closed, root] = [await shop.card(), await shop.card(), await shop.card()]
  await shop.must('allocateChildCard', { cardNumber: root, childCardNumber: '1001' })
  await issueUntilTomorrow(shop, locked, { usd: 1 })
  await issueUntilTomorrow(shop, closed, { usd: 2 })
  await issueUntilTomorrow(shop, root, { usd: 3 }, { childCardNumber: '1001' })
  await shop.must('updateBalance', {
    cardNumber: closed,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Closed' },
  })
  await sql(
    `update card set lock_by = gen_random_uuid(), lock_until = now() + interval '1 hour'
     where brand_id = $1 and card_number = $2`,
    [shop.id, locked],
  )
  await letTimePass(shop, oneDay + 1)

  assert.deepEqual(await room.run(expiry), { ...nothing, balances: 2, later: 1 })
  await sql('update card set lock_until = now() where brand_id = $1 and lock_until is not null', [shop.id])
  assert.deepEqual(await room.run(expiry), { ...nothing, balances: 1, locks: 1 })

  assert.equal((await booked(shop)).length, 3)
  const [{ locks }] = await sql('select count(lock_by)::int as locks from card where brand_id = $1', [shop.id])
  assert.equal(locks, 0)
  const [row] = await shop.history(root)
  assert.equal(row.callType, 'TRIGGER_ONLY')
  assert.deepEqual(await shop.verify(), [])
})

test('a card past its expiry becomes Expired, as it was shown before, and can be reactivated', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 30 } } })
  const room = await openWorker(shop)
  const card = await shop.card({ usd: 5 })
  await letTimePass(shop, 31 * oneDay)
  const statusOf = async () => {
    const found = await shop.must('search', {
      filters: { cardNumber: card },
      includeInactive: true,
      returnFields: { cardStatus: true },
    })
    return found.cards[0]
  }

  const before = await statusOf()
  assert.deepEqual(await room.run(expiry), { ...nothing, cards: 1 })
  assert.deepEqual(await room.run(expiry), nothing)

  assert.deepEqual(await statusOf(), before)
  const [{ status }] = await sql('select status from card where brand_id = $1 and card_number = $2', [shop.id, card])
  assert.equal(status, 'Expired')
  assert.equal((await shop.redeem(card, { usd: 5 })).body.errorCode, 112)
  await shop.must('reactivate', { cardNumber: card })
  assert.equal((await shop.redeem(card, { usd: 5 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('an expiry cannot be voided, nor called; what a void gives back to an expired lot expires again', async () => {
  const shop = await openShop()
  const room = await openWorker(shop)
  const card = await shop.card()
  await issueUntilTomorrow(shop, card, { usd: 10 })
  const { body: spent } = await shop.redeem(card, { usd: 4 })
  await letTimePass(shop, oneDay + 1)
  await room.run(expiry)

  const [{ requestRef }] = await shop.history(card)
  const refused = await shop.call('voidTransaction', { cardNumber: card, requestRef })
  const called = await shop.call('expireBalances', { cardNumber: card })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: spent.requestRef })
  await room.run(expiry)

  assert.equal(refused.body.errorCode, 119)
  assert.equal(called.body.errorCode, 105)
  assert.deepEqual(
    (await booked(shop)).map(({ amount }) => amount),
    [-600, -400],
  )
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('two workers without a queue between them book each lot once', async () => {
  const shop = await openShop({
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }],
  })
  const rooms = await Promise.all([openWorker(shop), openWorker(shop), openWorker(shop)])
  const cards = await Promise.all(Array.from({ length: 60 }, () => shop.card()))
  await Promise.all(cards.map((card) => issueUntilTomorrow(shop, card, { usd: 1 })))
  await letTimePass(shop, oneDay + 1)

  const counts = await Promise.all(rooms.map((room) => room.run(expiry)))

  assert.equal(
    counts.reduce((sum, { balances = 0 }) => sum + balances, 0),
    60,
  )
  assert.equal((await booked(shop)).length, 60)
  assert.deepEqual(await shop.verify(), [])
})

test('reservations of coupons that ran out are cleared, those in force stay', async () => {
  const shop = await openShop({
    more: { couponSets: [{ id: 'welcome', name: 'Welcome', generate: { count: 5, prefix: 'W', length: 10 } }] },
  })
  const room = await openWorker(shop)
  const couponIds = []
  for (let i = 0; i < 2; i += 1) {
    const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'welcome' })
    couponIds.push(couponId)
  }
  await sql(
    `update coupon set reserved_until = now() + case when coupon_id = $2 then interval '-1 s' else interval '1 hour' end
     where brand_id = $1 and coupon_id = any($3)`,
    [shop.id, couponIds[0], couponIds],
  )

  assert.deepEqual(await room.run(expiry), { ...nothing, reservations: 1 })
  const rows = await sql('select coupon_id from coupon where brand_id = $1 and reserved_until is not null', [shop.id])
  assert.deepEqual(rows, [{ coupon_id: couponIds[1] }])
  assert.deepEqual(await shop.verify(), [])
})

test('what rules took for a setup that ran out is forgotten five minutes later, and not before', async () => {
  const open = await openRuleShop([{ limit: { times: 1, per: 'card', every: 'ever' }, then: [points(5)] }])
  const { shop, bought } = open
  const room = await openWorker(shop)
  const card = await shop.card()
  await lockingCalls(open).lock(card, '1 CAKE 5')
  const ranOut = (ago: string) =>
    sql(
      `with ended as (
        update rule_firing set until = clock_timestamp() - $2::interval where brand_id = $1 and until is not null)
      update card set lock_until = clock_timestamp() - $2::interval where brand_id = $1 and lock_until is not null`,
      [shop.id, ago],
    )
  const kept = async () => (await sql('select 1 from rule_firing where brand_id = $1', [shop.id])).length

  // A completion that was judged in time may write that late, and makes the firing its own.
  await ranOut('4 minutes 50 seconds')
  assert.deepEqual(await room.run(expiry), { ...nothing, locks: 1 })
  assert.equal(await kept(), 1)
  const sale = await bought('1 CAKE 5', {
    cardNumber: card,
    returnBalances: true,
    isSetup: true,
    returnBalanceMutations: true,
  })
  assert.equal(sale.balanceMutations.length, 1, 'it counts no longer, though it is still there')
  await ranOut('5 minutes 1 second')
  assert.deepEqual(await room.run(expiry), { ...nothing, firings: 1 })
  assert.equal(await kept(), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('the uses of codes that setups reserved and did not complete in time are given back', async () => {
  const { shop, lock, complete, left } = await openCodeShop([
    { code: 'ONE', uses: 5 },
    { code: 'TWO', uses: 5 },
  ])
  const room = await openWorker(shop)
  const lockWith = async (code: string) => lock(await shop.card(), '3 CAKE 10', { coupons: [code] })
  const completed = await lockWith('ONE')
  assert.equal((await complete(completed)).body.success, true)
  for (const code of ['ONE', 'ONE', 'TWO']) await lockWith(code)
  await letLocksExpire(shop)
  await lockWith('TWO')

  // Whoever used the second code next has released what was reserved of it.
  assert.deepEqual(await room.run(expiry), { ...nothing, reservations: 2, locks: 3 })
  const uses = (await usesOf(shop)).map(({ code, until }) => [code, until === null])
  assert.deepEqual(uses, [
    ['ONE', true],
    ['TWO', false],
  ])
  assert.deepEqual([await left('ONE'), await left('TWO')], [4, 4])
  assert.deepEqual(await shop.verify(), [])
})
