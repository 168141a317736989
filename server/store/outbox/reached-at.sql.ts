import type { Sql } from '../../database/connection.ts'

/** Remembers the public address of the server. One that an operator set stays until an operator sets another. */
export async function sayReachedAt(db: Sql, url: string, isGiven: boolean): Promise<void> {
  await db.rows`
    with outdated as (
      delete from reached_at where ${isGiven}::boolean or not is_given)
    insert into reached_at (url, is_given, said_at)
    select ${url}, ${isGiven}::boolean, now()
    where ${isGiven}::boolean or not exists (select from reached_at where is_given)`
}

export async function findReachedAt(db: Sql): Promise<string | undefined> {
  const [row] = await db.rows<{ url: string }>`
    select url from reached_at order by is_given desc, said_at desc limit 1`
  return row?.url
}
