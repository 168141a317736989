import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { openShop, type Shop, times } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'

const usd = (amount: number, holdingTransactionId?: string) => ({
  balanceType: 'Currency',
  balanceCode: 'USD',
  amount,
  scale: 2,
  isHold: holdingTransactionId !== undefined,
  ...(holdingTransactionId && { holdingTransactionId }),
})

const hold = async (shop: Shop, card: string, amount: number): Promise<string> =>
  (await shop.hold(card, { usd: amount })).body.transactionId

const use = (shop: Shop, card: string, id: string, amount: number, more: object = {}) =>
  shop.redeem(card, { usd: amount }, { redeemFromHoldTransactionId: id, ...more })

test('a hold reserves balance, is shown by its transaction, and keeps others from it', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50, points: 3 })

  const { body } = await shop.hold(card, { usd: 30 }, { returnBalances: true })

  const points = { balanceType: 'Points', amount: 3, scale: 0, isHold: false }
  assert.deepEqual(body.balances, [points, usd(20), usd(30, body.transactionId)])
  assert.deepEqual(await shop.balances(card), body.balances)
  assertRefused(await shop.redeem(card, { usd: 20.01 }), 13)
  assertRefused(await shop.hold(card, { usd: 20.01 }), 13)
  assert.ok((await shop.redeem(card, { usd: 20 })).body.success)
  assert.deepEqual(await shop.balances(card), [points, usd(30, body.transactionId)])
  assert.deepEqual(await shop.verify(), [])
})

test('a hold is redeemed in parts until it runs out', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const id = await hold(shop, card, 30)

  assert.ok((await use(shop, card, id, 10)).body.success)
  assert.deepEqual(await shop.balances(card), [usd(20), usd(20, id)])
  const exceeding = await use(shop, card, id, 20.01)
  assertRefused(exceeding, 13, undefined, 'even though the card has more')
  assert.ok((await use(shop, card, id, 20)).body.success)
  assert.deepEqual(await shop.balances(card), [usd(20)])
  assertRefused(await use(shop, card, id, 1), 117)
  assertRefused(await use(shop, card, id, 0, { releaseHoldRemainder: true }), 117)
  assert.deepEqual(await shop.verify(), [])
})

test('a hold gives no more than it has, and with redeemMaxOnOverdraw all it has', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const id = await hold(shop, card, 30)

  const { body } = await use(shop, card, id, 45, { redeemMaxOnOverdraw: true, returnBalances: true })

  assert.deepEqual([body.didOverdraw, body.overdrawAmount, body.balances], [true, 15, [usd(20)]])
  assert.deepEqual(await shop.verify(), [])
})

test('what is not used of a hold can be released with its last use', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const id = await hold(shop, card, 30)

  const { body } = await use(shop, card, id, 12.5, { releaseHoldRemainder: true, returnBalances: true })

  assert.deepEqual([body.didOverdraw, body.balances], [false, [usd(37.5)]])
  assertRefused(await use(shop, card, id, 1), 117)
  assert.deepEqual(await shop.verify(), [])
})

test('a hold is cancelled by redeeming 0 of it with releaseHoldRemainder, and only so', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const id = await hold(shop, card, 30)

  assertRefused(await use(shop, card, id, 0), 100, 'amount.amount')
  const { body } = await use(shop, card, id, 0, { releaseHoldRemainder: true, returnBalances: true })

  assert.deepEqual(body.balances, [usd(50)])
  assert.deepEqual(await shop.verify(), [])
})

test('a hold that is unknown, of another card, of another brand or of another value type is 117', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const [card, second] = [await shop.card({ usd: 50, eur: 50 }), await shop.card({ usd: 50 })]
  const id = await hold(shop, card, 30)
  const foreign = await other.card({ usd: 50 })

  assertRefused(await use(shop, second, id, 1), 117)
  assertRefused(await use(other, foreign, id, 1), 117)
  assertRefused(await shop.redeem(card, { eur: 1 }, { redeemFromHoldTransactionId: id }), 117)
  assertRefused(await use(shop, card, '00000000-0000-7000-8000-000000000000', 1), 117)
  assertRefused(await use(shop, card, 'no such hold', 1), 117)
  assertRefused(await use(shop, card, id, 0.001), 116)
  assert.deepEqual(await shop.balances(card), [
    usd(20),
    usd(30, id),
    { balanceType: 'Currency', balanceCode: 'EUR', amount: 50, scale: 2, isHold: false },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('a hold reserves in redemption order and is used in the same order', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const expiry = secondsFromNow(oneDay)
  await shop.issue(card, { usd: 5 }, { issuedBalanceExpiration: expiry })
  await shop.issue(card, { usd: 3 }, { isReturnRelated: true })

  const id = await hold(shop, card, 9)
  await use(shop, card, id, 4, { releaseHoldRemainder: true })

  const balanceExpiration = Date.parse(`${expiry.replace(' ', 'T')}Z`)
  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), [
    { ...usd(4), doesBalanceExpire: true, balanceExpiration },
    { ...usd(10), doesBalanceExpire: false },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('what is held does not expire while it is held, and at once when it is released', async () => {
  const shop = await openShop()
  const card = await shop.card()
  await shop.issue(card, { usd: 20 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  const [used, released] = [await hold(shop, card, 10), await hold(shop, card, 6)]

  await letTimePass(shop, oneDay + 1)

  assert.deepEqual(
    (await shop.balances(card)).toSorted((a: { amount: number }, b: { amount: number }) => b.amount - a.amount),
    [usd(10, used), usd(6, released)],
  )
  assert.ok((await use(shop, card, used, 10)).body.success)
  assert.ok((await use(shop, card, released, 1, { releaseHoldRemainder: true })).body.success)
  assert.deepEqual(await shop.balances(card), [])
  assertRefused(await shop.redeem(card, { usd: 1 }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('a card with anything held cannot be cashed out', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50, points: 5 })
  const held = await shop.hold(card, { points: 1 })

  assertRefused(await shop.redeem(card, { usd: 50 }, { isCashout: true }), 127)
  await shop.redeem(
    card,
    { points: 0 },
    {
      redeemFromHoldTransactionId: held.body.transactionId,
      releaseHoldRemainder: true,
    },
  )
  assert.ok((await shop.redeem(card, { usd: 50 }, { isCashout: true })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a cashout pays out exactly everything', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  for (const amount of [49.99, 50.01]) assertRefused(await shop.redeem(card, { usd: amount }, { isCashout: true }), 13)
  const { body } = await shop.redeem(card, { usd: 50 }, { isCashout: true, returnBalances: true })
  assert.deepEqual([body.didOverdraw, body.balances], [false, []])
  assertRefused(await shop.redeem(card, { usd: 1 }, { isCashout: true }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('however many uses and releases of one hold arrive at once, it gives what it had', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const id = await hold(shop, card, 10)

  const answers = await Promise.all(
    times(20, (i) => (i % 4 === 3 ? shop.redeem(card, { usd: 8 }) : use(shop, card, id, 4))),
  )

  const succeeded = answers.map(({ body }, i) => [i % 4 === 3, body.success])
  assert.equal(succeeded.filter(([plain, ok]) => !plain && ok).length, 2)
  assert.equal(succeeded.filter(([plain, ok]) => plain && ok).length, 5)
  assert.deepEqual(await shop.balances(card), [usd(2, id)])
  assert.deepEqual(await shop.verify(), [])
})
