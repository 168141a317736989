import assert from 'node:assert/strict'
import { realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '../../server/ground/database/embedded/embedded.ts'
import { type Purser, withPurser } from '../support/purser-process.ts'
import { Receipts } from '../support/receipts.ts'
import type { Shop } from '../support/shop.ts'

/** Some 10 seconds are what a call may wait for a database that does not answer. The machine may be busy with other tests. */
const waitMsMax = 30_000

const laneBackends = `select pid from pg_stat_activity where application_name = 'purser lane'`

test('lanes that lose their connections go on without losing or doubling a call', () =>
  withPurser(async (purser) => {
    const { shop, receipts } = await sellWhile(purser, async () => {
      for (let i = 0; i < 10; i += 1) {
        await purser.ask(`select pg_terminate_backend(pid) from (${laneBackends}) as lane`)
        await wait(150)
      }
    })

    assert.deepEqual(receipts.refusals, [], 'a lost connection is nobody else’s business')
    await assertSettled(purser, receipts, shop)
  }))

test('every connection of the server can be cut at once', () =>
  withPurser(async (purser) => {
    const { shop, receipts } = await sellWhile(purser, async () => {
      for (let i = 0; i < 5; i += 1) {
        await purser.ask('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
        await wait(300)
      }
    })

    await assertSettled(purser, receipts, shop)
  }))

test('a database process that is killed makes the database start over, and the server goes on', () =>
  withPurser(async (purser) => {
    const { shop, receipts } = await sellWhile(purser, async () => {
      const [lane] = await purser.ask(laneBackends)
      process.kill(Number(lane?.pid), 'SIGKILL')
      await wait(3000)
    })

    assert.ok(
      receipts.refusals.every((code) => code === 109 || code === 136),
      `${receipts.refusals}`,
    )
    assert.ok(receipts.longestWait < waitMsMax, `a till waited ${receipts.longestWait} ms`)
    await assertSettled(purser, receipts, shop)
  }))

test('a database that takes no new connections is answered for with 109, in time', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    await receipts.sellOnce(shop)
    const postmaster = purser.postmaster()
    const client = purser.ask(`select pg_sleep(0.3), pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'purser%' and pid <> pg_backend_pid()`)
    await wait(100)
    process.kill(postmaster, 'SIGSTOP')
    await client
    const stop = receipts.sell(shop, 10)
    const read = await timed(() => shop.call('search', { filters: {} }))
    const ready = await timed(() => fetch(`http://127.0.0.1:${shop.port}/readyz`))
    await wait(4000)
    const stopped = stop()
    await Promise.race([stopped, wait(waitMsMax)])
    process.kill(postmaster, 'SIGCONT')
    await stopped

    assert.deepEqual(receipts.refusals, [109])
    assert.ok(receipts.longestWait < waitMsMax, `a till waited ${Math.round(receipts.longestWait)} ms`)
    assert.equal(read.value.body.errorCode, 109)
    assert.equal(ready.value.status, 503)
    for (const { elapsed } of [read, ready]) assert.ok(elapsed < waitMsMax, `${elapsed} ms`)
    await assertSettled(purser, receipts, shop)
  }))

test('a database that stands still is answered for in time, and used again when it moves', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    await receipts.sellOnce(shop)
    purser.signalDatabase('SIGSTOP')
    const stop = receipts.sell(shop, 10)
    const read = timed(() => shop.call('search', { filters: {} }))
    const ready = timed(() => fetch(`http://127.0.0.1:${shop.port}/readyz`))
    await wait(3000)
    const stopped = stop()
    await Promise.race([Promise.all([stopped, read, ready]), wait(waitMsMax)])
    purser.signalDatabase('SIGCONT')
    await stopped

    assert.ok(receipts.longestWait < waitMsMax, `a till waited ${Math.round(receipts.longestWait)} ms`)
    assert.ok(
      receipts.refusals.every((code) => code === 109 || code === 136),
      `${receipts.refusals}`,
    )
    assert.equal((await read).value.body.errorCode, 109)
    assert.equal((await ready).value.status, 503)
    await assertSettled(purser, receipts, shop)
  }))

test('a database elsewhere that is stopped and started again is used again by itself', async () => {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'purser-elsewhere-')))
  let database = await startEmbedded({ folder, log: () => undefined })
  try {
    await withPurser(
      async (purser) => {
        const shop = await purser.start()
        const receipts = await Receipts.open(shop)
        const stop = receipts.sell(shop)
        await receipts.reach()
        await database.stop()
        const read = await timed(() => shop.call('search', { filters: {} }))
        await wait(6000)
        database = await startEmbedded({ folder, log: () => undefined })
        await receipts.reach()
        await stop()

        assert.deepEqual(
          receipts.refusals.filter((code) => code !== 136),
          [109],
        )
        assert.equal(read.value.body.errorCode, 109)
        assert.ok(receipts.longestWait < waitMsMax, `a till waited ${Math.round(receipts.longestWait)} ms`)
        await receipts.settle(shop)
        assert.equal(await purser.stop(), 0)
        const { status, output } = await purser.run('verify', '--database', database.url)
        assert.equal(status, 0, output)
      },
      ['--database', database.url],
    )
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Sells before, during and after what happens to the database. */
async function sellWhile(purser: Purser, happening: () => Promise<void>) {
  const shop = await purser.start()
  const receipts = await Receipts.open(shop)
  const stop = receipts.sell(shop)
  await receipts.reach()
  await happening()
  await receipts.reach()
  await stop()
  return { shop, receipts }
}

async function assertSettled(purser: Purser, receipts: Receipts, shop: Shop): Promise<void> {
  await receipts.settle(shop)
  assert.deepEqual(await purser.discrepancies(), [])
  assert.ok(purser.isRunning(), 'it is still the same server')
  assert.equal(await purser.stop(), 0)
}

async function timed<T>(call: () => Promise<T>): Promise<{ value: T; elapsed: number }> {
  const began = performance.now()
  const value = await call()
  return { value, elapsed: performance.now() - began }
}
