import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** Remembers the public address of the server. One that an operator set stays until an operator sets another. */
export async function sayReachedAt(db: Sql, url: string, isGiven: boolean): Promise<void> {
  if (!isGiven) {
    const given = await db.rows`select from reached_at where is_given limit 1`
    if (given.length > 0) return
  }
  // One statement at a time, the new address first: there is always one to be found.
  const [made] = await db.rows<{ said_at: Instant }>`
    insert into reached_at (url, is_given, said_at) values (${url}, ${isGiven}, now()) returning said_at`
  await db.rows`delete from reached_at where said_at < ${toTimestamp(made?.said_at)}`
}

export async function findReachedAt(db: Sql): Promise<string | undefined> {
  const [row] = await db.rows<{ url: string }>`
    select url from reached_at order by is_given desc, said_at desc limit 1`
  return row?.url
}
