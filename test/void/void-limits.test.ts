import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop } from '../support/shop.ts'
import { transfersOf } from '../support/transfer-shop.ts'
import { sums, undo, undone } from '../support/undo-shop.ts'

const largest = 999_999_999_999_999
const tooLarge = 'Balance limits exceeded: no balance can be that large.'

test('a void brings no balance beyond the largest that can be', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: largest })
  const { requestRef } = (await shop.redeem(card, { points: 5 })).body
  await shop.issue(card, { points: 1 })
  assertRefused(await undo(shop, card, requestRef), 13, tooLarge)
  assert.deepEqual(await sums(shop, card), { Points: largest - 4 })
  await shop.redeem(card, { points: 1 })
  await undone(shop, card, requestRef)
  assert.deepEqual(await sums(shop, card), { Points: largest })
  assert.deepEqual(await shop.verify(), [])
})

test('a transfer brings no balance beyond the largest that can be', async () => {
  const shop = await openShop()
  const { out, in: into } = transfersOf(shop)
  const [old, card] = [await shop.card({ points: 2 }), await shop.card({ points: largest - 1 })]
  await out(old)
  assertRefused(await into(card, old), 13, tooLarge)
  assert.deepEqual(await sums(shop, old), { Points: 2 }, 'it waits to be moved')
  await shop.redeem(card, { points: 1 })
  assert.ok((await into(card, old)).body.success)
  assert.deepEqual(await sums(shop, card), { Points: largest })
  assert.deepEqual(await shop.verify(), [])
})

test('an allocation stays when the card has been given something, by whomever', async () => {
  const { shop, bought } = await openRuleShop([{ then: [points(7, { to: 'referrer' })] }])
  const referrer = await shop.must('allocate', { cardSetId: 'cards' })
  const cardNumber = await shop.card()
  const sale = await bought('1 ESP 3', { cardNumber, referringCardNumber: referrer.cardNumber })
  assertRefused(await undo(shop, referrer.cardNumber, referrer.requestRef), 119)
  assert.deepEqual(await sums(shop, referrer.cardNumber), { Points: 7 })
  await undone(shop, cardNumber, sale.requestRef)
  assert.deepEqual(await shop.verify(), [])
})

test('the allocation of a child card cannot be voided, whether or not the child is named', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const { requestRef } = await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'kid' })
  assertRefused(await undo(shop, cardNumber, requestRef), 119)
  assertRefused(await undo(shop, cardNumber, requestRef, { childCardNumber: 'kid' }), 119)
  assertRefused(await undo(shop, await shop.card(), requestRef), 118)
})
