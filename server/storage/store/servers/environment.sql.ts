import type { Sql } from '../../../ground/database/connection.ts'

/** The environment that this database belongs to; undefined: nobody has named one yet. */
export async function findEnvironment(db: Sql): Promise<string | undefined> {
  const [row] = await db.rows<{ environment: string }>`select environment from deployment`
  return row?.environment
}

/** Remembers the first name that is given, and answers whether this was it. Of two that are given at once, one is the first. */
export async function rememberEnvironment(db: Sql, environment: string): Promise<boolean> {
  const made = await db.rows`
    insert into deployment (environment)
    values (${environment})
    on conflict (is_only) do nothing
    returning environment`
  return made.length > 0
}

export async function replaceEnvironment(db: Sql, environment: string): Promise<void> {
  await db.rows`
    insert into deployment (environment)
    values (${environment})
    on conflict (is_only) do update set environment = excluded.environment, set_at = excluded.set_at`
}
