import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../server/ground/database/connection.ts'
import { claimMessages } from '../../server/storage/store/outbox/delivery.sql.ts'
import { messagesOf, openRoom, openSendingShop, pool, putMessages, statesOf } from '../support/delivery-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { applyFile, times } from '../support/shop.ts'

const nothing = { claimed: 0, sent: 0, failed: 0, rejected: 0, notSent: 0, putBack: 0, lost: 0 }

test('what waits is sent once, and nothing is left to do', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  const ids = await putMessages(shop, {}, { text: 'Another' })
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 2, sent: 2 })
  assert.deepEqual(await room.deliver(), nothing)
  assert.deepEqual(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted(), ids.toSorted())
  const rows = await messagesOf(shop)
  assert.ok(rows.every((row) => row.state === 'sent' && row.sent && !row.leased && row.attempts === 1))
})

test('two deliverers at once deliver each message exactly once', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shops = await Promise.all(times(3, () => openSendingShop({ webhook: { url: receiver.url } })))
  const ids = (await Promise.all(shops.map((shop) => putMessages(shop, ...times(40, () => ({})))))).flat()
  let sent = 0
  const work = async () => {
    for (;;) {
      const counts = await room.deliver({ limit: 16 })
      sent += counts.sent
      if (counts.claimed === 0) return
    }
  }
  await Promise.all(times(4, work))
  assert.equal(sent, 120)
  assert.deepEqual(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted(), ids.toSorted())
})

test('a worker that dies between sending and saying so causes a second sending under the same id', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  const [id] = await putMessages(shop, { text: 'Content of the message' })
  const dying: Sql = {
    affected: (text, ...values) => pool.affected(text, ...values),
    rows: (text, ...values) => {
      if (text.join('').includes("state = 'sent'"))
        throw new Error('the power went, and Content of the message with it')
      return pool.rows(text, ...values)
    },
  }
  assert.deepEqual(await room.deliver({ pool: dying }), { ...nothing, claimed: 1, lost: 1 })
  assert.deepEqual(await statesOf(shop), ['waiting'])
  assert.deepEqual(await room.deliver(), nothing)
  room.wait(59)
  assert.deepEqual(await room.deliver(), nothing)
  room.wait(1)
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, sent: 1 })
  assert.deepEqual(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [id, id],
  )
  assert.deepEqual(await statesOf(shop), ['sent'])
})

test('a failure is tried again by the schedule, and given up after ten attempts', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 500)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await putMessages(shop, {})
  const waits = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  for (const seconds of waits) {
    assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, failed: 1 })
    assert.deepEqual(await statesOf(shop), ['waiting: status 5xx'])
    room.wait(seconds - 1)
    assert.deepEqual(await room.deliver(), nothing)
    room.wait(1)
  }
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, rejected: 1 })
  assert.deepEqual(await statesOf(shop), ['failed: status 5xx'])
  room.wait(1_000_000)
  assert.deepEqual(await room.deliver(), nothing)
  assert.equal(receiver.received.length, 10)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const timestamps = receiver.received.map(({ headers }) => headers['webhook-timestamp'])
  assert.equal(new Set(timestamps).size, 10, 'each attempt has its own time')
})

test('after a failure that passes, the message arrives', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 'resets')
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await putMessages(shop, {})
  await room.deliver()
  assert.deepEqual(await statesOf(shop), ['waiting: connection'])
  receiver.behaves(307)
  room.wait(6)
  await room.deliver()
  assert.deepEqual(await statesOf(shop), ['waiting: status 3xx'])
  receiver.behaves(200)
  room.wait(301)
  await room.deliver()
  assert.deepEqual(await statesOf(shop), ['sent'])
})

test('brands share a round evenly, however much each has waiting', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const [loud, quiet, other] = await Promise.all(times(3, () => openSendingShop({ webhook: { url: receiver.url } })))
  if (!loud || !quiet || !other) assert.fail()
  await putMessages(loud, ...times(200, () => ({ createdAt: Date.now() - 100_000 })))
  await putMessages(quiet, {})
  await putMessages(other, ...times(5, () => ({})))
  const claimed = await claimMessages(pool, 12, room.clock.now, 60)
  const shares = [loud, quiet, other].map(({ id }) => claimed.filter(({ brand }) => brand === id).length)
  assert.deepEqual(shares, [4, 1, 4])
  const all = new Set<string>()
  for (let round = 0; round < 40; round += 1) {
    // Fewer places than brands: a lot decides, and nobody is left out for long.
    const [one] = await claimMessages(pool, 1, room.clock.now + round, 60)
    if (one) all.add(one.brand)
  }
  assert.deepEqual([...all].toSorted(), [loud.id, other.id].toSorted())
})

test('a receiver that hangs is left alone, and keeps no other waiting', async (t) => {
  const room = await openRoom(2000)
  const hanging = await openReceiver(t, 'hangs')
  const quick = await openReceiver(t)
  const slow = await openSendingShop({ webhook: { url: hanging.url } })
  const shop = await openSendingShop({ webhook: { url: quick.url } })
  await putMessages(slow, ...times(20, () => ({})))
  await putMessages(shop, ...times(20, () => ({})))
  const counts = await room.deliver()
  assert.deepEqual(counts, { ...nothing, claimed: 40, sent: 20, failed: 2, putBack: 18 })
  assert.equal(hanging.received.length, 2)
  assert.deepEqual(await room.deliver(), nothing)
  assert.ok(quick.busiest() <= 2, 'two at a time for one receiver')
  const rows = await messagesOf(slow)
  assert.deepEqual(
    [rows.filter(({ attempts }) => attempts === 1).length, rows.some(({ leased }) => leased)],
    [2, false],
  )
})

test('what cannot end within its lease is not begun', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await putMessages(shop, {})
  let asked = 0
  // Reading took 50 seconds.
  const now = () => room.clock.now + (asked++ === 0 ? 0 : 50_000)
  assert.deepEqual(await room.deliver({ now }), { ...nothing, claimed: 1, putBack: 1 })
  assert.equal(receiver.received.length, 0)
  room.wait(51)
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, sent: 1 })
})

test('a worker whose lease was taken over cannot undo what the other did', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ webhook: { url: receiver.url } })
  await putMessages(shop, {})
  const senders = {
    ...room.parts.senders,
    webhook: async () => {
      // Stands still for longer than its lease; meanwhile somebody else delivers.
      room.wait(61)
      assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, sent: 1 })
      return { kind: 'failed', why: 'timeout' } as const
    },
  }
  await room.deliver({ senders })
  assert.deepEqual(await statesOf(shop), ['sent'])
})

test('410 ends it until the brand file changes', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t, 410)
  const shop = await openSendingShop({ webhook: { url: receiver.url }, push: { url: receiver.url } })
  await putMessages(shop, ...times(10, () => ({})))
  const { notSent } = await room.deliver()
  assert.equal(notSent, 10)
  assert.ok(receiver.received.length <= 2, 'those that were under way')
  const tried = (await messagesOf(shop)).filter(({ attempts }) => attempts === 1)
  assert.equal(tried.length, receiver.received.length)
  receiver.behaves(200)
  const before = receiver.received.length
  await putMessages(shop, {})
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, notSent: 1 })
  assert.equal(receiver.received.length, before)
  assert.deepEqual([...new Set(await statesOf(shop))], ['notSent: receiverDisabled'])

  await applyFile({ ...shop.file, senders: { webhook: { url: receiver.url } } })
  await putMessages(shop, {})
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, sent: 1 })
})

test('a brand that cannot be read holds up no other', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const [broken, shop] = await Promise.all(times(2, () => openSendingShop({ webhook: { url: receiver.url } })))
  if (!broken || !shop) assert.fail()
  await putMessages(broken, {})
  await putMessages(shop, {})
  const brandAt: typeof room.parts.brandAt = (id) =>
    id === broken.id ? Promise.reject(new Error('unreadable')) : room.parts.brandAt(id)
  assert.deepEqual(await room.deliver({ brandAt }), { ...nothing, claimed: 2, sent: 1, lost: 1 })
  room.wait(60)
  assert.deepEqual(await room.deliver(), { ...nothing, claimed: 1, sent: 1 })
})
