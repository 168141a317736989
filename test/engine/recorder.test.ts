import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { RecorderLimits } from '../../server/calls/engine/recorder.ts'
import type { Finished } from '../../server/calls/engine/work.ts'
import { operations } from '../../server/calls/operations/all.ts'
import { openDatabaseProxy } from '../support/database-proxy.ts'
import { type EngineRoom, openEngine } from '../support/engine-room.ts'
import { ask } from '../support/race.ts'
import { openShop, type Shop, times } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const isRecord = (statement: string) => statement.includes('insert into request')

async function openRecorder(recorderLimits: Partial<RecorderLimits> = {}) {
  const shop = await openShop()
  const proxy = openDatabaseProxy()
  const room = await openEngine(shop, { url: proxy.url, answerTimeoutMs: 60_000, recorderLimits })
  return { shop, proxy, room }
}

/** Resolves when what was recorded before can be found. */
const records = (room: EngineRoom) =>
  room.read(async ({ reader }) => {
    await reader.recordsWritten()
    return { kind: 'answer', response: {} }
  })

const codeOf = (finished: Finished) => (finished.kind === 'refused' ? finished.code : finished.kind)

async function countRecords(shop: Shop, refs: readonly string[]): Promise<number> {
  const [row] = await ask('select count(*)::int from request where brand_id = $1 and request_ref = any($2)', [
    shop.id,
    refs,
  ])
  return Number(row?.count)
}

test('while one batch is being written, whatever comes waits for the next', async () => {
  const { shop, proxy, room } = await openRecorder()
  let inserts = 0
  proxy.holds = (statement) => {
    inserts += isRecord(statement) ? 1 : 0
    return isRecord(statement) && inserts === 1
  }
  const refs = times(11, () => room.newRef())
  for (const ref of refs) {
    await room.read(undefined, { ref })
    if (ref === refs[0]) await until('the first batch is being written', async () => proxy.held === 1)
    else await wait(20)
  }
  assert.equal(inserts, 1)
  proxy.letGo()
  await records(room)
  assert.equal(inserts, 2)
  assert.equal(await countRecords(shop, refs), 11)
})

test('a reader waits for what was recorded before it and for nothing that came later', async () => {
  const { proxy, room } = await openRecorder()
  let inserts = 0
  proxy.holds = (statement) => {
    inserts += isRecord(statement) ? 1 : 0
    return isRecord(statement)
  }
  await room.read()
  await until('the first batch is being written', async () => proxy.held === 1)
  const reading = records(room)
  await room.read()
  proxy.letGo()
  assert.equal(codeOf(await reading), 'done')
  await until('the second batch is still being written', async () => inserts === 2 && proxy.held === 1)
  proxy.holds = () => false
  proxy.letGo()
})

test('a reader whose predecessors are not written in time is told 109', async () => {
  const { proxy, room } = await openRecorder({ flushMs: 100 })
  proxy.holds = isRecord
  await room.read()
  assert.equal(codeOf(await records(room)), 109)
  proxy.holds = () => false
  proxy.letGo()
})

test('calls wait while there is no place for their records, and go on when there is', async () => {
  const { shop, proxy, room } = await openRecorder({ recordsMax: 5, placeMs: 60_000 })
  proxy.holds = isRecord
  const refs = times(12, () => room.newRef())
  let executed = 0
  const calls = refs.map((ref) =>
    room.read(
      async () => {
        executed += 1
        return { kind: 'answer', response: {} }
      },
      { ref },
    ),
  )
  await until('the records are being written', async () => proxy.held === 1)
  await Promise.all(calls.slice(0, 5))
  assert.equal(executed, 5, 'the sixth has to wait')
  proxy.holds = () => false
  proxy.letGo()
  assert.deepEqual((await Promise.all(calls)).map(codeOf), Array(12).fill('done'))
  await records(room)
  assert.equal(await countRecords(shop, refs), 12)
})

test('a call that gets no place in time is refused with 109 and not executed; the operator is told', async () => {
  const { shop, proxy, room } = await openRecorder({ recordsMax: 5, placeMs: 50 })
  proxy.holds = isRecord
  const accepted = times(5, () => room.newRef())
  for (const ref of accepted) await room.read(undefined, { ref })
  let executed = false
  const card = await shop.card()
  const decide = () => {
    executed = true
    return { kind: 'outcome' as const, response: {}, cards: [], postings: [] }
  }
  assert.equal(codeOf(await room.run({ cards: [card] }, decide)), 109)
  const early = { brand: room.brand, call: { ref: room.newRef(), locationId: '', terminalId: '' }, code: 100 } as const
  const operation = operations.find(({ name }) => name === 'search')
  assert(operation)
  assert.equal(await room.engine.recordRefusal({ ...early, operation, unknownFields: [] }), false)
  assert.equal(executed, false)
  assert.match(String(room.faults), /records are not written as fast as calls come/)
  proxy.holds = () => false
  proxy.letGo()
  assert.equal(codeOf(await records(room)), 'done')
  assert.equal(await countRecords(shop, accepted), 5)
})

test('records outlast an outage, and one whose writing was never confirmed is there once', async () => {
  const { shop, proxy, room } = await openRecorder()
  proxy.holds = (statement) => statement.includes('commit')
  const refs = times(3, () => room.newRef())
  await room.read(undefined, { ref: refs[0] ?? '' })
  await until('the first is written, but nobody knows', async () => (await countRecords(shop, refs)) === 1)
  await room.read(undefined, { ref: refs[1] ?? '' })
  proxy.holds = () => false
  proxy.isOpen = false
  proxy.cut()
  await room.read(undefined, { ref: refs[2] ?? '' })
  await until('the outage was noticed', async () => room.faults.length > 0)
  proxy.isOpen = true
  assert.equal(codeOf(await records(room)), 'done')
  assert.equal(await countRecords(shop, refs), 3)
  assert.equal(room.faults.length, 1, 'an outage is told once')
})

test('one record that cannot be written takes none of its neighbours along, and is told', async () => {
  const { shop, proxy, room } = await openRecorder()
  let inserts = 0
  proxy.holds = (statement) => {
    inserts += isRecord(statement) ? 1 : 0
    return isRecord(statement) && inserts === 1
  }
  await room.read()
  await until('the first batch is being written', async () => proxy.held === 1)
  const refs = times(40, () => room.newRef())
  // A text that PostgreSQL cannot hold; no caller can send one.
  for (const [index, ref] of refs.entries()) await room.read(undefined, { ref, ...(index === 17 && { note: '\0' }) })
  proxy.letGo()
  assert.equal(codeOf(await records(room)), 'done')
  assert.equal(await countRecords(shop, refs), 39)
  assert.equal(await countRecords(shop, refs.slice(17, 18)), 0)
  assert.equal(room.faults.length, 1)
})

test('a stop says how many records it could not write', async () => {
  const { proxy, room } = await openRecorder({ flushMs: 50 })
  proxy.holds = isRecord
  await room.read()
  await room.read()
  await room.engine.drain()
  assert.match(String(room.faults), /2 records of reads and refusals were not written before the stop/)
  proxy.letGo()
})
