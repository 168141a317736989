import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const numbers = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
const asking = (set: string, discount: object) => ({
  id: set,
  rules: [
    { id: 'r', trigger: 'checkout', when: [{ fact: 'coupon', op: '=', value: true, set }], then: [{ discount }] },
  ],
})

/** Support moves 100 at once and 300 a day; cashiers move nothing. */
async function openMoving() {
  const shop = await openShop({
    more: {
      portal: { limits: { support: { move: { money: 100, points: 100, perDay: { money: 300 } } } } },
      couponSets: [
        { id: 'sixty', name: 'Sixty', coupons: numbers('SIXTY', 8) },
        { id: 'percent', name: 'Percent', coupons: numbers('PERCENT', 8) },
      ],
      campaigns: [asking('sixty', { amount: 60, on: 'checkout' }), asking('percent', { percent: 10 })],
    },
  })
  const desk = openDesk(shop)
  const support = await desk.as('support')
  let moves = 0
  const cardWith = async (set: string, count: number, usd = 0) => {
    const cardNumber = await shop.card(usd > 0 ? { usd } : {})
    for (let given = 0; given < count; given += 1)
      await shop.must('allocateCoupon', {
        couponSetId: set,
        cardNumber,
        promotionId: 'p',
        allowMultipleCoupons: true,
      })
    return cardNumber
  }
  const move = async (cardNumber: string, clerk = support) => {
    moves += 1
    const toCardNumber = await shop.card()
    const asked = { cardNumber, toCardNumber, reason: 'two cards', requestId: `move-number-${moves}` }
    return clerk.ask('moveCard', asked)
  }
  const statusOf = async (cardNumber: string) => (await support.ask('cardPage', { cardNumber })).status
  return { shop, desk, support, cardWith, move, statusOf }
}

test('coupons that come along count with what rules give for them, before the card is emptied', async () => {
  const { shop, desk, support, cardWith, move, statusOf } = await openMoving()
  assert.equal((await move(await cardWith('sixty', 1, 40))).error, undefined)
  const rich = await cardWith('sixty', 2)
  const refused = await move(rich)
  assert.equal(refused.error.reason, 'approvalNeeded')
  assert.match(refused.error.text, /This moves \$120\.00\. It is above your limit of \$100\.00/)
  assert.equal(await statusOf(rich), 'Activated')

  const toCardNumber = await shop.card()
  const request = { cardNumber: rich, toCardNumber }
  const { approvalId } = await support.ask('askApproval', { operation: 'moveCard', request, reason: 'two cards' })
  const finance = await desk.as('finance')
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.money, shown.action], [120, 'move'])
  const decided = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof decided.requestRef, 'string', JSON.stringify(decided))
  assert.equal((await support.ask('cardPage', { cardNumber: toCardNumber })).coupons.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('used coupons come along and count nothing', async () => {
  const { shop, cardWith, move } = await openMoving()
  const cardNumber = await cardWith('sixty', 2, 50)
  for (const couponId of ['SIXTY-0', 'SIXTY-1', 'SIXTY-2', 'SIXTY-3', 'SIXTY-4', 'SIXTY-5', 'SIXTY-6', 'SIXTY-7'])
    await shop.call('couponDetails', { couponId, action: 'use' })
  assert.equal((await move(cardNumber)).error, undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('coupons of unknown worth count together as one move, of which a day has a few', async () => {
  const { shop, cardWith, move, statusOf } = await openMoving()
  assert.equal((await move(await cardWith('percent', 3))).error, undefined)
  assert.equal((await move(await cardWith('percent', 1))).error, undefined)
  assert.equal((await move(await cardWith('percent', 1))).error, undefined)
  const fourth = await cardWith('percent', 1)
  const { error } = await move(fourth)
  assert.equal(error.reason, 'approvalNeeded')
  assert.match(error.text, /count together as much as you may move at once.*above your limit of \$300\.00.* a day/)
  assert.equal(await statusOf(fourth), 'Activated')
  assert.deepEqual(await shop.verify(), [])
})

test('whoever moves no money brings no coupons to another card, by whichever call', async () => {
  const { shop, desk, support, cardWith } = await openMoving()
  const [from, to] = [await cardWith('sixty', 2), await shop.card()]
  const out = await support.call('transfer', { action: 'out', cardNumber: from }, { note: 'x' })
  assert.equal(out.error, undefined, 'a card that is empty but for coupons, which stay')
  const into = { action: 'in', cardNumber: to, oldCardNumber: from }
  const withThem = await support.call('transfer', { ...into, transferCoupons: true }, { note: 'x' })
  assert.equal(withThem.error.reason, 'approvalNeeded')
  assert.equal((await support.call('transfer', into, { note: 'x' })).error, undefined)
  const cashier = await desk.as('cashier')
  const lost = await cardWith('percent', 1)
  const blocking = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: lost, ...blocking })
  const { cardSets } = await cashier.ask('terminalSetup')
  const wanted = { cardNumber: lost, cardSetId: cardSets[0].id, reason: 'lost', requestId: 'lost-with-coupon' }
  assert.equal((await cashier.ask('moveCard', wanted)).error.reason, 'approvalNeeded')
  assert.deepEqual(await shop.verify(), [])
})
