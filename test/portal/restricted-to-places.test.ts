import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]
const atStation = { location: 'L2' }

/** Cards of Pier 1, of which one was used at the station too, and one of the station that was used at Pier 1 too. */
async function openTwoPlaces() {
  const shop = await openShop({ locations, more: { couponSets: [{ id: 'set', coupons: ['C-1'] }] } })
  const pierOnly = await shop.card({ points: 30 })
  const both = await shop.card({ points: 20 })
  const points = { balanceType: 'Points', amount: 5 }
  const redeemed = await shop.must('updateBalance', { cardNumber: both, action: 'redeem', amount: points }, atStation)
  const { cardNumber: own } = await shop.must('allocate', { cardSetId: 'cards' }, atStation)
  const given = await shop.must('updateBalance', { cardNumber: own, action: 'issue', amount: points }, atStation)
  await shop.must('updateBalance', { cardNumber: own, action: 'issue', amount: points })
  const person = { firstName: 'Ana', lastName: 'Soto' }
  for (const cardNumber of [pierOnly, both, own])
    await shop.must('updateAccount', { cardNumber, primaryCustomer: person })
  const desk = openDesk(shop)
  return { shop, desk, pierOnly, both, own, given, redeemed, agent: await desk.as('support', { location: 'L2' }) }
}

test('somebody of one location finds, lists and opens only the cards of it', async () => {
  const { shop, pierOnly, both, own, agent } = await openTwoPlaces()
  const numbers = (answer: { cards: { cardNumber: string }[] }) => answer.cards.map(({ cardNumber }) => cardNumber)
  for (const text of ['Soto', pierOnly, both, own]) {
    const found = numbers(await agent.ask('find', { text }))
    assert.deepEqual(found, text === pierOnly || text === both ? [] : [own], text)
  }
  // What is listed by activity is listed where its last call is, which was at Pier 1.
  for (const sort of ['activity', 'newest', 'number'])
    assert.deepEqual(numbers(await agent.ask('listCards', { sort })), [own], sort)
  assert.equal((await agent.ask('cardPage', { cardNumber: own })).cardNumber, own)
  for (const route of ['cardPage', 'cardStory'])
    for (const cardNumber of [pierOnly, both])
      assert.equal((await agent.ask(route, { cardNumber })).error.reason, 'notFound', route)
  assert.deepEqual(await shop.verify(), [])
})

test('a cent that was held there makes a card nobody else’s', async () => {
  const { shop, pierOnly, own, agent } = await openTwoPlaces()
  const amount = { balanceType: 'Points', amount: 1 }
  const held = await agent.call('updateBalance', { cardNumber: pierOnly, action: 'hold', amount })
  assert.equal(held.error, undefined)
  assert.deepEqual((await agent.ask('find', { text: pierOnly })).cards, [])
  assert.equal((await agent.ask('cardPage', { cardNumber: pierOnly })).error.reason, 'notFound')
  const move = { reason: 'x', requestId: 'one-id-for-all' }
  const emptied = await agent.ask('moveCard', { cardNumber: pierOnly, toCardNumber: own, ...move })
  assert.equal(emptied.error.reason, 'notFound')
  const filled = await agent.ask('moveCard', { cardNumber: own, toCardNumber: pierOnly, ...move })
  assert.equal(filled.error.reason, 'notFound')
  const preview = await agent.ask('movePreview', { cardNumber: own, toCardNumber: pierOnly })
  assert.equal(preview.error.reason, 'notFound', 'nor is it told what is on it')
  for (const [cardNumber, toCardNumber] of [
    [pierOnly, own],
    [own, pierOnly],
  ]) {
    const asked = { operation: 'moveCard', request: { cardNumber, toCardNumber }, reason: 'x' }
    assert.equal((await agent.ask('askApproval', asked)).error.reason, 'notFound')
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a card of another location is served by its number: its balance is shown, and nobody behind it', async () => {
  const { shop, pierOnly, own, agent } = await openTwoPlaces()
  const served = await agent.ask('terminalCard', { cardNumber: pierOnly })
  assert.deepEqual([served.balances[0].amount, served.firstName], [30, undefined])
  assert.equal((await agent.ask('terminalCard', { cardNumber: own })).firstName, 'Ana')
  const points = (amount: number) => ({ cardNumber: pierOnly, amount: { balanceType: 'Points', amount } })
  for (const request of [
    { ...points(1), action: 'redeem' },
    { ...points(2), action: 'issue' },
  ])
    assert.equal((await agent.call('updateBalance', request, { note: 'sold' })).error, undefined)
  assert.equal((await shop.balances(pierOnly))[0].amount, 31)
  assert.deepEqual(await shop.verify(), [])
})

test('of a card they see only what happened there', async () => {
  const { shop, own, given, agent } = await openTwoPlaces()
  const { happenings } = await agent.ask('cardStory', { cardNumber: own })
  const refs = happenings.map(({ requestRef }: { requestRef: string }) => requestRef)
  assert.ok(refs.includes(given.transactionId))
  const [elsewhere] = (await shop.history(own)).filter(({ location }: { location: string }) => location === 'L1')
  assert.ok(elsewhere && !refs.includes(elsewhere.requestRef))
  assert.equal((await agent.ask('callDetail', { text: elsewhere.requestRef })).error.reason, 'notFound')
  assert.deepEqual((await agent.ask('find', { text: elsewhere.requestRef })).calls, [])
  const [call] = (await agent.ask('callDetail', { text: given.transactionId })).calls
  assert.equal(call.place.name, 'Station')
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

test('they repair only cards of their location, but serve any customer who has the number', async () => {
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
