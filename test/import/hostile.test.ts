import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAmount } from '../../server/calls/import/values/amount.ts'
import { readEnd, readMoment } from '../../server/calls/import/values/moment.ts'
import { importText, mustImport, refusalOf } from '../support/import-room.ts'
import { openShop, times } from '../support/shop.ts'

test('a file that is no CSV in UTF-8 is refused as a whole, and says why', async () => {
  const shop = await openShop()
  const refused = async (content: string | Uint8Array, why: RegExp) =>
    assert.match(await refusalOf(shop, 'cards', content), why)
  const head = 'cardNumber,cardSetId,customData\n'
  await refused('', /is empty/)
  await refused(head, /has no rows/)
  await refused(Buffer.from(`${head}90000001,cards,M\u00fcller`, 'latin1'), /is not UTF-8.*CSV UTF-8/)
  await refused(Buffer.from(`\ufeff${head}90000001,cards,x`, 'utf16le'), /is UTF-16/)
  await refused(`${head}90000001,cards,a\0b`, /NUL bytes/)
  await refused(`${head}90000001,cards,"never closed\n90000002,cards,x\n`, /quotation mark is not closed/)
  await refused(`${head}90000001,cards,"closed"too\n`, /line 2.*closing quotation mark/)
  await refused(`${head}90000001,cards,${'x'.repeat(300_000)}\n`, /a row has more than/)
  await refused(`${head}90000001,cards,"${'x\n'.repeat(300_000)}\n`, /a row has more than/)
  await refused('cardNumber,cardNumber,cardSetId\n1,2,3\n', /Two columns are "cardNumber"/)
  await refused('cardNumber;cardSetId,status\n1;2,3\n', /which one separates columns/)
  await refused(`${'a,'.repeat(50_000)}\n1\n`, /has 50001 columns, and no more than 1000/)
  await refused(`${times(500, (n) => `a${n}`).join()}\n1\n`, /There are \d+ more faults like these/)
})

test('byte-order marks, tabs, semicolons, line ends and quotes are read; a row too long or too short is a fault', async () => {
  const shop = await openShop()
  const run = await mustImport(
    shop,
    'cards',
    '\ufeff"cardNumber"\t"cardSetId"\t"customCardNumber"\r\n"90000001"\t"cards"\t"A ""B"""\r\n\r\n90000002\tcards\t\r\n',
  )
  assert.equal(run.written, 2)
  const { faults } = await importText(
    shop,
    'cards',
    'cardNumber,cardSetId\n90000003\n90000004,cards,more\n" 90000005 ",cards\n',
  )
  assert.deepEqual(faults.toSorted(), [
    '1 : has 1 fields, and there are 2 columns',
    '2 : has 3 fields, and there are 2 columns',
    '3 cardNumber: begins or ends with a blank',
  ])
})

test('columns that nobody asked for are left out where that is said, and a slip in a name is still one', async () => {
  const shop = await openShop()
  const file = 'cardNumber,cardSetId,Last seen,Mood\n90000011,cards,yesterday,fine\n'
  await assert.rejects(mustImport(shop, 'cards', file), /Last seen/)
  assert.equal((await mustImport(shop, 'cards', file, { map: { '*': '-' } })).written, 1)
  await assert.rejects(
    mustImport(shop, 'cards', file, { map: { '*': '-', mod: 'pin' } }),
    /the file has no such column/,
  )
})

test('amounts and dates are read strictly', () => {
  const units = (text: string, mark: '.' | ',' = '.') => {
    const read = readAmount(text, mark)
    return typeof read === 'string' ? undefined : [read.units, read.scale]
  }
  assert.deepEqual(units('12.50'), [125, 1])
  assert.deepEqual(units('12,50', ','), [125, 1])
  assert.deepEqual(units('$25.00'), [25, 0])
  assert.deepEqual(units('1,250.50'), [12505, 1])
  assert.deepEqual(units('€ 1,234,250.5'), [12342505, 1])
  assert.deepEqual(units('1.250,50 €', ','), [12505, 1])
  for (const wrong of [
    '1,234',
    '1.234.567',
    '1 234',
    '$ $5',
    'USD 5',
    '12,50.00',
    '1,2345.00',
    '1.250,00',
    '5-',
    '+5',
    '1e3',
    '.5',
    '5.',
    '',
    '٣',
    'NaN',
    '1234567890123456',
  ])
    assert.equal(units(wrong), undefined, wrong)
  assert.equal(readMoment('2027-01-31', 'America/New_York'), Date.parse('2027-01-31T05:00:00Z'))
  assert.equal(readEnd('2027-01-31', 'America/New_York'), Date.parse('2027-02-01T05:00:00Z'))
  assert.equal(readMoment('2027-01-31T18:00:00+01:00', 'UTC'), Date.parse('2027-01-31T17:00:00Z'))
  for (const wrong of [
    '2027-02-30',
    '31.01.2027',
    '01/31/2027',
    '2027-1-1',
    '20270131',
    '2027-02-30T00:00:00Z',
    'tomorrow',
  ])
    assert.equal(readMoment(wrong, 'UTC'), undefined, wrong)
})

test('whatever is in a file, what is loaded is what it says, and all of it is counted', async () => {
  const shop = await openShop()
  const numbers = times(20, (index) => `9100000${String(index).padStart(2, '0')}`)
  await mustImport(shop, 'cards', `cardNumber,cardSetId\n${numbers.map((number) => `${number},cards`).join('\n')}\n`)
  const expected = new Map<string, number>()
  const row = fc.record({
    card: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...numbers) },
      { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
    ),
    type: fc.constantFrom('Points', 'Currency', 'Custom', 'Stars'),
    code: fc.constantFrom('', 'USD', 'STARS'),
    amount: fc.oneof(
      fc.integer({ min: 0, max: 10 ** 6 }).map((cents) => String(cents / 100)),
      fc.string({ maxLength: 5 }),
    ),
  })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const lines = rows.map(({ card, type, code, amount }) => [card, type, code, amount].map(quoted).join(','))
      const text = `cardNumber,balanceType,balanceCode,amount\n${lines.join('\n')}\n`
      if (text.includes('\0')) return
      const { imported, rowFaults } = await importText(shop, 'balances', text, { skipsBadRows: true, loadsAgain: true })
      if (imported.outcome === 'before') return
      assert.equal(imported.outcome, 'loaded')
      if (imported.outcome !== 'loaded') return
      const { run } = imported
      assert.equal(run.written + run.same + run.skipped, run.rows)
      assert.equal(new Set(rowFaults.map((fault) => fault.row)).size, run.skipped)
      for (const [name, units] of Object.entries(run.writtenSums))
        expected.set(name, (expected.get(name) ?? 0) + Number(BigInt(units) / 10n ** 10n))
    }),
    { numRuns: 15 },
  )
  const report = (await shop.must('report', { name: 'roll-forward', from: '2000-01-01', to: '2100-01-01' })).rows
  for (const { valueType, imported = '0' } of report as { valueType: string; imported?: string }[])
    assert.equal(Math.round(Number(imported) * 100), expected.get(valueType) ?? 0, valueType)
  assert.deepEqual(await shop.verify(), [])
})
