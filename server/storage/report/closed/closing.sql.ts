import assert from 'node:assert/strict'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** A month of the books that is closed. */
export interface Closing {
  /** Its first day. */
  readonly month: string
  readonly timeZone: string
  readonly endsAt: Instant
  /** The last call that could be part of it. */
  readonly closedTo: RequestRef
  readonly closedAt: Instant
  readonly closedBy: string
}

/** The closed months of a brand, the oldest first. They follow each other without a gap. */
export async function listClosings(db: Sql, brand: BrandId): Promise<readonly Closing[]> {
  const rows = await db.rows<{
    month: string
    time_zone: string
    ends_at: Instant
    closed_to: RequestRef
    closed_at: Instant
    closed_by: string
  }>`
    select month::text, time_zone, ends_at, closed_to, closed_at, closed_by
    from closed_month
    where brand_id = ${brand}
    order by month`
  return rows.map((row) => ({
    month: row.month,
    timeZone: row.time_zone,
    endsAt: row.ends_at,
    closedTo: row.closed_to,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
  }))
}

/** The instant at which a month ends in a time zone. */
export async function findEndOf(db: Sql, month: string, timeZone: string): Promise<Instant> {
  const [row] = await db.rows<{ ends_at: Instant }>`
    select (${month}::date + interval '1 month')::timestamp at time zone ${timeZone} as ends_at`
  if (!row) throw new Error('a month has an end')
  return row.ends_at
}

export async function insertClosing(db: Sql, brand: BrandId, closing: Closing): Promise<void> {
  const { month, timeZone, endsAt, closedTo, closedAt, closedBy } = closing
  await db.rows`
    insert into closed_month (brand_id, month, time_zone, ends_at, closed_to, closed_at, closed_by)
    values (${brand}, ${month}::date, ${timeZone}, ${new Date(endsAt).toISOString()}::timestamptz, ${closedTo}::uuid,
      ${new Date(closedAt).toISOString()}::timestamptz, ${closedBy})`
}

/** With its figures. What was dated into it since counts there again. */
export async function deleteClosing(db: Sql, brand: BrandId, month: string): Promise<void> {
  await db.rows`delete from late_call where brand_id = ${brand} and month = ${month}::date`
  await db.rows`delete from closed_figure where brand_id = ${brand} and month = ${month}::date`
  await db.rows`delete from closed_month where brand_id = ${brand} and month = ${month}::date`
}

/** A figure of a closed month; the amount as text. */
export interface ClosedFigure {
  readonly value_type_id: number
  readonly measure: ClosedMeasure
  readonly amount: string
}

/** What a figure is of: the balance before the month, a kind of movement, or what became of what was issued. */
export type ClosedMeasure =
  | { readonly of: 'opening' }
  | { readonly of: 'added' | 'taken'; readonly kind: string }
  | { readonly of: 'origin'; readonly canExpire: boolean; readonly change: string; readonly span: OriginSpan }

export const originSpans = ['in_period', 'since', 'so_far'] as const
type OriginSpan = (typeof originSpans)[number]

/** What a measure is called in a row. */
export function nameOf(measure: ClosedMeasure): string {
  if (measure.of === 'opening') return 'opening'
  if (measure.of !== 'origin') return `${measure.of} ${measure.kind}`
  return `origin ${measure.canExpire} ${measure.change} ${measure.span}`
}

function fromName(name: string): ClosedMeasure {
  const [of, first = '', change = '', last] = name.split(' ')
  if (of === 'added' || of === 'taken') return { of, kind: first }
  const span = originSpans.find((known) => known === last)
  if (of === 'origin' && span) return { of, canExpire: first === 'true', change, span }
  assert(of === 'opening', 'a figure has a measure')
  return { of }
}

export async function insertFigures(
  db: Sql,
  brand: BrandId,
  month: string,
  figures: readonly ClosedFigure[],
): Promise<void> {
  await db.rows`
    insert into closed_figure (brand_id, month, value_type_id, measure, amount)
    values (${brand}, ${month}::date,
      unnest(${textArray(figures.map((one) => String(one.value_type_id)))}::integer[]),
      unnest(${textArray(figures.map(({ measure }) => nameOf(measure)))}::text[]),
      unnest(${textArray(figures.map(({ amount }) => amount))}::numeric[]))`
}

export async function listFigures(db: Sql, brand: BrandId, month: string): Promise<ClosedFigure[]> {
  const rows = await db.rows<Omit<ClosedFigure, 'measure'> & { readonly measure: string }>`
    select value_type_id, measure, amount::text from closed_figure
    where brand_id = ${brand} and month = ${month}::date
    order by value_type_id, measure`
  return rows.map((row) => ({ ...row, measure: fromName(row.measure) }))
}
