import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { type FieldSpec, type Model, model } from '../../server/ground/contract/field.ts'
import type { JsonObject } from '../../server/ground/contract/json.ts'
import { readRequest } from '../../server/ground/contract/read.ts'
import { enablements } from '../../server/ground/kernel/enablement.ts'
import { sampleOfModel } from '../support/bad-values.ts'
import { openShop } from '../support/shop.ts'

const rules = { apiVersion: 2, enabled: new Set(enablements), interfaceTimeZone: 'UTC' } as const
const isText = ({ kind }: FieldSpec) => ['text', 'choice', 'date', 'dateTime'].includes(kind)

/** Every model that a request has somewhere in it. */
function modelsOf(one: Model, found = new Map<string, Model>()): Map<string, Model> {
  if (found.has(one.name)) return found
  found.set(one.name, one)
  for (const { spec } of Object.values(one.fields)) {
    const inner = spec.item?.model ?? spec.model
    if (inner) modelsOf(inner, found)
  }
  return found
}

test('an empty text means the same in every optional text of every request', () => {
  const models = new Map(operations.flatMap(({ request }) => [...modelsOf(request)]))
  const seen = { absent: 0, clears: 0, refused: 0 }
  for (const found of models.values()) {
    for (const [name, { spec }] of Object.entries(found.fields)) {
      if (spec.required || !isText(spec)) continue
      const body = { ...sampleOfModel(found), [name]: '' } as JsonObject
      const read = readRequest(model(found.name, '', found.fields), body, rules)
      const path = `${found.name}.${name}`
      if (spec.filter) {
        assert.deepEqual([read.kind, 'code' in read && read.code], ['refusal', 100], path)
        seen.refused += 1
      } else {
        assert.equal(read.kind, 'read', `${path}: ${JSON.stringify(read)}`)
        const value = read.kind === 'read' ? (read.value as JsonObject)[name] : undefined
        assert.equal(value, spec.clearable ? '' : spec.defaultValue, path)
        seen[spec.clearable ? 'clears' : 'absent'] += 1
      }
    }
  }
  assert.deepEqual(
    Object.values(seen).map((count) => count > 9),
    [true, true, true],
  )
})

test('empty texts are absent in calls of every kind', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card({ usd: 5 })
  const ref = { checkoutRequestRef: '', merchantName: '', customRequestDate: '', usedCouponResets: '' }
  await shop.must('returnMerchandise', { cardNumber, additionalReturnAmount: 1, ...ref })
  await shop.must('cardHistory', { cardNumber, couponId: '', beginDate: '', endDate: '' })
  const payment = { paymentType: '', amount: 1, balanceType: '', balanceCode: '', updateBalanceRequestRef: '' }
  await shop.must('checkout', { cardNumber, checkoutTotal: 1, paymentMethods: [payment], barcode: '', trigger: '' })
  await shop.must('updateAccount', { cardNumber, updatedPin: '', customRequestDate: '' })
  const details = await shop.call('couponDetails', { couponId: 'nothing', action: '', reserveUntil: '' })
  assert.equal(details.body.errorCode, 121)
  assert.deepEqual(await shop.verify(), [])
})

test('a filter that was not filled in is refused, whatever it is filled with instead', async () => {
  const shop = await openShop()
  await shop.card()
  for (const name of ['cardNumber', 'customCardNumber', 'cardSetId', 'firstName', 'email', 'phone', 'birthday']) {
    for (const nothing of [null, '']) {
      const own = await shop.call('search', { filters: { [name]: nothing } })
      assert.deepEqual([own.status, own.body.errorCode, own.body.cards], [400, 100, undefined], name)
      assert.match(own.body.errorMessage, new RegExp(`^filters\\.${name}: must not be (null|empty)`))
      const ofChildren = await shop.call('search', { filters: {}, childFilters: { [name]: nothing } })
      assert.equal(ofChildren.body.errorCode, 100, name)
    }
  }
  for (const nothing of [null, [], [{ fieldName: 'size', textValue: '' }], [{ fieldName: 'size', textValue: null }]])
    assert.equal((await shop.call('search', { filters: { customDemographics: nothing } })).body.errorCode, 100)
  assert.equal((await shop.must('search', { filters: {}, childFilters: null, returnFields: null })).cards.length, 1)
})

test('an empty text where an optional name may stand says nothing', async () => {
  const shop = await openShop({ cardSets: [{ id: 'cards', generate: { count: 5, prefix: '60', length: 16 } }] })
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards', cardNumber: '' })
  const points = { balanceType: 'Points', balanceCode: '', amount: 5 }
  const nothing = { childCardNumber: '', couponId: '', redeemFromHoldTransactionId: '' }
  await shop.must('updateBalance', { cardNumber, action: 'issue', amount: points, childCardNumber: '' })
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: { ...points, amount: 2 }, ...nothing })
  const anonymous = await shop.must('checkout', { cardNumber: '', relatedSetupTransactionId: '', checkoutTotal: 3 })
  assert.equal('cardNumber' in anonymous, false)
  assert.equal((await shop.balances(cardNumber))[0].amount, 3)

  // Where it would mean everything, or where it is the point of the call, it is a fault.
  assert.equal((await shop.call('search', { filters: { cardNumber: '' } })).body.errorCode, 100)
  assert.equal((await shop.call('updateBalance', { cardNumber: '', action: 'issue' })).body.errorCode, 6)
  assert.deepEqual(await shop.verify(), [])
})

test('lengths are counted in characters', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, customCardNumber: '😀'.repeat(64) })
  const long = await shop.call('updateAccount', { cardNumber, customCardNumber: '😀'.repeat(65) })
  assert.equal(long.body.errorCode, 100)
})
