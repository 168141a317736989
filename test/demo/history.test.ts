import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { readNow } from '../../server/ground/database/clock.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { type HistoryParts, makeHistory } from '../../server/program/demo/make-history.ts'
import { askForHistory, findProgress } from '../../server/program/demo/progress.sql.ts'
import { verify } from '../../server/storage/verify/verify.ts'
import { applyFile, testDatabase, testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

const brand = '1001'

const lines: string[] = []

const parts = (): HistoryParts => ({
  url: testDatabase(),
  brand,
  pins: new PinKeeper(testKey, randomBytes),
  environment: 'demo',
  log: openLog('debug', (line) => lines.push(line)),
  people: 130,
})

async function withPool<Result>(use: (pool: ConnectionPool) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

const count = async (what: string): Promise<number> => Number((await sql(`select count(*) from ${what}`, []))[0].count)

/** The machine is off after a few days, and before their end is noted: all that happened on them is planned again. */
async function interruptAfter(daysMin: number): Promise<void> {
  let before = 0
  const interrupted = makeHistory({
    ...parts(),
    onDays: (days) => {
      if (days >= daysMin) throw new Error('the machine is off')
      before = days
    },
  })
  await assert.rejects(interrupted, /the machine is off/)
  await sql(`update purser_demo.history set days_done = $1`, [before])
}

/** On a busy machine it takes minutes. */
const patience = { timeout: 900_000 }

test(
  'an interrupted history goes on without doubling, adds up, and has something for every screen',
  patience,
  async () => {
    await applyFile(parse(readFileSync(new URL('../../demo/harbor-coffee.yaml', import.meta.url), 'utf8')))
    await withPool(async (pool) => askForHistory(pool, brand, await readNow(pool)))
    for (const days of [20, 100]) await interruptAfter(days)
    const cardsBefore = await count(`card where status = 'Activated'`)

    const made = await makeHistory(parts())

    assert.ok(made && made.calls > 1000 && made.refused === 0, JSON.stringify(made))
    assert.equal(await makeHistory(parts()), undefined, 'there is nothing left to do')
    assert.deepEqual(lines, [], 'no call is made a second time, and none fails')
    assert.equal(await withPool((pool) => findProgress(pool, brand)), undefined)
    assert.deepEqual(await withPool(async (pool) => (await verify(pool)).discrepancies), [])
    assert.ok(cardsBefore > 0)
    assert.equal(
      await count(`(select card_id from request where call_type = 'ALLOCATE' and operation = 'allocate' and error_code is null
      group by card_id having count(*) > 1) as twice`),
      0,
    )
    assert.equal(
      await count(`(select note from brand_version where note is not null group by note having count(*) > 1) as twice`),
      0,
    )
    await assertAlive()
  },
)

/** What screens show, and how much of it there should be at least. */
const shown: readonly (readonly [string, number])[] = [
  [`card where status = 'Activated'`, 100],
  [`card where status in ('Stolen', 'Closed', 'Suspended', 'Transfer')`, 8],
  [`card where root_id is not null`, 4],
  [`ledger`, 1000],
  [`lot where expires_at is not null and amount > 0`, 100],
  [`checkout`, 800],
  [`hold_portion`, 1],
  [`coupon where used_at is not null`, 8],
  [`personal_offer`, 15],
  [`message where state = 'sent'`, 40],
  [`brand_version where note is not null`, 8],
  [`segment_member`, 8],
  [`card_score`, 50],
  [`product_pair`, 1],
  [`best_seller`, 3],
  [`notice`, 40],
  [`audit_entry`, 10],
  [`request where happened_at < now() - interval '300 days'`, 20],
  [`request where happened_at > now() - interval '3 days'`, 3],
]

async function assertAlive(): Promise<void> {
  for (const [what, least] of shown) {
    const found = await count(what)
    assert.ok(found >= least, `${what}: ${found}, not ${least}`)
  }
  assert.equal(
    await count(`message where next_attempt_at is not null and next_attempt_at < now() - interval '1 day'`),
    0,
  )
  assert.equal(await count(`request where happened_at > now()`), 0, 'nothing happens in the future')
  assert.equal(
    await count(`card where card_number like '7000000%' and status = 'Activated'`),
    0,
    'cards to try out are free',
  )
}
