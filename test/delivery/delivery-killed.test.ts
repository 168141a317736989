import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { startWorker } from '../support/purser-worker.ts'
import { openReceiver } from '../support/receiver.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const folder = mkdtempSync(join(tmpdir(), 'purser-killed-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a worker that is killed between sending and writing it down has everything sent again, under the same ids', async (t) => {
  const [gateway, erp] = [await openReceiver(t, 'hangs'), await openReceiver(t, 'hangs')]
  const { shop, bought } = await openRuleShop(
    [{ then: [points(5), { notify: { channel: 'webhook', text: 'Hello' } }] }],
    {
      more: {
        senders: { webhook: { url: gateway.url } },
        webhooks: [{ id: 'erp', url: erp.url, events: ['checkout.completed'] }],
      },
    },
  )
  const cardNumber = await shop.card()
  const { requestRef } = await bought('1 CAKE 4', { cardNumber })

  const first = await startWorker(folder)
  await until('both were sent', async () => gateway.received.length === 1 && erp.received.length === 1)
  first.kill('SIGKILL')
  await once(first, 'exit')
  for (const receiver of [gateway, erp]) receiver.behaves(200)
  // A minute later.
  await sql('update message set lease_until = lease_until - interval $$1 minute$$ where brand_id = $1', [shop.id])
  await sql('update webhook_state set lease_until = lease_until - interval $$1 minute$$ where brand_id = $1', [shop.id])
  const second = await startWorker(folder)
  await until('both were sent again', async () => gateway.received.length === 2 && erp.received.length === 2, 60)
  await until('it is written down', async () => {
    const { rows } = await shop.must('communicationActivity', { cardNumber })
    return rows[0].state === 'sent'
  })
  second.kill('SIGTERM')
  await once(second, 'exit')

  const ids = ({ received }: typeof erp) => received.map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(ids(gateway), [`${requestRef}-1`, `${requestRef}-1`])
  assert.equal(new Set(ids(erp)).size, 1)
  assert.equal((await sql('select from notice_delivery where brand_id = $1', [shop.id])).length, 0)
  assert.deepEqual(await shop.verify(), [])
})
