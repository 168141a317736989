import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { countSegment } from '../../server/doors/portal-api/segments/count-segment.ts'
import { SegmentCounts } from '../../server/doors/portal-api/segments/segment-counts.ts'
import { ConnectionPool, type Sql } from '../../server/ground/database/connection.ts'
import { TooManyReads } from '../../server/ground/database/read-share.ts'
import { inLongRead } from '../../server/ground/database/timeouts.sql.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { testDatabase, times } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// A table of it is locked.
await useOwnDatabase()

let room: PortalRoom
let pool: ConnectionPool

before(async () => {
  room = await openPortalRoom({
    more: {
      segments: [
        { id: 'rich', name: 'Rich', where: [{ fact: 'balance', op: '>=', value: 100, balanceType: 'Points' }] },
      ],
    },
  })
  pool = new ConnectionPool({ url: testDatabase() }, 4)
})

after(async () => {
  await pool?.close()
  await room?.close()
})

async function loadRich() {
  const brand = await loadBrandWithoutSecrets(pool, room.shop.id)
  const segment = brand?.document.segments[0]
  assert.ok(brand && segment)
  return { brand, segment }
}

/** Tells what is sent to the database. */
function listening(db: Sql, sent: string[]): Sql {
  return {
    rows: (text, ...values) => {
      sent.push(text.join('$'))
      return db.rows(text, ...values)
    },
    affected: (text, ...values) => db.affected(text, ...values),
  }
}

test('those who look at a segment at once share a count, which is kept for half a minute', async () => {
  const { brand, segment } = await loadRich()
  await room.shop.card({ points: 200 })
  let now = Date.now()
  const counts = new SegmentCounts(pool, () => now)
  const [first, ...others] = await Promise.all(times(30, () => counts.latest(brand, segment)))
  assert.equal(first?.estimate, 1)
  assert.ok(others.every((one) => one === first))
  await room.shop.card({ points: 300 })
  now += 29_000
  assert.equal(await counts.latest(brand, segment), first)
  now += 2000
  assert.deepEqual([(await counts.latest(brand, segment)).estimate, first?.estimate], [2, 1])
  assert.deepEqual(await room.shop.verify(), [])
})

test('a count has a second and a half for all of its statements, and begins to count with the first', async () => {
  const { brand, segment } = await loadRich()
  const sent: string[] = []
  let now = 0
  const clock = () => (now += 100)
  const counting = { brand, segment, now: Date.now(), clock, patienceMs: 1500 }
  await inLongRead(pool, 1500, (db) => countSegment(listening(db, sent), counting))
  const limits = sent.flatMap((text) => /statement_timeout = (\d+)/.exec(text)?.[1] ?? []).map(Number)
  assert.ok(limits.length >= 2 && limits.every((ms) => ms <= 1400), limits.join(' '))
  assert.deepEqual(
    limits,
    limits.toSorted((one, other) => other - one),
  )
  assert.ok(
    sent.findIndex((text) => text.includes('statement_timeout')) < sent.findIndex((text) => /from card/.test(text)),
  )
})

test('a segment that cannot be counted is told as it was refreshed, and others find connections', async () => {
  const marketer = await room.login('marketer')
  const asked = { segment: 'rich', language: 'en', countNow: true }
  const other = await room.login('finance')
  await pool.withConnection(async (db) => {
    await db.rows`begin`
    await db.rows`lock table card in access exclusive mode`
    let counted = 0
    const waiting = times(8, () => marketer.must('segmentPage', asked).finally(() => (counted += 1)))
    await other.must('me')
    assert.equal(counted, 0, 'the others do not wait')
    const answers = await Promise.all(waiting)
    assert.deepEqual(
      answers.map(({ now, members }) => [now, members]),
      times(8, () => [undefined, 0]),
    )
    await db.rows`rollback`
  }, 20_000)
  assert.equal((await marketer.must('segmentPage', asked)).now.isExact, true)
})

test('more segments than a brand may have waiting are told to come back', async () => {
  const { brand, segment } = await loadRich()
  const counts = new SegmentCounts(pool, Date.now)
  const asked = await Promise.allSettled(times(40, () => counts.count(brand, segment)))
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(asked.length - refused.length, 11)
  assert.ok(refused.every((reason) => reason instanceof TooManyReads))
})

test('whoever may not see customers sees how many there were at the last refresh', async () => {
  const looker = await room.login('readOnly')
  const { members, now } = await looker.must('segmentPage', { segment: 'rich', language: 'en', countNow: true })
  assert.deepEqual([members, now], [0, undefined])
})
