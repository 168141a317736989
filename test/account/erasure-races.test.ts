import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { eraseCustomer } from '../../server/program/command-line/people/customer.ts'
import { openEngine } from '../support/engine-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openShop, testDatabase, testOrigin } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { until } from '../support/worker-room.ts'

/** A person’s card with something to void, which a third transaction holds, so that the others queue up for it. */
async function openRace(t: TestContext) {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, customerUpdates: { firstName: 'Quimby' } })
  const { requestRef } = (await shop.issue(cardNumber, { usd: 5 }, { balanceReference: 'Quimby' })).body
  const room = await openEngine(shop, { waitsForLocks: true })
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  const holder = await OtherTransaction.begin(t)
  await holder.query('select from card where brand_id = $1 and card_number = $2 for no key update', [
    shop.id,
    cardNumber,
  ])
  const operation = operations.find(({ name }) => name === 'voidTransaction')
  assert(operation)
  const call = { ref: room.newRef(), locationId: 'L1', terminalId: 'T1', note: 'Quimby' }
  return {
    shop,
    cardNumber,
    call,
    holder,
    erase: () => eraseCustomer(pool, { brand: shop.id, cardNumber }, { origin: testOrigin }),
    undo: () =>
      room.engine.run({
        operation,
        request: { cardNumber, requestRef },
        call,
        brand: room.brand,
        unknownFields: [],
      }),
  }
}

for (const first of ['erasure', 'void'] as const) {
  test(`an erasure and a void of the same card, the ${first} first, both succeed, and the person is gone`, async (t) => {
    const { shop, cardNumber, call, holder, erase, undo } = await openRace(t)
    const begun = first === 'void' ? undo() : erase()
    await holder.blocks()
    const second = first === 'void' ? erase() : undo()
    await holder.queues(2)
    await holder.end('rollback')
    const finished = await Promise.all([begun, second])
    assert.ok(
      finished.some((one) => 'kind' in one && one.kind === 'done'),
      JSON.stringify(finished),
    )
    assert.deepEqual(await shop.balances(cardNumber), [])
    const left = await sql(
      `select request_ref from request where brand_id = $1 and concat(note, detail) ilike '%quimby%'
       union all select null from account where brand_id = $1`,
      [shop.id],
    )
    // A void that comes after the erasure is a new call, with a note of its own.
    assert.deepEqual(left, first === 'void' ? [] : [{ request_ref: call.ref }])
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a card that is used all the time gets its erasure too', async (t) => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, customerUpdates: { firstName: 'Quimby' } })
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  let isOver = false
  let calls = 0
  const sell = async () => {
    while (!isOver) {
      const { success } = (await shop.issue(cardNumber, { usd: 1 }, { balanceReference: 'Quimby' })).body
      assert.equal(success, true)
      calls += 1
    }
  }
  const tills = Array.from({ length: 8 }, sell)
  await until('the card is busy', async () => calls > 20)
  const erased = await eraseCustomer(pool, { brand: shop.id, cardNumber }, { origin: testOrigin })
  isOver = true
  await Promise.all(tills)
  assert.ok(
    erased.lines.some((line) => line.startsWith('recorded as request')),
    erased.lines.join('; '),
  )
  assert.deepEqual(await sql('select from account where brand_id = $1', [shop.id]), [])
  // What was sold before it is without the name, what came after it has it again.
  const [{ at }] = await sql(
    `select max(card_seq) as at from request where brand_id = $1 and operation = 'eraseCustomer'`,
    [shop.id],
  )
  const left = await sql(
    `select from request where brand_id = $1 and card_seq < $2 and concat(note, detail) ilike '%quimby%'`,
    [shop.id, at],
  )
  assert.deepEqual(left, [])
  assert.deepEqual(await shop.verify(), [])
})
