import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type FactNeed, needKey } from '../../server/domain/campaign/needs.ts'
import { PlaceSet } from '../../server/domain/campaign/place-set.ts'
import { canonicalJson } from '../../server/ground/kernel/canonical-json.ts'

test('a need has the key that its content has as JSON, however it is written', () => {
  const since = fc.option(fc.integer({ min: 0, max: 4_000_000_000_000 }), { nil: undefined })
  const counters = fc
    .record({ rule: fc.string({ unit: 'binary' }), per: fc.constantFrom('card' as const, 'brand' as const), since })
    .map(
      ({ since: from, ...counter }): FactNeed => ({
        kind: 'counter',
        ...counter,
        ...(from !== undefined && { since: from }),
      }),
    )
  fc.assert(fc.property(counters, (need) => assert.equal(needKey(need), canonicalJson(need))))
  const history: FactNeed = { where: { sku: ['ESP'] }, kind: 'history', since: 5 }
  assert.equal(needKey(history), '{"kind":"history","since":5,"where":{"sku":["ESP"]}}')
})

test('places come out in order and once, and a copy does not change what it was made of', () => {
  const size = 100
  const places = fc.array(fc.nat({ max: size - 1 }), { maxLength: 150 })
  const list = Array.from({ length: size }, (_, place) => place)
  fc.assert(
    fc.property(places, places, (first, more) => {
      const set = new PlaceSet(size)
      for (const place of first) set.add(place)
      const copy = set.copy()
      for (const place of more) copy.add(place)
      const ordered = (all: readonly number[]) => [...new Set(all)].sort((a, b) => a - b)
      assert.deepEqual(set.pick(list), ordered(first))
      assert.deepEqual(copy.pick(list), ordered([...first, ...more]))
    }),
  )
})
