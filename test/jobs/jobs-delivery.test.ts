import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import test from 'node:test'
import { delivery } from '../../server/background/jobs/delivery.ts'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { openSenders } from '../../server/calls/delivery/senders.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { testKey } from '../support/shop.ts'
import { openWorker, until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

test('what a rule says to a webhook in a checkout is delivered once, by the job', async (t) => {
  const receiver = await openReceiver(t)
  const { shop, bought } = await openRuleShop(
    [{ then: [points(5), { notify: { channel: 'webhook', text: 'Earned {{ mutation.amount }}' } }] }],
    { more: { senders: { webhook: { url: receiver.url, secrets: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='] } } } },
  )
  const cardNumber = await shop.card()
  const { requestRef } = await bought('1 CAKE 4', { cardNumber })
  const { run } = await openWorker(shop)
  const job = delivery({ senders: openSenders(systemNetwork(true)), addressKey: () => createSecretKey(testKey) })

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

test('a receiver that hangs holds up neither other brands at the same host nor other channels of its own', async (t) => {
  const [hanging, quick] = [await openReceiver(t, 'hangs'), await openReceiver(t)]
  const openNotifying = (senders: object) => {
    const notify = Object.keys(senders).map((channel) => ({ notify: { channel, text: 'Hello' } }))
    return openRuleShop([{ then: [points(1), ...notify] }], { more: { senders } })
  }
  const slow = await openNotifying({ push: { url: hanging.url }, webhook: { url: quick.url } })
  const other = await openNotifying({ webhook: { url: hanging.url.replace('/hook', '/fine') } })
  hanging.behaves(({ path }) => (path === '/fine' ? 200 : 'hangs'))
  const network = { ...systemNetwork(true), timeouts: { connectMs: 60_000, totalMs: 60_000 } }
  const job = delivery({ senders: openSenders(network), addressKey: () => createSecretKey(testKey) })
  const room = await openJobRoom(slow.shop, {
    brandAt: async (id) => (id === slow.shop.id ? slowBrand() : otherBrand()),
  })
  const slowBrand = (await openJobRoom(slow.shop)).brandAt.bind(undefined, slow.shop.id)
  const otherBrand = (await openJobRoom(other.shop)).brandAt.bind(undefined, other.shop.id)
  await slow.bought('1 CAKE 4', { cardNumber: await slow.shop.card() })

  let isOver = false
  const running = job.run(room).finally(() => {
    isOver = true
  })
  await until('the receiver hangs', async () => hanging.received.length === 1)
  await other.bought('1 CAKE 4', { cardNumber: await other.shop.card() })
  await slow.bought('1 CAKE 4', { cardNumber: await slow.shop.card() })
  await until('others are told', async () => quick.received.length === 2 && hanging.received.some(isFine))
  assert.equal(isOver, false, 'while it still hangs')
  hanging.letGo()
  const { counts } = await running
  assert.equal(counts.sent, 3)
  for (const { shop } of [slow, other]) assert.deepEqual(await shop.verify(), [])
})

const isFine = ({ path }: { readonly path: string }) => path === '/fine'
