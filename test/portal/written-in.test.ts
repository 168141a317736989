import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney } from '../../portal/parts/format.ts'
import { writtenIn } from '../../portal/shell/written-in.ts'

test('amounts are written in the language of the words around them, and as the brand does where that is its own', () => {
  const rows = [
    ['de', 'en', 'de'],
    ['en', 'de-CH', 'en'],
    ['de', 'de-CH', 'de-CH'],
    ['en', 'en-GB', 'en-GB'],
    ['de', 'fr', 'de'],
  ] as const
  for (const [spoken, ofBrand, expected] of rows) assert.equal(writtenIn(spoken, ofBrand), expected)
  assert.equal(formatMoney(1250.5, { language: writtenIn('de', 'en-US'), currency: 'USD' }), '1.250,50\u00a0$')
})
