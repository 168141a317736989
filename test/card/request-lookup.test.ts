import assert from 'node:assert/strict'
import test from 'node:test'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { allEnablements, openShop, type Shop } from '../support/shop.ts'
import { secondsFromNow, sql } from '../support/time-passes.ts'

const usd = { balanceType: 'Currency', balanceCode: 'USD' }
const look = (shop: Shop, requestRef: string, more: object = {}) => shop.must('requestLookup', { requestRef, ...more })
const second = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

test('a call is shown with who made it, where, and what it changed', async () => {
  const shop = await openShop({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1', 'T2'], employees: [{ id: 'E1', name: 'Ana' }] }],
  })
  const card = await shop.card()
  const headers = { terminal: 'T2', employee: 'E1', note: 'Monday', externalTransactionId: 'order-1' }
  const expiry = secondsFromNow(3600)
  const more = { merchantName: 'Stall 7', balanceReference: 'B-1', issuedBalanceExpiration: expiry }
  const { requestRef } = (await shop.update(card, 'issue', { usd: 5 }, more, headers)).body

  const shown = await look(shop, requestRef.toUpperCase())

  assert.match(shown.requestDate, second)
  const { requestDate, requestRef: ownRef, ...rest } = shown
  assert.ok(requestDate && ownRef !== requestRef)
  assert.deepEqual(rest, {
    callType: 'UPDATE_BALANCE',
    cardNumber: card,
    locationId: 'L1',
    terminalId: 'T2',
    employeeId: 'E1',
    note: 'Monday',
    externalTransactionId: 'order-1',
    isVoided: false,
    merchantName: 'Stall 7',
    balanceReference: 'B-1',
    balanceMutations: [
      { ...usd, amount: 5, isDiscount: false, balanceExpiration: Date.parse(`${expiry.replace(' ', 'T')}Z`) },
    ],
    success: true,
  })
  assert.deepEqual(await shop.verify(), [])
})

test('a hold, its use and its release are shown as a whole, split, and in detail', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 50 })
  const held = (await shop.hold(card, { usd: 20 })).body.requestRef
  const use = { redeemFromHoldTransactionId: held, releaseHoldRemainder: true }
  const used = (await shop.redeem(card, { usd: 5 }, use)).body.requestRef
  const mutation = (amount: number) => ({ ...usd, amount, isDiscount: false })
  const update = (amount: number, mutationType: string) => ({ ...usd, amount, mutationType })
  //  call, whole, free, held, kind
  const table: [string, number, number, number, string][] = [
    [held, 0, -20, 20, 'Hold'],
    [used, -5, 15, -20, 'UpdateBalance'],
  ]
  for (const [ref, whole, free, reserved, kind] of table) {
    const plain = await look(shop, ref)
    assert.deepEqual(plain.balanceMutations, [mutation(whole)])
    for (const name of ['holdBalanceMutations', 'detailedHoldMutations', 'detailedNonHoldMutations'])
      assert.equal(name in plain, false)
    const split = await look(shop, ref, { splitHoldMutations: true })
    assert.deepEqual([split.balanceMutations, split.holdBalanceMutations], [[mutation(free)], [mutation(reserved)]])
    const detailed = await look(shop, ref, { showDetailedMutations: true })
    assert.deepEqual(
      [detailed.detailedNonHoldMutations, detailed.detailedHoldMutations],
      [[update(free, kind)], [update(reserved, kind)]],
    )
  }
  assert.deepEqual(await shop.verify(), [])
})

test('what a caller named a change is shown when asked for and enabled', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const { requestRef } = (await shop.issue(card, { usd: 5 }, { customMutationType: 'goodwill' })).body
  assert.equal('customMutationType' in (await look(shop, requestRef)), false)
  const shown = await look(shop, requestRef, { returnCustomMutationTypes: true })
  assert.equal(shown.customMutationType, 'goodwill')
  assert.equal(shown.balanceMutations[0].customMutationType, 'goodwill')

  const plain = await openShop({ brand: { enable: allEnablements.filter((name) => name !== 'customMutationTypes') } })
  const { requestRef: ref } = (await plain.issue(await plain.card(), { usd: 5 })).body
  assertRefused(await plain.call('requestLookup', { requestRef: ref, returnCustomMutationTypes: true }), 104)
  assert.ok(await look(plain, ref, { returnCustomMutationTypes: false }))
  assert.deepEqual(await shop.verify(), [])
})

test('every call can be found, reads and failures included, with its type and its error', async () => {
  const shop = await openShop()
  const card = await shop.card({ usd: 5 })
  const lost = { cardNumber: card, action: 'issue', amount: { ...usd, amount: 1 } }
  //  operation, body, callType, errorCode
  const table: [string, object | string, string, number | undefined][] = [
    ['search', { filters: { cardNumber: card } }, 'SEARCH', undefined],
    ['search', {}, 'SEARCH', 100],
    ['cardHistory', { cardNumber: card }, 'ACCOUNT_HISTORY', undefined],
    ['cardHistory', { cardNumber: '99999999' }, 'ACCOUNT_HISTORY', 2],
    ['listValueTypes', { cardSetId: 'cards' }, 'REPORTING', undefined],
    ['listRequests', { externalTransactionId: 'x' }, 'REPORTING', undefined],
    ['requestLookup', { requestRef: 'x' }, 'REPORTING', 118],
    ['allocate', { cardNumber: card }, 'ALLOCATE', 111],
    ['updateBalance', { ...lost, action: 'redeem', amount: { ...usd, amount: 100 } }, 'UPDATE_BALANCE', 13],
    ['updateBalance', { ...lost, amount: { ...usd, amount: 0.001 } }, 'UPDATE_BALANCE', 116],
    ['updateBalance', '{', 'UPDATE_BALANCE', 100],
    ['updateBalance', {}, 'UPDATE_BALANCE', 6],
    ['voidTransaction', { cardNumber: card, requestRef: 'x' }, 'VOID', 118],
  ]
  for (const [operation, body, callType, errorCode] of table) {
    const { requestRef } = (await shop.call(operation, body, { note: operation })).body
    const shown = await look(shop, requestRef)
    assert.deepEqual(
      [shown.callType, shown.requestErrorCode, shown.balanceMutations, shown.isVoided, shown.note],
      [callType, errorCode, [], false, operation],
    )
    assert.match(shown.requestDate, second)
  }
  assert.equal((await look(shop, (await shop.redeem(card, { usd: 100 })).body.requestRef)).cardNumber, card)
  assert.deepEqual(await shop.verify(), [])
})

test('the record of a call keeps the fields that nobody knew, also of reads', async () => {
  const shop = await openShop()
  const filters = { filters: {}, typo: 1 }
  const refs: string[] = []
  for (const headers of [{}, { customRequestId: 'read-1' }])
    refs.push((await shop.must('search', filters, headers)).requestRef)
  refs.push((await shop.must('allocate', { cardSetId: 'cards', typo: 1 })).requestRef)
  await shop.must('listRequests', { externalTransactionId: 'flush' })
  for (const ref of refs) {
    const [row] = await sql('select detail from request where brand_id = $1 and request_ref = $2', [shop.id, ref])
    assert.deepEqual(row.detail?.unknownFields, ['typo'], ref)
  }
})

test('a call that is unknown, or of another brand, is 118', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const { requestRef } = await shop.must('allocate', { cardSetId: 'cards' })
  assertRefused(await other.call('requestLookup', { requestRef }), 118)
  const table: Refusals = [
    [{ requestRef: '01890000-0000-7000-8000-000000000000' }, 118],
    [{ requestRef: 'x' }, 118],
    [{}, 100, 'requestRef'],
    [{ requestRef: '' }, 100, 'requestRef'],
    [{ requestRef: [] }, 100, 'requestRef'],
    [{ requestRef, showDetailedMutations: 'all' }, 100, 'showDetailedMutations'],
    [{ requestRef, splitHoldMutations: 2 }, 100, 'splitHoldMutations'],
  ]
  for (const [body, code, field] of table)
    assertRefused(await shop.call('requestLookup', body), code, field, JSON.stringify(body))
})

test('calls are listed by what the caller called them, oldest first', async () => {
  const [shop, other] = [await openShop(), await openShop()]
  const card = await shop.card({ usd: 10 })
  const headers = { externalTransactionId: 'order 1/ü' }
  const refs: string[] = []
  for (const action of ['issue', 'redeem', 'hold'])
    refs.push((await shop.update(card, action, { usd: 1 }, {}, headers)).body.requestRef)
  refs.push((await shop.update(card, 'redeem', { usd: 1000 }, {}, headers)).body.requestRef)
  refs.push((await shop.call('search', { filters: {} }, headers)).body.requestRef)
  await shop.update(card, 'issue', { usd: 1 }, {}, { externalTransactionId: 'order 10' })

  const { body } = await shop.call('listRequests', headers)
  assert.deepEqual(body, { requestRefs: refs, success: true, requestRef: body.requestRef })
  assert.deepEqual((await shop.must('listRequests', { externalTransactionId: 'ORDER 10' })).requestRefs, [])
  assert.deepEqual((await shop.must('listRequests', headers, headers)).requestRefs, refs, 'without itself')
  assert.deepEqual((await other.must('listRequests', headers)).requestRefs, [])
  for (const wrong of [
    {},
    { externalTransactionId: '' },
    { externalTransactionId: {} },
    { externalTransactionId: 'x'.repeat(1001) },
  ])
    assertRefused(await shop.call('listRequests', wrong), 100, 'externalTransactionId')
  assert.deepEqual(await shop.verify(), [])
})

test('the value types of a card or a set are listed as they were configured', async () => {
  const shop = await openShop()
  const card = await shop.card()
  const valueTypes = [
    { balanceType: 'Points', scale: 0 },
    { ...usd, scale: 2 },
    { balanceType: 'Currency', balanceCode: 'EUR', scale: 2 },
    { balanceType: 'Custom', balanceCode: 'STARS', scale: 0, balanceCodeDisplay: 'Stars' },
    { balanceType: 'Punches', scale: 0 },
  ]
  for (const name of [{ lookupCardNumber: card }, { cardSetId: 'cards' }]) {
    const { body } = await shop.call('listValueTypes', name)
    assert.deepEqual(body, { valueTypes, success: true, requestRef: body.requestRef })
  }
  const table: Refusals = [
    [{}, 100, 'lookupCardNumber'],
    [{ lookupCardNumber: card, cardSetId: 'cards' }, 100, 'lookupCardNumber'],
    [{ lookupCardNumber: '', cardSetId: '' }, 100, 'lookupCardNumber'],
    [{ lookupCardNumber: '99999999' }, 2],
    [{ cardSetId: 'unknown' }, 100, 'cardSetId'],
    [{ cardSetId: 7 }, 100, 'cardSetId'],
  ]
  for (const [body, code, field] of table)
    assertRefused(await shop.call('listValueTypes', body), code, field, JSON.stringify(body))
  const other = await openShop()
  assertRefused(await other.call('listValueTypes', { lookupCardNumber: card }), 2)
})
