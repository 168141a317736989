import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PurserRefusal, PurserUnreachable, setUpCheckout, twoStageCheckout } from '../../client/purser-client.ts'
import { type ClientRoom, inTurn, openClientRoom } from '../support/client-room.ts'
import type { Fate } from '../support/lossy-proxy.ts'

const products = [{ sku: 'TEA', unitPrice: 4, amountPurchased: 2 }]
const sale = (cardNumber: string) => ({ cardNumber, products, lockSetupDuration: 600 })

/** Whether a checkout has the card locked. */
async function isLocked({ shop }: ClientRoom, card: string): Promise<boolean> {
  const { body } = await shop.issue(card, { points: 1 })
  assert.ok(body.success || body.errorCode === 113)
  return !body.success
}

test('a checkout in two stages shows, waits for the payment, and does what it showed', async (t) => {
  const room = await openClientRoom(t)
  const card = await room.shop.card()

  const done = await twoStageCheckout(room.purser, sale(card), async (setup) => {
    // What is asked of the customer is never absent.
    const total: number = setup.shown.checkoutTotalAfterDiscount
    assert.equal(total, 8)
    assert.equal(await isLocked(room, card), true)
    return { checkoutTipTotal: 1, paymentMethods: [{ paymentType: 'card', amount: 9 }] }
  })

  const kept = await room.direct.checkoutLookup({ checkoutTransactionId: done.requestRef })
  assert.equal(kept.payments[0]?.paymentType, 'card')
  assert.equal(await isLocked(room, card), false)
  assert.deepEqual(await room.shop.verify(), [])
})

test('when the payment fails, the setup is cancelled and the caller hears why', async (t) => {
  const room = await openClientRoom(t)
  const card = await room.shop.card()
  const declined = new Error('declined')
  const attempt = twoStageCheckout(room.purser, sale(card), async () => {
    throw declined
  })
  await assert.rejects(attempt, (error) => error === declined)
  assert.equal(await isLocked(room, card), false)

  const closing = new AbortController()
  const aborted = twoStageCheckout(
    room.purser,
    sale(card),
    async () => {
      closing.abort()
      closing.signal.throwIfAborted()
    },
    { signal: closing.signal },
  )
  await assert.rejects(aborted, { name: 'AbortError' })
  assert.equal(await isLocked(room, card), false, 'what cleans up is not aborted')
  assert.deepEqual(await room.shop.verify(), [])
})

test('a setup whose answer is lost is cancelled and made again', async (t) => {
  const room = await openClientRoom(t)
  const card = await room.shop.card()
  room.proxy.fates(inTurn<Fate>('losesAnswer'))
  const setup = await setUpCheckout(room.purser, sale(card))
  assert.equal(setup.shown.checkoutTotalAfterDiscount, 8)
  await setup.cancel()
  assert.equal(await isLocked(room, card), false)

  const history = await room.shop.history(card)
  const calls = history.map(({ callType }: { callType: string }) => callType)
  assert.deepEqual(calls.slice(1, 5), ['CHECKOUT_CANCEL', 'CHECKOUT_SETUP', 'CHECKOUT_CANCEL', 'CHECKOUT_SETUP'])
  assert.deepEqual(await room.shop.verify(), [])
})

test('a lost answer to the completion is resolved; one that nobody can resolve leaves the setup to the caller', async (t) => {
  const room = await openClientRoom(t)
  const card = await room.shop.card()
  const done = await twoStageCheckout(room.purser, sale(card), async () => {
    room.proxy.fates(inTurn<Fate>('losesAnswer'))
  })
  assert.ok(done.outcome === 'doneBefore')
  assert.equal(done.record?.callType, 'CHECKOUT_COMPLETE')

  let setupId = ''
  const lost = twoStageCheckout(room.purser, sale(card), async ({ setupTransactionId }) => {
    setupId = setupTransactionId
    room.proxy.fates(() => 'losesRequest')
  })
  const error = await lost.catch((caught: unknown) => caught)
  assert.ok(error instanceof PurserUnreachable && error.outcome === 'unknown' && error.customRequestId)
  assert.equal(await isLocked(room, card), true)
  const again = { cardNumber: card, relatedSetupTransactionId: setupId }
  const completed = await room.direct.checkout(again, { customRequestId: error.customRequestId })
  assert.equal(completed.outcome, 'answered')
  assert.deepEqual(await room.shop.verify(), [])
})

test('a completion that is refused frees the card', async (t) => {
  const room = await openClientRoom(t)
  const card = await room.shop.card()
  const refused = twoStageCheckout(room.purser, sale(card), async () => ({ pin: 'wrong', forcePinValidation: true }))
  await assert.rejects(refused, (error) => error instanceof PurserRefusal && error.errorCode === 10)
  assert.equal(await isLocked(room, card), false)
  assert.deepEqual(await room.shop.verify(), [])
})
