import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, productsOf } from '../support/checkout-shop.ts'
import { openEngine, outcome } from '../support/engine-room.ts'
import { openShop, times } from '../support/shop.ts'

/** Keeps the thread busy, as a decision does that has much to work out. */
function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until) Math.sqrt(until)
}

test('commands that take long are decided in order, a few in each transaction, and others get the thread', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const engine = await openEngine(shop, { stopwatch: () => performance.now() })
  let turns = 0
  let ticking = setImmediate(function tick() {
    turns += 1
    ticking = setImmediate(tick)
  })
  const decided: number[] = []
  const seen: { turn: number; transaction: number }[] = []
  const answers = await Promise.all(
    times(12, (n) =>
      engine.run({ cards: [cardNumber] }, ({ now }) => {
        spin(15)
        decided.push(n)
        seen.push({ turn: turns, transaction: now })
        return outcome()
      }),
    ),
  )
  clearImmediate(ticking)
  assert.ok(answers.every(({ kind }) => kind === 'done'))
  assert.deepEqual(
    decided,
    times(12, (n) => n),
  )
  assert.equal(new Set(seen.map(({ turn }) => turn)).size, 12, 'each has a turn of its own')
  assert.ok(new Set(seen.map(({ transaction }) => transaction)).size >= 6, 'no transaction is long')
  assert.deepEqual(await shop.verify(), [])
})

test('a brand whose checkouts take all the work they may does not hold up another', async () => {
  const rules = times(300, () => ({ then: [{ discount: { percent: 0.1 } }] }))
  const worst = await openRuleShop(rules)
  const products = productsOf(times(400, (n) => `1 SKU-${n} 9.99`).join(', '))
  const neighbour = await openShop()
  const cardNumber = await neighbour.card({ usd: 50 })
  await neighbour.redeem(cardNumber, { usd: 1 })

  let answered = 0
  const flood = times(40, async (n) => {
    const { body } = await worst.shop.call('checkout', { products }, { customRequestId: `flood-${n}` })
    answered += 1
    return body.errorCode
  })
  const redeemed = await neighbour.redeem(cardNumber, { usd: 1 })
  const meanwhile = answered

  assert.equal(redeemed.status, 200)
  // Without turns it is nearly all of them; how many it is with turns depends on the machine.
  assert.ok(meanwhile < 30, `${meanwhile} of 40 calls were answered first`)
  assert.deepEqual(
    await Promise.all(flood),
    times(40, () => 135),
  )
  assert.deepEqual(await worst.shop.verify(), [])
  assert.deepEqual(await neighbour.verify(), [])
})
