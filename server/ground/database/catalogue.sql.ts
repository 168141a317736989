import pg from 'pg'
import { markTable } from './database-mark.sql.ts'

/** A table whose rows belong to a backup. */
export interface StoredTable {
  readonly name: string
  /** Those that are stored: what PostgreSQL computes itself is left out. */
  readonly columns: readonly string[]
  readonly partitions: readonly Partition[]
}

/** A range of UUIDs. The partition for all the rest is made by a migration and is not listed. */
export interface Partition {
  readonly name: string
  readonly from: string
  readonly to: string
}

export interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly references: string
  readonly definition: string
}

/** An index that no constraint needs. */
export interface Index {
  readonly name: string
  readonly definition: string
}

/** Where a sequence stands; null when it was never used. */
export interface SequenceState {
  readonly name: string
  readonly last: string | null
}

/** The history is in a backup's head, and the mark belongs to one database. */
const notCopied = ['migration', markTable]

/** Every table of the schema but those of extensions, by name. A table that a later migration makes is here by itself. */
export async function listStoredTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      coalesce((
        select json_agg(json_build_object('name', part.relname, 'from', bounds[1], 'to', bounds[2]) order by bounds[1])
        from pg_inherits i
        join pg_class part on part.oid = i.inhrelid
        cross join regexp_match(pg_get_expr(part.relpartbound, part.oid),
          '^FOR VALUES FROM \\(''([0-9a-f-]{36})''\\) TO \\(''([0-9a-f-]{36})''\\)$') as bounds
        where i.inhparent = c.oid and bounds is not null), '[]') as partitions
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1)
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by c.relname collate "C"`,
    [notCopied],
  )
  return rows
}

export async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select k.conname as name, c.relname as table, other.relname as references, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class other on other.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
    order by c.relname collate "C", k.conname collate "C"`)
  return rows
}

/** Those of a partitioned table are made for all its partitions, so their definitions do not say "only". */
export async function listIndexes(client: pg.ClientBase): Promise<Index[]> {
  const { rows } = await client.query<Index>(`
    select i.relname as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class c on c.oid = x.indrelid
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and not exists (select from pg_constraint k where k.conindid = i.oid)
    order by c.relname collate "C", i.relname collate "C"`)
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(`
    select sequencename as name, last_value::text as last
    from pg_sequences where schemaname = current_schema() order by sequencename collate "C"`)
  return rows
}

/** Sequences do not belong to a snapshot, so each is set to what it was or to what the rows have, whichever is more. */
export async function advanceSequences(client: pg.ClientBase, states: readonly SequenceState[]): Promise<void> {
  for (const { name, last } of states) {
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last])
  }
  for (const { sequence, table, column } of await listSequenceUses(client)) {
    const [from, of] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)]
    const statement = `
      select setval($1::regclass, highest)
      from (select max(${of})::bigint as highest from ${from}) as rows
      where highest > coalesce(pg_sequence_last_value($1::regclass), 0)`
    await client.query(statement, [sequence])
  }
}

interface SequenceUse {
  readonly sequence: string
  readonly table: string
  readonly column: string
}

/** The columns that take their values from a sequence, as a default or as an identity. */
async function listSequenceUses(client: pg.ClientBase): Promise<SequenceUse[]> {
  const { rows } = await client.query<SequenceUse>(`
    select s.oid::regclass::text as sequence, c.relname as table, a.attname as column
    from pg_class s
    join pg_depend d on (d.classid = 'pg_attrdef'::regclass and d.refobjid = s.oid)
      or (d.classid = 'pg_class'::regclass and d.objid = s.oid and d.refclassid = 'pg_class'::regclass and d.deptype = 'i')
    left join pg_attrdef def on d.classid = 'pg_attrdef'::regclass and def.oid = d.objid
    join pg_class c on c.oid = coalesce(def.adrelid, d.refobjid)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = coalesce(def.adnum, d.refobjsubid)
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and not c.relispartition`)
  return rows
}

/** What is in the schema and not an extension's: nothing, if a database is empty. */
export async function countRelations(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select count(*)::integer as count
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`)
  return rows[0]?.count ?? 0
}

/** Whether brands are spread over several servers by Citus: no snapshot covers them all. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as there`,
  )
  if (!rows[0]?.there) return false
  const found = await client.query('select from pg_dist_partition limit 1')
  return found.rowCount === 1
}
