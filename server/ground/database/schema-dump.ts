import type pg from 'pg'

/**
 * The schema as text that is the same wherever and whenever it was made. Partitions are left out, because their
 * names carry dates, and so are not-null constraints, which PostgreSQL 18 lists and earlier ones do not.
 */
export async function dumpSchema(client: pg.ClientBase): Promise<string> {
  const sections: string[] = []
  for (const query of [tables, sequences, functions, views]) {
    const { rows } = await client.query<{ text: string }>(query)
    sections.push(...rows.map((row) => row.text))
  }
  return `${sections.join('\n\n')}\n`
}

/** The privileges of a role in an access list, as text; of the server's, unless another is named. */
const grantsOf = (acl: string, role = 'purser_app') => `
  select 'grants ' || string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as line
  from aclexplode(${acl}) a
  where a.grantee = to_regrole('${role}')
  having count(*) > 0`

const tables = `
  select concat_ws(e'\\n',
    'table ' || c.relname || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '')
      || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''),
    (select string_agg('  ' || line, e'\\n' order by attnum) from (
      select a.attnum, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end,
        case a.attgenerated when 's' then 'stored as' when 'v' then 'virtual as' else case when d.oid is not null then 'default' end end,
        pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns),
    (select string_agg('  constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid), e'\\n' order by k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype <> 'n'),
    (select string_agg('  ' || pg_get_indexdef(i.indexrelid), e'\\n' order by i.indexrelid::regclass::text collate "C")
      from pg_index i where i.indrelid = c.oid),
    (select string_agg('  trigger ' || pg_get_triggerdef(t.oid), e'\\n' order by t.tgname)
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal),
    (select '  ' || line from (${grantsOf('c.relacl')}) as granted)) as text
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
  order by c.relname collate "C"`

const sequences = `
  select concat_ws(e'\\n',
    format('sequence %s as %s start %s increment %s', c.relname, format_type(s.seqtypid, null), s.seqstart, s.seqincrement),
    (select '  ' || line from (${grantsOf('c.relacl')}) as granted)) as text
  from pg_class c join pg_sequence s on s.seqrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace
  order by c.relname collate "C"`

const functions = `
  select concat_ws(e'\\n',
    format('function %s(%s) returns %s', p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)),
    '  ' || concat_ws(' ', 'language', l.lanname,
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
      case when p.prosecdef then 'security definer' end,
      'set ' || array_to_string(p.proconfig, ', ')),
    rtrim(ltrim(p.prosrc, e'\\n'), e' \\n'),
    (select '  ' || line from (${grantsOf('p.proacl')}) as granted)) as text
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = current_schema()::regnamespace
  order by p.proname collate "C", pg_get_function_arguments(p.oid) collate "C"`

/** By their columns alone: how PostgreSQL prints what they select depends on its version. */
const views = `
  select concat_ws(e'\\n',
    'view reporting.' || c.relname,
    (select string_agg(format('  %s %s', a.attname, format_type(a.atttypid, a.atttypmod)), e'\\n' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0),
    (select '  ' || line from (${grantsOf('c.relacl', 'purser_reporting')}) as granted)) as text
  from pg_class c
  where c.relnamespace = to_regnamespace('reporting') and c.relkind = 'v'
  order by c.relname collate "C"`
