import assert from 'node:assert/strict'
import test from 'node:test'
import { type Answer, openShop } from '../support/shop.ts'
import { oneDay, secondsFromNow } from '../support/time-passes.ts'

const usd = { balanceType: 'Currency', balanceCode: 'USD' }
const unknownOf = (answer: Answer) =>
  String(answer.headers['purser-unknown-fields'] ?? '')
    .split(',')
    .filter(Boolean)
    .toSorted()

const firstVersion = { brand: { apiVersion: 1 } }

test('in version 1 the new fields of updateBalance are unknown and without effect', async () => {
  const shop = await openShop(firstVersion)
  const card = await shop.card()
  const fields = {
    returnBalanceExpirations: true,
    returnDelayedBalances: true,
    orderTotal: -1,
    merchantName: 'x'.repeat(100),
  }

  const expiring = { issuedBalanceExpiration: secondsFromNow(oneDay), returnBalances: true }
  const answer = await shop.issue(card, { usd: 5 }, { ...fields, ...expiring })

  assert.deepEqual(unknownOf(answer), Object.keys(fields).toSorted())
  assert.deepEqual(answer.body.balances, [{ ...usd, amount: 5, scale: 2, isHold: false }])
  assert.ok((await shop.redeem(card, { usd: 5 })).body.success, 'it is usable at once')
  assert.deepEqual(await shop.verify(), [])
})

test('in version 1 a conversion answers without the fields that are new', async () => {
  const shop = await openShop(firstVersion)
  const card = await shop.card({ usd: 5 })
  const amount = { balanceType: 'Currency', balanceCode: 'EUR', amount: 10, convertToMainCurrency: true }
  const body = await shop.must('updateBalance', {
    cardNumber: card,
    action: 'redeem',
    amount,
    redeemMaxOnOverdraw: true,
  })
  const names = [
    'transactionId',
    'cardNumber',
    'didOverdraw',
    'overdrawAmount',
    'overdrawAmountOriginalCurrency',
    'success',
    'requestRef',
  ]
  assert.deepEqual(Object.keys(body), names)
  assert.deepEqual(await shop.verify(), [])
})

test('in version 1 cards cannot be created by allocation, and a void does not know its new fields', async () => {
  const shop = await openShop(firstVersion)
  const created = await shop.call('allocate', { cardNumber: '8001', createIfNew: true })
  assert.deepEqual([created.body.errorCode, unknownOf(created)], [2, ['createIfNew']])
  const card = await shop.card({ usd: 5 })
  const { requestRef } = (await shop.redeem(card, { usd: 1 })).body
  const undone = await shop.call('voidTransaction', {
    cardNumber: card,
    requestRef,
    disableIssuedCoupons: 'x',
    usedCouponResets: 'x',
  })
  assert.deepEqual([undone.status, unknownOf(undone)], [200, ['disableIssuedCoupons', 'usedCouponResets']])
  assert.deepEqual(await shop.verify(), [])
})

test('in version 1 a search neither takes nor gives what is new', async () => {
  const shop = await openShop(firstVersion)
  const card = await shop.card({ usd: 5 })
  await shop.issue(card, { usd: 1 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.issue(card, { usd: 2 })
  const v2 = { activationDate: true, metaData: true, pin: true }
  // These say how balances are split, by fields that are new; so nothing is split.
  const known = {
    balances: true,
    balanceExpirations: true,
    delayedBalances: true,
    checkouts: true,
    checkoutMutations: true,
  }
  await shop.must('checkout', { cardNumber: card, checkoutTotal: 1 })

  const answer = await shop.call('search', { filters: { cardNumber: card }, returnFields: { ...v2, ...known } })

  assert.deepEqual(
    unknownOf(answer),
    Object.keys(v2)
      .map((name) => `returnFields.${name}`)
      .toSorted(),
  )
  const [{ checkouts, ...found }] = answer.body.cards
  const balances = [{ ...usd, amount: 8, scale: 2, isHold: false }]
  assert.deepEqual(found, { cardNumber: card, cardSetId: 'cards', balances })
  assert.deepEqual([checkouts.length, 'mutations' in checkouts[0]], [1, false])
})

test('in version 1 the history has its own page and no new fields', async () => {
  const shop = await openShop(firstVersion)
  const card = await shop.card()
  for (let i = 0; i < 21; i += 1) await shop.issue(card, { points: 1 })
  const v2 = {
    maxResults: 0,
    offset: -5,
    sortMostRecentFirst: 'down',
    restrictTransactionTypes: ['nothing'],
    includeLocationNames: true,
  }

  const answer = await shop.call(
    'cardHistory',
    { cardNumber: card, ...v2, includeExternalTransactionIds: true },
    { externalTransactionId: 'x' },
  )

  assert.deepEqual(unknownOf(answer), Object.keys(v2).toSorted())
  assert.equal(answer.body.transactions.length, 20)
  const [row] = answer.body.transactions
  assert.deepEqual(Object.keys(row).toSorted(), [
    'balanceUpdates',
    'isLegacy',
    'location',
    'requestRef',
    'transactionId',
    'transactionTime',
  ])
  assert.equal(answer.body.matchCount, 22)
  assert.deepEqual(await shop.verify(), [])
})

test('in version 2 the same fields are known', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const search = await shop.call('search', {
    filters: { cardNumber: card },
    returnFields: {
      balances: true,
      balanceExpirations: true,
      delayedBalances: true,
      activationDate: true,
      metaData: true,
      pin: true,
    },
  })
  assert.deepEqual(unknownOf(search), [])
  const history = {
    cardNumber: card,
    maxResults: 1,
    offset: 0,
    sortMostRecentFirst: true,
    restrictTransactionTypes: ['ALLOCATE'],
    includeLocationNames: true,
  }
  assert.deepEqual(unknownOf(await shop.call('cardHistory', history)), [])
})

const staffed = (settings: object) => ({
  settings,
  locations: [
    {
      id: 'L1',
      name: 'Pier 1',
      terminals: ['T1'],
      employees: [
        { id: 'E1', name: 'Ana', password: '1234' },
        { id: 'E2', name: 'Bo' },
      ],
    },
    { id: 'L2', name: 'Pier 2', terminals: ['T9'], employees: [{ id: 'E9', name: 'Cy', password: '9999' }] },
  ],
})

test('a brand that requires employees carries out nothing without one of the location', async () => {
  const shop = await openShop(staffed({ requireEmployee: true }))
  const ana = { employee: 'E1' }
  const { cardNumber } = await shop.must('allocate', { cardSetId: 'cards' }, ana)
  const issue = { cardNumber, action: 'issue', amount: { ...usd, amount: 5 } }
  for (const headers of [{}, { employee: '' }, { employee: 'E9' }, { employee: 'nobody' }, { employee: 'e1' }]) {
    const { status, body } = await shop.call('updateBalance', issue, headers)
    assert.deepEqual([status, body.errorCode], [401, 103], JSON.stringify(headers))
    const shown = await shop.must('requestLookup', { requestRef: body.requestRef }, ana)
    assert.equal(shown.requestErrorCode, 103)
  }
  const { requestRef } = await shop.must('updateBalance', issue, { employee: 'E2' })
  const shown = await shop.must('requestLookup', { requestRef }, ana)
  assert.equal(shown.employeeId, 'E2')
  const { transactions } = await shop.must('cardHistory', { cardNumber }, ana)
  assert.equal(transactions.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a brand that requires their passwords takes only the right one', async () => {
  const shop = await openShop(staffed({ requireEmployee: true, requireEmployeePassword: true }))
  const allocate = (headers: Record<string, string>) => shop.call('allocate', { cardSetId: 'cards' }, headers)
  for (const headers of [
    {},
    { employee: 'E1' },
    { employee: 'E1', employeePassword: '1235' },
    { employee: 'E2', employeePassword: '' },
    { employee: 'E1', employeePassword: '9999' },
  ]) {
    const { status, body } = await allocate(headers)
    assert.deepEqual([status, body.errorCode], [401, 103], JSON.stringify(headers))
  }
  assert.ok((await allocate({ employee: 'E1', employeePassword: '1234' })).body.success)
  assert.ok((await allocate({ EMPLOYEE: 'E1', EMPLOYEEPASSWORD: '1234' })).body.success)
  assert.deepEqual(await shop.verify(), [])
})

test('a brand that requires no employee still says who it was', async () => {
  const shop = await openShop(staffed({}))
  const { requestRef } = await shop.must('allocate', { cardSetId: 'cards' }, { employee: 'E1' })
  assert.equal((await shop.must('requestLookup', { requestRef })).employeeId, 'E1')
})

test('dates are read and printed in the zone of the interface; expiries always in UTC', async () => {
  const shop = await openShop({ settings: { interfaceTimeZone: 'Asia/Tokyo' } })
  const card = await shop.card()
  const dated = { customRequestDate: '2026-01-01 08:00:00' }
  const expiry = '2099-01-01 00:00:00'
  const activation = '2098-01-01 00:00:00'
  const dates = { issuedBalanceExpiration: expiry, issuedBalanceActivation: activation }
  const { requestRef } = (await shop.issue(card, { usd: 5 }, { ...dated, ...dates })).body

  assert.equal((await shop.must('requestLookup', { requestRef })).requestDate, '2026-01-01 08:00:00')
  const [row] = await shop.history(card)
  assert.equal(row.transactionTime, Date.UTC(2025, 11, 31, 23))
  const [balance] = await shop.balances(card, { balanceExpirations: true, delayedBalances: true })
  assert.equal(balance.balanceExpiration, Date.UTC(2099, 0, 1))
  assert.equal(balance.balanceActiveDate, Date.UTC(2097, 11, 31, 15))
  const within = { cardNumber: card, beginDate: '2026-01-01 08:00:00', endDate: '2026-01-01 08:00:00' }
  const history = await shop.must('cardHistory', within)
  assert.deepEqual(
    [history.matchCount, history.oldestTransaction, history.newestTransaction],
    [1, '2026-01-01 08:00:00', '2026-01-01 08:00:00'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('the day of an activation is the day in the zone of the interface', async () => {
  for (const interfaceTimeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const shop = await openShop({ settings: { interfaceTimeZone } })
    const cardNumber = await shop.card()
    const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { activationDate: true } })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: interfaceTimeZone }).format(new Date())
    assert.equal(cards[0].activationDate, `${day} 00:00:00`)
  }
})
