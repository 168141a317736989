import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { searchesFor } from '../../server/background/jobs/dates/dates-due.ts'
import { addDays } from '../../server/domain/campaign/clock.ts'
import { fallsOn, monthDaysOn, yearsBack } from '../../server/domain/campaign/occurrence/card-date.ts'
import { type DatedRule, dueOccurrences, lookFrom } from '../../server/domain/campaign/occurrence/due.ts'
import { day, formatDateTime, type Instant, parseDateTime } from '../../server/ground/kernel/time.ts'

const newYork = 'America/New_York'
const berlin = 'Europe/Berlin'
const lordHowe = 'Australia/Lord_Howe'
const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

const schedule = (rule: string, hour = 9): DatedRule => ({ schedule: { rule, hour } })
const birthday = (offsetDays = 0, hour = 9): DatedRule => ({ date: { of: 'customer.birthday', offsetDays, hour } })

/** The occasions in UTC, of whole days in the zone. */
function due(rule: DatedRule, zone: string, from: string, to: string): string[] {
  const at = (date: string) => (parseDateTime(`${date} 00:00:00`, zone) ?? 0) - 1
  return dueOccurrences(rule, zone, at(from), at(to)).map(({ dueAt }) => formatDateTime(dueAt))
}

test('an hour of a day is that of the wall clock, also on the days when clocks change', () => {
  //  zone      hour  day           UTC
  const table: readonly (readonly [string, number, string, string])[] = [
    [newYork, 9, '2026-03-07', '2026-03-07 14:00:00'],
    [newYork, 9, '2026-03-08', '2026-03-08 13:00:00'],
    [newYork, 2, '2026-03-08', '2026-03-08 07:00:00'], // there is no 02:00: 03:00, which is the next instant
    [newYork, 3, '2026-03-08', '2026-03-08 07:00:00'],
    [newYork, 1, '2026-11-01', '2026-11-01 05:00:00'], // 01:00 comes twice: the first
    [newYork, 2, '2026-11-01', '2026-11-01 07:00:00'],
    [newYork, 0, '2026-11-01', '2026-11-01 04:00:00'],
    [berlin, 2, '2026-03-29', '2026-03-29 01:00:00'], // none: 03:00
    [berlin, 9, '2026-03-29', '2026-03-29 07:00:00'],
    [berlin, 2, '2026-10-25', '2026-10-25 00:00:00'], // twice
    [berlin, 23, '2026-10-25', '2026-10-25 22:00:00'],
    [lordHowe, 2, '2026-10-04', '2026-10-03 15:30:00'], // none: 02:30
    [lordHowe, 9, '2026-10-04', '2026-10-03 22:00:00'],
    [lordHowe, 1, '2026-04-05', '2026-04-04 14:00:00'],
    [lordHowe, 2, '2026-04-05', '2026-04-04 15:30:00'],
    ['America/Havana', 0, '2026-03-08', '2026-03-08 05:00:00'], // the day begins at 01:00
    ['Pacific/Apia', 9, '2011-12-30', '2011-12-30 10:00:00'], // there was no such day: the next instant
    ['UTC', 9, '2026-01-01', '2026-01-01 09:00:00'],
  ]
  for (const [zone, hour, date, expected] of table) {
    const once = { schedule: { once: date, hour } }
    const found = dueOccurrences(once, zone, utc(`${addDays(date, -3)} 00:00:00`), utc(`${addDays(date, 3)} 00:00:00`))
    assert.deepEqual(
      found.map(({ key, dueAt }) => [key, formatDateTime(dueAt)]),
      [[date, expected]],
      `${zone} ${hour} ${date}`,
    )
    const daily = dueOccurrences(birthday(0, hour), zone, utc(expected) - 1, utc(expected))
    assert(daily.some((one) => one.day === date))
  }
})

test('schedules: daily, weekly, monthly, yearly, once', () => {
  //  rule                                              from          to (not included)  days
  const table: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['FREQ=DAILY', '2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['FREQ=WEEKLY;BYDAY=MO,TH', '2026-07-13', '2026-07-20', ['2026-07-13', '2026-07-16']],
    ['FREQ=WEEKLY', '2026-07-13', '2026-07-27', ['2026-07-13', '2026-07-20']], // Mondays
    ['FREQ=MONTHLY;BYMONTHDAY=1', '2026-01-02', '2026-03-02', ['2026-02-01', '2026-03-01']],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=1', '2026-01-02', '2026-02-02', ['2026-02-01']],
    ['FREQ=MONTHLY', '2026-01-02', '2026-03-02', ['2026-02-01', '2026-03-01']], // the first
    ['FREQ=MONTHLY;BYMONTHDAY=31', '2026-02-01', '2026-06-01', ['2026-03-31', '2026-05-31']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '2028-02-01', '2028-04-01', ['2028-02-29', '2028-03-31']],
    ['FREQ=MONTHLY;BYDAY=-1FR', '2026-06-01', '2026-08-01', ['2026-06-26', '2026-07-31']],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', '2025-12-01', '2027-01-01', ['2025-12-24', '2026-12-24']],
    ['FREQ=DAILY;DTSTART=20260704;COUNT=1', '2026-07-01', '2027-07-10', ['2026-07-04']],
    ['FREQ=WEEKLY;DTSTART=20260701;COUNT=2', '2026-01-01', '2026-12-31', ['2026-07-01', '2026-07-08']],
    ['FREQ=DAILY;UNTIL=20260703;DTSTART=20260702', '2026-07-01', '2026-07-10', ['2026-07-02', '2026-07-03']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;DTSTART=20260101', '2026-02-01', '2026-03-01', ['2026-02-10', '2026-02-24']],
    ['FREQ=YEARLY;DTSTART=20240229', '2025-01-01', '2029-01-01', ['2028-02-29']],
  ]
  for (const [rule, from, to, days] of table) {
    for (const [zone, hour] of [
      [newYork, 9],
      [berlin, 0],
      [lordHowe, 23],
    ] as const) {
      const expected = days.map((date) => {
        const time = `${date} ${String(hour).padStart(2, '0')}:00:00`
        return formatDateTime(parseDateTime(time, zone) ?? 0)
      })
      assert.deepEqual(due(schedule(rule, hour), zone, from, to), expected, `${rule} ${zone}`)
    }
  }
})

test('schedules that name no first day count from the one that they are given', () => {
  //  rule                               first day      from          to (not included)  days
  const table: readonly (readonly [string, string, string, string, readonly string[]])[] = [
    ['FREQ=DAILY;COUNT=1', '2026-11-15', '2026-01-01', '2028-01-01', ['2026-11-15']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-11-11', '2026-11-01', '2026-12-20', ['2026-11-23', '2026-12-07']],
    ['FREQ=WEEKLY;COUNT=2', '2026-11-11', '2026-11-01', '2026-12-31', ['2026-11-11', '2026-11-18']],
    ['FREQ=MONTHLY;BYMONTHDAY=1;COUNT=2', '2026-11-15', '2026-11-01', '2027-12-31', ['2026-12-01', '2027-01-01']],
    ['FREQ=WEEKLY', '2026-11-11', '2026-11-09', '2026-11-17', ['2026-11-09', '2026-11-16']], // counts nothing: Mondays
    ['FREQ=DAILY;DTSTART=20261120;COUNT=1', '2026-11-15', '2026-11-01', '2026-12-31', ['2026-11-20']],
  ]
  for (const [rule, firstDay, from, to, days] of table) {
    const expected = days.map((date) => formatDateTime(parseDateTime(`${date} 09:00:00`, berlin) ?? 0))
    assert.deepEqual(due({ ...schedule(rule), firstDay }, berlin, from, to), expected, rule)
  }
})

test('schedules by the examples of RFC 5545: beginnings of weeks, and positions', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '19970805', ['08-05', '08-10', '08-19', '08-24']],
    ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '19970805', ['08-05', '08-17', '08-19', '08-31']],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '19970904', ['09-04', '10-07', '11-06']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '19970929', ['09-29', '10-30', '11-27', '12-30']],
  ]
  for (const [rule, start, days] of table) {
    const found = due(schedule(`${rule};DTSTART=${start}`), 'UTC', '1997-08-01', '1998-01-01')
    assert.deepEqual(
      found.map((at) => at.slice(5, 10)),
      days,
      rule,
    )
  }
})

test('an end with a time is that instant: of UTC with a Z, otherwise of the wall clock', () => {
  const last = (until: string, zone: string, hour: number) =>
    due(schedule(`FREQ=DAILY;UNTIL=${until}`, hour), zone, '2026-12-25', '2027-01-05').at(-1)
  assert.equal(last('20261231', newYork, 9), '2026-12-31 14:00:00')
  assert.equal(last('20261231T000000Z', newYork, 9), '2026-12-30 14:00:00')
  assert.equal(last('20261231T000000Z', newYork, 19), '2026-12-31 00:00:00', 'the instant itself is part of it')
  assert.equal(last('20261231T000000Z', newYork, 20), '2026-12-30 01:00:00')
  assert.equal(last('20261231T223000Z', lordHowe, 9), '2026-12-31 22:00:00', 'which is nine of the first of January')
  assert.equal(last('20261231T085959', berlin, 9), '2026-12-30 08:00:00')
  assert.equal(last('20261231T090000', berlin, 9), '2026-12-31 08:00:00')
})

test('of a stretch of time the beginning is not part, the end is', () => {
  const rule = schedule('FREQ=DAILY')
  const nine = utc('2026-07-14 13:00:00')
  const count = (from: Instant, to: Instant) => dueOccurrences(rule, newYork, from, to).length
  assert.equal(count(nine - 1, nine), 1)
  assert.equal(count(nine, nine + 1), 0)
  assert.equal(count(nine - 2, nine - 1), 0)
  assert.equal(count(nine - day, nine), 1)
})

test('a date is looked at from the beginning of the local day of the last look, a schedule from that look on', () => {
  //  zone                last look, UTC         begins, UTC
  const table: readonly (readonly [string, string, string])[] = [
    [newYork, '2026-03-08 20:00:00', '2026-03-08 05:00:00'], // clocks go forward
    [newYork, '2026-11-02 04:59:59', '2026-11-01 04:00:00'], // and back: a day of 25 hours
    [newYork, '2026-11-02 05:00:00', '2026-11-02 05:00:00'],
    [berlin, '2026-03-29 21:59:59', '2026-03-28 23:00:00'],
    [lordHowe, '2026-10-04 12:00:00', '2026-10-03 13:30:00'],
    ['America/Havana', '2026-03-08 12:00:00', '2026-03-08 05:00:00'], // the day begins at 01:00
  ]
  for (const [zone, last, begins] of table) {
    assert.equal(formatDateTime(lookFrom(birthday(), zone, utc(last)) + 1), begins, `${zone} ${last}`)
    assert.equal(lookFrom(schedule('FREQ=DAILY'), zone, utc(last)), utc(last))
    const again = lookFrom(birthday(), zone, utc(begins) - 1)
    assert.equal(formatDateTime(again + 1), begins, 'a rule that is new begins with its day, not with the one before')
  }
})

test('whatever the stretches of time, each day occurs exactly once', () => {
  const zones = fc.constantFrom(newYork, berlin, lordHowe, 'UTC', 'America/Havana', 'Pacific/Apia', 'Asia/Kolkata')
  const begin = fc.integer({ min: utc('2011-12-20 00:00:00'), max: utc('2040-01-01 00:00:00') })
  const steps = fc.array(fc.integer({ min: 1, max: 3 * day }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(zones, begin, steps, fc.integer({ min: 0, max: 23 }), (zone, from, lengths, hour) => {
      const bounds = [from]
      for (const length of lengths) bounds.push((bounds.at(-1) ?? from) + length)
      const whole = dueOccurrences(birthday(0, hour), zone, from, bounds.at(-1) ?? from)
      const parts = bounds.slice(1).flatMap((to, index) => {
        return dueOccurrences(birthday(0, hour), zone, bounds[index] ?? from, to)
      })
      assert.deepEqual(parts, whole)
      const days = whole.map((one) => one.day)
      assert.equal(new Set(days).size, days.length)
      days.slice(1).forEach((one, index) => {
        assert.equal(one, addDays(days[index] ?? '', 1))
      })
    }),
    { numRuns: 200 },
  )
})

test('days before and after a date, over the end of a year: the year is that of the date', () => {
  //  offset  runs on        means         year
  const table: readonly (readonly [number, string, string, string])[] = [
    [0, '2026-07-14', '2026-07-14', '2026'],
    [-7, '2026-12-27', '2027-01-03', '2027'],
    [-7, '2028-02-22', '2028-02-29', '2028'],
    [5, '2027-01-02', '2026-12-28', '2026'],
    [365, '2027-07-14', '2026-07-14', '2026'],
    [-366, '2026-07-14', '2027-07-15', '2027'],
  ]
  for (const [offset, runs, means, year] of table) {
    const at = parseDateTime(`${runs} 09:00:00`, berlin) ?? 0
    assert.deepEqual(dueOccurrences(birthday(offset), berlin, at - 1, at), [{ key: year, day: means, dueAt: at }])
  }
})

test('what is a single day is known by that day', () => {
  const at = parseDateTime('2026-07-14 09:00:00', berlin) ?? 0
  for (const name of ['balance.expiration', 'history.lastCheckout']) {
    const [one] = dueOccurrences({ date: { of: name, offsetDays: -3, hour: 9 } }, berlin, at - 1, at)
    assert.deepEqual([one?.key, one?.day], ['2026-07-17', '2026-07-17'])
  }
})

test('29 February falls on the 28th in other years', () => {
  assert.deepEqual(monthDaysOn('2026-02-28'), ['02-28', '02-29'])
  assert.deepEqual(monthDaysOn('2028-02-28'), ['02-28'])
  assert.deepEqual(monthDaysOn('2028-02-29'), ['02-29'])
  assert.deepEqual(monthDaysOn('2100-02-28'), ['02-28', '02-29'])
  assert.deepEqual(yearsBack('2026-02-28', 3), ['2026-02-28', '2025-02-28', '2024-02-28', '2024-02-29', '2023-02-28'])
  assert.deepEqual(yearsBack('2028-02-29', 4), ['2028-02-29', '2024-02-29'])
})

const person = (customer: object = {}, demographics: object = {}, enrolledAt?: Instant) => ({
  customer: customer as Record<string, string>,
  demographics: demographics as Record<string, readonly string[]>,
  ...(enrolledAt !== undefined && { enrolledAt }),
})

const lots = (...expiry: string[]) =>
  expiry.map((date, index) => ({
    no: index + 1,
    valueType: 1,
    bucket: '',
    amount: 5,
    held: 0,
    returnRelated: false,
    issuedAt: 0,
    expired: 0,
    settled: 0,
    expiresAt: utc(date),
  }))

test('whether the date of a card falls on a day', () => {
  const born = (birthday: string) => ({ card: { lots: [] }, account: person({ birthday }) })
  const field = (...dates: string[]) => ({ card: { lots: [] }, account: person({}, { renewal: dates }) })
  const active = (at: string) => ({ card: { lots: [], activatedAt: utc(at) }, account: person() })
  const enrolled = (at: string) => ({ card: { lots: [] }, account: person({}, {}, utc(at)) })
  const bought = (at: string) => ({ card: { lots: [] }, account: person(), lastSaleAt: utc(at) })
  const expires = (...at: string[]) => ({ card: { lots: lots(...at) }, account: person() })
  //  known                         of                      day           falls
  const table: readonly (readonly [Parameters<typeof fallsOn>[0], string, string, boolean])[] = [
    [born('1990-07-14'), 'customer.birthday', '2026-07-14', true],
    [born('1990-07-14'), 'customer.birthday', '2026-07-15', false],
    [born('2030-07-14'), 'customer.birthday', '2026-07-14', false],
    [born('1992-02-29'), 'customer.birthday', '2026-02-28', true],
    [born('1992-02-29'), 'customer.birthday', '2028-02-28', false],
    [born('1992-02-29'), 'customer.birthday', '2028-02-29', true],
    [born('1992-02-28'), 'customer.birthday', '2028-02-29', false],
    [born('1990-07-14'), 'customer.anniversary', '2026-07-14', false],
    [field('2020-01-05', '2021-07-14'), 'demographic:renewal', '2026-07-14', true],
    [field('2027-07-14'), 'demographic:renewal', '2026-07-14', false],
    [field('soon'), 'demographic:renewal', '2026-07-14', false],
    [field('2020-01-05'), 'demographic:other', '2026-01-05', false],
    [active('2025-07-15 03:59:59'), 'card.activationDate', '2026-07-14', true], // still the 14th in New York
    [active('2025-07-15 04:00:00'), 'card.activationDate', '2026-07-14', false],
    [active('2026-07-14 12:00:00'), 'card.activationDate', '2026-07-14', true], // an hour before nine
    [active('2026-07-14 14:00:00'), 'card.activationDate', '2026-07-14', true], // after nine
    [enrolled('2024-07-14 12:00:00'), 'card.enrollmentDate', '2026-07-14', true],
    [bought('2026-07-14 12:00:00'), 'history.lastCheckout', '2026-07-14', true],
    [bought('2025-07-14 12:00:00'), 'history.lastCheckout', '2026-07-14', false],
    [expires('2026-07-20 12:00:00', '2026-07-14 20:00:00'), 'balance.expiration', '2026-07-14', true],
    [expires('2026-07-14 13:00:00'), 'balance.expiration', '2026-07-14', false], // at nine it is gone
    [expires('2026-07-14 13:00:01'), 'balance.expiration', '2026-07-14', true],
    [expires('2027-07-14 12:00:00'), 'balance.expiration', '2026-07-14', false],
    [expires(), 'balance.expiration', '2026-07-14', false],
  ]
  for (const [known, of, date, expected] of table) {
    const dueAt = parseDateTime(`${date} 09:00:00`, newYork) ?? 0
    const meant = { of, day: date, at: dueAt, timeZone: newYork }
    assert.equal(fallsOn(known, meant), expected, `${of} ${date} ${JSON.stringify(known)}`)
  }
})

test('every kind of date has a way to find its cards', () => {
  const at = utc('2026-02-28 14:00:00')
  const count = (of: string) => {
    const rule = { date: { of, offsetDays: 0, hour: 9 } }
    const [one] = dueOccurrences(rule, newYork, at - 1, at)
    assert(one)
    return searchesFor({ rule, occurrence: one, timeZone: newYork, now: at, isAgain: false }).length
  }
  assert.equal(count('customer.birthday'), 2)
  assert.equal(count('customer.anniversary'), 2)
  assert.equal(count('demographic:renewal'), 2)
  assert.equal(count('balance.expiration'), 1)
  assert.equal(count('history.lastCheckout'), 1)
  assert.equal(count('card.activationDate'), 51 + 13)
  assert.equal(count('card.enrollmentDate'), 51 + 13)
})
