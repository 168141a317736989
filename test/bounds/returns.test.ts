import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareReturn, sumUpReturns } from '../../server/domain/checkout/return-shares.ts'
import type { ReturnedProduct } from '../../server/domain/checkout/returned-lines.ts'
import { openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { growthOf, slow } from '../support/growth.ts'
import { times } from '../support/shop.ts'
import { turnsDuring } from '../support/thread-turns.ts'
import { undone } from '../support/undo-shop.ts'

const unit = 1_000_000n

/** What products say of their lines, from everything to nothing, and what is not so. */
const namings: readonly (readonly [string, (index: number) => Partial<ReturnedProduct>])[] = [
  ['no price', () => ({})],
  ['the price of all lines', () => ({ unitPrice: unit })],
  ['prices that no line has', (index) => ({ unitPrice: 2n * unit + BigInt(index) })],
  ['their lines', (index) => ({ sequenceId: index })],
  ['their lines and prices that those do not have', (index) => ({ sequenceId: index, unitPrice: 2n * unit })],
  ['lines that are not there', (index) => ({ sequenceId: -1 - index })],
]

/** A sale of so many lines, each with something given for it, and a return of as many products. */
function returnOf(size: number, quantity: bigint, naming: (index: number) => Partial<ReturnedProduct>) {
  const lines = times(size, (index) => ({ sku: 'a', sequenceId: index, unitPrice: unit, quantity: unit, value: 100 }))
  const products = times(size, (index) => ({ sku: 'a', quantity, ...naming(index) }))
  const given = times(size, (line) => ({
    amount: 10,
    takenBack: 0,
    of: [{ line, units: unit }],
    by: line % 2 === 0 ? ('value' as const) : ('units' as const),
  }))
  return { sale: { scale: 2, total: size * 100, lines }, now: { products, additional: 0 }, given }
}

for (const [name, naming] of namings)
  test(`returned products that name ${name} take time in proportion to them and to the lines`, async () => {
    for (const quantity of [1n, unit - 1n, unit]) {
      const line = await growthOf((size) => returnOf(size, quantity, naming), {
        sizeMax: 4000,
        msMax: 400,
        read: ({ sale, now, given }) => shareReturn(sumUpReturns(sale, { before: [], now }), given),
      })
      assert.equal(line, undefined, `${quantity} of each`)
    }
  })

test('a large sale is returned line by line at other prices, again and again, without holding the thread', async () => {
  const discount = { discount: { percent: 10, on: { where: { sku: ['ESP'] } } } }
  const { shop } = await openRuleShop([{ then: [discount] }, { then: [points(perDollar(7, 3))] }])
  const cardNumber = await shop.card({ usd: 1 })
  const one = { sku: 'ESP', amountPurchased: 1, unitPrice: 1 }
  const sale = await shop.must('checkout', { cardNumber, products: times(1000, () => one) })
  const returning = (round: number) => ({
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: times(1000, (index) => ({
      sku: 'ESP',
      amountPurchased: 0.000001,
      unitPrice: (2_000_001 + round * 1000 + index) / 1_000_000,
    })),
  })
  let last = ''
  const longest: number[] = []
  for (const round of times(10, (index) => index)) {
    const turns = await turnsDuring(async () => {
      last = (await shop.must('returnMerchandise', returning(round))).requestRef
    })
    longest.push(turns.longestMs)
  }
  const { body } = await shop.call('returnMerchandise', returning(10))
  assert.equal(body.errorMessage, 'returnedProducts: the sale has too many returned products')
  const voided = await turnsDuring(() => undone(shop, cardNumber, last))
  longest.push(voided.longestMs)
  // The client is on this thread as well: what it writes and reads counts.
  assert.ok(Math.max(...longest) < 100 * slow, `${longest.map((ms) => ms.toFixed(0)).join(', ')} ms`)
})
