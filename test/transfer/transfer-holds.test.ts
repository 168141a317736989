import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'
import { openTransferShop, type TransferShop } from '../support/transfer-shop.ts'
import { undone } from '../support/undo-shop.ts'

test('what a transfer out frees of a hold goes to the balance that gave in its stead', async () => {
  const room = await openTransferShop()
  const { old, shop } = await heldOfVoided(room)
  const card = await shop.card()

  assert.equal((await room.out(old, { ignoreHoldBalances: true })).body.success, true)
  assert.equal((await room.in(card, old)).body.success, true)

  const [balance] = await shop.balances(card, { balanceExpirations: true })
  assert.equal(balance.amount, 10)
  assert.equal(balance.doesBalanceExpire, false, 'what expires was voided')
  assert.deepEqual(await shop.verify(), [])
})

test('zero takes what it frees, whichever balance that is', async () => {
  const room = await openTransferShop()
  const { old, shop } = await heldOfVoided(room)

  await shop.must('transfer', { action: 'zero', cardNumber: old, ignoreHoldBalances: true })

  assert.deepEqual(await shop.balances(old), [])
  assert.deepEqual(await shop.verify(), [])
})

/** A card whose hold keeps what expires; that was voided, so that the rest gave in its stead. */
async function heldOfVoided({ shop }: TransferShop) {
  const old = await shop.card()
  const expiring = await shop.issue(old, { usd: 10 }, { issuedBalanceExpiration: secondsFromNow(3 * oneDay) })
  await shop.must('updateBalance', {
    cardNumber: old,
    action: 'hold',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 10 },
  })
  await shop.issue(old, { usd: 10 })
  await undone(shop, old, expiring.body.requestRef)
  return { old, shop }
}
