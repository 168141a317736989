import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { openShop } from '../support/shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const limited = {
  balanceType: 'Points',
  scale: 0,
  maxBalance: 100,
  minIssue: 5,
  maxIssue: 50,
  minRedeem: 3,
  maxRedeem: 20,
}
const valueTypes = [limited, { balanceType: 'Currency', balanceCode: 'USD', scale: 2 }]
const begins = 'Balance limits exceeded: '

test('error 13 says which limit was met', async () => {
  const shop = await openShop({ valueTypes })
  const card = await shop.card({ points: 50 })
  const hold = (await shop.hold(card, { points: 5 })).body.transactionId
  const cases = [
    [await shop.issue(card, { points: 4 }), 'the least to issue at once is 5.'],
    [await shop.issue(card, { points: 51 }), 'the most to issue at once is 50.'],
    [await shop.issue(await shop.card({ points: 50 }), { points: 50 }), undefined],
    [await shop.redeem(card, { points: 2 }), 'the least to redeem at once is 3.'],
    [await shop.hold(card, { points: 21 }), 'the most to redeem at once is 20.'],
    [await shop.redeem(card, { usd: 1 }), 'the card does not have that much.'],
    [
      await shop.redeem(card, { points: 6 }, { redeemFromHoldTransactionId: hold }),
      'the hold does not have that much left.',
    ],
  ] as const
  for (const [answer, text] of cases) {
    if (text === undefined) assert.ok(answer.body.success)
    else assertRefused(answer, 13, begins + text)
  }
  await shop.issue(card, { points: 50 })
  assertRefused(await shop.issue(card, { points: 5 }), 13, `${begins}the card may have 100 at most.`)
  assert.deepEqual(await shop.verify(), [])
})

test('limits of single movements bind no adjustment; the largest balance does', async () => {
  const shop = await openShop({ valueTypes })
  const card = await shop.card()
  const adjust = { isAccountingAdjustment: true }
  assert.ok((await shop.issue(card, { points: 1 }, adjust)).body.success)
  assert.ok((await shop.issue(card, { points: 60 }, adjust)).body.success)
  assert.ok((await shop.redeem(card, { points: 1 }, adjust)).body.success)
  assertRefused(await shop.issue(card, { points: 60 }, adjust), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('a value type that a program lacks, and numbers with too many digits, are named', async () => {
  const shop = await openShop({ valueTypes })
  const card = await shop.card()
  assertRefused(await shop.issue(card, { stars: 1 }), 115, 'The value type Custom STARS is not configured')
  const long = await shop.call(
    'updateBalance',
    `{"cardNumber":"${card}","action":"issue","amount":{"amount":1234567890123456}}`,
  )
  assertRefused(long, 100, 'amount.amount: has too many digits: at most 15')
})

test('points are not compared with what an order costs', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: 500, usd: 20 })
  assert.ok((await shop.redeem(card, { points: 500 }, { orderTotal: 5 })).body.success)
  assertRefused(await shop.redeem(card, { usd: 6 }, { orderTotal: 5 }), 100, 'orderTotal')
  assert.deepEqual(await shop.verify(), [])
})

test('a negative issuance has no expiry, no activation, and comes from no return', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 20 })
  const at = secondsFromNow(oneDay)
  for (const more of [{ issuedBalanceExpiration: at }, { issuedBalanceActivation: at }, { isReturnRelated: true }]) {
    const answer = await shop.issue(card, { usd: -1 }, { isAccountingAdjustment: true, ...more })
    assertRefused(answer, 100, `${Object.keys(more)[0]}: is not for negative amounts`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('with expirations, what a hold keeps says whether and when it expires', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: 4 })
  const issuedBalanceExpiration = secondsFromNow(oneDay)
  await shop.issue(card, { usd: 5 }, { issuedBalanceExpiration })
  await shop.hold(card, { points: 1 })
  await shop.hold(card, { usd: 2 })
  const pick = ({ isHold, doesBalanceExpire, balanceExpiration }: Record<string, unknown>) => [
    isHold,
    doesBalanceExpire,
    balanceExpiration,
  ]
  const expiry = Date.parse(`${issuedBalanceExpiration.replace(' ', 'T')}Z`)
  assert.deepEqual((await shop.balances(card, { balanceExpirations: true })).map(pick), [
    [false, false, undefined],
    [true, false, undefined],
    [false, true, expiry],
    [true, true, expiry],
  ])
  assert.deepEqual((await shop.balances(card)).map(pick)[3], [true, undefined, undefined])
})

test('balance from returns is paid out in cash only where the brand allows it', async () => {
  for (const cashoutReturns of [false, true]) {
    const shop = await openShop({ settings: { cashoutReturns } })
    const card = await shop.card({ usd: 5 })
    await shop.issue(card, { usd: 2 }, { isReturnRelated: true })
    const answer = await shop.redeem(card, { usd: 7 }, { isCashout: true })
    if (cashoutReturns) assert.ok(answer.body.success)
    else assertRefused(answer, 13, `${begins}balance from returns is not paid out in cash.`)
    await shop.redeem(card, { usd: 2 })
    if (!cashoutReturns) assert.ok((await shop.redeem(card, { usd: 5 }, { isCashout: true })).body.success)
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a child card that was suspended can be made usable again', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const childCardNumber = 'kid'
  await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  const adjustStatus = { newStatus: 'Suspended' }
  const suspend = { cardNumber, childCardNumber, action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus }
  await shop.must('updateBalance', suspend)
  const amount = { balanceType: 'Points', amount: 1 }
  const issue = { cardNumber, childCardNumber, action: 'issue', amount }
  assertRefused(await shop.call('updateBalance', issue), 112)
  assertRefused(await shop.call('reactivate', { cardNumber, childCardNumber: 'other' }), 129)
  const answer = await shop.must('reactivate', { cardNumber, childCardNumber, reason: 'found' })
  assert.deepEqual([answer.cardNumber, answer.cardStatus], [cardNumber, 'Activated'])
  await shop.must('updateBalance', issue)
  assertRefused(await shop.call('reactivate', { cardNumber, childCardNumber }), 111)
  assert.deepEqual(await shop.verify(), [])
})
