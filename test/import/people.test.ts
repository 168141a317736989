import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { erasePerson } from '../../server/calls/privacy/erase-person.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { accountOf, news, openAccountShop } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { couponsOf, unused } from '../support/coupon-shop.ts'
import { importText, mustImport } from '../support/import-room.ts'
import { openJobRoom } from '../support/job-room.ts'
import { ask } from '../support/race.ts'
import { sumUp } from '../support/report-shop.ts'
import { openShop, testDatabase, testOrigin } from '../support/shop.ts'

const cards = (...numbers: string[]) =>
  `cardNumber,cardSetId\n${numbers.map((number) => `${number},cards`).join('\n')}\n`

test('customers arrive with their fields, opt-ins, lists and the brand’s own fields, and are found', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', cards('90000001', '90000002'))
  const run = await mustImport(
    shop,
    'customers',
    `cardNumber,firstName,lastName,email,mobilePhone,birthday,country,enrollmentDate,emailOptIn,emailOptInDate,emailOptInSource,emailLists,phoneOptIn,phoneOptInConfirmed,phoneOptInDate,phoneOptInSource,demographic.drink,demographic.hobbies,demographic.cups
90000001,Ana,=SUM(A1),ana@example.com,(212) 555-0123,1990-03-15,US,2020-02-29,true,2021-01-01 12:00:00,web form,${news},true,true,2021-01-01,shop,tea,chess|rowing,3
90000002,Bo,,,,,,,false,,,,,,,,,,
`,
  )
  assert.deepEqual([run.written, run.skipped], [2, 0])
  const account = await accountOf(shop, '90000001')
  assert.equal(account.customer.mobilePhone, '+12125550123')
  // A formula stays the text that it is.
  assert.equal(account.customer.lastName, '=SUM(A1)')
  const { cards: found } = await shop.must('search', { filters: { email: 'ANA@example.com' } })
  assert.deepEqual(
    found.map(({ cardNumber }: { cardNumber: string }) => cardNumber),
    ['90000001'],
  )
  const [{ links, demographics } = { links: [], demographics: {} }] = await ask(
    'select links, demographics from account join card using (brand_id, card_id) where brand_id = $1 and card_number = $2',
    [shop.id, '90000001'],
  )
  assert.deepEqual(demographics, { drink: ['tea'], hobbies: ['chess', 'rowing'], cups: [3] })
  const [email, phone] = links as { consent: { at: number; source: string }; confirmed?: boolean }[]
  assert.deepEqual(email?.consent, { at: Date.parse('2021-01-01T17:00:00Z'), source: 'web form' })
  assert.deepEqual([phone?.confirmed, phone?.consent.source], [true, 'shop'])
  assert.deepEqual(await ask('select from message where brand_id = $1', [shop.id]), [])
  assert.deepEqual(await shop.verify(), [])
})

test('birthdays, consents and own fields are dates of the file’s order as well', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', cards('90000001', '90000002'))
  const head = 'cardNumber,birthday,emailOptIn,emailOptInDate,emailOptInSource,alternate.birthday'
  const rows = '90000001,3/15/1990,true,1/2/2021 9:30,web form,12-31-1999\n90000002,1990-03-15,,,,\n'
  await mustImport(shop, 'customers', `${head}\n${rows}`, { dates: 'mdy' })
  assert.equal((await accountOf(shop, '90000001')).customer.birthday, '1990-03-15')
  assert.equal((await accountOf(shop, '90000002')).customer.birthday, '1990-03-15')
  const [{ links } = { links: [] }] = await ask(
    'select links from account join card using (brand_id, card_id) where brand_id = $1 and card_number = $2',
    [shop.id, '90000001'],
  )
  const [email] = links as { consent: { at: number } }[]
  assert.equal(email?.consent.at, Date.parse('2021-01-02T14:30:00Z'))
  // No calendar has it, and two digits are no year: both are refused as the file has them.
  const wrong = '90000001,15/3/1990,,,,\n90000002,3/15/90,,,,\n'
  const { faults } = await importText(shop, 'customers', `${head}\n${wrong}`, { dates: 'mdy' })
  assert.deepEqual(
    faults.map((fault) => fault.split(':')[0]),
    ['1 birthday', '2 birthday'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a card’s second customer comes in columns of their own, with faults of their own', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', cards('90000001', '90000002'))
  const head = 'cardNumber,firstName,alternate.firstName,alternate.email,alternate.mobilePhone'
  const wrong = await importText(shop, 'customers', `${head}\n90000001,Ana,Bo,nobody,\n`)
  assert.match(wrong.faults.join(), /^1 alternate\.email: /)
  await mustImport(shop, 'customers', `${head}\n90000001,Ana,Bo,bo@example.com,(212) 555-0123\n90000002,Cy,,,\n`)
  const alternateOf = async (cardNumber: string) => {
    const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { alternateCustomer: true } })
    return cards[0].alternateCustomer
  }
  const { firstName, email, mobilePhone } = await alternateOf('90000001')
  assert.deepEqual([firstName, email, mobilePhone], ['Bo', 'bo@example.com', '+12125550123'])
  assert.equal(await alternateOf('90000002'), undefined)
  assert.equal((await accountOf(shop, '90000001')).customer.firstName, 'Ana')
  const other = await importText(shop, 'customers', 'cardNumber,alternate.firstName\n90000001,Bob\n')
  assert.match(other.faults.join(), /^1 alternate\.firstName: differs from what the card has/)
  assert.deepEqual(await shop.verify(), [])
})

test('what a customer has is not replaced unless that is asked for, and an opt-out never', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', cards('90000001'))
  await mustImport(shop, 'customers', 'cardNumber,firstName,emailOptIn\n90000001,Ana,true\n')
  const other = 'cardNumber,firstName,lastName\n90000001,Anna,Lee\n'
  const refused = await importText(shop, 'customers', other)
  assert.deepEqual(refused.faults, ['1 firstName: differs from what the card has; to replace it, say --overwrite'])
  assert.equal(refused.rowFaults[0]?.shown, '')
  await mustImport(shop, 'customers', other, { overwrites: true })
  assert.equal((await accountOf(shop, '90000001')).customer.firstName, 'Anna')
  await shop.must('updateAccount', {
    cardNumber: '90000001',
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: false }],
  })
  const [kept] = await ask('select links from account where brand_id = $1', [shop.id])
  assert.doesNotMatch(JSON.stringify(kept), /consent/)
  const again = await importText(shop, 'customers', 'cardNumber,emailOptIn\n90000001,TRUE\n', { overwrites: true })
  assert.deepEqual(again.faults, ['1 emailOptIn: is true, and the customer has opted out here'])
  const same = await mustImport(shop, 'customers', 'cardNumber,firstName\n90000001,Anna\n')
  assert.deepEqual([same.written, same.same], [0, 1])
  assert.deepEqual(await shop.verify(), [])
})

test('faults of customers name the column, and never what was in it', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', cards('90000001'))
  const { faults, rowFaults } = await importText(
    shop,
    'customers',
    `cardNumber,email,birthday,phone,gender,demographic.cups,phoneOptIn
90000001,no-address,,,,,
90000001,,31.12.1990,,,,
90000001,,,12,,,
90000001,,,,X,,
90000001,,,,,many,
90000001,,,,,,true
99999999,,,,,,
`,
    { skipsBadRows: true },
  )
  assert.deepEqual(
    faults.map((fault) => fault.split(':')[0]).toSorted(),
    ['1 email', '2 birthday', '3 phone', '4 gender', '5 cardNumber', '6 phoneOptInSource', '7 cardNumber'].toSorted(),
  )
  assert.doesNotMatch(JSON.stringify(rowFaults), /no-address|31\.12|many/)
})

test('an erased customer leaves nothing that an import stored about them', async () => {
  const shop = await openAccountShop()
  await mustImport(shop, 'cards', 'cardNumber,cardSetId,customCardNumber,customData\n90000001,cards,OWN-77,likes tea\n')
  await mustImport(
    shop,
    'customers',
    'cardNumber,firstName,email,emailOptIn,emailOptInSource\n90000001,Anastasia,ana@example.com,true,stand\n',
  )
  await mustImport(shop, 'balances', 'cardNumber,balanceType,amount\n90000001,Points,5\n')
  const pool = new ConnectionPool({ url: testDatabase() }, 2)
  const named = { brand: shop.id, cardNumber: '90000001' }
  const erased = await erasePerson(pool, named, { origin: testOrigin, random: randomBytes })
  await pool.close()
  assert.equal(erased.kind, 'erased')
  const dump = JSON.stringify(await dumpBrand(shop.id))
  for (const text of ['OWN-77', 'likes tea', 'Anastasia', 'ana@example.com']) assert.ok(!dump.includes(text), text)
  assert.equal((await shop.balances('90000001'))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('coupons arrive in their states, and what they did adds up', async () => {
  const couponSets = [{ id: 'ten', name: 'Ten off', coupons: ['TEN-1'] }]
  const shop = await openShop({ more: { couponSets } })
  const { details, act } = couponsOf(shop)
  await mustImport(shop, 'cards', cards('90000001'))
  const file = `couponId,couponSetId,state,cardNumber,promotionId,allowedCards,tags,issuedDate,usedDate,expirationDate,pin
OLD-1,ten,unused,90000001,spring,90000001,vip|mail,2024-01-01,,2099-12-31,7788
OLD-2,ten,used,,,,,2024-01-01,2024-02-01,,
OLD-3,ten,unallocated,,,,,,,,
`
  const run = await mustImport(shop, 'coupons', file)
  assert.equal(run.written, 3)
  assert.deepEqual(await details('OLD-1'), unused({ customTags: ['vip', 'mail'], allowedWithCards: ['90000001'] }))
  assert.equal((await act('OLD-2', 'use')).body.errorCode, 122)
  assert.equal((await act('OLD-1', 'use')).body.success, true)
  const ids = new Set<string>()
  for (let count = 0; count < 2; count += 1)
    ids.add((await shop.must('allocateCoupon', { couponSetId: 'ten' })).couponId)
  assert.deepEqual(ids, new Set(['TEN-1', 'OLD-3']))
  const more = await importText(
    shop,
    'coupons',
    `${file}OLD-4,twenty,,,,,,,,,\nOLD-5,ten,unallocated,90000001,spring,,,,,,\nOLD-6,ten,,90000009,spring,,,,,,\n`,
  )
  assert.deepEqual(more.faults.toSorted(), [
    '1 state: differs: the coupon exists and is used',
    '3 state: differs: the coupon exists and is unused',
    '4 couponSetId: is no coupon set of the brand',
    '5 cardNumber: is given, and the coupon is unallocated',
    '6 cardNumber: is no card of the brand: import the cards first',
  ])
  await sumUp(await openJobRoom(shop))
  assert.deepEqual(await shop.verify(), [])
})

test('products make one version of the brand, and what it refuses is a fault of a row', async () => {
  const shop = await openShop({
    more: { products: [{ sku: 'ESP', name: 'Espresso', cost: '0.40', categories: ['drinks'] }] },
  })
  const before = (await shop.must('brandHistory', {})).versions[0].version
  const file = 'sku,name,cost,categories\nESP,Espresso,0.4,drinks\nBUN,Bun,1.25,food|sweet\nTEA,Tea,,\n'
  const run = await mustImport(shop, 'products', file)
  assert.deepEqual([run.written, run.same], [2, 1])
  const [{ version }] = (await shop.must('brandHistory', {})).versions
  assert.equal(version, before + 1)
  const { brandFile } = await shop.must('exportBrand', {})
  assert.match(JSON.stringify(brandFile), /"sku":"BUN","cost":1\.25/)
  assert.equal((await importText(shop, 'products', file)).imported.outcome, 'before')
  const { faults } = await importText(shop, 'products', 'sku,cost\nBUN,"1,30"\nBUN,2\nPIE,-1\n')
  assert.deepEqual(faults.map((fault) => fault.split(':')[0]).toSorted(), ['1 cost', '3 cost'])
  assert.deepEqual(await shop.verify(), [])
})
