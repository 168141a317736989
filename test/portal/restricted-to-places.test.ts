import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]
const atStation = { location: 'L2' }

/** One card that was only ever at Pier 1, and one that was used at both. */
async function openTwoPlaces() {
  const shop = await openShop({ locations, more: { couponSets: [{ id: 'set', coupons: ['C-1'] }] } })
  const pierOnly = await shop.card({ points: 30 })
  const both = await shop.card({ points: 20 })
  const redeemed = await shop.must(
    'updateBalance',
    { cardNumber: both, action: 'redeem', amount: { balanceType: 'Points', amount: 5 } },
    atStation,
  )
  const person = { firstName: 'Ana', lastName: 'Soto' }
  for (const cardNumber of [pierOnly, both]) await shop.must('updateAccount', { cardNumber, primaryCustomer: person })
  const desk = openDesk(shop)
  return { shop, pierOnly, both, redeemed, agent: await desk.as('support', { location: 'L2' }) }
}

test('somebody of one location finds, lists and opens only cards that were there', async () => {
  const { shop, pierOnly, both, agent } = await openTwoPlaces()
  const numbers = (answer: { cards: { cardNumber: string }[] }) => answer.cards.map(({ cardNumber }) => cardNumber)
  for (const text of ['Soto', pierOnly, both]) {
    const found = numbers(await agent.ask('find', { text }))
    assert.deepEqual(found, text === pierOnly ? [] : [both], text)
  }
  for (const sort of ['activity', 'newest', 'number'])
    assert.deepEqual(numbers(await agent.ask('listCards', { sort })), [both], sort)
  assert.equal((await agent.ask('cardPage', { cardNumber: both })).cardNumber, both)
  for (const route of ['cardPage', 'cardStory'])
    assert.equal((await agent.ask(route, { cardNumber: pierOnly })).error.reason, 'notFound', route)
  assert.deepEqual(await shop.verify(), [])
})

test('of a card they see only what happened there', async () => {
  const { shop, both, redeemed, agent } = await openTwoPlaces()
  const { happenings } = await agent.ask('cardStory', { cardNumber: both })
  assert.deepEqual(
    happenings.map(({ requestRef }: { requestRef: string }) => requestRef),
    [redeemed.transactionId],
  )
  const [issued] = (await shop.history(both)).filter(({ location }: { location: string }) => location === 'L1')
  assert.equal((await agent.ask('callDetail', { text: issued.requestRef })).error.reason, 'notFound')
  assert.deepEqual((await agent.ask('find', { text: issued.requestRef })).calls, [])
  const [own] = (await agent.ask('callDetail', { text: redeemed.transactionId })).calls
  assert.equal(own.place.name, 'Station')
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon of a card that was never there is not told of', async () => {
  const { shop, pierOnly, agent } = await openTwoPlaces()
  await shop.must('allocateCoupon', { couponId: 'C-1', cardNumber: pierOnly, promotionId: 'p' })
  assert.deepEqual((await agent.ask('find', { text: 'C-1' })).coupons, [])
  assert.equal((await agent.ask('callDetail', { text: 'C-1' })).error.reason, 'notFound')
})

test('they void what was done there and nothing else', async () => {
  const { shop, both, redeemed, agent } = await openTwoPlaces()
  const [issued] = (await shop.history(both)).filter(({ location }: { location: string }) => location === 'L1')
  const reason = { note: 'a mistake' }
  const elsewhere = await agent.call('voidTransaction', { cardNumber: both, requestRef: issued.requestRef }, reason)
  assert.equal(elsewhere.error.reason, 'notFound')
  const here = await agent.call('voidTransaction', { cardNumber: both, requestRef: redeemed.transactionId }, reason)
  assert.equal(here.error, undefined)
  assert.equal((await shop.balances(both))[0].amount, 20)
  assert.deepEqual(await shop.verify(), [])
})

test('they repair only cards that were there, but serve any customer who has the number', async () => {
  const { shop, pierOnly, both, agent } = await openTwoPlaces()
  const coupon = await agent.call(
    'allocateCoupon',
    { couponId: 'C-1', cardNumber: pierOnly, promotionId: 'p' },
    { note: 'sorry' },
  )
  assert.equal(coupon.error.reason, 'notFound')
  const lost = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  const status = await agent.call('updateBalance', { cardNumber: pierOnly, ...lost }, { note: 'lost' })
  assert.equal(status.error.reason, 'notFound')
  const out = await agent.call('transfer', { action: 'out', cardNumber: pierOnly }, { note: 'lost' })
  assert.equal(out.error.reason, 'notFound')
  const amount = { balanceType: 'Points', amount: 1 }
  const served = await agent.call('updateBalance', { cardNumber: pierOnly, action: 'redeem', amount })
  assert.equal(served.error, undefined)
  const card = await agent.ask('terminalCard', { cardNumber: pierOnly })
  assert.equal(card.balances[0].amount, 29)
  const place = await agent.call('updateBalance', { cardNumber: both, action: 'redeem', amount }, { location: 'L1' })
  assert.equal(place.error.reason, 'forbidden')
  assert.deepEqual(await shop.verify(), [])
})

test('what tells of all locations is not for them', async () => {
  const { both, agent } = await openTwoPlaces()
  for (const route of ['eraseCustomer', 'exportCustomer'])
    assert.equal((await agent.ask(route, { cardNumber: both })).error.reason, 'forbidden', route)
  for (const operation of ['search', 'cardHistory'])
    assert.equal((await agent.call(operation, { cardNumber: both })).error.reason, 'forbidden', operation)
  const sale = await agent.ask('terminalSetup')
  assert.deepEqual(
    sale.places.map(({ id }: { id: string }) => id),
    ['L2'],
  )
})

test('a sale of another location is not returned by them', async () => {
  const { shop, both, agent } = await openTwoPlaces()
  const skus = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }]
  const sale = await shop.must('checkout', { cardNumber: both, products: skus })
  const asked = { cardNumber: both, checkoutRequestRef: sale.transactionId, returnedProducts: skus }
  assert.equal((await agent.call('returnMerchandise', asked)).error.reason, 'notFound')
  assert.deepEqual((await agent.ask('terminalCard', { cardNumber: both })).sales, [])
  assert.deepEqual(await shop.verify(), [])
})
