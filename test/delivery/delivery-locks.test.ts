import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimMessages } from '../../server/storage/store/outbox/delivery.sql.ts'
import { openRoom, openSendingShop, pool, putMessages } from '../support/delivery-room.ts'
import { OtherTransaction } from '../support/other-transaction.ts'
import { openReceiver } from '../support/receiver.ts'

/** Questions for consent are claimed by a statement of their own while a brand's sending pauses. */
for (const pauses of [false, true]) {
  const what = pauses ? 'a question of a brand that pauses' : 'a message'
  for (const end of ['commit', 'rollback'] as const) {
    test(`${what} that another worker is about to claim is passed over, until its ${end}`, async (t) => {
      const { clock } = await openRoom()
      const receiver = await openReceiver(t)
      const shop = await openSendingShop({ webhook: { url: receiver.url } })
      await putMessages(shop, pauses ? { rule: 'confirmation' } : {})
      if (pauses) {
        await pool.rows`
          insert into send_pause (brand_id, brand_version, until)
          select brand_id, config_version, to_timestamp(${clock.now + 60_000}::float8 / 1000)
          from brand where brand_id = ${shop.id}`
      }
      const other = await OtherTransaction.begin(t)
      await other.query('select from message where brand_id = $1 for update', [shop.id])
      const claiming = claimMessages(pool, 10, clock.now)
      const claimed = await Promise.race([claiming, other.blocks().then(() => 'it waits for the other worker')])
      assert.deepEqual(claimed, [])
      const lease = new Date(clock.now + 60_000)
      await other.query('update message set lease_until = $2 where brand_id = $1', [shop.id, lease])
      await other.end(end)
      assert.equal((await claimMessages(pool, 10, clock.now)).length, end === 'commit' ? 0 : 1)
    })
  }
}
