import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { instantOf } from '../../../ground/kernel/ids.ts'
import { formatDateTime, type Instant, minute } from '../../../ground/kernel/time.ts'
import { findFirstDay } from '../daily-sums.sql.ts'
import { addMonths } from '../days.ts'
import { openBooks } from '../report.ts'
import { findProved } from '../settle.sql.ts'
import { firstRef } from '../sums-mark.sql.ts'
import { figuresOf } from './closed-figures.ts'
import { type Closing, deleteClosing, findEndOf, insertClosing, insertFigures, listClosings } from './closing.sql.ts'
import { countDatedBefore, lockLateMark, putLateMark } from './late-calls.sql.ts'

/** How long after its end a month can be closed: the books are settled beyond that by then. */
const restMs = 30 * minute

/** The oldest month that is open. */
export interface OpenMonth {
  readonly month: string
  readonly endsAt: Instant
  /** From when on it can be closed. */
  readonly closableAt: Instant
  /** Calls dated into it, or before, that are so young that they would count as corrections. */
  readonly youngCalls: number
}

/** Undefined if nothing has ever happened. */
export async function findNextMonth(db: Sql, brand: Brand): Promise<OpenMonth | undefined> {
  const last = (await listClosings(db, brand.id)).at(-1)
  const first = last ? undefined : await findFirstDay(db, await openBooks(db, brand))
  if (!last && first === undefined) return undefined
  const month = last ? addMonths(last.month, 1) : addMonths(first ?? '', 0)
  const endsAt = await findEndOf(db, month, brand.timeZone)
  const after = (await findProved(db, brand.id)) ?? firstRef
  const youngCalls = await countDatedBefore(db, brand.id, { before: endsAt, after })
  return { month, endsAt, closableAt: endsAt + restMs, youngCalls }
}

interface MonthWish {
  /** yyyy-MM */
  readonly month: string
  readonly by: string
  readonly now: Instant
}

export type Closed = { readonly closing: Closing; readonly youngCalls: number } | { readonly refused: string }

/**
 * Closes a month: keeps what it came to. Calls that the books are settled up to are all stored: each that is dated into
 * the month is part of its figures, or, if it came later, a correction; never both, and never neither. The caller has
 * settled the books, and is in a transaction.
 */
export async function closeMonth(db: Sql, brand: Brand, { month, by, now }: MonthWish): Promise<Closed> {
  const keptTo = await lockLateMark(db, brand.id)
  const next = await findNextMonth(db, brand)
  if (!next) return { refused: 'there is nothing in the books yet' }
  const name = next.month.slice(0, 7)
  if (month !== name) return { refused: `only the oldest month that is open can be closed: ${name}` }
  if (now < next.closableAt)
    return { refused: `${name} can be closed from ${formatDateTime(next.closableAt, brand.timeZone)} on` }
  const closedTo = await findProved(db, brand.id)
  if (closedTo === undefined || instantOf(closedTo) < next.endsAt)
    return { refused: 'the books are not settled beyond it, because something takes long; try again in a minute' }
  const { month: first, endsAt, youngCalls } = next
  const closing = { month: first, timeZone: brand.timeZone, endsAt, closedTo, closedAt: now, closedBy: by }
  await insertClosing(db, brand.id, closing)
  // Nothing can have been late before the first month was closed.
  if (keptTo === undefined) await putLateMark(db, brand.id, closedTo)
  await insertFigures(db, brand.id, first, await figuresOf(db, await openBooks(db, brand), first))
  return { closing, youngCalls }
}

/** Opens the month that was closed last. What was dated into it since counts there again. */
export async function reopenMonth(
  db: Sql,
  brand: Brand,
  month: string,
): Promise<{ readonly reopened: Closing } | { readonly refused: string }> {
  await lockLateMark(db, brand.id)
  const last = (await listClosings(db, brand.id)).at(-1)
  if (!last) return { refused: 'no month is closed' }
  if (last.month.slice(0, 7) !== month)
    return { refused: `only the month that was closed last can be reopened: ${last.month.slice(0, 7)}` }
  await deleteClosing(db, brand.id, last.month)
  return { reopened: last }
}
