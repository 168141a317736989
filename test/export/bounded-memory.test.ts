import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launch } from '../support/backup-room.ts'
import { exportFolder } from '../support/export-room.ts'
import { ask } from '../support/race.ts'
import { openShop, testDatabase } from '../support/shop.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

// Rows that no call made: their brand does not add up, and is nobody else's.
await useOwnDatabase()

const rowCount = 200_000

/** Rows of one day, in the calls of that day. */
const fill = `
  insert into ledger (brand_id, request_ref, line, card_id, value_type_id, seq, lot_no, amount, balance_after,
    held_after, kind)
  select $1, (left(uuid_floor('2026-01-15 00:00:00Z'::timestamptz + i * interval '400 ms')::text, 24) || lpad(to_hex(i), 12, '0'))::uuid,
    1, 1, 1, i, 1, 5, 5, 0, 'issue'
  from generate_series(1, ${rowCount}) as i`

test('an export takes no more memory than a few pages, however many rows a day has', async () => {
  const shop = await openShop()
  await ask(fill, [shop.id])
  const words = ['export', 'ledger', shop.id, '--from', '2026-01-14', '--to', '2026-01-16', '--format', 'jsonl']
  // All rows at once would be several hundred megabytes, and the process would end.
  const env = { NODE_OPTIONS: '--max-old-space-size=80' }
  const { status, output } = await launch(
    [...words, '--out', exportFolder(), '--database', testDatabase()],
    env,
  ).ended()
  assert.equal(status, 0, output)
  assert.match(output, /3 parts with 200,000 rows/)
})
