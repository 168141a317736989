import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PurserMisuse, PurserWebhookRefused, verifyWebhook } from '../../client/purser-client.ts'
import { signatureHeaders } from '../../server/calls/delivery/sign.ts'
import { noticeTypes } from '../../server/domain/brand/shapes/notice-types.ts'
import { openWebhookShop, secret } from '../support/webhook-room.ts'

const newSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

test('what a webhook of the server delivers is verified and read', async (t) => {
  const { shop, receiver, tell, clock } = await openWebhookShop(t, { webhook: { secrets: [secret, newSecret] } })
  const card = await shop.card({ usd: 50 })
  await tell()
  const now = () => clock.now

  const events = await Promise.all(
    receiver.received.map(({ headers, body }) => verifyWebhook({ headers, body }, { secrets: [newSecret], now })),
  )

  assert.deepEqual(
    events.map(({ type }) => type),
    ['card.allocated', 'balance.changed'],
  )
  assert.ok(events.every(({ data }) => data.cardNumber === card && 'requestRef' in data))
  const [, changed] = events
  assert.ok(changed?.type === 'balance.changed')
  // The compiler knows the data by the type, and that a balance is always one of a card.
  const number: string = changed.data.cardNumber
  assert.equal(number, card)
  assert.deepEqual(
    changed.data.balances.map(({ balanceCode, amount, held }) => [balanceCode, amount, held]),
    [['USD', 50, 0]],
  )
  const [first] = receiver.received
  assert.ok(first)
  const headers = new Headers(first.headers as Record<string, string>)
  const body = new TextEncoder().encode(first.body)
  const read = await verifyWebhook({ headers, body }, { secrets: ['whsec_b3RoZXI=', secret], now })
  assert.equal(read.id, headers.get('webhook-id'))
})

const at = 1_800_000_000_000
const body = JSON.stringify({
  type: 'card.allocated',
  timestamp: '2027-01-15T08:00:00.000Z',
  data: { cardNumber: '1' },
})
const signed = (secrets: readonly string[], text = body) => ({
  headers: signatureHeaders({ id: 'evt_1', at, body: text }, secrets),
  body: text,
})

test('a secret is replaced without a gap', async () => {
  const now = () => at
  for (const sending of [[secret], [secret, newSecret], [newSecret], ['any other text']])
    for (const receiving of [[secret, newSecret, 'any other text']])
      assert.equal((await verifyWebhook(signed(sending), { secrets: receiving, now })).data.cardNumber, '1')
})

test('a delivery that is forged, changed or old is refused', async () => {
  const reasonOf = async (request: Parameters<typeof verifyWebhook>[0], ageSeconds = 0) => {
    const check = { secrets: [secret], now: () => at + ageSeconds * 1000 }
    const error = await verifyWebhook(request, check).catch((caught: unknown) => caught)
    return error instanceof PurserWebhookRefused ? error.reason : error
  }
  const good = signed([secret])
  const changed = (name: string, value: string | undefined) => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  })
  assert.equal(await reasonOf(signed([newSecret])), 'signature')
  assert.equal(await reasonOf({ ...good, body: body.replace('1', '2') }), 'signature')
  assert.equal(await reasonOf(changed('webhook-id', 'evt_2')), 'signature')
  assert.equal(await reasonOf(changed('webhook-signature', 'v1,@@@ v2,abc')), 'signature')
  assert.equal(await reasonOf(changed('webhook-signature', undefined)), 'headers')
  assert.equal(await reasonOf(changed('webhook-timestamp', String(at / 1000 - 1))), 'signature')
  assert.equal(await reasonOf(changed('webhook-timestamp', 'NaN')), 'timestamp')
  assert.equal(await reasonOf(good, 301), 'timestamp')
  assert.equal(await reasonOf(good, -301), 'timestamp')
  assert.equal(await reasonOf(signed([secret], 'no JSON')), 'body')
  assert.equal((await verifyWebhook(good, { secrets: [secret], now: () => at + 299_000 })).id, 'evt_1')
  await assert.rejects(verifyWebhook(good, { secrets: [] }), PurserMisuse)
  assert.ok(noticeTypes.includes('card.allocated'))
})
