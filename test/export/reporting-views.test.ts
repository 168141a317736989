import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { columnsOf, sources } from '../../server/storage/export/source.ts'
import { stepOf } from '../../server/storage/report/roll-forward.ts'
import { openFullShop } from '../support/full-shop.ts'
import { ask } from '../support/race.ts'
import { testDatabase } from '../support/shop.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/export.md'), 'utf8')

/** The columns that the page has a line for, section by section. */
function columnsOnPage(): Map<string, string[]> {
  const sections = page.split(/^### (?=`reporting)/m).slice(1)
  return new Map(
    sections.map((section) => {
      const name = /^`([\w.]+)`/.exec(section)?.[1] ?? ''
      return [name, [...section.matchAll(/^\| `([a-z]\w*)` \|/gm)].map(([, column = '']) => column)] as const
    }),
  )
}

const viewOf = (source: string) => (source === 'lines' ? 'checkout_lines' : source.replace('-', '_'))

test('the page has a line for each column of each view, and for no other', async () => {
  const rows = await ask(`
    select table_name as view, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'reporting' group by table_name`)
  const views = new Map(rows.map(({ view, columns }) => [`reporting.${view}`, columns as string[]]))
  const described = columnsOnPage()
  assert.deepEqual([...described.keys()].toSorted(), [...views.keys()].toSorted())
  for (const [view, columns] of views) assert.deepEqual(described.get(view), columns, view)
  assert.ok([...views.values()].every(([first]) => first === 'brand_id'))
})

test('the page has every kind of the ledger, with its columns of the report', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| `(\w+)` \| `(\w+)` \|$/gm)]
  assert.deepEqual(Object.fromEntries(rows.map(([, kind, added, taken]) => [kind, [added, taken]])), stepOf)
})

test('an export has the columns of its view, and the page has a line for each of the others', async () => {
  const described = columnsOnPage()
  for (const source of sources) {
    const names = columnsOf(source, false).map(({ name }) => name)
    assert.deepEqual(names, described.get(`reporting.${viewOf(source.name)}`), source.name)
    for (const { name } of source.columns.filter(({ isPersonal }) => isPersonal))
      assert.ok(page.includes(`| \`${name}\` `) && page.includes(`\`${name}\``), name)
  }
})

/** A login with the role, as an operator makes it. */
async function withAnalyst(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const login = `analyst_${Math.trunc(performance.now())}`
  await ask(`create role ${login} login in role purser_reporting`)
  const client = new pg.Client({ connectionString: testDatabase().replace(/user=\w+/, `user=${login}`) })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
    await ask(`drop role ${login}`)
  }
}

test('the role sees the views, with figures that are those of the ledger', async () => {
  const { shop } = await openFullShop()
  await withAnalyst(async (client) => {
    const rowsOf = async (statement: string) => (await client.query(statement, [shop.id])).rows
    const sums = (view: string) =>
      rowsOf(`select value_type_id, sum(amount)::text as amount from reporting.${view} where brand_id = $1
        group by 1 having sum(amount) <> 0 order by 1`)
    assert.deepEqual(await sums('ledger'), await sums('balances'))
    const counts = await rowsOf(`
      select (select count(*) from reporting.checkout_lines where brand_id = $1 and sku = 'CAKE')::integer as lines,
        (select count(*) from reporting.discounts where brand_id = $1 and amount > 0)::integer > 0 as "hasDiscounts",
        (select count(*) from reporting.firings where brand_id = $1 and rule_id = campaign_id || '/earn')::integer > 0
          as "hasFirings",
        (select name from reporting.locations where brand_id = $1) as location,
        (select currency from reporting.locations where brand_id = $1) as currency,
        (select count(*) from reporting.coupons where brand_id = $1 and used_at is not null)::integer as coupons,
        (select count(*) from reporting.code_uses where brand_id = $1 and upper(code) = 'ALL')::integer as codes,
        (select count(*) from reporting.customers where brand_id = $1 and has_email and has_phone)::integer as customers`)
    const expected = { lines: 1, hasDiscounts: true, hasFirings: true, location: 'Pier 1', currency: 'USD' }
    assert.deepEqual(counts, [{ ...expected, coupons: 1, codes: 2, customers: 1 }])
    const [same] = await rowsOf(`
      select bool_and(checkouts.discount = coalesce(cut.amount, 0)) as "addsUp"
      from reporting.checkouts
      left join lateral (select sum(amount) as amount from reporting.discounts
        where discounts.brand_id = checkouts.brand_id and discounts.request_ref = checkouts.request_ref) as cut on true
      where checkouts.brand_id = $1 and kind = 'sale'`)
    assert.deepEqual(same, { addsUp: true })
  })
  assert.deepEqual(await shop.verify(), [])
})

test('the role sees nothing but the views, and changes nothing', async () => {
  const { shop, cardNumber } = await openFullShop()
  const tables = await ask(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, coalesce(to_regnamespace('pgboss'), 'public'::regnamespace))
      and c.relkind in ('r', 'p', 'v', 'S')`)
  assert.ok(tables.length > 40)
  const views = await ask(`select table_name as name from information_schema.views where table_schema = 'reporting'`)
  await withAnalyst(async (client) => {
    for (const { name } of tables)
      await assert.rejects(client.query(`select * from ${name}`), { code: '42501' }, String(name))
    for (const statement of [
      'set role purser_app',
      'update reporting.brands set name = name',
      'delete from reporting.requests',
      'create table reporting.mine ()',
      'create table mine ()',
      `select make_partitions('ledger', 1)`,
      `select * from pg_authid`,
    ])
      await assert.rejects(client.query(statement), { code: '42501' }, statement)
    for (const { name } of views) {
      const { rows } = await client.query(`select * from reporting.${name} where brand_id = $1`, [shop.id])
      const text = JSON.stringify(rows)
      for (const word of [
        'ana@example.com',
        '+12125550123',
        'ANAS-OWN',
        'by hand',
        'order-1',
        'FEW-1',
        shop.secret,
        cardNumber,
      ])
        assert.ok(!text.includes(word), `${word} in ${name}`)
    }
  })
})
