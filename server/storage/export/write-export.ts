import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { ExportColumn, ExportRow } from './column.ts'
import type { RowFormat } from './formats/row-file.ts'
import { BadExport, type ExportManifest, type Part, readManifest, writeManifest } from './manifest.ts'
import { listPage } from './page.sql.ts'
import { removeLeftovers, replaceFile } from './part-file.ts'
import { dateOf, type ExportPeriod } from './period.ts'
import { lastDayOf, listSlices, type Slice } from './slices.ts'
import { columnsOf, type ExportSource } from './source.ts'

export interface ExportOrder {
  readonly source: ExportSource
  readonly brand: BrandId
  readonly period: ExportPeriod
  readonly format: RowFormat
  readonly withPersons: boolean
  readonly folder: string
  /** The version of Purser. */
  readonly purser: string
  readonly progress: (file: string, rows: number) => void
}

export interface ExportResult {
  readonly manifest: ExportManifest
  /** How many parts were made; the others were there. */
  readonly made: number
}

/** Rows that are asked for, and kept in memory, at a time. */
const pageRows = 5000

/** Makes the folder and everything but the rows. Throws where the folder holds another export. */
export async function prepareExport(order: ExportOrder): Promise<ExportManifest | undefined> {
  await mkdir(order.folder, { recursive: true, mode: 0o700 })
  const before = await readManifest(order.folder)
  if (before) refuseOther(before, order)
  await removeLeftovers(order.folder)
  return before
}

/** Writes the parts that are missing, one after the other. Killed at any point, the next run goes on. */
export async function writeExport(
  db: Sql,
  order: ExportOrder,
  before: ExportManifest | undefined,
): Promise<ExportResult> {
  const columns = columnsFor(order, before)
  const now = await readNow(db)
  const slices = await listSlices(db, order.source, { ...order, now })
  const parts = new Map((before?.parts ?? []).map((part) => [part.file, part]))
  // A run that was interrupted goes on: what it has made so far is a part of it.
  const startedAt = before?.isComplete === false ? before.startedAt : new Date(now).toISOString()
  const manifestOf = (isComplete: boolean): ExportManifest => ({
    ...headOf(order, columns),
    startedAt,
    isComplete,
    parts: [...parts.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1)),
  })
  let made = 0
  for (const slice of slices) {
    const file = `${slice.name}.${order.format.name}`
    if (isKept(parts.get(file), slice, { ...order, startedAt })) continue
    parts.set(file, await writePart(db, order, slice, columns))
    made += 1
    await writeManifest(order.folder, manifestOf(false))
  }
  const manifest = manifestOf(true)
  await writeManifest(order.folder, manifest)
  return { manifest, made }
}

type ExportHead = Pick<ExportManifest, 'what' | 'brand' | 'format' | 'personalData' | 'columns'>

function headOf({ source, brand, period, format, withPersons, purser }: ExportOrder, columns: readonly ExportColumn[]) {
  return {
    form: 'purser export 1',
    what: source.name,
    brand,
    format: format.name,
    personalData: withPersons,
    columns: columns.map(({ name, kind }) => ({ name, kind })),
    from: dateOf(period.from),
    to: lastDayOf(period),
    purser,
  } as const
}

/** A folder that an older version began goes on with the columns that it has: a reader finds the same in all of its parts. */
function columnsFor({ source, withPersons }: ExportOrder, before: ExportManifest | undefined): ExportColumn[] {
  const had = before && new Set(before.columns.map(({ name }) => name))
  return columnsOf(source, withPersons).filter(({ name }) => !had || had.has(name))
}

/** Parts of two exports in one folder could not be told apart by whoever reads them. */
function refuseOther(before: ExportManifest, order: ExportOrder): void {
  const of = ({ what, brand, format, personalData, columns }: ExportHead) =>
    JSON.stringify([what, brand, format, personalData, columns.map(({ name, kind }) => [name, kind])])
  if (of(before) === of(headOf(order, columnsFor(order, before)))) return
  const persons = before.personalData ? ' with personal data' : ''
  throw new BadExport(
    `${order.folder} holds another export: ${before.what} of brand ${before.brand} as ${before.format}${persons}, ` +
      `by Purser ${before.purser}. Choose another folder.`,
  )
}

interface Keeping {
  readonly source: ExportSource
  readonly folder: string
  readonly startedAt: string
}

/** A part that is over stays as it is. One of cards, which always change, stays for the run that it was made in. */
function isKept(part: Part | undefined, slice: Slice, { source, folder, startedAt }: Keeping): boolean {
  if (!part || !existsSync(join(folder, part.file))) return false
  if (part.from !== dateOf(slice.period.from) || part.to !== lastDayOf(slice.period)) return false
  return !part.isOpen || (source.parts === 'cards' && part.madeAt >= startedAt)
}

async function writePart(db: Sql, order: ExportOrder, slice: Slice, columns: readonly ExportColumn[]): Promise<Part> {
  const { source, brand, format, withPersons, folder, progress } = order
  const file = `${slice.name}.${format.name}`
  let rows = 0
  const { bytes, sha256 } = await replaceFile(folder, file, async (draft) => {
    const written = await format.open(draft, columns)
    for (let after: ExportRow | undefined; ; ) {
      const page: ExportRow[] = await listPage(db, source.name, {
        ...slice,
        brand,
        withPersons,
        after,
        limit: pageRows,
      })
      await written.write(page)
      rows += page.length
      progress(file, rows)
      after = page.at(-1)
      if (page.length < pageRows) break
    }
    await written.end()
  })
  const { period, isOpen } = slice
  const madeAt = new Date(await readNow(db)).toISOString()
  return { file, from: dateOf(period.from), to: lastDayOf(period), rows, bytes, sha256, madeAt, isOpen }
}
