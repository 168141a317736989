import assert from 'node:assert/strict'
import test from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { codeKey } from '../../server/ground/kernel/code-key.ts'
import { placedMessage } from '../support/told-fault.ts'

const ten = { id: 'ten', coupons: ['TEN-1'] }

function faultsOf(couponSets: readonly object[], rule: object = {}): string[] {
  const rules = [{ id: 'r', trigger: 'checkout', then: [{ discount: { amount: 1 } }], ...rule }]
  const read = readBrandFile(
    JSON.stringify({
      brand: { id: 'b', name: 'B', country: 'US', currency: 'USD' },
      couponSets: [ten, ...couponSets],
      campaigns: [{ id: 'c', rules }],
    }),
  )
  return 'faults' in read ? read.faults.map(placedMessage) : []
}

const codes = (...list: readonly object[]) => ({ id: 'b', codes: list })
const dates = { from: '2026-02-01 00:00:00', until: '2026-01-01 00:00:00' }
const ofCodes = { when: [{ fact: 'coupon', set: 'b' }] }
const ofCoupons = { when: [{ fact: 'code', set: 'ten' }] }
const given = { then: [{ allocateCoupon: { set: 'b' } }] }

/** What is wrong, the set, a rule, and what the merchant is told. */
// biome-ignore format: a table is read by its rows
const mistakes: readonly (readonly [string, object, object, RegExp])[] = [
  ['a code twice, in another case', codes({ code: 'Summer' }, { code: 'SUMMER' }), {}, /^couponSets\[b\]\.codes\[SUMMER\]: the public code "SUMMER" is defined twice/],
  ['a code that is a coupon', codes({ code: 'ten-1' }), {}, /^couponSets\[ten\]\.coupons: "TEN-1" is also the public code "ten-1"/],
  ['codes beside coupons', { ...codes({ code: 'A' }), coupons: ['B'] }, {}, /^couponSets\[b\]: a set has either coupons or public codes/],
  ['a code that ends before it begins', codes({ code: 'A', ...dates }), {}, /until must be later than from/],
  ['a code with spaces around it', codes({ code: ' A' }), {}, /^couponSets\[b\]\.codes\[ A\]\.code: expected a code without spaces around it/],
  ['half a use', codes({ code: 'A', uses: 1.5 }), {}, /\.uses: expected a whole number/],
  ['a card without a use', codes({ code: 'A', perCard: 0 }), {}, /\.perCard: must be from 1 to/],
  ['an unknown key of a code', codes({ code: 'A', per: 1 }), {}, /\.per: unknown key/],
  ['a set without a code', codes(), {}, /^couponSets\[b\]\.codes: expected at least one entry/],
  ['a text for a code', { id: 'b', codes: ['A'] }, {}, /expected an object such as { code: SUMMER10, uses: 1000, perCard: 1 }/],
  ['the fact coupon about codes', codes({ code: 'A' }), ofCodes, /\.set: the set "b" has public codes; ask for them with the fact code$/],
  ['the fact code about coupons', codes({ code: 'A' }), ofCoupons, /\.set: the set "ten" has coupons; ask for them with the fact coupon$/],
  ['a code that is given away', codes({ code: 'A' }), given, /\.set: the set "b" has public codes, which belong to nobody/],
]

for (const [what, set, rule, told] of mistakes) {
  test(`a mistake in a file is named: ${what}`, () => {
    const faults = faultsOf([set], rule)
    assert.equal(faults.length, 1, faults.join('\n'))
    assert.match(faults[0] ?? '', told)
  })
}

test('codes are the same in any case and compatibility form, and no others are', () => {
  for (const text of ['summer10', 'SUMMER10', 'Ｓｕｍｍｅｒ１０']) assert.equal(codeKey(text), 'SUMMER10')
  for (const text of ['Straße', 'STRASSE', 'STRAẞE']) assert.equal(codeKey(text), 'STRASSE')
  assert.equal(codeKey('ΟΔΟΣ'), codeKey('οδος'))
  assert.equal(codeKey('e\u0301te\u0301'), codeKey('Été'))
  for (const [one, other] of [
    ['ete', 'été'],
    ['O', '0'],
    ['A B', 'AB'],
  ] as const)
    assert.notEqual(codeKey(one), codeKey(other))
  for (const text of ['ﬁn', 'ǆ', 'İ', 'K']) assert.equal(codeKey(codeKey(text)), codeKey(text), 'it is final')
})
