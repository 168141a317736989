import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkExport } from '../../server/storage/export/check-export.ts'
import { jsonl } from '../../server/storage/export/formats/jsonl.ts'
import type { ExportManifest } from '../../server/storage/export/manifest.ts'
import { sources } from '../../server/storage/export/source.ts'
import { launch } from '../support/backup-room.ts'
import { allText, daysAgo, exported, exportFolder, rowsOf } from '../support/export-room.ts'
import { openFullShop } from '../support/full-shop.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ask } from '../support/race.ts'
import { openShop, testDatabase } from '../support/shop.ts'
import { bySpend } from '../support/tier-shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** What a full shop has that leads to a person or to their money. */
const personal = ['ana@example.com', '+12125550123', '1990-03-15', 'ANAS-OWN', 'by hand', 'order-1', 'KID']

test('the ledger of a shop with everything in it adds up to its balances', async () => {
  const { shop } = await openFullShop()
  const { folder, manifest } = await exported('ledger', shop.id)
  const sums = new Map<string, number>()
  for (const { value_type_id: type = '', amount, scale } of rowsOf(folder, manifest)) {
    assert.equal(amount?.split('.')[1]?.length ?? 0, Number(scale))
    sums.set(type, (sums.get(type) ?? 0) + Math.round(Number(amount) * 10 ** Number(scale)))
  }
  const kept = await ask(
    `select value_type_id::text as type, sum(amount)::text as amount from balance where brand_id = $1 group by 1`,
    [shop.id],
  )
  assert.ok(kept.length >= 2)
  assert.deepEqual(
    Object.fromEntries([...sums].filter(([, sum]) => sum !== 0)),
    Object.fromEntries(
      kept.map(({ type, amount }) => [String(type), Number(amount)] as const).filter(([, sum]) => sum !== 0),
    ),
  )
  const [counted] = await ask('select count(*)::text as count from ledger where brand_id = $1', [shop.id])
  assert.equal(
    manifest.parts.reduce((sum, { rows }) => sum + rows, 0),
    Number(counted?.count),
  )
  assert.deepEqual(await shop.verify(), [])
})

test('checkouts and their lines add up, and discounts name their rules', async () => {
  const { shop, sale } = await openFullShop()
  const checkouts = await exported('checkouts', shop.id)
  const lines = await exported('lines', shop.id)
  const discounts = await exported('discounts', shop.id)
  const all = rowsOf(checkouts.folder, checkouts.manifest)
  const sold = all.find(({ request_ref: ref }) => ref === sale)
  assert.deepEqual([sold?.kind, sold?.total, sold?.currency, sold?.is_voided], ['sale', '4.00', 'USD', 'false'])
  const of = (rows: Record<string, string>[]) => rows.filter(({ request_ref: ref }) => ref === sale)
  const [line, ...others] = of(rowsOf(lines.folder, lines.manifest))
  assert.deepEqual(
    [line?.line, line?.sku, line?.quantity, line?.unit_price, line?.value],
    ['1', 'CAKE', '1', '4', '4.00'],
  )
  assert.deepEqual(others, [])
  const cuts = of(rowsOf(discounts.folder, discounts.manifest))
  const total = cuts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  assert.equal(total, Math.round(Number(sold?.discount) * 100))
  assert.ok(cuts.some(({ rule_id: rule, campaign_id: campaign }) => rule?.startsWith(`${campaign}/`)))
  assert.ok(all.some(({ kind }) => kind === 'return'))
  assert.deepEqual(await shop.verify(), [])
})

test('what tills say for reports is exported: costs, payments, kinds of orders, order totals, events', async () => {
  const products = [{ sku: 'CAKE', name: 'Cake', cost: '1.25' }]
  const low = [{ id: 'silver', name: 'Silver', at: 10 }]
  const eventTypes = [{ categoryId: 'app-open' }]
  const shop = await openShop({ more: { products, eventTypes }, program: { tiers: { ...bySpend, levels: low } } })
  const cardNumber = await shop.card({ usd: 50 })
  const sold = await shop.must('checkout', {
    cardNumber,
    orderMode: 7,
    products: [
      { sku: 'CAKE', unitPrice: 4, amountPurchased: 2 },
      { sku: 'TEA', unitPrice: 3, amountPurchased: 1, unitCost: 0.4 },
      { sku: 'JAM', unitPrice: 3, amountPurchased: 1 },
    ],
    paymentMethods: [
      { paymentType: 'staff', amount: 4, countAsDiscount: true },
      { paymentType: 'cash', amount: 10 },
    ],
  })
  const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: 7 }
  const paid = await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: usd, orderTotal: 19.5 })
  await shop.must('updateAccount', { cardNumber, newEvents: [{ categoryId: 'app-open' }] })
  const rows = async (what: string) => {
    const { folder, manifest } = await exported(what, shop.id)
    return rowsOf(folder, manifest)
  }
  const of = (all: Record<string, string>[], ref: string) => all.filter((row) => row.request_ref === ref)
  const pick = (all: Record<string, string>[], ...names: string[]) => all.map((row) => names.map((name) => row[name]))
  assert.deepEqual(pick(of(await rows('lines'), sold.requestRef), 'sku', 'unit_cost'), [
    ['CAKE', '1.25'],
    ['TEA', '0.4'],
    ['JAM', ''],
  ])
  assert.deepEqual(pick(of(await rows('payments'), sold.requestRef), 'payment_type', 'amount', 'counts_as_discount'), [
    ['staff', '4.00', 'true'],
    ['cash', '10.00', 'false'],
  ])
  assert.deepEqual(pick(of(await rows('checkouts'), sold.requestRef), 'order_mode', 'payment_discount'), [
    ['7', '4.00'],
  ])
  assert.deepEqual(pick(of(await rows('requests'), paid.requestRef), 'order_total'), [['19.5']])
  assert.deepEqual(pick(await rows('events'), 'category_id'), [['app-open']])
  const [balance] = (await rows('balances')).filter((row) => row.balance_code === 'USD')
  assert.deepEqual([balance?.amount, balance?.held], ['43.00', '0.00'])
  assert.deepEqual(pick(await rows('tiers'), 'level_id'), [['silver']])
  assert.deepEqual(pick(await rows('tier-changes'), 'why', 'to_level_id'), [['reached', 'silver']])
  assert.deepEqual(await shop.verify(), [])
})

test('a folder that was begun with fewer columns goes on with those that it has', async () => {
  const shop = await openShop()
  await shop.card({ points: 1 })
  const { folder, manifest } = await exported('requests', shop.id)
  const columns = manifest.columns.filter(({ name }) => name !== 'order_total')
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, columns, parts: [] }))
  const again = await exported('requests', shop.id, { folder })
  assert.deepEqual(again.manifest.columns, columns)
  assert.ok(rowsOf(folder, again.manifest).every((row) => !('order_total' in row)))
})

test('without the flag no export holds personal data or the number of a card; with it, they are there', async () => {
  const { shop, cardNumber } = await openFullShop()
  for (const { name } of sources) {
    const { folder, manifest } = await exported(name, shop.id, { format: jsonl })
    const text = allText(folder)
    assert.ok(
      // Nobody has a level here.
      name.startsWith('tier') || manifest.parts.some(({ rows }) => rows > 0),
      name,
    )
    for (const word of [...personal, cardNumber]) assert.ok(!text.includes(word), `${word} in ${name}`)
  }
  const textOf = async (what: string) =>
    allText((await exported(what, shop.id, { format: jsonl, withPersons: true })).folder)
  const customers = await textOf('customers')
  for (const word of ['ana@example.com', '+12125550123', 'ANAS-OWN', cardNumber])
    assert.ok(customers.includes(word), word)
  const requests = await textOf('requests')
  for (const word of ['by hand', 'order-1', cardNumber]) assert.ok(requests.includes(word), word)
  assert.ok((await textOf('ledger')).includes(cardNumber))
})

test('a run that was killed goes on, and what was finished is not made again', async () => {
  const { shop } = await openFullShop()
  const folder = exportFolder()
  const words = ['export', 'requests', shop.id, '--from', daysAgo(300), '--to', daysAgo(0), '--out', folder]
  const { child, ended } = launch([...words, '--database', testDatabase()])
  const path = join(folder, 'manifest.json')
  const read = (): ExportManifest => JSON.parse(readFileSync(path, 'utf8'))
  await until('some parts are there', async () => existsSync(path) && read().parts.length > 5)
  child.kill('SIGKILL')
  await ended()
  const before = read()
  assert.equal(before.isComplete, false)
  const checked = await launch(['export', 'check', folder]).ended()
  assert.equal(checked.status, 1)
  assert.match(checked.output, /The export was interrupted: run the same command again/)
  const times = before.parts.map(({ file }) => [file, statSync(join(folder, file)).mtimeMs] as const)
  writeFileSync(join(folder, `.unfinished-${child.pid}-requests-2026-01-01.csv`), 'half of a part')

  const { manifest, made } = await exported('requests', shop.id, { folder, days: [daysAgo(300), daysAgo(0)] })
  assert.equal(manifest.isComplete, true)
  assert.equal(made, 301 - times.length)
  for (const [file, time] of times) assert.equal(statSync(join(folder, file)).mtimeMs, time, file)
  assert.match((await launch(['export', 'check', folder]).ended()).output, /is whole: requests of brand/)
  assert.equal(rowsOf(folder, manifest).length, (await exportedRows(shop.id)).length)
})

const exportedRows = async (brand: string) => {
  const { folder, manifest } = await exported('requests', brand)
  return rowsOf(folder, manifest)
}

test('a day that was not over is made again, and one that was stays as it is', async () => {
  const shop = await openShop()
  await shop.card({ points: 1 })
  const first = await exported('ledger', shop.id, { days: [daysAgo(3), daysAgo(0)] })
  assert.deepEqual(
    first.manifest.parts.map(({ rows }) => rows),
    [0, 0, 0, 1],
  )
  await shop.card({ points: 2 })
  const { folder } = first
  const second = await exported('ledger', shop.id, { folder, days: [daysAgo(4), daysAgo(-30)] })
  assert.deepEqual(
    second.manifest.parts.map(({ rows }) => rows),
    [0, 0, 0, 0, 2],
  )
  assert.ok(second.made <= 3, 'the day before today, today, and one that is new')
  assert.deepEqual(await shop.verify(), [])
})

test('customers are written as they are now, each time', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const first = await exported('customers', shop.id)
  assert.equal(rowsOf(first.folder, first.manifest)[0]?.has_email, 'false')
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { email: 'ben@example.com' } })
  const second = await exported('customers', shop.id, { folder: first.folder })
  assert.deepEqual(
    rowsOf(second.folder, second.manifest).map(({ has_email: has }) => has),
    ['true'],
  )
})

test('a folder with another export is refused, and a part that was changed is found', async () => {
  const shop = await openShop()
  await shop.card({ points: 1 })
  const { folder, manifest } = await exported('ledger', shop.id)
  await assert.rejects(exported('requests', shop.id, { folder }), /holds another export: ledger of brand/)
  await assert.rejects(exported('ledger', shop.id, { folder, withPersons: true }), /another export/)
  assert.deepEqual((await checkExport(folder)).faults, [])
  const [part, other] = manifest.parts
  assert.ok(part && other)
  appendFileSync(join(folder, part.file), ' ')
  rmSync(join(folder, other.file))
  writeFileSync(join(folder, 'mine.txt'), '')
  assert.deepEqual((await checkExport(folder)).faults, [
    `${part.file} has ${part.bytes + 1} bytes, and had ${part.bytes}.`,
    `${other.file} is missing.`,
    'mine.txt does not belong to the export.',
  ])
  await assert.rejects(checkExport(exportFolder()), /There is no export/)
})

test('the command line says what it needs', async () => {
  const shop = await openShop()
  const run = (...words: string[]) => purserCommand('export', ...words)
  const days = ['--from', '2026-11-01', '--to', '2026-11-02']
  const cases: [string[], RegExp, status?: number][] = [
    [['pins', shop.id, ...days, '--out', 'x'], /no export "pins": choose ledger/],
    [['ledger', shop.id, '--to', '2026-11-02', '--out', 'x'], /export needs --from\n/, 2],
    [['ledger', shop.id, ...days, '--format', 'xls', '--out', 'x'], /--format takes csv, jsonl, parquet/],
    [['ledger', shop.id, ...days], /export needs --out\n/, 2],
    [['ledger', shop.id], /export needs --from, --to, --out\n/, 2],
    [['ledger', 'nobody', ...days, '--out', exportFolder()], /There is no brand nobody/],
  ]
  for (const [words, told, expected = 1] of cases) {
    const { status, output } = await run(...words)
    assert.equal(status, expected, output)
    assert.match(output, told)
  }
})
