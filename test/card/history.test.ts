import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'

const usd = { balanceType: 'Currency', balanceCode: 'USD' }

/** A card that was allocated, filled with 50, had 10 redeemed, 20 held, 5 of those used and the rest released. */
async function openBusyCard() {
  const shop = await openShop()
  const { cardNumber: card, requestRef: allocated } = await shop.must('allocate', { cardSetId: 'cards' })
  const issued = (await shop.issue(card, { usd: 50 }, { merchantName: 'Stall 7' })).body.requestRef
  const redeemed = (await shop.redeem(card, { usd: 10 })).body.requestRef
  const held = (await shop.hold(card, { usd: 20 })).body.requestRef
  const use = { redeemFromHoldTransactionId: held, releaseHoldRemainder: true }
  const used = (await shop.redeem(card, { usd: 5 }, use)).body.requestRef
  return { shop, card, refs: [used, held, redeemed, issued, allocated] as string[] }
}

const updates = (rows: { balanceUpdates: object[] }[]) => rows.map((row) => row.balanceUpdates)

test('the history of a card is its calls, the newest first, each with what it changed', async () => {
  const { shop, card, refs } = await openBusyCard()
  await shop.must('search', { filters: { cardNumber: card } })
  await shop.redeem(card, { usd: 1000 })

  const body = await shop.must('cardHistory', { cardNumber: card })

  const rows = body.transactions
  assert.deepEqual(
    rows.map((row: { requestRef: string }) => row.requestRef),
    refs,
  )
  assert.deepEqual(
    rows.map((row: { callType: string }) => row.callType),
    [...Array(4).fill('UPDATE_BALANCE'), 'ALLOCATE'],
  )
  assert.deepEqual(updates(rows), [
    [{ ...usd, amount: -5 }],
    [{ ...usd, amount: 0 }],
    [{ ...usd, amount: -10 }],
    [{ ...usd, amount: 50 }],
    [],
  ])
  for (const row of rows) {
    assert.deepEqual([row.transactionId, row.isLegacy, row.location], [row.requestRef, false, 'L1'])
    assert.ok(Math.abs(row.transactionTime - Date.now()) < 60_000)
    const names = [
      'balanceUpdates',
      'callType',
      'isLegacy',
      'location',
      'requestRef',
      'transactionId',
      'transactionTime',
    ]
    assert.deepEqual(Object.keys(row).toSorted(), names)
  }
  assert.deepEqual([body.matchCount, body.transactionCount], [5, 5])
  assert.match(body.oldestTransaction, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.ok(body.oldestTransaction <= body.newestTransaction)
  const bounds = { beginDate: body.oldestTransaction, endDate: body.newestTransaction }
  assert.equal((await shop.history(card, bounds)).length, 5, 'the dates that are shown are bounds that hold')
  assert.deepEqual(await shop.verify(), [])
})

test('an update begins with its value type; the number of an issuance is told when it is asked for', async () => {
  const { shop, card } = await openBusyCard()
  const rows = await shop.history(card)
  assert.equal(JSON.stringify(rows[3].balanceUpdates), '[{"balanceType":"Currency","balanceCode":"USD","amount":50}]')
  const asked = await shop.history(card, { includeCampaignData: true })
  assert.equal(asked[3].balanceUpdates[0].issuanceIndex, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('holds are told apart from free balance when asked for', async () => {
  const { shop, card } = await openBusyCard()
  const rows = await shop.history(card, { splitHoldMutations: true })
  assert.deepEqual(updates(rows), [
    [{ ...usd, amount: 15 }],
    [{ ...usd, amount: -20 }],
    [{ ...usd, amount: -10 }],
    [{ ...usd, amount: 50 }],
    [],
  ])
  assert.deepEqual(
    rows.map((row: { holdBalanceUpdates: object[] }) => row.holdBalanceUpdates),
    [[{ ...usd, amount: -20 }], [{ ...usd, amount: 20 }], [], [], []],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption over several lots is one change', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5, points: 2 })
  for (const amount of [1, 2, 3]) await shop.issue(card, { usd: amount })
  await shop.redeem(card, { usd: 10 })
  const [row] = await shop.history(card)
  assert.deepEqual(row.balanceUpdates, [{ ...usd, amount: -10 }])
  assert.deepEqual(await shop.verify(), [])
})

test('the kinds of changes come with includeCampaignData', async () => {
  const { shop, card, refs } = await openBusyCard()
  await shop.redeem(card, { usd: 1 }, { isAccountingAdjustment: true })
  await shop.must('voidTransaction', { cardNumber: card, requestRef: refs[2] })
  await shop.redeem(card, { usd: 44 }, { isCashout: true })
  const rows = await shop.history(card, { includeCampaignData: true })
  assert.deepEqual(
    updates(rows).map(([one]) => (one as { mutationType?: string } | undefined)?.mutationType),
    ['Cashout', 'Void', 'Adjustment', 'UpdateBalance', 'Hold', 'UpdateBalance', 'UpdateBalance', undefined],
  )
  assert.equal(rows[5].isVoided, true)
  assert.deepEqual(await shop.verify(), [])
})

test('what is issued for later shows when it becomes active', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const activation = secondsFromNow(3600)
  await shop.issue(card, { usd: 5 }, { issuedBalanceActivation: activation })
  const [row] = await shop.history(card)
  const balanceActiveDate = Date.parse(`${activation.replace(' ', 'T')}Z`)
  assert.deepEqual(row.balanceUpdates, [{ ...usd, amount: 5, balanceActiveDate }])
  assert.deepEqual(await shop.verify(), [])
})

test('a page is what maxResults, offset and the order say; the counts are of the whole', async () => {
  const { shop, card, refs } = await openBusyCard()
  const page = async (more: object) => {
    const { transactions, matchCount, transactionCount } = await shop.must('cardHistory', { cardNumber: card, ...more })
    assert.deepEqual([matchCount, transactionCount], [5, 5])
    return transactions.map((row: { requestRef: string }) => row.requestRef)
  }
  assert.deepEqual(await page({ maxResults: 2 }), refs.slice(0, 2))
  assert.deepEqual(await page({ maxResults: 2, offset: 3 }), refs.slice(3))
  assert.deepEqual(await page({ offset: 1000 }), [])
  assert.deepEqual(await page({ sortMostRecentFirst: false }), refs.toReversed())
  assert.deepEqual(await page({ sortMostRecentFirst: false, maxResults: 1, offset: 1 }), [refs[3]])
  for (let i = 0; i < 18; i += 1) await shop.issue(card, { points: 1 })
  assert.equal((await shop.history(card)).length, 20)
  assert.equal((await shop.history(card, { maxResults: 100 })).length, 23)
})

test('filters narrow what matches, not what the card has in all', async () => {
  const { shop, card, refs } = await openBusyCard()
  const dated = async (date: string) =>
    (await shop.issue(card, { points: 1 }, { customRequestDate: date })).body.requestRef
  const [old, older] = [await dated('2020-01-01 12:00:00'), await dated('2019-01-01 12:00:00')]
  const none = '00000000-0000-0000-0000-000000000000'
  //  filters, found
  const table: [object, string[]][] = [
    [{ endDate: '2020-01-01 12:00:00' }, [older, old]],
    [{ endDate: '2020-01-01 11:59:59' }, [older]],
    [{ beginDate: '2020-01-01 12:00:00', endDate: '2020-12-31 00:00:00' }, [old]],
    [{ beginDate: '2020-01-01 12:00:01' }, refs],
    [{ beginDate: '2019-01-01 12:00:00', endDate: '2019-01-01 12:00:00' }, [older]],
    [{ restrictTransactionTypes: ['ALLOCATE'] }, refs.slice(4)],
    [{ restrictTransactionTypes: ['ALLOCATE', 'VOID'], beginDate: '2019-01-01 00:00:00' }, refs.slice(4)],
    [{ restrictTransactionTypes: ['SEARCH'] }, []],
    [{ couponId: none }, []],
  ]
  for (const [filters, found] of table) {
    const body = await shop.must('cardHistory', { cardNumber: card, ...filters })
    assert.deepEqual(
      body.transactions.map((row: { requestRef: string }) => row.requestRef),
      found,
      JSON.stringify(filters),
    )
    assert.deepEqual([body.matchCount, body.transactionCount], [found.length, 7])
    assert.equal('oldestTransaction' in body, found.length > 0)
  }
  const body = await shop.must('cardHistory', { cardNumber: card, endDate: '2020-01-01 12:00:00' })
  assert.deepEqual([body.oldestTransaction, body.newestTransaction], ['2019-01-01 12:00:00', '2020-01-01 12:00:00'])
  assert.deepEqual(await shop.verify(), [])
})

test('a date that was given is shown, and never changes the order', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  await shop.issue(card, { usd: 1 }, { customRequestDate: '2030-01-01 00:00:00' })
  await shop.issue(card, { usd: 2 }, { customRequestDate: '2001-01-01 00:00:00' })
  const rows = await shop.history(card)
  assert.deepEqual(
    rows.slice(0, 2).map((row: { transactionTime: number }) => row.transactionTime),
    [Date.UTC(2001, 0, 1), Date.UTC(2030, 0, 1)],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('what else is asked for comes along', async () => {
  const { shop, card } = await openBusyCard()
  await shop.update(card, 'issue', { points: 3 }, { merchantName: 'Stall 8' }, { externalTransactionId: 'order-1' })
  const asked = { includeLocationNames: true, includeExternalTransactionIds: true, includeMainBalanceUpdate: true }
  const rows = await shop.history(card, asked)
  const pick = ({ locationName, externalTransactionId, merchantName, mainBalanceUpdate }: Record<string, unknown>) => [
    locationName,
    externalTransactionId,
    merchantName,
    mainBalanceUpdate,
  ]
  assert.deepEqual(rows.map(pick), [
    ['Pier 1', 'order-1', 'Stall 8', 3],
    ['Pier 1', undefined, undefined, -5],
    ['Pier 1', undefined, undefined, 0],
    ['Pier 1', undefined, undefined, -10],
    ['Pier 1', undefined, 'Stall 7', 50],
    ['Pier 1', undefined, undefined, undefined],
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('what is wrong with a history is named', async () => {
  const shop = await openShop({
    cardSets: [{ id: 'cards', cards: [{ cardNumber: '70000001' }, { cardNumber: '70000002' }] }],
  })
  const cardNumber = (await shop.must('allocate', { cardNumber: '70000001' })).cardNumber
  const table: Refusals = [
    [{ cardNumber: null }, 6],
    [{ cardNumber: '', childCardNumber: '123' }, 6],
    [{ cardNumber: '99999999' }, 2],
    [{ cardNumber: '70000002' }, 110],
    [{ childCardNumber: '123' }, 129],
    [{ maxResults: 0 }, 100, 'maxResults'],
    [{ maxResults: 101 }, 100, 'maxResults'],
    [{ maxResults: 21, includeCampaignData: true }, 100, 'maxResults'],
    [{ maxResults: 21, includeExternalTransactionIds: true }, 100, 'maxResults'],
    [{ offset: -1 }, 100, 'offset'],
    [{ offset: 1001 }, 100, 'offset'],
    [{ beginDate: '2026-02-30 00:00:00' }, 100, 'beginDate'],
    [{ endDate: '2026-01-01' }, 100, 'endDate'],
    [{ restrictTransactionTypes: 'ALLOCATE' }, 100, 'restrictTransactionTypes'],
    [{ restrictTransactionTypes: ['allocate'] }, 100, 'restrictTransactionTypes[0]'],
    [{ sortMostRecentFirst: 'up' }, 100, 'sortMostRecentFirst'],
  ]
  for (const [change, code, field] of table)
    assertRefused(
      await shop.call('cardHistory', { cardNumber, ...(change as object) }),
      code,
      field,
      JSON.stringify(change),
    )
  for (const more of [{ maxResults: 20, includeCampaignData: true }, { maxResults: 100 }])
    assert.equal((await shop.history(cardNumber, more)).length, 1)
})

test('the history of a card that was closed can still be read', async () => {
  const { shop, card } = await openBusyCard()
  const adjustStatus = { newStatus: 'Closed' }
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus,
  })
  const rows = await shop.history(card)
  assert.deepEqual([rows.length, rows[0].balanceUpdates], [6, []])
})

test('the history of one brand says nothing to another', async () => {
  const { card } = await openBusyCard()
  const other: Shop = await openShop()
  assertRefused(await other.call('cardHistory', { cardNumber: card }), 2)
})

test('a child card is allocated by a call of its root; all others that name it are its own', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
  const amount = { balanceType: 'Points', amount: 5 }
  await shop.must('updateBalance', { cardNumber, childCardNumber: 'KID', action: 'issue', amount })

  const own = await shop.must('cardHistory', { cardNumber, childCardNumber: 'KID' })
  const types = (transactions: { callType: string }[]) => transactions.map(({ callType }) => callType)
  assert.deepEqual([types(own.transactions), own.transactionCount, own.matchCount], [['UPDATE_BALANCE'], 3, 1])
  assert.deepEqual(types(await shop.history(cardNumber)), ['UPDATE_BALANCE', 'ALLOCATE', 'ALLOCATE'])
  assert.deepEqual(own.transactions[0].balanceUpdates, [{ balanceType: 'Points', amount: 5 }])
  const [ofRoot] = await shop.history(cardNumber, { splitHoldMutations: true, includeMainBalanceUpdate: true })
  assert.deepEqual([ofRoot.childCardNumber, ofRoot.mainBalanceUpdate], ['KID', 5])
  assert.ok(!('balanceUpdates' in ofRoot) && !('holdBalanceUpdates' in ofRoot), 'what changed is told by the child')
  assert.deepEqual(await shop.verify(), [])
})
