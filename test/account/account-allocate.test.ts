import assert from 'node:assert/strict'
import test from 'node:test'
import { accountOf, openAccountShop, termsIn } from '../support/account-shop.ts'
import { points } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { purse } from '../support/rule-table.ts'
import { sql } from '../support/time-passes.ts'

const listed = {
  cardSets: [
    { id: 'cards', generate: { count: 3, prefix: '60', length: 16 } },
    { id: 'fixed', cards: [{ cardNumber: '70000001' }] },
  ],
}
const customerUpdates = { firstName: 'Ana', phone: '212 555 0123' }
const brandDemographics = [{ fieldName: 'drink', value: 'Tea' }]

test('a card is allocated together with its customer, whether of a set, by its number, or newly made', async () => {
  const shop = await openAccountShop(
    [
      {
        when: [
          { fact: 'customer.firstName', op: '=', value: 'Ana' },
          { fact: 'demographic', name: 'drink', op: '=', value: 'Tea' },
        ],
        then: [points(9), { setDemographic: { name: 'cups', value: 1 } }],
      },
    ],
    listed,
  )
  for (const named of [
    { cardSetId: 'cards' },
    { cardNumber: '70000001' },
    { cardNumber: '80000001', cardSetId: 'cards', createIfNew: true },
  ]) {
    const { cardNumber } = await shop.must('allocate', { ...named, customerUpdates, brandDemographics })
    const account = await accountOf(shop, cardNumber)
    assert.deepEqual(account.customer, { firstName: 'Ana', phone: '+12125550123' })
    assert.deepEqual(account.demographics, { drink: ['Tea'], cups: [1] })
    assert.deepEqual(await purse(shop, cardNumber), { Points: 9 }, 'rules of the call see the customer')
  }
  assert.equal((await termsIn(shop)).length, 9)
  assert.deepEqual(await shop.verify(), [])
})

test('a card without a word about its customer has no account', async () => {
  const shop = await openAccountShop([], listed)
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' })
  assert.equal(await accountOf(shop, cardNumber), undefined)
})

test('what is wrong about the customer allocates nothing', async () => {
  const shop = await openAccountShop([], listed)
  const refused: Refusals = [
    [{ customerUpdates: { phone: '1' } }, 131, 'customerUpdates.phone'],
    [{ customerUpdates: { email: 'x' } }, 100, 'customerUpdates.email'],
    [{ customerUpdates: { birthday: 'x' } }, 100, 'customerUpdates.birthday'],
    [{ brandDemographics: [{ fieldName: 'unknown', value: 'x' }] }, 132],
    [{ brandDemographics: [{ fieldName: 'cups', value: 'x' }] }, 132],
    [{ brandDemographics: [{ fieldName: 'cups', value: '1', values: [] }] }, 100, 'brandDemographics[0].values'],
  ]
  for (const named of [{ cardSetId: 'cards' }, { cardNumber: '70000001' }]) {
    for (const [change, code, field] of refused)
      assertRefused(
        await shop.call('allocate', { ...named, ...(change as object) }),
        code,
        field,
        JSON.stringify(change),
      )
  }
  for (const _ of [1, 2, 3]) await shop.must('allocate', { cardSetId: 'cards' })
  assertRefused(await shop.call('allocate', { cardSetId: 'cards' }), 16)
  assert.deepEqual(await shop.verify(), [])
})

test('a card that was sent back and is allocated again knows nothing of who had it before', async () => {
  const shop = await openAccountShop([], listed)
  const allocation = await shop.must('allocate', { cardNumber: '70000001', customerUpdates, brandDemographics })
  await shop.must('voidTransaction', { cardNumber: '70000001', requestRef: allocation.requestRef })
  await shop.must('allocate', { cardNumber: '70000001', customerUpdates: { lastName: 'Ünal' } })
  const { customer, demographics } = await accountOf(shop, '70000001')
  assert.deepEqual([customer, demographics], [{ lastName: 'Ünal' }, {}])
  assert.deepEqual(await termsIn(shop), ['lastName ünal'])
  const rows = await sql('select count(*)::integer as rows from account where brand_id = $1', [shop.id])
  assert.deepEqual(rows, [{ rows: 1 }])
  assert.deepEqual(await shop.verify(), [])
})
