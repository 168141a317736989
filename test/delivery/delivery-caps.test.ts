import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeliveryParts } from '../../server/calls/delivery/deliver.ts'
import { openRoom, openSendingShop, putMessages, statesOf } from '../support/delivery-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { reader } from '../support/reader.ts'
import { openReceiver } from '../support/receiver.ts'
import { applyFile, times } from '../support/shop.ts'

const from = 'hello@harbor.example'
const day = 24 * 60 * 60
const counted = (states: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(states, (state) => state)
      .entries()
      .map(([state, all]) => [state, all.length]),
  )

test('a card gets so many e-mails a day, and what is too much is not sent', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({
    email: { smtp: server.url, from },
    push: { url: receiver.url },
    caps: { perCardPerDay: 2 },
  })
  const ana = await reader(shop)
  const bo = await reader(shop, 'bo@example.com')
  const mail = { channel: 'email', cardId: ana.cardId } as const
  await putMessages(shop, mail)
  await room.deliver()
  room.wait(60)
  await putMessages(shop, mail, mail, mail, { ...mail, rule: 'confirmation' }, { ...mail, cardId: bo.cardId })
  await putMessages(shop, ...times(3, () => ({ channel: 'push', cardId: ana.cardId }) as const))
  await room.deliver()
  room.wait(5)
  await room.deliver()
  assert.deepEqual(counted(await statesOf(shop)), { sent: 7, 'notSent: capped': 2 })
  assert.equal(server.mails.filter(({ to }) => to[0] === 'ana@example.com').length, 3, 'two, and the question')

  room.wait(day - 60)
  await putMessages(shop, mail)
  assert.equal((await room.deliver()).sent, 1, 'the first is a day old')
  await putMessages(shop, mail)
  assert.equal((await room.deliver()).notSent, 1)
})

test('what fails does not count, and nothing is dropped before that is known', async () => {
  const room = await openRoom()
  const shop = await openSendingShop({ email: { smtp: 'smtp://127.0.0.1:1', from }, caps: { perCardPerDay: 1 } })
  const { cardId } = await reader(shop)
  await putMessages(shop, { channel: 'email', cardId }, { channel: 'email', cardId })
  const first = await room.deliver()
  assert.deepEqual([first.failed, first.putBack, first.notSent], [1, 1, 0])
  const senders: DeliveryParts['senders'] = { ...room.parts.senders, email: async () => ({ kind: 'sent' }) }
  room.wait(6)
  await room.deliver({ senders })
  room.wait(6)
  await room.deliver({ senders })
  assert.deepEqual((await statesOf(shop)).toSorted(), ['notSent: capped', 'sent'])
})

test('a brand sends so much an hour; the rest waits without being taken up, and keeps no other waiting', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const senders = { webhook: { url: receiver.url } }
  const shop = await openSendingShop({ ...senders, caps: { perBrandPerHour: 40 } })
  const other = await openSendingShop(senders)
  await putMessages(shop, ...times(150, () => ({})))
  await putMessages(other, ...times(30, () => ({})))
  const began = room.clock.now
  const sentAt: number[] = []
  let claimed = 0
  let rounds = 0
  for (; room.clock.now < began + 3 * 60 * 60 * 1000; room.wait(60)) {
    const counts = await room.deliver()
    if (counts.claimed > 0) rounds += 1
    claimed += counts.claimed
    sentAt.push(...times(counts.sent, () => room.clock.now))
    if (room.clock.now === began) assert.deepEqual(counted(await statesOf(other)), { sent: 30 })
    const inHour = sentAt.filter((at) => at > room.clock.now - 3_600_000).length
    assert.ok(inHour <= 40 + 30, `${inHour} in an hour, 30 of them of the other brand`)
  }
  assert.deepEqual(counted(await statesOf(shop)), { sent: 120, waiting: 30 })
  assert.ok(rounds <= 3 * 20 + 2, `${rounds} rounds`)
  assert.ok(claimed < 1000, `${claimed} taken`)
})

test('a question for consent does not wait for the hour, and neither does anything once the cap is raised', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const receiver = await openReceiver(t)
  const senders = { email: { smtp: server.url, from }, webhook: { url: receiver.url } }
  const shop = await openSendingShop({ ...senders, caps: { perBrandPerHour: 1 } })
  const { cardId } = await reader(shop)
  await putMessages(shop, ...times(3, () => ({})))
  await room.deliver()
  room.wait(6)
  await room.deliver()
  assert.equal((await room.deliver()).claimed, 0)
  await putMessages(shop, { channel: 'email', cardId, rule: 'confirmation' }, { channel: 'email', cardId })
  const { claimed, sent } = await room.deliver()
  assert.deepEqual([claimed, sent, server.mails.length], [1, 1, 1])

  await applyFile({ ...shop.file, senders: { ...senders, caps: { perBrandPerHour: 50 } } })
  assert.equal((await room.deliver()).sent, 3, 'at once')
  assert.deepEqual(await shop.verify(), [])
})

test('rounds side by side keep to a cap together', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url }, caps: { perBrandPerHour: 10 } })
  await putMessages(shop, ...times(60, () => ({})))
  await Promise.all(times(6, () => room.deliver({ limit: 8 })))
  for (let round = 0; round < 6; round += 1) {
    room.wait(6)
    await room.deliver()
  }
  assert.equal(receiver.received.length, 10)
})
