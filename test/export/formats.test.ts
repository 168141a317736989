import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns } from '../../server/storage/export/column.ts'
import { csvCell } from '../../server/storage/export/formats/csv.ts'
import { jsonLine } from '../../server/storage/export/formats/jsonl.ts'
import { parquetName, parquetValue } from '../../server/storage/export/formats/parquet.ts'
import { daysOf, isOpen, readPeriod } from '../../server/storage/export/period.ts'

const noon = Date.UTC(2026, 10, 2, 12)

test('cells of CSV are quoted where needed, and what looks like a formula is marked as text', () => {
  const cells: [unknown, 'text' | 'amount' | 'time' | 'json' | 'flag', string][] = [
    [null, 'text', ''],
    ['', 'text', '""'],
    ['Ana, "the" one\n', 'text', '"Ana, ""the"" one\n"'],
    ['=1+1', 'text', "'=1+1"],
    ['+49 30', 'text', "'+49 30"],
    ['@x', 'text', "'@x"],
    ['-2,5', 'text', `"'-2,5"`],
    ['-2.50', 'amount', '-2.50'],
    [noon, 'time', '2026-11-02T12:00:00.000Z'],
    [{ a: 1 }, 'json', '"{""a"":1}"'],
    [false, 'flag', 'false'],
  ]
  for (const [value, kind, cell] of cells) assert.equal(csvCell(value, { kind }), cell)
})

test('JSON has all columns, and amounts as text', () => {
  const line = jsonLine({ amount: '12.50', scale: 2, at: noon, card: 7 }, columns('amount:a scale:w at:t card:w none'))
  assert.equal(line, '{"amount":"12.50","scale":2,"at":"2026-11-02T12:00:00.000Z","card":7,"none":null}')
})

test('an amount is a whole number of its scale in Parquet, and its column says so', () => {
  const [amount, at] = columns('amount:a at:t')
  assert.ok(amount && at)
  assert.deepEqual([parquetName(amount), parquetName(at)], ['amount_units', 'at'])
  assert.equal(parquetValue({ amount: '-0.05' }, amount), -5n)
  assert.equal(parquetValue({ amount: '999999999999999' }, amount), 999_999_999_999_999n)
  assert.deepEqual(parquetValue({ at: noon }, at), new Date(noon))
  assert.equal(parquetValue({}, at), undefined)
})

test('a period is days of UTC, both included; those to come have no part, and one is open for an hour after its end', () => {
  const period = readPeriod('2026-11-01', '2026-11-30')
  assert.ok(typeof period !== 'string')
  assert.deepEqual(period, { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 11, 1) })
  const days = daysOf(period, noon)
  assert.deepEqual(
    days.map((one) => [new Date(one.from).getUTCDate(), isOpen(one, noon)]),
    [
      [1, false],
      [2, true],
    ],
  )
  const [first] = days
  assert.ok(first && isOpen(first, first.until + 1000))
  assert.match(String(readPeriod('2026-11-31', '2026-12-01')), /--from takes a day/)
  assert.match(String(readPeriod('2026-12-01', '2026-11-01')), /is after the last/)
})
