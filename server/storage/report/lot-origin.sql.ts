import type { Sql } from '../../ground/database/connection.ts'
import { type Fragment, runFragment, sql } from '../../ground/database/fragment.ts'
import type { BrandId, RequestRef } from '../../ground/kernel/ids.ts'
import { mendRows } from './mend-rows.sql.ts'
import { type Calls, firstRef, inSpan, type OpenBooks, type RefSpan, type WrongSum } from './sums-mark.sql.ts'

/** The name of the mark: up to which call the origins of lots are kept. */
export const originsJob = 'lot-origins'

/** The lots that some calls opened, where, and by which rule. Lots that a transfer brought have the origin of the first. */
function openedLots(brand: BrandId, calls: Calls): Fragment {
  return sql`
    select ledger.card_id, ledger.lot_no, coalesce(request.location_id, '') as location_id,
      coalesce(ledger.origin ->> 'rule', '') as rule_id
    from ledger
    join request on request.brand_id = ${brand} and request.request_ref = ledger.request_ref
    where ledger.brand_id = ${brand} and ${calls(sql`ledger.request_ref`)} and ledger.issuance_index is not null
      and ledger.kind <> 'Transfer'`
}

function lastKept(brand: BrandId): Fragment {
  return sql`coalesce((
      select nullif(mark, '')::uuid from job_mark where brand_id = ${brand} and job = ${originsJob}), ${firstRef}::uuid)`
}

export async function findKeptTo(db: Sql, brand: BrandId): Promise<RequestRef> {
  const [row] = await runFragment<{ ref: RequestRef }>(db, sql`select ${lastKept(brand)} as ref`)
  return row?.ref ?? firstRef
}

/** What is kept goes further than the sums. */
const sinceKept =
  ({ brand, summedTo }: Pick<OpenBooks, 'brand' | 'summedTo'>): Calls =>
  (ref) =>
    sql`${ref} > ${lastKept(brand)} and ${ref} > ${summedTo}::uuid`

const upToKept =
  (brand: BrandId): Calls =>
  (ref) =>
    sql`${ref} <= ${lastKept(brand)}`

const always: Calls = (ref) => sql`${ref} is not null`

/** How the origin of a row of `lot` is found: joins, and what they give. */
export interface OriginSource {
  readonly joins: Fragment
  readonly location: Fragment
  readonly rule: Fragment
}

const firstCard = sql`coalesce(lot.from_card, lot.card_id)`
const firstLot = sql`coalesce(lot.from_lot, lot.lot_no)`

/** Of lots whose origins are kept. */
function keptOrigins(brand: BrandId): OriginSource {
  return {
    joins: sql`
      left join lot_origin as kept on kept.brand_id = ${brand} and kept.card_id = ${firstCard} and kept.lot_no = ${firstLot}`,
    location: sql`coalesce(kept.location_id, '')`,
    rule: sql`coalesce(kept.rule_id, '')`,
  }
}

/** Of calls that are not summed yet, or just now: their lots may have been opened by calls whose origins are not kept yet. */
export function youngOrigins(books: Pick<OpenBooks, 'brand' | 'summedTo'>): OriginSource {
  const { brand } = books
  const { joins } = keptOrigins(brand)
  return {
    joins: sql`${joins}
      left join (${openedLots(brand, sinceKept(books))}) as young on young.card_id = ${firstCard} and young.lot_no = ${firstLot}`,
    location: sql`coalesce(kept.location_id, young.location_id, '')`,
    rule: sql`coalesce(kept.rule_id, young.rule_id, '')`,
  }
}

/** From the ledger alone, for whoever does not trust what is kept. */
export function derivedOrigins(brand: BrandId): OriginSource {
  return {
    joins: sql`
      left join (${openedLots(brand, always)}) as opened on opened.card_id = ${firstCard} and opened.lot_no = ${firstLot}`,
    location: sql`coalesce(opened.location_id, '')`,
    rule: sql`coalesce(opened.rule_id, '')`,
  }
}

export async function addLotOrigins(db: Sql, brand: BrandId, span: RefSpan): Promise<void> {
  await runFragment(
    db,
    sql`
      insert into lot_origin (brand_id, card_id, lot_no, location_id, rule_id)
      select ${brand}, card_id, lot_no, location_id, rule_id
      from (${openedLots(brand, inSpan(span))}) as opened
      on conflict (brand_id, card_id, lot_no) do nothing`,
  )
}

/** Where the origins end now. Locks the mark, so that a second worker waits. */
export async function lockOriginsMark(db: Sql, brand: BrandId): Promise<RequestRef> {
  await db.rows`insert into job_mark (brand_id, job, mark) values (${brand}, ${originsJob}, '') on conflict do nothing`
  const [row] = await db.rows<{ mark: string }>`
    select mark from job_mark where brand_id = ${brand} and job = ${originsJob} for update`
  return row?.mark || firstRef
}

/** Makes the origins again of the calls up to the mark, which the caller has locked. */
export function mendOrigins(db: Sql, brand: BrandId): Promise<void> {
  return mendRows(db, brand, {
    table: sql`lot_origin`,
    columns: sql`card_id, lot_no, location_id, rule_id`,
    rows: openedLots(brand, upToKept(brand)),
  })
}

export function findWrongOrigins(db: Sql, brand: BrandId): Promise<WrongSum[]> {
  return runFragment<WrongSum>(
    db,
    sql`
      with derived as (${openedLots(brand, upToKept(brand))})
      select concat_ws(' ', 'card id', card_id, 'lot', lot_no) as subject,
        concat_ws(' ', derived.location_id, derived.rule_id) as expected,
        concat_ws(' ', stored.location_id, stored.rule_id) as found
      from derived
      full join (select * from lot_origin where brand_id = ${brand}) as stored using (card_id, lot_no)
      where (derived.location_id, derived.rule_id) is distinct from (stored.location_id, stored.rule_id)
      limit 1000`,
  )
}
