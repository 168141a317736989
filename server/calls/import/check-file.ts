import type { Sql } from '../../ground/database/connection.ts'
import { faultIn, type ImportFault, isFault } from './column.ts'
import { type ImportRow, placed, readRows, toRowFaults } from './file/import-rows.ts'
import type { SourceFile } from './file/source-file.ts'
import type { ImportSums } from './import-run.sql.ts'
import type { ImportContext } from './kind.ts'
import type { AnyKind } from './kinds/all.ts'
import { SumsByName } from './sums.ts'

export interface CheckOrder {
  readonly source: SourceFile
  readonly kind: AnyKind
  readonly context: ImportContext
  /** The import that is gone on with, and its rows that are done: they are counted, and not judged again. */
  readonly importId: string
  readonly rowsDone: number
  readonly onFault: (fault: ImportFault) => Promise<void> | void
  readonly onProgress: (row: number) => void
}

export interface CheckedFile {
  readonly rows: number
  /** The rows that have something wrong with them. */
  readonly badRows: ReadonlySet<number>
  readonly newRows: number
  readonly sameRows: number
  /** Of rows that could be read. */
  readonly sums: ImportSums
  readonly badSums: ImportSums
  /** The row of each key, for those who load. */
  readonly firstRows: ReadonlyMap<string, number>
}

/** Reads a whole file, judges every row against the database, and changes nothing. */
export async function checkFile(db: Sql, order: CheckOrder): Promise<CheckedFile> {
  const check = new Check(db, order)
  for await (const row of readRows(order.source, order.kind, order.context)) await check.take(row)
  return check.end()
}

class Check {
  private readonly db: Sql
  private readonly order: CheckOrder
  private readonly firstRows = new Map<string, number>()
  private readonly sums = new SumsByName()
  private readonly badSums = new SumsByName()
  private readonly bad = new Set<number>()
  private batch: ImportRow<unknown>[] = []
  private rows = 0
  private newRows = 0
  private sameRows = 0

  constructor(db: Sql, order: CheckOrder) {
    this.db = db
    this.order = order
  }

  async take(row: ImportRow<unknown>): Promise<void> {
    this.rows = row.row
    const { kind, context, rowsDone } = this.order
    if (row.value === undefined) {
      if (row.row > rowsDone) await this.passOn(row, row.faults)
      return
    }
    const amount = kind.amountOf?.(row.value)
    if (amount) this.sums.add(amount)
    const repeated = findRepeated(row.value, row.row, { kind, context, firstRows: this.firstRows })
    if (row.row <= rowsDone) return
    if (repeated) return this.refuse(row, repeated)
    this.batch.push(row)
    if (this.batch.length >= kind.batchRows) await this.judge()
  }

  private async judge(): Promise<void> {
    const { kind, context, importId, onProgress } = this.order
    const batch = this.batch
    this.batch = []
    const hasEarlier = (key: string) => this.firstRows.has(key)
    const { verdicts } = await kind.judge(
      this.db,
      batch.map((row) => placed(row, row.value)),
      { ...context, importId, isLoading: false, hasEarlier },
    )
    for (const [place, row] of batch.entries()) {
      const verdict = verdicts[place]
      if (isFault(verdict)) await this.refuse(row, verdict)
      else if (verdict === 'same') this.sameRows += 1
      else this.newRows += 1
    }
    onProgress(this.rows)
  }

  private async refuse(row: ImportRow<unknown>, fault: ReturnType<typeof faultIn>): Promise<void> {
    const amount = this.order.kind.amountOf?.(row.value)
    if (amount) this.badSums.add(amount)
    await this.passOn(row, [fault])
  }

  private async passOn(row: ImportRow<unknown>, faults: ImportRow<unknown>['faults']): Promise<void> {
    this.bad.add(row.row)
    for (const fault of toRowFaults(row, faults)) await this.order.onFault(fault)
  }

  async end(): Promise<CheckedFile> {
    if (this.batch.length > 0) await this.judge()
    const { rows, newRows, sameRows, firstRows } = this
    return {
      rows,
      badRows: this.bad,
      newRows,
      sameRows,
      sums: this.sums.texts(),
      badSums: this.badSums.texts(),
      firstRows,
    }
  }
}

interface Seen {
  readonly kind: AnyKind
  readonly context: Pick<ImportContext, 'takesSeveral'>
  readonly firstRows: Map<string, number>
}

/** A row that says the same as an earlier one is most likely a slip, and of a balance it would double it. */
function findRepeated(value: unknown, row: number, { kind, context, firstRows }: Seen) {
  const key = kind.keyOf(value, context)
  const first = firstRows.get(key)
  if (first === undefined) firstRows.set(key, row)
  if (first === undefined) return undefined
  const repeats = `repeats row ${first}`
  return faultIn(
    kind.keyColumn,
    kind.repeated === undefined || context.takesSeveral ? repeats : `${repeats} ${kind.repeated}`,
  )
}
