import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { wasCommitted } from '../../server/calls/engine/unknown-outcome.ts'
import type { Finished } from '../../server/calls/engine/work.ts'
import { type CommitFate, openDatabaseProxy } from '../support/database-proxy.ts'
import { cardIn, type Decide, type EngineRoom, openEngine, outcome } from '../support/engine-room.ts'
import { ask } from '../support/race.ts'
import { openShop, type Shop, testDatabase } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

/** A command that changes its card, so that doing it twice would show. */
const countOn =
  (card: string): Decide =>
  (context) => {
    const subject = cardIn(context, card)
    return outcome({ subject, cards: [subject], callType: 'UPDATE_BALANCE' })
  }

const codeOf = (finished: Finished) => (finished.kind === 'refused' ? finished.code : finished.kind)

const countOf = async (shop: Shop, card: string) => {
  const [row] = await ask('select seq from card where brand_id = $1 and card_number = $2', [shop.id, card])
  return Number(row?.seq)
}

/** An engine whose next commit meets this fate; the way is free again as soon as it has. */
async function openDoubt(fate: CommitFate, tellsEnds: boolean) {
  const shop = await openShop()
  const card = await shop.card()
  const before = await countOf(shop, card)
  const proxy = openDatabaseProxy()
  const room = await openEngine(shop, { url: proxy.url, answerTimeoutMs: 400 })
  proxy.commits = fate
  proxy.tellsEnds = tellsEnds
  const isLost = until('the commit is lost', async () => proxy.swallowed > 0).then(() => {
    proxy.commits = 'pass'
  })
  return { shop, card, proxy, room, isLost, count: async () => (await countOf(shop, card)) - before }
}

const kinds: Record<string, (room: EngineRoom, card: string) => Promise<Finished>> = {
  command: (room, card) => room.run({ cards: [card] }, countOn(card), { id: 'once' }),
  read: (room) => room.read(undefined, { id: 'once' }),
}

describe('an outcome that nobody was told of', { concurrency: 6 }, () => {
  for (const [kind, call] of Object.entries(kinds)) tryKind(kind, call)
  tryLostCommits()
  for (const ends of ['commit', 'rollback'] as const) tryOldBackend(ends)
})

function tryKind(kind: string, call: (room: EngineRoom, card: string) => Promise<Finished>): void {
  test(`a ${kind} whose commit was carried out is answered as done, once it is certain`, async () => {
    const { shop, card, room, count, isLost } = await openDoubt('swallow-answer', true)
    const finished = await call(room, card)
    await isLost
    assert.equal(codeOf(finished), 'done')
    assert.equal(codeOf(await call(room, card)), 3)
    assert.equal(await count(), kind === 'command' ? 1 : 0)
    assert.deepEqual(await shop.verify(), [])
  })

  test(`a ${kind} that is committed behind a connection that lives on is error 136, and settled by its id`, async () => {
    const { shop, card, proxy, room, count, isLost } = await openDoubt('swallow-answer', false)
    const finished = await call(room, card)
    await isLost
    assert.equal(codeOf(finished), 136)
    proxy.release()
    assert.equal(codeOf(await call(room, card)), 3)
    assert.equal(await count(), kind === 'command' ? 1 : 0)
    assert.deepEqual(await shop.verify(), [])
  })

  test(`a ${kind} that could still be committed is error 136, and runs when it was not`, async () => {
    const { shop, card, proxy, room, count, isLost } = await openDoubt('swallow-commit', false)
    const finished = await call(room, card)
    await isLost
    assert.equal(codeOf(finished), 136)
    proxy.release()
    assert.equal(codeOf(await call(room, card)), 'done')
    assert.equal(await count(), kind === 'command' ? 1 : 0)
    assert.deepEqual(await shop.verify(), [])
  })

  test(`a ${kind} is error 136 when the database cannot be asked any more`, async () => {
    const { shop, card, proxy, room, isLost } = await openDoubt('swallow-answer', true)
    const running = call(room, card)
    await isLost
    proxy.isOpen = false
    assert.equal(codeOf(await running), 136)
    proxy.isOpen = true
    assert.equal(codeOf(await call(room, card)), 3)
    assert.deepEqual(await shop.verify(), [])
  })
}

function tryLostCommits(): void {
  test('a command whose commit never arrived is tried again and done once', async () => {
    const { shop, card, room, count, isLost } = await openDoubt('swallow-commit', true)
    const finished = await kinds.command?.(room, card)
    await isLost
    assert.equal(finished && codeOf(finished), 'done')
    assert.equal(await count(), 1)
    assert.deepEqual(await shop.verify(), [])
  })

  test('a read whose commit never arrived is error 109, and its id is free', async () => {
    const { card, room, isLost } = await openDoubt('swallow-commit', true)
    const finished = await kinds.read?.(room, card)
    await isLost
    assert.equal(finished && codeOf(finished), 109)
    assert.equal(codeOf(await room.read(undefined, { id: 'once' })), 'done')
  })
}

function tryOldBackend(ends: 'commit' | 'rollback'): void {
  test(`nothing is said while the old backend lives; then what its ${ends} has left`, async () => {
    const shop = await openShop()
    const { newRef } = await openEngine(shop)
    const ref = newRef()
    const old = new pg.Client({ connectionString: testDatabase() })
    await old.connect()
    await old.query('begin')
    await old.query(
      `insert into request (brand_id, request_ref, operation, call_type, happened_at)
       values ($1, $2, 'search', 'SEARCH', clock_timestamp())`,
      [shop.id, ref],
    )
    const backend = (old as unknown as { processID: number }).processID
    const proxy = openDatabaseProxy()
    let said: boolean | undefined
    const looking = wasCommitted(
      { url: proxy.url },
      { backend, brand: shop.id, refs: [ref], until: performance.now() + 10_000 },
    ).then((found) => {
      said = found
    })
    await until('it has looked and looks again', async () => proxy.connections > 1)
    await old.query(ends)
    assert.equal(said, undefined, 'the backend is still there')
    await old.end()
    await looking
    assert.equal(said, ends === 'commit')
  })
}
