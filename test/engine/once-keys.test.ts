import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decide, openEngine, outcome } from '../support/engine-room.ts'
import { ask } from '../support/race.ts'
import { openShop } from '../support/shop.ts'

test('a command that did nothing and is not recorded leaves its id free, whatever its neighbours did', async () => {
  const shop = await openShop()
  const room = await openEngine(shop)
  const card = await shop.card()
  const nothing: Decide = () => outcome({ unrecorded: true })
  const something: Decide = () => outcome()
  const together = [
    room.run({ cards: [card] }, nothing, { id: 'idle' }),
    room.run({ cards: [card] }, something, { id: 'busy' }),
  ]
  for (const { kind } of await Promise.all(together)) assert.equal(kind, 'done')
  assert.deepEqual(await ask('select count(*)::int from idempotency_key where brand_id = $1', [shop.id]), [
    { count: 1 },
  ])
  assert.equal((await room.run({ cards: [card] }, something, { id: 'idle' })).kind, 'done')
  assert.equal((await room.run({ cards: [card] }, something, { id: 'busy' })).kind, 'refused')
  assert.deepEqual(await shop.verify(), [])
})
