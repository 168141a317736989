import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { nameIndex, searchNames } from '../../server/portal-api/names/name-index.ts'

const demo = parse(readFileSync(join(import.meta.dirname, '../../demo/harbor-coffee.yaml'), 'utf8'))
const index = nameIndex(demo)

test('everything that the demo brand names has its name', () => {
  assert.ok(index.product.some(({ id, name }) => id === 'LAT' && name === 'Latte'))
  assert.ok(index.category.some(({ id }) => id === 'drinks'))
  assert.ok(index.valueType.some(({ id }) => id === 'Currency USD'))
  assert.ok(index.location.length > 0 && index.program.length > 0 && index.rule.length > 0)
  for (const { id } of index.rule) assert.match(id, /^[^/]+\/[^/]+$/)
})

test('names are found by any of their words, those that begin with it first', () => {
  const names = [
    { id: 'A', name: 'Iced latte', about: 'drinks' },
    { id: 'B', name: 'Latte', about: 'drinks' },
    { id: 'C', name: 'Mug' },
  ]
  assert.deepEqual(
    searchNames(names, 'lat').map(({ id }) => id),
    ['B', 'A'],
  )
  assert.deepEqual(
    searchNames(names, 'drinks iced').map(({ id }) => id),
    ['A'],
  )
})

test('ten thousand products are searched in a moment', () => {
  const products = Array.from({ length: 10_000 }, (_, at) => ({
    sku: `P${at}`,
    name: `Product ${at}`,
    categories: [`c${at % 50}`],
  }))
  const { product } = nameIndex({ products })
  const began = performance.now()
  assert.equal(searchNames(product, 'product 9999').length, 1)
  assert.ok(performance.now() - began < 100)
})
