import assert from 'node:assert/strict'
import test from 'node:test'
import { systemNetwork } from '../server/delivery/network.ts'
import { openSenders } from '../server/delivery/senders.ts'
import { delivery } from '../server/jobs/delivery.ts'
import { openRuleShop, points } from './support/checkout-shop.ts'
import { openReceiver } from './support/receiver.ts'
import { openWorker, useOwnDatabase } from './support/worker-room.ts'

test('what a rule says to a webhook in a checkout is delivered once, by the job', async (t) => {
  await useOwnDatabase()
  const receiver = await openReceiver(t)
  const { shop, bought } = await openRuleShop(
    [{ then: [points(5), { notify: { channel: 'webhook', text: 'Earned {{ mutation.amount }}' } }] }],
    { more: { senders: { webhook: { url: receiver.url, secrets: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='] } } } },
  )
  const cardNumber = await shop.card()
  const { requestRef } = await bought('1 CAKE 4', { cardNumber })
  const { run } = await openWorker(shop)
  const job = delivery({ senders: openSenders(systemNetwork(true)) })

  assert.equal((await run(job)).sent, 1)
  assert.equal((await run(job)).sent, 0)

  const [message, ...others] = receiver.received
  assert.equal(others.length, 0)
  assert.deepEqual(JSON.parse(message?.body ?? '').data, { cardNumber, requestRef, text: 'Earned 5' })
  assert.equal(message?.headers['webhook-id'], `${requestRef}-1`)
  const { rows } = await shop.must('communicationActivity', { cardNumber })
  assert.equal(rows[0].state, 'sent')
  assert.deepEqual(await shop.verify(), [])
})
