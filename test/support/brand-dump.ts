import pg from 'pg'
import { testDatabase } from './shop.ts'

/** The tables of a brand but for the record of calls, which every call adds to. */
const brandTables = `
  select c.relname as name
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'brand_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'request'
  order by c.relname`

/** Calls that belong to a card's history, and what was voided. */
const historicCalls = `
  select concat(request_ref, ' ', card_seq, ' ', voided_by) as row
  from request
  where brand_id = $1 and (voided_by is not null or card_seq is not null)
  order by 1`

/** Everything that a brand has but for when its keys were used, row by row, to be compared with what it has later. */
export async function dumpBrand(brand: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  try {
    const names = (await client.query(brandTables)).rows.map(({ name }) => String(name))
    // All at once: there are dozens of tables.
    const parts = names.map(
      (name) =>
        `select '${name}' as name, (to_jsonb(t) - 'last_used_at')::text as row from ${name} as t where brand_id = $1`,
    )
    const { rows } = await client.query(`${parts.join(' union all ')} order by 1, 2`, [brand])
    const calls = (await client.query(historicCalls, [brand])).rows
    const dump = Object.fromEntries(names.map((name): [string, string[]] => [name, []]))
    for (const { name, row } of rows) dump[name]?.push(row)
    return { ...dump, request: calls.map(({ row }) => row) }
  } finally {
    await client.end()
  }
}
