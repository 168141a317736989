import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { bookExpiry } from '../support/worker-room.ts'

async function redeemThenExpire(shop: Shop, issued: number, redeemed: number) {
  const card = await shop.card()
  await shop.issue(card, { usd: issued }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const { requestRef } = (await shop.redeem(card, { usd: redeemed })).body
  await letTimePass(shop, oneDay + 1)
  return { card, requestRef }
}

const undo = (shop: Shop, cardNumber: string, requestRef: string) =>
  shop.call('voidTransaction', { cardNumber, requestRef })

const amounts = async (shop: Shop, card: string) =>
  ((await shop.balances(card)) as { amount: number }[]).map(({ amount }) => amount)

test('what returns to a lot that expired meanwhile expires again at once', async () => {
  const shop = await openShop()
  const { card, requestRef } = await redeemThenExpire(shop, 10, 10)
  assert.ok((await undo(shop, card, requestRef)).body.success)
  assert.deepEqual(await amounts(shop, card), [])
  assertRefused(await shop.redeem(card, { usd: 1 }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('with reversalGraceDays it can still be used for so many days', async () => {
  const shop = await openShop({ settings: { reversalGraceDays: 7 } })
  const { card, requestRef } = await redeemThenExpire(shop, 10, 10)
  assert.ok((await undo(shop, card, requestRef)).body.success)
  assert.deepEqual(await amounts(shop, card), [10])
  await letTimePass(shop, 7 * oneDay - 60)
  assert.ok((await shop.redeem(card, { usd: 1 })).body.success)
  await letTimePass(shop, 61)
  assert.deepEqual(await amounts(shop, card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the grace is for what came back, not for what had expired', async () => {
  const shop = await openShop({ settings: { reversalGraceDays: 7 } })
  const { card, requestRef } = await redeemThenExpire(shop, 10, 4)
  assert.deepEqual(await amounts(shop, card), [])
  assert.ok((await undo(shop, card, requestRef)).body.success)
  assert.deepEqual(await amounts(shop, card), [4])
  assert.deepEqual(await shop.verify(), [])
})

test('a lot that has not expired keeps its expiry when something returns to it', async () => {
  const shop = await openShop({ settings: { reversalGraceDays: 7 } })
  const card = await shop.card()
  await shop.issue(card, { usd: 10 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const before = await shop.balances(card, { balanceExpirations: true })
  const { requestRef } = (await shop.redeem(card, { usd: 10 })).body
  assert.ok((await undo(shop, card, requestRef)).body.success)
  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), before)
  assert.deepEqual(await shop.verify(), [])
})

test('a voided use of a hold whose balance expired goes back into the hold', async () => {
  const shop = await openShop()
  const card = await shop.card()
  await shop.issue(card, { usd: 10 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const hold = (await shop.hold(card, { usd: 6 })).body.transactionId
  const use = (await shop.redeem(card, { usd: 2 }, { redeemFromHoldTransactionId: hold })).body.requestRef
  await letTimePass(shop, oneDay + 1)
  assert.ok((await undo(shop, card, use)).body.success)
  assert.deepEqual(await amounts(shop, card), [6])
  assert.ok((await shop.redeem(card, { usd: 6 }, { redeemFromHoldTransactionId: hold })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('an issuance that is not active yet can be voided', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 3 })
  const { requestRef } = (await shop.issue(card, { usd: 10 }, { issuedBalanceActivation: secondsFromNow(oneDay) })).body
  assert.ok((await undo(shop, card, requestRef)).body.success)
  await letTimePass(shop, 2 * oneDay)
  assert.deepEqual(await amounts(shop, card), [3])
  assert.deepEqual(await shop.verify(), [])
})

test('the points of one value type are not taken for those of another', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10, stars: 10 })
  const { requestRef } = (await shop.issue(card, { points: 5 })).body
  await shop.redeem(card, { points: 1 })
  assertRefused(await undo(shop, card, requestRef), 13)
  assert.deepEqual(await amounts(shop, card), [4, 10, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout is voided as its lots are now: with a grace for what was paid, and points that expired are gone', async () => {
  for (const [reversalGraceDays, left] of [
    [0, []],
    [7, [10]],
  ] as const) {
    const { shop, bought } = await openRuleShop(
      [
        {
          when: [{ fact: 'keyValue', key: 'earn', op: '=', value: 'yes' }],
          then: [points(5, { expiresAfter: { days: 1 } })],
        },
      ],
      { settings: { reversalGraceDays } },
    )
    const cardNumber = await shop.card()
    await shop.issue(cardNumber, { usd: 10 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
    const paymentMethods = [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 10 }]
    const paid = await bought('1 ESP 10', { cardNumber, paymentMethods })
    const earned = await bought('1 ESP 10', { cardNumber, customKeyValues: [{ key: 'earn', value: 'yes' }] })
    await letTimePass(shop, oneDay + 1)
    assert.ok((await undo(shop, cardNumber, paid.requestRef)).body.success)
    assert.ok((await undo(shop, cardNumber, earned.requestRef)).body.success)
    assert.deepEqual(await amounts(shop, cardNumber), left)
    assert.deepEqual(await shop.verify(), [])
  }
})

//  issued, of it redeemed, other balance, expired and booked | left after the void
const voidedIssuances = [
  [5, 0, 7, false, [7]],
  [5, 0, 7, true, [7]],
  [5, 2, 7, false, [5]],
  [5, 2, 7, true, [5]],
  [5, 0, 0, true, []],
  [5, 5, 7, true, [2]],
] as const

test('what expired of an issuance is not taken a second time when it is voided', async () => {
  for (const [issued, redeemed, other, isBooked, left] of voidedIssuances) {
    const shop = await openShop()
    const card = await shop.card()
    const expiring = { issuedBalanceExpiration: secondsFromNow(oneDay) }
    const { requestRef } = (await shop.issue(card, { usd: issued }, expiring)).body
    if (redeemed > 0) await shop.redeem(card, { usd: redeemed })
    if (other > 0) await shop.issue(card, { usd: other })
    await letTimePass(shop, oneDay + 1)
    if (isBooked) await bookExpiry(shop)
    assert.ok((await undo(shop, card, requestRef)).body.success, `${[issued, redeemed, other]}`)
    assert.deepEqual(await amounts(shop, card), left, `${[issued, redeemed, other]}`)
    await bookExpiry(shop)
    assert.deepEqual(await amounts(shop, card), left)
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a void of the spending after the void of the issuance brings back nothing that had expired', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const expiring = { issuedBalanceExpiration: secondsFromNow(oneDay) }
  const issuance = (await shop.issue(card, { usd: 5 }, expiring)).body.requestRef
  const spending = (await shop.redeem(card, { usd: 3 })).body.requestRef
  await shop.issue(card, { usd: 7 })
  await letTimePass(shop, oneDay + 1)
  await bookExpiry(shop)
  assert.ok((await undo(shop, card, spending)).body.success)
  assert.ok((await undo(shop, card, issuance)).body.success)
  assert.deepEqual(await amounts(shop, card), [7])
  assert.deepEqual(await shop.verify(), [])
})
