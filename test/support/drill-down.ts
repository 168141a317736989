import assert from 'node:assert/strict'
import type { Brand } from '../../server/domain/brand/brand.ts'
import type { Sql } from '../../server/ground/database/connection.ts'
import { reports } from '../../server/storage/report/all.ts'
import { callsOfCell } from '../../server/storage/report/call-cell.ts'
import type { CallCell } from '../../server/storage/report/call-rows.sql.ts'
import { rowsOfCell } from '../../server/storage/report/cell.ts'
import type { CellRows } from '../../server/storage/report/cell-rows.sql.ts'
import { formatUnits } from '../../server/storage/report/format-units.ts'
import { type AskedDays, openBooks, runReport } from '../../server/storage/report/report.ts'
import { readBookmark, walkCell, writeBookmark } from '../../server/storage/report/walk-cell.ts'

interface Place {
  readonly db: Sql
  readonly brand: Brand
}

/** Every figure of a report that can be opened, and what its rows add up to, page by page. */
export async function openAll({ db, brand }: Place, name: string, asked: AskedDays): Promise<number> {
  const report = reports.find((one) => one.name === name) ?? assert.fail(name)
  const { columns, rows, behind } = await runReport(report, db, brand, asked)
  let opened = 0
  for (const [index, row] of rows.entries())
    for (const { key } of columns.filter(({ opens }) => opens)) {
      const valueType = brand.valueTypes.get(Number(behind[index]?.valueTypeId)) ?? assert.fail('a value type')
      if (row[key] === undefined) continue
      const { group, day, month, line } = row
      const own = asked.perDay ? { group, day, line } : { group, month, line }
      const cell = rowsOfCell(brand, name, asked, { column: key, valueType: valueType.id, ...own })
      assert.ok(cell, `${name} ${key}`)
      const sum = await sumOfPages({ db, brand }, cell)
      assert.equal(
        formatUnits(cell.isTurned ? -sum : sum, valueType.scale),
        row[key],
        JSON.stringify([name, asked, key, row]),
      )
      opened += 1
    }
  return opened
}

/** The same for a report whose figures are made of calls. */
export async function openAllCalls({ db, brand }: Place, name: string, asked: AskedDays): Promise<number> {
  const report = reports.find((one) => one.name === name) ?? assert.fail(name)
  const { columns, rows, behind } = await runReport(report, db, brand, asked)
  let opened = 0
  for (const [index, row] of rows.entries())
    for (const { key } of columns.filter(({ opens }) => opens)) {
      if (row[key] === undefined) continue
      const rowId = behind[index]?.rowId ?? assert.fail('the id of a row')
      const found = callsOfCell(brand, name, asked, { column: key, rowId }) ?? assert.fail(`${name} ${key}`)
      const sum = await sumOfPages({ db, brand }, found.cell)
      assert.equal(formatUnits(sum, found.scale), row[key], JSON.stringify([name, asked, key, row]))
      opened += 1
    }
  return opened
}

/** As many pages as it takes; each goes on from what the one before gave back as text. */
async function sumOfPages({ db, brand }: Place, cell: CellRows | CallCell): Promise<bigint> {
  const seen = new Set<string>()
  let sum = 0n
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? undefined : (readBookmark(after) ?? assert.fail(after))
    const walked = await walkCell(db, await openBooks(db, brand), { cell, limit: 7, from, now: Date.now })
    for (const { request_ref, line, amount } of walked.rows) {
      assert.ok(!seen.has(`${request_ref} ${line}`), 'no row comes twice')
      seen.add(`${request_ref} ${line}`)
      sum += BigInt(amount)
    }
    assert.equal(walked.added - walked.taken, sum)
    if (!walked.next) return sum
    after = writeBookmark(walked.next)
  }
}
