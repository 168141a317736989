import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { applyFile, openShop, times } from '../support/shop.ts'

interface ShopFile {
  programs: { valueTypes: { balanceType: string; balanceCode?: string }[] }[]
}

test('every scale from 0 to 6 keeps its smallest unit exactly, up to fifteen digits', async () => {
  for (let scale = 0; scale <= 6; scale += 1) {
    const shop = await openShop({ valueTypes: [{ balanceType: 'Points', scale }] })
    const card = await shop.card()
    const unit = Number(`1e-${scale}`)
    const most = Number(`999999999999999e-${scale}`)
    const points = (amount: number) => [{ balanceType: 'Points', amount, scale, isHold: false }]

    assertRefused(await shop.issue(card, { points: Number(`1e-${scale + 1}`) }), 116)
    assert.ok((await shop.issue(card, { points: unit })).body.success)
    assert.deepEqual(await shop.balances(card), points(unit))
    assert.ok((await shop.redeem(card, { points: unit })).body.success)
    assert.ok((await shop.issue(card, { points: most })).body.success)
    assert.deepEqual(await shop.balances(card), points(most))
    const { body } = await shop.redeem(card, { points: unit }, { returnBalances: true })
    assert.deepEqual(body.balances, points(Number(`999999999999998e-${scale}`)))
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a hundred small issuances add up to what a float would not', async () => {
  const shop = await openShop()
  const card = await shop.card()
  await Promise.all(times(100, () => shop.issue(card, { usd: 0.1 })))
  assert.equal((await shop.balances(card))[0].amount, 10)
  const { body } = await shop.redeem(card, { usd: 9.95 }, { returnBalances: true })
  assert.equal(body.balances[0].amount, 0.05)
  assert.deepEqual(await shop.verify(), [])
})

test('a value type that left the brand file is spent, not issued, and no longer listed', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10, stars: 5 })
  const held = (await shop.hold(card, { stars: 2 })).body.transactionId
  const { programs, ...rest } = shop.file as ShopFile
  const kept = programs.map((program) => ({
    ...program,
    valueTypes: program.valueTypes.filter(({ balanceType }) => balanceType !== 'Custom'),
  }))
  await applyFile({ ...rest, programs: kept })

  assertRefused(await shop.issue(card, { stars: 1 }), 115)
  assert.ok((await shop.redeem(card, { stars: 1 })).body.success)
  const redeemed = await shop.redeem(card, { stars: 2 }, { redeemFromHoldTransactionId: held })
  assert.ok(redeemed.body.success)
  assert.ok(
    (await shop.call('voidTransaction', { cardNumber: card, requestRef: redeemed.body.requestRef })).body.success,
  )
  const { valueTypes } = await shop.must('listValueTypes', { lookupCardNumber: card })
  assert.equal(
    valueTypes.some((type: { balanceType: string }) => type.balanceType === 'Custom'),
    false,
  )
  assert.deepEqual((await shop.balances(card))[1], {
    balanceType: 'Custom',
    balanceCode: 'STARS',
    amount: 4,
    scale: 0,
    isHold: false,
  })
  assert.deepEqual(await shop.verify(), [])
})

test('a limit that changes in the brand file binds the next call', async () => {
  const shop = await openShop({ valueTypes: [{ balanceType: 'Points', scale: 0, maxBalance: 10 }] })
  const card = await shop.card({ points: 10 })
  assertRefused(await shop.issue(card, { points: 1 }), 13)
  const { programs, ...rest } = shop.file as ShopFile
  const raise = (maxBalance: number) =>
    applyFile({
      ...rest,
      programs: programs.map((program) => ({
        ...program,
        valueTypes: [{ balanceType: 'Points', scale: 0, maxBalance }],
      })),
    })
  await raise(11)
  assert.ok((await shop.issue(card, { points: 1 })).body.success)
  await raise(5)
  assertRefused(await shop.issue(card, { points: 1 }), 13)
  assert.ok((await shop.redeem(card, { points: 11 })).body.success, 'what is there can be spent')
  assert.deepEqual(await shop.verify(), [])
})
