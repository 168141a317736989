import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importText, mustImport } from '../support/import-room.ts'
import { filled, rowsOf, sameWhenSummed } from '../support/report-shop.ts'
import { openShop, type Shop, times } from '../support/shop.ts'

const head = 'cardNumber,balanceType,balanceCode,amount,expirationDate,activeDate,isReturnRelated'

async function shopWithCards(count: number, more: object = {}): Promise<{ shop: Shop; numbers: string[] }> {
  const shop = await openShop(more)
  const numbers = times(count, (index) => `80000000${String(index).padStart(4, '0')}`)
  await mustImport(shop, 'cards', `cardNumber,cardSetId\n${numbers.map((number) => `${number},cards`).join('\n')}\n`)
  return { shop, numbers }
}

test('opening balances are lots and rows of the ledger, and reports show them as imported', async () => {
  const { shop, numbers } = await shopWithCards(3)
  const [a = '', b = '', c = ''] = numbers
  const run = await mustImport(
    shop,
    'balances',
    `${head}\n${a},Currency,USD,12.50,,,\n${a},Currency,USD,3.00,2099-12-31,,true\n${a},Points,,100,,,\n${b},points,,7,,2099-01-01,\n${c},Points,,0,,,\n`,
  )
  assert.deepEqual([run.written, run.same, run.rows], [4, 1, 5])
  assert.deepEqual(run.writtenSums, { 'Currency USD': '15500000000000', Points: '107000000000000' })
  const amounts = (await shop.balances(a)).map(({ amount }: { amount: number }) => amount).toSorted()
  assert.deepEqual(amounts, [100, 15.5])
  assert.deepEqual(await shop.balances(b), [])
  const [entry] = await shop.history(a, { includeCampaignData: true })
  assert.equal(entry.callType, 'UPDATE_BALANCE')
  assert.equal(entry.balanceUpdates[0].mutationType, 'Adjustment')
  // Store credit goes first, as everywhere.
  await shop.must('updateBalance', {
    cardNumber: a,
    action: 'redeem',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 4 },
  })
  const rows = await sameWhenSummed(shop, async () => (await rowsOf(shop, 'roll-forward')).map(filled))
  const usd = rows.find(({ valueType }) => valueType === 'Currency USD')
  assert.deepEqual([usd?.imported, usd?.issued, usd?.redeemed, usd?.closing], ['15.50', undefined, '-4.00', '11.50'])
  const liability = await rowsOf(shop, 'liability', {})
  assert.ok(liability.some((row) => Object.values(row).includes('11.50')))
  assert.deepEqual(await shop.verify(), [])
})

test('a balance of a child card is refused with what to do instead', async () => {
  const { shop, numbers } = await shopWithCards(1)
  const row = `${numbers[0]}-1,Points,,70,,,,${numbers[0]}`
  const { faults } = await importText(shop, 'balances', `${head},parentCardNumber\n${row}\n`)
  assert.match(faults.join(), /1 parentCardNumber: is given, and balances of child cards are not imported: issue them/)
  assert.deepEqual(await shop.verify(), [])
})

test('a wrong opening balance is voided like any other call, and may be imported again', async () => {
  const { shop, numbers } = await shopWithCards(1)
  const [card = ''] = numbers
  await mustImport(shop, 'balances', `${head}\n${card},Points,,70,,,\n`)
  const [entry] = await shop.history(card)
  await shop.must('voidTransaction', { cardNumber: card, requestRef: entry.requestRef })
  assert.deepEqual(await shop.balances(card), [])
  await mustImport(shop, 'balances', `${head}\n${card},Points,,7,,,\n`)
  assert.equal((await shop.balances(card))[0].amount, 7)
  assert.deepEqual(await shop.verify(), [])
})

test('two rows of one card and value without different dates are a fault, unless they are meant', async () => {
  const { shop, numbers } = await shopWithCards(1)
  const [card = ''] = numbers
  const text = `${head}\n${card},Points,,10,,,\n${card},Points,,25,,,\n${card},Points,,5,2030-01-31,,\n`
  const refused = await importText(shop, 'balances', text)
  assert.equal(refused.imported.outcome, 'refused')
  assert.match(refused.faults.join(), /^2 cardNumber: repeats row 1 in card, value and dates: .* say --several$/)
  assert.deepEqual(await shop.balances(card), [])
  await mustImport(shop, 'balances', text, { takesSeveral: true })
  assert.equal((await shop.balances(card))[0].amount, 40)
  assert.deepEqual(await shop.verify(), [])
})

test('no file loads a balance twice, unless that is asked for', async () => {
  const { shop, numbers } = await shopWithCards(2)
  const [a = '', b = ''] = numbers
  const first = `${head}\n${a},Points,,10,,,\n`
  await mustImport(shop, 'balances', first)
  assert.equal((await importText(shop, 'balances', first)).imported.outcome, 'before')
  // The same rows in another file, or in another order, are another file.
  const second = await importText(shop, 'balances', `${head}\n${b},Points,,5,,,\n${a},Points,,10,,,\n`)
  assert.equal(second.imported.outcome, 'refused')
  assert.match(second.faults.join(), /^2 cardNumber: has a balance of this value from an earlier import/)
  assert.deepEqual(await shop.balances(b), [])
  const delta = await mustImport(shop, 'balances', `${head}\n${a},Points,,1,,,\n${a},Currency,USD,1,,,\n`, {
    loadsAgain: true,
  })
  assert.equal(delta.written, 2)
  assert.deepEqual((await shop.balances(a)).map(({ amount }: { amount: number }) => amount).toSorted(), [1, 11])
  assert.deepEqual(await shop.verify(), [])
})

test('what is wrong with a row is said with its column; good rows are loaded only if that is asked for', async () => {
  const { shop, numbers } = await shopWithCards(6, {
    valueTypes: [
      { balanceType: 'Points', scale: 0, maxBalance: 1000 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
    ],
  })
  const [a = '', b = ''] = numbers
  const file = `${head}
${a},Points,,10,,,
${a},Points,,10,,,
${b},Points,,1.5,,,
${b},Currency,USD,"1,234",,,
${b},Currency,USD,1.234,,,
${b},Currency,,1,,,
${b},Points,X,1,,,
${b},Custom,STARS,1,,,
${b},Points,,-1,,,
${b},Points,,1,2020-01-01,,
${b},Points,,1,31.12.2099,,
${b},Points,,1,2099-02-30,,
${b},Points,,1001,,,
999999,Points,,1,,,
${b},Points,,5,,,maybe
${b},Points,,6,,
`
  const { imported, faults } = await importText(shop, 'balances', file, { takesSeveral: true })
  assert.equal(imported.outcome, 'refused')
  assert.deepEqual(
    faults
      .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
      .map((fault) => fault.slice(0, 60)),
    [
      '2 cardNumber: repeats row 1',
      '3 amount: has more decimals than Points has (0)',
      '4 amount: has a comma: if that is the decimal mark of the fil',
      '5 amount: has more decimals than Currency USD has (2)',
      '6 balanceCode: is empty, and Currency needs one',
      '7 balanceCode: is given, and Points has none',
      '8 balanceType: is Custom STARS, which the program rewards of ',
      '9 amount: is below 0: a card has no debts',
      '10 expirationDate: has passed: it would expire at once',
      '11 expirationDate: is not a date such as 2027-01-31 or 2027-0',
      '12 expirationDate: is not a date such as 2027-01-31 or 2027-0',
      '13 amount: brings the card above its maximum balance of 1000',
      '14 cardNumber: is no card of the brand: import the cards firs',
      '15 isReturnRelated: is none of true, false; --word "isReturn',
      '16 : has 6 fields, and there are 7 columns',
    ].map((fault) => fault.slice(0, 60)),
  )
  assert.deepEqual(await shop.balances(a), [])
  const loaded = await importText(shop, 'balances', file, { skipsBadRows: true })
  assert.equal(loaded.imported.outcome, 'loaded')
  if (loaded.imported.outcome === 'loaded') {
    const { written, skipped, skippedSums, fileSums } = loaded.imported.run
    assert.deepEqual([written, skipped], [1, 15])
    assert.equal(BigInt(fileSums.Points ?? 0) - BigInt(skippedSums.Points ?? 0), 10n * 10n ** 12n)
    // What was said when the file was checked is not said again.
    assert.equal(loaded.faults.length, faults.length)
    assert.equal(loaded.imported.lateFaults, 0)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a decimal comma is one if the file is said to have it', async () => {
  const { shop, numbers } = await shopWithCards(1)
  const [a = ''] = numbers
  const file = `cardNumber;balanceType;balanceCode;amount\n${a};Currency;USD;1234,56\n`
  assert.match((await importText(shop, 'balances', file)).faults.join(), /--decimal comma/)
  await mustImport(shop, 'balances', file, { decimal: ',' })
  assert.equal((await shop.balances(a))[0].amount, 1234.56)
  const { faults } = await importText(shop, 'balances', `cardNumber;balanceType;amount\n${a};Points;1.000\n`, {
    decimal: ',',
  })
  assert.deepEqual(faults, ['1 amount: has a point, and --decimal says comma; marks between thousands must go'])
  assert.deepEqual(await shop.verify(), [])
})

test('no rule fires and nothing is sent', async () => {
  const more = {
    campaigns: [
      {
        id: 'welcome',
        name: 'Welcome',
        rules: [{ id: 'r', trigger: 'request', then: [{ issue: { balanceType: 'Points', amount: 5 } }] }],
      },
    ],
  }
  const { shop, numbers } = await shopWithCards(1, { more })
  const [a = ''] = numbers
  await mustImport(shop, 'balances', `${head}\n${a},Points,,10,,,\n`)
  assert.equal((await shop.balances(a))[0].amount, 10)
  await shop.must('updateBalance', { cardNumber: a, action: 'issue', amount: { balanceType: 'Points', amount: 1 } })
  assert.equal((await shop.balances(a))[0].amount, 16)
  assert.deepEqual(await shop.verify(), [])
})
