import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { purse, says, told, traceOf } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'

const asked = { returnBalanceMutations: true }
const reward = {
  name: 'Bring a friend',
  then: [points(5, { to: 'referrer' }), says('Your friend got {{ mutation.amount }}')],
}
const own = { name: 'Own', then: [points(1), says('You got {{ mutation.amount }}')] }

const lose = (shop: Shop, cardNumber: string, newStatus = 'Lost') =>
  shop.must('updateBalance', {
    cardNumber,
    action: 'adjustOnly',
    isAccountingAdjustment: true,
    adjustStatus: { newStatus },
  })

test("a referrer's credit is in the referrer's history, and not among the buyer's mutations", async () => {
  const { shop, bought } = await openRuleShop([reward, own])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  const answer = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend, ...asked })
  assert.deepEqual(told(answer), ['+1 Points'])
  const { checkoutTransactionId, requestRef } = { checkoutTransactionId: answer.transactionId, ...answer }
  assert.deepEqual(told(await shop.must('checkoutLookup', { checkoutTransactionId })), ['+1 Points'])
  assert.deepEqual(told(await shop.must('requestLookup', { requestRef })), ['+1 Points'])

  const theirs = await shop.must('cardHistory', { cardNumber: friend, includeTransactionDetails: true })
  const [newest] = theirs.transactions
  assert.deepEqual([theirs.transactionCount, theirs.matchCount, theirs.transactions.length], [2, 2, 2])
  assert.deepEqual([newest.requestRef, newest.callType], [requestRef, 'CHECKOUT_COMPLETE'])
  assert.deepEqual(
    newest.balanceUpdates.map((one: { amount: number; balanceType: string }) => [one.amount, one.balanceType]),
    [[5, 'Points']],
  )
  assert.deepEqual(
    [newest.checkoutTotalBeforeDiscounts, newest.skus, newest.location],
    [undefined, undefined, undefined],
    'what somebody else bought, and where, is not theirs to see',
  )
  const [mine] = (await shop.must('cardHistory', { cardNumber })).transactions
  assert.deepEqual([mine.requestRef, mine.balanceUpdates.length], [requestRef, 1])

  await shop.must('voidTransaction', { cardNumber, requestRef })
  const after = await shop.must('cardHistory', { cardNumber: friend })
  assert.deepEqual(
    after.transactions.map((one: { callType: string }) => one.callType),
    ['VOID_CHECKOUT', 'CHECKOUT_COMPLETE', 'ALLOCATE'],
  )
  assert.deepEqual([await purse(shop, cardNumber), await purse(shop, friend)], [{}, {}])
  assert.deepEqual(await shop.verify(), [])
})

for (const obstacle of ['locked', 'lost'] as const) {
  test(`a referrer whose card is ${obstacle} gets nothing, nobody is told, and the buyer's calls succeed`, async () => {
    const room = await openRuleShop([reward, own])
    const { shop, bought } = room
    const { lock, complete } = lockingCalls(room)
    const [cardNumber, friend] = [await shop.card(), await shop.card()]
    const setup = await lock(cardNumber, '1 CAKE 9', { referringCardNumber: friend })
    assert.deepEqual(setup.responseMessages, ['Your friend got 5', 'You got 1'])
    if (obstacle === 'locked') await lock(friend, '1 CAKE 9')
    else await lose(shop, friend)

    const { body: done } = await complete(setup)
    assert.equal(done.success, true, JSON.stringify(done))
    assert.deepEqual([told(done), done.responseMessages], [['+1 Points'], ['You got 1']])
    const nothing = { kind: 'nothing', result: 'issue', reason: obstacle, of: 'Points', to: 'referrer' }
    assert.deepEqual((await traceOf(shop, done.requestRef))[0].fired[0], nothing)

    const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend, ...asked })
    assert.deepEqual([told(sale), sale.responseMessages], [['+1 Points'], ['You got 1']])
    assert.deepEqual((await traceOf(shop, sale.requestRef))[0].fired[0], nothing)
    assert.deepEqual([await purse(shop, cardNumber), await purse(shop, friend)], [{ Points: 2 }, {}])

    const returned = { cardNumber, returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }] }
    await shop.must('returnMerchandise', { ...returned, checkoutRequestRef: done.requestRef })
    await shop.must('voidTransaction', { cardNumber, requestRef: sale.requestRef })
    assert.deepEqual(await purse(shop, cardNumber), {})
    assert.deepEqual(await shop.verify(), [])
  })

  test(`what cannot be taken back of a referrer whose card is ${obstacle} is a shortfall`, async () => {
    const room = await openRuleShop([reward, own])
    const { shop, bought } = room
    const [cardNumber, friend] = [await shop.card(), await shop.card()]
    const sell = () => bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
    const [first, second] = [await sell(), await sell()]
    if (obstacle === 'locked') await lockingCalls(room).lock(friend, '1 CAKE 9')
    else await lose(shop, friend)
    const { requestRef: returnRef } = await shop.must('returnMerchandise', {
      cardNumber,
      checkoutRequestRef: first.requestRef,
      returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
    })
    const { requestRef: voidRef } = await shop.must('voidTransaction', { cardNumber, requestRef: second.requestRef })
    const shortfalls = [{ amount: 5, balanceType: 'Points', ofReferrer: true }]
    for (const requestRef of [returnRef, voidRef])
      assert.deepEqual((await shop.must('requestLookup', { requestRef })).shortfalls, shortfalls)
    const lookup = await shop.must('checkoutLookup', { checkoutTransactionId: first.transactionId })
    assert.deepEqual(lookup.shortfalls, shortfalls)
    assert.deepEqual(await purse(shop, cardNumber), {})
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a referrer who has spent the reward keeps no sale from being returned or voided', async () => {
  const { shop, bought } = await openRuleShop([reward, own])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  const sell = () => bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  const [first, second] = [await sell(), await sell()]
  await shop.must('updateBalance', {
    cardNumber: friend,
    action: 'redeem',
    amount: { amount: 8, balanceType: 'Points' },
  })
  const voided = await shop.must('voidTransaction', { cardNumber, requestRef: first.requestRef })
  const shown = (await shop.must('requestLookup', { requestRef: voided.requestRef })).shortfalls
  assert.deepEqual(shown, [{ amount: 3, balanceType: 'Points', ofReferrer: true }])
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: second.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  assert.deepEqual([await purse(shop, cardNumber), await purse(shop, friend)], [{}, {}])
  assert.deepEqual(await shop.verify(), [])
})

test("the buyer's own spent points still keep a sale from being voided", async () => {
  const { shop, bought, buy } = await openRuleShop([reward, own])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  await shop.must('updateBalance', { cardNumber, action: 'redeem', amount: { amount: 1, balanceType: 'Points' } })
  const refused = await shop.call('voidTransaction', { cardNumber, requestRef: sale.requestRef })
  assert.equal(refused.body.errorCode, 13)
  assert.deepEqual(await purse(shop, friend), { Points: 5 }, 'and then nothing is taken from the referrer')
  const nobody = await buy('1 CAKE 9', { cardNumber, referringCardNumber: 'nobody' })
  assert.deepEqual([nobody.body.errorCode, nobody.body.errorMessage], [2, 'Could not find the referring card.'])
  assert.deepEqual(await shop.verify(), [])
})

test('a return that was voided gives the referrer back what it took', async () => {
  const { shop, bought } = await openRuleShop([reward])
  const [cardNumber, friend] = [await shop.card(), await shop.card()]
  const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  const returned = await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  assert.deepEqual(await purse(shop, friend), {})
  await shop.must('voidTransaction', { cardNumber, requestRef: returned.requestRef })
  assert.deepEqual(await purse(shop, friend), { Points: 5 })
  assert.deepEqual(await shop.verify(), [])
})
