import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, nothing, runFragment, sql } from '../../ground/database/fragment.ts'
import { movedRows } from './closed/late-calls.sql.ts'
import { daySum } from './day-sum.sql.ts'
import { derivedOrigins, findKeptTo, type OriginSource, youngOrigins } from './lot-origin.sql.ts'
import {
  type Calls,
  dayOf,
  inSpan,
  type OpenBooks,
  type RefSpan,
  type SummedBooks,
  sinceSummed,
} from './sums-mark.sql.ts'

/** Whether a void gives back what was spent or takes back what was given depends on what it undoes. */
const changeOf = sql`
  case
    when ledger.issuance_index is not null and ledger.kind <> 'Transfer' then 'given'
    when ledger.kind in ('UpdateBalance', 'Hold', 'Campaign', 'Cashout') then 'spent'
    when ledger.kind = 'Expiration' then 'expired'
    when ledger.kind = 'ReturnMerchandise' then case when ledger.amount > 0 then 'spent' else 'withdrawn' end
    when ledger.kind = 'Void' then
      case when (undone.call_type is not distinct from 'RETURN_MERCHANDISE') = (ledger.amount > 0) then 'withdrawn'
        else 'spent' end
    else 'other' end`

/** The changes of balances of some calls by where and by what their lots were issued, row by row. */
export function originCalls(books: SummedBooks, calls: Calls, origin: OriginSource): Fragment {
  const { brand } = books
  return sql`
      select ledger.request_ref as ref, ${dayOf(books)} as day, ledger.value_type_id, ${origin.location} as location_id,
        ${origin.rule} as rule_id, lot.expires_at is not null as can_expire, ${changeOf} as change, ledger.amount
      from ledger
      join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
      join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
      ${origin.joins}
      left join request as undone on undone.brand_id = ${brand} and ledger.kind = 'Void'
        and undone.request_ref = (request.detail ->> 'voids')::uuid
      where ledger.brand_id = ${brand} and ${calls(sql`ledger.request_ref`)} and ledger.amount <> 0`
}

/** Every change is in one row. */
function originRows(books: SummedBooks, calls: Calls, origin: OriginSource): Fragment {
  return sql`
    select day, value_type_id, location_id, rule_id, can_expire, change, sum(amount) as amount
    from (${originCalls(books, calls, origin)}) as changed
    group by day, value_type_id, location_id, rule_id, can_expire, change`
}

export const originDay = daySum({
  table: sql`origin_day`,
  keys: sql`day, value_type_id, location_id, rule_id, can_expire, change`,
  sums: [sql`amount`],
  rows: (books, calls) => originRows(books, calls, derivedOrigins(books.brand)),
  subject: sql`day, 'value type', value_type_id, location_id, rule_id, can_expire, change`,
})

/** A call may spend of a lot that another one opened whose reference is later, and whose origin is not kept yet. */
export async function addOriginDays(db: Sql, books: SummedBooks, span: RefSpan): Promise<void> {
  const { brand } = books
  const origin = youngOrigins({ brand, summedTo: await findKeptTo(db, brand) })
  await originDay.addRows(db, brand, originRows(books, inSpan(span), origin))
}

/** Which sums are asked for. */
interface WantedDays {
  readonly from: string
  readonly to: string
  /** The first day of another period with the same end. */
  readonly since?: string
  /** Whether places, and rules, are told apart. */
  readonly hasPlace: boolean
  readonly hasRule: boolean
  /** Whether what was dated into closed months since counts on the day on which it is booked. */
  readonly isBooked?: boolean
}

/** What became of what was issued at a place, by a rule; amounts as text, below 0 where balances became smaller. */
export interface OriginSum {
  readonly value_type_id: number
  readonly location_id: string
  readonly rule_id: string
  readonly can_expire: boolean
  readonly change: string
  /** In the period, in the other one, and up to their end. */
  readonly in_period: string
  readonly since: string
  readonly so_far: string
}

export function listOriginSums(
  db: Sql,
  books: OpenBooks,
  { from, to, since = from, hasPlace, hasRule, isBooked = false }: WantedDays,
): Promise<OriginSum[]> {
  return runFragment<OriginSum>(
    db,
    sql`
      select value_type_id, case when ${hasPlace}::boolean then location_id else '' end as location_id,
        case when ${hasRule}::boolean then rule_id else '' end as rule_id, can_expire, change,
        coalesce(sum(amount) filter (where day >= ${from}::date), 0)::text as in_period,
        coalesce(sum(amount) filter (where day >= ${since}::date), 0)::text as since, sum(amount)::text as so_far
      from (
        ${originDay.stored(books)}
        union all ${originRows(books, sinceSummed(books), youngOrigins(books))}
        ${isBooked ? lateOrigins(books) : nothing}) as days
      where day <= ${to}::date
      group by 1, 2, 3, 4, 5`,
  )
}

function lateOrigins(books: OpenBooks): Fragment {
  if (books.closings.length === 0) return nothing
  const { brand } = books
  const origin = youngOrigins(books)
  return sql`
    union all
    select moved.day, ledger.value_type_id, ${origin.location}, ${origin.rule}, lot.expires_at is not null, ${changeOf},
      moved.sign * ledger.amount
    from (${movedRows(books)}) as moved
    join request on request.brand_id = ${brand} and request.request_ref = moved.request_ref
    join ledger on ledger.brand_id = ${brand} and ledger.request_ref = moved.request_ref
    join lot on lot.brand_id = ${brand} and lot.card_id = ledger.card_id and lot.lot_no = ledger.lot_no
    ${origin.joins}
    left join request as undone on undone.brand_id = ${brand} and ledger.kind = 'Void'
      and undone.request_ref = (request.detail ->> 'voids')::uuid
    where ledger.amount <> 0`
}
