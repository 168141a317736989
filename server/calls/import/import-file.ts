import { readNow } from '../../ground/database/clock.sql.ts'
import type { Connection } from '../../ground/database/connection.ts'
import { uuidV7 } from '../../ground/kernel/ids.ts'
import { insertAuditEntries } from '../../storage/store/audit/entry.sql.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import type { ImportFault } from './column.ts'
import { BadFile } from './file/bad-file.ts'
import { readingText } from './file/header.ts'
import type { SourceFile } from './file/source-file.ts'
import { endRun, type FileIdentity, findRunOfFile, type ImportRun, insertRun, lockRun } from './import-run.sql.ts'
import type { ImportContext } from './kind.ts'
import type { AnyKind } from './kinds/all.ts'
import { loadFile } from './load-file.ts'

export interface ImportOrder {
  readonly source: SourceFile
  readonly kind: AnyKind
  readonly context: ImportContext
  readonly isDryRun: boolean
  readonly skipsBadRows: boolean
  readonly onFault: (fault: ImportFault) => Promise<void> | void
  readonly onProgress: (step: 'checking' | 'loading', row: number, rows?: number) => void
}

export type Imported =
  /** The same file was loaded before. */
  | { readonly outcome: 'before'; readonly run: ImportRun }
  /** Rows are bad, and none was loaded. */
  | { readonly outcome: 'refused'; readonly checked: CheckedFile }
  | { readonly outcome: 'tried'; readonly checked: CheckedFile; readonly run: ImportRun | undefined }
  | { readonly outcome: 'loaded'; readonly run: ImportRun; readonly resumedAt: number; readonly lateFaults: number }

/** Checks a whole file, then loads it. What was interrupted is gone on with; what is done is done. */
export async function importFile(db: Connection, order: ImportOrder): Promise<Imported> {
  const { source, kind, context, isDryRun, skipsBadRows, onFault, onProgress } = order
  const { brand, random } = context
  const identity = { kind: kind.name, sha256: source.sha256, reading: readingText(context.reading, kind.name) }
  const before = await findRunOfFile(db, brand.id, identity)
  if (before?.state === 'done') return { outcome: 'before', run: before }
  const now = await readNow(db)
  const checked = await checkFile(db, {
    source,
    kind,
    context,
    importId: before?.id ?? uuidV7(now, random(10)),
    rowsDone: before?.rowsDone ?? 0,
    onFault,
    onProgress: (row) => onProgress('checking', row),
  })
  if (isDryRun) return { outcome: 'tried', checked, run: before }
  if (checked.badRows.size > 0 && !skipsBadRows) return { outcome: 'refused', checked }
  const begun = before ?? (await beginRun(db, { ...order, identity, checked, now }))
  if (before) await auditImport(db, order, { before: { rowsDone: before.rowsDone }, run: before })
  let lateFaults = 0
  const { firstRows, badRows } = checked
  const run = await loadFile(db, {
    source,
    kind,
    context,
    run: begun,
    firstRows,
    badRows,
    onFault: (fault) => {
      lateFaults += 1
      return onFault(fault)
    },
    onProgress: (row) => onProgress('loading', row, begun.rows),
  })
  return { outcome: 'loaded', run: await finish(db, order, run), resumedAt: begun.rowsDone, lateFaults }
}

interface Beginning extends ImportOrder {
  readonly identity: FileIdentity
  readonly checked: CheckedFile
  readonly now: number
}

async function beginRun(db: Connection, order: Beginning): Promise<ImportRun> {
  const { context, identity, checked, now, source } = order
  const { brand, random, actor } = context
  const id = uuidV7(now, random(10))
  const { rows, sums: fileSums } = checked
  await db.rows`begin`
  try {
    const kept = { ...identity, id, fileName: source.name, rows, fileSums, beganAt: now, actor: actor.name }
    await insertRun(db, brand.id, kept)
    await insertAuditEntries(db, brand.id, [entryOf(order, { id, after: { rows } })])
    await db.rows`commit`
  } catch (error) {
    await db.rows`rollback`
    const { code } = error as { readonly code?: unknown }
    throw code === '23505'
      ? new BadFile('Another process has just begun to import this file. Run it again later.')
      : error
  }
  const begun = await lockRun(db, brand.id, id)
  if (!begun) throw new Error('an import that was begun is there')
  return begun
}

interface ImportTelling {
  readonly id: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

const entryOf = ({ kind, context }: ImportOrder, { id, before = {}, after }: ImportTelling) => ({
  action: 'data.imported' as const,
  subject: kind.name,
  actor: context.actor,
  before,
  after: { import: id, ...after },
})

async function auditImport(
  db: Connection,
  order: ImportOrder,
  { before, run }: { readonly before: Readonly<Record<string, unknown>>; readonly run: ImportRun },
): Promise<void> {
  const entry = entryOf(order, { id: run.id, before, after: { rows: run.rows } })
  await insertAuditEntries(db, order.context.brand.id, [entry])
}

async function finish(db: Connection, order: ImportOrder, run: ImportRun): Promise<ImportRun> {
  const { id: brand } = order.context.brand
  const { rows, rowsDone, written, same, skipped, writtenSums: sums } = run
  if (rowsDone !== rows) throw new BadFile('The file has other rows than it had when it was checked. Begin again.')
  await db.rows`begin`
  const endedAt = await readNow(db)
  await endRun(db, brand, run.id, endedAt)
  const after = { state: 'done', rows, written, same, skipped, ...(Object.keys(sums).length > 0 && { sums }) }
  await insertAuditEntries(db, brand, [entryOf(order, { id: run.id, after })])
  await db.rows`commit`
  return { ...run, state: 'done', endedAt }
}
