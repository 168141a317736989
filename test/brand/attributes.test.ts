import assert from 'node:assert/strict'
import test from 'node:test'
import { expectedOf, readAttributes } from '../../server/domain/brand/attributes.ts'
import { faultWords } from '../../server/domain/brand/faults/fault-words.ts'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { placedMessage } from '../support/told-fault.ts'

const brand = { id: 'b1', name: 'B', country: 'US', currency: 'USD' }
const attributes = [
  { name: 'brand', type: 'text' },
  { name: 'size', type: 'oneOf', values: ['S', 'M', 'L'] },
  { name: 'alcohol', type: 'flag' },
  { name: 'margin', type: 'number' },
  { name: 'allergens', type: 'severalOf', values: ['nuts', 'milk'] },
] as const
const orderAttributes = [
  { name: 'channel', type: 'oneOf', values: ['app', 'web'] },
  { name: 'weight', type: 'number' },
  { name: 'gift', type: 'flag' },
]

const read = (parts: object) => findingsOf(JSON.stringify({ brand, attributes, orderAttributes, ...parts }))
const faultsOf = (parts: object) => {
  const file = read(parts)
  return (file.faults ?? []).map(placedMessage)
}
const asking = (condition: object) => ({
  campaigns: [
    { id: 'c', rules: [{ id: 'r', trigger: 'checkout', when: [condition], then: [{ block: { message: 'x' } }] }] },
  ],
})
const where = (asked: object) => asking({ fact: 'products.quantity', where: { attributes: asked }, op: '>=', value: 1 })

test('attributes of products are held against what the file defines', () => {
  const products = (own: object) => ({ products: [{ sku: 'A', attributes: own }] })
  assert.deepEqual(
    faultsOf(products({ brand: 'Acme', size: 'M', alcohol: false, margin: '0.35', allergens: ['nuts'] })),
    [],
  )
  const table: readonly (readonly [object, RegExp])[] = [
    [{ colour: 'red' }, /products\[A\]\.attributes\.colour.*attribute/],
    [{ brand: 7 }, /brand.*quotes/],
    [{ brand: 'x'.repeat(101) }, /brand.*100/],
    [{ size: 'XL' }, /size.*S, M/],
    [{ alcohol: 'yes' }, /alcohol.*true/],
    [{ margin: 'much' }, /margin.*number/],
    [{ allergens: 'nuts' }, /allergens.*list/],
    [{ allergens: ['eggs'] }, /allergens.*nuts/],
    [{}, /names no attribute/],
  ]
  for (const [own, told] of table) {
    const [first = '', ...others] = faultsOf(products(own))
    assert.match(first, told)
    assert.deepEqual(others, [])
  }
})

test('a definition has values if it is one or several of them, and there are at most 32 with 64 values', () => {
  const of = (definitions: readonly object[]) => faultsOf({ attributes: definitions })
  assert.match(of([{ name: 'size', type: 'oneOf' }])[0] ?? '', /needs values/)
  assert.match(of([{ name: 'size', type: 'text', values: ['S'] }])[0] ?? '', /has no values/)
  assert.match(of([{ name: 'size', type: 'colour' }])[0] ?? '', /text/)
  assert.match(of([attributes[0], attributes[0]])[0] ?? '', /twice|already/)
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, type: 'flag' }))
  assert.deepEqual(of(many(32)), [])
  assert.match(of(many(33))[0] ?? '', /32/)
  const values = Array.from({ length: 65 }, (_, index) => `v${index}`)
  assert.match(of([{ name: 'size', type: 'oneOf', values }])[0] ?? '', /64/)
})

test('what where asks of an attribute fits its type', () => {
  for (const sound of [
    { brand: ['Acme', 'Bolt'] },
    { brand: 'Acme' },
    { size: ['L'] },
    { alcohol: true },
    { margin: { min: 0.3 } },
    { margin: [0.3, '0.5'] },
    { margin: { min: '-1.5', max: 2 } },
    { allergens: ['nuts'], size: 'S' },
  ])
    assert.deepEqual(faultsOf(where(sound)), [], JSON.stringify(sound))
  for (const [wrong, told] of [
    [{ colour: ['red'] }, /colour/],
    [{ size: ['XL'] }, /S, M/],
    [{ alcohol: ['yes'] }, /true/],
    [{ margin: { min: 3, max: 1 } }, /min/],
    [{ margin: {} }, /min, max/],
    [{ margin: ['much'] }, /number/],
    [{}, /names no attribute/],
  ] as const) {
    const [first = '', ...others] = faultsOf(where(wrong))
    assert.match(first, told)
    assert.deepEqual(others, [])
  }
})

test('the fact order has the type of its attribute', () => {
  const order = (name: string, more: object) => faultsOf(asking({ fact: 'order', name, ...more }))
  assert.deepEqual(order('channel', { op: 'in', value: ['app'] }), [])
  assert.deepEqual(order('weight', { op: '>=', value: 3.5 }), [])
  assert.deepEqual(order('gift', {}), [])
  assert.match(order('channel', { op: '=', value: 'fax' })[0] ?? '', /app/)
  assert.match(order('channel', { op: '>=', value: 3 })[0] ?? '', />=/)
  assert.match(order('brand', { op: '=', value: 'Acme' })[0] ?? '', /orderAttributes/)
})

test('faults are told in German, too', () => {
  const file = read(where({}))
  const [fault] = file.faults ?? []
  assert.ok(fault)
  assert.match(faultWords(fault, 'de'), /nennt kein Merkmal/)
})

test('what a till sends is read by the definitions; what does not fit is named', () => {
  const { known, unknown } = readAttributes(
    { brand: 5, size: 'XL', alcohol: 'true', margin: '0.10', allergens: 'nuts', colour: 'red', ...{ toString: 'x' } },
    attributes,
  )
  assert.deepEqual(known, { brand: '5', alcohol: true, margin: 0.1, allergens: ['nuts'] })
  assert.deepEqual(
    unknown.map((one) => [one.name, expectedOf(one)]),
    [
      ['size', 'one of S, M, L'],
      ['colour', undefined],
      ['toString', undefined],
    ],
  )
  assert.deepEqual(readAttributes({ brand: null, size: '' }, attributes), { unknown: [] })
  assert.deepEqual(readAttributes(['x'], attributes).unknown.map(expectedOf), ['an object'])
  assert.deepEqual(readAttributes({ margin: '1234567890123456' }, attributes).unknown[0]?.name, 'margin')
})
