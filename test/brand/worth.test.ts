import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { unitWorths } from '../../server/domain/brand/worth.ts'
import { growthOf } from '../support/growth.ts'
import { placedMessage } from '../support/told-fault.ts'

const stars = { balanceType: 'Custom', balanceCode: 'STARS' }
const euros = { balanceType: 'Currency', balanceCode: 'EUR' }
const all = { balanceType: 'Points', amount: 'all' }

function fileWith(more: object) {
  return {
    brand: { id: '1', name: 'Shop', country: 'US', currency: 'USD', exchangeRates: { EUR: '1.10' } },
    programs: [
      {
        id: 'rewards',
        valueTypes: [
          { balanceType: 'Points', scale: 0 },
          { ...stars, scale: 1 },
          { balanceType: 'Punches', scale: 0 },
          { ...euros, scale: 2 },
        ],
      },
    ],
    ...more,
  }
}

const converting = (conversions: readonly object[], active = true) => ({
  id: 'swap',
  active,
  rules: conversions.map((convert, index) => ({ id: `r${index}`, trigger: 'checkout', then: [{ convert }] })),
})

function worthsOf(more: object): Record<string, string> {
  const read = readBrandFile(JSON.stringify(fileWith(more)))
  assert.ok('file' in read, JSON.stringify(read))
  const found = unitWorths({ ...read.file, programs: read.file.programs, promotions: read.file.promotions } as never)
  const shown = ([name, { from, worth }]: [string, { from: string; worth: { over: bigint; under: bigint } }]) =>
    [name, `${from} ${Number(worth.over) / Number(worth.under)}`] as const
  return Object.fromEntries([...found].map(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

test('what a point is worth: as given, else as the best campaign converts it, over several steps', () => {
  const euro = { 'Currency EUR': 'money 1.1' }
  const toStars = { from: all, to: { ...stars, give: 1, per: 10 } }
  const toMoney = { from: { ...stars, amount: 'all' }, to: { ...euros, give: 1, per: 2 } }
  const direct = { from: all, to: { ...euros, give: 1, per: 100 } }
  //  promotions                 conversions                 worth
  const cases: readonly [object, readonly object[], Record<string, string>][] = [
    [{}, [], {}],
    [{ Points: '0.01' }, [], { Points: 'given 0.01' }],
    [{ Points: '0' }, [direct], { Points: 'given 0' }],
    [{}, [direct], { Points: 'converted 0.011' }],
    [{}, [toStars], {}],
    [{}, [toStars, toMoney], { 'Custom STARS': 'converted 0.55', Points: 'converted 0.055' }],
    [{}, [toStars, toMoney, direct], { 'Custom STARS': 'converted 0.55', Points: 'converted 0.011' }],
    [{ 'Custom STARS': '0.05' }, [toStars], { 'Custom STARS': 'given 0.05', Points: 'converted 0.005' }],
  ]
  for (const [worth, conversions, expected] of cases) {
    const campaigns = conversions.length > 0 ? [converting(conversions)] : []
    assert.deepEqual(worthsOf({ promotions: { worth }, campaigns }), { ...euro, ...expected })
  }
  assert.deepEqual(
    worthsOf({ campaigns: [converting([direct], false)] }),
    euro,
    'a campaign that is off converts nothing',
  )
})

test('a worth of money, of what no program has, or too small to count, is a fault', () => {
  const faultOf = (worth: object) => {
    const read = readBrandFile(JSON.stringify(fileWith({ promotions: { worth } })))
    return 'faults' in read ? read.faults.map(placedMessage).join('\n') : ''
  }
  assert.match(
    faultOf({ Miles: '1' }),
    /promotions\.worth\.Miles: the program has no Miles; it has Points, Custom STARS/,
  )
  assert.match(faultOf({ 'Currency EUR': '1' }), /Currency EUR is money/)
  assert.match(faultOf({ Points: '0.0000001' }), /promotions\.worth\.Points/)
  assert.match(faultOf({ Points: '-1' }), /promotions\.worth\.Points/)
})

const unit = (n: number) => ({ balanceType: 'Custom', balanceCode: `V${n}` })
const dollars = { balanceType: 'Currency', balanceCode: 'USD' }

interface Converted {
  readonly from: object
  readonly to: object
  readonly give?: number
  readonly per?: number
}

/** What conversions make of value types, in a file of nothing else. */
function convertedBy(conversions: readonly Converted[]) {
  const converts = conversions.map(({ from, to, give = 1, per = 1 }) => ({ from, to: { ...to, give, per } }))
  const document = {
    brand: { currency: 'USD', exchangeRates: {} },
    programs: [{ valueTypes: [dollars] }],
    campaigns: [converting(converts)],
  }
  return unitWorths(document as never)
}

test('conversions take time in proportion to them, in whatever order, and are followed for twenty steps', async () => {
  const chain = (size: number) =>
    Array.from({ length: size }, (_, n) => ({ from: unit(n), to: n === 0 ? dollars : unit(n - 1), give: 9, per: 7.1 }))
  const circle = (size: number) => [...chain(2), ...chain(size).map((one) => ({ ...one, from: unit(0), to: unit(1) }))]
  const kinds: readonly (readonly [string, (size: number) => Converted[]])[] = [
    ['of one kind', (size) => Array.from({ length: size }, () => ({ from: unit(0), to: unit(1) }))],
    ['in a chain', chain],
    ['in a chain, the last one first', (size) => chain(size).toReversed()],
    ['in a circle', circle],
  ]
  for (const [name, make] of kinds) {
    const line = await growthOf(make, { sizeMax: 20_000, msMax: 400, read: convertedBy })
    assert.equal(line, undefined, name)
  }
  for (const conversions of [chain(30), chain(30).toReversed()]) assert.equal(convertedBy(conversions).size, 1 + 20)
})

test('what is converted is worth the best of the fewest conversions, in whatever order', () => {
  const conversion = fc.record({
    from: fc.nat(5).map(unit),
    to: fc.oneof(fc.nat(5).map(unit), fc.constant(dollars)),
    give: fc.integer({ min: 1, max: 4 }),
    per: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(conversion, { maxLength: 10 }), (conversions) => {
      const found = convertedBy(conversions)
      const shown = [...found].map(([name, { worth }]) => [name, Number(worth.over) / Number(worth.under)] as const)
      const expected = byFewest(conversions)
      assert.deepEqual(new Set(found.keys()), new Set(expected.keys()))
      for (const [name, worth] of shown) assert.ok(Math.abs(worth - (expected.get(name) ?? 0)) < 1e-9, name)
      const reversed = convertedBy(conversions.toReversed())
      for (const [name, { worth }] of found) {
        const other = reversed.get(name)?.worth ?? { over: 0n, under: 1n }
        assert.equal(worth.over * other.under, other.over * worth.under, name)
      }
    }),
    { numRuns: 2000 },
  )
})

/** Breadth first, without any bound. */
function byFewest(conversions: readonly Required<Converted>[]): Map<string, number> {
  const nameOf = (one: object) => Object.values(one).join(' ')
  let edge = new Map([[nameOf(dollars), 1]])
  const found = new Map(edge)
  while (edge.size > 0) {
    const next = new Map<string, number>()
    for (const { from, to, give, per } of conversions) {
      const target = edge.get(nameOf(to))
      if (target === undefined || found.has(nameOf(from))) continue
      next.set(nameOf(from), Math.max(next.get(nameOf(from)) ?? 0, (target * give) / per))
    }
    for (const [name, worth] of next) found.set(name, worth)
    edge = next
  }
  return found
}
