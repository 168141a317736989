import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { launch } from '../support/backup-room.ts'
import { balancesOf, fileOf, shopWithCards, sumOf } from '../support/import-room.ts'
import { purserCommand } from '../support/purser-command.ts'
import { ask } from '../support/race.ts'
import { openShop, testDatabase, testKey, times } from '../support/shop.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

test('an import that is killed goes on where it was, to the cent', async () => {
  const count = 12_000
  const shop = await shopWithCards(count)
  const path = fileOf(balancesOf(count))
  const words = ['import', 'balances', shop.id, path, '--database', testDatabase(), '--log-level', 'error']
  const env = { PURSER_SECRET_KEY: testKey.toString('base64') }
  const { child, ended } = launch(words, env)
  const done = async () => {
    const [row] = await ask('select rows_done::int as done from import_run where brand_id = $1 and kind = $2', [
      shop.id,
      'balances',
    ])
    return Number(row?.done ?? 0)
  }
  await until('some rows are loaded', async () => (await done()) > 0, 150)
  child.kill('SIGKILL')
  await ended()
  const left = await done()
  assert.ok(left > 0 && left < count, `${left} rows were loaded`)
  // What is there now adds up, too: rows, sums and progress were written together.
  assert.deepEqual(await shop.verify(), [])
  const half = await purserCommand('imports', shop.id)
  assert.match(half.output, /balances \d+\.csv: loading, [\d,]+ of 12,000 rows/)
  const rest = await purserCommand('import', 'balances', shop.id, path)
  assert.equal(rest.status, 0, rest.output)
  assert.match(rest.output, /Went on after row [\d,]+\./)
  assert.match(rest.output, /Currency USD: file 594120, ledger 594120 on 12,000 cards: equal\./)
  assert.deepEqual(await sumOf(shop), { sum: '59412000', rows: count })
  const books = await purserCommand('verify', shop.id)
  assert.match(books.output, /^1 brand and 12,?000 ledger rows checked: everything adds up\.$/m)
  assert.match((await purserCommand('verify', 'nobody')).output, /There is no brand nobody/)
  // There is one brand: it need not be named.
  const again = await purserCommand('import', 'balances', path)
  assert.equal(again.status, 0)
  assert.match(again.output, /was imported before, as [0-9a-f-]{36}: nothing was done\./)
  assert.deepEqual(await sumOf(shop), { sum: '59412000', rows: count })
  const { output: told } = await purserCommand('audit', shop.id)
  assert.match(told, /went on to import balances, 12000 rows/)
  assert.match(told, /imported balances: 12000 of 12000 rows written, 0 skipped/)
  assert.deepEqual(await shop.verify(), [])
})

test('faults are shown up to a number, and all written into a file that only its owner reads', async () => {
  const shop = await openShop()
  const path = fileOf(
    `cardNumber,cardSetId,pin\n${times(30, (index) => `9000${index},nowhere,=12${index}`).join('\n')}\n`,
  )
  const faultsFile = join(path, '..', 'faults.csv')
  const ran = await purserCommand('import', 'cards', shop.id, path, '--faults', faultsFile, '--show', '3')
  assert.equal(ran.status, 1)
  assert.match(ran.output, /row 1 \(line 2\), cardSetId "nowhere" is no card set of the brand/)
  assert.match(ran.output, /… and 27 more; --faults FILE\.csv has all\./)
  assert.match(ran.output, /30 of 30 rows are bad, and nothing was imported\./)
  assert.doesNotMatch(ran.output, /=12/)
  const text = readFileSync(faultsFile, 'utf8')
  assert.equal(text.trimEnd().split('\n').length, 31)
  assert.doesNotMatch(text, /=12/)
  assert.equal(statSync(faultsFile).mode & 0o777, 0o600)
  const unnamed = await purserCommand('import', 'cards', path)
  assert.match(unnamed.output, /There are 2 brands: name the one that is meant\./)
  const wrong = await purserCommand('import', 'crads', shop.id, path)
  assert.match(wrong.output, /There is no import "crads": choose cards, customers/)
})

test("a file of another provider's shape is read by flags alone: names, words, dates and decimal marks", async () => {
  const shop = await openShop()
  const cards = fileOf('Nr.;Zustand;Seit\r\n810000000001;Aktiv;01.06.2021\r\n810000000002;gesperrt;31/12/2022\r\n')
  const names = ['--map', 'Nr.=cardNumber', '--map', 'Zustand=status', '--map', 'Seit=activationDate']
  const given = ['import', 'cards', shop.id, cards, ...names, '--set', 'cardSetId=cards']
  const plain = await purserCommand(...given)
  assert.equal(plain.status, 1)
  assert.match(plain.output, /status "Aktiv" is none of Inventory, .*; --word "status:their word=our word" says which/)
  assert.match(plain.output, /activationDate "01\.06\.2021" is not a date .* for 31\.01\.2027 say --dates dmy/)
  const words = ['--word', 'status:aktiv=Activated', '--word', 'Status:Gesperrt=Suspended']
  const read = await purserCommand(...given, ...words, '--dates', 'dmy')
  assert.equal(read.status, 0, read.output)
  const { cards: found } = await shop.must('search', {
    filters: { cardSetId: 'cards' },
    includeInactive: true,
    returnFields: { activationDate: true },
  })
  const told = found.map(({ cardNumber, cardStatus, activationDate }: Record<string, string>) =>
    [cardNumber, cardStatus, activationDate?.slice(0, 10)].join(' '),
  )
  assert.ok(told.includes('810000000001 Activated 2021-06-01'), told.join())
  assert.ok(told.includes('810000000002 Suspended 2022-12-31'), told.join())

  const balances = fileOf('Nr.;Saldo;bis\r\n810000000001;12,50;31.12.2099\r\n810000000002;3,00;31.02.2099\r\n')
  const value = ['--set', 'balanceType=Currency', '--set', 'balanceCode=USD', '--decimal', 'comma', '--dates', 'dmy']
  const columns = ['--map', 'Nr.=cardNumber', '--map', 'Saldo=amount', '--map', 'bis=expirationDate']
  const loaded = await purserCommand('import', 'balances', shop.id, balances, ...columns, ...value, '--skip-bad-rows')
  assert.match(loaded.output, /row 2 \(line 3\), expirationDate "31\.02\.2099" is not a date/)
  assert.match(loaded.output, /Currency USD: file 12\.5, ledger 12\.5 on 1 cards: equal\./)
  const [run] = JSON.parse((await purserCommand('imports', shop.id, '--json')).output)
  assert.deepEqual(
    [run.fileSums, run.writtenSums, run.skipped],
    [{ 'Currency USD': '12.5' }, { 'Currency USD': '12.5' }, 1],
  )
  assert.match(run.beganAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const report = JSON.parse((await purserCommand('import', 'report', shop.id, run.id, '--json')).output)
  assert.deepEqual([report.fileSums, report.values[0].ledger], [{ 'Currency USD': '12.5' }, '12.5'])
  assert.deepEqual(await shop.verify(), [])
})

test('a slip in a flag of an import is told before the file is read', async () => {
  const shop = await openShop()
  const path = fileOf('cardNumber,cardSetId\n820000000001,cards\n')
  const said = async (...flags: string[]) => (await purserCommand('import', 'cards', shop.id, path, ...flags)).output
  assert.match(await said('--dates', 'german'), /--dates is ymd, dmy, mdy, and not "german"\./)
  assert.match(
    await said('--word', 'aktiv=Activated'),
    /--word "aktiv=Activated" is not "column:their word=our word"\./,
  )
  assert.match(await said('--word', 'stat:aktiv=Activated'), /--word names "stat", and there is no such column\./)
})
