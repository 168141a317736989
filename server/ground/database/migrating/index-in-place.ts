import pg from 'pg'
import { toOneLine } from './statement-effect.ts'

const form = /^create index concurrently (?:if not exists )?(\w+) on (\w+) (.*)$/i

/**
 * Builds an index while the table is in use. What an attempt that was interrupted left behind is removed first. A table
 * in partitions cannot be indexed so as a whole: each partition is, and joins the index of the whole.
 */
export async function createIndexInPlace(client: pg.Client, statement: string): Promise<void> {
  const [, index = '', table = '', rest = ''] = form.exec(toOneLine(statement)) ?? []
  if (index === '') throw new Error('expected "create index concurrently NAME on TABLE …"')
  if (!(await isPartitioned(client, table))) return build(client, { index, table, rest })
  const whole = `create index if not exists ${quote(index)} on only ${quote(table)} ${rest}`
  await client.query(whole)
  for (const partition of await listUnindexed(client, table, index)) {
    const part = `${partition}_${index}`.slice(0, 63)
    await build(client, { index: part, table: partition, rest })
    const attach = `alter index ${quote(index)} attach partition ${quote(part)}`
    await client.query(attach)
  }
}

const quote = pg.escapeIdentifier

interface WantedIndex {
  readonly index: string
  readonly table: string
  /** Columns and conditions, as they are written. */
  readonly rest: string
}

async function build(client: pg.Client, { index, table, rest }: WantedIndex): Promise<void> {
  const { rows } = await client.query<{ isvalid: boolean }>(
    'select indisvalid as isvalid from pg_index where indexrelid = to_regclass($1)',
    [quote(index)],
  )
  if (rows[0]?.isvalid) return
  const drop = `drop index concurrently ${quote(index)}`
  const create = `create index concurrently ${quote(index)} on ${quote(table)} ${rest}`
  if (rows[0]) await client.query(drop)
  await client.query(create)
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'p'`, [
    quote(table),
  ])
  return rows.length > 0
}

/** Partitions that were made after the index of the whole have it already. */
async function listUnindexed(client: pg.Client, table: string, index: string): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname as partition
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass($1) and not exists (
       select from pg_index x join pg_inherits joined on joined.inhrelid = x.indexrelid
       where x.indrelid = c.oid and joined.inhparent = to_regclass($2))
     order by c.relname`,
    [quote(table), quote(index)],
  )
  return rows.map(({ partition }) => partition)
}
