import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openEngine, outcome } from '../support/engine-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openShop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

test('a command that ends in a fault of ours is tried once more, alone, and never after its answer', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const card = await shop.card()
  let tries = 0
  const finished = await room.run({ cards: [card] }, () => {
    tries += 1
    throw new TypeError('a bug')
  })
  assert.equal(finished.kind === 'refused' && finished.code, 1)
  assert.equal(tries, 2)
  // Far longer than the pause before a command is tried again.
  for (let count = 0; count < 4; count += 1) {
    await wait(60)
    await room.must({ cards: [card] }, () => outcome())
  }
  assert.equal(tries, 2)
  assert.equal(room.faults.length, 1)
})

test('a fault of one command fails none of its neighbours', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const card = await shop.card()
  const finished = await Promise.all(
    times(5, (index) =>
      room.run({ cards: [card] }, () => {
        if (index === 2) throw new TypeError('a bug')
        return outcome()
      }),
    ),
  )
  assert.deepEqual(
    finished.map((one) => (one.kind === 'refused' ? one.code : one.kind)),
    ['done', 'done', 1, 'done', 'done'],
  )
})

test('commands of one card queue on one connection, in their order, however many lanes there are', async (t) => {
  const shop = await openShop()
  const room = await openEngine(shop, { lanes: 8, waitsForLocks: true })
  const card = await shop.card()
  await shop.must('allocateChildCard', { cardNumber: card, childCardNumber: 'K-1' })
  const other = await OtherTransaction.begin(t)
  await other.query('select from card where brand_id = $1 and card_number = $2 for no key update', [shop.id, card])
  const order: number[] = []
  const ways = [{ cards: [card] }, { children: [{ root: card, child: 'K-1' }] }, { cards: [card], pins: true }]
  const running = times(24, (index) =>
    room.run(ways[index % ways.length] ?? {}, () => {
      order.push(index)
      return outcome()
    }),
  )
  await other.blocks()
  // Other cards are no hostages: their lanes answer, and by then the lanes of this card would have begun, too.
  const others = await Promise.all(times(24, () => shop.card()))
  await Promise.race([Promise.all(others.map((one) => room.run({ cards: [one] }, () => outcome()))), wait(500)])
  const waiting = await other.waiting()
  await other.end('rollback')
  await Promise.all(running)
  assert.equal(waiting.length, 1, 'one connection waits for the card')
  assert.deepEqual(
    order,
    times(24, (index) => index),
  )
})

test('a setup’s end is judged by the time after the locks, not by that of the transaction', async (t) => {
  const shop = await openShop()
  const card = await shop.card()
  const { transactionId } = await shop.must('checkout', {
    cardNumber: card,
    isSetup: true,
    lockSetupDuration: 60,
    checkoutTotal: 1,
  })
  const other = await OtherTransaction.begin(t)
  await other.query('select from card where brand_id = $1 and card_number = $2 for no key update', [shop.id, card])
  const completing = shop.call('checkout', { cardNumber: card, relatedSetupTransactionId: transactionId })
  await other.blocks()
  // It ends while the completion, whose transaction began before, waits for the card.
  await other.query('update card set lock_until = clock_timestamp() where brand_id = $1 and card_number = $2', [
    shop.id,
    card,
  ])
  await other.end('commit')
  assert.equal((await completing).body.errorCode, 114)
  const [{ count }] = await sql(`select count(*)::int from checkout where brand_id = $1 and kind = 'sale'`, [shop.id])
  assert.equal(count, 0)
  assert.deepEqual(await shop.verify(), [])
})
