import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../server/calls/operations/all.ts'
import type { FieldSpec, Model } from '../../server/ground/contract/field.ts'
import { catalogue } from '../../server/ground/kernel/errors.ts'
import { type Answer, openShop, type Shop } from '../support/shop.ts'

const runs = 300

/** Anything that JSON can say. */
const anything = fc.jsonValue({ maxDepth: 3 })
const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    'null',
    'NaN',
    '1e400',
    '__proto__',
    'constructor',
    "'; --",
    '%',
    '\\',
    '%00',
    '../../..',
    '😀',
    '\u202e',
    '\ufeff',
    '١٢٣',
  ),
)
const strangeNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(
    0,
    -0,
    0.1,
    1e-7,
    1e15,
    999_999_999_999_999,
    2 ** 53,
    -(2 ** 53),
    5e-324,
    1.7976931348623157e308,
    0.005,
    1.005,
  ),
)

/** Mostly what the field asks for, sometimes anything at all: so that bodies get past the reader, too. */
function anyValueOf(spec: FieldSpec, real: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const fitting = fittingOf(spec, real)
  return fc.oneof(
    { arbitrary: fitting, weight: 6 },
    { arbitrary: fc.oneof(anything, strangeText, strangeNumber), weight: 1 },
  )
}

function fittingOf(spec: FieldSpec, real: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (spec.kind) {
    case 'text':
      return fc.oneof(real, strangeText)
    case 'flag':
      return fc.constantFrom<unknown>(true, false, 'true', 'false')
    case 'integer':
      return fc.integer({ min: spec.min ?? -5, max: spec.max ?? 1000 })
    case 'decimal':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 1, max: 2000 }).map((cents) => cents / 100),
        strangeNumber,
      )
    case 'dateTime':
      return fc.constantFrom('2026-01-31 12:00:00', '2099-12-31 23:59:59', '2026-02-30 00:00:00', '0999-01-01 00:00:00')
    case 'date':
      return fc.constantFrom('2026-01-31', '2026-02-30')
    case 'choice':
      return fc.constantFrom(...(spec.choices ?? []))
    case 'list':
      return spec.item ? fc.array(anyValueOf(spec.item, real), { maxLength: 3 }) : fc.constant([])
    case 'object':
      return spec.model ? bodyOf(spec.model, real) : fc.constant({})
    case 'json':
      return fc.jsonValue()
  }
}

function bodyOf(model: Model, real: fc.Arbitrary<string>): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, { spec }] of Object.entries(model.fields)) fields[name] = anyValueOf(spec, real)
  const required = Object.entries(model.fields).filter(([, { spec }]) => spec.required)
  return fc.record(fields, { requiredKeys: required.map(([name]) => name) })
}

async function openFuzzedShop() {
  const shop = await openShop()
  const card = await shop.card({ usd: 50, points: 1000 })
  const { body: hold } = await shop.hold(card, { usd: 5 })
  const { body: sale } = await shop.redeem(card, { usd: 5 })
  return { shop, real: fc.constantFrom(card, card, 'cards', 'USD', 'STARS', hold.transactionId, sale.requestRef) }
}

for (const { name, request } of operations) {
  test(`whatever ${name} is given, it answers in the envelope and the books stay right`, async () => {
    const { shop, real } = await openFuzzedShop()
    await fc.assert(
      fc.asyncProperty(bodyOf(request, real), async (body) => {
        assertAnswered(await shop.call(name, JSON.stringify(body)))
      }),
      { numRuns: runs / 2 },
    )
    assert.deepEqual(await shop.verify(), [])
  })
}

test('any JSON, and any text, sent to any operation is answered in the envelope', async () => {
  const { shop } = await openFuzzedShop()
  const text = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '\\u', 'd800', '1', 'e', '-', '.', 'true', ' '), {
        maxLength: 40,
      })
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), text, async ({ name }, body) => {
      assertAnswered(await shop.call(name, body))
    }),
    { numRuns: runs },
  )
  assert.deepEqual(await shop.verify(), [])
})

test('headers that a caller can fill with anything are answered in the envelope', async () => {
  const { shop } = await openFuzzedShop()
  const value = fc.oneof(
    fc
      .string({ unit: 'binary', maxLength: 300 })
      .map((one) => Buffer.from(one.replace(/\p{Cc}/gu, ''), 'utf8').toString('latin1')),
    fc
      .array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 50 })
      .map((bytes) => Buffer.from(bytes).toString('latin1')),
    fc.nat(3000).map((length) => 'x'.repeat(length)),
  )
  const header = fc.constantFrom(
    'customRequestId',
    'externalTransactionId',
    'note',
    'employee',
    'employeePassword',
    'terminal',
    'location',
    'content-type',
    'accept',
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('search', 'allocate'), header, value, async (name, field, text) => {
      const body = name === 'search' ? { filters: {} } : { cardNumber: 'no such card' }
      const answer = await shop.call(name, body, { [field]: text })
      if (answer.status !== 401 && answer.status !== 429) assertAnswered(answer)
    }),
    { numRuns: runs },
  )
  await assertRecorded(shop)
  assert.deepEqual(await shop.verify(), [])
})

/** Never an internal error, never unavailable; the code belongs to the status, and nothing but the envelope is told. */
function assertAnswered({ status, body }: Answer): void {
  assert.match(body.requestRef, /^[0-9a-f-]{36}$/)
  if (body.success) {
    assert.equal(status, 200)
    return
  }
  const known = catalogue[body.errorCode as keyof typeof catalogue]
  assert.ok(known && body.errorCode !== 1 && status < 500, JSON.stringify(body))
  assert.equal(status, known.status)
  assert.deepEqual(Object.keys(body).toSorted(), ['errorCode', 'errorMessage', 'requestRef', 'success'])
  assert.ok(body.errorMessage.length > 0 && body.errorMessage.length < 2000)
}

/** A refused call leaves its record even after all of that. */
async function assertRecorded(shop: Shop): Promise<void> {
  const { body } = await shop.call('search', { filters: 5 })
  const looked = await shop.must('requestLookup', { requestRef: body.requestRef })
  assert.equal(looked.requestErrorCode, 100)
}
