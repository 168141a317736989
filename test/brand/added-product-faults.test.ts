import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'

const file = (addProduct: object, more: object = {}, rule: object = {}) =>
  JSON.stringify({
    brand: { id: 'b1', name: 'Bakery', country: 'US', currency: 'USD' },
    products: [{ sku: 'MUG', name: 'Mug' }],
    campaigns: [{ id: 'c', rules: [{ id: 'r', trigger: 'checkout', ...rule, then: [{ addProduct }] }] }],
    ...more,
  })

const toldOf = (text: string) => {
  const { faults, warnings } = findingsOf(text)
  const at = 'campaigns[c].rules[r].then[0]'
  return [...faults, ...warnings].map(({ path, fault }) => `${path.replace(at, '')} ${fault}`)
}

//  the result, what is said of it
const table: readonly (readonly [object, string[]])[] = [
  [{ sku: 'MUG' }, []],
  [{ sku: 'MUG', units: 2.5, unitPrice: '1.25', regularPrice: { USD: 4 } }, []],
  [{ choose: { of: ['MUG'], group: 'gift' } }, []],
  [{}, ['.addProduct skuOrChoose']],
  [{ sku: 'CUP' }, ['.addProduct.sku addsUnknown']],
  [{ choose: { of: ['MUG', 'CUP'] } }, ['.addProduct.choose.of[1] addsUnknown']],
  [{ choose: { of: ['MUG', 'MUG'] } }, ['.addProduct.choose.of listedTwice']],
  [{ sku: 'MUG', units: 0 }, ['.addProduct.units notAbove']],
  [{ sku: 'MUG', units: 1001 }, ['.addProduct.units tooLarge']],
  [{ sku: 'MUG', unitPrice: -1 }, ['.addProduct.unitPrice tooSmall']],
  [{ sku: 'MUG', unitPrice: 5, regularPrice: 4 }, ['.addProduct boundsSwapped']],
]

test('what is wrong with a product that is added is said where it stands', () => {
  for (const [result, expected] of table) assert.deepEqual(toldOf(file(result)), expected, JSON.stringify(result))
})

test('a product needs a checkout, and a gift that competes needs its price', () => {
  assert.deepEqual(toldOf(file({ sku: 'MUG' }, {}, { trigger: 'custom' })), [' needsCheckout'])
  const promotions = { groups: [{ id: 'g', best: 'customer' }] }
  assert.deepEqual(toldOf(file({ sku: 'MUG' }, { promotions }, { group: 'g' })), ['.addProduct giftWorthless'])
  assert.deepEqual(toldOf(file({ sku: 'MUG', regularPrice: 9 }, { promotions }, { group: 'g' })), [])
  const budget = { amount: 10, of: 'discount' }
  assert.deepEqual(toldOf(file({ sku: 'MUG' }, {}, { budget })), ['campaigns[c].rules[r].budget.of budgetIdle'])
})
