import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AmountRead, readAmount, typedAmount } from '../../portal/parts/read-amount.ts'

/** What was typed, how many decimals there can be, and what it is in German and in English. */
const examples: readonly (readonly [string, number | undefined, string, string])[] = [
  ['1000', 2, '1000', '1000'],
  ['1.000', 2, '1000', '1000 or 1?'],
  ['1,000', 2, '1000 or 1?', '1000'],
  ['1.000', 0, '1000', '1000 or 1?'],
  ['1,000', 0, '1000 or 1?', '1000'],
  ['1.000', undefined, '1000 or 1?', '1000 or 1?'],
  ['1,000', undefined, '1000 or 1?', '1000 or 1?'],
  ['1.849', undefined, '1849 or 1,849?', '1.849'],
  ['1,849', undefined, '1.849', '1849 or 1.849?'],
  ['1.000', 3, '1000 or 1?', '1.000'],
  ['1,000', 3, '1.000', '1000 or 1?'],
  ['1.250', 3, '1250 or 1,25?', '1.250'],
  ['1.000,50', 2, '1000.50', '1000.50'],
  ['1,000.50', 2, '1000.50', '1000.50'],
  ['1.000,500', 3, '1000.500', '1000.500'],
  ['1000,50', 2, '1000.50', '1000.50'],
  ['1000.50', 2, '1000.50', '1000.50'],
  ['4.50', 2, '4.50', '4.50'],
  ['4,50', 2, '4.50', '4.50'],
  ['12.5', 2, '12.5', '12.5'],
  ['12,5', 2, '12.5', '12.5'],
  ['1.5', 0, 'at most 0 decimals', 'at most 0 decimals'],
  ['1,5', 0, 'at most 0 decimals', 'at most 0 decimals'],
  ['5.00', 0, '5.00', '5.00'],
  ['1.255', 2, '1255', 'at most 2 decimals'],
  ['1,255', 2, 'at most 2 decimals', '1255'],
  ['1000.500', 2, '1000500 or 1000,5?', '1000500 or 1000.5?'],
  ['0.005', 6, '0.005', '0.005'],
  ['0,005', undefined, '0.005', '0.005'],
  ['0.500', 2, '0.500', '0.500'],
  ['1.000.000', 2, '1000000', '1000000'],
  ['1,000,000', 2, '1000000', '1000000'],
  ['1.000.000,25', 2, '1000000.25', '1000000.25'],
  ['12.345', 2, '12345', 'at most 2 decimals'],
  ['1234.567', 2, 'at most 2 decimals', 'at most 2 decimals'],
  ['007', 2, '7', '7'],
  [' 7 ', 2, '7', '7'],
  ['-5', 2, 'no', 'no'],
  ['1.00.0', 2, 'no', 'no'],
  ['1,00,0', 2, 'no', 'no'],
  ['1.0000.000', 2, 'no', 'no'],
  ['0.000.000', 2, 'no', 'no'],
  ['10.00,5', 2, 'no', 'no'],
  ['1,000.000,5', 2, 'no', 'no'],
  ['1.000,', 2, 'no', 'no'],
  ['1,', 2, 'no', 'no'],
  [',5', 2, 'no', 'no'],
  ['', 2, 'no', 'no'],
  ['12 €', 2, 'no', 'no'],
  ['1e3', 2, 'no', 'no'],
  ['1234567890123', 2, 'no', 'no'],
  ['1,1234567', undefined, 'no', 'no'],
]

function told(read: AmountRead): string {
  if (read.kind === 'read') return read.text
  if (read.kind === 'ambiguous') return `${read.whole} or ${read.part}?`
  return read.kind === 'tooFine' ? `at most ${read.scale} decimals` : 'no'
}

test('amounts are read as the language writes them, and nothing is guessed', () => {
  assert.deepEqual(
    examples.map(([typed, scale]) => [
      typed,
      scale,
      told(readAmount(typed, { language: 'de', scale })),
      told(readAmount(typed, { language: 'en', scale })),
    ]),
    examples,
  )
})

test('below zero is read where it can be, with either sign that people type for it', () => {
  const manner = { language: 'de', scale: 2, isSigned: true }
  assert.deepEqual(
    ['-1.000', '−4,50', '--1'].map((typed) => told(readAmount(typed, manner))),
    ['-1000', '-4.50', 'no'],
  )
})

test('what a refusal proposes is read, and as what it proposes', () => {
  for (const language of ['de', 'en'])
    for (const [typed, scale] of examples) {
      const read = readAmount(typed, { language, scale })
      if (read.kind !== 'ambiguous') continue
      for (const proposed of [read.whole, read.part])
        assert.equal(readAmount(proposed, { language, scale }).kind, 'read', `${typed}: ${proposed}`)
    }
})

test('what stands in a field already is read as the amount that it is', () => {
  for (const language of ['de', 'en'])
    for (const amount of [0, 1, 1000, 1000.5, 12.4, 1234567.89, 0.125, 1.125, 0.000001, '1000.50', '4.125']) {
      const read = readAmount(typedAmount(amount, language), { language, scale: 6 })
      assert.equal(read.kind === 'read' && read.amount, Number(amount))
    }
})
