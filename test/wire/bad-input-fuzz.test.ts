import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../server/calls/operations/all.ts'
import { catalogue } from '../../server/ground/kernel/errors.ts'
import { bodyOf, strangeJson } from '../support/fuzzed-bodies.ts'
import { type Answer, openShop, type Shop } from '../support/shop.ts'

const runs = 300

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
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operations), strangeJson, async ({ name }, body) => {
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
