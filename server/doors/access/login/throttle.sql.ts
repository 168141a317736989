import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Something that fails so often until then. */
export interface CountedPlace {
  readonly place: number
  readonly failures: number
  readonly endsAt: Instant
}

export function findCounted(db: Sql, places: readonly number[], now: Instant): Promise<CountedPlace[]> {
  return db.rows<CountedPlace>`
    select place, failures, ends_at as "endsAt"
    from login_throttle
    where place = any(${plainArray(places)}::integer[]) and ends_at > ${toTimestamp(now)}`
}

/** Counts one more, or begins anew where the time is over. Returns how many that makes. */
export async function countOne(
  db: Sql,
  { place, endsAt }: Omit<CountedPlace, 'failures'>,
  now: Instant,
): Promise<number> {
  const [row] = await db.rows<{ failures: number }>`
    insert into login_throttle (place, failures, ends_at)
    values (${place}, 1, ${toTimestamp(endsAt)})
    on conflict (place) do update
    set failures = case when login_throttle.ends_at <= ${toTimestamp(now)} then 1 else login_throttle.failures + 1 end,
      ends_at = case when login_throttle.ends_at <= ${toTimestamp(now)} then excluded.ends_at
        else login_throttle.ends_at end
    returning failures`
  return row?.failures ?? 0
}

export function takeBack(db: Sql, places: readonly number[], now: Instant): Promise<unknown> {
  return db.rows`
    update login_throttle
    set failures = failures - 1
    where place = any(${plainArray(places)}::integer[]) and failures > 0 and ends_at > ${toTimestamp(now)}`
}
