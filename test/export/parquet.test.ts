import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { parquet } from '../../server/storage/export/formats/parquet.ts'
import { exported } from '../support/export-room.ts'
import { openFullShop } from '../support/full-shop.ts'
import { ask } from '../support/race.ts'

test('what is written as Parquet is read back as it was', async () => {
  const { shop } = await openFullShop()
  const rowsOf = async (what: string) => {
    const { folder, manifest } = await exported(what, shop.id, { format: parquet })
    const files = manifest.parts.map(({ file }) => join(folder, file))
    const rows = await Promise.all(
      files.map(async (path) => parquetReadObjects({ file: await asyncBufferFromFile(path) })),
    )
    return rows.flat()
  }
  const ledger = await rowsOf('ledger')
  const kept = await ask(
    'select request_ref, line, amount::text as amount from ledger where brand_id = $1 order by request_ref, line',
    [shop.id],
  )
  assert.deepEqual(
    ledger.map((row) => [row.request_ref, Number(row.line), String(row.amount_units)]),
    kept.map((row) => [row.request_ref, row.line, row.amount]),
  )
  assert.ok(ledger.every((row) => row.happened_at instanceof Date && row.hold_ref !== ''))
  const checkouts = await rowsOf('checkouts')
  assert.ok(checkouts.some((row) => row.kind === 'return' && row.is_voided === false))
  assert.ok((await rowsOf('customers')).length > 0)
})

test('times of Parquet are instants in UTC, and say so', async () => {
  const { shop } = await openFullShop()
  const { folder, manifest } = await exported('requests', shop.id, { format: parquet })
  const [file = ''] = manifest.parts.filter(({ rows }) => rows > 0).map((part) => part.file)
  const buffer = await asyncBufferFromFile(join(folder, file))
  const { schema } = await parquetMetadataAsync(buffer)
  const times = schema.filter(({ converted_type }) => converted_type === 'TIMESTAMP_MILLIS')
  assert.deepEqual(
    times.map(({ name, logical_type }) => [name, logical_type]),
    ['happened_at', 'custom_date'].map((name) => [name, { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' }]),
  )
  const [first] = await parquetReadObjects({ file: buffer })
  const [kept] = await ask(
    `select (extract(epoch from happened_at) * 1000)::bigint::text as ms from request where brand_id = $1 and request_ref = $2`,
    [shop.id, first?.request_ref],
  )
  assert.ok(first?.happened_at instanceof Date)
  assert.equal(String(first.happened_at.getTime()), kept?.ms)
})
