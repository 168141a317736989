import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { hasFailedTooLong } from '../../server/calls/delivery/receiver-health.ts'
import type { Sql } from '../../server/ground/database/connection.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { noMessage, retryGivenUp } from '../../server/storage/store/outbox/message-retry.sql.ts'
import { logged, openRoom, openSendingShop, pool, putMessages, statesOf } from '../support/delivery-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { purserCommand } from '../support/purser-command.ts'
import { reader } from '../support/reader.ts'
import { openReceiver } from '../support/receiver.ts'
import { applyFile, type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

type Room = Awaited<ReturnType<typeof openRoom>>

const notices = () => logged.filter((line) => line.includes('receiver disabled'))
const troubles = (shop: Shop) =>
  sql('select channel, failing_since, disabled_at, reason from receiver_state where brand_id = $1', [shop.id])

/** So many hours go by, with a new message each day and deliveries every two hours. */
async function hoursPass(room: Room, shop: Shop, hours: number): Promise<void> {
  for (let passed = 0; passed < hours; passed += 2) {
    if (passed % 24 === 0) await putMessages(shop, {})
    await room.deliver()
    room.wait(2 * 60 * 60)
  }
}

test('a receiver that fails for five days is disabled with one notice, until the operator enables it', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 500)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await hoursPass(room, shop, 5 * 24)
  assert.deepEqual(notices(), [])
  assert.equal((await troubles(shop))[0].disabled_at, null)

  await hoursPass(room, shop, 3 * 24)
  assert.equal(notices().length, 1)
  const [{ disabled_at, failing_since, reason }] = await troubles(shop)
  assert.ok(disabled_at - failing_since >= 5 * day && disabled_at - failing_since < 6 * day)
  assert.equal(reason, 'status 5xx')
  assert.deepEqual(new Set(await statesOf(shop)), new Set(['failed: status 5xx', 'notSent: receiverDisabled']))

  receiver.behaves(200)
  receiver.received.length = 0
  const [id] = await putMessages(shop, {})
  assert.equal((await room.deliver()).notSent, 1)
  const { output } = await purserCommand('messages', shop.id)
  assert.match(output, /webhook: \d+ failed/)
  assert.match(output, /webhook: \d+ not sent: the receiver is disabled\n/)
  assert.match(output, /webhook, failing since \d{4}.* UTC, disabled since \d{4}.* UTC: status 5xx/)
  assert.ok(output.includes(`${id} webhook, written `) && !output.includes('Some content'))

  assert.equal((await purserCommand('messages', 'enable', shop.id, 'sms')).status, 1)
  assert.match((await purserCommand('messages', 'enable', shop.id, 'webhook')).output, /webhook is enabled/)
  const waiting = (await statesOf(shop)).length
  assert.match((await purserCommand('messages', 'retry', shop.id)).output, new RegExp(`^${waiting} messages wait`))
  assert.equal((await room.deliver()).sent, waiting)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, waiting)
  assert.match((await purserCommand('messages', shop.id)).output, /No receiver is in trouble.\nNo message was given up/)
})

test('a success begins the five days anew, and so does a change of the brand file', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 500)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await hoursPass(room, shop, 4 * 24)
  receiver.behaves(200)
  await putMessages(shop, {})
  await room.deliver()
  assert.deepEqual(await troubles(shop), [])

  receiver.behaves('resets')
  await hoursPass(room, shop, 4 * 24)
  assert.equal((await troubles(shop))[0].reason, 'connection')
  await applyFile({ ...shop.file, senders: { webhook: { url: `${receiver.url}/new` } } })
  await hoursPass(room, shop, 4 * 24)
  assert.deepEqual(notices(), [])
  assert.equal((await troubles(shop))[0].disabled_at, null)
})

test('days of silence between two failures are no days of failure', () => {
  assert.equal(hasFailedTooLong(0, 1, 9 * day), false)
  assert.equal(hasFailedTooLong(0, 5, 5 * day - 1), false)
  assert.equal(hasFailedTooLong(0, 5, 5 * day), true)
})

test('what is known of a receiver is written when it changes, not for each message', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  const writes: string[] = []
  const watched: Sql = {
    affected: (text, ...values) => pool.affected(text, ...values),
    rows: (text, ...values) => {
      const [, verb] = /(insert into|delete from) receiver_state/.exec(text.join('')) ?? []
      if (verb) writes.push(verb)
      return pool.rows(text, ...values)
    },
  }
  const round = async () => {
    await putMessages(shop, ...times(6, () => ({})))
    await room.deliver({ pool: watched })
    return writes.splice(0)
  }
  assert.deepEqual(await round(), [])
  receiver.behaves(500)
  assert.deepEqual(await round(), ['insert into'])
  assert.deepEqual(await round(), [])
  receiver.behaves(200)
  assert.deepEqual(await round(), ['delete from'])
  assert.deepEqual(await round(), [])
})

test('a mail server that refuses recipients is not in trouble; one that is not there is', async (t) => {
  const room = await openRoom()
  const from = 'hello@harbor.example'
  const codes = [550, 450]
  for (const code of codes) {
    const server = await openMailServer(t, { refuses: { at: 'recipient', code } })
    const shop = await openSendingShop({ email: { smtp: server.url, from } })
    const { cardId } = await reader(shop)
    await putMessages(shop, { channel: 'email', cardId })
    await room.deliver()
    assert.deepEqual(await statesOf(shop), [code === 550 ? 'failed: recipient refused' : 'waiting: status 4xx'])
    assert.deepEqual(await troubles(shop), [])
  }
  const shop = await openSendingShop({ email: { smtp: 'smtp://127.0.0.1:1', from } })
  const { cardId } = await reader(shop)
  await putMessages(shop, { channel: 'email', cardId })
  await room.deliver()
  assert.deepEqual(
    (await troubles(shop)).map(({ channel, reason }) => [channel, reason]),
    [['email', 'connection']],
  )
})

test('the interface shows what was given up, and has it sent again', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 410)
  const shop = await openSendingShop({ webhook: { url: receiver.url }, push: { url: receiver.url } })
  const [first, second] = await putMessages(shop, { ref: uuidV7(Date.now() - 1000, randomBytes(10)) }, {})
  await room.deliver()
  const [card] = await putMessages(shop, { channel: 'push' })
  await room.deliver()

  const shown = await shop.must('messageStates', {})
  assert.deepEqual(shown.counts, [
    { channel: 'push', state: 'notSent', count: 1 },
    { channel: 'webhook', state: 'notSent', count: 2 },
  ])
  const [{ disabledDate, ...trouble }] = shown.receivers
  assert.deepEqual(trouble, { channel: 'webhook', isDisabled: true, reason: 'status 410' })
  assert.match(disabledDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.deepEqual(
    shown.givenUp.map(({ messageId, lastError }: Record<string, unknown>) => [messageId, lastError]),
    [second, first].map((id) => [id, 'receiverDisabled']),
  )

  receiver.behaves(200)
  const stranger = await openSendingShop({})
  for (const [one, channel] of [[stranger, 'webhook'] as const, [shop, 'push'] as const])
    assert.equal((await one.call('enableReceiver', { channel })).body.errorCode, 100)
  assert.equal((await shop.must('enableReceiver', { channel: 'webhook' })).channel, 'webhook')
  assert.deepEqual((await shop.must('messageStates', {})).receivers, [])
  assert.equal((await stranger.call('retryMessages', { messageId: first })).body.errorCode, 100)
  for (const messageId of [card, 'nonsense', `${second}0`])
    assert.equal((await shop.call('retryMessages', { messageId })).body.errorCode, 100)
  const one = await shop.must('retryMessages', { messageId: first })
  assert.deepEqual([one.retried, one.more], [1, false])
  assert.equal((await shop.must('retryMessages', {})).retried, 1)
  assert.equal((await shop.must('retryMessages', {})).retried, 0)
  assert.equal((await room.deliver()).sent, 2)
})

test('a message that is given up again while all are retried is not retried twice', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 410)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await putMessages(shop, ...times(3, () => ({})))
  await room.deliver()
  const first = await retryGivenUp(pool, shop.id, noMessage)
  assert.equal(first.length, 3)
  await room.deliver()
  assert.deepEqual(new Set(await statesOf(shop)), new Set(['notSent: receiverDisabled']))
  assert.deepEqual(await retryGivenUp(pool, shop.id, first.at(-1) ?? noMessage), [])
})

test('the message of a person who was erased is not sent again', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 410)
  const shop = await openSendingShop({ push: { url: receiver.url } })
  const { cardNumber, cardId } = await reader(shop)
  await putMessages(shop, { channel: 'push', cardId })
  await room.deliver()
  assert.equal((await purserCommand('customer', 'erase', shop.id, cardNumber)).status, 0)
  assert.equal((await shop.must('retryMessages', {})).retried, 0)
  assert.deepEqual(await shop.verify(), [])
})
