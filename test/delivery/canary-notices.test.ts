import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemNetwork } from '../../server/calls/delivery/network.ts'
import { tellWebhook } from '../../server/calls/delivery/tell-webhook.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { openCanaryBrand } from '../support/canary-brand.ts'
import { leaksIn, unheardIn } from '../support/canary-walk.ts'
import { openReceiver } from '../support/receiver.ts'
import { testSealer } from '../support/shop.ts'

test('notices to webhooks tell of nobody, and of no secret', async (t) => {
  const canaries = await openCanaryBrand(t)
  const { first, second, other, hidden, digests, pin, pool, shop } = canaries
  await shop.must('updateAccount', { cardNumber: first.cardNumber, primaryCustomer: { city: 'Oslo' } })
  const receiver = await openReceiver(t)
  const brand = await loadBrand(pool, shop.id, testSealer)
  const [webhook] = brand?.document.webhooks ?? []
  assert.ok(brand && webhook)
  const parts = {
    pool,
    now: () => Date.now() + 600_000,
    random: () => 0,
    network: systemNetwork(true),
    log: openLog('debug', () => undefined),
  }
  let round = await tellWebhook(parts, brand, { ...webhook, url: receiver.url })
  while (round) round = await tellWebhook(parts, brand, { ...webhook, url: receiver.url })

  const all = receiver.received.map(({ headers, body }) => ({
    door: `a notice: ${JSON.parse(body).type}`,
    isDone: true,
    text: `${JSON.stringify(headers)} ${body}`.toLowerCase(),
  }))
  const { cardNumber, figure } = first
  const seen = { cardNumber, figure, updated: 'customer.updated', sale: 'checkout.completed' }
  assert.deepEqual(unheardIn(all, seen), [])
  const people = [first, second].flatMap(({ told, firstName }) => leaksIn(all, { ...told, firstName }))
  assert.deepEqual([...people, ...leaksIn(all, { ...hidden, ...digests, pin, ...other.person.told })], [])
  assert.deepEqual(await shop.verify(), [])
})

test('an invitation tells its link to whoever invites, and of nobody else', async (t) => {
  const canaries = await openCanaryBrand(t)
  const { first, second, other, hidden, digests, pin, lines, mails, shop } = canaries
  const administrator = await canaries.login('administrator')
  const answer = await administrator.must('inviteUser', { name: 'new.clerk@example.com', role: 'cashier' })
  assert.equal(mails.mails.length, 0, 'no mail goes out')
  const link = String(answer.link)
  const token = link.slice(Math.max(link.lastIndexOf('/'), link.lastIndexOf('#'), link.lastIndexOf('=')) + 1)
  assert.ok(token.length > 20, link)
  const said = [{ door: 'inviteUser', isDone: true, text: JSON.stringify(answer).toLowerCase() }]
  assert.deepEqual(unheardIn(said, { token: token.toLowerCase() }), [])
  const people = [first, second].flatMap(({ told, firstName }) => leaksIn(said, { ...told, firstName }))
  assert.deepEqual([...people, ...leaksIn(said, { ...hidden, ...digests, pin, ...other.person.told })], [])
  const logged = lines.map((line) => ({ door: 'the log', isDone: true, text: line.toLowerCase() }))
  assert.deepEqual(leaksIn(logged, { token: token.toLowerCase() }), [])
  assert.deepEqual(await shop.verify(), [])
})
