import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { StoredTable } from '../../ground/database/catalogue.sql.ts'

const listOf = (names: readonly string[]) => names.map(pg.escapeIdentifier).join(', ')

/** The rows of a table with all its partitions, as text. */
export function copyOut(client: pg.Client, { name, columns }: StoredTable): Readable {
  const statement = `copy (select ${listOf(columns)} from ${pg.escapeIdentifier(name)}) to stdout`
  return client.query(to(statement))
}

/** Writes rows into a table. Identity columns take what is given. */
export async function copyIn(client: pg.Client, { name, columns }: StoredTable, rows: Readable): Promise<void> {
  const statement = `copy ${pg.escapeIdentifier(name)} (${listOf(columns)}) from stdin`
  await pipeline(rows, client.query(from(statement)))
}

/** Keeps the tables as they are, while calls go on in them. Before the snapshot: what is locked cannot change its form. */
export async function lockForReading(client: pg.Client, tables: readonly StoredTable[]): Promise<void> {
  const statement = `lock table ${listOf(tables.map(({ name }) => name))} in access share mode`
  await client.query(statement)
}

/** The first query of a transaction takes its snapshot. */
export async function takeSnapshot(client: pg.Client): Promise<{ takenAt: string; postgresql: string }> {
  const { rows } = await client.query<{ moment: Date; postgresql: string }>(
    `select clock_timestamp() as moment, current_setting('server_version') as postgresql`,
  )
  const [first] = rows
  if (!first) throw new Error('The database does not say what time it is.')
  return { takenAt: first.moment.toISOString(), postgresql: first.postgresql }
}
