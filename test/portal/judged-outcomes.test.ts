import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { type Clerk, openDesk } from '../support/portal-desk.ts'
import { openShop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const locations = [
  { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
  { id: 'L2', name: 'Station', terminals: ['T1'] },
]
const line = (unitPrice: number) => [{ sku: 'ESP', amountPurchased: 1, unitPrice }]
const byCard = (amount: number) => [{ redeemBalance: true, ...usd(amount) }]
const reason = { note: 'a slip', location: 'L1' }

async function openCounter(portal: object = {}) {
  const shop = await openShop({ locations, more: { portal } })
  const desk = openDesk(shop)
  const card = await shop.card({ usd: 5000 })
  const money = async () => (await shop.balances(card))[0]?.amount ?? 0
  const redeem = async (amount: number, more: Record<string, string> = {}): Promise<string> =>
    (await shop.must('updateBalance', { cardNumber: card, action: 'redeem', amount: usd(amount) }, more)).requestRef
  const sell = async (total: number, paymentMethods: object[]): Promise<string> =>
    (await shop.must('checkout', { cardNumber: card, products: line(total), paymentMethods })).requestRef
  const giveBack = (clerk: Clerk, checkoutRequestRef: string, more: object = {}, location = 'L1') =>
    clerk.call(
      'returnMerchandise',
      { cardNumber: card, checkoutRequestRef, reversePayments: true, ...more },
      { ...reason, location },
    )
  const undo = (clerk: Clerk, requestRef: string) =>
    clerk.call('voidTransaction', { cardNumber: card, requestRef }, reason)
  return { shop, desk, card, money, redeem, sell, giveBack, undo }
}

test('a large redemption cannot be named as payment of a small sale, to have it back', async () => {
  const { shop, desk, card, money, redeem } = await openCounter()
  const cashier = await desk.as('cashier')
  const updateBalanceRequestRef = await redeem(1900)
  const request = { cardNumber: card, products: line(1), paymentMethods: [{ updateBalanceRequestRef }] }
  assert.equal((await cashier.call('checkout', request, reason)).error.code, 100)
  assert.equal(await money(), 3100)
  assert.deepEqual(await shop.verify(), [])
})

test('a void is measured by everything that comes back, redemptions that paid included', async () => {
  const { shop, desk, card, money, redeem, undo } = await openCounter()
  const [cashier, support] = [await desk.as('cashier'), await desk.as('support')]
  const updateBalanceRequestRef = await redeem(1900)
  const request = { cardNumber: card, products: line(1900), paymentMethods: [{ updateBalanceRequestRef }] }
  const sale = await cashier.call('checkout', request, reason)
  const byCashier = await undo(cashier, sale.requestRef)
  assert.deepEqual([byCashier.error.reason, /last 15 minutes/.test(byCashier.error.text)], ['forbidden', true])
  const bySupport = await undo(support, sale.requestRef)
  assert.equal(bySupport.error.reason, 'approvalNeeded')
  assert.match(
    bySupport.error.text,
    /This undoes \$1,900\.00\. It is above your limit of \$100\.00 and 10,000 points\./,
  )
  assert.equal(await money(), 3100)
  const own = await cashier.call(
    'checkout',
    { cardNumber: card, products: line(501), paymentMethods: byCard(501) },
    reason,
  )
  assert.equal((await undo(cashier, own.requestRef)).error.reason, 'approvalNeeded')
  assert.equal(await money(), 2599)
  assert.deepEqual(await shop.verify(), [])
})

test('a return is measured by what it gives back, whoever sold it and however it was paid', async () => {
  const { shop, desk, money, redeem, sell, giveBack } = await openCounter()
  const [cashier, support] = [await desk.as('cashier'), await desk.as('support')]
  const paid = await sell(1900, byCard(1900))
  const before = await sell(900, [{ updateBalanceRequestRef: await redeem(900) }])
  const refused = await giveBack(cashier, paid)
  assert.equal(refused.error.reason, 'approvalNeeded')
  assert.match(refused.error.text, /This gives back \$1,900\.00\..*Somebody else in finance/)
  assert.equal((await giveBack(cashier, paid, {}, 'L2')).error.reason, 'approvalNeeded')
  assert.equal((await giveBack(support, before)).error.reason, 'approvalNeeded')
  assert.equal(await money(), 2200)
  const small = await sell(100, byCard(100))
  assert.equal((await giveBack(cashier, small)).error, undefined)
  assert.equal(await money(), 2200)
  assert.deepEqual(await shop.verify(), [])
})

test('what is refused is told in German, too, and can be asked for with the same figures', async () => {
  const { shop, desk, card, money, sell, giveBack } = await openCounter()
  const [cashier, finance] = [await desk.as('cashier'), await desk.as('finance')]
  const paid = await sell(1900, byCard(1900))
  assert.equal((await giveBack(cashier, paid)).error.reason, 'approvalNeeded')
  const request = { cardNumber: card, checkoutRequestRef: paid, reversePayments: true }
  const asked = { operation: 'returnMerchandise', request, reason: 'does not fit', locationId: 'L1' }
  const { approvalId } = await cashier.ask('askApproval', asked)
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.action, shown.money, shown.cardNumber], ['return', 1900, card])
  assert.equal(typeof (await finance.ask('decideApproval', { approvalId, isApproved: true })).requestRef, 'string')
  assert.equal(await money(), 5000)
  const small = await sell(10, byCard(10))
  const alone = await cashier.ask('askApproval', { ...asked, request: { ...request, checkoutRequestRef: small } })
  assert.equal(alone.error.reason, 'invalid')
  assert.deepEqual(await shop.verify(), [])
})

test('a return that only takes points back is ordinary', async () => {
  const perDollar = { per: 1, of: 'checkout.netTotal', give: 1 }
  const rule = {
    id: 'r',
    name: 'r',
    trigger: 'checkout',
    then: [{ issue: { balanceType: 'Points', amount: perDollar } }],
  }
  const campaigns = [{ id: 'c', name: 'c', rules: [rule] }]
  const shop = await openShop({
    locations,
    more: { campaigns, portal: { limits: { cashier: { return: { money: 0, points: 0 } } } } },
  })
  const card = await shop.card()
  const sale = await shop.must('checkout', { cardNumber: card, products: line(5000) })
  const cashier = await openDesk(shop).as('cashier')
  const request = { cardNumber: card, checkoutRequestRef: sale.requestRef, returnedProducts: line(5000) }
  const points = async () => (await shop.balances(card))[0]?.amount ?? 0
  assert.ok((await points()) > 0)
  assert.equal((await cashier.call('returnMerchandise', request, reason)).error, undefined)
  assert.equal(await points(), 0)
  assert.deepEqual(await shop.verify(), [])
})

test('somebody of one location undoes nothing that was paid at another', async () => {
  const { shop, desk, money, redeem, sell, giveBack, undo } = await openCounter()
  const support = await desk.as('support', { location: 'L1' })
  const elsewhere = await redeem(50, { location: 'L2' })
  const sale = await sell(50, [{ updateBalanceRequestRef: elsewhere }])
  for (const answer of [await undo(support, sale), await giveBack(support, sale)]) {
    assert.equal(answer.error.reason, 'forbidden')
    assert.match(answer.error.text, /paid at another location/)
  }
  const here = await sell(50, [{ updateBalanceRequestRef: await redeem(50) }])
  assert.equal((await undo(support, here)).error, undefined)
  assert.equal(await money(), 4950)
  assert.deepEqual(await shop.verify(), [])
})

test('a move is limited, leaves nothing half done, and is carried out for its author once somebody approves', async () => {
  const { shop, desk, card, money } = await openCounter()
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  const move = { cardNumber: card, cardSetId: 'cards', mergeMode: 'overwrite' }
  const moved = await support.ask('moveCard', { ...move, reason: 'lost', requestId: 'one-id-for-all' })
  assert.equal(moved.error.reason, 'approvalNeeded')
  assert.match(moved.error.text, /This moves \$5,000\.00\./)
  assert.equal(await money(), 5000)
  const { cards } = await support.ask('listCards', { status: 'Activated' })
  assert.equal(cards.length, 1, 'no card was given out')
  const { approvalId } = await support.ask('askApproval', { operation: 'moveCard', request: move, reason: 'lost' })
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.action, shown.money, shown.cardNumber], ['move', 5000, card])
  const { requestRef } = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof requestRef, 'string')
  const [{ cardNumber }] = (await support.ask('listCards', { status: 'Activated' })).cards
  assert.equal((await shop.balances(cardNumber))[0].amount, 5000)
  const [out] = (await shop.history(cardNumber)).filter(({ callType }: { callType: string }) => callType === 'TRANSFER')
  const record = await shop.must('requestLookup', { requestRef: out.requestRef })
  assert.equal(record.vtUserId, support.name)
  assert.deepEqual(await shop.verify(), [])
})

test('a day of moves counts what arrived', async () => {
  const limits = { support: { move: { money: 100, perDay: { money: 150 } } } }
  const { shop, desk } = await openCounter({ limits })
  const support = await desk.as('support')
  const move = async (usd: number) =>
    support.ask('moveCard', {
      cardNumber: await shop.card({ usd }),
      cardSetId: 'cards',
      reason: 'lost',
      requestId: `an-id-of-${usd}-dollars`,
    })
  assert.equal((await move(90)).error, undefined)
  assert.equal((await move(61)).error.reason, 'approvalNeeded')
  assert.equal((await move(60)).error, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('what was cut off counts once, and what was refused not at all', async () => {
  const limits = { support: { issue: { money: 20, perDay: { money: 50 } } } }
  const { shop, desk, card } = await openCounter({ limits })
  const support = await desk.as('support')
  const issue = { cardNumber: card, action: 'issue', amount: usd(20) }
  const used = () => pool.rows<{ money: number }>`
    select money::float8 as money from portal_day_sum where brand_id = ${shop.id} and user_name = ${support.name}`
  assert.equal(
    (await support.call('updateBalance', { ...issue, amount: usd(21) }, reason)).error.reason,
    'approvalNeeded',
  )
  assert.equal(
    (await support.call('updateBalance', { ...issue, cardNumber: 'nowhere' }, reason)).error.reason,
    'refused',
  )
  assert.deepEqual(await used(), [])
  assert.equal((await support.call('updateBalance', issue, reason)).error, undefined)
  assert.deepEqual(await used(), [{ money: 20 }])
  assert.deepEqual(await shop.verify(), [])
})

test('tills have no limits', async () => {
  const { shop, money, sell } = await openCounter()
  const sale = await sell(1900, byCard(1900))
  await shop.must('returnMerchandise', {
    cardNumber: (await shop.must('checkoutLookup', { checkoutTransactionId: sale })).cardNumber,
    checkoutRequestRef: sale,
    reversePayments: true,
  })
  assert.equal(await money(), 5000)
})
