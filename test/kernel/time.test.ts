import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import {
  formatDateTime,
  hour,
  isDate,
  isTimeZone,
  minute,
  offsetAt,
  parseDateTime,
} from '../../server/ground/kernel/time.ts'

const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia']
const zone = fc.constantFrom(...zones)
const second = fc
  .date({ min: new Date('1975-01-01Z'), max: new Date('2060-01-01Z'), noInvalidDate: true })
  .map((date) => Math.floor(date.getTime() / 1000) * 1000)

const utc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

test('only yyyy-MM-dd HH:mm:ss of a day that exists is a date and time', () => {
  const table: [string, boolean][] = [
    ['2026-02-28 00:00:00', true],
    ['2028-02-29 23:59:59', true],
    ['2000-02-29 12:00:00', true],
    ['9999-12-31 23:59:59', true],
    ['2026-02-29 00:00:00', false],
    ['2026-02-30 00:00:00', false],
    ['1900-02-29 00:00:00', false],
    ['2026-04-31 00:00:00', false],
    ['2026-13-01 00:00:00', false],
    ['2026-00-01 00:00:00', false],
    ['2026-01-00 00:00:00', false],
    ['2026-01-01 24:00:00', false],
    ['2026-01-01 23:60:00', false],
    ['2026-01-01 23:59:60', false],
    ['0000-01-01 00:00:00', false],
    ['2026-1-1 0:0:0', false],
    ['2026-01-01T00:00:00', false],
    ['2026-01-01 00:00:00Z', false],
    ['2026-01-01 00:00:00.000', false],
    ['2026-01-01 00:00', false],
    ['2026-01-01', false],
    [' 2026-01-01 00:00:00', false],
    ['2026-01-01 00:00:00\n', false],
    ['+02026-01-01 00:00:00', false],
    ['', false],
  ]
  for (const [text, exists] of table) {
    assert.equal(parseDateTime(text), exists ? utc(text) : undefined, text)
    assert.equal(parseDateTime(text, 'Europe/Berlin') !== undefined, exists, text)
  }
})

test('only yyyy-MM-dd of a day that exists is a date', () => {
  const table: [string, boolean][] = [
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-01-32', false],
    ['26-01-01', false],
    ['2026-01-01 00:00:00', false],
    ['', false],
  ]
  for (const [text, exists] of table) assert.equal(isDate(text), exists, text)
})

test('a time of the wall clock is the instant that the zone says, also where clocks are put forward and back', () => {
  //  zone, wall time, instant in UTC
  const table: [string, string, string][] = [
    ['America/New_York', '2026-01-15 12:00:00', '2026-01-15 17:00:00'],
    ['America/New_York', '2026-07-15 12:00:00', '2026-07-15 16:00:00'],
    // 02:00 to 03:00 does not exist: the next instant that does.
    ['America/New_York', '2026-03-08 01:59:59', '2026-03-08 06:59:59'],
    ['America/New_York', '2026-03-08 02:00:00', '2026-03-08 07:00:00'],
    ['America/New_York', '2026-03-08 02:30:00', '2026-03-08 07:00:00'],
    ['America/New_York', '2026-03-08 02:59:59', '2026-03-08 07:00:00'],
    ['America/New_York', '2026-03-08 03:00:00', '2026-03-08 07:00:00'],
    // 01:00 to 02:00 comes twice: the first.
    ['America/New_York', '2026-11-01 00:59:59', '2026-11-01 04:59:59'],
    ['America/New_York', '2026-11-01 01:30:00', '2026-11-01 05:30:00'],
    ['America/New_York', '2026-11-01 02:00:00', '2026-11-01 07:00:00'],
    ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29 01:00:00'],
    ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25 00:30:00'],
    ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25 02:00:00'],
    // Half an hour, on the other side of the world.
    ['Australia/Lord_Howe', '2026-10-04 02:10:00', '2026-10-03 15:30:00'],
    ['Australia/Lord_Howe', '2026-04-05 01:45:00', '2026-04-04 14:45:00'],
    // A whole day that did not exist.
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 10:00:00'],
    ['Pacific/Apia', '2011-12-31 00:00:00', '2011-12-30 10:00:00'],
    ['Asia/Kolkata', '2026-01-01 00:00:00', '2025-12-31 18:30:00'],
  ]
  for (const [timeZone, wall, instant] of table) {
    assert.equal(parseDateTime(wall, timeZone), utc(instant), `${wall} in ${timeZone}`)
  }
})

test('an instant is printed by the wall clock of its zone', () => {
  const table: [string, string, string][] = [
    ['2026-01-15 17:00:00', 'UTC', '2026-01-15 17:00:00'],
    ['2026-01-15 17:00:00', 'America/New_York', '2026-01-15 12:00:00'],
    ['2026-07-15 16:00:00', 'America/New_York', '2026-07-15 12:00:00'],
    ['2026-11-01 05:30:00', 'America/New_York', '2026-11-01 01:30:00'],
    ['2026-11-01 06:30:00', 'America/New_York', '2026-11-01 01:30:00'],
    ['2025-12-31 23:30:00', 'Europe/Berlin', '2026-01-01 00:30:00'],
    ['2026-01-01 00:00:00', 'Asia/Kolkata', '2026-01-01 05:30:00'],
  ]
  for (const [instant, timeZone, wall] of table) assert.equal(formatDateTime(utc(instant), timeZone), wall)
  assert.equal(formatDateTime(utc('2026-01-15 17:00:00') + 999), '2026-01-15 17:00:00')
})

test('what is printed is read as the same instant, or as the first of two with the same wall time', () => {
  fc.assert(
    fc.property(second, zone, (instant, timeZone) => {
      const wall = formatDateTime(instant, timeZone)
      const read = parseDateTime(wall, timeZone)
      assert.ok(read !== undefined && read <= instant)
      assert.equal(formatDateTime(read, timeZone), wall)
      assert.ok(instant - read <= hour, 'no zone puts its clocks back by more than an hour')
    }),
    { numRuns: 500 },
  )
})

test('a wall time that does not exist is the first instant after the gap', () => {
  fc.assert(
    fc.property(second, zone, (wall, timeZone) => {
      const text = formatDateTime(wall)
      const read = parseDateTime(text, timeZone)
      assert.ok(read !== undefined)
      if (formatDateTime(read, timeZone) === text) return
      assert.ok(formatDateTime(read, timeZone) > text && formatDateTime(read - 1, timeZone) < text)
    }),
    { numRuns: 500 },
  )
})

test('zones are known by their names, and their offsets to the minute', () => {
  for (const name of zones) assert.ok(isTimeZone(name))
  for (const name of ['', 'Mars/Olympus', 'America/Nowhere', '../etc/passwd']) assert.equal(isTimeZone(name), false)
  assert.equal(offsetAt(utc('2026-01-01 00:00:00'), 'Asia/Kolkata'), 5 * hour + 30 * minute)
  assert.equal(offsetAt(utc('2026-07-01 00:00:00') + 7, 'America/New_York'), -4 * hour)
})
