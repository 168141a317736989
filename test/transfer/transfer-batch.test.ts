import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBalance } from '../../server/calls/operations/balance/update-balance.ts'
import { allocate } from '../../server/calls/operations/card/allocate.ts'
import { allocateChildCard } from '../../server/calls/operations/card/allocate-child-card.ts'
import type { Command } from '../../server/calls/operations/operation.ts'
import { transfer } from '../../server/calls/operations/transfer/transfer.ts'
import { assertRooted } from '../../server/storage/store/batch/child-card.sql.ts'
import { type EngineRoom, openEngine } from '../support/engine-room.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { liability, worthOf } from '../support/transfer-shop.ts'

/** All calls of a batch happen at one instant. */
async function batchesOf(shop: Shop): Promise<number> {
  const instants = `select count(distinct happened_at)::integer as count
    from request where brand_id = $1 and operation = 'scripted' and error_code is null`
  return (await sql(instants, [shop.id]))[0].count
}

/** Calls that are begun together share a batch, and are decided in their order. */
function together(room: EngineRoom, calls: readonly [operation: Command, request: object][]) {
  const flags = { transferCoupons: false, isReturnRelated: false, isAccountingAdjustment: false }
  const running = calls.map(([operation, given]) => {
    const request = { ...flags, ...given }
    const call = { ref: room.newRef(), locationId: 'L1', terminalId: 'T1' }
    const touches = operation.touches(request, { brand: room.brand, call })
    return room.run(touches, (context) => operation.decide({ ...context, request }))
  })
  return Promise.all(running)
}

const codes = (finished: readonly { kind: string; code?: number }[]) =>
  finished.map((one) => (one.kind === 'done' ? 'ok' : one.code))

const points = (units: number) => ({ balanceType: 'Points', amount: { units, scale: 0 } })

test('what one call of a batch has moved, the next ones find where it is', async () => {
  const shop = await openShop()
  const [old, card, next] = [await shop.card({ points: 5 }), await shop.card(), await shop.card()]
  const room = await openEngine(shop)
  const child = (cardNumber: string, childCardNumber: string) => ({ cardNumber, childCardNumber })

  const finished = await together(room, [
    [allocateChildCard, child(old, 'KID')],
    [updateBalance, { ...child(old, 'KID'), action: 'issue', amount: points(30) }],
    [transfer, { action: 'out', cardNumber: old }],
    [updateBalance, { ...child(old, 'KID'), action: 'issue', amount: points(1) }],
    [transfer, { action: 'in', cardNumber: card, oldCardNumber: old }],
    [transfer, { action: 'in', cardNumber: next, oldCardNumber: old }],
    [allocateChildCard, child(card, 'KID')],
    [updateBalance, { ...child(card, 'KID'), action: 'redeem', amount: points(10) }],
    [transfer, { action: 'out', cardNumber: card }],
    [transfer, { action: 'in', cardNumber: next, oldCardNumber: card }],
    [updateBalance, { ...child(next, 'KID'), action: 'redeem', amount: points(10) }],
  ])

  assert.deepEqual(codes(finished), ['ok', 'ok', 'ok', 112, 'ok', 128, 130, 'ok', 'ok', 'ok', 'ok'])
  assert.equal(await batchesOf(shop), 1)
  assert.equal(worthOf(await shop.balances(next)), '5 Points')
  assert.deepEqual(Object.values(await liability(shop)), [15])
  const rest = { ...child(next, 'KID'), action: 'redeem', amount: { balanceType: 'Points', amount: 10 } }
  assert.equal((await shop.call('updateBalance', rest)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that was made in the batch in which it was transferred in is not transferred in again', async () => {
  const shop = await openShop()
  const [card, late] = [await shop.card(), await shop.card()]
  const room = await openEngine(shop)
  const made = { cardNumber: 'MADE-1', cardSetId: 'cards', createIfNew: true }

  const finished = await together(room, [
    [allocate, made],
    [updateBalance, { cardNumber: 'MADE-1', action: 'issue', amount: points(3) }],
    [transfer, { action: 'out', cardNumber: 'MADE-1' }],
    [transfer, { action: 'in', cardNumber: card, oldCardNumber: 'MADE-1' }],
  ])

  assert.deepEqual(codes(finished), ['ok', 'ok', 'ok', 'ok'])
  assert.equal(await batchesOf(shop), 1)
  const again = await shop.call('transfer', { action: 'in', cardNumber: late, oldCardNumber: 'MADE-1' })
  assert.equal(again.body.errorCode, 128)
  assert.equal(worthOf(await shop.balances(card)), '3 Points')
  assert.deepEqual(await shop.verify(), [])
})

test('a child whose root was not locked with it makes the transaction begin again', () => {
  const row = (card_id: number, root_id?: number) =>
    ({ card_id, ...(root_id !== undefined && { root_id }) }) as Parameters<typeof assertRooted>[0][number]
  assert.doesNotThrow(() => assertRooted([row(5, 1), row(6, 2)], [row(1), row(2)]))
  assert.throws(() => assertRooted([row(5, 1), row(6, 3)], [row(1), row(2)]), { code: '40001' })
})
