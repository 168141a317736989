import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'

/** Whose sum it is, of what, and of which day (yyyy-MM-dd in the brand's time zone). */
export interface DaySumOf {
  readonly user: string
  readonly limit: string
  readonly day: string
}

interface DaySums {
  readonly money: number
  readonly points: number
}

/** As the database adds them up: without the crumbs that sums of fractions leave in JavaScript. */
const exact = (amount: number) => amount.toFixed(6)

export async function findDaySums(db: Sql, brand: BrandId, of: DaySumOf): Promise<DaySums> {
  const [row] = await db.rows<DaySums>`
    select money::float8 as money, points::float8 as points
    from portal_day_sum
    where brand_id = ${brand} and user_name = ${of.user} and of_limit = ${of.limit} and day >= ${of.day}::date`
  return row ?? { money: 0, points: 0 }
}

/**
 * Adds to the sums of a day, unless they would then be above the limit. One statement: of many that are made at once,
 * no more get through than the limit allows. The first of a day has to be within the limit by itself.
 */
export async function addToDay(
  db: Sql,
  brand: BrandId,
  of: DaySumOf,
  { added, limit }: { readonly added: DaySums; readonly limit: DaySums },
): Promise<boolean> {
  if (added.money > limit.money || added.points > limit.points) return false
  const count = await db.affected`
    insert into portal_day_sum as kept (brand_id, user_name, of_limit, day, money, points)
    values (${brand}, ${of.user}, ${of.limit}, ${of.day}::date, ${exact(added.money)}::numeric,
      ${exact(added.points)}::numeric)
    on conflict (brand_id, user_name, of_limit) do update
    set day = greatest(kept.day, excluded.day),
      money = case when kept.day >= excluded.day then kept.money else 0 end + excluded.money,
      points = case when kept.day >= excluded.day then kept.points else 0 end + excluded.points
    where case when kept.day >= excluded.day then kept.money else 0 end + excluded.money <= ${exact(limit.money)}::numeric
      and case when kept.day >= excluded.day then kept.points else 0 end + excluded.points
        <= ${exact(limit.points)}::numeric`
  return count > 0
}

/** What was added and did not happen is taken off again. */
export function takeFromDay(db: Sql, brand: BrandId, of: DaySumOf, added: DaySums): Promise<number> {
  return db.affected`
    update portal_day_sum
    set money = greatest(money - ${exact(added.money)}::numeric, 0),
      points = greatest(points - ${exact(added.points)}::numeric, 0)
    where brand_id = ${brand} and user_name = ${of.user} and of_limit = ${of.limit} and day = ${of.day}::date`
}
