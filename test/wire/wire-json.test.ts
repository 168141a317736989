import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  date,
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  oneOf,
  text,
} from '../../server/ground/contract/field.ts'
import { type JsonValue, LongNumber, readJsonBody } from '../../server/ground/contract/json.ts'
import { type ReadingRules, readRequest } from '../../server/ground/contract/read.ts'
import { parseDecimal } from '../../server/ground/kernel/money.ts'

/** The value as JSON.parse would have made it. */
function plain(value: JsonValue | undefined): unknown {
  if (value instanceof LongNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map((element: JsonValue) => plain(element))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner as JsonValue)]))
}

function parse(source: string): JsonValue | undefined {
  const read = readJsonBody(`{"value":${source}}`)
  return read.kind === 'body' ? read.body.value : undefined
}

const refusalOf = (source: string) => {
  const read = readJsonBody(source)
  return read.kind === 'refusal' ? read.text : undefined
}

const document = fc.dictionary(
  fc.string({ unit: 'grapheme', maxLength: 8 }).filter((key) => key !== '__proto__' && !key.includes('\0')),
  fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }),
  { maxKeys: 6 },
)
const isSafe = (source: string) => !/"__proto__"|\\u0000/.test(source)

test('every document without duplicate keys is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(document, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const source = JSON.stringify(value, null, indent)
      fc.pre(isSafe(source))
      const read = readJsonBody(source)
      assert.equal(read.kind, 'body', source)
      assert.deepEqual(plain(read.kind === 'body' ? read.body : undefined), JSON.parse(source))
    }),
    { numRuns: 500 },
  )
})

test('junk, and documents that were damaged, never throw, and are read only if JSON.parse reads them too', () => {
  const damaged = fc
    .tuple(document, fc.nat(200), fc.constantFrom('', '"', '{', ']', ',', '\\', 'e', '0', '\ud800', '\0'))
    .map(([value, at, mark]) => {
      const source = JSON.stringify(value)
      return source.slice(0, at % source.length) + mark + source.slice((at % source.length) + 1)
    })
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), damaged), (source) => {
      if (readJsonBody(source).kind === 'body' && source.trim() !== '') assert.doesNotThrow(() => JSON.parse(source))
    }),
    { numRuns: 2000 },
  )
})

test('a number is kept exactly, or as its text', () => {
  const number = fc
    .tuple(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.option(fc.nat(10 ** 9)),
      fc.option(fc.integer({ min: -400, max: 400 })),
    )
    .map(
      ([whole, fraction, exponent]) =>
        `${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
    )
  fc.assert(
    fc.property(number, (source) => {
      const value = parse(source)
      if (value instanceof LongNumber) assert.equal(value.text, source)
      else assert.deepEqual(parseDecimal(String(value)), parseDecimal(source))
    }),
    { numRuns: 2000 },
  )
  assert.ok(parse('1e-400') instanceof LongNumber)
  assert.ok(parse(`0.${'0'.repeat(400)}1`) instanceof LongNumber)
  assert.ok(parse('12345678901234567') instanceof LongNumber)
  assert.equal(parse('123456789012345'), 123456789012345)
})

test('what two readers could understand differently is refused', () => {
  assert.match(refusalOf('{"a":1,"a":2}') ?? '', /"a" appears twice/)
  assert.match(refusalOf('{"a":1,"\\u0061":2}') ?? '', /twice/)
  assert.match(refusalOf('{"a":"\\ud800"}') ?? '', /not valid Unicode/)
  assert.match(refusalOf('{"a":"\\u0000"}') ?? '', /NUL/)
  assert.ok((refusalOf(`{"${'k'.repeat(9000)}":1,"${'k'.repeat(9000)}":1}`) ?? '').length < 200)
  const read = readJsonBody('{"constructor":1,"toString":2,"__proto__":{"polluted":3}}')
  assert.ok(read.kind === 'body')
  assert.equal(read.body.constructor, 1)
  assert.equal(read.body.polluted, undefined)
  assert.ok(Object.hasOwn(read.body, '__proto__'))
})

test('what costs too much is refused at once', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  assert.equal(refusalOf(nested(19)), undefined)
  assert.match(refusalOf(nested(20)) ?? '', /too deeply/)
  assert.match(refusalOf(nested(100_000)) ?? '', /too deeply/)
  assert.match(refusalOf(`{"a":[${'0,'.repeat(10_001)}0]}`) ?? '', /too many/)
  assert.match(refusalOf(`{${Array.from({ length: 10_001 }, (_, i) => `"k${i}":0`)}}`) ?? '', /too many/)
})

const sample = model('Sample', 'A sample.', {
  name: text('A text.'),
  code: id('An id.').between(3, 5),
  on: flag('A flag.'),
  count: integer('A count.').between(0, 100),
  amount: decimal('An amount.'),
  at: dateTime('A time.'),
  day: date('A day.'),
  kind: oneOf('A kind.', ['a', 'b']),
  tags: list('Tags.', id('A tag.')).max(2),
})
const rules: ReadingRules = { apiVersion: 2, enabled: new Set(), interfaceTimeZone: 'UTC' }

/** The field's value, or the refusal's text. */
function readField(source: string): unknown {
  const body = readJsonBody(`{${source}}`)
  if (body.kind === 'refusal') return body.text
  const read = readRequest(sample, body.body, rules)
  return read.kind === 'refusal' ? read.text : Object.values(read.value)[0]
}

test('fields are read leniently as to scalars and strictly as to all else', () => {
  const table: [string, unknown][] = [
    ['"name":8422', '8422'],
    ['"name":0.50', '0.5'],
    ['"name":0.0000001', '0.0000001'],
    ['"name":-0', '0'],
    ['"name":9007199254740991', '9007199254740991'],
    ['"name":9007199254740993', 'name: expected a text'],
    ['"name":1e21', 'name: expected a text'],
    ['"name":1e300', 'name: expected a text'],
    ['"name":true', 'name: expected a text'],
    ['"name":["x"]', 'name: expected a text'],
    ['"name":null', undefined],
    ['"name":""', undefined],
    ['"code":""', undefined],
    ['"code":"123456"', 'code: must have 3 to 5 characters'],
    ['"on":"false"', false],
    ['"on":"yes"', 'on: expected true or false'],
    ['"on":1', 'on: expected true or false'],
    ['"count":"7"', 7],
    ['"count":7.0', 7],
    ['"count":7.000000000000000000', 7],
    ['"count":7.5', 'count: expected a whole number'],
    ['"count":101', 'count: must be from 0 to 100'],
    ['"count":-1', 'count: must be from 0 to 100'],
    ['"count":1e300', 'count: has too many digits: at most 15'],
    ['"count":""', 'count: expected a number'],
    ['"count":"0x1"', 'count: expected a number'],
    ['"count":" 1"', 'count: expected a number'],
    ['"count":[1]', 'count: expected a number'],
    ['"amount":12.50', { units: 125, scale: 1 }],
    ['"amount":"1e2"', { units: 100, scale: 0 }],
    ['"amount":0.1234567890123456', 'amount: has too many digits: at most 15'],
    ['"at":"2026-02-28 23:59:59"', Date.UTC(2026, 1, 28, 23, 59, 59)],
    ['"at":"2026-02-29 00:00:00"', 'at: expected a date and time, yyyy-MM-dd HH:mm:ss'],
    ['"day":"2024-02-29"', '2024-02-29'],
    ['"day":20240229', 'day: expected a date, yyyy-MM-dd'],
    ['"kind":"b"', 'b'],
    ['"kind":"c"', 'kind: must be one of a, b'],
    ['"tags":["x",7]', ['x', '7']],
    ['"tags":["x",null]', 'tags[1]: must not be null'],
    ['"tags":["x","y","z"]', 'tags: must have at most 2 elements'],
    ['"tags":"x"', 'tags: expected a list'],
  ]
  for (const [source, expected] of table) assert.deepEqual(readField(source), expected, source)
})

test('any document is read or refused, never thrown at', () => {
  const names = fc.constantFrom(...Object.keys(sample.fields), 'other')
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })), (value) => {
      const body = readJsonBody(JSON.stringify(value))
      if (body.kind === 'body') readRequest(sample, body.body, rules)
    }),
    { numRuns: 1000 },
  )
})
