import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { nameIndex, searchNames } from '../../server/doors/portal-api/names/name-index.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

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
  // By the processor's time: the machine may be busy with other tests.
  const began = process.cpuUsage()
  assert.equal(searchNames(product, 'product 9999').length, 1)
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 200_000, `${user + system} us`)
})

test('the search finds single entries of the settings, those of a program with their program', async () => {
  const shop = await openShop({ more: { products: [{ sku: 'ESP', name: 'Espresso doppio' }] } })
  const support = await openDesk(shop).as('support')
  const find = async (text: string) => (await support.ask('findSettings', { text })).found
  assert.deepEqual(await find('doppio'), [{ kind: 'product', id: 'ESP', name: 'Espresso doppio' }])
  const [points] = (await find('points')).filter(({ kind }: { kind: string }) => kind === 'valueType')
  assert.ok(points?.program, 'it says where it is found')
  assert.deepEqual(await find('nothing like it'), [])
  const cashier = await openDesk(shop).as('cashier')
  assert.equal((await cashier.ask('findSettings', { text: 'doppio' })).error.reason, 'forbidden')
})
