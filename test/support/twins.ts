import { type FullShop, fullShopOptions, openFullShop } from './full-shop.ts'
import { ask } from './race.ts'
import { openShop, type Shop } from './shop.ts'

export interface Twins extends FullShop {
  /** A brand with the same rows, whose cards, coupons, calls and messages have the same ids. */
  readonly twin: Shop
}

export async function openTwins(receiver: string): Promise<Twins> {
  const ours = await openFullShop(receiver)
  return { ...ours, twin: await openTwinOf(ours.shop, receiver) }
}

export async function openTwinOf(shop: Shop, receiver: string): Promise<Shop> {
  const twin = await openShop(fullShopOptions(receiver))
  for (const table of await tablesOfBrands()) if (!ownTables.has(table)) await copyRows(table, shop, twin)
  return twin
}

/** What a brand has of its own: its file, in which secrets are sealed for it, and its keys. */
const ownTables = new Set(['brand', 'api_key'])

async function tablesOfBrands(): Promise<string[]> {
  const rows = await ask(`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'brand_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  return rows.map(({ name }) => String(name))
}

/** Foreign keys are not looked at, so that the order of the tables does not matter. */
async function copyRows(table: string, from: Shop, to: Shop): Promise<void> {
  const [columns] = await ask(
    `select string_agg(quote_ident(attname), ', ') as names,
       string_agg(case attname when 'brand_id' then quote_literal($2::text) else quote_ident(attname) end, ', ') as sources
     from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table, to.id],
  )
  await ask(`set session_replication_role = replica; delete from ${table} where brand_id = '${to.id}';
    insert into ${table} (${columns?.names}) overriding system value
    select ${columns?.sources} from ${table} where brand_id = '${from.id}'`)
}

/** Every row of a brand, its record of calls included. */
export async function rowsOf({ id }: Shop): Promise<Record<string, string[]>> {
  const tables = await tablesOfBrands()
  const each = tables.map(
    (name) =>
      `select '${name}' as name, (to_jsonb(t) - 'last_used_at')::text as row from ${name} as t where brand_id = $1`,
  )
  const found: Record<string, string[]> = Object.fromEntries(tables.map((table) => [table, []]))
  for (const { name, row } of await ask(`${each.join(' union all ')} order by 1, 2`, [id]))
    found[String(name)]?.push(String(row))
  return found
}

/** The tables in which rows came, went or changed. */
export function changedTables(before: Record<string, string[]>, after: Record<string, string[]>): string[] {
  return Object.keys(after).filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]))
}
