import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const expiring = () => ({ issuedBalanceExpiration: secondsFromNow(oneDay) })

/** An issuance that expires tomorrow, spent or held before one that never expires. */
async function openSpent(take: (shop: Shop, card: string) => ReturnType<Shop['call']>) {
  const shop = await openShop()
  const card = await shop.card()
  const issuance = (await shop.issue(card, { usd: 5 }, expiring())).body.requestRef
  await shop.issue(card, { usd: 7 })
  const spending = (await take(shop, card)).body.requestRef
  return { shop, card, issuance, spending }
}

test('what was spent of a voided issuance comes back to the balance that was taken in its stead', async () => {
  for (const take of ['redeem', 'hold'] as const) {
    const { shop, card, issuance, spending } = await openSpent((shop, card) => shop[take](card, { usd: 5 }))
    await undone(shop, card, issuance)
    await undone(shop, card, spending)
    assert.deepEqual(await sums(shop, card), { USD: 7 })
    await letTimePass(shop, oneDay + 1)
    assert.deepEqual(await sums(shop, card), { USD: 7 }, 'as if neither had ever been')
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a hold that is released after the issuance was voided gives back what was taken in its stead', async () => {
  const { shop, card, issuance, spending } = await openSpent((shop, card) => shop.hold(card, { usd: 5 }))
  await undone(shop, card, issuance)
  const release = { redeemFromHoldTransactionId: spending, releaseHoldRemainder: true }
  assert.ok((await shop.redeem(card, { usd: 2 }, release)).body.success)
  await letTimePass(shop, oneDay + 1)
  assert.deepEqual(await sums(shop, card), { USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('a return, the void of the spending and the void of the return come to the same in any order', async () => {
  for (const order of ['return', 'spending'] as const) {
    const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1), { expiresAfter: { days: 1 } })] }])
    const cardNumber = await shop.card()
    const sale = await bought('1 ESP 10', { cardNumber })
    await shop.issue(cardNumber, { points: 20 })
    const spending = (await shop.redeem(cardNumber, { points: 10 })).body.requestRef
    const back = await broughtBack(shop, sale, '1 ESP')
    assert.deepEqual(await sums(shop, cardNumber), { Points: 10 })
    const both = order === 'return' ? [back.requestRef, spending] : [spending, back.requestRef]
    for (const ref of both) await undone(shop, cardNumber, ref)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 30 })
    await letTimePass(shop, oneDay + 1)
    assert.deepEqual(await sums(shop, cardNumber), { Points: 20 }, order)
    assert.deepEqual(await shop.verify(), [])
  }
})
