import assert from 'node:assert/strict'
import test from 'node:test'
import { assertBlocked, codeOff, openCodeShop, usesOf } from '../support/code-shop.ts'

const couponOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }

async function openRoom(codes: readonly object[]) {
  const room = await openCodeShop(codes, [codeOff, couponOff])
  const { shop } = room
  const cardNumber = await shop.card()
  return {
    ...room,
    cardNumber,
    /** The whole sale goes back; returns the return. */
    giveBack: async (sale: string, more: object = { cardNumber }): Promise<string> =>
      (
        await shop.must('returnMerchandise', {
          checkoutRequestRef: sale,
          returnedProducts: [{ sku: 'CAKE', amountPurchased: 3 }],
          ...more,
        })
      ).requestRef,
    voidCall: (requestRef: string, more: object = { cardNumber }) =>
      shop.call('voidTransaction', { requestRef, ...more }),
  }
}

test('a code is used again when the return that gave it back is voided', async () => {
  const { shop, pay, left, cardNumber, giveBack, voidCall } = await openRoom([{ code: 'ONCE', uses: 5, perCard: 1 }])
  const { body: sale } = await pay('ONCE', { cardNumber })
  for (const round of [1, 2, 3]) {
    const back = await giveBack(sale.transactionId)
    assert.equal(await left('ONCE'), 5, `given back, round ${round}`)
    assert.equal((await voidCall(back)).body.success, true)
    assert.equal(await left('ONCE'), 4, `used again, round ${round}`)
    assertBlocked(await pay('ONCE', { cardNumber }), 'ONCE', /no uses left/)
  }
  assert.equal((await usesOf(shop)).length, 1)
  assert.equal((await voidCall(sale.transactionId)).body.success, true)
  assert.equal(await left('ONCE'), 5, 'and the void of the sale gives it back once')
  assert.deepEqual(await shop.verify(), [])
})

test('a return is not voided where the use of its code is gone: by the card, or by all', async () => {
  const { shop, pay, left, cardNumber, giveBack, voidCall } = await openRoom([
    { code: 'ONCE', perCard: 1 },
    { code: 'LAST', uses: 1 },
  ])
  for (const code of ['ONCE', 'LAST']) {
    const { body: sale } = await pay(code, { cardNumber })
    const back = await giveBack(sale.transactionId)
    const other = code === 'LAST' ? {} : { cardNumber }
    const { body: second } = await pay(code, other)
    assert.equal(second.totalDiscount, 10)
    const before = await shop.must('search', { filters: { cardNumber }, returnFields: { balances: true } })
    assertBlocked(await voidCall(back), code, /used by another/)
    const after = await shop.must('search', { filters: { cardNumber }, returnFields: { balances: true } })
    assert.deepEqual(after.cards, before.cards)
    await shop.must('voidTransaction', { requestRef: second.transactionId, ...other })
    assert.equal((await voidCall(back)).body.success, true, 'once the other sale is voided, it can be')
  }
  assert.equal(await left('LAST'), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('after a transfer the code counts for the card that has everything now', async () => {
  const { shop, pay, cardNumber, giveBack, voidCall } = await openRoom([{ code: 'ONCE', perCard: 1 }])
  const { body: sale } = await pay('ONCE', { cardNumber })
  const back = await giveBack(sale.transactionId)
  const heir = await shop.card()
  await shop.must('transfer', { action: 'out', cardNumber })
  await shop.must('transfer', { action: 'in', cardNumber: heir, oldCardNumber: cardNumber })
  assert.equal((await voidCall(back, { cardNumber: heir })).body.success, true)
  assertBlocked(await pay('ONCE', { cardNumber: heir }), 'ONCE', /no uses left for this card/)
  assert.deepEqual(await shop.verify(), [])
})

test('a sale without a card takes its code again, too', async () => {
  const { shop, pay, left, giveBack, voidCall } = await openRoom([{ code: 'ANY', uses: 2 }])
  const { body: sale } = await pay('ANY')
  const back = await giveBack(sale.transactionId, {})
  assert.equal(await left('ANY'), 2)
  assert.equal((await voidCall(back, {})).body.success, true)
  assert.equal(await left('ANY'), 1)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon is used again in the same way, or the return stands', async () => {
  const { shop, pay, cardNumber, giveBack, voidCall } = await openRoom([{ code: 'X' }])
  await shop.must('allocateCoupon', { couponId: 'TEN-1' })
  const { body: sale } = await pay('TEN-1', { cardNumber })
  assert.equal(sale.totalDiscount, 10)
  const back = await giveBack(sale.transactionId)
  assert.equal((await voidCall(back)).body.success, true)
  assert.equal((await pay('TEN-1', { cardNumber })).body.errorCode, 27, 'its sale stands, and so does its use')
  const second = await giveBack(sale.transactionId)
  const { body: other } = await pay('TEN-1')
  assert.equal(other.totalDiscount, 10)
  assertBlocked(await voidCall(second), 'TEN-1', /used by another/)
  assert.deepEqual(await shop.verify(), [])
})

test('returned and voided at once, again and again: the code is never used twice', async () => {
  const { shop, pay, left, cardNumber, giveBack } = await openRoom([{ code: 'ONCE', uses: 3, perCard: 1 }])
  const { body: sale } = await pay('ONCE', { cardNumber })
  for (let round = 0; round < 8; round += 1) {
    const back = await giveBack(sale.transactionId)
    const [undone, again] = await Promise.all([
      shop.call('voidTransaction', { requestRef: back, cardNumber }),
      pay('ONCE', { cardNumber }),
    ])
    assert.equal(Number(undone.body.success) + Number(again.body.success), 1, 'one of the two has the use')
    assert.equal(await left('ONCE'), 2)
    if (again.body.success) {
      await shop.must('voidTransaction', { requestRef: again.body.transactionId, cardNumber })
      await shop.must('voidTransaction', { requestRef: back, cardNumber })
    }
  }
  assert.deepEqual(await shop.verify(), [])
})
