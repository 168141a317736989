import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/**
 * Gives back the uses of public codes that setups reserved and did not complete in time; they have not counted since.
 * One that a call holds is left: the call may be about to complete it. One code at a time, so that no locks of counts
 * are taken in another order than by calls.
 */
export async function freeLapsedCodes(db: Sql, brand: BrandId, limit: number): Promise<number> {
  const [lapsed] = await db.rows<{ code: string }>`
    select code from code_use where brand_id = ${brand} and until <= clock_timestamp() order by until limit 1`
  if (!lapsed) return 0
  const rows = await db.rows<{ count: number }>`
    with gone as (
      delete from code_use
      where brand_id = ${brand} and (request_ref, code) in (
        select request_ref, code
        from code_use
        where brand_id = ${brand} and code = ${lapsed.code} and until <= clock_timestamp()
        limit ${limit}
        for update skip locked)
      returning code)
    update code_count
    set used = used - (select count(*) from gone)
    where brand_id = ${brand} and code = ${lapsed.code}
    returning (select count(*) from gone)::integer as count`
  return rows[0]?.count ?? 0
}
