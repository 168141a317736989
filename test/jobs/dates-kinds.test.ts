import assert from 'node:assert/strict'
import test from 'node:test'
import { oldDates } from '../../server/background/jobs/dates/dates.ts'
import { type DateDueCard, pageSize } from '../../server/background/jobs/dates/dates-due.sql.ts'
import { searchesFor } from '../../server/background/jobs/dates/dates-due.ts'
import { dueOccurrences } from '../../server/domain/campaign/occurrence/due.ts'
import { points, productsOf } from '../support/checkout-shop.ts'
import { at, bornOn, moveCard, openDateShop, zone } from '../support/date-shop.ts'
import { purse } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const onDate = (of: string, offsetDays = 0, more: object = {}) => ({
  trigger: 'date',
  date: { of, offsetDays, hour: 9 },
  then: [points(5)],
  ...more,
})
const onSchedule = (schedule: object, more: object = {}) => ({
  trigger: 'date',
  schedule: { hour: 9, ...schedule },
  then: [points(5)],
  ...more,
})

const begin = '2027-03-01 00:00'
const utc = (local: string) => `'${new Date(at(local)).toISOString()}'`
const pointsOf = async (shop: Shop, card: string) => (await purse(shop, card)).Points ?? 0

test("the customer's anniversary and a date of the brand's own field come every year", async () => {
  const { shop, round } = await openDateShop([onDate('customer.anniversary'), onDate('demographic:since', 1)], begin)
  const couple = await shop.card()
  await shop.must('updateAccount', { cardNumber: couple, primaryCustomer: { anniversary: '2015-03-10' } })
  const member = await shop.card()
  const since = (value: string) =>
    shop.must('updateAccount', { cardNumber: member, brandDemographics: [{ fieldName: 'since', value }] })
  await since('2020-03-11')
  assert.deepEqual(await round('2027-03-10 09:00'), { fired: 1 })
  assert.deepEqual(await round('2027-03-11 09:00'), {})
  assert.deepEqual(await round('2027-03-12 09:00'), { fired: 1 })
  assert.deepEqual(await round('2028-03-12 09:00'), { fired: 2 })
  await since('2030-03-11')
  assert.deepEqual(await round('2029-03-12 09:00'), { fired: 1 }, 'a date that lies ahead has not come')
  assert.deepEqual([await pointsOf(shop, couple), await pointsOf(shop, member)], [15, 10])
  assert.deepEqual(await shop.verify(), [])
})

test('activation and enrolment come every year, from the day itself on, by the wall clock of the brand', async () => {
  const rules = [onDate('card.activationDate', 3), onDate('card.enrollmentDate')]
  const { shop, round } = await openDateShop(rules, begin)
  const [early, late, enrolled] = [await shop.card(), await shop.card(), await shop.card()]
  await sql(`update card set activated_at = ${utc('2027-01-01 12:00')} where brand_id = $1`, [shop.id])
  await moveCard(shop, 'card', `activated_at = ${utc('2027-03-10 00:00')}`, early)
  await moveCard(shop, 'card', `activated_at = ${utc('2027-03-11 00:00')}`, late)
  await shop.must('updateAccount', { cardNumber: enrolled, primaryCustomer: { firstName: 'Ana' } })
  await moveCard(shop, 'account', `enrolled_at = ${utc('2025-03-14 23:59')}`, enrolled)
  assert.deepEqual(await round('2027-03-12 10:00'), {})
  assert.deepEqual(await round('2027-03-13 10:00'), { fired: 1 })
  assert.deepEqual(await round('2027-03-14 10:00'), { fired: 2 })
  assert.deepEqual([await pointsOf(shop, early), await pointsOf(shop, late), await pointsOf(shop, enrolled)], [5, 5, 5])
  assert.deepEqual(await round('2028-03-13 10:00'), { fired: 1 })
  await moveCard(shop, 'card', `activated_at = ${utc('2028-03-20 00:30')}`, early)
  await moveCard(shop, 'account', `enrolled_at = ${utc('2028-03-20 09:30')}`, enrolled)
  assert.deepEqual(await round('2028-03-20 10:00'), { fired: 2 }, 'the other card, and who enrolled after nine')
  assert.deepEqual(await shop.verify(), [])
})

test('what expires: once for each day on which something does', async () => {
  const { shop, round } = await openDateShop([onDate('balance.expiration', -7)], begin)
  const [card, spent] = [await shop.card({ stars: 3, usd: 2 }), await shop.card({ usd: 4 })]
  await moveCard(shop, 'lot', `expires_at = ${utc('2027-03-20 12:00')}::timestamptz + lot_no * interval '1 hour'`, card)
  await moveCard(shop, 'lot', `expires_at = ${utc('2027-03-20 12:00')}`, spent)
  await shop.redeem(spent, { usd: 4 })
  assert.deepEqual(await round('2027-03-12 10:00'), {})
  assert.deepEqual(await round('2027-03-13 10:00'), { fired: 1 }, 'two balances on one day')
  await shop.issue(card, { usd: 1 })
  await moveCard(shop, 'lot', `expires_at = coalesce(expires_at, ${utc('2027-03-23 23:59')})`, card)
  assert.deepEqual(await round('2027-03-16 10:00'), { fired: 1 })
  assert.deepEqual(await round('2027-03-17 10:00'), {})
  assert.equal(await pointsOf(shop, card), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('the last checkout: who bought again is not missed', async () => {
  const { shop, round } = await openDateShop([onDate('history.lastCheckout', 30)], begin)
  const cards = await Promise.all(times(4, () => shop.card()))
  const [gone = '', back = '', voided = '', never = ''] = cards
  const buy = (cardNumber: string) => shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 5') })
  const move = async (ref: string, local: string) => {
    const made = `select uuid_floor(${utc(local)}::timestamptz)::text as ref`
    const [{ ref: floor }] = await sql(made, [])
    await sql(
      `update checkout set happened_at = ${utc(local)}, request_ref = (left($3, 23) || right(request_ref::text, 13))::uuid
       where brand_id = $1 and request_ref = $2`,
      [shop.id, ref, floor],
    )
  }
  await move((await buy(gone)).requestRef, '2027-02-10 15:00')
  await move((await buy(gone)).requestRef, '2027-02-10 18:00')
  await move((await buy(back)).requestRef, '2027-02-10 15:00')
  await move((await buy(voided)).requestRef, '2027-02-10 15:00')
  await move((await buy(back)).requestRef, '2027-02-12 23:30')
  await sql(
    `update checkout set is_voided = true where brand_id = $1 and card_id =
       (select card_id from card where brand_id = $1 and card_number = $2)`,
    [shop.id, voided],
  )
  assert.deepEqual(await round('2027-03-11 10:00'), {})
  assert.deepEqual(await round('2027-03-12 10:00'), { fired: 1 })
  assert.deepEqual(await round('2027-03-14 10:00'), { fired: 1 })
  assert.deepEqual(await round('2028-03-12 10:00'), {}, 'it is a single day')
  const all = await Promise.all([gone, back, voided, never].map((card) => pointsOf(shop, card)))
  assert.deepEqual(all, [5, 5, 0, 0])
})

test('schedules run for every card that can be used, once on each day of theirs', async () => {
  const rules = [onSchedule({ rule: 'FREQ=MONTHLY;BYMONTHDAY=1' }), onSchedule({ once: '2027-03-09', hour: 0 })]
  const { shop, round } = await openDateShop(rules, '2027-03-01 12:00')
  const [one, two] = [await shop.card(), await shop.card()]
  const closed = await shop.card()
  await sql(`update card set status = 'Closed' where brand_id = $1 and card_number = $2`, [shop.id, closed])
  assert.deepEqual(await round('2027-03-08 23:59'), {})
  assert.deepEqual(await round('2027-03-09 00:00'), { fired: 2 })
  assert.deepEqual(await round('2027-03-31 23:59'), {})
  assert.deepEqual(await round('2027-04-01 09:00'), { fired: 2 })
  assert.deepEqual(await round('2027-04-01 09:01'), {})
  assert.deepEqual(await round('2027-05-03 09:01'), { fired: 2 })
  assert.deepEqual([await pointsOf(shop, one), await pointsOf(shop, two), await pointsOf(shop, closed)], [15, 15, 0])
  assert.deepEqual(await shop.verify(), [])
})

test('a schedule leaves no records of the cards for which it kept silent, and is forgotten after a while', async () => {
  const when = [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 10 }]
  const { shop, round, context } = await openDateShop([onSchedule({ rule: 'FREQ=DAILY' }, { when })], begin)
  const rich = await shop.card({ points: 10 })
  await shop.card()
  await shop.card()
  assert.deepEqual(await round('2027-03-01 09:00'), { fired: 1, silent: 2 })
  assert.deepEqual(await round('2027-03-01 09:01'), {})
  const records = await sql(`select card_id from request where brand_id = $1 and operation = 'fireDateRule'`, [shop.id])
  assert.equal(records.length, 1)
  assert.equal(await pointsOf(shop, rich), 15)
  assert.deepEqual((await oldDates.run(context)).counts, { forgotten: 0 })
  await sql(`update date_firing set considered_at = now() - interval '31 days' where brand_id = $1`, [shop.id])
  await bornOn(shop, '1990-03-15')
  assert.deepEqual((await oldDates.run(context)).counts, { forgotten: 3 })
})

/** Makes cards that have all their dates at one instant. */
async function fillShop(shop: Shop, day: string, count: number): Promise<string[]> {
  const same = `${utc(`${day} 08:00`)}::timestamptz`
  await sql(
    `update card set status = 'Activated', activated_at = ${same} where brand_id = $1 and card_id in
       (select card_id from card where brand_id = $1 order by card_id limit $2)`,
    [shop.id, count],
  )
  const cards = `from card where brand_id = $1 and status = 'Activated'`
  await sql(
    `insert into account (brand_id, card_id, enrolled_at, customer)
     select brand_id, card_id, ${same}, jsonb_build_object('birthday', $2::text, 'anniversary', $2::text) ${cards}`,
    [shop.id, day],
  )
  await sql(
    `insert into account_term (brand_id, field, term, card_id) select brand_id, 'demographic:since', $2, card_id ${cards}`,
    [shop.id, day],
  )
  await sql(
    `insert into lot (brand_id, card_id, lot_no, value_type_id, amount, return_related, issued_at, expires_at)
     select brand_id, card_id, lot_no, (select min(value_type_id) from value_type where brand_id = $1), 5, false, now(),
       ${same} + interval '2 hours'
     from card, generate_series(1, 2) as lot_no where brand_id = $1 and status = 'Activated'`,
    [shop.id],
  )
  await sql(
    `insert into checkout (brand_id, request_ref, kind, card_id, happened_at, location_id, currency, scale, total,
       discount, net_total, content, quantity)
     select brand_id, (left(uuid_floor(${same})::text, 23) || right(gen_random_uuid()::text, 13))::uuid, 'sale', card_id,
       ${same}, 'L1', 'USD', 2, 5, 0, 5, '{}', 1 ${cards}`,
    [shop.id],
  )
  return (await sql(`select card_number ${cards}`, [shop.id])).map((row) => String(row.card_number)).toSorted()
}

test('every search goes through its cards page by page, and leaves out who is done or cannot be used', async () => {
  const names = ['customer.birthday', 'customer.anniversary', 'demographic:since', 'card.activationDate']
  const all = [...names, 'card.enrollmentDate', 'balance.expiration', 'history.lastCheckout']
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 1120, prefix: '60', length: 16 } }]
  const { shop, context } = await openDateShop([], begin, { cardSets })
  const day = '2027-03-10'
  const cards = await fillShop(shop, day, 1100)
  const now = at(`${day} 09:00`)
  const wanted = { brand: shop.id, rule: 'main/x', day, now }
  for (const name of [...all, undefined]) {
    const rule = name ? { date: { of: name, offsetDays: 0, hour: 9 } } : { schedule: { once: day, hour: 9 } }
    const [due] = dueOccurrences(rule, zone, now - 1, now)
    assert(due)
    const find = async () => {
      const found = new Set<string>()
      for (const next of searchesFor({ rule, occurrence: due, timeZone: zone, now, isAgain: false })) {
        let page: DateDueCard[] = []
        do {
          page = await next(context.pool, { ...wanted, occurrence: due.key }, page.at(-1))
          for (const card of page) if (card.is_due) found.add(card.card_number)
        } while (page.length === pageSize)
      }
      return [...found].toSorted()
    }
    assert.deepEqual(await find(), cards, name)
    await sql(
      `insert into date_firing (brand_id, rule_id, occurrence, card_id, considered_at)
       select brand_id, 'main/x', $2, card_id, now() from card where brand_id = $1 and card_number = any($3)`,
      [shop.id, due.key, cards.slice(3)],
    )
    const status = `update card set status = $3 where brand_id = $1 and card_number = $2`
    await sql(status, [shop.id, cards[0], 'Lost'])
    assert.deepEqual(await find(), cards.slice(1, 3), name)
    await sql(status, [shop.id, cards[0], 'Activated'])
    await sql(`delete from date_firing where brand_id = $1`, [shop.id])
  }
})
