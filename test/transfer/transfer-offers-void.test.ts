import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsOf } from '../support/checkout-shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'
import { openTransferShop, type TransferShop } from '../support/transfer-shop.ts'
import { bringBack, undo } from '../support/undo-shop.ts'

test('a sale that used an offer of the former card can be voided, and the offer used again', async () => {
  const room = await openTransferShop()
  const { shop } = room
  const cardNumber = await movedWithOffer(room)
  for (const round of [1, 2]) {
    const sale = await shop.must('checkout', { cardNumber, products: productsOf('2 CAKE 5') })
    assert.equal(sale.totalDiscount, 1, `round ${round}`)
    const { body } = await undo(shop, cardNumber, sale.requestRef)
    assert.equal(body.success, true, JSON.stringify(body))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a return of such a sale can be voided, and the offer is used up again', async () => {
  const room = await openTransferShop()
  const { shop } = room
  const cardNumber = await movedWithOffer(room)
  const sale = await shop.must('checkout', { cardNumber, products: productsOf('2 CAKE 5') })
  const back = await bringBack(shop, { cardNumber, requestRef: sale.requestRef }, '2 CAKE')
  assert.equal((await undo(shop, cardNumber, back.body.requestRef)).body.success, true)
  const next = await shop.must('checkout', { cardNumber, products: productsOf('2 CAKE 5') })
  assert.equal(next.totalDiscount, 0)
  assert.deepEqual(await shop.verify(), [])
})

/** A card whose offer was given to the card before it. */
async function movedWithOffer(room: TransferShop): Promise<string> {
  const { shop } = room
  const [old, card] = [await shop.card(), await shop.card()]
  const off = { discountType: 'absoluteDiscount', absoluteDiscount: 1, expirationDate: secondsFromNow(86_400) }
  await shop.must('addPersonalOffer', { cardNumber: old, offers: [{ skus: [{ sku: 'CAKE' }], ...off }] })
  await room.moved(card, old)
  return card
}
