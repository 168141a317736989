import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomes, race } from '../support/race.ts'
import { openShop, type Shop, times } from '../support/shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'

const reactivate = (shop: Shop, cardNumber: string, more: object = {}) =>
  shop.call('reactivate', { cardNumber, ...more })

async function cardThatIs(shop: Shop, status: string): Promise<string> {
  const card = await shop.card({ usd: 5 })
  await sql('update card set status = $3 where brand_id = $1 and card_number = $2', [shop.id, card, status])
  return card
}

//  status          answer
const cases: readonly [status: string, code: number | undefined][] = [
  ['Suspended', undefined],
  ['Expired', undefined],
  ['Lost', undefined],
  ['Activated', 111],
  ['Demo', 111],
  ['Inventory', 110],
  ['Distributed', 110],
  ['Closed', 112],
  ['Stolen', 112],
  ['Transfer', 112],
]

for (const [status, code] of cases) {
  test(`a card that is ${status} is ${code === undefined ? 'usable again' : `refused with ${code}`}`, async () => {
    const shop = await openShop()
    const card = await cardThatIs(shop, status)

    const { body } = await reactivate(shop, card, { reason: 'found in a coat' })

    assert.equal(body.errorCode, code)
    const { requestRef } = body
    if (code === undefined) {
      assert.deepEqual(body, { cardNumber: card, cardStatus: 'Activated', success: true, requestRef })
      assert.equal((await shop.redeem(card, { usd: 5 })).body.success, true)
      const [, call] = await shop.history(card)
      assert.deepEqual([call.callType, call.requestRef, call.balanceUpdates], ['UPDATE_ACCOUNT', requestRef, []])
      const looked = await shop.must('requestLookup', { requestRef })
      assert.equal(looked.suspensionReason, 'found in a coat')
    } else {
      const [row] = await sql('select status from card where brand_id = $1 and card_number = $2', [shop.id, card])
      assert.equal(row.status, status)
    }
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a status that an adjustment gave is taken back', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  for (const newStatus of ['Suspended', 'Lost', 'Expired']) {
    await shop.update(card, 'adjustOnly', {}, { isAccountingAdjustment: true, adjustStatus: { newStatus } })
    assert.equal((await shop.redeem(card, { usd: 1 })).body.errorCode, 112)
    assert.equal((await reactivate(shop, card)).body.cardStatus, 'Activated')
    assert.equal((await shop.redeem(card, { usd: 1 })).body.success, true)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a card past its expiry begins its time again; one that has time left keeps it', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 10 } } })
  const [over, ahead] = [await shop.card({ usd: 5 }), await shop.card({ usd: 5 })]
  await letTimePass(shop, 11 * oneDay)
  const later = `update card set expires_at = now() + interval '3 days', status = 'Suspended'
    where brand_id = $1 and card_number = $2`
  await sql(later, [shop.id, ahead])
  assert.equal((await shop.redeem(over, { usd: 1 })).body.errorCode, 112)

  for (const card of [over, ahead]) assert.equal((await reactivate(shop, card)).body.cardStatus, 'Activated')

  const left = `select round(extract(epoch from expires_at - now()) / 86400) as days
    from card where brand_id = $1 and card_number = $2`
  assert.equal(Number((await sql(left, [shop.id, over]))[0].days), 10)
  assert.equal(Number((await sql(left, [shop.id, ahead]))[0].days), 3)
  assert.equal((await shop.redeem(over, { usd: 1 })).body.success, true)
  await letTimePass(shop, 11 * oneDay)
  assert.equal((await shop.redeem(over, { usd: 1 })).body.errorCode, 112)
  assert.deepEqual(await shop.verify(), [])
})

test('a reactivation needs the enablement and a card, and cannot be voided', async () => {
  const shop = await openShop()
  const card = await cardThatIs(shop, 'Lost')
  assert.equal((await shop.call('reactivate', {})).body.errorCode, 6)
  assert.equal((await reactivate(shop, 'no-such')).body.errorCode, 2)
  const { requestRef } = (await reactivate(shop, card)).body
  assert.equal((await shop.call('voidTransaction', { cardNumber: card, requestRef })).body.errorCode, 119)
  const plain = await openShop({ brand: { enable: [] } })
  const { status, body } = await reactivate(plain, await cardThatIs(plain, 'Lost'))
  assert.deepEqual([status, body.errorCode], [403, 104])
  for (const one of [shop, plain]) assert.deepEqual(await one.verify(), [])
})

test('a card that expired in a checkout is not reactivated before that ends', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 1 } } })
  const card = await shop.card({ usd: 5 })
  await shop.must('checkout', { cardNumber: card, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 })
  await letTimePass(shop, 2 * oneDay)
  assert.equal((await reactivate(shop, card)).body.errorCode, 113)
  assert.deepEqual(await shop.verify(), [])
})

race('of twenty reactivations one is made', async ({ shop, till }) => {
  const card = await cardThatIs(shop, 'Suspended')
  const answers = await Promise.all(times(20, (i) => reactivate(till(i), card)))
  assert.deepEqual(outcomes(answers), { ok: 1, 111: 19 })
})
