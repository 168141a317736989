import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strangeInSale, withKnownAttributes } from '../../server/calls/operations/checkout/parts/sent-attributes.ts'
import type { AttributeDefinition } from '../../server/domain/brand/attributes.ts'
import type { Brand } from '../../server/domain/brand/brand.ts'
import { unknownFieldsMax } from '../../server/ground/contract/read.ts'
import { growthOf, slow } from '../support/growth.ts'
import { openShop, times } from '../support/shop.ts'
import { turnsDuring } from '../support/thread-turns.ts'

/** As many as a file may define, with all the values that they may have. */
const values = times(64, (index) => `${index}`.padStart(100, 'v'))
const attributes: readonly AttributeDefinition[] = [
  ...times(30, (index) => ({ name: `attribute-${index}`.padEnd(60, 'x'), type: 'text' as const })),
  { name: 'size', type: 'oneOf', values },
  { name: 'made', type: 'severalOf', values },
]

const perLine = 100
const strangeNames = (index: number) =>
  Object.fromEntries(times(perLine, (place) => [`${index} ${place}`.padEnd(60, 'y'), 1]))

/** What a line may say, as far as bodies and lines can be long. */
const lines: readonly (readonly [string, (index: number) => unknown])[] = [
  ['names that the brand does not know', strangeNames],
  ['values that the brand does not know', () => ({ size: 'w'.repeat(100), made: times(perLine, () => 'w') })],
  ['the same value again and again', () => ({ made: times(perLine, () => values[63]) })],
]

for (const [name, attributesOf] of lines)
  test(`lines with ${name} take time in proportion to them`, async () => {
    const brand = { document: { attributes } } as unknown as Brand
    const line = await growthOf((size) => times(size, (index) => ({ sku: 'A', attributes: attributesOf(index) })), {
      sizeMax: 100,
      msMax: 60,
      read: (products) => {
        assert.ok(strangeInSale({ products }, brand, unknownFieldsMax).length <= unknownFieldsMax)
        return withKnownAttributes(products, brand)
      },
    })
    assert.equal(line, undefined)
  })

test('a sale with thousands of attributes that the brand does not know holds no thread', async () => {
  const shop = await openShop({ more: { attributes } })
  const products = times(95, (index) => ({ sku: 'A', unitPrice: 1, attributes: strangeNames(index) }))
  const { longestMs } = await turnsDuring(async () => {
    await shop.must('checkout', { products: products.map((one) => ({ ...one, amountPurchased: 1 })) })
  })
  // The client is on this thread as well.
  assert.ok(longestMs < 100 * slow, `${longestMs.toFixed(0)} ms`)
  assert.deepEqual(await shop.verify(), [])
})
