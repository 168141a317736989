import assert from 'node:assert/strict'
import test from 'node:test'
import { accountOf, openAccountShop } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'

const strings = (...values: string[]) => values.map((stringValue) => ({ stringValue }))
const numbers = (...values: number[]) => values.map((integerValue) => ({ integerValue }))

//  update                                                                   values of the field
const updates: readonly [change: Record<string, unknown>, kept: readonly (string | number)[] | undefined][] = [
  [{ fieldName: 'drink', value: 'Latte' }, ['Latte']],
  [{ fieldName: 'drink', value: 5 }, ['5']],
  [{ fieldName: 'drink', values: strings('Tea') }, ['Tea']],
  [{ fieldName: 'drink', mode: 'appendUnique', value: 'Tea' }, ['Tea']],
  [{ fieldName: 'drink', mode: 'append' }, ['Tea']],
  [{ fieldName: 'drink', value: '' }, undefined],
  [{ fieldName: 'drink', mode: 'append', value: 'Cocoa' }, ['Cocoa']],
  [{ fieldName: 'drink' }, undefined],
  [{ fieldName: 'cups', value: '3' }, [3]],
  [{ fieldName: 'cups', value: -7 }, [-7]],
  [{ fieldName: 'cups', values: [{ decimalValue: 4.0, stringValue: 'ignored' }] }, [4]],
  [{ fieldName: 'cups', values: null, value: null }, undefined],
  [{ fieldName: 'since', value: '2024-02-29' }, ['2024-02-29']],
  [{ fieldName: 'since', values: [{ dateValue: '2025-01-01' }] }, ['2025-01-01']],
  [{ fieldName: 'hobbies', values: strings('Go', 'Chess', 'Go') }, ['Go', 'Chess', 'Go']],
  [{ fieldName: 'hobbies', mode: 'append', value: 'Go' }, ['Go', 'Chess', 'Go', 'Go']],
  [
    { fieldName: 'hobbies', mode: 'appendUnique', values: strings('Go', 'Bridge') },
    ['Go', 'Chess', 'Go', 'Go', 'Bridge'],
  ],
  [{ fieldName: 'hobbies', mode: 'overwrite', values: strings('Skat') }, ['Skat']],
  [{ fieldName: 'hobbies', values: [] }, undefined],
  [{ fieldName: 'years', values: numbers(1, 2) }, [1, 2]],
  [{ fieldName: 'years', mode: 'append', value: '3' }, [1, 2, 3]],
]

test("the brand's own fields take values of their type, one or several, and lose them again", async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  for (const [change, expected] of updates) {
    await shop.must('updateAccount', { cardNumber, brandDemographics: [change] })
    const { demographics } = await accountOf(shop, cardNumber)
    assert.deepEqual(demographics[String(change.fieldName)], expected, JSON.stringify(change))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('several updates of one call are made in their order', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const brandDemographics = [
    { fieldName: 'hobbies', values: strings('Go') },
    { fieldName: 'drink', value: 'Tea' },
    { fieldName: 'hobbies', mode: 'append', value: 'Chess' },
    { fieldName: 'drink', value: 'Latte' },
  ]
  await shop.must('updateAccount', { cardNumber, brandDemographics })
  assert.deepEqual((await accountOf(shop, cardNumber)).demographics, { hobbies: ['Go', 'Chess'], drink: ['Latte'] })
})

const refused: Refusals = [
  [{ fieldName: 'unknown', value: 'x' }, 132],
  [{ fieldName: '__proto__', value: 'x' }, 132],
  [{ fieldName: 'constructor' }, 132],
  [{ fieldName: '' }, 100, 'brandDemographics[0].fieldName'],
  [{ value: 'x' }, 100, 'brandDemographics[0].fieldName'],
  [{ fieldName: 'drink', value: 'x', values: strings('y') }, 100, 'brandDemographics[0].values'],
  [{ fieldName: 'drink', value: 'x', values: [] }, 100, 'brandDemographics[0].values'],
  [{ fieldName: 'hobbies', values: [{}] }, 100, 'brandDemographics[0].values[0]'],
  [{ fieldName: 'drink', value: 'x', mode: 'replace' }, 100, 'brandDemographics[0].mode'],
  [{ fieldName: 'drink', values: strings('x', 'y') }, 132],
  [{ fieldName: 'drink', mode: 'append', value: 'second' }, 132],
  [{ fieldName: 'drink', values: numbers(5) }, 132],
  [{ fieldName: 'drink', values: strings('') }, 100, 'brandDemographics[0].values[0]'],
  [{ fieldName: 'drink', value: 'x'.repeat(1001) }, 132],
  [{ fieldName: 'cups', value: 'three' }, 132],
  [{ fieldName: 'cups', value: '3.5' }, 132],
  [{ fieldName: 'cups', value: '1234567890123456' }, 132],
  [{ fieldName: 'cups', values: [{ decimalValue: 3.5 }] }, 132],
  [{ fieldName: 'cups', values: strings('3') }, 132],
  [{ fieldName: 'since', value: '2023-02-29' }, 132],
  [{ fieldName: 'since', values: [{ dateValue: '2023-02-29' }] }, 100, 'brandDemographics[0].values[0].dateValue'],
]

test('fields that are not configured and values of another type are 132, contradictions 100; nothing changes', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, brandDemographics: [{ fieldName: 'drink', value: 'first' }] })
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of refused) {
    const body = { cardNumber, primaryCustomer: { firstName: 'Bo' }, brandDemographics: [change] }
    assertRefused(await shop.call('updateAccount', body), code, field, JSON.stringify(change))
  }
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('a brand of version 1 has neither values nor modes', async () => {
  const shop = await openAccountShop([], { brand: { apiVersion: 1 } })
  const cardNumber = await shop.card()
  const brandDemographics = [{ fieldName: 'hobbies', value: 'Go', values: strings('Chess'), mode: 'append' }]
  for (const _ of [1, 2]) await shop.must('updateAccount', { cardNumber, brandDemographics })
  assert.deepEqual((await accountOf(shop, cardNumber)).demographics, { hobbies: ['Go'] })
  const unknown = { programEnrollments: [{ program: 'nowhere', enroll: true }], updatedPin: '1' }
  const { headers, body } = await shop.call('updateAccount', { cardNumber, ...unknown })
  assert.equal(body.success, true)
  assert.equal(headers['purser-unknown-fields'], 'programEnrollments,updatedPin')
})
