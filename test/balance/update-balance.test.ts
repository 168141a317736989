import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { openShop, times } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow } from '../support/time-passes.ts'

const usd = (amount: number, more: object = {}) => ({
  balanceType: 'Currency',
  balanceCode: 'USD',
  amount,
  scale: 2,
  isHold: false,
  ...more,
})

test('twenty tills cannot overspend one card', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })

  const answers = await Promise.all(times(20, () => shop.redeem(card, { usd: 10 })))

  assert.equal(answers.filter((answer) => answer.body.success).length, 5)
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('a success is exactly the transaction, the card, whether it overdrew, success and requestRef', async () => {
  const shop = await openShop()
  const card = await shop.card()

  for (const action of ['issue', 'hold', 'redeem']) {
    const { status, body } = await shop.update(card, action, { usd: action === 'issue' ? 30 : 10 })
    assert.equal(status, 200)
    assert.match(body.requestRef, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const transactionId = body.requestRef
    assert.deepEqual(body, {
      transactionId,
      cardNumber: card,
      didOverdraw: false,
      success: true,
      requestRef: transactionId,
    })
  }
  assert.deepEqual(await shop.verify(), [])
})

test('each value type has a balance of its own, named and scaled', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: 3, usd: 12.5, eur: 0.01, stars: 7, punches: 1 })

  const { body } = await shop.redeem(card, { usd: 0.5 }, { returnBalances: true })

  assert.deepEqual(body.balances, [
    { balanceType: 'Points', amount: 3, scale: 0, isHold: false },
    usd(12),
    { balanceType: 'Currency', balanceCode: 'EUR', amount: 0.01, scale: 2, isHold: false },
    { balanceType: 'Custom', balanceCode: 'STARS', amount: 7, scale: 0, isHold: false },
    { balanceType: 'Punches', amount: 1, scale: 0, isHold: false },
  ])
  assert.deepEqual(await shop.balances(card), body.balances)
  assert.deepEqual(await shop.verify(), [])
})

test('a value type that the program lacks is 115, and one decimal too many is 116', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10, points: 10 })
  const amount = (balanceType: string, balanceCode: string | undefined, value: number) => ({
    balanceType,
    balanceCode,
    amount: value,
  })

  for (const action of ['issue', 'redeem', 'hold']) {
    const call = (given: object) => shop.call('updateBalance', { cardNumber: card, action, amount: given })
    assertRefused(await call(amount('Currency', 'GBP', 1)), 115)
    assertRefused(await call(amount('Currency', 'usd', 1)), 115)
    assertRefused(await call(amount('Custom', 'MOONS', 1)), 115)
    assertRefused(await call(amount('Currency', 'USD', 0.001)), 116, 'amount.amount: must have at most 2 decimals')
    assertRefused(await call(amount('Points', undefined, 0.5)), 116, 'amount.amount: must be a whole number')
  }
  assert.deepEqual(await shop.balances(card), [{ balanceType: 'Points', amount: 10, scale: 0, isHold: false }, usd(10)])
  assert.deepEqual(await shop.verify(), [])
})

test('more than there is cannot be redeemed or held, and nothing changes', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })

  assertRefused(await shop.redeem(card, { usd: 10.01 }), 13)
  assertRefused(await shop.hold(card, { usd: 10.01 }), 13)
  assertRefused(await shop.redeem(card, { eur: 1 }), 13)

  assert.deepEqual(await shop.balances(card), [usd(10)])
  assert.deepEqual(await shop.verify(), [])
})

test('with redeemMaxOnOverdraw a redemption takes what is there and says what was missing', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const max = { redeemMaxOnOverdraw: true, returnBalances: true }

  const enough = (await shop.redeem(card, { usd: 4 }, max)).body
  const part = (await shop.redeem(card, { usd: 8.5 }, max)).body
  const none = (await shop.redeem(card, { usd: 2 }, max)).body

  assert.deepEqual([enough.didOverdraw, enough.overdrawAmount, enough.balances], [false, undefined, [usd(6)]])
  assert.deepEqual([part.didOverdraw, part.overdrawAmount, part.balances], [true, 2.5, []])
  assert.deepEqual([none.didOverdraw, none.overdrawAmount, none.balances], [true, 2, []])
  assert.deepEqual(Object.keys(none).includes('convertedAmount'), false)
  assert.deepEqual(await shop.verify(), [])
})

test('redeemMaxOnOverdraw on an issue is ignored, and flags at their default are accepted everywhere', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const defaults = {
    isReturnRelated: false,
    redeemMaxOnOverdraw: false,
    releaseHoldRemainder: false,
    isCashout: false,
    isAccountingAdjustment: false,
    returnBalances: false,
    returnBalanceExpirations: false,
    returnDelayedBalances: false,
    forcePinValidation: false,
    pin: null,
    adjustStatus: null,
    redeemFromHoldTransactionId: null,
  }

  for (const action of ['issue', 'redeem', 'hold']) {
    const { body } = await shop.update(card, action, { usd: 1 }, defaults)
    assert.ok(body.success, JSON.stringify(body))
  }
  assert.ok((await shop.issue(card, { usd: 1 }, { redeemMaxOnOverdraw: true })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('return-related balance goes first, then what expires first', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  const [tomorrow, nextWeek] = [secondsFromNow(oneDay), secondsFromNow(7 * oneDay)]
  await shop.issue(card, { usd: 5 }, { issuedBalanceExpiration: nextWeek })
  await shop.issue(card, { usd: 3 }, { issuedBalanceExpiration: tomorrow })
  await shop.issue(card, { usd: 2 }, { isReturnRelated: true })
  const left = async (amount: number) => {
    const view = { returnBalances: true, returnBalanceExpirations: true }
    const { body } = await shop.redeem(card, { usd: amount }, view)
    return body.balances.map((one: { amount: number; balanceExpiration?: number }) => [
      one.amount,
      one.balanceExpiration,
    ])
  }
  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

  assert.deepEqual(await left(2), [
    [3, at(tomorrow)],
    [5, at(nextWeek)],
    [10, undefined],
  ])
  assert.deepEqual(await left(4), [
    [4, at(nextWeek)],
    [10, undefined],
  ])
  assert.deepEqual(await left(5), [[9, undefined]])
  assert.deepEqual(await shop.verify(), [])
})

test('balances are one element for each value type, or one for each expiry when asked for', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 1 })
  const expiry = secondsFromNow(oneDay)
  const balanceExpiration = Date.parse(`${expiry.replace(' ', 'T')}Z`)
  for (const amount of [2, 3]) await shop.issue(card, { usd: amount }, { issuedBalanceExpiration: expiry })
  await shop.issue(card, { usd: 4 }, { isReturnRelated: true })

  const plain = (await shop.issue(card, { points: 1 }, { returnBalances: true })).body.balances
  const view = { returnBalances: true, returnBalanceExpirations: true }
  const split = (await shop.redeem(card, { points: 1 }, view)).body.balances

  assert.deepEqual(plain[1], usd(10))
  assert.deepEqual(split, [
    usd(5, { doesBalanceExpire: true, balanceExpiration }),
    usd(5, { doesBalanceExpire: false }),
  ])
  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), split)
  assert.deepEqual(await shop.verify(), [])
})

test('what has expired is gone, for redemptions, holds and cashouts alike', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 1 })
  await shop.issue(card, { usd: 9 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  assert.deepEqual(await shop.balances(card), [usd(10)])

  await letTimePass(shop, oneDay + 1)

  assert.deepEqual(await shop.balances(card), [usd(1)])
  assert.deepEqual(await shop.balances(card, { balanceExpirations: true }), [usd(1, { doesBalanceExpire: false })])
  assertRefused(await shop.redeem(card, { usd: 2 }), 13)
  assertRefused(await shop.hold(card, { usd: 2 }), 13)
  assertRefused(await shop.redeem(card, { usd: 10 }, { isCashout: true }), 13)
  const { body } = await shop.redeem(card, { usd: 1 }, { isCashout: true, returnBalances: true })
  assert.deepEqual(body.balances, [])
  assert.deepEqual(await shop.verify(), [])
})

test('delayed balance cannot be used before its time, and is shown only when asked for', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 1 })
  const activation = secondsFromNow(oneDay)
  const balanceActiveDate = Date.parse(`${activation.replace(' ', 'T')}Z`)
  const delayed = { issuedBalanceActivation: activation, returnBalances: true }

  const hidden = (await shop.issue(card, { usd: 5 }, delayed)).body.balances
  const shown = (await shop.redeem(card, { usd: 0.5 }, { returnBalances: true, returnDelayedBalances: true })).body
    .balances

  assert.deepEqual(hidden, [usd(1)])
  assert.deepEqual(shown, [usd(0.5), usd(5, { balanceActiveDate })])
  assert.deepEqual(await shop.balances(card, { delayedBalances: true }), shown)
  assertRefused(await shop.redeem(card, { usd: 1 }), 13)
  assertRefused(await shop.redeem(card, { usd: 0.5 }, { isCashout: true }), 13)

  await letTimePass(shop, oneDay + 1)

  assert.deepEqual(await shop.balances(card), [usd(5.5)])
  assert.ok((await shop.redeem(card, { usd: 5.5 }, { isCashout: true })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('an expiry must be ahead, and after the activation; an activation in the past is none', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const [yesterday, tomorrow, later] = [-1, 1, 2].map((days) => secondsFromNow(days * oneDay))
  const issue = (more: object) => shop.issue(card, { usd: 1 }, more)

  assertRefused(await issue({ issuedBalanceExpiration: yesterday }), 100, 'issuedBalanceExpiration')
  assertRefused(
    await issue({ issuedBalanceExpiration: tomorrow, issuedBalanceActivation: tomorrow }),
    100,
    'issuedBalanceActivation',
  )
  assertRefused(
    await issue({ issuedBalanceExpiration: tomorrow, issuedBalanceActivation: later }),
    100,
    'issuedBalanceActivation',
  )
  assert.deepEqual(await shop.balances(card, { delayedBalances: true }), [])

  assert.ok((await issue({ issuedBalanceActivation: yesterday, issuedBalanceExpiration: tomorrow })).body.success)
  assert.deepEqual(await shop.balances(card), [usd(1)])
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is unknown, not active yet, or no longer usable is 2, 110 or 112, whatever else is wrong', async () => {
  const cards = [
    { cardNumber: '70000001', pin: '0001' },
    { cardNumber: '70000002', status: 'Distributed' },
    { cardNumber: '70000003', status: 'Demo' },
  ]
  const shop = await openShop({ cardSets: [{ id: 'cards', cards }] })
  const wrong = { forcePinValidation: true, pin: 'x', childCardNumber: '123' }

  assertRefused(await shop.redeem('70000009', { usd: 1 }, wrong), 2, 'Could not find the specified card.')
  for (const card of ['70000001', '70000002'])
    assertRefused(
      await shop.redeem(card, { usd: 1 }, wrong),
      110,
      'Could not find the account that goes with the specified card.',
    )
  assert.ok((await shop.issue('70000003', { usd: 1 })).body.success, 'a Demo card is used like any other')
  await shop.must('updateBalance', {
    cardNumber: '70000003',
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus: 'Stolen' },
  })
  assertRefused(await shop.redeem('70000003', { usd: 1 }, wrong), 112)
  assert.deepEqual(await shop.verify(), [])
})

test('a card past its expiry is refused with 112 as if it had been expired by hand', async () => {
  const shop = await openShop({ program: { cardsExpireAfter: { days: 10 } } })
  const card = await shop.card({ usd: 5 })
  await letTimePass(shop, 9 * oneDay)
  assert.ok((await shop.redeem(card, { usd: 1 })).body.success)
  await letTimePass(shop, oneDay + 1)
  for (const action of ['issue', 'redeem', 'hold']) assertRefused(await shop.update(card, action, { usd: 1 }), 112)
  assert.deepEqual(await shop.verify(), [])
})

test('no sum of amounts, however large, grows past fifteen digits or ends in error 1', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const most = 999_999_999_999_999
  const codes: (number | undefined)[] = []
  for (let i = 0; i < 12; i += 1) codes.push((await shop.issue(card, { points: most })).body.errorCode)
  assert.deepEqual(codes, [undefined, ...times(11, () => 13)])
  assert.deepEqual(await shop.balances(card), [{ balanceType: 'Points', amount: most, scale: 0, isHold: false }])
  assert.deepEqual(await shop.verify(), [])
})
