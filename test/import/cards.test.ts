import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importText, mustImport, refusalOf } from '../support/import-room.ts'
import { ask } from '../support/race.ts'
import { openShop } from '../support/shop.ts'

const head =
  'cardNumber,cardSetId,status,pin,customCardNumber,activationDate,expirationDate,customData,parentCardNumber'

test('cards of every state arrive with their pins, dates and data, and can be used', async () => {
  const shop = await openShop()
  const run = await mustImport(
    shop,
    'cards',
    `${head}
900000000001,cards,Activated,0042,OWN-1,2024-05-01,,"a ""b"", c",
900000000002,cards,Inventory,,,,,,
900000000003,cards,Suspended,1234,,2023-01-31 10:00:00,2099-12-31,,
KID,,,,,,,,900000000001
`,
  )
  assert.deepEqual([run.rows, run.written, run.state], [4, 4, 'done'])
  const fields = { customCardNumber: true, activationDate: true, childCards: true, customData: true }
  const { cards } = await shop.must('search', { filters: { cardNumber: '900000000001' }, returnFields: fields })
  assert.equal(cards[0].customCardNumber, 'OWN-1')
  assert.equal(cards[0].activationDate, '2024-05-01 00:00:00')
  assert.equal(cards[0].customData, 'a "b", c')
  assert.deepEqual(
    cards[0].childCards.map((child: { cardNumber: string }) => child.cardNumber),
    ['KID'],
  )
  const withPin = { forcePinValidation: true, pin: '0042' }
  assert.equal((await shop.issue('900000000001', { points: 5 }, withPin)).body.success, true)
  assert.equal(
    (await shop.issue('900000000001', { points: 5 }, { forcePinValidation: true, pin: '42' })).body.errorCode,
    10,
  )
  assert.equal((await shop.issue('900000000003', { points: 5 })).body.errorCode, 112)
  await shop.must('allocate', { cardNumber: '900000000002' })
  await shop.must('updateBalance', {
    cardNumber: '900000000001',
    childCardNumber: 'KID',
    action: 'issue',
    amount: { balanceType: 'Points', amount: 2 },
  })
  assert.deepEqual(await shop.verify(), [])
})

test('the same file again does nothing; another one finds cards unchanged, or says what differs', async () => {
  const shop = await openShop()
  const file = `${head}\n900000000001,cards,Activated,0042,,2024-05-01,,,\n900000000002,cards,,,,,,,\n`
  const run = await mustImport(shop, 'cards', file)
  const again = await importText(shop, 'cards', file)
  assert.equal(again.imported.outcome, 'before')
  assert.equal(again.imported.outcome === 'before' && again.imported.run.id, run.id)
  const more = await mustImport(shop, 'cards', `${file}900000000003,cards,,,,,,,\n`)
  assert.deepEqual([more.written, more.same], [1, 2])
  const other = await importText(
    shop,
    'cards',
    `${head}\n900000000001,cards,Activated,0043,,2024-05-01,,,\n900000000002,cards,Lost,,,,,,\n900000000004,cards,,,,,,,\n`,
  )
  assert.equal(other.imported.outcome, 'refused')
  assert.deepEqual(other.faults, [
    '1 pin: differs from that of the card, which exists',
    '2 status: differs: the card exists and is Activated',
  ])
  const [{ count } = { count: 0 }] = await ask(
    'select count(*)::int as count from card where brand_id = $1 and card_number like $2',
    [shop.id, '9000%'],
  )
  assert.equal(count, 3)
  assert.deepEqual(await shop.verify(), [])
})

test('a number of another set or program, in other capitals, or twice in the file is a fault', async () => {
  const valueTypes = [{ balanceType: 'Points', scale: 0 }]
  const shop = await openShop({
    cardSets: [{ id: 'cards' }, { id: 'gifts' }],
    more: { couponSets: [] },
    valueTypes,
  })
  await mustImport(shop, 'cards', 'cardNumber,cardSetId\nABCD-1,cards\n5555,gifts\n')
  const { faults, rowFaults } = await importText(
    shop,
    'cards',
    'cardNumber,cardSetId,parentCardNumber\nabcd-1,cards,\n5555,cards,\n6666,cards,\n6666,cards,\n123,cards,\n7777,card,\n8888,,\nX1Y2,,nobody\n',
  )
  assert.deepEqual(faults, [
    '4 cardNumber: repeats row 3',
    '5 cardNumber: has fewer than 4 characters',
    '6 cardSetId: is no card set of the brand; did you mean "cards"?',
    '7 cardSetId: is empty: the brand file has the ids of card sets',
    '1 cardNumber: exists in other capitals; numbers must differ in more than that',
    '2 cardNumber: exists in the card set gifts',
    '8 parentCardNumber: is no card: import it before its children, or further up in the file',
  ])
  assert.deepEqual(
    rowFaults.map(({ shown }) => shown),
    ['…6666', '…123', 'card', '', '…cd-1', '…5555', 'nobody'],
  )
})

test('a dry run says everything and changes nothing', async () => {
  const shop = await openShop()
  const tried = await importText(
    shop,
    'cards',
    'cardNumber,cardSetId,pin\n900000000001,cards,12345\n900000000002,cards,1234\n',
    { dryRun: true },
  )
  assert.equal(tried.imported.outcome, 'tried')
  assert.deepEqual(tried.faults, ['1 pin: is not a PIN of 4 digits (pinLength of the program); keep leading zeros'])
  assert.equal(tried.rowFaults[0]?.shown, '')
  assert.deepEqual(await ask('select from import_run where brand_id = $1', [shop.id]), [])
  assert.deepEqual(
    (await shop.must('search', { filters: { cardNumber: '900000000002' }, includeInactive: true })).cards,
    [],
  )
})

test('columns of other providers are mapped, fixed and left out; unknown ones are refused with a suggestion', async () => {
  const shop = await openShop()
  const theirs = 'Card No.;State;Internal\n900000000001;Activated;x\n'
  const refusal = await refusalOf(shop, 'cards', theirs)
  assert.match(refusal, /The file has a column "Card No\.", and Purser knows none of that name/)
  assert.match(refusal, /The column "cardNumber" is missing\./)
  const options = { map: { 'card no.': 'cardNumber', state: 'status', internal: '-' }, set: { cardSetId: 'cards' } }
  assert.equal((await mustImport(shop, 'cards', theirs, options)).written, 1)
  assert.match(
    await refusalOf(shop, 'cards', 'cardNumber,cardSetID,statu\n9,cards,\n'),
    /"statu", .*; did you mean "status"\?/,
  )
  assert.match(
    await refusalOf(shop, 'cards', theirs, { ...options, map: { ...options.map, 'crad no.': 'pin' } }),
    /--map names "crad no\.", and the file has no such column; did you mean "Card No\."/,
  )
})
