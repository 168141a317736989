import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import fc from 'fast-check'
import { digits, isUuid, randomText, uuidFloor, uuidV7 } from '../../server/ground/kernel/ids.ts'
import { sql } from '../support/time-passes.ts'

const instant = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) })
const tenBytes = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('a reference is a lower-case UUID of version 7 that carries its instant', () => {
  fc.assert(
    fc.property(instant, tenBytes, (at, random) => {
      const uuid = uuidV7(at, random)
      assert.ok(isUuid(uuid))
      assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.equal(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16), at)
    }),
  )
})

test('the rest of a reference is the random bytes that were given', () => {
  const ones = uuidV7(0, new Uint8Array(10).fill(0xff))
  assert.equal(ones, '00000000-0000-7fff-bfff-ffffffffffff')
  assert.equal(uuidV7(0, new Uint8Array(10)), '00000000-0000-7000-8000-000000000000')
  const uuids = new Set(Array.from({ length: 1000 }, () => uuidV7(1, randomBytes(10))))
  assert.equal(uuids.size, 1000)
})

test('references sort by their instants, and the floor of an instant is below all of its references', () => {
  fc.assert(
    fc.property(instant, tenBytes, tenBytes, (at, a, b) => {
      assert.ok(uuidFloor(at) <= uuidV7(at, a))
      assert.ok(uuidV7(at, a) < uuidFloor(at + 1))
      assert.ok(uuidV7(at, a) < uuidV7(at + 1, b))
    }),
  )
})

test('the database puts the bounds of its partitions where the server expects them', async () => {
  for (const at of [0, 1, Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1, 12, 30, 15, 250), Date.UTC(9999, 11, 31)]) {
    const [row] = await sql('select uuid_floor($1::timestamptz) as bound', [new Date(at).toISOString()])
    assert.equal(row.bound, uuidFloor(at))
  }
})

test('only the canonical form is a reference', () => {
  const uuid = uuidV7(Date.UTC(2026, 0, 1), randomBytes(10))
  assert.ok(isUuid(uuid))
  for (const text of [
    '',
    uuid.toUpperCase(),
    `{${uuid}}`,
    uuid.replaceAll('-', ''),
    `${uuid}0`,
    ` ${uuid}`,
    `${uuid}\n`,
  ])
    assert.equal(isUuid(text), false, text)
})

test('a random text has its length, its alphabet, and no favourite characters', () => {
  assert.match(randomText(digits, 6, randomBytes), /^[0-9]{6}$/)
  assert.equal(randomText(digits, 0, randomBytes), '')
  // 250 to 255 would favour the first six digits.
  const biased = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 255 : 7)))
  assert.equal(randomText(digits, 12, biased), '7'.repeat(12))
  const counts = new Map<string, number>()
  for (const digit of randomText(digits, 20_000, randomBytes)) counts.set(digit, (counts.get(digit) ?? 0) + 1)
  for (const count of counts.values()) assert.ok(count > 1700 && count < 2300, String(count))
})
