import type { Term } from '../../../domain/account/terms.ts'
import type { CustomerCard } from '../../../domain/decision/decision.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/**
 * Keeps others from finding or making the cards of these customers until the end of the transaction. Several customers
 * may share an address, so that no index can see to it. The locks are taken in one order, on the node where the brand is.
 */
export async function lockCustomers(db: Sql, brand: BrandId, terms: readonly Term[]): Promise<void> {
  const keys = terms.map(({ field, term }) => `purser customer ${brand} ${field} ${term}`).toSorted()
  await db.rows`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(${textArray(keys)}::text[]) as wanted (key)`
}

/** So many cards that share an address are looked at: those with more do not tell anybody apart. */
const sharedMax = 1000

/**
 * Of the cards of these sets whose customer has this, the one in use that was activated first; else one that is suspended
 * or about to be replaced.
 */
export async function findCustomerCard(
  db: Sql,
  brand: BrandId,
  { field, term }: Term,
  sets: readonly string[],
): Promise<CustomerCard | undefined> {
  const [row] = await db.rows<CustomerCard>`
    select card.card_id as id, card_number as number, status in ('Suspended', 'Transfer') as "isBlocked",
      exists (
        select from request
        where request.brand_id = ${brand} and request.card_id = card.card_id and card_seq = card.seq
          and call_type = 'ALLOCATE' and voided_by is null and detail ->> 'formerStatus' is not null
          and detail ->> 'isFindable' is null) as "isVoidable"
    from (
      select brand_id, card_id
      from account_term
      where brand_id = ${brand} and field = ${field} and term = ${term}
      order by card_id
      limit ${sharedMax}) as shared
    join card on card.brand_id = shared.brand_id and card.card_id = shared.card_id
    where card.brand_id = ${brand} and root_id is null and card_set_id = any(${textArray(sets)}::text[])
      and status in ('Activated', 'Demo', 'Suspended', 'Transfer') and (expires_at is null or expires_at > now())
    order by "isBlocked", activated_at, card.card_id
    limit 1`
  return row
}
