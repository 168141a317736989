import { textArray } from '../../../ground/database/arrays.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/**
 * Which numbers of new cards a card has in another case already. Nobody else can make such a card meanwhile: a brand file
 * may list both, so that no index can see to it. The locks are taken in one order, after those on cards, on
 * the node where the brand is.
 */
export async function lockTwins(db: Sql, brand: BrandId, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = [...new Set(numbers.map((number) => `purser number ${brand} ${number.toLowerCase()}`))].toSorted()
  await db.rows`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(${textArray(keys)}::text[]) as wanted (key)`
  const rows = await db.rows<{ number: string }>`
    select wanted.number
    from unnest(${textArray(numbers)}::text[]) as wanted (number)
    where exists (
        select
        from card
        where brand_id = ${brand} and card_number = lower(wanted.number) and root_id is null
          and card_number <> wanted.number)
      or exists (
        select
        from card
        where brand_id = ${brand} and lower(card_number) = lower(wanted.number) and card_number <> lower(card_number)
          and root_id is null and card_number <> wanted.number)`
  return new Set(rows.map((row) => row.number))
}
