import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { importText, mustImport } from '../support/import-room.ts'
import { ask } from '../support/race.ts'
import { applyFile } from '../support/shop.ts'
import { bySpend, changesOf, levelOf, openTierShop, silverAndGold, tierOf } from '../support/tier-shop.ts'
import { until } from '../support/worker-room.ts'

const cards = (...numbers: string[]) =>
  `cardNumber,cardSetId\n${numbers.map((number) => `${number},cards`).join('\n')}\n`
const bought = (unitPrice: number) => ({ products: [{ sku: 'A', unitPrice }] })

test('customers bring their levels along, until the day that the file says, and no rule fires', async () => {
  const { shop } = await openTierShop([{ trigger: 'tier', tier: { on: 'up' }, then: [points(5)] }])
  await mustImport(shop, 'cards', cards('90000001', '90000002', '90000003', '90000004'))
  const file = `cardNumber,level,reachedDate,expirationDate
90000001,gold,2025-03-01,2099-12-31
90000002,SILVER,,
90000003,none,,
90000004,,,
`
  const { imported: tried } = await importText(shop, 'levels', file, { dryRun: true })
  assert.ok(tried.outcome === 'tried')
  assert.deepEqual([tried.checked.newRows, tried.checked.sameRows], [2, 2])
  assert.equal(await levelOf(shop, '90000001'), undefined)
  const run = await mustImport(shop, 'levels', file)
  assert.deepEqual([run.written, run.same, run.skipped], [2, 2, 0])
  assert.equal(await levelOf(shop, '90000001'), 'gold')
  assert.equal(await levelOf(shop, '90000002'), 'silver')
  assert.equal(await levelOf(shop, '90000003'), undefined)
  assert.deepEqual(await changesOf(shop, '90000001'), ['override none gold'])
  const [kept] = await ask(
    `select override_reason as reason, override_until as until from tier_change join card using (brand_id, card_id)
     where brand_id = $1 and card_number = '90000001'`,
    [shop.id],
  )
  assert.equal(kept?.reason, 'imported, reached 2025-03-01')
  assert.equal(new Date(String(kept?.until)).toISOString(), '2100-01-01T05:00:00.000Z')
  assert.deepEqual(await ask('select from ledger where brand_id = $1', [shop.id]), [])
  // The same levels in another file need nothing.
  const again = await mustImport(shop, 'levels', 'cardNumber,level,expirationDate\n90000001,Gold,2099-12-31\n')
  assert.deepEqual([again.written, again.same], [0, 1])
  assert.deepEqual(await shop.verify(), [])
})

test('an imported level stays while sales come and go, and what they reach shows when it is over', async () => {
  const { shop } = await openTierShop([])
  await mustImport(shop, 'cards', cards('90000001'))
  await mustImport(shop, 'levels', 'cardNumber,level,expirationDate\n90000001,silver,2099-12-31\n')
  const sale = await shop.must('checkout', { cardNumber: '90000001', ...bought(350) })
  assert.equal(await levelOf(shop, '90000001'), 'silver')
  await shop.must('voidTransaction', { cardNumber: '90000001', requestRef: sale.transactionId })
  assert.equal(await levelOf(shop, '90000001'), 'silver')
  await shop.must('checkout', { cardNumber: '90000001', ...bought(400) })
  await shop.must('updateAccount', { cardNumber: '90000001', tierOverride: {} })
  assert.equal(await levelOf(shop, '90000001'), 'gold')
  assert.deepEqual(await shop.verify(), [])
})

test('what a level cannot be is told by row, and what the card has here is not lowered', async () => {
  const { shop } = await openTierShop([])
  await mustImport(shop, 'cards', cards('90000001', '90000002', '90000003', '90000004', '90000005', '90000006'))
  await shop.must('checkout', { cardNumber: '90000002', ...bought(350) })
  const until = '2099-01-01 00:00:00'
  await shop.must('updateAccount', { cardNumber: '90000003', tierOverride: { level: 'gold', reason: 'vip', until } })
  const file = `cardNumber,level,reachedDate,expirationDate
90000001,platinum,,2099-12-31
90000002,silver,,2099-12-31
90000003,silver,,2099-12-31
90000004,gold,,2020-12-31
90000005,gold,2020-01-01,
90000006,gold,2099-01-01,
99999999,gold,,2099-12-31
`
  const { imported, faults } = await importText(shop, 'levels', file)
  assert.equal(imported.outcome, 'refused')
  assert.deepEqual(faults, [
    '1 level: is none of silver, gold; --word "level:their word=our word" says which it is',
    '2 level: is below gold, which was reached here; to hide that, say --overwrite',
    '3 level: differs from gold, which was given by hand; to replace it, say --overwrite',
    '4 expirationDate: has passed: leave the level empty',
    '5 expirationDate: has passed, by what the program keeps: leave the level empty',
    '6 reachedDate: lies ahead',
    '7 cardNumber: is no card of the brand, or a child card: import the cards first, levels are of root cards',
  ])
  const two = file.split('\n').filter((_, line) => line === 0 || line === 2 || line === 3)
  await mustImport(shop, 'levels', `${two.join('\n')}\n`, { overwrites: true })
  assert.deepEqual([await levelOf(shop, '90000002'), await levelOf(shop, '90000003')], ['silver', 'silver'])
  assert.deepEqual(await shop.verify(), [])
})

test('a program that keeps levels for good needs the end of an imported one', async () => {
  const { shop } = await openTierShop([], { by: { fact: 'history.spend' }, levels: silverAndGold })
  await mustImport(shop, 'cards', cards('90000001'))
  const { faults } = await importText(shop, 'levels', 'cardNumber,level\n90000001,gold\n')
  assert.deepEqual(faults, [
    '1 expirationDate: is empty, and the program keeps its levels for good: say when this one ends',
  ])
  await mustImport(shop, 'levels', 'cardNumber,level,expirationDate\n90000001,gold,2099-12-31\n')
  assert.equal((await tierOf(shop, '90000001'))?.id, 'gold')
  assert.deepEqual(await shop.verify(), [])
})

test('a level that was reached before the program had levels is not lowered either, and is kept below a given one', async () => {
  const { shop } = await openRuleShop([])
  const file = shop.file as { programs: object[] }
  await mustImport(shop, 'cards', cards('90000001'))
  await shop.must('checkout', { cardNumber: '90000001', ...bought(350) })
  await applyFile({ ...file, programs: file.programs.map((program) => ({ ...program, tiers: bySpend })) })
  await until('the card shows gold', async () => (await levelOf(shop, '90000001')) === 'gold')
  const silver = 'cardNumber,level,expirationDate\n90000001,silver,2099-12-31\n'
  const { faults } = await importText(shop, 'levels', silver)
  assert.deepEqual(faults, ['1 level: is below gold, which was reached here; to hide that, say --overwrite'])
  assert.equal(await levelOf(shop, '90000001'), 'gold')
  await mustImport(shop, 'levels', silver, { overwrites: true })
  assert.equal(await levelOf(shop, '90000001'), 'silver')
  const booked = await ask('select level_id as level, override_level as given from card_tier where brand_id = $1', [
    shop.id,
  ])
  assert.deepEqual(booked, [{ level: 'gold', given: 'silver' }])
  assert.deepEqual(await shop.verify(), [])
})

test('a card that nobody has yet is given no level', async () => {
  const { shop } = await openTierShop([])
  await mustImport(shop, 'cards', 'cardNumber,cardSetId,status\n90000001,cards,Inventory\n90000002,cards,Distributed\n')
  const file = 'cardNumber,level,expirationDate\n90000001,gold,2099-12-31\n90000002,gold,2099-12-31\n'
  const { faults } = await importText(shop, 'levels', file)
  assert.deepEqual(faults, [
    '1 cardNumber: is Inventory: whoever is given the card would have the level',
    '2 cardNumber: is Distributed: whoever is given the card would have the level',
  ])
  await shop.must('allocate', { cardNumber: '90000001' })
  assert.equal(await levelOf(shop, '90000001'), undefined)
  assert.deepEqual(await shop.verify(), [])
})
