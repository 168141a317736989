import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyFile } from '../support/shop.ts'
import { letTimePass, oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { liability, openTransferShop, otherProgram, worthOf } from '../support/transfer-shop.ts'

test('a card that is transferred out can be used no more, and keeps what it has', async () => {
  const { shop, out, worth } = await openTransferShop()
  const card = await shop.card({ usd: 50, points: 7 })

  const { body } = await out(card)

  assert.deepEqual(body, {
    cardNumber: card,
    transactionId: body.requestRef,
    balances: [
      { balanceType: 'Points', amount: 7, scale: 0, isHold: false },
      { balanceType: 'Currency', balanceCode: 'USD', amount: 50, scale: 2, isHold: false },
    ],
    success: true,
    requestRef: body.requestRef,
  })
  const refused = [
    await shop.redeem(card, { usd: 1 }),
    await shop.issue(card, { usd: 1 }),
    await shop.call('checkout', { cardNumber: card, checkoutTotal: 1 }),
    await shop.call('allocate', { cardNumber: card }),
    await shop.call('reactivate', { cardNumber: card }),
    await out(card),
  ]
  assert.deepEqual(
    refused.map((answer) => answer.body.errorCode),
    [112, 112, 112, 112, 112, 112],
  )
  assert.equal(await worth(card), '7 Points, 50 USD')
  assert.deepEqual(await shop.verify(), [])
})

test('out keeps a snapshot of the card as it was, without its pin', async () => {
  const { shop, out } = await openTransferShop({ program: { pinLength: 4 } })
  const card = await shop.card({ usd: 50 })
  await sql('update card set custom_card_number = $2 where brand_id = $1 and card_number = $3', [shop.id, 'ANA', card])
  const { body: hold } = await shop.hold(card, { usd: 20 })

  const { body } = await out(card, { ignoreHoldBalances: true })

  const [row] = await sql('select request_ref, snapshot from transfer_snapshot where brand_id = $1', [shop.id])
  const { snapshot } = row
  assert.equal(row.request_ref, body.requestRef)
  assert.deepEqual([snapshot.number, snapshot.status, snapshot.customNumber], [card, 'Activated', 'ANA'])
  assert.deepEqual(snapshot.balances[0].amount, 5000)
  assert.deepEqual(snapshot.portions, [{ hold: hold.transactionId, lot: 1, amount: 2000 }])
  assert.ok(!JSON.stringify(snapshot).includes('pin'))
  assert.deepEqual(await shop.verify(), [])
})

test('in moves everything with its expiry, activation and return flag, and says so on both cards', async () => {
  const { shop, moved, worth } = await openTransferShop()
  const old = await shop.card({ points: 5 })
  const expires = secondsFromNow(3 * oneDay)
  const activates = secondsFromNow(oneDay)
  await shop.issue(old, { usd: 10 }, { issuedBalanceExpiration: expires })
  await shop.issue(old, { usd: 4 }, { isReturnRelated: true })
  await shop.issue(old, { usd: 3 }, { issuedBalanceActivation: activates })
  const card = await shop.card({ usd: 1 })
  const before = await liability(shop)

  const body = await moved(card, old, { returnBalanceMutations: true })

  const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
  assert.equal(worthOf(body.balances), '5 Points, 15 USD')
  const usd = { isDiscount: false, balanceType: 'Currency', balanceCode: 'USD' }
  assert.deepEqual(body.balanceMutations, [
    { amount: 5, isDiscount: false, balanceType: 'Points' },
    { amount: 10, ...usd, balanceExpiration: at(expires) },
    { amount: 4, ...usd },
    { amount: 3, ...usd, balanceActiveDate: at(activates) },
  ])
  assert.equal(await worth(old), '')
  assert.deepEqual(await liability(shop), before)
  const lots = `select amount, return_related as returned, lot.expires_at is not null as expires from lot
    join card using (brand_id, card_id) where brand_id = $1 and card_number = $2 order by lot_no`
  assert.deepEqual(await sql(lots, [shop.id, card]), [
    { amount: '100', returned: false, expires: false },
    { amount: '5', returned: false, expires: false },
    { amount: '1000', returned: false, expires: true },
    { amount: '400', returned: true, expires: false },
    { amount: '300', returned: false, expires: false },
  ])
  const kinds = async (cardNumber: string) => {
    const [last] = await shop.history(cardNumber, { includeCampaignData: true })
    assert.deepEqual([last.callType, last.requestRef], ['TRANSFER', body.requestRef])
    return last.balanceUpdates.map((one: { amount: number; mutationType: string }) => [one.mutationType, one.amount])
  }
  assert.deepEqual(await kinds(card), [
    ['Transfer', 5],
    ['Transfer', 10],
    ['Transfer', 4],
    ['Transfer', 3],
  ])
  assert.deepEqual(await kinds(old), [
    ['Transfer', -5],
    ['Transfer', -17],
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('the history of the old card ends with the call that emptied it', async () => {
  const { shop, moved } = await openTransferShop()
  const [old, card] = [await shop.card({ points: 5 }), await shop.card()]
  await moved(card, old)

  const history = await shop.must('cardHistory', { cardNumber: old, sortMostRecentFirst: false })
  const types = history.transactions.map(({ callType }: { callType: string }) => callType)
  assert.deepEqual(types, ['ALLOCATE', 'UPDATE_BALANCE', 'TRANSFER', 'TRANSFER'])
  assert.deepEqual([history.matchCount, history.transactionCount], [4, 4])
  const page = await shop.history(old, { maxResults: 1, offset: 1 })
  assert.equal(page[0].requestRef, history.transactions[2].requestRef)
  const own = await shop.must('cardHistory', { cardNumber: card })
  assert.equal(own.transactionCount, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('what has expired stays behind; what expires later expires on the new card', async () => {
  const { shop, out, in: move, worth } = await openTransferShop()
  const old = await shop.card({ points: 1 })
  await shop.issue(old, { points: 20 }, { issuedBalanceExpiration: secondsFromNow(oneDay) })
  await shop.issue(old, { points: 300 }, { issuedBalanceExpiration: secondsFromNow(3 * oneDay) })
  const card = await shop.card()

  assert.equal((await out(old)).body.success, true)
  await letTimePass(shop, 2 * oneDay)
  assert.equal(worthOf((await move(card, old)).body.balances), '301 Points')
  await letTimePass(shop, 2 * oneDay)

  assert.equal(await worth(card), '1 Points')
  assert.deepEqual(await shop.verify(), [])
})

test('no limit of the value type stands in the way of a transfer', async () => {
  const points = { balanceType: 'Points', scale: 0, maxBalance: 10, maxIssue: 10 }
  const { shop, moved, worth } = await openTransferShop({ valueTypes: [points] })
  const [old, card] = [await shop.card({ points: 9 }), await shop.card({ points: 8 })]

  await moved(card, old)

  assert.equal(await worth(card), '17 Points')
  assert.equal((await shop.issue(card, { points: 1 })).body.errorCode, 13)
  assert.deepEqual(await shop.verify(), [])
})

test('a card of another program gets the same amounts of its own value types, or nothing at all', async () => {
  const { shop, moved, out, in: move, worth } = await openTransferShop()
  const programs = [...(shop.file as { programs: object[] }).programs, otherProgram]
  await applyFile({ ...shop.file, programs })
  const gift = async () => (await shop.must('allocate', { cardSetId: 'gifts' })).cardNumber
  //  the old card's              the answer
  const cases: readonly [amounts: object, code: number | undefined, worth: string][] = [
    [{ points: 7, usd: 50 }, undefined, '7 Points, 50 USD'],
    [{ points: 7, eur: 1 }, 115, ''],
    [{ points: 7, usd: 0.5 }, 116, ''],
  ]
  for (const [amounts, code, expected] of cases) {
    const [old, card] = [await shop.card(amounts), await gift()]
    await out(old)
    const before = await worth(old)
    assert.equal((await move(card, old)).body.errorCode, code, JSON.stringify(amounts))
    assert.equal(await worth(card), expected)
    assert.equal(await worth(old), code === undefined ? '' : before)
  }
  const back = await shop.card()
  const card = await gift()
  await shop.must('updateBalance', { cardNumber: card, action: 'issue', amount: { balanceType: 'Points', amount: 3 } })
  assert.equal(worthOf((await moved(back, card)).balances), '3 Points')
  assert.deepEqual(await shop.verify(), [])
})

test('a transfer in is refused as long as something is missing', async () => {
  const { shop, out, in: move } = await openTransferShop({ program: { pinLength: 4 } })
  const [card, active, gone, frozen] = [await shop.card(), await shop.card(), await shop.card(), await shop.card()]
  const suspended = await shop.card()
  const { cards } = await shop.must('search', { filters: { cardSetId: 'cards' }, includeInactive: true, limit: 100 })
  const inventory = cards.find((one: { cardStatus: string }) => one.cardStatus === 'Inventory').cardNumber
  const suspend = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Suspended' } }
  await shop.update(suspended, 'adjustOnly', {}, suspend)
  for (const old of [gone, frozen]) await out(old)
  await move(card, gone)
  //  card        old         more                           answer
  const cases: readonly [card: string, old: string, more: object, code: number][] = [
    ['no-such', frozen, {}, 2],
    [card, 'no-such', {}, 2],
    [inventory, frozen, {}, 110],
    [suspended, frozen, {}, 112],
    [frozen, frozen, {}, 112],
    [card, frozen, { forcePinValidation: true, pin: 'x' }, 10],
    [card, active, {}, 128],
    [card, inventory, {}, 128],
    [card, suspended, {}, 128],
    [card, gone, {}, 128],
    [card, card, {}, 128],
    [card, frozen, { childCardNumber: 'KID' }, 100],
    [card, frozen, { oldChildCardNumber: 'KID' }, 100],
    [card, frozen, { childCardNumber: 'KID', oldChildCardNumber: 'KID' }, 129],
    [card, frozen, { mergeMode: 'all' }, 100],
  ]
  for (const [target, old, more, code] of cases)
    assert.equal((await move(target, old, more)).body.errorCode, code, JSON.stringify([target, old, more]))
  assert.equal((await shop.call('transfer', { action: 'in', cardNumber: card })).body.errorCode, 100)
  assert.equal((await shop.call('transfer', { action: 'in', oldCardNumber: frozen })).body.errorCode, 6)
  assert.equal((await out(active, { oldCardNumber: frozen })).body.errorCode, 100)
  assert.equal((await out(active, { oldChildCardNumber: 'KID' })).body.errorCode, 100)
  assert.equal((await move(card, frozen)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('holds stand in the way of out, unless they are to be released', async () => {
  const { shop, out, in: move, worth } = await openTransferShop()
  const [old, card] = [await shop.card({ usd: 50 }), await shop.card()]
  const { body: hold } = await shop.hold(old, { usd: 20 })

  assert.equal((await out(old)).body.errorCode, 127)
  assert.equal(await worth(old), '30 USD, 20 USD held')
  const { body } = await out(old, { ignoreHoldBalances: true })

  assert.equal(worthOf(body.balances), '50 USD')
  const [released] = await shop.history(old, { splitHoldMutations: true, includeCampaignData: true })
  const held = { amount: -20, mutationType: 'Transfer', balanceType: 'Currency', balanceCode: 'USD' }
  assert.deepEqual(released.holdBalanceUpdates, [held])
  assert.equal(worthOf((await move(card, old)).body.balances), '50 USD')
  const use = { redeemFromHoldTransactionId: hold.transactionId }
  assert.equal((await shop.redeem(card, { usd: 20 }, use)).body.errorCode, 117)
  assert.deepEqual(await shop.verify(), [])
})

test('a card in a checkout cannot be transferred, neither out nor in to', async () => {
  const { shop, out, in: move } = await openTransferShop()
  const [card, old] = [await shop.card({ usd: 5 }), await shop.card({ usd: 5 })]
  await out(old)
  const setup = { cardNumber: card, isSetup: true, lockSetupDuration: 60, checkoutTotal: 1 }
  const { transactionId } = await shop.must('checkout', setup)

  assert.equal((await out(card)).body.errorCode, 113)
  assert.equal((await out(card, { ignoreHoldBalances: true })).body.errorCode, 113)
  assert.equal((await move(card, old)).body.errorCode, 113)
  assert.equal((await shop.call('transfer', { action: 'zero', cardNumber: card })).body.errorCode, 113)
  await shop.must('checkout', { cardNumber: card, cancelSetup: true, relatedSetupTransactionId: transactionId })

  assert.equal((await move(card, old)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('zero takes everything off a card, which stays active', async () => {
  const { shop, worth } = await openTransferShop()
  const card = await shop.card({ usd: 50, points: 3 })
  await shop.issue(card, { usd: 9 }, { issuedBalanceActivation: secondsFromNow(oneDay) })
  await shop.hold(card, { usd: 20 })
  const zero = (more = {}) => shop.call('transfer', { action: 'zero', cardNumber: card, ...more })

  assert.equal((await zero()).body.errorCode, 127)
  const { body } = await zero({ ignoreHoldBalances: true })

  assert.deepEqual(body.balances, [])
  const [last] = await shop.history(card, { includeCampaignData: true })
  const updates = last.balanceUpdates.map((one: { amount: number; mutationType: string }) => [
    one.mutationType,
    one.amount,
  ])
  assert.deepEqual(updates.toSorted(), [
    ['Transfer', -3],
    ['Transfer', -59],
  ])
  assert.equal((await shop.issue(card, { usd: 2 })).body.success, true)
  assert.equal(await worth(card), '2 USD')
  assert.equal((await zero()).body.success, true)
  assert.equal((await zero()).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('zero has to be enabled', async () => {
  const { shop, out } = await openTransferShop({ brand: { enable: [] } })
  const card = await shop.card({ usd: 5 })
  const { status, body } = await shop.call('transfer', { action: 'zero', cardNumber: card })
  assert.deepEqual([status, body.errorCode], [403, 104])
  assert.equal((await out(card)).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('no transfer can be voided', async () => {
  const { shop, out, in: move } = await openTransferShop()
  const [old, card] = [await shop.card({ usd: 5 }), await shop.card({ usd: 5 })]
  const { body: left } = await out(old)
  const { body: came } = await move(card, old)
  const zero = await shop.must('transfer', { action: 'zero', cardNumber: card })
  const voided = (cardNumber: string, requestRef: string) => shop.call('voidTransaction', { cardNumber, requestRef })

  assert.equal((await voided(old, left.requestRef)).body.errorCode, 112)
  assert.equal((await voided(card, came.requestRef)).body.errorCode, 119)
  assert.equal((await voided(card, zero.requestRef)).body.errorCode, 119)
  assert.deepEqual(await shop.verify(), [])
})

test('the pin is that of the card which gets everything', async () => {
  const { shop, out, in: move } = await openTransferShop({ program: { pinLength: 4 } })
  const { cardNumber: old, pin: oldPin } = await shop.must('allocate', { cardSetId: 'cards' })
  const { cardNumber: card, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const wrong = pin === '0000' ? '0001' : '0000'
  assert.equal((await out(old, { forcePinValidation: true, pin: `${oldPin}9` })).body.errorCode, 10)
  assert.equal((await out(old, { forcePinValidation: true, pin: oldPin })).body.success, true)
  assert.equal((await move(card, old, { forcePinValidation: true, pin: wrong })).body.errorCode, 10)
  assert.equal((await move(card, old, { forcePinValidation: true, pin })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a transfer that was refused leaves its customRequestId free, one that was made is not made again', async () => {
  const { shop, out, worth } = await openTransferShop()
  const [old, card] = [await shop.card({ usd: 5 }), await shop.card()]
  const move = () =>
    shop.call('transfer', { action: 'in', cardNumber: card, oldCardNumber: old }, { customRequestId: 'move-1' })
  assert.equal((await move()).body.errorCode, 128)
  await out(old)
  assert.equal((await move()).body.success, true)
  assert.equal((await move()).body.errorCode, 3)
  assert.equal(await worth(card), '5 USD')
  assert.deepEqual(await shop.verify(), [])
})
