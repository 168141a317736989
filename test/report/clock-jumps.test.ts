import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { live, openDatedShop, rollFrom } from '../support/dated-history.ts'
import { openJobRoom } from '../support/job-room.ts'
import { sumUp } from '../support/report-shop.ts'

const realNow = Date.now
const hour = 3_600_000

/** What the server's process takes for the time. */
function shiftClock(ms: number): void {
  Date.now = () => realNow() + ms
}

afterEach(() => shiftClock(0))

test('what is stored while the clock of the server is two hours behind, or ahead, is summed like the rest', async () => {
  const { shop, bought } = await openDatedShop()
  const roll = rollFrom(5)
  const context = await openJobRoom(shop)
  await live({ shop, bought }, roll, 20, () => ({}))
  await sumUp(context)
  for (const shift of [-2 * hour, 3 * hour, -5 * hour, 0]) {
    shiftClock(shift)
    await live({ shop, bought }, roll, 20, () => ({}))
    shiftClock(0)
    await sumUp(context)
    assert.deepEqual(await shop.verify(), [], `${shift / hour} h`)
  }
})
