import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import {
  type Decimal,
  formatMinor,
  minorMax,
  multiplyDivide,
  parseDecimal,
  toJsonNumber,
  toMinor,
} from '../../server/ground/kernel/money.ts'

const scale = fc.integer({ min: 0, max: 6 })
const minor = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.maxSafeInteger().map((n) => n % (minorMax + 1)),
  fc.constantFrom(minorMax, -minorMax, 0),
)

test('a number is read exactly as it was written', () => {
  const table: [string, Decimal | undefined][] = [
    ['0', { units: 0, scale: 0 }],
    ['-0', { units: 0, scale: 0 }],
    ['0.000', { units: 0, scale: 0 }],
    ['12.50', { units: 125, scale: 1 }],
    ['-12.05', { units: -1205, scale: 2 }],
    ['0.1', { units: 1, scale: 1 }],
    ['1e2', { units: 100, scale: 0 }],
    ['1.5E+3', { units: 1500, scale: 0 }],
    ['15e-1', { units: 15, scale: 1 }],
    ['100e-2', { units: 1, scale: 0 }],
    ['000123', { units: 123, scale: 0 }],
    ['999999999999999', { units: 999999999999999, scale: 0 }],
    ['9999999999999.99', { units: 999999999999999, scale: 2 }],
    ['1000000000000000', undefined],
    ['0.0000000000001', undefined],
    ['1e15', undefined],
    ['1e999', undefined],
    ['1e1000', undefined],
    ['1234567890.1234567', undefined],
    ['', undefined],
    ['.5', undefined],
    ['5.', undefined],
    ['+5', undefined],
    ['1,5', undefined],
    [' 1', undefined],
    ['0x10', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['1_000', undefined],
    ['١', undefined],
    ['1'.repeat(65), undefined],
  ]
  for (const [text, expected] of table) assert.deepEqual(parseDecimal(text), expected, text)
})

test('a text that is no number, or too long a one, is never read as some other number', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.eE+-x ') }), (text) => {
      const read = parseDecimal(text)
      if (!read) return
      assert.ok(Math.abs(read.units) <= minorMax && read.scale >= 0)
      assert.equal(Number(text) + 0, Number(`${read.units}e-${read.scale}`) + 0)
    }),
    { numRuns: 2000 },
  )
})

test('every amount of every scale comes back as it was printed, as text and as a JSON number', () => {
  fc.assert(
    fc.property(minor, scale, (amount, decimals) => {
      const text = formatMinor(amount, decimals)
      const read = parseDecimal(text)
      assert.ok(read)
      assert.equal(toMinor(read, decimals), amount + 0)
      const sent = JSON.stringify(toJsonNumber(amount, decimals))
      const received = parseDecimal(sent)
      assert.ok(received, sent)
      assert.equal(toMinor(received, decimals), amount + 0)
    }),
    { numRuns: 3000 },
  )
})

test('an amount is printed without superfluous zeros', () => {
  const table: [number, number, string][] = [
    [1250, 2, '12.5'],
    [1200, 2, '12'],
    [5, 2, '0.05'],
    [-5, 3, '-0.005'],
    [0, 6, '0'],
    [1, 6, '0.000001'],
    [7, 0, '7'],
    [minorMax, 6, '999999999.999999'],
    [-minorMax, 2, '-9999999999999.99'],
  ]
  for (const [amount, decimals, text] of table) assert.equal(formatMinor(amount, decimals), text)
})

test('an amount with more decimals than its scale, or more than fifteen digits, has no minor units', () => {
  const table: [Decimal, number, number | undefined][] = [
    [{ units: 1, scale: 2 }, 2, 1],
    [{ units: 1, scale: 3 }, 2, undefined],
    [{ units: 1, scale: 1 }, 0, undefined],
    [{ units: 5, scale: 0 }, 6, 5_000_000],
    [{ units: minorMax, scale: 0 }, 0, minorMax],
    [{ units: minorMax, scale: 0 }, 1, undefined],
    [{ units: 10_000_000_000_000, scale: 0 }, 2, undefined],
    [{ units: 9_999_999_999_999, scale: 0 }, 2, 999_999_999_999_900],
    [{ units: -minorMax, scale: 2 }, 2, -minorMax],
  ]
  for (const [decimal, decimals, expected] of table) assert.equal(toMinor(decimal, decimals), expected)
})

test('a share is rounded half up by magnitude, once, and never by floating point', () => {
  const table: [number, number, number, number][] = [
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [5, 3, 10, 2],
    [-5, 3, 10, -2],
    [0, 7, 9, 0],
    [1005, 10, 100, 101],
    [minorMax, 1, 1, minorMax],
  ]
  for (const [a, b, c, expected] of table) assert.equal(multiplyDivide(a, b, c), expected, `${a} * ${b} / ${c}`)

  const factor = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), factor, divisor, (a, b, c) => {
      const exact = BigInt(a) * b
      fc.pre((exact < 0n ? -exact : exact) / c < BigInt(minorMax))
      const result = BigInt(multiplyDivide(a, b, c))
      const away = 2n * (result * c - exact) * (exact < 0n ? -1n : 1n)
      assert.ok(away <= c && away > -c, `${a} * ${b} / ${c} = ${result}`)
    }),
  )
})
