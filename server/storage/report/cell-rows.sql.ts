import { textArray } from '../../ground/database/arrays.ts'
import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, joined, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import type { CardId, RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { lateCalls, lateKind } from './closed/late-calls.sql.ts'
import { allDays } from './daily-sums.sql.ts'
import { youngOrigins } from './lot-origin.sql.ts'
import { dayOf, type OpenBooks } from './sums-mark.sql.ts'

/** Some of all names, or all but some. */
export interface NameFilter {
  readonly names: readonly string[]
  readonly isExcept: boolean
}

/** Where, or by which campaign. */
export interface CellSource {
  readonly place?: NameFilter | undefined
  readonly campaign?: string | undefined
}

/** Which rows of the ledger make up a figure. */
export interface CellRows extends CellSource {
  readonly valueType: number
  /** Absent: from the beginning. */
  readonly from?: string | undefined
  readonly to: string
  /** Of which kinds what was added counts, and of which what was taken. Absent: all of every kind. */
  readonly kinds?: { readonly added: NameFilter; readonly taken: NameFilter } | undefined
  /** Where, and by which campaign, the lots were issued. */
  readonly origin?: CellSource | undefined
  /** The month in which the lots were issued, as its first day. */
  readonly issuedMonth?: string | undefined
  readonly expires?: Expires | undefined
  /** Corrections of closed months that are booked in these days, or that are dated into them and booked later. */
  readonly late?: 'booked' | 'since' | undefined
  /** Whether the figure is what was taken, as a number above zero. */
  readonly isTurned?: true
}

/** Months, as their first days; the second is the first that no longer counts. */
type Expires =
  | { readonly kind: 'never' }
  | { readonly kind: 'ever' }
  | { readonly kind: 'between'; readonly from?: string | undefined; readonly before?: string | undefined }

/** After a row of a call, up to the end of another. */
export interface Stretch {
  readonly after: RequestRef
  readonly line: number
  readonly to: RequestRef
}

export interface CellRow {
  readonly request_ref: RequestRef
  readonly line: number
  /** Null: the call is no longer kept, only what it did. */
  readonly shown_at: Instant | null
  readonly made_at: Instant | null
  readonly call_type: string
  readonly location_id: string
  readonly rule_id: string
  readonly kind: string
  /** Null: the call was about none. */
  readonly card_id: CardId | null
  readonly amount: string
}

/** The next rows of a figure within a stretch of calls, in the order in which they were stored. */
export function listCellRows(
  db: Sql,
  books: OpenBooks,
  cell: CellRows,
  { limit, after, line, to }: Stretch & { readonly limit: number },
): Promise<CellRow[]> {
  const { brand } = books
  const origin = cell.origin && youngOrigins(books)
  const hasClosed = books.closings.length > 0
  const needsLot = origin || cell.issuedMonth !== undefined || cell.expires !== undefined
  return runFragment<CellRow>(
    db,
    sql`
      select ledger.request_ref, ledger.line, coalesce(request.custom_date, request.happened_at) as shown_at,
        request.happened_at as made_at, request.call_type, coalesce(request.location_id, '') as location_id,
        coalesce(ledger.origin ->> 'rule', '') as rule_id, ledger.kind, ledger.card_id, ledger.amount::text as amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      ${needsLot ? sql`join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no` : nothing}
      ${origin?.joins ?? nothing}
      ${hasClosed ? sql`left join (${lateCalls(books)}) as late on late.request_ref = ledger.request_ref` : nothing}
      where ledger.brand_id = ${brand} and (ledger.request_ref, ledger.line) > (${after}::uuid, ${line}::integer)
        and ledger.request_ref <= ${to}::uuid and ledger.amount <> 0 and ledger.value_type_id = ${cell.valueType}
        and ${joined(
          [
            ...daysOf(books, cell),
            ...kindsOf(cell, { kind: sql`ledger.kind`, isAdded: sql`ledger.amount > 0` }),
            ...sourceOf(cell, {
              location: sql`coalesce(request.location_id, '')`,
              rule: sql`coalesce(ledger.origin ->> 'rule', '')`,
            }),
            ...(origin && cell.origin ? sourceOf(cell.origin, origin) : []),
            ...lotsOf(books, cell),
          ],
          ' and ',
        )}
      order by ledger.request_ref, ledger.line
      limit ${limit}`,
  )
}

/** On which days a row counts: dated, if its month was open then, and else booked. */
function daysOf(books: OpenBooks, { from = '0001-01-01', to, kinds, late }: CellRows): Fragment[] {
  const within = (day: Fragment) => sql`${day} between ${from}::date and ${to}::date`
  const dated = dayOf(books)
  if (books.closings.length === 0) return [within(dated)]
  if (late === 'booked') return [within(sql`late.booked_day`)]
  if (late === 'since') return [within(dated), sql`late.booked_day > ${to}::date`]
  return kinds ? [within(dated), sql`late.request_ref is null`] : [within(sql`coalesce(late.booked_day, ${dated})`)]
}

/** What the sums say that the rows add up to: what was added and what was taken, as text. */
export async function sumCell(db: Sql, books: OpenBooks, cell: CellRows): Promise<{ added: string; taken: string }> {
  const { added, taken } = cell.late ? corrections : (cell.kinds ?? { added: all, taken: all })
  const [row] = await runFragment<{ added: string; taken: string }>(
    db,
    sql`
      select coalesce(sum(added) filter (where ${among(sql`kind`, added)}), 0)::text as added,
        coalesce(sum(taken) filter (where ${among(sql`kind`, taken)}), 0)::text as taken
      from (${allDays(books)}) as days
      where ${joined(
        [
          sql`value_type_id = ${cell.valueType} and day <= ${cell.to}::date`,
          ...(cell.from === undefined ? [] : [sql`day >= ${cell.from}::date`]),
          ...sourceOf(cell, { location: sql`location_id`, rule: sql`rule_id` }),
        ],
        ' and ',
      )}`,
  )
  return row ?? { added: '0', taken: '0' }
}

const all: NameFilter = { names: [], isExcept: true }
const late: NameFilter = { names: [lateKind], isExcept: false }
const corrections = { added: late, taken: late }

export function among(name: Fragment, { names, isExcept }: NameFilter): Fragment {
  return isExcept ? sql`${name} <> all(${textArray(names)}::text[])` : sql`${name} = any(${textArray(names)}::text[])`
}

function kindsOf(
  { kinds }: CellRows,
  { kind, isAdded }: { readonly kind: Fragment; readonly isAdded: Fragment },
): Fragment[] {
  return kinds ? [sql`case when ${isAdded} then ${among(kind, kinds.added)} else ${among(kind, kinds.taken)} end`] : []
}

function sourceOf(
  { place, campaign }: CellSource,
  { location, rule }: { readonly location: Fragment; readonly rule: Fragment },
): Fragment[] {
  return [
    ...(place ? [among(location, place)] : []),
    ...(campaign === undefined ? [] : [sql`split_part(${rule}, '/', 1) = ${campaign}`]),
  ]
}

function lotsOf({ timeZone }: OpenBooks, { issuedMonth, expires }: CellRows): Fragment[] {
  const monthOf = (at: Fragment) => sql`date_trunc('month', ${at} at time zone ${timeZone})::date`
  const issued = issuedMonth === undefined ? [] : [sql`${monthOf(sql`lot.issued_at`)} = ${issuedMonth}::date`]
  if (!expires) return issued
  if (expires.kind === 'never') return [...issued, sql`lot.expires_at is null`]
  if (expires.kind === 'ever') return [...issued, sql`lot.expires_at is not null`]
  const month = monthOf(sql`lot.expires_at`)
  return [
    ...issued,
    ...(expires.from === undefined ? [] : [sql`${month} >= ${expires.from}::date`]),
    ...(expires.before === undefined ? [] : [sql`${month} < ${expires.before}::date`]),
  ]
}
