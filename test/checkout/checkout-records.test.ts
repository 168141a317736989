import assert from 'node:assert/strict'
import test from 'node:test'
import { letLocksExpire, lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import type { Shop } from '../support/shop.ts'

async function open(rules: readonly object[] = [{ then: [points(perDollar(1))] }]) {
  const room = await openRuleShop(rules)
  return { ...room, ...lockingCalls(room) }
}

const lookUp = (shop: Shop, requestRef: string) => shop.must('requestLookup', { requestRef })

test('a card history lists completions, locked setups and their cancels, but no plain setups', async () => {
  const { shop, bought, lock, complete, cancel } = await open()
  const cardNumber = await shop.card()
  await bought('1 CAKE 3', { cardNumber, isSetup: true })
  const alone = await bought('1 CAKE 3', { cardNumber })
  const first = await lock(cardNumber, '1 CAKE 4')
  const { body: done } = await complete(first)
  const second = await lock(cardNumber, '1 CAKE 5')
  const { body: cancelled } = await cancel(second)
  assertRefused(await complete(second), 114)
  const history = await shop.must('cardHistory', { cardNumber, sortMostRecentFirst: false })
  assert.deepEqual(
    history.transactions.map((one: Record<string, unknown>) => [one.callType, one.requestRef]).slice(1),
    [
      ['CHECKOUT_COMPLETE', alone.requestRef],
      ['CHECKOUT_SETUP', first.requestRef],
      ['CHECKOUT_COMPLETE', done.requestRef],
      ['CHECKOUT_SETUP', second.requestRef],
      ['CHECKOUT_CANCEL', cancelled.requestRef],
    ],
  )
  assert.equal(history.transactionCount, 6)
  const updates = history.transactions.map((one: { balanceUpdates: { amount: number }[] }) =>
    one.balanceUpdates.map(({ amount }) => amount),
  )
  assert.deepEqual(updates, [[], [3], [], [4], [], []])
  const setups = await shop.must('cardHistory', { cardNumber, restrictTransactionTypes: ['CHECKOUT_SETUP'] })
  assert.equal(setups.matchCount, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('every checkout call can be looked up by what it was, also when it was refused', async () => {
  const { shop, buy, bought, lock, complete, cancel } = await open()
  const cardNumber = await shop.card()
  const setup = await lock(cardNumber, '1 CAKE 4')
  const blocked = [
    await buy('1 CAKE 1', { cardNumber }),
    await buy('1 CAKE 1', { cardNumber, isSetup: true }),
    await buy('1 CAKE 1', { cardNumber, isSetup: true, lockSetupDuration: 5 }),
  ]
  const { body: done } = await complete(setup)
  const late = [await complete(setup), await cancel(setup)]
  const plain = await bought('1 CAKE 2', { cardNumber, isSetup: true })
  const alone = await bought('1 CAKE 2', { isSetup: false })
  const next = await lock(cardNumber, '1 CAKE 4')
  const { body: cancelled } = await cancel(next)
  const formless = await shop.call('checkout', { cancelSetup: true })
  const rows: [requestRef: string, callType: string, code: number | undefined, card: string | undefined][] = [
    [setup.requestRef, 'CHECKOUT_SETUP', undefined, cardNumber],
    [blocked[0]?.body.requestRef, 'CHECKOUT_COMPLETE', 113, cardNumber],
    [blocked[1]?.body.requestRef, 'CHECKOUT_SETUP', 113, cardNumber],
    [blocked[2]?.body.requestRef, 'CHECKOUT_SETUP', 113, cardNumber],
    [done.requestRef, 'CHECKOUT_COMPLETE', undefined, cardNumber],
    [late[0]?.body.requestRef, 'CHECKOUT_COMPLETE', 114, cardNumber],
    [late[1]?.body.requestRef, 'CHECKOUT_CANCEL', 114, cardNumber],
    [plain.requestRef, 'CHECKOUT_SETUP', undefined, cardNumber],
    [alone.requestRef, 'CHECKOUT_COMPLETE', undefined, undefined],
    [cancelled.requestRef, 'CHECKOUT_CANCEL', undefined, cardNumber],
    [formless.body.requestRef, 'CHECKOUT_CANCEL', 100, undefined],
  ]
  for (const [ref, ...expected] of rows) {
    const { callType, requestErrorCode, cardNumber: shown } = await lookUp(shop, ref)
    assert.deepEqual([callType, requestErrorCode, shown], expected)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a look-up of a checkout answers its totals, its date and its mutations', async () => {
  const { shop, lock, complete } = await open([
    { then: [{ discount: { percent: 10, on: 'checkout' } }] },
    { then: [points(perDollar(1))] },
  ])
  const cardNumber = await shop.card()
  const setup = await lock(cardNumber, '1 CAKE 40', { customRequestDate: '2026-01-01 00:00:00' })
  const { body } = await complete(setup, { customRequestDate: '2026-01-02 00:00:00' })
  const looked = await lookUp(shop, body.requestRef)
  assert.deepEqual(
    [looked.requestDate, looked.checkoutTotalBeforeDiscount, looked.totalDiscount],
    ['2026-01-02 00:00:00', 40, 4],
  )
  assert.deepEqual(
    looked.balanceMutations
      .filter((one: { isDiscount: boolean }) => !one.isDiscount)
      .map(({ amount }: { amount: number }) => amount),
    [36],
  )
  assert.equal((await lookUp(shop, setup.requestRef)).requestDate, '2026-01-01 00:00:00')
  assert.deepEqual(await shop.verify(), [])
})

test('a customRequestId works once for every kind of checkout, and a refused call does not use it up', async () => {
  const { shop } = await open()
  const cardNumber = await shop.card({ usd: 5 })
  const call = (customRequestId: string, body: object) =>
    shop.call('checkout', { cardNumber, ...body }, { customRequestId })
  const once = async (id: string, body: object) => {
    const first = await call(id, body)
    assert.equal(first.body.success, true, JSON.stringify(first.body))
    const second = await call(id, body)
    assert.equal(second.body.errorCode, 3)
    assert.equal(second.headers['purser-original-request'], first.body.requestRef)
    return first.body
  }
  await once('plain', { checkoutTotal: 3, isSetup: true })
  await once('alone', { checkoutTotal: 3 })
  const setup = await once('lock', { checkoutTotal: 4, isSetup: true, lockSetupDuration: 60 })
  const complete = { relatedSetupTransactionId: setup.transactionId }
  const late = { checkoutTotal: 5 }
  assertRefused(await call('late', late), 113)
  await once('complete', complete)
  await once('late', late)
  assertRefused(await call('again', complete), 114)
  const next = await once('lock-2', { checkoutTotal: 4, isSetup: true, lockSetupDuration: 60 })
  await once('cancel', { relatedSetupTransactionId: next.transactionId, cancelSetup: true })
  assert.equal((await call('plain', { checkoutTotal: 9 })).body.errorCode, 3, 'whatever comes with it')
  const [balance] = (await shop.balances(cardNumber)).filter(
    (one: { balanceType: string }) => one.balanceType === 'Points',
  )
  assert.equal(balance.amount, 12)
  assert.deepEqual(await shop.verify(), [])
})

test('what a setup showed leaves no trace when it dies: no points, no firing, no sale', async () => {
  const { shop, bought, lock, cancel } = await open([
    { limit: { times: 1, per: 'card', every: 'ever' }, then: [points(10)] },
    { when: [{ fact: 'history.checkouts', op: '=', value: 0 }], then: [points(100)] },
  ])
  const cardNumber = await shop.card()
  await cancel(await lock(cardNumber, '1 CAKE 4'))
  await lock(cardNumber, '1 CAKE 4')
  await letLocksExpire(shop)
  const answer = await bought('1 CAKE 4', { cardNumber, returnBalances: true })
  assert.equal(answer.balances[0].amount, 110)
  const again = await bought('1 CAKE 4', { cardNumber, returnBalances: true })
  assert.equal(again.balances[0].amount, 110)
  assert.deepEqual(await shop.verify(), [])
})
