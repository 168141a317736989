import assert from 'node:assert/strict'
import test from 'node:test'
import { openShop, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const openPinned = () => openShop({ program: { pinLength: 4 } })

const answerOf = async (shop: Shop, requestRef: string, headers: Record<string, string> = {}) =>
  (await shop.must('requestLookup', { requestRef, showAnswer: true }, headers)).answer

async function anotherKey(shop: Shop): Promise<Record<string, string>> {
  const { key, secret } = await shop.must('createKey', { key: 'other' })
  return { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` }
}

test('whoever lost the answer to an allocation gets card and pin by the reference that error 3 names', async () => {
  const shop = await openPinned()
  const { cardNumber, pin, requestRef } = await shop.must('allocate', { cardSetId: 'cards' }, { customRequestId: 'a1' })
  const again = await shop.call('allocate', { cardSetId: 'cards' }, { customRequestId: 'a1' })
  assert.equal(again.body.errorCode, 3)
  assert.equal(again.headers['purser-original-request'], requestRef)
  assert.deepEqual(await answerOf(shop, requestRef), { cardNumber, pin })
  const unasked = await shop.must('requestLookup', { requestRef })
  assert.equal('answer' in unasked, false)
  assert.deepEqual(await shop.verify(), [])
})

test('the pin is told to no other key, not after a day, and not once the card has another one', async () => {
  const shop = await openPinned()
  const { cardNumber, requestRef } = await shop.must('allocate', { cardSetId: 'cards' })
  assert.deepEqual(await answerOf(shop, requestRef, await anotherKey(shop)), { cardNumber })
  const before = `update request set happened_at = happened_at - interval '25 hours'`
  await sql(`${before} where brand_id = $1 and request_ref = $2`, [shop.id, requestRef])
  assert.deepEqual(await answerOf(shop, requestRef), { cardNumber })

  const later = await shop.must('allocate', { cardSetId: 'cards' })
  await shop.must('updateAccount', { cardNumber: later.cardNumber, updatedPin: later.pin === '7777' ? '8888' : '7777' })
  assert.deepEqual(await answerOf(shop, later.requestRef), { cardNumber: later.cardNumber })
  assert.deepEqual(await shop.verify(), [])
})

test('other calls have no answer to tell again', async () => {
  const shop = await openPinned()
  const card = await shop.card({ usd: 5 })
  const { body } = await shop.redeem(card, { usd: 1 })
  assert.equal(await answerOf(shop, body.requestRef), undefined)
  assert.deepEqual(await shop.verify(), [])
})
