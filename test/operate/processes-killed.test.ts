import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProcess } from '../../server/ground/database/embedded/running-process.ts'
import { type Purser, withPurser } from '../support/purser-process.ts'
import { Receipts } from '../support/receipts.ts'
import type { Shop } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

const two = ['--processes', '2', '--log-level', 'info']
const patienceSeconds = 100

test('processes that are killed under load are replaced, every call takes effect once, and a stop drains all', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const stop = receipts.sell(shop, 16)
    for (let kills = 1; kills <= 3; kills += 1) {
      await receipts.reach(40)
      const { serving } = purser.pids()
      process.kill(serving[Math.floor(Math.random() * serving.length)] ?? 0, 'SIGKILL')
      await until('another has taken its place', async () => replaced(purser) === kills, patienceSeconds)
    }
    await receipts.reach(40)
    await stop()
    assert.ok(receipts.acknowledged.length < receipts.all.length, 'calls were under way')
    assert.match(purser.output, /Process \d of 2 ended by SIGKILL\. Another takes its place/)
    await receipts.settle(shop)
    await assertInOrder(purser)

    await assertDrained(purser, receipts, shop)
  }, two))

const replaced = ({ output }: Purser) => output.match(/"event":"process replaced"/g)?.length ?? 0

async function assertDrained(purser: Purser, receipts: Receipts, shop: Shop): Promise<void> {
  const { serving } = purser.pids()
  const postmaster = purser.postmaster()
  await Promise.all(Array.from({ length: 40 }, () => receipts.sellOnce(shop)))
  const sent = Array.from({ length: 40 }, () => receipts.sellOnce(shop))
  const stopped = purser.stop()
  const answered = await Promise.all(sent)

  assert.equal(await stopped, 0, purser.output)
  const cutOff = answered.filter(({ ref, refusedWith }) => ref === undefined && refusedWith !== 109)
  assert.equal(cutOff.length, 0, `${cutOff.length} of ${answered.length} calls got no answer`)
  for (const pid of [...serving, postmaster]) assert.equal(findProcess(pid), undefined)
}

test('a supervisor that is killed leaves no process behind, and the next start has port and database at once', () =>
  withPurser(async (purser) => {
    const first = await purser.start()
    const receipts = await Receipts.open(first)
    const postmaster = purser.postmaster()
    const stop = receipts.sell(first)
    await receipts.reach()
    const { supervisor, serving } = purser.pids()
    assert.equal(serving.length, 2)
    process.kill(supervisor, 'SIGKILL')
    await purser.hasEnded()
    await stop()
    const again = await purser.start()

    assert.equal(purser.postmaster(), postmaster, 'the database was taken over')
    const areGone = () => serving.every((pid) => findProcess(pid) === undefined)
    await until('the processes have ended', async () => areGone(), patienceSeconds)
    await receipts.settle(again)
    await assertInOrder(purser)
  }, two))

async function assertInOrder(purser: Purser): Promise<void> {
  assert.deepEqual(await purser.discrepancies(), [])
}
