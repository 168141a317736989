import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { ask } from '../support/race.ts'
import { openShop } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })

test('what is sent again was done before, and says what and on which card', async () => {
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }] })
  const card = await shop.card({ usd: 50 })
  const cashier = await openDesk(shop).as('cashier')
  const redeem = (amount: number, customRequestId: string) =>
    cashier.call('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(amount) }, { customRequestId })
  const first = await redeem(4.5, 'portal-1')
  const { error: again } = await redeem(4.5, 'portal-1')
  assert.deepEqual(
    [again.reason, again.code, again.original, again.matches, again.cardNumber],
    ['doneBefore', 3, first.requestRef, true, card],
  )
  const { error: changed } = await redeem(5, 'portal-1')
  assert.deepEqual([changed.reason, changed.original, changed.matches], ['doneBefore', first.requestRef, false])
  // A new card's number is told, too: whoever lost the answer has never seen it.
  const allocate = () => cashier.call('allocate', { cardSetId: 'cards' }, { customRequestId: 'portal-2' })
  const made = await allocate()
  assert.equal((await allocate()).error.cardNumber, made.cardNumber)
  const { outcomes } = await cashier.ask('callOutcomes', { requestIds: ['portal-1', 'portal-2', 'portal-3'] })
  assert.deepEqual(
    outcomes.map(({ requestId, cardNumber }: Record<string, string>) => [requestId, cardNumber]).toSorted(),
    [
      ['portal-1', card],
      ['portal-2', made.cardNumber],
    ],
  )
  // What others did under an id is none of one's business: those of tills can be guessed.
  const marketer = await openDesk(shop).as('marketer')
  const asked = { requestIds: ['portal-1', 'portal-2'] }
  assert.deepEqual((await marketer.ask('callOutcomes', asked)).outcomes, [])
  const other = await openDesk(shop).as('cashier')
  const amount = { cardNumber: card, action: 'redeem', amount: usd(4.5) }
  const { error } = await other.call('updateBalance', amount, { customRequestId: 'portal-1' })
  assert.deepEqual([error.reason, error.cardNumber], ['doneBefore', undefined])
  assert.equal((await shop.balances(card))[0].amount, 45.5)
  assert.deepEqual(await shop.verify(), [])
})

test('nobody at the portal uses up the next number of a till, nor a till what the portal sends', async () => {
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }] })
  const card = await shop.card({ usd: 50 })
  const body = { cardNumber: card, action: 'redeem', amount: usd(4.5) }
  const till = (customRequestId: string) => shop.call('updateBalance', body, { customRequestId })
  const reader = await openDesk(shop).as('readOnly')
  assert.equal((await reader.call('search', { filters: {} }, { customRequestId: 'POS1-000124' })).error, undefined)
  assert.equal((await till('POS1-000124')).body.success, true)
  assert.equal((await till('POS1-000124')).body.errorCode, 3)
  // Nor does the portal take a till's call for its own.
  const cashier = await openDesk(shop).as('cashier')
  assert.equal((await till('POS1-000125')).body.success, true)
  const sent = await cashier.call('updateBalance', body, { customRequestId: 'POS1-000125' })
  assert.equal(sent.error, undefined)
  const outcomes = async () => (await cashier.ask('callOutcomes', { requestIds: ['POS1-000125'] })).outcomes
  assert.deepEqual(await outcomes(), [{ requestId: 'POS1-000125', requestRef: sent.requestRef, cardNumber: card }])
  assert.equal((await shop.balances(card))[0].amount, 36.5)
  assert.deepEqual(await shop.verify(), [])
})

test('what was sent to an earlier version, which kept the id as it was, is not done again', async () => {
  const shop = await openShop({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }] })
  const card = await shop.card({ usd: 50 })
  const cashier = await openDesk(shop).as('cashier')
  const redeem = (amount: number) =>
    cashier.call(
      'updateBalance',
      { cardNumber: card, action: 'redeem', amount: usd(amount) },
      { customRequestId: 'a-lost-answer' },
    )
  const { requestRef } = await redeem(4.5)
  const sha256 = (text: string) => createHash('sha256').update(text).digest()
  await ask('update idempotency_key set id_sha256 = $3 where brand_id = $1 and id_sha256 = $2', [
    shop.id,
    sha256('portal\0a-lost-answer'),
    sha256('a-lost-answer'),
  ])
  const { error } = await redeem(4.5)
  assert.deepEqual(
    [error.reason, error.code, error.original, error.matches, error.cardNumber],
    ['doneBefore', 3, requestRef, true, card],
  )
  assert.equal((await redeem(5)).error.matches, false)
  const { outcomes } = await cashier.ask('callOutcomes', { requestIds: ['a-lost-answer'] })
  assert.deepEqual(outcomes, [{ requestId: 'a-lost-answer', requestRef, cardNumber: card }])
  assert.equal((await shop.balances(card))[0].amount, 45.5)
  assert.deepEqual(await shop.verify(), [])
})
