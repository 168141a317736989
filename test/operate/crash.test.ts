import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { findProcess } from '../../server/ground/database/embedded/running-process.ts'
import { type Purser, withPurser } from '../support/purser-process.ts'
import { Receipts } from '../support/receipts.ts'
import type { Shop } from '../support/shop.ts'

/** Far more than each of these takes, on a machine that has much else to do; far less than for ever. */
const patienceMs = 60_000

test('after a power cut everything that was acknowledged is there once', () =>
  withPurser(async (purser) => {
    const receipts = await strike(purser, () => purser.killAll())
    const again = await startQuickly(purser)

    await receipts.settle(again)
    await assertInOrder(purser)
  }))

test('a second power cut while the tills go on changes nothing of that', () =>
  withPurser(async (purser) => {
    const receipts = await strike(purser, () => purser.killAll())
    const second = await startQuickly(purser)
    const stop = receipts.sell(second)
    await receipts.reach()
    await purser.killAll()
    await stop()
    const third = await startQuickly(purser)

    await receipts.settle(third)
    await assertInOrder(purser)
  }))

test('a server that is killed alone leaves a database that the next start takes over', () =>
  withPurser(async (purser) => {
    const receipts = await strike(purser, () => purser.killServer())
    const survivor = purser.postmaster()
    assert.ok(findProcess(survivor), 'the database outlives the server')
    const again = await startQuickly(purser)

    assert.equal(purser.postmaster(), survivor)
    await receipts.settle(again)
    await assertInOrder(purser)
  }))

test('a database that is killed under a running server loses nothing of what it confirmed', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const stop = receipts.sell(shop)
    await receipts.reach()
    process.kill(purser.postmaster(), 'SIGKILL')
    await wait(1500)
    await stop()
    assert.ok(receipts.longestWait < patienceMs, `a till waited ${receipts.longestWait} ms`)
    await purser.killServer()
    const again = await startQuickly(purser)

    await receipts.settle(again)
    await assertInOrder(purser)
  }))

test('a server whose database was killed gets it back, or ends so that its supervisor can start it again', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    await receipts.sellOnce(shop)
    process.kill(purser.postmaster(), 'SIGKILL')

    const until = performance.now() + patienceMs
    let works = false
    while (!works && purser.isRunning() && performance.now() < until) {
      works = (await receipts.sellOnce(shop)).ref !== undefined
    }

    assert.ok(works || !purser.isRunning(), 'it neither serves nor ends')
  }))

test('a stop lets every call in flight finish, and leaves nothing running', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const postmaster = purser.postmaster()
    const stop = receipts.sell(shop, 16)
    await receipts.reach()
    const began = performance.now()
    const status = await purser.stop()
    await stop()

    assert.equal(status, 0, purser.output)
    assert.ok(performance.now() - began < patienceMs, `it took ${performance.now() - began} ms`)
    assert.equal(findProcess(postmaster), undefined)
    assert.equal(existsSync(join(purser.folder, 'postgres/postmaster.pid')), false)
    const again = await startQuickly(purser)
    await receipts.settle(again)
    await assertInOrder(purser)
  }))

test('a call on an open connection is answered, not cut off, when the server is told to stop', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    await Promise.all(Array.from({ length: 40 }, () => receipts.sellOnce(shop)))
    const sent = Array.from({ length: 40 }, () => receipts.sellOnce(shop))
    const stopped = purser.stop()
    const answered = await Promise.all(sent)

    assert.equal(await stopped, 0, purser.output)
    const cutOff = answered.filter(({ ref, refusedWith }) => ref === undefined && refusedWith !== 109)
    assert.equal(cutOff.length, 0, `${cutOff.length} of ${answered.length} calls got no answer`)
    const again = await startQuickly(purser)
    await receipts.settle(again)
    await assertInOrder(purser)
  }))

test('a stop ends a server whose database is gone', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const stop = receipts.sell(shop)
    await receipts.reach()
    process.kill(purser.postmaster(), 'SIGKILL')
    await wait(200)
    const began = performance.now()
    await purser.stop()
    await stop()

    assert.ok(performance.now() - began < patienceMs, `it took ${performance.now() - began} ms`)
    const again = await startQuickly(purser)
    await receipts.settle(again)
    await assertInOrder(purser)
  }))

/** Sells until the blow falls, and proves that it fell in the middle. */
async function strike(purser: Purser, blow: () => Promise<void>): Promise<Receipts> {
  const shop = await purser.start()
  const receipts = await Receipts.open(shop)
  const stop = receipts.sell(shop)
  await receipts.reach()
  await blow()
  await stop()
  assert.ok(receipts.acknowledged.length < receipts.all.length, 'calls were under way')
  return receipts
}

async function startQuickly(purser: Purser): Promise<Shop> {
  const began = performance.now()
  const shop = await purser.start()
  const elapsed = performance.now() - began
  assert.ok(elapsed < patienceMs, `the start took ${Math.round(elapsed)} ms`)
  return shop
}

async function assertInOrder(purser: Purser): Promise<void> {
  assert.deepEqual(await purser.discrepancies(), [])
}
