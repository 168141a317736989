import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Clerk, openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const ownSets = [
  { id: 'cards', name: 'Cards', generate: { count: 40, prefix: '60', length: 16 } },
  { id: 'listed', name: 'Printed', cards: [{ cardNumber: '61000001', pin: '1234' }] },
]
const more = { couponSets: [{ id: 'birthday', coupons: ['BDAY-1'] }] }

async function openRepair(portal: object = {}) {
  const shop = await openShop({ cardSets: ownSets, more: { ...more, portal } })
  const card = await shop.card({ usd: 50, points: 30 })
  await shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName: 'Ana', city: 'Oslo' } })
  await shop.must('allocateCoupon', { couponId: 'BDAY-1', cardNumber: card, promotionId: 'p' })
  const desk = openDesk(shop)
  const support = await desk.as('support')
  const { cardSets } = await support.ask('terminalSetup')
  const move = (request: object, clerk: Clerk = support) =>
    clerk.ask('moveCard', { cardNumber: card, reason: 'lost on the ferry', requestId: 'one-id-for-all', ...request })
  const amounts = async (number: string) =>
    (await shop.balances(number)).map(({ amount }: { amount: number }) => amount)
  return { shop, card, desk, support, move, amounts, cardSetId: cardSets[0].id as string }
}

test('everything goes to a new card, and what is asked again happens once', async () => {
  const { shop, card, move, amounts, support, cardSetId } = await openRepair()
  const answers = await Promise.all([move({ cardSetId }), move({ cardSetId })])
  const again = await move({ cardSetId })
  const { cardNumber } = again
  assert.ok(answers.some((answer) => answer.cardNumber === cardNumber))
  assert.deepEqual(await amounts(cardNumber), [30, 50])
  const page = await support.ask('cardPage', { cardNumber })
  assert.deepEqual([page.details.customer.firstName, page.replaces, page.coupons.length], ['Ana', [card], 1])
  assert.equal((await support.ask('cardPage', { cardNumber: card })).replacedBy, cardNumber)
  const { cards } = await support.ask('listCards', { status: 'Activated' })
  assert.equal(cards.length, 1, 'no second card was given out')
  assert.deepEqual(await shop.verify(), [])
})

test('a move that was cut off after the card was emptied is finished, also by somebody else', async () => {
  const { shop, card, desk, move, amounts, cardSetId } = await openRepair()
  await shop.must('transfer', { action: 'out', cardNumber: card })
  const other = await desk.as('administrator')
  const { cardNumber } = await move({ cardSetId, requestId: 'of-somebody-else' }, other)
  assert.deepEqual(await amounts(cardNumber), [30, 50])
  const late = await move({ cardSetId })
  assert.equal(late.error.code, 128, 'it has moved already')
  assert.deepEqual(await shop.verify(), [])
})

test('what is on two cards is put together, and the preview says so before', async () => {
  const { shop, card, support, move, amounts } = await openRepair()
  const target = await shop.card({ usd: 7 })
  await shop.must('updateAccount', { cardNumber: target, primaryCustomer: { firstName: 'Anna' } })
  await shop.must('updateBalance', {
    cardNumber: card,
    action: 'hold',
    amount: { balanceType: 'Points', amount: 10 },
  })
  const preview = await support.ask('movePreview', { cardNumber: card, toCardNumber: target })
  const shown = (of: { amount: number }[]) => of.map(({ amount }) => amount).toSorted((a, b) => a - b)
  assert.deepEqual([shown(preview.leaving), shown(preview.there), shown(preview.after)], [[30, 50], [7], [30, 57]])
  assert.deepEqual([preview.holds, preview.coupons, preview.obstacle], [1, 1, undefined])
  assert.deepEqual(await move({ toCardNumber: target, mergeMode: 'combine' }), { cardNumber: target })
  assert.deepEqual(await amounts(target), [30, 57])
  const { details } = await support.ask('cardPage', { cardNumber: target })
  assert.deepEqual([details.customer.firstName, details.customer.city], ['Anna', 'Oslo'])
  assert.deepEqual(await shop.verify(), [])
})

test('what stands in the way is told before anything is taken from the card', async () => {
  const { shop, card, desk, support, move, amounts } = await openRepair()
  const blocked = await shop.card()
  const lost = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: blocked, ...lost })
  for (const [toCardNumber, obstacle] of [
    [card, 'sameCard'],
    [blocked, 'notUsable'],
  ]) {
    assert.equal((await support.ask('movePreview', { cardNumber: card, toCardNumber })).obstacle, obstacle)
    assert.equal((await move({ toCardNumber })).error.reason, 'invalid')
  }
  assert.equal((await move({ toCardNumber: 'nowhere' })).error.reason, 'notFound')
  assert.equal((await move({})).error.reason, 'invalid')
  assert.equal((await move({ toCardNumber: blocked }, await desk.as('marketer'))).error.reason, 'forbidden')
  assert.deepEqual(await amounts(card), [30, 50])
  assert.deepEqual(await shop.verify(), [])
})

test('a cashier replaces by a new card only, by this route only, and within the limit', async () => {
  const { shop, card, desk, move, amounts, cardSetId } = await openRepair()
  const cashier = await desk.as('cashier')
  const theirs = await shop.card()
  const asked = { toCardNumber: theirs, requestId: 'to-my-own-card' }
  assert.equal((await move(asked, cashier)).error.reason, 'approvalNeeded', 'above the limit of a cashier')
  const approval = { operation: 'moveCard', request: { cardNumber: card, toCardNumber: theirs }, reason: 'please' }
  assert.match((await cashier.ask('askApproval', approval)).error.text, /Somebody has this card already/)
  const combined = { ...approval, request: { cardNumber: card, cardSetId, mergeMode: 'combine' } }
  assert.match((await cashier.ask('askApproval', combined)).error.text, /only by a new one/)
  // What was free when it was asked for, and has been given out since.
  const free = '61000001'
  const { approvalId } = await cashier.ask('askApproval', {
    ...approval,
    request: { cardNumber: card, toCardNumber: free },
  })
  await shop.must('allocate', { cardNumber: free })
  const finance = await desk.as('finance')
  const decided = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.match(decided.error.text, /Somebody has this card already/)
  const out = await cashier.call('transfer', { action: 'out', cardNumber: theirs }, { note: 'mine' })
  assert.equal(out.error.reason, 'forbidden', 'not as a call by itself, of whatever value')
  await shop.must('updateBalance', {
    cardNumber: theirs,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 77 },
  })
  const preview = await cashier.ask('movePreview', { cardNumber: card, toCardNumber: theirs })
  assert.deepEqual(
    [preview.obstacle, preview.there, preview.after],
    ['notNew', [], []],
    'nor do they see what is on it',
  )
  assert.deepEqual(await amounts(card), [30, 50])
  assert.deepEqual(await shop.verify(), [])
})

const blocking = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }

test('a lost card that is empty is replaced by a cashier, again after it was cut off', async () => {
  const { shop, desk, move } = await openRepair()
  const cashier = await desk.as('cashier')
  const empty = await shop.card()
  await shop.must('updateBalance', { cardNumber: empty, ...blocking })
  const { cardSets } = await cashier.ask('terminalSetup')
  const wanted = { cardNumber: empty, cardSetId: cardSets[0].id, requestId: 'empty-card-lost' }
  const first = await move(wanted, cashier)
  assert.deepEqual(await move(wanted, cashier), first)
  assert.notEqual(first.cardNumber, empty)
  assert.deepEqual(await shop.verify(), [])
})

const cashiersMove = { limits: { cashier: { move: { money: 100, points: 100 } } } }

test('no call of somebody else, nor of their own, is taken for a step of a move', async () => {
  const { shop, desk, move, amounts, cardSetId } = await openRepair(cashiersMove)
  const cashier = await desk.as('cashier')
  const theirs = await shop.card()
  const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
  const issue = { cardNumber: theirs, action: 'issue', amount }
  for (const part of ['new', 'out', 'in']) {
    const made = await cashier.call('updateBalance', issue, { note: 'x', customRequestId: `aaaaaaaa ${part}` })
    assert.equal(made.error, undefined, JSON.stringify(made))
  }
  const moved = await move({ cardSetId, requestId: 'aaaaaaaa' }, cashier)
  assert.equal(moved.error, undefined, JSON.stringify(moved))
  assert.notEqual(moved.cardNumber, theirs)
  assert.deepEqual([await amounts(theirs), await amounts(moved.cardNumber)], [[3], [30, 50]])
  // Nor is a step of one user that of another, or the new card of one card that of another.
  const second = await shop.card({ usd: 5 })
  const other = await move({ cardNumber: second, cardSetId, requestId: 'aaaaaaaa' }, await desk.as('cashier'))
  assert.notEqual(other.cardNumber, moved.cardNumber)
  const third = await move({ cardNumber: await shop.card({ usd: 7 }), cardSetId, requestId: 'aaaaaaaa' }, cashier)
  assert.deepEqual([await amounts(other.cardNumber), await amounts(third.cardNumber)], [[5], [7]])
  assert.deepEqual(await amounts(moved.cardNumber), [30, 50])
  assert.deepEqual(await shop.verify(), [])
})

test('another card that is scanned after a refusal, in the same dialog, gets everything', async () => {
  const { shop, card, desk, move, amounts, cardSetId } = await openRepair(cashiersMove)
  const cashier = await desk.as('cashier')
  const adjustStatus = { newStatus: 'Expired' }
  const expiring = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus }
  await shop.must('updateBalance', { cardNumber: card, ...expiring })
  const refused = await move({ cardSetId }, cashier)
  assert.equal(refused.error.reason, 'refused', JSON.stringify(refused))
  await shop.must('reactivate', { cardNumber: card })
  assert.deepEqual(await move({ toCardNumber: '61000001' }, cashier), { cardNumber: '61000001' })
  assert.deepEqual(await move({ toCardNumber: '61000001' }, cashier), { cardNumber: '61000001' }, 'again')
  assert.deepEqual(await amounts('61000001'), [30, 50])
  assert.deepEqual(await shop.verify(), [])
})

test('a card that can be used is not replaced by whoever has no limit, even if nothing is on it', async () => {
  const { shop, desk, move, support, cardSetId } = await openRepair()
  const cashier = await desk.as('cashier')
  const empty = await shop.card()
  const wanted = { cardNumber: empty, cardSetId, requestId: 'empty-card-in-use' }
  const refused = await move(wanted, cashier)
  assert.equal(refused.error.reason, 'approvalNeeded')
  assert.match(
    refused.error.text,
    /ends a card that can still be used\. It is above your limit of \$0\.00 and 0 points\./,
  )
  assert.equal((await support.ask('cardPage', { cardNumber: empty })).status, 'Activated')
  const request = { cardNumber: empty, cardSetId }
  const { approvalId } = await cashier.ask('askApproval', { operation: 'moveCard', request, reason: 'worn out' })
  const decided = await (await desk.as('finance')).ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof decided.requestRef, 'string', JSON.stringify(decided))
  const other = await shop.card()
  assert.equal((await move({ ...wanted, cardNumber: other }, support)).error, undefined, 'support has a limit')
  assert.deepEqual(await shop.verify(), [])
})

test('no card of another program is given out for a card, and nothing is taken from it', async () => {
  const { shop, card, support, move, amounts } = await openRepair()
  const { brandFile } = await shop.must('exportBrand', {})
  const valueTypes = [{ balanceType: 'Currency', balanceCode: 'USD', scale: 2 }]
  const cardSets = [{ id: 'gifts', name: 'Gifts', generate: { count: 5, prefix: '77', length: 16 } }]
  brandFile.programs.push({ id: 'gift', name: 'Gift cards', type: 'gift', valueTypes, cardSets })
  await shop.must('applyBrand', { brandFile })
  const refused = await move({ cardSetId: 'gifts' })
  assert.equal(refused.error.reason, 'invalid', JSON.stringify(refused))
  assert.match(refused.error.text, /cardSetId: This set is of another program/)
  const request = { cardNumber: card, cardSetId: 'gifts' }
  const asked = await support.ask('askApproval', { operation: 'moveCard', request, reason: 'lost' })
  assert.deepEqual(asked.error, refused.error, 'nor is anybody asked for it')
  assert.deepEqual(await amounts(card), [30, 50])
  assert.equal((await support.ask('cardPage', { cardNumber: card })).status, 'Activated')
  const { cards } = await support.ask('listCards', { status: 'Activated' })
  assert.equal(cards.length, 1, 'no card was given out')
  assert.deepEqual(await shop.verify(), [])
})
