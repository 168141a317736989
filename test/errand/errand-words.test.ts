import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPeriod } from '../../server/calls/replay/period.ts'
import { faultOf } from '../../server/domain/brand/faults/fault.ts'
import { keptWords, type Saying, sayingWords } from '../../server/storage/errand/sayings.ts'

test('a day that is none is told in German', () => {
  const fault = readPeriod('tomorrow', '2026-11-01', 'UTC')
  assert.ok('saying' in fault)
  assert.match(sayingWords(fault, 'en'), /^tomorrow is not a time\. Write a date/)
  assert.match(sayingWords(fault, 'de'), /^tomorrow ist keine Zeit\. Schreiben Sie ein Datum/)
})

test('the faults of a draft that was to be replayed are told in German', () => {
  const saying = { saying: 'faulty', faults: [{ path: 'version', ...faultOf('noVersionKept') }] } as const
  const [english, german] = [sayingWords(saying, 'en'), sayingWords(saying, 'de')]
  assert.match(german, /^version: /)
  assert.notEqual(german, english)
})

test('what this version has no words for is told as the one that said it did', () => {
  const saying = { saying: 'unheardOf' } as unknown as Saying
  assert.equal(keptWords({ text: 'Quite unheard of.', saying }, 'de'), 'Quite unheard of.')
  assert.equal(keptWords({ text: 'It took more than 6 hours.', saying: null }, 'de'), 'It took more than 6 hours.')
  assert.equal(keptWords({ text: null, saying: null }, 'de'), undefined)
})
