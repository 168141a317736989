import type { Sql } from '../../../ground/database/connection.ts'
import { runFragment, sql } from '../../../ground/database/fragment.ts'
import { dayOf, type OpenBooks } from '../sums-mark.sql.ts'
import { lateCalls } from './late-calls.sql.ts'

/** What was dated into a time and is booked after it; amounts as text. */
export interface Correction {
  readonly value_type_id: number
  readonly location_id: string
  readonly rule_id: string
  readonly kind: string
  readonly added: string
  readonly taken: string
}

/** Corrections since closing: what is dated into these days, and booked after the last of them. */
export async function listCorrections(
  db: Sql,
  books: OpenBooks,
  { from = '0001-01-01', to }: { readonly from?: string | undefined; readonly to: string },
): Promise<readonly Correction[]> {
  const { brand, closings } = books
  if (closings.length === 0) return []
  return runFragment<Correction>(
    db,
    sql`
      select ledger.value_type_id, coalesce(request.location_id, '') as location_id,
        coalesce(ledger.origin ->> 'rule', '') as rule_id, ledger.kind,
        sum(greatest(ledger.amount, 0))::text as added, sum(greatest(-ledger.amount, 0))::text as taken
      from (${lateCalls(books)}) as late
      join request on request.brand_id = ${brand} and request.request_ref = late.request_ref
      join ledger on ledger.brand_id = ${brand} and ledger.request_ref = late.request_ref
      where ledger.amount <> 0 and late.booked_day > ${to}::date
        and ${dayOf(books)} between ${from}::date and ${to}::date
      group by 1, 2, 3, 4`,
  )
}
