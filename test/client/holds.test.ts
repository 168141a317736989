import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PurserHoldLeft, PurserRefusal, PurserUnreachable, withHold } from '../../client/purser-client.ts'
import { inTurn, openClientRoom, usd } from '../support/client-room.ts'
import type { Fate } from '../support/lossy-proxy.ts'

const free = (amount: number) => [{ ...usd(amount), scale: 2, isHold: false }]

test('a hold is redeemed in full or in part, and what is left of it is released', async (t) => {
  const { shop, purser } = await openClientRoom(t)
  const cardNumber = await shop.card({ usd: 50 })
  const request = { cardNumber, amount: usd(20) }

  const total = await withHold(purser, request, async (hold) => {
    assert.equal((await shop.balances(cardNumber)).length, 2, 'a part is held')
    const done = await hold.redeem(12.5)
    assert.equal(done.outcome, 'answered')
    return 12.5
  })
  assert.equal(total, 12.5)
  assert.deepEqual(await shop.balances(cardNumber), free(37.5))

  await withHold(purser, request, (hold) => hold.redeem(20))
  assert.deepEqual(await shop.balances(cardNumber), free(17.5))
  await withHold(purser, { cardNumber, amount: usd(10) }, async (hold) => {
    await hold.redeemPart(4)
    await hold.redeemPart('1.25')
  })
  assert.deepEqual(await shop.balances(cardNumber), free(12.25))
  await withHold(purser, { cardNumber, amount: usd(10) }, (hold) => hold.redeemPart(10))
  assert.deepEqual(await shop.balances(cardNumber), free(2.25), 'one that is used up needs no release')
  await withHold(purser, { cardNumber, amount: usd(2) }, async () => undefined)
  assert.deepEqual(await shop.balances(cardNumber), free(2.25))
  assert.deepEqual(await shop.verify(), [])
})

test('a hold is released when the work fails, is refused or is aborted', async (t) => {
  const { shop, purser } = await openClientRoom(t)
  const cardNumber = await shop.card({ usd: 50 })
  const request = { cardNumber, amount: usd(20) }
  const soldOut = new Error('sold out')
  const failing = withHold(purser, request, async () => {
    throw soldOut
  })
  await assert.rejects(failing, (error) => error === soldOut)
  const tooMuch = withHold(purser, request, (hold) => hold.redeem(21))
  await assert.rejects(tooMuch, (error) => error instanceof PurserRefusal && error.errorCode === 13)
  const closing = new AbortController()
  const aborted = withHold(
    purser,
    request,
    async (hold) => {
      closing.abort()
      await hold.redeem(20, { signal: closing.signal })
    },
    { signal: closing.signal },
  )
  await assert.rejects(aborted, { name: 'PurserAborted', outcome: 'notDone' })
  assert.deepEqual(await shop.balances(cardNumber), free(50))
  assert.deepEqual(await shop.verify(), [])
})

test('a hold whose answer was lost is used all the same', async (t) => {
  const { shop, proxy, purser } = await openClientRoom(t)
  const cardNumber = await shop.card({ usd: 50 })
  proxy.fates(inTurn<Fate>('losesAnswer'))
  await withHold(purser, { cardNumber, amount: usd(20) }, (hold) => {
    proxy.fates(inTurn<Fate>('losesAnswer'))
    return hold.redeem(15)
  })
  assert.deepEqual(await shop.balances(cardNumber), free(35))
  assert.deepEqual(await shop.verify(), [])
})

test('a hold that may have been placed is found and released; one that stays is named', async (t) => {
  const { shop, proxy, connect, direct } = await openClientRoom(t)
  const purser = connect({ attempts: 2 })
  const cardNumber = await shop.card({ usd: 50 })
  const request = { cardNumber, amount: usd(20) }
  const never = () => assert.fail('there is no hold to work with')

  proxy.fates(inTurn<Fate>('losesAnswer', 'losesRequest'))
  const given = await withHold(purser, request, never).catch((error: unknown) => error)
  assert.ok(given instanceof PurserUnreachable && given.outcome === 'notDone', String(given))
  assert.deepEqual(await shop.balances(cardNumber), free(50))

  proxy.fates(() => 'losesAnswer')
  const unknown = await withHold(purser, request, never).catch((error: unknown) => error)
  assert.ok(unknown instanceof PurserUnreachable || unknown instanceof PurserHoldLeft)
  proxy.fates(() => 'passes')

  const left = await withHold(purser, request, async () => {
    proxy.fates(() => 'losesRequest')
    throw new Error('sold out')
  }).catch((error: unknown) => error)
  assert.ok(left instanceof PurserHoldLeft && left.cause instanceof Error && left.cause.message === 'sold out')
  assert.ok(left.releaseError instanceof PurserUnreachable)
  const rest = { redeemFromHoldTransactionId: left.holdTransactionId, releaseHoldRemainder: true }
  const done = await direct.updateBalance({ cardNumber, action: 'redeem', amount: usd(0), ...rest })
  assert.equal(done.outcome, 'answered')
  assert.deepEqual(await shop.verify(), [])
})
