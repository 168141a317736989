import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instantOf } from '../../server/kernel/ids.ts'
import { FollowedBrand } from '../../server/tail/followed-brand.ts'
import { live, openDatedShop, rollFrom } from '../support/dated-history.ts'
import { openJobRoom } from '../support/job-room.ts'
import { sumUp } from '../support/report-shop.ts'
import { ServerBeside, temporaryFolder } from '../support/server-beside.ts'
import { testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const manyCards = [{ id: 'cards', name: 'Cards', generate: { count: 2000, prefix: '60', length: 16 } }]

const realNow = Date.now
const hour = 3_600_000
const ownClock = (shift: number) => {
  Date.now = () => realNow() + shift
}
after(() => ownClock(0))

/** What a process takes for the time is as far off as a file says. */
const shiftedProcess = (file: string) => `
  import { readFileSync } from 'node:fs'
  const now = Date.now
  let shift = 0
  const read = () => { try { shift = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) } catch {} }
  read()
  setInterval(read, 20).unref()
  Date.now = () => now() + shift`

test('two servers whose clocks jump by hours: sums, origins and who follows calls miss nothing', async (t) => {
  const folder = temporaryFolder(t)
  const [shiftFile, preload] = [join(folder, 'shift'), join(folder, 'preload.mjs')]
  writeFileSync(shiftFile, String(-2 * hour))
  writeFileSync(preload, shiftedProcess(shiftFile))
  const env = { NODE_OPTIONS: `--import=${preload}`, PURSER_SECRET_KEY: testKey.toString('base64') }
  const beside = await ServerBeside.ready(t, ['--no-jobs'], { env })
  const { shop, bought } = await openDatedShop({ cardSets: manyCards })
  const theirs = beside.till(shop)
  const context = await openJobRoom(shop)
  const roll = rollFrom(23)
  const following = new FollowedBrand(shop.id, (await context.now()) - 1000)
  const seen: string[] = []
  const look = async () => {
    seen.push(...(await following.look(context.pool, await context.now())).calls.map((call) => call.request_ref))
  }
  let isOver = false
  const tills = [shop, theirs, shop, theirs].map(async (at) => {
    while (!isOver) await live({ shop: at, bought }, roll, 6, () => ({}))
  })
  for (const [own, other] of [
    [-2, 3],
    [5, -5],
    [0, -1],
    [-24, 24],
    [0, 0],
  ] as const) {
    ownClock(own * hour)
    writeFileSync(shiftFile, String(other * hour))
    await wait(300)
    await sumUp(context)
    await look()
  }
  isOver = true
  await Promise.all(tills)
  await sumUp(context)
  assert.deepEqual(await shop.verify(), [])
  const stored = await sql(
    'select request_ref as ref, extract(epoch from happened_at) * 1000 as at from request where brand_id = $1',
    [shop.id],
  )
  assert.ok(stored.length > 100, `${stored.length} calls`)
  for (const { ref, at } of stored) assert.ok(Math.abs(instantOf(ref) - Number(at)) < 60_000, 'named by the database')
  for (let index = 0; index < 3; index += 1) await look()
  assert.deepEqual(seen.toSorted(), stored.map(({ ref }) => ref).toSorted())
  assert.match(beside.output, /clock is 7\d{3} s behind the database/)
})
