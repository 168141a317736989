import type { ConnectionPool, Session } from './connection.ts'

/** All of it, or nothing: a connection that an exception comes out of is thrown away, and its transaction with it. */
export function inTransaction<Result>(pool: ConnectionPool, use: (db: Session) => Promise<Result>): Promise<Result> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    const result = await use(db)
    await db.rows`commit`
    return result
  })
}
