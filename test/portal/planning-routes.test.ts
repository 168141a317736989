import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const rule = { id: 'off', name: 'A tenth off', trigger: 'checkout', then: [{ discount: { percent: 10 } }] }
  room = await openPortalRoom({
    more: {
      campaigns: [
        { id: 'always', name: 'Always', rules: [rule] },
        {
          ...{ id: 'advent', name: 'Advent', from: '2026-12-01 00:00:00', until: '2026-12-25 00:00:00' },
          rules: [{ ...rule, from: '2026-12-24 00:00:00' }],
        },
        { id: 'over', name: 'Over', active: false, until: '2020-01-01 00:00:00', rules: [rule] },
      ],
      couponSets: [{ id: 'codes', name: 'Codes', codes: [{ code: 'XMAS', until: '2026-12-27 00:00:00' }] }],
      segments: [
        { id: 'rich', name: 'Rich', where: [{ fact: 'balance', op: '>=', value: 100, balanceType: 'Points' }] },
      ],
    },
  })
})

after(() => room?.close())

test('the calendar has what runs within a month, with its beginning and end', async () => {
  const marketer = await room.login('marketer')
  const names = async (from: string, to: string) => {
    const { items } = await marketer.must('calendar', { from, to })
    return items.map((item: { kind: string; name: string }) => `${item.kind} ${item.name}`)
  }
  assert.deepEqual(await names('2026-12-01', '2027-01-01'), [
    'campaign Always',
    'code XMAS',
    'campaign Advent',
    'rule A tenth off',
  ])
  assert.deepEqual(await names('2027-01-01', '2027-02-01'), ['campaign Always'])
  const { items } = await marketer.must('calendar', { from: '2019-12-01', to: '2020-01-01' })
  assert.equal(items.find((item: { id: string }) => item.id === 'over').state, 'paused')
  const wrong = await marketer.ask('calendar', { from: '2026-12-01', to: '2026-12-01' })
  assert.equal(wrong.body.error.reason, 'invalid')
})

test('segments are told in words, with how many are in them', async () => {
  const marketer = await room.login('marketer')
  const { segments } = await marketer.must('listSegments', { language: 'en' })
  assert.equal(segments.length, 1)
  assert.match(segments[0].sentence, /at least 100 points/)
  assert.equal(segments[0].members, 0)
})

test('a segment is counted while it is written, and its faults are named', async () => {
  const marketer = await room.login('marketer')
  const rich = await room.shop.card({ points: 150 })
  await room.shop.card({ points: 50 })
  const text = (least: string) =>
    `id: s\nname: S\nwhere:\n  - { fact: balance, op: ">=", value: ${least}, balanceType: Points }\n`
  const preview = (least: string) =>
    marketer.must('segmentPreview', { entries: [{ section: 'segments', key: 's', text: text(least) }] })
  const found = await preview('100')
  assert.deepEqual([found.estimate, found.isExact, found.faults], [1, true, []])
  assert.equal(found.sample[0].cardNumber, rich)
  assert.equal((await preview('10')).estimate, 2)
  const faulty = await preview('"many"')
  assert.equal(faulty.faults[0].path, 'where[0].value')
  assert.equal(faulty.estimate, 0)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a segment that somebody looks at is counted at that moment, and says when', async () => {
  const marketer = await room.login('marketer')
  await room.shop.card({ points: 200 })
  const asked = { segment: 'rich', language: 'en' }
  const before = Date.now()
  const { members, refreshedAt, now } = await marketer.must('segmentPage', { ...asked, countNow: true })
  assert.deepEqual([members, refreshedAt], [0, undefined])
  assert.deepEqual([now.members > 0, now.isExact], [true, true])
  assert.ok(Math.abs(now.at - before) < 60_000)
  await room.shop.card({ points: 300 })
  // Whoever looks within half a minute is told the same, so that nobody counts in a loop.
  const later = await marketer.must('segmentPage', { ...asked, countNow: true })
  assert.deepEqual(later.now, now)
  assert.equal((await marketer.must('segmentPage', asked)).now, undefined)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a campaign that was put into force today does not stand in the calendar before today', async () => {
  const marketer = await room.login('marketer')
  const text =
    'id: late\nname: Late\nrules:\n  - { id: off, name: Off, trigger: checkout, then: [{ discount: { percent: 5 } }] }\n'
  const entries = [{ section: 'campaigns', key: 'late', text }]
  const { draftId } = await room.shop.must('saveDraft', { title: 'Late', entries })
  await room.shop.must('publishDraft', { draftId, revision: 1 })
  const today = Date.now()
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)
  const shown = async (from: number, to: number) => {
    const { items } = await marketer.must('calendar', { from: day(from), to: day(to) })
    return items.find((item: { id: string }) => item.id === 'late')
  }
  const begun = await shown(today - 20 * 86_400_000, today + 2 * 86_400_000)
  assert.ok(Math.abs(begun.from - today) < 60_000, JSON.stringify(begun))
  assert.equal(await shown(today - 40 * 86_400_000, today - 20 * 86_400_000), undefined)
  // With its end before it was put into force, it never ran: it has no period, neither then nor now.
  const over = text.replaceAll('late', 'missed').replace('rules:', 'until: "2026-01-15 00:00:00"\nrules:')
  const missed = { section: 'campaigns', key: 'missed', text: over }
  const { draftId: second } = await room.shop.must('saveDraft', { title: 'Missed', entries: [missed] })
  await room.shop.must('publishDraft', { draftId: second, revision: 1 })
  const { items } = await marketer.must('calendar', { from: '2026-01-01', to: day(today + 2 * 86_400_000) })
  const periods = items as { readonly id: string; readonly from?: number; readonly until?: number }[]
  assert.deepEqual(
    periods.filter(({ id, from = 0, until = from + 1 }) => id === 'missed' || from >= until),
    [],
  )
  const later = await shown(today + 40 * 86_400_000, today + 70 * 86_400_000)
  assert.equal(later.from, begun.from)
  assert.deepEqual(await room.shop.verify(), [])
})
