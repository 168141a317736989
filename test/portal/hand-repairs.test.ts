import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const locations = [
  { id: 'L1', terminals: ['T1'] },
  { id: 'L2', terminals: ['T1'] },
]
const reason = { note: 'a slip', location: 'L1' }

test('whoever only sees coupons changes none: neither its use nor who may use it', async () => {
  const shop = await openShop({ more: { couponSets: [{ id: 'five', name: 'Five', coupons: ['FIVE-1'] }] } })
  const cardNumber = await shop.card()
  await shop.must('allocateCoupon', { cardNumber, couponSetId: 'five', promotionId: 'p' })
  await shop.must('couponDetails', { couponId: 'FIVE-1', action: 'use' })
  const desk = openDesk(shop)
  const changes = [
    { action: 'unuse' },
    { action: 'reserve', reserveUntil: '2099-01-01 00:00:00' },
    { newAllowedCards: [cardNumber] },
    { newCustomTags: ['mine'] },
  ]
  for (const role of ['readOnly', 'developer', 'marketer', 'finance'] as const) {
    const clerk = await desk.as(role)
    assert.equal((await clerk.call('couponDetails', { couponId: 'FIVE-1' })).isUsed, true, role)
    for (const change of changes) {
      const { error } = await clerk.call('couponDetails', { couponId: 'FIVE-1', ...change }, reason)
      assert.equal(error?.reason, 'forbidden', `${role} ${JSON.stringify(change)}`)
    }
  }
  const support = await desk.as('support')
  const again = { couponId: 'FIVE-1', action: 'unuse' }
  assert.match((await support.call('couponDetails', again)).error.text, /needs a reason/)
  assert.equal((await support.call('couponDetails', again, reason)).isUsed, false)
})

test('what rules give for a level that is given by hand counts as given by hand', async () => {
  const then = [{ issue: usd(60) }]
  const rule = { id: 'r', name: 'r', trigger: 'tier', tier: { on: 'up', level: 'gold' }, then }
  const shop = await openShop({
    program: { tiers: { by: { fact: 'history.spend' }, levels: [{ id: 'gold', at: 1000 }] } },
    more: { campaigns: [{ id: 'c', name: 'c', rules: [rule] }] },
  })
  const cardNumber = await shop.card()
  const desk = openDesk(shop)
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  const request = { cardNumber, tierOverride: { level: 'gold', until: '2099-01-01 00:00:00', reason: 'x' } }
  const refused = await support.call('updateAccount', request, reason)
  assert.match(refused.error.text, /This gives \$60\.00\. It is above your limit of \$50\.00/)
  assert.deepEqual(await shop.balances(cardNumber), [])
  const asked = { operation: 'updateAccount', request, reason: 'a promise', locationId: 'L1' }
  const { approvalId } = await support.ask('askApproval', asked)
  assert.equal(typeof (await finance.ask('decideApproval', { approvalId, isApproved: true })).requestRef, 'string')
  assert.equal((await shop.balances(cardNumber))[0].amount, 60)
  assert.deepEqual(await shop.verify(), [])
})

test('a refusal names the field that is wrong, apart from the sentence about it', async () => {
  const shop = await openShop()
  const cardNumber = await shop.card()
  const support = await openDesk(shop).as('support')
  const wrong = { cardNumber, primaryCustomer: { email: 'nobody' } }
  const { error } = await support.call('updateAccount', wrong, reason)
  assert.equal(error.field, 'primaryCustomer.email')
  assert.equal(error.text, 'primaryCustomer.email: expected an e-mail address')
  const unread = await support.call(
    'updateAccount',
    { cardNumber, primaryCustomer: { gender: 'x'.repeat(2000) } },
    reason,
  )
  assert.equal(unread.error.field, 'primaryCustomer.gender')
  const unknown = await support.call('updateAccount', { cardNumber: 'no-such-card' }, reason)
  assert.equal('field' in unknown.error, false)
  assert.deepEqual(await shop.verify(), [])
})

test("the id of an approval cannot be taken for a call of one's own", async () => {
  const shop = await openShop({ locations })
  const cardNumber = await shop.card()
  const desk = openDesk(shop)
  const [cashier, finance] = [await desk.as('cashier'), await desk.as('finance')]
  const request = { cardNumber, action: 'issue', amount: usd(900) }
  const asked = { operation: 'updateBalance', request, reason: 'a refund', locationId: 'L1' }
  const { approvalId } = await cashier.ask('askApproval', asked)
  const own = { ...reason, customrequestid: `approval ${approvalId}` }
  const { requestRef } = await cashier.call('updateBalance', { ...request, amount: usd(1) }, own)
  const given = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.notEqual(given.requestRef, requestRef)
  assert.equal((await shop.balances(cardNumber))[0].amount, 901)
  assert.deepEqual(await shop.verify(), [])
})

test('a card is not emptied for another one that its mover may not change', async () => {
  const shop = await openShop({ locations })
  const cardNumber = await shop.card({ usd: 5 })
  const { cardNumber: toCardNumber } = await shop.must('allocate', { cardSetId: 'cards' }, { location: 'L2' })
  const support = await openDesk(shop).as('support', { location: 'L1' })
  const move = { cardNumber, toCardNumber, reason: 'x', requestId: 'move-to-L2', locationId: 'L1' }
  assert.equal((await support.ask('moveCard', move)).error.reason, 'notFound')
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { balances: true } })
  assert.equal(cards[0].balances[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})
