import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { checks } from '../../server/storage/verify/checks.sql.ts'
import { rebuild } from '../../server/storage/verify/rebuild.ts'
import { named, rebuilds } from '../../server/storage/verify/rebuilds.ts'
import { clusterPorts } from '../support/cluster-copies.ts'
import { openFullShop } from '../support/full-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { madeByJobs, records } from '../support/kept-tables.ts'
import { sumUp } from '../support/report-shop.ts'
import { runBeside } from '../support/server-beside.ts'
import { testDatabase } from '../support/shop.ts'
import type { StoredBreak } from '../support/stored-break.ts'
import { breaks } from '../support/stored-breaks.ts'

const pool = new ConnectionPool({ url: testDatabase(), isDistributed: clusterPorts().length > 0 }, 3)
after(() => pool.close())
const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 100, prefix: '60', length: 16 } }]
const { shop } = await openFullShop(undefined, { cardSets })
const context = await openJobRoom(shop)
await sumUp(context)

const mended = new Set(rebuilds.flatMap((one) => one.checks))

/** Checks of what is no derived row: it is a record itself, and the rest is derived from it. */
const ofRecords = [
  /^each /,
  /^no /,
  /^a card's calls/,
  /^a card that was transferred/,
  /^a checkout's discount/,
  /^calls took of budgets/,
  /^what a return was to take back/,
  /^imported balances/,
  /^the audit log/,
]

test('whatever verify derives is made again, or named with the reason why not', () => {
  const known = new Set(checks.map(({ name }) => name))
  for (const name of [...mended, ...Object.keys(named)]) assert.ok(known.has(name), name)
  const rest = checks.map(({ name }) => name).filter((name) => !mended.has(name) && !(name in named))
  assert.deepEqual(
    rest.filter((name) => !ofRecords.some((pattern) => pattern.test(name))),
    [],
  )
})

test('every table is one that is made again, one that a job makes, or a record', () => {
  const golden = readFileSync('server/ground/database/schema.golden.txt', 'utf8')
  const tables = [...golden.matchAll(/^table (\S+)/gm)].map(([, name]) => name ?? '')
  assert.ok(tables.length > 50)
  const known = [...rebuilds.flatMap((one) => one.tables), ...madeByJobs, ...records]
  assert.deepEqual(known.toSorted(), tables.toSorted())
})

/** A lot that is gone is known to nobody; a month that nobody closed is a record. */
const beyond = ['a lot that is gone', 'a call that is said to have come too late for a month']
const derived = breaks.filter(({ check, what }) => mended.has(check) && !beyond.includes(what))

/** Breaks what is stored, and makes it again while tills and the job go on. */
async function mend(own: readonly StoredBreak[]) {
  await pool.withConnection(async (db) => {
    await db.rows`begin`
    await db.rows`set local session_replication_role = replica`
    for (const { run } of own) await run(db, shop.id)
    await db.rows`commit`
  })
  let isOver = false
  const till = async () => {
    const card = await shop.card({ points: 5 })
    for (let call = 0; call < 40 && !isOver; call += 1) {
      await shop.update(card, 'issue', { points: 3 })
      await shop.redeem(card, { points: 2 })
    }
  }
  const tills = [till(), till()]
  const rebuilt = await rebuild(pool, shop.id, false)
  isOver = true
  await Promise.all(tills)
  await sumUp(context)
  return rebuilt
}

test('each table is broken, and made again while calls are carried out', async () => {
  for (const own of [
    derived.filter(({ isAlone }) => !isAlone),
    ...derived.filter(({ isAlone }) => isAlone).map((one) => [one]),
  ]) {
    const { differed, left } = await mend(own)
    for (const { check, what } of own)
      assert.ok(
        differed.some((one) => one.check === check),
        what,
      )
    assert.deepEqual(left, [], own.map(({ what }) => what).join(', '))
    assert.deepEqual(
      (await shop.verify()).filter(({ check }) => mended.has(check)),
      [],
    )
  }
  assert.deepEqual(await rebuild(pool, shop.id, false), { differed: [], left: [] })
})

test('the command says what would differ, mends it, and says that nothing is left', async () => {
  await pool.rows`update ledger_day set added = added + 7 where brand_id = ${shop.id}`
  const tried = await runBeside(['rebuild', shop.id, '--dry-run'])
  assert.equal(tried.status, 1, tried.output)
  assert.match(tried.output, /ledger_day: .* was \d+ added, .* would be \d+ added/)
  assert.match(tried.output, /Nothing was changed/)
  const done = await runBeside(['rebuild', shop.id])
  assert.equal(done.status, 1, done.output)
  assert.match(done.output, /of which 0 are left/)
  assert.match((await runBeside(['rebuild', shop.id])).output, /as the ledger says/)
  assert.deepEqual(await shop.verify(), [])
})
