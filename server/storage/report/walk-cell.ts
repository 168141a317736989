import type { Sql } from '../../ground/database/connection.ts'
import { isUuid, type RequestRef, uuidFloor } from '../../ground/kernel/ids.ts'
import { day, type Instant } from '../../ground/kernel/time.ts'
import { type CallCell, listCallRows } from './call-rows.sql.ts'
import { type CellRow, type CellRows, listCellRows, sumCell } from './cell-rows.sql.ts'
import { endOfStep, firstRef, type OpenBooks } from './sums-mark.sql.ts'

/** How far the rows of a figure were read, and what those that were read add up to. */
export interface Bookmark {
  readonly range: number
  readonly after: RequestRef
  readonly line: number
  readonly added: bigint
  readonly taken: bigint
}

export interface WalkedRows {
  readonly rows: readonly CellRow[]
  /** Of all rows so far, those before included. */
  readonly added: bigint
  readonly taken: bigint
  /** Absent: there are no more. */
  readonly next?: Bookmark
}

/** So many calls are looked at in one go. */
const stepCalls = 20_000
/** After so long nothing more is begun: whoever asks gets what was found, and may ask on. */
const walkMs = 700
const lastLine = 2_147_483_647
const lastRef = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

interface Walk {
  readonly cell: CellRows | CallCell
  readonly limit: number
  readonly from?: Bookmark | undefined
  readonly now: () => Instant
}

/**
 * Reads the rows of a figure, a stretch of calls at a time. Most calls of a period were made in it, and are looked at
 * first; then those made later, and then those made before, which were given a date in it. Where the rows already add up
 * to what the sums say, nothing else is looked at.
 */
export async function walkCell(db: Sql, books: OpenBooks, { cell, limit, from, now }: Walk): Promise<WalkedRows> {
  const stopAt = now() + walkMs
  const ranges = rangesOf(cell)
  const rows: CellRow[] = []
  let at = from ?? { range: 0, after: ranges[0]?.after ?? firstRef, line: lastLine, added: 0n, taken: 0n }
  for (;;) {
    const range = ranges[at.range]
    if (!range) return { rows, added: at.added, taken: at.taken }
    const end = await endOfStep(db, books.brand, at.after, { calls: stepCalls, horizon: range.to })
    const stretch = { after: at.after, line: at.line, to: end ?? range.to }
    const found = await listRows(db, books, cell, { ...stretch, limit: limit - rows.length })
    rows.push(...found)
    at = { ...at, ...sumsWith(at, found) }
    const last = found.at(-1)
    if (last && rows.length >= limit) {
      const next = { ...at, after: last.request_ref, line: last.line }
      return { rows, added: at.added, taken: at.taken, next }
    }
    if (end !== undefined) at = { ...at, after: end, line: lastLine }
    else if (await isWhole(db, books, cell, at)) return { rows, added: at.added, taken: at.taken }
    else at = { ...at, range: at.range + 1, after: ranges[at.range + 1]?.after ?? firstRef, line: lastLine }
    if (now() >= stopAt && ranges[at.range]) return { rows, added: at.added, taken: at.taken, next: at }
  }
}

const listRows = (db: Sql, books: OpenBooks, cell: CellRows | CallCell, stretch: Parameters<typeof listCellRows>[3]) =>
  'source' in cell ? listCallRows(db, books, cell, stretch) : listCellRows(db, books, cell, stretch)

interface Range {
  readonly after: RequestRef
  readonly to: RequestRef
}

/** Days begin and end at other times in other zones, and a call that waited is a little younger than its name. */
const marginMs = 2 * day

function rangesOf({ from, to }: Pick<CellRows, 'from' | 'to'>): readonly Range[] {
  const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
  const refAt = (at: Instant) => uuidFloor(Math.min(Math.max(at, 0), 2 ** 48 - 1))
  const end = refAt(startOf(to) + day + marginMs)
  const later = { after: end, to: lastRef }
  if (from === undefined) return [{ after: firstRef, to: end }, later]
  const start = refAt(startOf(from) - marginMs)
  return [{ after: start, to: end }, later, { after: firstRef, to: start }]
}

function sumsWith({ added, taken }: Bookmark, rows: readonly CellRow[]): Pick<Bookmark, 'added' | 'taken'> {
  const amounts = rows.map(({ amount }) => BigInt(amount))
  return {
    added: amounts.reduce((sum, one) => (one > 0n ? sum + one : sum), added),
    taken: amounts.reduce((sum, one) => (one < 0n ? sum - one : sum), taken),
  }
}

/** Amounts are never zero, so that no row is missing where both sums are right. By lots, sums are kept in another way. */
async function isWhole(
  db: Sql,
  books: OpenBooks,
  cell: CellRows | CallCell,
  { added, taken }: Bookmark,
): Promise<boolean> {
  // What calls add may be below zero, too: sums that are equal prove nothing.
  if ('source' in cell) return false
  if (cell.origin || cell.issuedMonth !== undefined || cell.expires || cell.late === 'since') return false
  const sums = await sumCell(db, books, cell)
  return BigInt(sums.added) === added && BigInt(sums.taken) === taken
}

/** A bookmark as text, and back; undefined if it is none. */
export const writeBookmark = ({ range, after, line, added, taken }: Bookmark) =>
  [range, after, line, added, taken].join('_')

export function readBookmark(text: string): Bookmark | undefined {
  const [range = '', after = '', line = '', added = '', taken = ''] = text.split('_')
  if (!/^[0-3]$/.test(range) || !isUuid(after) || !/^\d{1,10}$/.test(line) || Number(line) > lastLine) return undefined
  if (!/^\d{1,40}$/.test(added) || !/^\d{1,40}$/.test(taken)) return undefined
  return { range: Number(range), after, line: Number(line), added: BigInt(added), taken: BigInt(taken) }
}
