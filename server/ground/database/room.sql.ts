import { codeOf } from '../kernel/code-of.ts'
import type { ConnectionPool } from './connection.ts'

/**
 * Whether the database can grow by two megabytes: makes a table that nobody else sees, and takes it back. A login that
 * may not make one cannot tell, which counts as room.
 */
export async function hasRoom(pool: ConnectionPool): Promise<boolean> {
  return pool.withConnection(async (db) => {
    await db.rows`begin`
    try {
      await db.rows`
        create temporary table purser_room on commit drop as
        select repeat('x', 1000) as filler from generate_series(1, 2000)`
      return true
    } catch (error) {
      return codeOf(error) === '42501'
    } finally {
      await db.rows`rollback`
    }
  })
}
