import type { Term } from '../../../domain/account/terms.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../../ground/kernel/ids.ts'

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

interface FoundRow {
  readonly id: CardId
  readonly number: string
}

/** Of the cards in use of these sets whose customer has this, the one that was activated first. */
export async function findCustomerCard(
  db: Sql,
  brand: BrandId,
  { field, term }: Term,
  sets: readonly string[],
): Promise<FoundRow | undefined> {
  const [row] = await db.rows<FoundRow>`
    select card.card_id as id, card_number as number
    from account_term
    join card on card.brand_id = account_term.brand_id and card.card_id = account_term.card_id
    where account_term.brand_id = ${brand} and field = ${field} and term = ${term} and root_id is null
      and card_set_id = any(${textArray(sets)}::text[])
      and status in ('Activated', 'Demo') and (expires_at is null or expires_at > now())
    order by activated_at, card.card_id
    limit 1`
  return row
}
