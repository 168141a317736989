import pg from 'pg'
import type { ForeignKey, Index, Partition } from './catalogue.sql.ts'

/** Empties the schema of a database that was never served: everything but what extensions made. */
export async function dropEverything(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', kind, name) as statement
    from (
      select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
        oid::regclass::text as name, relnamespace as schema, oid, 'pg_class'::regclass as class
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
      union all
      select 'function', oid::regprocedure::text, pronamespace, oid, 'pg_proc'::regclass from pg_proc
    ) as made
    where schema = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = made.oid and d.classid = made.class and d.deptype = 'e')
      -- The sequence of an identity column goes with its table, and cannot go before it.
      and not exists (select from pg_depend d where d.objid = made.oid and d.classid = made.class and d.deptype = 'i')
    order by kind = 'function'`)
  await client.query('begin')
  for (const { statement } of rows) await client.query(statement)
  await client.query('commit')
}

/** Makes the months that the rows were in; what is in none of them goes where a clock's mistakes go. */
export async function makePartition(client: pg.ClientBase, table: string, { name, from, to }: Partition) {
  const [part, parent] = [pg.escapeIdentifier(name), pg.escapeIdentifier(table)]
  const bounds = `from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`
  const statement = `create table if not exists ${part} partition of ${parent} for values ${bounds}`
  await client.query(statement)
}

/** Rows are checked against foreign keys all at once afterwards, which takes a fraction of the time. */
export async function dropForeignKey(client: pg.ClientBase, { table, name }: ForeignKey): Promise<void> {
  const statement = `alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`
  await client.query(statement)
}

export async function addForeignKey(client: pg.ClientBase, { table, name, definition }: ForeignKey): Promise<void> {
  const statement = `alter table ${pg.escapeIdentifier(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`
  await client.query(statement)
}

/** An index that is made over all rows at once takes a fifth of the time that it takes row by row. */
export async function dropIndex(client: pg.ClientBase, { name }: Index): Promise<void> {
  const statement = `drop index ${pg.escapeIdentifier(name)}`
  await client.query(statement)
}

export async function addIndex(client: pg.ClientBase, { definition }: Index): Promise<void> {
  await client.query(definition)
}
