import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { faultLines } from '../../server/program/command-line/brand/fault-lines.ts'

const file = (location: string) =>
  `brand: { id: b1, name: B, country: US, currency: USD }\nlocations:\n  - { id: L1, ${location} }\n`

//  what somebody wrote of a location, and what is said about it
const faults = [
  [
    'timeZone: Venice',
    '3:25: locations[L1].timeZone: expected a time zone such as America/New_York, found the text "Venice"',
  ],
  [
    'timeZone: America/Los_Angels',
    '3:25: locations[L1].timeZone: expected a time zone such as America/New_York, found the text "America/Los_Angels"; did you mean America/Los_Angeles?',
  ],
  ['timezone: Europe/Berlin', '3:15: locations[L1].timezone: unknown key; did you mean "timeZone"?'],
] as const

for (const [written, expected] of faults) {
  test(`${written}: what happened, where, and what to do`, () => {
    const text = file(written)
    const found = findingsOf(text).faults.map((fault) => faultLines('', text, fault, 'fault')[0]?.replace(/^:? ?/, ''))
    assert.deepEqual(found, [expected])
  })
}

test('a time zone of a location that is there is no fault', () => {
  assert.deepEqual(findingsOf(file('timeZone: America/Los_Angeles')).faults, [])
})
