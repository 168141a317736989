import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'

/** Where visitors of the pages come from, as far as a browser says so. */
export const memberSources = ['qr', 'shop', 'app', 'installed', 'link', 'direct'] as const
export type MemberSource = (typeof memberSources)[number]

export const isMemberSource = (text: string): text is MemberSource => memberSources.some((one) => one === text)

/** What happened on a day, at a place, by people from one source. */
export interface MemberDay {
  /** yyyy-MM-dd, by the brand's clock. */
  readonly day: string
  /** Empty: at none. */
  readonly location: string
  readonly source: MemberSource
  readonly visits: number
  readonly joins: number
}

export function addMemberDay(db: Sql, brand: BrandId, one: MemberDay): Promise<unknown> {
  const { day, location, source, visits, joins } = one
  return db.rows`
    insert into member_day (brand_id, day, location_id, source, visits, joins)
    values (${brand}, ${day}::date, ${location}, ${source}, ${visits}, ${joins})
    on conflict (brand_id, day, location_id, source) do update
    set visits = member_day.visits + excluded.visits, joins = member_day.joins + excluded.joins`
}

export interface CountedDays {
  readonly day: string | null
  readonly location_id: string
  readonly source: string
  readonly visits: number
  readonly joins: number
}

/** The counts of some days: of each day by itself, or of all together. */
export function listMemberDays(
  db: Sql,
  brand: BrandId,
  { from, to, perDay }: { readonly from: string; readonly to: string; readonly perDay: boolean },
): Promise<CountedDays[]> {
  return db.rows<CountedDays>`
    select case when ${perDay}::boolean then day::text end as day, location_id, source, sum(visits)::bigint as visits,
      sum(joins)::bigint as joins
    from member_day
    where brand_id = ${brand} and day between ${from}::date and ${to}::date
    group by 1, location_id, source
    order by 1, location_id, source`
}
