import pg from 'pg'
import { codeOf } from '../kernel/code-of.ts'

/**
 * Why the database takes no writes; undefined if it does. Makes a table that nobody else sees, and takes it back. A login
 * that may not make one cannot tell.
 */
export async function findWriteFault(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, application_name: 'purser doctor' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      `create temporary table purser_room on commit drop as
       select repeat('x', 1000) as filler from generate_series(1, 2000)`,
    )
    return undefined
  } catch (error) {
    return codeOf(error) === '42501' ? undefined : error
  } finally {
    await client.query('rollback').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}
