import assert from 'node:assert/strict'
import test from 'node:test'
import { accountSections } from '../support/account-shop.ts'
import { campaign, lockingCalls, points } from '../support/checkout-shop.ts'
import { birthdayRule, changedAt, changeRules, moveCard, openDateShop } from '../support/date-shop.ts'

import { purse } from '../support/rule-table.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'LAX', name: 'Venice', terminals: ['T1'], timeZone: 'America/Los_Angeles' },
  { id: 'BER', name: 'Mitte', terminals: ['T1'], timeZone: 'Europe/Berlin' },
]

/** A card that signed up at a location, of somebody who was born on a day. */
async function cardOf(shop: Shop, location: string, birthday: string): Promise<string> {
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' }, { location })
  const primaryCustomer = { firstName: 'Ana', email: `${location}@example.com`, birthday }
  await shop.must('updateAccount', { cardNumber, primaryCustomer })
  return cardNumber
}

const pointsOf = (shop: Shop, cards: readonly string[]) =>
  Promise.all(cards.map(async (card) => (await purse(shop, card)).Points ?? 0))

const begin = '2027-03-01 00:00'

test('a birthday is greeted at 9 by the clock of the home location, once, wherever the card is used', async () => {
  const { shop, fired } = await openDateShop([birthdayRule()], begin, { locations })
  const cards = await Promise.all(['L1', 'LAX', 'BER'].map((id) => cardOf(shop, id, '1990-03-16')))
  // 9:00 in Berlin is 4:00 in New York, and 9:00 in Los Angeles is 12:00: clocks in America have changed by then.
  const rounds = ['03:59', '04:00', '08:59', '09:00', '11:59', '12:00', '23:59']
  const found: number[] = []
  for (const time of rounds) found.push(await fired(`2027-03-16 ${time}`))
  assert.deepEqual(found, [0, 1, 0, 1, 0, 1, 0])
  assert.deepEqual(await pointsOf(shop, cards), [50, 50, 50])
  assert.equal(await fired('2027-03-18 12:00'), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('cards of a location that is switched off keep its clock', async () => {
  const { shop, fired } = await openDateShop([birthdayRule()], begin, { locations })
  await cardOf(shop, 'BER', '1990-03-16')
  const left = locations.filter(({ id }) => id !== 'BER')
  await applyFile({ ...shop.file, ...accountSections, locations: left, campaigns: [campaign([birthdayRule()])] })
  assert.deepEqual([await fired('2027-03-16 03:59'), await fired('2027-03-16 04:00')], [0, 1])
  assert.equal(await fired('2027-03-16 09:00'), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('a schedule runs at its hour in every place, and not for a card whose home has not had the day yet', async () => {
  const daily = { trigger: 'date', schedule: { rule: 'FREQ=DAILY', hour: 22 }, then: [points(5)] }
  const { shop, fired } = await openDateShop([], begin, { locations })
  await changeRules(shop, [daily])
  await changedAt(shop, '2027-03-01 00:10')
  const cards = await Promise.all(['L1', 'LAX', 'BER'].map((id) => cardOf(shop, id, '1990-03-16')))
  assert.equal(await fired('2027-03-01 00:30'), 0, 'in Los Angeles it is still the day before the rule began')
  assert.equal(await fired('2027-03-01 01:00'), 0, 'and its 22:00 does not count either')
  assert.equal(await fired('2027-03-01 16:00'), 1, 'Berlin')
  assert.equal(await fired('2027-03-01 22:00'), 1, 'New York')
  assert.equal(await fired('2027-03-02 01:00'), 1, 'Los Angeles')
  assert.deepEqual(await pointsOf(shop, cards), [5, 5, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that begins when a place has the next day already runs there once, not for yesterday', async () => {
  const daily = { id: 'daily', trigger: 'date', schedule: { rule: 'FREQ=DAILY', hour: 1 }, then: [points(5)] }
  const morning = { ...daily, id: 'morning', schedule: { rule: 'FREQ=DAILY', hour: 9 } }
  const birthday = birthdayRule({ date: { of: 'customer.birthday', offsetDays: 0, hour: 1 }, then: [points(50)] })
  const { shop, round } = await openDateShop([], begin, { locations })
  const newYork = await cardOf(shop, 'L1', '1990-03-01')
  const berlin = await cardOf(shop, 'BER', '1990-03-01')
  const { lock, cancel } = lockingCalls({ shop })
  const setup = await lock(newYork, '1 CAKE 5')
  await changeRules(shop, [daily, morning, birthday])
  await changedAt(shop, '2027-03-01 20:00')
  // It is 2:00 of the 2nd in Berlin: its 9:00 is still to come, and its birthdays of the 1st are over.
  assert.deepEqual(await round('2027-03-01 20:00'), { fired: 1, later: 3 })
  await cancel(setup)
  assert.deepEqual(await round('2027-03-01 20:01'), { fired: 3 }, 'what waited in New York')
  assert.deepEqual(await pointsOf(shop, [newYork, berlin]), [60, 5])
  assert.deepEqual(await round('2027-03-02 03:00'), { fired: 2 }, '9:00 in Berlin, 1:00 in New York')
  assert.deepEqual(await pointsOf(shop, [newYork, berlin]), [65, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('conditions, windows and days of a date rule are by the clock of the home location', async () => {
  const rule = (id: string, more: object) => ({
    id,
    trigger: 'date',
    date: { of: 'card.activationDate', offsetDays: 1, hour: 9 },
    then: [points(5)],
    ...more,
  })
  const rules = [
    rule('morning', { when: [{ fact: 'request.hour', op: '=', value: 9 }] }),
    rule('early', { window: { from: '08:00', to: '10:00' } }),
    rule('noon', { window: { from: '12:00', to: '13:00' } }),
  ]
  const { shop, fired } = await openDateShop(rules, begin, { locations })
  const card = await cardOf(shop, 'LAX', '1990-01-01')
  // The 15th in New York, and the 14th in Los Angeles.
  await moveCard(shop, 'card', `activated_at = '2027-03-15T05:00:00Z'`, card)
  assert.equal(await fired('2027-03-15 11:59'), 0)
  assert.equal(await fired('2027-03-15 12:00'), 2)
  assert.equal(await fired('2027-03-16 12:00'), 0)
  assert.deepEqual(await pointsOf(shop, [card]), [10])
  assert.deepEqual(await shop.verify(), [])
})

test('messages tell when a coupon ends by the clock of the home location', async () => {
  const body = 'Today is {{ date }}, your coupon {{ coupon.id }} ends {{ coupon.expirationDate }}'
  const rule = {
    ...birthdayRule({ date: { of: 'customer.birthday', offsetDays: 0, hour: 22 } }),
    then: [
      { allocateCoupon: { set: 'gifts', expiresAt: '2030-01-01 03:00:00' } },
      { notify: { channel: 'email', text: body } },
    ],
  }
  const more = { couponSets: [{ id: 'gifts', name: 'Gifts', autoGenerate: true, generate: { count: 3, length: 8 } }] }
  const { shop, fired } = await openDateShop([rule], begin, { locations, more })
  await cardOf(shop, 'LAX', '1990-03-16')
  await cardOf(shop, 'L1', '1990-03-16')
  assert.equal(await fired('2027-03-17 01:00'), 2)
  const texts = await sql('select body from message where brand_id = $1 order by body', [shop.id])
  const ends = texts.map(({ body: text }) => /ends (.*)$/.exec(String(text))?.[1])
  assert.deepEqual(ends.toSorted(), ['2030-01-01 00:00:00', '2030-01-01 03:00:00'])
  assert.deepEqual(await shop.verify(), [])
})
