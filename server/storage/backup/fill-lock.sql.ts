import type pg from 'pg'

/** Any number will do, as long as every Purser uses the same one, and not the one of migrations. */
const lockNumber = 7_827_738

/** Until the connection ends, nobody else fills this database. */
export async function tryFillLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockNumber])
  return rows[0]?.got === true
}

/** A database without statistics plans as if its tables were small. */
export async function analyse(client: pg.Client): Promise<void> {
  await client.query('analyze')
}
