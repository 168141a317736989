import { ConnectionPool, type Sql } from '../database/connection.ts'

/** Connections for a command that runs and ends. It works as the owner of the database, not as the server's role. */
export async function withPool<Result>(url: string, use: (pool: ConnectionPool) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url, name: 'purser command' }, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}

/** All of it, or nothing: a connection that an exception comes out of is thrown away, and its transaction with it. */
export function inTransaction<Result>(pool: ConnectionPool, use: (db: Sql) => Promise<Result>): Promise<Result> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    const result = await use(db)
    await db.rows`commit`
    return result
  })
}
