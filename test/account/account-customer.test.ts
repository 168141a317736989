import assert from 'node:assert/strict'
import test from 'node:test'
import { accountOf, openAccountShop, termsIn } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const ana = {
  firstName: 'Ana',
  middleName: 'M.',
  lastName: 'Ünal',
  birthday: '1990-02-28',
  anniversary: '2015-06-01',
  gender: 'F',
  email: 'Ana.Unal@Example.com',
  phone: '(212) 555-0123',
  mobilePhone: '+49 151 23456789',
  address1: 'Pier 1',
  address2: 'Floor 2',
  city: 'New York',
  state: 'NY',
  postal: '10001',
  country: 'US',
  latitude: 40.712776,
  longitude: '-74.005974',
  isMobile: 'Y',
  mobileCarrier: 'Blue',
  phonePref: 'I',
  mailPref: 'O',
  emailPref: 'I',
  profileType: 'home',
  flv: 120,
  affiliatedLocations: { values: ['L1', 'L2'] },
}
const kept = {
  ...ana,
  phone: '+12125550123',
  mobilePhone: '+4915123456789',
  longitude: -74.005974,
  affiliatedLocations: ['L1', 'L2'],
}

test('every field of a customer is kept; what is absent or null stays, and an empty text clears', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const answer = await shop.must('updateAccount', { cardNumber, primaryCustomer: ana })
  assert.deepEqual(Object.keys(answer), ['success', 'requestRef'])
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, kept)

  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Anna', lastName: null } })
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, { ...kept, firstName: 'Anna' })

  const cleared = Object.fromEntries(Object.keys(ana).map((name) => [name, '']))
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { ...cleared, affiliatedLocations: {} } })
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, {})
  assert.deepEqual(await termsIn(shop), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the alternate customer and the giver are kept beside the primary one, and nobody is found by them', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    alternateCustomer: { firstName: 'Bo', phone: '020 7946 0000', country: 'GB' },
    giverCustomer: { firstName: 'Cy', phone: '212 555 0123' },
  })
  const account = await accountOf(shop, cardNumber)
  assert.deepEqual(account.customer, {})
  assert.deepEqual(account.alternate, { firstName: 'Bo', phone: '+442079460000', country: 'GB' })
  assert.deepEqual(account.giver, { firstName: 'Cy', phone: '+12125550123' })
  assert.deepEqual(await termsIn(shop), [])
  await shop.must('updateAccount', { cardNumber, alternateCustomer: { phone: '020 7946 0001' } })
  assert.equal((await accountOf(shop, cardNumber)).alternate.phone, '+442079460001')
  assert.deepEqual(await shop.verify(), [])
})

//  stored country, given country, number            location   kept
const numbers: readonly [stored: string, given: string | undefined, phone: string, location: string, kept: string][] = [
  ['', undefined, '212-555-0123', 'L1', '+12125550123'],
  ['', undefined, '030 901820', 'L2', '+4930901820'],
  ['GB', undefined, '020 7946 0000', 'L2', '+442079460000'],
  ['GB', 'US', '212.555.0123', 'L2', '+12125550123'],
  ['GB', '', '030 901820', 'L2', '+4930901820'],
  ['', undefined, '+44 20 7946 0000', 'L1', '+442079460000'],
  ['AQ', undefined, '+44 20 7946 0000', 'L1', '+442079460000'],
]

test("a phone number is one of the request's country, else the card's, else the location's, else the brand's", async () => {
  const locations = [
    { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
    { id: 'L2', name: 'Pier 2', terminals: ['T1'], country: 'DE' },
  ]
  const shop = await openAccountShop([], { locations })
  for (const [stored, country, phone, location, expected] of numbers) {
    const cardNumber = await shop.card()
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { country: stored } })
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { phone, country } }, { location })
    assert.equal((await accountOf(shop, cardNumber)).customer.phone, expected, `${phone} ${stored} ${country}`)
  }
})

test('lists of a customer are overwritten, appended to, and appended to without repeating', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  //  update                                               list
  const table: readonly [change: object, list: readonly string[] | undefined][] = [
    [{ values: ['L1'] }, ['L1']],
    [{ mode: 'append', values: ['L1', 'L2'] }, ['L1', 'L1', 'L2']],
    [{ mode: 'appendUnique', values: ['L2', 'L3', 'L3'] }, ['L1', 'L1', 'L2', 'L3']],
    [{ mode: 'append' }, ['L1', 'L1', 'L2', 'L3']],
    [{ mode: 'overwrite', values: ['L9'] }, ['L9']],
    [{ mode: 'overwrite', values: null }, undefined],
    [{ mode: 'append', values: ['L1'] }, ['L1']],
    [{}, undefined],
  ]
  for (const [affiliatedLocations, expected] of table) {
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { affiliatedLocations } })
    const { customer } = await accountOf(shop, cardNumber)
    assert.deepEqual(customer.affiliatedLocations, expected, JSON.stringify(affiliatedLocations))
  }
  const many = { mode: 'append', values: times(600, (i) => `L${i}`) }
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { affiliatedLocations: many } })
  const answer = await shop.call('updateAccount', { cardNumber, primaryCustomer: { affiliatedLocations: many } })
  assertRefused(answer, 100, 'primaryCustomer.affiliatedLocations')
})

const person = (change: object) => ({ primaryCustomer: change })
const refused: Refusals = [
  [person({ email: 'ana' }), 100, 'primaryCustomer.email'],
  [person({ email: 'ana@@example.com' }), 100, 'primaryCustomer.email'],
  [person({ email: 'ana@example' }), 100, 'primaryCustomer.email'],
  [person({ email: 'ana@example.com\r\nBcc: x@y.z' }), 100, 'primaryCustomer.email'],
  [person({ email: 'Ana <ana@example.com>' }), 100, 'primaryCustomer.email'],
  [person({ email: `${'a'.repeat(250)}@example.com` }), 100, 'primaryCustomer.email'],
  [person({ birthday: '1990-02-30' }), 100, 'primaryCustomer.birthday'],
  [person({ anniversary: '2015-06-01 00:00:00' }), 100, 'primaryCustomer.anniversary'],
  [person({ country: 'USA' }), 100, 'primaryCustomer.country'],
  [person({ country: 'us' }), 100, 'primaryCustomer.country'],
  [person({ country: 'ZZ' }), 100, 'primaryCustomer.country'],
  [person({ gender: 'X' }), 100, 'primaryCustomer.gender'],
  [person({ latitude: 90.000001 }), 100, 'primaryCustomer.latitude'],
  [person({ longitude: -180.5 }), 100, 'primaryCustomer.longitude'],
  [person({ isMobile: 'yes' }), 100, 'primaryCustomer.isMobile'],
  [person({ phonePref: 'X' }), 100, 'primaryCustomer.phonePref'],
  [person({ mailPref: 'i' }), 100, 'primaryCustomer.mailPref'],
  [person({ emailPref: true }), 100, 'primaryCustomer.emailPref'],
  [person({ flv: 1.5 }), 100, 'primaryCustomer.flv'],
  [person({ affiliatedLocations: ['L1'] }), 100, 'primaryCustomer.affiliatedLocations'],
  [person({ affiliatedLocations: { mode: 'add' } }), 100, 'primaryCustomer.affiliatedLocations.mode'],
  [person({ affiliatedLocations: { values: [''] } }), 100, 'primaryCustomer.affiliatedLocations.values[0]'],
  [person({ phone: '123' }), 131, 'primaryCustomer.phone'],
  [person({ mobilePhone: 'call me 212 555 0123' }), 131, 'primaryCustomer.mobilePhone'],
  [person({ phone: '5', country: 'DE', firstName: 'Bo' }), 131, 'primaryCustomer.phone'],
  [{ alternateCustomer: { email: 'x' } }, 100, 'alternateCustomer.email'],
  [{ alternateCustomer: { phone: '1' } }, 131, 'alternateCustomer.phone'],
  [{ giverCustomer: { country: 'XX1' } }, 100, 'giverCustomer.country'],
  [{ giverCustomer: { mobilePhone: '+12' } }, 131, 'giverCustomer.mobilePhone'],
]

test('what is no e-mail address, date, country, gender, coordinate or phone number is refused by its path', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: ana })
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of refused) {
    const body = { cardNumber, ...(change as object) }
    assertRefused(await shop.call('updateAccount', body), code, field, JSON.stringify(change))
  }
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('a refusal names the field and repeats nothing that was said about a person', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  for (const primaryCustomer of [{ email: 'secret-name' }, { phone: '99secret99' }, { gender: 'secret' }]) {
    const { body } = await shop.call('updateAccount', { cardNumber, primaryCustomer })
    assert.ok(!JSON.stringify(body).includes('secret'), JSON.stringify(body))
  }
})

test('cards are found by lower-case whole texts of their customer, which change with it and by difference', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: ana,
    brandDemographics: [
      { fieldName: 'hobbies', values: [{ stringValue: 'Chess' }, { stringValue: 'CHESS' }, { stringValue: 'Go' }] },
    ],
  })
  assert.deepEqual(await termsIn(shop), [
    'birthday 1990-02-28',
    'demographic:hobbies chess',
    'demographic:hobbies go',
    'email ana.unal@example.com',
    'firstName ana',
    'lastName ünal',
    'mobilePhone +4915123456789',
    'phone +12125550123',
    'postal 10001',
  ])
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { firstName: 'ANA', lastName: '', email: 'new@example.com', postal: 'x'.repeat(200) },
    brandDemographics: [{ fieldName: 'hobbies' }],
  })
  assert.deepEqual(await termsIn(shop), [
    'birthday 1990-02-28',
    'email new@example.com',
    'firstName ana',
    'mobilePhone +4915123456789',
    'phone +12125550123',
    `postal ${'x'.repeat(200)}`,
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('texts of any script and length are kept, and none is too long to be indexed', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const long = times(1000, (i) => String.fromCodePoint(0x20000 + i * 7))
    .join('')
    .slice(0, 1000)
  const brandDemographics = [{ fieldName: 'drink', value: long }]
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { firstName: long.slice(0, 200) },
    brandDemographics,
  })
  const { customer, demographics } = await accountOf(shop, cardNumber)
  assert.deepEqual([customer.firstName, demographics.drink], [long.slice(0, 200), [long]])
  assert.deepEqual(await termsIn(shop), [`firstName ${long.slice(0, 200)}`])
  assert.deepEqual(await shop.verify(), [])
})

test('verify tells when cards are found by something else than their accounts say', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName: 'Ana' } })
  await sql(`update account_term set term = 'bo' where brand_id = $1`, [shop.id])
  assert.deepEqual(
    (await shop.verify()).map(({ check, expected, found }) => [check, expected, found]),
    [['cards are found by what their accounts say', 'firstName', 'firstName']],
  )
})

test('twenty tills that append to one customer lose nothing', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const add = (i: number) => ({ affiliatedLocations: { mode: 'append', values: [`L${i}`] }, city: `City ${i}` })
  await Promise.all(times(20, (i) => shop.must('updateAccount', { cardNumber, primaryCustomer: add(i) })))
  const { customer } = await accountOf(shop, cardNumber)
  assert.deepEqual(customer.affiliatedLocations.toSorted(), times(20, (i) => `L${i}`).toSorted())
  const { transactionCount } = await shop.must('cardHistory', { cardNumber })
  assert.equal(transactionCount, 21)
  assert.deepEqual(await shop.verify(), [])
})

test('coordinates are kept to 6 decimals, however finely they were measured', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const primaryCustomer = { latitude: 40.7127764, longitude: '-74.00597389' }
  await shop.must('updateAccount', { cardNumber, primaryCustomer })
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { customer: true } })
  assert.deepEqual(cards[0].customer, { latitude: 40.712776, longitude: -74.005974 })
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { latitude: -0.00000001, longitude: 179.99999999 } })
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, { latitude: 0, longitude: 180 })
})

test('a country code alone is an empty phone number', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const update = (primaryCustomer: object) => shop.call('updateAccount', { cardNumber, primaryCustomer })
  await update({ firstName: 'Ana', phone: '+1', mobilePhone: '+ 49 ' })
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, { firstName: 'Ana' })
  await update({ phone: '212 555 0123', mobilePhone: '212 555 0123' })
  await update({ phone: '+1', mobilePhone: '+(1)' })
  assert.deepEqual((await accountOf(shop, cardNumber)).customer, { firstName: 'Ana' }, 'so it clears')
  for (const phone of ['+', '1', '+999', '+12']) assertRefused(await update({ phone }), 131, 'primaryCustomer.phone')
  for (const name of ['phone', 'mobilePhone'])
    assertRefused(await shop.call('search', { filters: { [name]: '+1' } }), 100, `filters.${name}`)
})
