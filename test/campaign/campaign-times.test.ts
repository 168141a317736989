import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Duration } from '../../server/domain/brand/rules/expiry.ts'
import type { Limit } from '../../server/domain/brand/shapes/campaign-shape.ts'
import { type ClockPeriod, LocalClock } from '../../server/domain/campaign/clock.ts'
import { judge } from '../../server/domain/campaign/judge.ts'
import { firingsOf } from '../../server/domain/campaign/limits.ts'
import { needKey } from '../../server/domain/campaign/needs.ts'
import { compileWindow } from '../../server/domain/campaign/window.ts'
import { day, formatDateTime, hour } from '../../server/ground/kernel/time.ts'
import { anonymous, at, card, clockAt, facts, rule, ruleOf, rulesOf, tuesday } from '../support/campaign-fixture.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const newYork = 'America/New_York'
const berlin = 'Europe/Berlin'
const lordHowe = 'Australia/Lord_Howe'
const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

test('a clock shows what the zone shows, whichever days it was asked for before', () => {
  const zones = fc.constantFrom('UTC', newYork, berlin, lordHowe, 'Asia/Kathmandu', 'Africa/Monrovia')
  const instant = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2060, 0, 1) })
  fc.assert(
    fc.property(instant, zones, (now, zone) => {
      const clock = new LocalClock(now, zone)
      const wall = formatDateTime(now, zone)
      const minutes = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
      const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
      const weekday = new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay()
      assert.deepEqual(
        [clock.date, clock.hour, clock.minuteOfDay, clock.weekday, clock.yesterday],
        [wall.slice(0, 10), Number(wall.slice(11, 13)), minutes, names[weekday], names[(weekday + 6) % 7]],
      )
    }),
  )
})

test('run windows: from is inclusive, to exclusive, and past midnight belongs to the first day', () => {
  const morning = { days: weekdays, from: '07:00', to: '11:00' }
  const night = { days: ['fri', 'sat'] as const, from: '22:00', to: '02:00' }
  const sundays = { days: ['sun'] as const, from: '00:00', to: '24:00' }
  const lateSunday = { days: ['sun'] as const, from: '23:00', to: '00:00' }
  //  window        local time             open
  const table: readonly (readonly [Parameters<typeof compileWindow>[0], string, boolean])[] = [
    [morning, '2026-07-14 06:59:59', false],
    [morning, '2026-07-14 07:00:00', true],
    [morning, '2026-07-14 10:59:59', true],
    [morning, '2026-07-14 11:00:00', false],
    [morning, '2026-07-18 08:00:00', false], // a Saturday
    [night, '2026-07-17 21:59:59', false], // Friday
    [night, '2026-07-17 22:00:00', true],
    [night, '2026-07-18 01:59:59', true], // Friday's window, on Saturday
    [night, '2026-07-18 02:00:00', false],
    [night, '2026-07-19 01:00:00', true], // Saturday's, on Sunday
    [night, '2026-07-19 22:30:00', false], // Sunday has none
    [night, '2026-07-20 01:00:00', false],
    [night, '2026-07-17 01:00:00', false], // Thursday had none
    [sundays, '2026-07-19 00:00:00', true],
    [sundays, '2026-07-19 23:59:59', true],
    [sundays, '2026-07-20 00:00:00', false],
    [lateSunday, '2026-07-19 23:30:00', true],
    [lateSunday, '2026-07-20 00:00:00', false],
  ]
  for (const [window, local, open] of table) {
    assert.equal(compileWindow(window)(clockAt(local)), open, `${JSON.stringify(window)} at ${local}`)
  }
})

test('a duration ends after days, on the same day of a later month, or in the last second of a period', () => {
  //  from                    zone      duration                         ends
  const table: readonly (readonly [string, string, Duration, string])[] = [
    ['2026-07-14 08:30:05', newYork, { days: 30 }, '2026-08-13 08:30:05'],
    ['2026-10-20 08:30:05', newYork, { days: 30 }, '2026-11-19 07:30:05'], // 24 hours each, and the clock went back
    ['2026-10-20 08:30:05', newYork, { months: 1 }, '2026-11-20 08:30:05'],
    ['2026-01-31 23:59:59', newYork, { months: 1 }, '2026-02-28 23:59:59'],
    ['2027-12-31 12:00:00', newYork, { months: 2 }, '2028-02-29 12:00:00'],
    ['2026-08-31 12:00:00', newYork, { months: 25 }, '2028-09-30 12:00:00'],
    ['2028-02-29 12:00:00', newYork, { years: 1 }, '2029-02-28 12:00:00'],
    ['2028-02-29 12:00:00', newYork, { years: 4 }, '2032-02-29 12:00:00'],
    ['2026-02-08 02:30:00', newYork, { months: 1 }, '2026-03-08 03:00:00'], // half past two does not exist on that day
    ['2026-07-14 08:30:05', berlin, { endOf: 'day', plus: 0 }, '2026-07-14 23:59:59'],
    ['2026-07-14 08:30:05', berlin, { endOf: 'day', plus: 3 }, '2026-07-17 23:59:59'],
    ['2026-07-14 08:30:05', berlin, { endOf: 'week', plus: 0 }, '2026-07-19 23:59:59'],
    ['2026-07-19 23:59:59', berlin, { endOf: 'week', plus: 1 }, '2026-07-26 23:59:59'],
    ['2026-01-31 08:30:05', berlin, { endOf: 'month', plus: 0 }, '2026-01-31 23:59:59'],
    ['2026-01-31 08:30:05', berlin, { endOf: 'month', plus: 1 }, '2026-02-28 23:59:59'],
    ['2026-11-30 08:30:05', berlin, { endOf: 'quarter', plus: 0 }, '2026-12-31 23:59:59'],
    ['2026-11-30 08:30:05', berlin, { endOf: 'quarter', plus: 1 }, '2027-03-31 23:59:59'],
    ['2026-05-01 00:00:00', berlin, { endOf: 'quarter', plus: 0 }, '2026-06-30 23:59:59'],
    ['2026-12-31 23:59:59', berlin, { endOf: 'year', plus: 0 }, '2026-12-31 23:59:59'],
    ['2027-01-01 00:00:00', berlin, { endOf: 'year', plus: 1 }, '2028-12-31 23:59:59'],
    ['2026-10-25 12:00:00', lordHowe, { endOf: 'day', plus: 0 }, '2026-10-25 23:59:59'],
  ]
  for (const [from, zone, duration, ends] of table) {
    const end = clockAt(from, zone).after(duration)
    assert.equal(formatDateTime(end, zone), ends, `${JSON.stringify(duration)} from ${from}`)
  }
})

test('a rule runs while both its own dates and those of its campaign allow it', () => {
  const runs = (campaign: object, own: object, local: string) => {
    const [only] = rulesOf([rule('r', { ...own })], { ...campaign })
    return only && judge(only, facts({ clock: clockAt(local) })).kind
  }
  const july = { from: '2026-07-01 00:00:00', until: '2026-08-01 00:00:00' }
  const week = { from: '2026-07-10 00:00:00', until: '2026-07-17 00:00:00' }
  const table: readonly (readonly [object, object, string, string])[] = [
    [{}, week, '2026-07-09 23:59:59', 'notRunning'],
    [{}, week, '2026-07-10 00:00:00', 'holds'],
    [{}, week, '2026-07-16 23:59:59', 'holds'],
    [{}, week, '2026-07-17 00:00:00', 'notRunning'],
    [july, week, '2026-07-20 00:00:00', 'notRunning'],
    [week, july, '2026-07-20 00:00:00', 'notRunning'],
    [july, { from: '2026-07-10 00:00:00' }, '2026-08-02 00:00:00', 'notRunning'],
    [july, { until: '2026-09-01 00:00:00' }, '2026-08-02 00:00:00', 'notRunning'],
  ]
  for (const [campaign, own, local, kind] of table) assert.equal(runs(campaign, own, local), kind, local)
})

test('run windows go by the wall clock when it changes', () => {
  const early = { days: ['sun'] as const, from: '01:00', to: '03:00' }
  //  zone       instant (UTC)          wall                         open
  const table: readonly (readonly [string, string, boolean])[] = [
    [newYork, '2026-03-08 05:59:59', false], // 00:59:59
    [newYork, '2026-03-08 06:00:00', true], // 01:00, and an hour later it is 03:00
    [newYork, '2026-03-08 06:59:59', true],
    [newYork, '2026-03-08 07:00:00', false],
    [newYork, '2026-11-01 05:30:00', true], // 01:30 for the first time
    [newYork, '2026-11-01 06:30:00', true], // and for the second
    [newYork, '2026-11-01 07:59:59', true],
    [newYork, '2026-11-01 08:00:00', false],
    [berlin, '2026-03-29 00:59:59', true], // 01:59:59, then 03:00
    [berlin, '2026-03-29 01:00:00', false],
    [berlin, '2026-10-25 00:30:00', true], // 02:30 twice
    [berlin, '2026-10-25 01:30:00', true],
    [berlin, '2026-10-25 02:00:00', false],
    [lordHowe, '2026-10-03 15:29:59', true], // 01:59:59, then 02:30: half an hour is skipped
    [lordHowe, '2026-10-03 15:30:00', true],
    [lordHowe, '2026-10-03 16:00:00', false],
  ]
  for (const [zone, instant, open] of table) {
    assert.equal(compileWindow(early)(new LocalClock(utc(instant), zone)), open, `${zone} ${instant}`)
  }
})

test("a campaign runs from its first instant to before its last, in the brand's time zone", () => {
  const [only] = rulesOf(
    [rule('r')],
    { from: '2026-03-01 00:00:00', until: '2026-04-01 00:00:00' },
    { timeZone: berlin },
  )
  assert(only)
  for (const [instant, kind] of [
    ['2026-02-28 22:59:59', 'notRunning'],
    ['2026-02-28 23:00:00', 'holds'],
    ['2026-03-31 21:59:59', 'holds'],
    ['2026-03-31 22:00:00', 'notRunning'],
  ] as const) {
    assert.equal(judge(only, facts({ clock: new LocalClock(utc(instant), berlin) })).kind, kind, instant)
  }
})

test('a rule outside its window says so', () => {
  const breakfast = ruleOf({ window: { days: ['tue'], from: '07:00', to: '08:30' } })
  assert.deepEqual(judge(breakfast, facts()), { kind: 'outsideWindow' })
})

test('the firings that a limit counts', () => {
  //  every          at (local)               zone      since (UTC)
  const table: readonly (readonly [Limit['every'], string, string, string | undefined])[] = [
    ['ever', '2026-07-14 08:30:00', newYork, undefined],
    ['day', '2026-07-14 08:30:00', newYork, '2026-07-14 04:00:00'],
    ['day', '2026-03-08 12:00:00', newYork, '2026-03-08 05:00:00'], // 23 hours long
    ['day', '2026-11-01 12:00:00', newYork, '2026-11-01 04:00:00'], // 25 hours long
    ['week', '2026-07-14 08:30:00', newYork, '2026-07-13 04:00:00'],
    ['week', '2026-07-19 23:59:59', newYork, '2026-07-13 04:00:00'], // Sunday ends the week
    ['week', '2026-07-20 00:00:00', newYork, '2026-07-20 04:00:00'],
    ['week', '2026-03-29 12:00:00', berlin, '2026-03-22 23:00:00'],
    ['week', '2026-03-30 12:00:00', berlin, '2026-03-29 22:00:00'],
    ['week', '2026-01-02 12:00:00', berlin, '2025-12-28 23:00:00'], // the week began last year
    ['month', '2026-11-30 12:00:00', newYork, '2026-11-01 04:00:00'],
    ['month', '2026-10-31 23:30:00', lordHowe, '2026-09-30 13:30:00'], // before its clocks change
    ['year', '2026-07-14 08:30:00', newYork, '2026-01-01 05:00:00'],
    ['year', '2026-07-14 08:30:00', lordHowe, '2025-12-31 13:00:00'],
  ]
  for (const [every, local, zone, since] of table) {
    const need = firingsOf('c/r', { times: 1, per: 'card', every }, facts({ clock: clockAt(local, zone) }))
    assert.ok(need?.kind === 'counter')
    const printed = need.since === undefined ? undefined : formatDateTime(need.since)
    assert.equal(printed, since, `${JSON.stringify(every)} ${local} ${zone}`)
  }
})

test('rolling days are times 24 hours: what is exactly so old no longer counts', () => {
  const need = firingsOf('c/r', { times: 1, per: 'brand', every: { days: 30 } }, facts())
  assert.deepEqual(need, { kind: 'counter', rule: 'c/r', per: 'brand', since: tuesday - 30 * day + 1 })
})

test('a limit lets a rule fire so often, and then says how often it has', () => {
  const limited = ruleOf({ limit: { times: 3, per: 'card', every: 'day' } })
  const need = { kind: 'counter', rule: 'c/r', per: 'card', since: at('2026-07-14 00:00:00') } as const
  const fired = (count: number) => facts({ past: new Map([[needKey(need), count]]) })
  assert.deepEqual(judge(limited, facts()), { kind: 'needs', needs: [need] })
  assert.equal(judge(limited, fired(2)).kind, 'holds')
  const throttled = { kind: 'throttled', times: 3, per: 'card', every: 'day', count: 3 }
  assert.deepEqual(judge(limited, fired(3)), throttled)
  assert.deepEqual(judge(limited, fired(7)), { ...throttled, count: 7 })
})

test('without a card a limit per card keeps the rule from firing, and one per brand counts', () => {
  assert.deepEqual(judge(ruleOf({ limit: { times: 1 } }), anonymous()), { kind: 'uncounted', per: 'card' })
  const perBrand = ruleOf({ limit: { times: 1, per: 'brand' } })
  const need = { kind: 'counter', rule: 'c/r', per: 'brand' } as const
  assert.deepEqual(judge(perBrand, anonymous()), { kind: 'needs', needs: [need] })
  assert.equal(judge(perBrand, anonymous({ past: new Map([[needKey(need), 1]]) })).kind, 'throttled')
})

const zones = fc.constantFrom(newYork, berlin, lordHowe, 'UTC', 'America/Havana', 'Asia/Kolkata', 'Pacific/Apia')
const instants = fc.integer({ min: utc('2010-01-01 00:00:00'), max: utc('2040-01-01 00:00:00') })
const periods = fc.constantFrom<ClockPeriod>('day', 'week', 'month', 'year')

test('every instant lies in its own period, which begins with its first and ends with the next', () => {
  fc.assert(
    fc.property(instants, zones, periods, (now, zone, period) => {
      const clock = new LocalClock(now, zone)
      const start = clock.startOf(period)
      const end = clock.endOf(period)
      assert(start <= now && now < end)
      const wallOfStart = formatDateTime(start, zone)
      assert.notEqual(formatDateTime(start - 1, zone).slice(0, 10), wallOfStart.slice(0, 10))
      assert.equal(new LocalClock(start, zone).startOf(period), start)
      assert.equal(new LocalClock(end, zone).startOf(period), end)
      assert.equal(new LocalClock(end - 1, zone).startOf(period), start)
    }),
    { numRuns: 300 },
  )
})

test('days that are an hour longer or shorter', () => {
  const length = (local: string, zone: string) =>
    clockAt(local, zone).endOf('day') - clockAt(local, zone).startOf('day')
  assert.equal(length('2026-03-08 12:00:00', newYork), 23 * hour)
  assert.equal(length('2026-11-01 12:00:00', newYork), 25 * hour)
  assert.equal(length('2026-03-29 12:00:00', berlin), 23 * hour)
  assert.equal(length('2026-10-25 12:00:00', berlin), 25 * hour)
  assert.equal(length('2026-10-04 12:00:00', lordHowe), 23.5 * hour)
  assert.equal(length('2026-04-05 12:00:00', lordHowe), 24.5 * hour)
})

test('what expires when the month ends is expiring within the month, also when the clocks change in it', () => {
  const clock = clockAt('2026-03-05 12:00:00', berlin)
  const expiring = ruleOf(
    { when: [{ fact: 'balance.expiring', balanceType: 'Points', within: { calendar: 'month' }, op: '=', value: 5 }] },
    undefined,
    { timeZone: berlin },
  )
  const lots = [
    { amount: 5, expiresAt: at('2026-04-01 00:00:00', berlin) },
    { amount: 9, expiresAt: at('2026-04-01 00:00:00', berlin) + 1 },
  ]
  assert.equal(judge(expiring, facts({ clock, card: card(lots) })).kind, 'holds')
})
