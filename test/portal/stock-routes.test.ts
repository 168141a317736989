import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    more: {
      couponSets: [
        { id: 'summer', name: 'Summer', generate: { count: 7, prefix: 'SU', length: 12 } },
        { id: 'own', generate: { count: 0, prefix: 'OW', length: 12 }, autoGenerate: true },
        { id: 'codes', codes: [{ code: 'SUMMER10', uses: 1000 }] },
      ],
      senders: { email: { smtp: 'smtp://127.0.0.1:25', from: 'shop@example.com' } },
    },
  })
})

after(() => room?.close())

test('the stock of cards follows what is given out and made', async () => {
  const ana = await room.login('marketer')
  const before = (await ana.must('cardStock')).sets[0]
  assert.deepEqual(before, { set: 'cards', name: 'Cards', program: 'rewards', canMakeMore: true, free: 40, all: 40 })
  await room.shop.must('allocate', { cardSetId: 'cards' })
  assert.equal((await ana.call('generateCards', { cardSetId: 'cards', count: 3 })).status, 200)
  const { free, all } = (await ana.must('cardStock')).sets[0]
  assert.deepEqual({ free, all }, { free: 42, all: 43 })
})

test('the stock of coupons has what is left, and public codes with their uses', async () => {
  const { sets, isPartial } = await (await room.login('support')).must('couponStock')
  assert.equal(isPartial, false)
  const [summer, own, codes] = sets
  assert.deepEqual([own.free, own.fillsItself, summer.fillsItself], [0, true, false], 'none left is no lack')
  assert.deepEqual([summer.free, summer.given, summer.used, summer.codes], [7, 0, 0, []])
  assert.deepEqual(codes.codes, [{ code: 'SUMMER10', uses: 1000, used: 0 }])
})

test('the numbers of a set come page by page, each once, and without pins', async () => {
  const ana = await room.login('marketer')
  for (const [of, set, total] of [
    ['cards', 'cards', 43],
    ['coupons', 'summer', 7],
  ] as const) {
    const numbers = new Set<string>()
    let after: string | undefined
    do {
      const page = await ana.must('stockNumbers', { of, set, count: 5, ...(after !== undefined && { after }) })
      for (const one of page.numbers) {
        assert.deepEqual(Object.keys(one), ['number', 'status'])
        numbers.add(one.number)
      }
      after = page.next
    } while (after !== undefined)
    assert.equal(numbers.size, total)
  }
  assert.equal((await ana.ask('stockNumbers', { of: 'cards', set: 'cards', after: 'x' })).status, 400)
  const reader = await room.login('readOnly')
  assert.equal((await reader.ask('stockNumbers', { of: 'coupons', set: 'summer' })).status, 403)
})

test('a test message says why it was not sent, and there are only a few a minute', async () => {
  const ana = await room.login('support')
  const message = { channel: 'email', recipient: 'ana@example.com', subject: 'Test', text: 'Test' }
  await room.pool.rows`update login set name = 'ana@example.com' where name = ${ana.name}`
  assert.equal((await ana.ask('testSend', { ...message, recipient: 'eve@example.com' })).body.error.reason, 'forbidden')
  const answer = await ana.must('testSend', message)
  assert.deepEqual(answer, { result: 'failed', why: 'address refused' })
  assert.equal((await ana.ask('testSend', { ...message, recipient: 'a@b.c, d@e.f' })).status, 400)
  assert.equal((await ana.ask('testSend', { ...message, channel: 'sms' })).status, 400)
  await ana.must('testSend', message)
  await ana.must('testSend', message)
  assert.equal((await ana.ask('testSend', message)).status, 429)
  const { entries } = await room.shop.must('auditLog', { action: 'message.tested' })
  assert.deepEqual([entries.length, entries[0].subject], [3, 'ana@example.com'])
  const reader = await room.login('readOnly')
  assert.equal((await reader.ask('testSend', message)).status, 403)
})

test('what is about to be removed is found wherever it is mentioned', async () => {
  const ana = await room.login('administrator')
  assert.deepEqual(await ana.must('references', { section: 'locations', key: 'L1' }), { total: 0, mentions: [] })
})
