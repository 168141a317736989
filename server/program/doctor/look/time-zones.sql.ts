import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { isTimeZone, offsetAt } from '../../../ground/kernel/time.ts'
import type { ZoneSight } from '../judge/time.ts'

const daysApart = 30

/** The zones of all brands and their locations, and whether Node and PostgreSQL know them and mean the same by them. */
export async function lookAtTimeZones(db: Sql, now: number): Promise<ZoneSight[]> {
  const instants = Array.from({ length: 12 }, (_, month) => now + month * daysApart * 24 * 3_600_000)
  return Promise.all((await listZones(db)).map((zone) => lookAtZone(db, zone, instants)))
}

async function listZones(db: Sql): Promise<string[]> {
  const rows = await db.rows<{ zone: string }>`
    select distinct zone
    from brand, lateral (
      values (document #>> '{brand,timeZone}'), (document #>> '{brand,settings,interfaceTimeZone}')
      union all
      select place ->> 'timeZone'
      from jsonb_array_elements(coalesce(document -> 'locations', '[]')) as place) as named (zone)
    where zone is not null
    order by zone`
  return rows.map(({ zone }) => zone)
}

async function lookAtZone(db: Sql, zone: string, instants: readonly number[]): Promise<ZoneSight> {
  const inNode = isTimeZone(zone)
  const inDatabase = (await db.rows`select from pg_timezone_names where lower(name) = lower(${zone})`).length > 0
  if (!inNode || !inDatabase) return { zone, inNode, inDatabase, agree: false }
  const rows = await db.rows<{ seconds: number }>`
    select extract(epoch from (at at time zone ${zone}) - (at at time zone 'UTC'))::integer as seconds
    from unnest(${instants.map((instant) => toTimestamp(instant))}::timestamptz[]) with ordinality as asked (at, place)
    order by place`
  const agree = instants.every(
    (instant, index) => offsetAt(instant, zone) === (rows[index]?.seconds ?? Number.NaN) * 1000,
  )
  return { zone, inNode, inDatabase, agree }
}
