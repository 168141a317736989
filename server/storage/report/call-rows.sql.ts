import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, joined, runFragment, sql } from '../../ground/database/fragment.ts'
import { activityCalls } from './activity-day.sql.ts'
import { among, type CellRow, type NameFilter, type Stretch } from './cell-rows.sql.ts'
import { couponCalls } from './coupon-day.sql.ts'
import { youngOrigins } from './lot-origin.sql.ts'
import { originCalls } from './origin-day.sql.ts'
import { ruleCalls } from './rule-day.sql.ts'
import { type Calls, inSpan, type OpenBooks } from './sums-mark.sql.ts'

/** Rules: all of a campaign together, or some by their names. */
export type RuleMatch =
  | { readonly campaign: string; readonly except?: readonly string[] }
  | { readonly rules: readonly string[] }

/** What of the sums that are counted by call makes up a figure. */
export type FigureSource =
  | { readonly of: 'activity'; readonly kind: string; readonly employee?: string | undefined }
  | {
      readonly of: 'coupons'
      readonly set: string
      readonly code: string
      readonly measures: readonly string[]
      readonly currency?: string | undefined
    }
  | { readonly of: 'firings'; readonly id: string; readonly isVisit: boolean }
  | { readonly of: 'discounts'; readonly match: RuleMatch; readonly currency: string }
  | {
      readonly of: 'value'
      readonly match: RuleMatch
      readonly valueType: number
      readonly step: 'given' | 'redeemed' | 'open'
    }

/** A figure that is made of calls. */
export interface CallCell {
  /** Absent: from the beginning. */
  readonly from?: string | undefined
  readonly to: string
  readonly place?: NameFilter | undefined
  readonly source: FigureSource
}

/** The next calls of a figure within a stretch, each with all that it adds. */
export function listCallRows(
  db: Sql,
  books: OpenBooks,
  cell: CallCell,
  { limit, after, to }: Stretch & { readonly limit: number },
): Promise<CellRow[]> {
  const { from = '0001-01-01', place } = cell
  const conditions = [
    sql`counted.day between ${from}::date and ${cell.to}::date`,
    ...(place ? [among(sql`counted.location_id`, place)] : []),
  ]
  return runFragment<CellRow>(
    db,
    sql`
      select counted.ref as request_ref, 0 as line, coalesce(request.custom_date, request.happened_at) as shown_at,
        request.happened_at as made_at, coalesce(request.call_type, '') as call_type,
        coalesce(request.location_id, '') as location_id, '' as rule_id, '' as kind, request.card_id,
        counted.amount::text as amount
      from (
        select ref, sum(amount) as amount
        from (${countedOf(books, cell.source, inSpan({ after, to }))}) as counted
        where ${joined(conditions, ' and ')}
        group by ref
        having sum(amount) <> 0
        order by ref
        limit ${limit}) as counted
      left join request on request.brand_id = ${books.brand} and request.request_ref = counted.ref
      order by counted.ref`,
  )
}

/** The rows of sums that a figure is made of, call by call: the same that the sums themselves are made of. */
function countedOf(books: OpenBooks, source: FigureSource, calls: Calls): Fragment {
  switch (source.of) {
    case 'activity':
      return sql`
        select ref, day, location_id, amount from (${activityCalls(books, calls)}) as call
        where kind = ${source.kind} and ${source.employee === undefined ? sql`true` : sql`employee_id = ${source.employee}`}`
    case 'coupons':
      return sql`
        select ref, day, location_id, amount from (${couponCalls(books, calls)}) as used
        where coupon_set_id = ${source.set} and code = ${source.code} and measure = any(${textArray(source.measures)}::text[])
          and ${isOf(source.currency)}`
    case 'firings':
      return sql`
        select ref, day, location_id, amount from (${ruleCalls(books, calls)}) as fired
        where rule_id = ${source.id}
          and measure = any(${textArray(source.isVisit ? ['visit'] : ['visit', 'elsewhere'])}::text[])`
    case 'discounts':
      return sql`
        select ref, day, location_id, amount from (${ruleCalls(books, calls)}) as given
        where measure = 'discount' and ${matches(source.match)} and ${isOf(source.currency)}`
    case 'value':
      return valueCalls(books, source, calls)
  }
}

type ValueSource = Extract<FigureSource, { of: 'value' }>

/** Given is less what voids and returns took back, which is counted where that was done. */
function valueCalls(books: OpenBooks, { match, valueType, step }: ValueSource, calls: Calls): Fragment {
  const own = sql`
    select ref, day, location_id, ${step === 'redeemed' ? sql`-amount` : sql`amount`} as amount
    from (${originCalls(books, calls, youngOrigins(books))}) as changed
    where value_type_id = ${valueType} and rule_id <> '' and ${matches(match)}`
  if (step === 'open') return own
  if (step === 'redeemed') return sql`${own} and change = 'spent'`
  return sql`
    ${own} and change = 'given'
    union all
    select ref, day, location_id, -amount from (${ruleCalls(books, calls)}) as back
    where measure = 'takenBack' and unit = ${String(valueType)} and ${matches(match)}`
}

const isOf = (currency: string | undefined) =>
  currency === undefined ? sql`true` : sql`split_part(unit, '/', 1) = ${currency}`

const matches = (match: RuleMatch) =>
  'campaign' in match
    ? sql`split_part(rule_id, '/', 1) = ${match.campaign} and rule_id <> all(${textArray(match.except ?? [])}::text[])`
    : sql`rule_id = any(${textArray(match.rules)}::text[])`
