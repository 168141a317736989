import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPeriod } from '../../server/calls/replay/period.ts'
import { errandTexts, errandWords } from '../../server/storage/errand/words.ts'

test('what long work says of itself has German words, with the values in them', () => {
  for (const [english, german] of errandTexts) {
    const said = english.replaceAll('*', '7')
    const told = errandWords(said, 'de')
    assert.equal(errandWords(said, 'en'), said)
    assert.equal(told, german.replaceAll('*', '7'), said)
    assert.notEqual(told, said)
  }
})

test('a day that is none is told in German', () => {
  const fault = readPeriod('tomorrow', '2026-11-01', 'UTC')
  assert.ok(typeof fault === 'string')
  assert.match(errandWords(fault, 'de'), /^tomorrow ist keine Zeit\. Schreiben Sie ein Datum/)
})

test('what has no German words stays as it is', () => {
  assert.equal(errandWords('Quite unheard of.', 'de'), 'Quite unheard of.')
})
