import type { DayName } from '../../../domain/judge/judge-outcome.ts'
import { fromDecimalText, type Sums, toDecimalText } from '../../../domain/judge/sums.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

interface SumsRow {
  readonly money: string
  readonly points: string
}

const toSums = ({ money, points }: SumsRow): Sums => ({
  money: fromDecimalText(money),
  points: fromDecimalText(points),
})

/**
 * What a user did by hand on a day, locked until the end of the transaction. There is one row for each user and limit,
 * about their last day: the first call of another day begins at 0. A day that is over, by a clock that is late, counts as
 * the one that is kept.
 */
export async function lockDay(db: Sql, brand: BrandId, { user, of, day }: DayName): Promise<Sums> {
  const rows = await db.rows<SumsRow>`
    insert into portal_day_sum as kept (brand_id, user_name, of_limit, day, money, points)
    values (${brand}, ${user}, ${of}, ${day}::date, 0, 0)
    on conflict (brand_id, user_name, of_limit) do update
    set day = greatest(kept.day, excluded.day),
      money = case when kept.day >= excluded.day then kept.money else 0 end,
      points = case when kept.day >= excluded.day then kept.points else 0 end
    returning money::text as money, points::text as points`
  const [row] = rows
  if (!row) throw new Error('a row that was inserted or updated is returned')
  return toSums(row)
}

/** The same for whoever only wants to know. */
export async function findDay(db: Sql, brand: BrandId, { user, of, day }: DayName): Promise<Sums> {
  const [row] = await db.rows<SumsRow>`
    select money::text as money, points::text as points
    from portal_day_sum
    where brand_id = ${brand} and user_name = ${user} and of_limit = ${of} and day >= ${day}::date`
  return toSums(row ?? { money: '0', points: '0' })
}

/** A day as it becomes, whose row is locked. */
export interface DayChange extends DayName {
  readonly sums: Sums
}

export function updateDay(db: Sql, brand: BrandId, { user, of, sums }: DayChange): Promise<unknown> {
  return db.rows`
    update portal_day_sum
    set money = ${toDecimalText(sums.money)}::numeric, points = ${toDecimalText(sums.points)}::numeric
    where brand_id = ${brand} and user_name = ${user} and of_limit = ${of}`
}
