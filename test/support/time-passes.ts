import { askDatabase } from './asked-database.ts'
import { type Shop, testDatabase } from './shop.ts'

/**
 * The server takes the database's time, so tests cannot move its clock. They move what waits for it instead: the
 * instants that lots, cards, coupons and locks carry, by so many seconds into the past.
 */
export async function letTimePass(shop: Shop, seconds: number): Promise<void> {
  const values = [shop.id, seconds]
  await sql(`update lot set ${earlier('expires_at')}, ${earlier('active_at')} where brand_id = $1`, values)
  await sql(`update card set ${earlier('expires_at')}, ${earlier('pin_locked_until')} where brand_id = $1`, values)
  await sql(`update coupon set ${earlier('expires_at')}, ${earlier('reserved_until')} where brand_id = $1`, values)
}

/** By way of UTC, because over several nodes no statement may depend on the time zone of a session. */
const earlier = (column: string) =>
  `${column} = (${column} at time zone 'UTC' - make_interval(secs => $2)) at time zone 'UTC'`

export const oneDay = 24 * 60 * 60

/** Reads or changes the test's own rows behind the server's back. */
// biome-ignore lint/suspicious/noExplicitAny: rows are whatever the statement names.
export function sql(statement: string, values: readonly unknown[]): Promise<any[]> {
  return askDatabase(testDatabase(), statement, values)
}

/** `yyyy-MM-dd HH:mm:ss` in UTC, so many seconds from now. */
export function secondsFromNow(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
