import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements, openShop, type Shop } from '../support/shop.ts'

const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
const good = { action: 'issue', amount }
const points = { balanceType: 'Points', amount: 1 }
const adjust = { action: 'redeem', isAccountingAdjustment: true }

/** Each change of a good request is refused as the table says, and afterwards nothing has changed. */
async function assertAllRefused(shop: Shop, base: object, table: Refusals): Promise<void> {
  const cardNumber = await shop.card({ usd: 10 })
  const before = await shop.balances(cardNumber)
  for (const [change, code, field] of table) {
    const body = typeof change === 'string' ? change.replace('CARD', cardNumber) : { cardNumber, ...base, ...change }
    assertRefused(await shop.call('updateBalance', body), code, field, JSON.stringify(change))
  }
  assert.deepEqual(await shop.balances(cardNumber), before)
  assert.equal((await shop.history(cardNumber)).length, 2)
  assert.deepEqual(await shop.verify(), [])
}

test('what is missing is named', async () => {
  await assertAllRefused(await openShop(), good, [
    ['{}', 6, 'No card number was specified.'],
    ['', 6, 'No card number was specified.'],
    [{ cardNumber: '' }, 6],
    [{ cardNumber: null }, 6],
    [{ action: null }, 100, 'action'],
    [{ amount: null }, 100, 'amount'],
    [{ amount: {} }, 100, 'amount.balanceType'],
    [{ amount: { ...amount, amount: null } }, 100, 'amount.amount'],
    [{ amount: { ...amount, balanceCode: null } }, 100, 'amount.balanceCode'],
    [{ amount: { balanceType: 'Custom', amount: 1 } }, 100, 'amount.balanceCode'],
    [{ action: 'redeem', amount: null }, 100, 'amount'],
    [{ action: 'hold', amount: null }, 100, 'amount'],
    [{ isAccountingAdjustment: true, adjustStatus: {} }, 100, 'adjustStatus.newStatus'],
    [{ customKeyValues: [{ key: 'k' }] }, 100, 'customKeyValues[0].value'],
    [{ customKeyValues: [{ value: 'v' }] }, 100, 'customKeyValues[0].key'],
  ])
})

test('what is of the wrong type, out of range or too long is named', async () => {
  await assertAllRefused(await openShop(), good, [
    [{ cardNumber: {} }, 100, 'cardNumber'],
    [{ cardNumber: ['x'] }, 100, 'cardNumber'],
    [{ cardNumber: true }, 100, 'cardNumber'],
    [{ cardNumber: 'x'.repeat(101) }, 100, 'cardNumber'],
    [{ cardNumber: 2 ** 60 }, 100, 'cardNumber'],
    [{ action: 'Issue' }, 100, 'action'],
    [{ action: 'refund' }, 100, 'action'],
    [{ action: 1 }, 100, 'action'],
    [{ action: '__proto__' }, 100, 'action'],
    [{ amount: 5 }, 100, 'amount'],
    [{ amount: [amount] }, 100, 'amount'],
    [{ amount: 'USD 5' }, 100, 'amount'],
    [{ amount: { ...amount, amount: 'five' } }, 100, 'amount.amount: expected a number'],
    [{ amount: { ...amount, amount: true } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: 'NaN' } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: 'Infinity' } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: '' } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: 1e15 } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: 1e300 } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: 99_999_999_999_999 } }, 100, 'amount.amount'],
    ['{"cardNumber":"CARD","action":"issue","amount":{"balanceType":"Points","amount":1e999}}', 100, 'amount.amount'],
    ['{"cardNumber":"CARD","action":"issue","amount":{"balanceType":"Points","amount":NaN}}', 100],
    [{ amount: { ...amount, balanceType: 'currency' } }, 100, 'amount.balanceType'],
    [{ amount: { ...amount, balanceType: 'Gold' } }, 100, 'amount.balanceType'],
    [{ amount: { ...amount, balanceCode: 'X'.repeat(101) } }, 100, 'amount.balanceCode'],
    [{ amount: { ...amount, convertToMainCurrency: 'yes' } }, 100, 'amount.convertToMainCurrency'],
    [{ isReturnRelated: 1 }, 100, 'isReturnRelated'],
    [{ returnBalances: 'TRUE' }, 100, 'returnBalances'],
    [{ returnBalanceExpirations: 'x' }, 100, 'returnBalanceExpirations'],
    [{ returnDelayedBalances: {} }, 100, 'returnDelayedBalances'],
    [{ forcePinValidation: 'x' }, 100, 'forcePinValidation'],
    [{ pin: {} }, 100, 'pin'],
    [{ issuedBalanceExpiration: '2099-02-30 00:00:00' }, 100, 'issuedBalanceExpiration'],
    [{ issuedBalanceExpiration: '2099-01-01' }, 100, 'issuedBalanceExpiration'],
    [{ issuedBalanceExpiration: 4070908800000 }, 100, 'issuedBalanceExpiration'],
    [{ issuedBalanceActivation: '2099-01-01T00:00:00Z' }, 100, 'issuedBalanceActivation'],
    [{ customRequestDate: '2026-02-30 00:00:00' }, 100, 'customRequestDate'],
    [{ customRequestDate: 'yesterday' }, 100, 'customRequestDate'],
    [{ merchantName: 'x'.repeat(65) }, 100, 'merchantName'],
    [{ balanceReference: 'x'.repeat(26) }, 100, 'balanceReference'],
    [{ customMutationType: 'x'.repeat(65) }, 100, 'customMutationType'],
    [{ orderTotal: 'much' }, 100, 'orderTotal'],
    [{ orderTotal: -0.01 }, 100, 'orderTotal'],
    [{ customKeyValues: {} }, 100, 'customKeyValues'],
    [{ customKeyValues: [null] }, 100, 'customKeyValues[0]'],
    [{ customKeyValues: ['k'] }, 100, 'customKeyValues[0]'],
    [{ subtrackIndex: 1.5 }, 100, 'subtrackIndex'],
    [{ isAccountingAdjustment: true, adjustStatus: { newStatus: 'Activated' } }, 100, 'adjustStatus.newStatus'],
    [{ isAccountingAdjustment: true, adjustStatus: { newStatus: 'lost' } }, 100, 'adjustStatus.newStatus'],
    [{ isAccountingAdjustment: true, adjustStatus: 'Lost' }, 100, 'adjustStatus'],
    [
      { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' }, suspensionReason: 'boredom' },
      100,
      'suspensionReason',
    ],
  ])
})

test('what contradicts itself is refused', async () => {
  await assertAllRefused(await openShop(), good, [
    [{ amount: { ...amount, amount: 0 } }, 100, 'amount.amount'],
    [{ amount: { ...amount, amount: -1 } }, 100, 'amount.amount'],
    [{ action: 'redeem', amount: { ...amount, amount: 0 } }, 100, 'amount.amount'],
    [{ action: 'redeem', amount: { ...amount, amount: -1 } }, 100, 'amount.amount'],
    [{ action: 'hold', amount: { ...amount, amount: 0 } }, 100, 'amount.amount'],
    [{ action: 'hold', amount: { ...amount, amount: -1 } }, 100, 'amount.amount'],
    [{ amount: { ...points, balanceCode: 'USD' } }, 100, 'amount.balanceCode'],
    [{ amount: { balanceType: 'Punches', balanceCode: 'X', amount: 1 } }, 100, 'amount.balanceCode'],
    [{ amount: { ...amount, convertToMainCurrency: true } }, 100, 'amount.convertToMainCurrency'],
    [{ action: 'hold', amount: { ...amount, convertToMainCurrency: true } }, 100, 'amount.convertToMainCurrency'],
    [{ action: 'redeem', amount: { ...points, convertToMainCurrency: true } }, 100, 'amount.convertToMainCurrency'],
    [{ action: 'adjustOnly', amount: null, adjustStatus: { newStatus: 'Lost' } }, 100, 'action'],
    [{ action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }, 100, 'amount'],
    [{ action: 'adjustOnly', amount: null, isAccountingAdjustment: true }, 100, 'adjustStatus'],
    [{ action: 'hold', isAccountingAdjustment: true }, 100, 'isAccountingAdjustment'],
    [{ adjustStatus: { newStatus: 'Lost' } }, 100, 'adjustStatus'],
    [{ action: 'hold', redeemMaxOnOverdraw: true }, 100, 'redeemMaxOnOverdraw'],
    [{ action: 'redeem', isReturnRelated: true }, 100, 'isReturnRelated'],
    [{ action: 'hold', isReturnRelated: true }, 100, 'isReturnRelated'],
    [{ action: 'redeem', issuedBalanceExpiration: '2099-01-01 00:00:00' }, 100, 'issuedBalanceExpiration'],
    [{ action: 'redeem', issuedBalanceActivation: '2099-01-01 00:00:00' }, 100, 'issuedBalanceActivation'],
    [{ action: 'redeem', balanceReference: 'x' }, 100, 'balanceReference'],
    [{ redeemFromHoldTransactionId: 'x' }, 100, 'redeemFromHoldTransactionId'],
    [{ action: 'hold', redeemFromHoldTransactionId: 'x' }, 100, 'redeemFromHoldTransactionId'],
    [{ releaseHoldRemainder: true }, 100, 'releaseHoldRemainder'],
    [{ action: 'redeem', releaseHoldRemainder: true }, 100, 'releaseHoldRemainder'],
    [{ action: 'redeem', redeemFromHoldTransactionId: 'x', amount: { ...amount, amount: 0 } }, 100, 'amount.amount'],
    [{ ...adjust, redeemFromHoldTransactionId: 'x', amount: { ...amount, amount: -1 } }, 100, 'amount.amount'],
    [{ isCashout: true }, 100, 'isCashout'],
    [{ action: 'hold', isCashout: true }, 100, 'isCashout'],
    [{ action: 'redeem', isCashout: true, redeemFromHoldTransactionId: 'x' }, 100, 'isCashout'],
    [{ action: 'redeem', isCashout: true, redeemMaxOnOverdraw: true }, 100, 'isCashout'],
    [{ ...adjust, isCashout: true }, 100, 'isCashout'],
    [{ action: 'redeem', orderTotal: 0.99 }, 100, 'orderTotal'],
  ])
})

test('what no reader should be trusted with is refused', async () => {
  const body = (inside: string) =>
    `{"cardNumber":"CARD","action":"issue","amount":{"balanceType":"Points","amount":1}${inside}}`
  await assertAllRefused(await openShop(), good, [
    [body(',"action":"redeem"'), 100],
    [body(',"merchantName":"\\ud800"'), 100],
    [body(',"merchantName":"a\\u0000b"'), 100],
    [body(`,"x":${'['.repeat(1000)}${']'.repeat(1000)}`), 100],
    [body('').slice(0, -1), 100],
    [`[${body('')}]`, 100],
  ])
})

test('scalars are read leniently', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const amounts: [unknown, number][] = [
    ['8', 8],
    [8.5, 8.5],
    ['0.010', 0.01],
    ['1e1', 10],
  ]
  for (const [given, value] of amounts) {
    const body = {
      cardNumber: Number(cardNumber),
      action: 'issue',
      amount: { ...amount, amount: given },
      returnBalances: 'true',
    }
    const { balances } = await shop.must('updateBalance', body)
    assert.equal(balances[0].amount, value)
    await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: balances[0], unheardOf: 1 })
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a typo is carried out without its field, and named in a header', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const answer = await shop.call('updateBalance', {
    cardNumber,
    ...good,
    returnBalance: true,
    amount: { ...amount, code: 1 },
  })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['purser-unknown-fields'], 'amount.code,returnBalance')
  assert.deepEqual(await shop.verify(), [])
})

test('fields that need an enablement are 104 without it, and nothing else is', async () => {
  const without = (name: string) => ({ brand: { enable: allEnablements.filter((one) => one !== name) } })
  const table: [string, object][] = [
    ['customRequestDate', { customRequestDate: '2026-01-01 00:00:00' }],
    ['balanceReference', { balanceReference: 'B-1' }],
    ['customMutationTypes', { customMutationType: 'goodwill' }],
  ]
  for (const [enablement, field] of table) {
    const shop = await openShop(without(enablement))
    await assertAllRefused(shop, good, [[field, 104]])
    const absent = Object.fromEntries(Object.keys(field).map((name) => [name, null]))
    const cardNumber = await shop.card()
    assert.ok((await shop.call('updateBalance', { cardNumber, ...good, ...absent })).body.success)
  }
  const shop = await openShop({ brand: { enable: [] } })
  const cardNumber = await shop.card()
  assert.ok((await shop.call('updateBalance', { cardNumber, ...good, merchantName: 'Stall 7' })).body.success)
})

test('fields of things that do not exist yet are refused, not ignored', async () => {
  await assertAllRefused(await openShop(), good, [
    [{ childCardNumber: '123' }, 129],
    [{ couponId: 'W-1' }, 121],
    [{ subtrackIndex: 1 }, 115],
    [{ couponId: 'W-1', subtrackIndex: 1 }, 100],
  ])
})

test('texts up to their limit are accepted and kept', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const texts = { merchantName: 'ü'.repeat(64), balanceReference: 'R'.repeat(25), customMutationType: 'c'.repeat(64) }
  const more = {
    orderTotal: 0,
    customKeyValues: [
      { key: 'k', value: 'w' },
      { key: 'k', value: 'v' },
    ],
  }

  const { requestRef } = await shop.must('updateBalance', { cardNumber, ...good, ...texts, ...more })

  const shown = await shop.must('requestLookup', { requestRef, returnCustomMutationTypes: true })
  for (const [name, text] of Object.entries(texts)) assert.equal(shown[name], text)
  assert.deepEqual(await shop.verify(), [])
})

test('an empty text is a value like any other where the value is free', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('updateBalance', {
    cardNumber,
    ...good,
    merchantName: '',
    customKeyValues: [{ key: 'k', value: '' }],
  })
  assert.deepEqual(await shop.verify(), [])
})

test('no date that can be written ends in error 1', async () => {
  for (const interfaceTimeZone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
    const shop = await openShop({ settings: { interfaceTimeZone } })
    const cardNumber = await shop.card()
    for (const date of ['0001-01-01 00:00:00', '0100-01-01 00:00:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59']) {
      for (const field of ['customRequestDate', 'issuedBalanceActivation', 'issuedBalanceExpiration']) {
        const { body } = await shop.call('updateBalance', { cardNumber, ...good, [field]: date })
        assert.ok(
          body.success || body.errorCode === 100,
          `${field} ${date} ${interfaceTimeZone}: ${JSON.stringify(body)}`,
        )
        if (!body.success) continue
        const shown = await shop.call('requestLookup', { requestRef: body.requestRef })
        if (field === 'customRequestDate') assert.equal(shown.body.requestDate, date)
      }
    }
    assert.ok(await shop.history(cardNumber))
    assert.deepEqual(await shop.verify(), [])
  }
})
