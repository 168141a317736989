import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { parquet } from '../../server/export/formats/parquet.ts'
import { exported } from '../support/export-room.ts'
import { openFullShop } from '../support/full-shop.ts'
import { ask } from '../support/race.ts'

/** The package that reads what the other one writes. */
interface Reader {
  asyncBufferFromFile(path: string): Promise<unknown>
  parquetReadObjects(options: { file: unknown }): Promise<Record<string, unknown>[]>
}

const names = ['hyparquet', 'hyparquet-writer'] as const
const found = await Promise.all(names.map((name) => import(name).catch(() => undefined)))
const missing = names.filter((_, index) => found[index] === undefined)
const skip = missing.length > 0 && `not installed: ${missing.join(', ')}`

test('what is written as Parquet is read back as it was', { skip }, async () => {
  const { asyncBufferFromFile, parquetReadObjects } = found[0] as Reader
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
