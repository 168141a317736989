import assert from 'node:assert/strict'
import test from 'node:test'
import { runDateRules } from '../../server/background/jobs/dates/dates.ts'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import type { JobContext } from '../../server/background/jobs/runner/job.ts'
import { formatDateTime } from '../../server/ground/kernel/time.ts'
import { lockingCalls, points, productsOf } from '../support/checkout-shop.ts'
import { at, birthdayRule, bornOn, changedAt, changeRules, moveCard, openDateShop, zone } from '../support/date-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { purse } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const pointsOf = async (shop: Shop, card: string) => (await purse(shop, card)).Points ?? 0
const utc = (local: string) => `'${new Date(at(local)).toISOString()}'`

const onDate = (of: string, more: object = {}) => ({
  trigger: 'date',
  date: { of, offsetDays: 0, hour: 9 },
  then: [points(5)],
  ...more,
})
const onSchedule = (schedule: object) => ({ trigger: 'date', schedule: { hour: 9, ...schedule }, then: [points(5)] })

/** A shop that has had no date rules until a local time, when these are applied. */
async function openWith(rules: readonly object[], local: string, more: object = {}) {
  const opened = await openDateShop([], '2027-03-01 00:00')
  const apply = async (next: readonly object[], when: string, campaign: object = {}) => {
    await changeRules(opened.shop, next, campaign)
    await changedAt(opened.shop, when)
  }
  await apply(rules, local, more)
  return { ...opened, apply }
}

test('every kind of rule that is applied after its hour runs for that day at once, and once', async () => {
  const day = '2027-03-15'
  const schedules = [{ rule: 'FREQ=DAILY' }, { once: day }, { rule: 'FREQ=WEEKLY;BYDAY=MO' }]
  const kinds = ['customer.birthday', 'customer.anniversary', 'card.activationDate', 'card.enrollmentDate']
  const names = [...kinds, 'demographic:since']
  const rules = [...names.map((of) => onDate(of)), ...schedules.map(onSchedule)]
  const { shop, round, fired } = await openWith(rules, `${day} 15:00`)
  const card = await shop.card()
  await shop.must('updateAccount', {
    cardNumber: card,
    primaryCustomer: { birthday: '1990-03-15', anniversary: '2015-03-15' },
    brandDemographics: [{ fieldName: 'since', value: '2020-03-15' }],
  })
  await moveCard(shop, 'card', `activated_at = ${utc(`${day} 14:00`)}`, card)
  await moveCard(shop, 'account', `enrolled_at = ${utc(`${day} 14:00`)}`, card)
  assert.deepEqual(await round(`${day} 15:00`), { fired: names.length + schedules.length })
  assert.deepEqual(await round(`${day} 15:01`), {})
  assert.equal(await fired(`2027-03-16 15:01`), 1, 'the daily one')
  assert.equal(await pointsOf(shop, card), 5 * (names.length + schedules.length + 1))
  assert.deepEqual(await shop.verify(), [])
})

test('cards that come to have a date after its hour have their turn until the day is over', async () => {
  const rules = [onDate('customer.birthday'), onDate('card.activationDate')]
  const { shop, round } = await openDateShop(rules, '2027-03-01 00:00')
  assert.deepEqual(await round('2027-03-15 09:00'), {})
  const ana = await bornOn(shop, '1990-03-15')
  assert.deepEqual(await round('2027-03-15 11:00'), { fired: 1 })
  const ben = await shop.card()
  await moveCard(shop, 'card', `activated_at = ${utc('2027-03-15 12:30')}`, ben)
  assert.deepEqual(await round('2027-03-15 12:31'), { fired: 1 })
  assert.deepEqual(await round('2027-03-15 13:02'), {})
  await bornOn(shop, '1991-03-15')
  assert.deepEqual(await round('2027-03-16 00:00'), { fired: 1 }, 'who came in the last minute of the day')
  await bornOn(shop, '1992-03-15')
  assert.deepEqual(await round('2027-03-16 00:01'), {}, 'the day is over')
  assert.deepEqual([await pointsOf(shop, ana), await pointsOf(shop, ben)], [5, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('two workers that look at the same day all the time fire once for each card', async () => {
  const { shop, context } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  const other = await openJobRoom(shop)
  let fired = 0
  const cards: string[] = []
  for (let minute = 10; minute < 14; minute += 1) {
    cards.push(...(await Promise.all(times(8, (index) => bornOn(shop, `19${60 + index}-03-15`)))))
    const workers = [context, other, context, other]
    const rounds = await Promise.all(workers.map((worker) => runDateRules(worker, at(`2027-03-15 09:${minute}`))))
    fired += rounds.reduce((sum, { counts }) => sum + (counts.fired ?? 0), 0)
  }
  assert.equal(fired, 32)
  for (const card of cards) assert.equal(await pointsOf(shop, card), 50)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that a checkout locks over midnight is not forgotten, though others of its day are done', async () => {
  const { shop, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  assert.deepEqual(await round('2027-03-15 09:00'), {})
  const locked = await bornOn(shop, '1990-03-15')
  const { lock, cancel } = lockingCalls({ shop })
  const setup = await lock(locked, '1 CAKE 5')
  assert.deepEqual(await round('2027-03-15 23:59'), { later: 1 })
  assert.deepEqual(await round('2027-03-16 10:00'), { later: 1 })
  await cancel(setup)
  assert.deepEqual(await round('2027-03-16 10:01'), { fired: 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('a schedule runs for the cards that there are, and with another schedule it begins anew', async () => {
  const { shop, round, apply } = await openWith([onSchedule({ rule: 'FREQ=DAILY' })], '2027-03-15 15:00')
  await shop.card()
  assert.deepEqual(await round('2027-03-15 15:00'), { fired: 1 })
  const late = await shop.card()
  assert.deepEqual(await round('2027-03-15 15:01'), {}, 'who comes later is not made up for')
  assert.deepEqual(await round('2027-03-16 09:00'), { fired: 2 })
  assert.deepEqual(await round('2027-03-17 08:00'), {})
  await apply([onSchedule({ rule: 'FREQ=DAILY', hour: 7 })], '2027-03-17 08:00')
  assert.deepEqual(await round('2027-03-17 08:01'), { fired: 2 }, 'seven has passed')
  assert.deepEqual(await round('2027-03-17 09:01'), {})
  assert.equal(await pointsOf(shop, late), 10)
  assert.deepEqual(await shop.verify(), [])
})

test('a schedule of which an earlier version did not keep how it began goes on as it is', async () => {
  const { shop, round } = await openDateShop([onSchedule({ rule: 'FREQ=DAILY' })], '2027-03-01 00:00')
  assert.deepEqual(await round('2027-03-15 09:00'), {})
  await sql(`update date_progress set schedule = null, first_day = null where brand_id = $1`, [shop.id])
  await shop.card()
  assert.deepEqual(await round('2027-03-15 09:01'), {})
  assert.deepEqual(await round('2027-03-16 09:00'), { fired: 1 })
  assert.deepEqual(await shop.verify(), [])
})

test('a schedule that names no first day counts from that of its campaign, or else from the day it began', async () => {
  const begun = '2027-03-16 15:00'
  const twice = [onSchedule({ rule: 'FREQ=DAILY;COUNT=2' })]
  const { shop, round, apply } = await openWith(twice, begun)
  await shop.card()
  assert.deepEqual(await round(begun), { fired: 1 })
  await changeRules(shop, twice)
  assert.deepEqual(await round('2027-03-17 09:00'), { fired: 1 }, 'to apply the same again is no new beginning')
  assert.deepEqual(await round('2027-03-18 09:00'), {})
  await apply([onSchedule({ rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR' })], '2027-03-18 10:00')
  assert.deepEqual(await round('2027-03-19 09:00'), { fired: 1 })
  assert.deepEqual(await round('2027-03-26 09:00'), {})
  assert.deepEqual(await round('2027-04-02 09:00'), { fired: 1 })
  await apply([onSchedule({ rule: 'FREQ=DAILY;COUNT=3' })], '2027-04-03 10:00', { from: '2027-04-02 00:00:00' })
  assert.deepEqual(await round('2027-04-03 10:00'), { fired: 1 }, 'the second of the campaign')
  assert.deepEqual(await round('2027-04-04 09:00'), { fired: 1 })
  assert.deepEqual(await round('2027-04-05 09:00'), {})
  assert.deepEqual(await shop.verify(), [])
})

test('what was due while the campaign ran is made up for after its end, as of the time when it was due', async () => {
  const when = [
    { fact: 'request.date', op: '=', value: '2027-03-15' },
    { fact: 'request.hour', op: '=', value: 9 },
    { fact: 'request.dayOfWeek', op: '=', value: 'mon' },
    { fact: 'customer.age', op: '=', value: 37 },
  ]
  const issue = { balanceType: 'Points', amount: 50, expiresAfter: { days: 10 } }
  const window = { days: ['mon'], from: '08:00', to: '10:00' }
  const rules = [birthdayRule({ when, window, then: [{ issue }] })]
  const { shop, round } = await openDateShop(rules, '2027-03-01 00:00')
  await changeRules(shop, rules, { until: '2027-03-16 00:00:00' })
  const card = await bornOn(shop, '1990-03-15')
  await bornOn(shop, '1990-03-16')
  assert.deepEqual(await round('2027-03-18 20:00'), { fired: 1 }, 'on the 16th there was no campaign any more')
  assert.equal(await pointsOf(shop, card), 50)
  const [lot] = await sql(
    `select extract(epoch from expires_at - now())::float8 / 86400 as days from lot where brand_id = $1 and is_open`,
    [shop.id],
  )
  assert(Math.abs(lot.days - 10) < 0.1, 'what is issued is dated by the present')
  assert.deepEqual(await shop.verify(), [])
})

test('who comes to have a date after the campaign has ended is not meant by it', async () => {
  const { shop, round } = await openDateShop([birthdayRule()], '2027-03-01 00:00')
  await changeRules(shop, [birthdayRule()], { until: '2027-03-15 12:00:00' })
  assert.deepEqual(await round('2027-03-15 09:00'), {})
  await bornOn(shop, '1990-03-15')
  assert.deepEqual(await round('2027-03-15 12:00'), {})
})

test('by the wall clock: whatever happens today is seen by the next look', async () => {
  const early = (of: string) => onDate(of, { date: { of, offsetDays: 0, hour: 0 } })
  const rules = ['card.activationDate', 'card.enrollmentDate', 'history.lastCheckout', 'customer.birthday'].map(early)
  const { shop, context } = await openDateShop(rules, '2026-01-01 00:00')
  const look = async () => (await runDateRules(context)).counts.fired
  const card = await shop.card()
  assert.equal(await look(), 1)
  const birthday = `1990${formatDateTime(await context.now(), zone).slice(4, 10)}`
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer: { birthday }, countAsEnrollment: true })
  assert.equal(await look(), 2)
  await shop.must('checkout', { cardNumber: card, products: productsOf('1 CAKE 5') })
  assert.equal(await look(), 1)
  assert.equal(await look(), 0)
  assert.equal(await pointsOf(shop, card), 20)
  assert.deepEqual(await shop.verify(), [])
})

test('whether an expiry has been booked decides nothing', async () => {
  const rules = [onDate('balance.expiration', { date: { of: 'balance.expiration', offsetDays: 0, hour: 0 } })]
  const { shop, context } = await openDateShop(rules, '2026-01-01 00:00')
  const cards = await Promise.all(times(3, () => shop.card({ usd: 2 })))
  const [booked = '', unbooked = '', still = ''] = cards
  const end = at(`${formatDateTime(await context.now(), zone).slice(0, 10)} 23:59`)
  await moveCard(shop, 'lot', `expires_at = now() - interval '1 second'`, booked)
  await expiry.run(context)
  await moveCard(shop, 'lot', `expires_at = now() - interval '1 second'`, unbooked)
  await moveCard(shop, 'lot', `expires_at = '${new Date(end + 59_900).toISOString()}'`, still)
  assert.equal((await runDateRules(context)).counts.fired, 1)
  assert.deepEqual(await Promise.all(cards.map((card) => pointsOf(shop, card))), [0, 0, 5])
  assert.deepEqual(await shop.verify(), [])
})

test('brands take turns: a large schedule of one does not make the others late', async () => {
  const daily = [onSchedule({ rule: 'FREQ=DAILY' })]
  const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: 1200, prefix: '60', length: 16 } }]
  const [large, small] = [
    await openDateShop(daily, '2027-03-01 00:00', { cardSets }),
    await openDateShop(daily, '2027-03-01 00:00'),
  ]
  await sql(`update card set status = 'Activated', activated_at = now() where brand_id = $1`, [large.shop.id])
  await small.shop.card()
  const roomOf = (brand: string) => (brand === large.shop.id ? large : small).context
  const order: string[] = []
  const both: JobContext = {
    ...large.context,
    listBrands: async () => [large.shop.id, small.shop.id],
    brandAt: (brand) => roomOf(brand).brandAt(brand),
    random: (size) => (size === 4 ? new Uint8Array(4) : large.context.random(size)),
    run: (work) => {
      order.push(work.brand.id)
      return roomOf(work.brand.id).run(work)
    },
  }
  const { counts } = await runDateRules(both, at('2027-03-01 09:00'))
  assert.equal(counts.fired, 1201)
  assert.equal(order.indexOf(small.shop.id), 1000, 'after the first page of the large one')
  assert.deepEqual(await small.shop.verify(), [])
})
