import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { type ImportFault, isFault } from './column.ts'
import { BadFile } from './file/bad-file.ts'
import { type ImportRow, placed, readRows, toRowFaults } from './file/import-rows.ts'
import type { SourceFile } from './file/source-file.ts'
import { advanceRun, type ImportRun, lockRun } from './import-run.sql.ts'
import { CardBusy, type ImportContext, type RowVerdict } from './kind.ts'
import type { AnyKind } from './kinds/all.ts'
import { SumsByName } from './sums.ts'

export interface LoadOrder {
  readonly source: SourceFile
  readonly kind: AnyKind
  readonly context: ImportContext
  readonly run: ImportRun
  /** The row of each key, as the check found them: of rows that repeat others, the first counts. */
  readonly firstRows: ReadonlyMap<string, number>
  /** What is wrong with these was said when the file was checked. */
  readonly badRows: ReadonlySet<number>
  readonly onFault: (fault: ImportFault) => Promise<void> | void
  readonly onProgress: (row: number) => void
}

/** Loads what is left of a file: each batch, and how far the import has got, in one short transaction. */
export async function loadFile(db: Connection, order: LoadOrder): Promise<ImportRun> {
  const { source, kind, context } = order
  let run = order.run
  let batch: ImportRow<unknown>[] = []
  const store = async () => {
    await source.checkUnchanged()
    run = await loadBatch(db, run, batch, order)
    batch = []
    order.onProgress(run.rowsDone)
  }
  for await (const row of readRows(source, kind, context)) {
    if (row.row <= order.run.rowsDone) continue
    batch.push(row)
    if (batch.length >= kind.batchRows) await store()
  }
  if (batch.length > 0) await store()
  return run
}

/** PostgreSQL's codes for what another attempt may well succeed at: locks, deadlocks, and rows that others just made. */
const passingFaults: ReadonlySet<unknown> = new Set(['55P03', '40P01', '40001', '23505'])
const attemptsMax = 20
/** A card that is locked for longer than this is reported instead of waited for. */
const checkoutWaitMinutesMax = 15

async function loadBatch(db: Connection, run: ImportRun, batch: Batch, order: LoadOrder): Promise<ImportRun> {
  let waitedMs = 0
  for (let attempt = 1; ; ) {
    try {
      return await loadOnce(db, run, batch, order)
    } catch (error) {
      await db.rows`rollback`.catch(() => undefined)
      if (error instanceof CardBusy) {
        const waitMs = Math.min(error.untilMs + 10, 1000)
        waitedMs += waitMs
        if (waitedMs > checkoutWaitMinutesMax * 60_000) throw new BadFile(busyText(run))
        await sleep(waitMs)
        continue
      }
      const { code } = error as { readonly code?: unknown }
      if (!passingFaults.has(code) || attempt === attemptsMax) throw error
      await sleep(50 * attempt)
      attempt += 1
    }
  }
}

const busyText = (run: ImportRun) =>
  `A card of the rows after ${run.rowsDone} has been in a checkout for a quarter of an hour. Run the import again later: it goes on there.`

type Batch = readonly ImportRow<unknown>[]

async function loadOnce(db: Connection, run: ImportRun, batch: Batch, order: LoadOrder): Promise<ImportRun> {
  const brand: BrandId = order.context.brand.id
  await db.rows`begin`
  const kept = await lockRun(db, brand, run.id)
  if (kept?.rowsDone !== run.rowsDone) throw new BadFile(overtakenText(run))
  const { verdicts, store } = await judgeBatch(db, batch, order)
  await store()
  const next = countedBy(run, batch, { verdicts, kind: order.kind })
  await advanceRun(db, brand, next)
  await db.rows`commit`
  for (const [place, row] of batch.entries()) {
    const verdict = verdicts[place]
    if (isFault(verdict) && !order.badRows.has(row.row))
      for (const fault of toRowFaults(row, [verdict])) await order.onFault(fault)
  }
  return next
}

const overtakenText = (run: ImportRun) =>
  `Another process is loading this file (import ${run.id}); it goes on alone. purser import report shows how far it is.`

async function judgeBatch(db: Connection, batch: Batch, { kind, context, run, firstRows }: LoadOrder) {
  const isFirst = (row: ImportRow<unknown>) =>
    row.value !== undefined && firstRows.get(kind.keyOf(row.value, context)) === row.row
  const good = batch.filter(isFirst)
  const judged = await kind.judge(
    db,
    good.map((row) => placed(row, row.value)),
    { ...context, importId: run.id, isLoading: true, hasEarlier: () => false },
  )
  const verdictOf = new Map(good.map((row, place) => [row.row, judged.verdicts[place]]))
  // What was wrong with the others was said when the file was checked.
  return { verdicts: batch.map((row) => verdictOf.get(row.row) ?? 'bad'), store: judged.store }
}

interface Counting {
  readonly verdicts: readonly (RowVerdict | 'bad')[]
  readonly kind: AnyKind
}

function countedBy(run: ImportRun, batch: Batch, { verdicts, kind }: Counting): ImportRun {
  const writtenSums = new SumsByName(run.writtenSums)
  const skippedSums = new SumsByName(run.skippedSums)
  const counts = { written: run.written, same: run.same, skipped: run.skipped }
  for (const [place, row] of batch.entries()) {
    const verdict = verdicts[place]
    const amount = row.value === undefined ? undefined : kind.amountOf?.(row.value)
    if (verdict === 'write') counts.written += 1
    else if (verdict === 'same') counts.same += 1
    else counts.skipped += 1
    if (amount && verdict === 'write') writtenSums.add(amount)
    else if (amount && verdict !== 'same') skippedSums.add(amount)
  }
  const rowsDone = run.rowsDone + batch.length
  return { ...run, ...counts, rowsDone, writtenSums: writtenSums.texts(), skippedSums: skippedSums.texts() }
}
