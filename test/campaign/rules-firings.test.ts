import assert from 'node:assert/strict'
import test from 'node:test'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { letLocksExpire, lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { sql } from '../support/time-passes.ts'
import { sums, undone } from '../support/undo-shop.ts'
import { openWorker } from '../support/worker-room.ts'

test('what a completed setup took of a limit is taken for good, and a void of the complete gives it back', async () => {
  const open = await openRuleShop([{ limit: { times: 1, per: 'card', every: 'ever' }, then: [points(5)] }])
  const { shop, bought } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card()
  const { body: completed } = await complete(await lock(cardNumber, '1 ESP 3'))
  assert.equal(completed.success, true, JSON.stringify(completed))
  const firings = await sql('select request_ref, until from rule_firing where brand_id = $1', [shop.id])
  assert.deepEqual(firings, [{ request_ref: completed.requestRef, until: null }])

  // Whatever a setup left is forgotten some minutes after its end.
  await letLocksExpire(shop)
  await sql(`update rule_firing set until = until - interval '1 hour' where brand_id = $1`, [shop.id])
  const worker = await openWorker(shop)
  assert.equal((await worker.run(expiry)).firings, 0)
  await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5 })

  await undone(shop, cardNumber, completed.requestRef)
  await bought('1 ESP 3', { cardNumber })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 5 })
  assert.deepEqual(await shop.verify(), [])
})
