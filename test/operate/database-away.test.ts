import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openLog } from '../../server/ground/log/log.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts'
import { withPurser } from '../support/purser-process.ts'
import { Receipts } from '../support/receipts.ts'
import { openShop, type Shop, startTestService } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** Five seconds are promised; a machine that has much else to do gets some more. */
const answeredMs = 6500

interface Line {
  readonly level: string
  readonly event: string
  readonly text?: string
}

/** What the log says besides that somebody came and went, or knocked too often without a key. */
const troubles = (lines: readonly Line[]) =>
  lines.filter(({ level, event }) => (level === 'error' || level === 'warn') && event !== 'authentication.limited')

/** The postmaster and all processes below it. */
function familyOf(postmaster: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
    } catch {
      return undefined
    }
  }
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [postmaster, ...children.map(Number)]
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Reads, tasks and strangers, until told to stop; answers how long each waited and what it was told. */
function askAround(shop: Shop, card: string) {
  let isOver = false
  const asked: { what: string; tookMs: number; told: number | undefined }[] = []
  const asks: Readonly<Record<string, () => Promise<{ status: number; body: { errorCode?: number } }>>> = {
    read: () => shop.call('search', { filters: { cardNumber: card } }),
    readOnce: () => shop.call('cardHistory', { cardNumber: card }, { customRequestId: `read-${asked.length}` }),
    task: () =>
      shop.call('generateCards', { cardSetId: 'cards', count: 1 }, { customRequestId: `task-${asked.length}` }),
    stranger: () => shop.call('search', {}, { brand: `nobody-${asked.length}` }),
  }
  const running = Object.entries(asks).map(async ([what, ask]) => {
    while (!isOver) {
      const began = performance.now()
      const answer = await ask()
      asked.push({ what, tookMs: performance.now() - began, told: answer.body.errorCode })
      await wait(30)
    }
  })
  const stop = async () => {
    isOver = true
    await Promise.all(running)
    return asked
  }
  return { stop }
}

function assertAnswered(asked: Awaited<ReturnType<ReturnType<typeof askAround>['stop']>>): void {
  for (const { what, tookMs, told } of asked) {
    assert.ok(tookMs < answeredMs, `${what} waited ${Math.round(tookMs)} ms`)
    // 104: the brand of a server of its own has no tasks.
    assert.ok([undefined, 101, 104, 108, 109, 136].includes(told), `${what} was told ${told}`)
  }
}

test('a database that stands still: every call is answered in time, and the log has two lines', () =>
  withPurser(async (purser) => {
    const shop = await purser.start()
    const receipts = await Receipts.open(shop)
    const card = await shop.card()
    const stop = receipts.sell(shop)
    const around = askAround(shop, card)
    await receipts.reach()
    const before = purser.output.length
    const family = familyOf(purser.postmaster())
    signal(family, 'SIGSTOP')
    try {
      await wait(9000)
    } finally {
      signal(family, 'SIGCONT')
    }
    await receipts.reach(20)
    await until('the log says that it is back', async () => purser.output.includes('"database.back"'))
    await stop()
    assertAnswered(await around.stop())

    assert.ok(receipts.longestWait < answeredMs, `a till waited ${Math.round(receipts.longestWait)} ms`)
    assert.deepEqual(
      receipts.refusals.filter((code) => code !== 109 && code !== 136),
      [],
    )
    const lines = purser.output
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      troubles(lines).map(({ event }) => event),
      ['database.away', 'database.back'],
      JSON.stringify(troubles(lines)),
    )
    assert.match(troubles(lines)[0]?.text ?? '', /^The database is away: it does not answer\./)
    await receipts.settle(shop)
    assert.deepEqual(await purser.discrepancies(), [])
  }))

const ways: Readonly<Record<string, { leave: (proxy: DatabaseProxy) => void; back: (proxy: DatabaseProxy) => void }>> =
  {
    'a database that is gone': {
      leave: (proxy) => {
        proxy.isOpen = false
        proxy.cut()
      },
      back: (proxy) => {
        proxy.isOpen = true
      },
    },
    'a way to the database that swallows answers': {
      leave: (proxy) => {
        proxy.holds = () => true
      },
      back: (proxy) => {
        proxy.holds = () => false
        proxy.letGo()
      },
    },
  }

for (const [what, { leave, back }] of Object.entries(ways)) {
  test(`${what}: every call is answered in time, and the log has two lines, jobs or not`, async (t) => {
    const proxy = openDatabaseProxy()
    const lines: Line[] = []
    const log = openLog('info', (line) => lines.push(JSON.parse(line)))
    const service = await startTestService([], true, proxy.url, { log })
    t.after(() => service.stop())
    const shop = await openShop({ service })
    const receipts = await Receipts.open(shop)
    const around = askAround(shop, await shop.card())
    const stop = receipts.sell(shop)
    await receipts.reach()
    const before = lines.length

    leave(proxy)
    await wait(8000)
    back(proxy)
    await receipts.reach(20)
    await until('the log says that it is back', async () => lines.some(({ event }) => event === 'database.back'))
    await stop()
    assertAnswered(await around.stop())

    assert.ok(receipts.longestWait < answeredMs, `a till waited ${Math.round(receipts.longestWait)} ms`)
    assert.deepEqual(
      receipts.refusals.filter((code) => code !== 109 && code !== 136),
      [],
    )
    const said = troubles(lines.slice(before))
    assert.deepEqual(
      said.map(({ event }) => event),
      ['database.away', 'database.back'],
      JSON.stringify(said),
    )
    assert.match(said[1]?.text ?? '', /^The database is back after ([4-9]|1[0-2]) s\.$/)
    await receipts.settle(shop)
    assert.deepEqual(await shop.verify(), [])
  })
}

test('one connection that is lost is no outage: nobody is refused, and one line says so', async (t) => {
  const proxy = openDatabaseProxy()
  const lines: Line[] = []
  const log = openLog('info', (line) => lines.push(JSON.parse(line)))
  const service = await startTestService([], false, proxy.url, { log })
  t.after(() => service.stop())
  const shop = await openShop({ service })
  const card = await shop.card({ usd: 10 })
  proxy.cut()
  assert.equal((await shop.redeem(card, { usd: 4 })).body.success, true)
  await until('it is said', async () => lines.length > 0, 20)
  await wait(1500)
  assert.deepEqual(
    troubles(lines).map(({ event }) => event),
    ['database.lost'],
  )
  assert.deepEqual(await shop.verify(), [])
})
