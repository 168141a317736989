import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused } from '../support/refusals.ts'
import { openShop, times } from '../support/shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'

const adjustment = { isAccountingAdjustment: true }
const usd = (amount: number) => [{ balanceType: 'Currency', balanceCode: 'USD', amount, scale: 2, isHold: false }]

test('an adjustment issues and redeems like any other call, and is marked as one', async () => {
  const shop = await openShop()
  const card = await shop.card()

  await shop.issue(card, { usd: 10 }, adjustment)
  await shop.redeem(card, { usd: 4 }, adjustment)

  assert.deepEqual(await shop.balances(card), usd(6))
  const [redeemed, issued] = await shop.history(card, { includeCampaignData: true })
  assert.deepEqual(
    [issued.balanceUpdates[0].mutationType, redeemed.balanceUpdates[0].mutationType],
    ['Adjustment', 'Adjustment'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a negative issue takes balance away in redemption order, and never below 0', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  await shop.issue(card, { usd: 5 }, { isReturnRelated: true })

  assertRefused(await shop.issue(card, { usd: -15.01 }, adjustment), 13)
  assertRefused(await shop.issue(card, { usd: -15.01 }, { ...adjustment, redeemMaxOnOverdraw: true }), 13)
  const { body } = await shop.issue(card, { usd: -7 }, { ...adjustment, returnBalances: true })

  assert.deepEqual(body.balances, usd(8))
  assert.equal(body.didOverdraw, false)
  const [row] = await shop.history(card)
  assert.deepEqual(row.balanceUpdates, [{ balanceType: 'Currency', balanceCode: 'USD', amount: -7 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a negative issue leaves holds alone', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  await shop.hold(card, { usd: 6 })
  assertRefused(await shop.issue(card, { usd: -5 }, adjustment), 13)
  assert.ok((await shop.issue(card, { usd: -4 }, adjustment)).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a negative redemption gives balance back as a new lot', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  await shop.redeem(card, { usd: 10 })

  const { body } = await shop.redeem(card, { usd: -2.5 }, { ...adjustment, returnBalances: true, orderTotal: 0 })

  assert.deepEqual(body.balances, usd(2.5))
  const [row] = await shop.history(card)
  assert.deepEqual(row.balanceUpdates, [{ balanceType: 'Currency', balanceCode: 'USD', amount: 2.5 }])
  assert.deepEqual(await shop.verify(), [])
})

test('a status can be set alone or with a movement, and then nothing can be done with the card', async () => {
  const statuses = ['Lost', 'Closed', 'Expired', 'Suspended', 'Stolen']
  const shop = await openShop()
  for (const newStatus of statuses) {
    const card = await shop.card({ usd: 10 })
    const { requestRef } = await shop.must('updateBalance', {
      cardNumber: card,
      action: 'adjustOnly',
      ...adjustment,
      adjustStatus: { newStatus },
      suspensionReason: 'hacked',
    })
    assert.equal((await shop.must('requestLookup', { requestRef })).suspensionReason, 'hacked')
    const found = await shop.must('search', { filters: { cardNumber: card }, includeInactive: true })
    assert.equal(found.cards[0].cardStatus, newStatus)
    assert.deepEqual((await shop.must('search', { filters: { cardNumber: card } })).cards, [])
    assertRefused(await shop.redeem(card, { usd: 1 }), 112)
    assertRefused(await shop.issue(card, { usd: 1 }, { ...adjustment, adjustStatus: { newStatus: 'Closed' } }), 112)
    assertRefused(await shop.call('allocate', { cardNumber: card }), 112)
    assert.deepEqual(await shop.balances(card), usd(10), 'the balance stays on the card')
  }
  const card = await shop.card({ usd: 10 })
  const closing = { ...adjustment, adjustStatus: { newStatus: 'Closed' }, returnBalances: true }
  assert.deepEqual((await shop.redeem(card, { usd: 10 }, closing)).body.balances, [])
  assert.deepEqual(await shop.verify(), [])
})

test('a movement that is refused leaves the status as it was', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 10 })
  assertRefused(await shop.redeem(card, { usd: 11 }, { ...adjustment, adjustStatus: { newStatus: 'Closed' } }), 13)
  assert.ok((await shop.redeem(card, { usd: 10 })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('every reason of a suspension is accepted', async () => {
  const shop = await openShop()
  for (const suspensionReason of [
    'lostOrStolenAccount',
    'other',
    'dataPrivacyRequest',
    'duplicateAccount',
    'employee',
    'hacked',
    'customer',
    'spamPhishing',
  ]) {
    const cardNumber = await shop.card()
    const adjustStatus = { newStatus: 'Suspended' }
    await shop.must('updateBalance', {
      cardNumber,
      action: 'adjustOnly',
      ...adjustment,
      adjustStatus,
      suspensionReason,
    })
  }
  assert.deepEqual(await shop.verify(), [])
})

const limits = { minIssue: 2, maxIssue: 50, minRedeem: 3, maxRedeem: 20, maxBalance: 100 }
const limited = { valueTypes: [{ balanceType: 'Currency', balanceCode: 'USD', scale: 2, ...limits }] }

test('single issuances and redemptions keep within the limits of their value type', async () => {
  const shop = await openShop(limited)
  const card = await shop.card({ usd: 50 })
  //  action, amount, more, code
  const table: [string, number, object, number | undefined][] = [
    ['issue', 1.99, {}, 13],
    ['issue', 50.01, {}, 13],
    ['issue', 2, {}, undefined],
    ['redeem', 2.99, {}, 13],
    ['redeem', 20.01, {}, 13],
    ['redeem', 20.01, { redeemMaxOnOverdraw: true }, 13],
    ['redeem', 3, {}, undefined],
    ['redeem', 20, {}, undefined],
    ['hold', 2.99, {}, 13],
    ['hold', 20.01, {}, 13],
    ['redeem', 1, adjustment, undefined],
    ['redeem', 28, { isCashout: true }, undefined],
  ]
  for (const [action, amount, more, code] of table) {
    const { body } = await shop.update(card, action, { usd: amount }, more)
    assert.equal(body.errorCode, code, `${action} ${amount} ${JSON.stringify(more)}: ${JSON.stringify(body)}`)
  }
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('the limits of a redemption do not bind the use of a hold', async () => {
  const shop = await openShop(limited)
  const card = await shop.card({ usd: 50 })
  const { transactionId } = (await shop.hold(card, { usd: 20 })).body
  const use = (amount: number) => shop.redeem(card, { usd: amount }, { redeemFromHoldTransactionId: transactionId })
  assert.ok((await use(0.01)).body.success)
  assert.ok((await use(19.99)).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('the maximum balance counts what is free, held and delayed', async () => {
  const shop = await openShop(limited)
  const card = await shop.card({ usd: 50 })
  await shop.hold(card, { usd: 20 })
  await shop.issue(card, { usd: 40 }, { issuedBalanceActivation: secondsFromNow(60) })

  assertRefused(await shop.issue(card, { usd: 10.01 }), 13)
  assertRefused(await shop.issue(card, { usd: 10.01 }, adjustment), 13)
  assertRefused(await shop.redeem(card, { usd: -10.01 }, adjustment), 13)
  assert.ok((await shop.issue(card, { usd: 10 })).body.success)
  assertRefused(await shop.issue(card, { usd: 2 }), 13)
  assert.deepEqual(await shop.verify(), [])
})

test('issuances that arrive together never pass the maximum balance', async () => {
  const shop = await openShop(limited)
  const card = await shop.card()
  const answers = await Promise.all(times(10, () => shop.issue(card, { usd: 15 })))
  assert.equal(answers.filter(({ body }) => body.success).length, 6)
  assert.deepEqual(await shop.balances(card), usd(90))
  assert.deepEqual(await shop.verify(), [])
})
