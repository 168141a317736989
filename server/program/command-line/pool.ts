import { ConnectionPool } from '../../ground/database/connection.ts'

/** Connections for a command that runs and ends. It works as the owner of the database, not as the server's role. */
export async function withPool<Result>(url: string, use: (pool: ConnectionPool) => Promise<Result>): Promise<Result> {
  const pool = new ConnectionPool({ url, name: 'purser command' }, 2)
  try {
    return await use(pool)
  } finally {
    await pool.close()
  }
}
