import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { broughtBack, sums, undo, undone } from '../support/undo-shop.ts'

async function openSale() {
  const { shop, bought } = await openRuleShop([{ then: [points(perDollar(1))] }])
  const cardNumber = await shop.card()
  const sale = { ...(await bought('10 CAKE 31', { cardNumber })), cardNumber }
  const bring = async (tenths: number) =>
    (await broughtBack(shop, sale, `${tenths} CAKE`, { failIfOverReturn: false })).requestRef as string
  return { shop, cardNumber, bring }
}

test('a return is not voided while another one stands that found nothing left because of it', async () => {
  const { shop, cardNumber, bring } = await openSale()
  const [first, second] = [await bring(6), await bring(10)]
  const { body } = await undo(shop, cardNumber, first)
  assert.equal(body.errorCode, 119)
  assert.match(body.errorMessage, /a later return brought back more than was left/)
  assert.deepEqual(await sums(shop, cardNumber), {}, 'the second one alone takes everything, too')
  await undone(shop, cardNumber, second)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 124 })
  await undone(shop, cardNumber, first)
  assert.deepEqual(await sums(shop, cardNumber), { Points: 310 })
  assert.deepEqual(await shop.verify(), [])
})

test('of two returns that brought back more than was sold, the one that took nothing can be voided at once', async () => {
  const { shop, cardNumber, bring } = await openSale()
  await bring(10)
  await undone(shop, cardNumber, await bring(10))
  assert.deepEqual(await sums(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('returns of no more than was sold are voided in any order', async () => {
  const { shop, cardNumber, bring } = await openSale()
  const refs = [await bring(1), await bring(3), await bring(6)]
  for (const [index, left] of [31, 124, 310].entries()) {
    await undone(shop, cardNumber, refs[index] ?? '')
    assert.deepEqual(await sums(shop, cardNumber), { Points: left })
  }
  assert.deepEqual(await shop.verify(), [])
})
