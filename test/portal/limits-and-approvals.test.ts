import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const limits = { support: { issue: { money: 20 } }, cashier: { issue: { money: 10, points: 5 } } }

async function openLimited() {
  const shop = await openShop({ more: { portal: { limits } } })
  const card = await shop.card()
  const desk = openDesk(shop)
  const issue = (amount: number) => ({ cardNumber: card, action: 'issue', amount: usd(amount) })
  return { shop, card, desk, issue }
}

const waiting = async (clerk: { ask(route: string): Promise<{ approvals: { state: string }[] }> }) =>
  (await clerk.ask('listApprovals')).approvals.filter(({ state }) => state === 'waiting')

test('a change by hand needs a reason, and it is kept', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const support = await desk.as('support')
  assert.match((await support.call('updateBalance', issue(5))).error.text, /reason/)
  assert.match((await support.call('updateBalance', issue(5), { note: '  ' })).error.text, /reason/)
  const done = await support.call('updateBalance', issue(5), { note: 'cold coffee' })
  const record = await shop.must('requestLookup', { requestRef: done.requestRef })
  assert.deepEqual([record.note, record.vtUserId], ['cold coffee', support.name])
  assert.equal((await shop.balances(card))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('above the limit somebody else has to approve, and it happens once, with both names', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  assert.equal((await support.call('updateBalance', issue(20), { note: 'x' })).error, undefined)
  const refused = await support.call('updateBalance', issue(20.01), { note: 'x' })
  assert.equal(refused.error.reason, 'approvalNeeded')
  const asked = { operation: 'updateBalance', request: issue(30), reason: 'a broken machine' }
  const { approvalId } = await support.ask('askApproval', asked)
  const [approval] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([approval.state, approval.askedBy, approval.reason], ['waiting', support.name, 'a broken machine'])
  const decisions = [finance, await desk.as('administrator')].map((one) =>
    one.ask('decideApproval', { approvalId, isApproved: true }),
  )
  const answers = await Promise.all(decisions)
  const refs = new Set(answers.flatMap(({ requestRef }) => requestRef ?? []))
  assert.equal(refs.size, 1)
  assert.equal((await shop.balances(card))[0].amount, 50)
  const { happenings } = await (await desk.as('support')).ask('cardStory', { cardNumber: card })
  assert.equal(happenings[0].user, support.name)
  assert.notEqual(happenings[0].approvedBy, support.name)
  assert.equal(typeof happenings[0].approvedBy, 'string')
  const again = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(again.error.reason, 'conflict')
  const log = await shop.must('auditLog', {})
  const actions = log.entries.map(({ action }: { action: string }) => action)
  assert.ok(actions.includes('approval.asked') && actions.includes('approval.given'))
  assert.deepEqual(await shop.verify(), [])
})

test('what is declined, asked by oneself or too small is not carried out', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const support = await desk.as('support')
  const ask = (amount: number) =>
    support.ask('askApproval', { operation: 'updateBalance', request: issue(amount), reason: 'why not' })
  assert.equal((await ask(1)).error.reason, 'invalid')
  const { approvalId } = await ask(40)
  const same = await desk.as('administrator')
  const own = await same.ask('askApproval', { operation: 'updateBalance', request: issue(2000), reason: 'mine' })
  const byMyself = await same.ask('decideApproval', { approvalId: own.approvalId, isApproved: true })
  assert.equal(byMyself.error.reason, 'forbidden')
  assert.equal((await support.ask('decideApproval', { approvalId, isApproved: true })).error.reason, 'forbidden')
  const finance = await desk.as('finance')
  assert.deepEqual(await finance.ask('decideApproval', { approvalId, isApproved: false, reason: 'no' }), {})
  assert.equal((await finance.ask('decideApproval', { approvalId, isApproved: true })).error.reason, 'conflict')
  const [mine] = (await support.ask('myApprovals')).approvals
  assert.deepEqual([mine.state, mine.decidedBy, mine.decisionText], ['declined', finance.name, 'no'])
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})

test('an approved change that the card refuses is told as failed', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const [support, finance] = [await desk.as('support'), await desk.as('finance')]
  const { approvalId } = await support.ask('askApproval', {
    operation: 'updateBalance',
    request: issue(40),
    reason: 'late',
  })
  const lost = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: card, ...lost })
  assert.equal((await finance.ask('decideApproval', { approvalId, isApproved: true })).error.reason, 'refused')
  assert.equal((await finance.ask('listApprovals')).approvals[0].state, 'failed')
  assert.deepEqual(await waiting(finance), [])
  assert.deepEqual(await shop.verify(), [])
})

test('limits bind finance and administrators too, at once and in a day', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const [administrator, finance] = [await desk.as('administrator'), await desk.as('finance')]
  const tooMuch = await administrator.call('updateBalance', issue(1000.01), { note: 'x' })
  assert.equal(tooMuch.error.reason, 'approvalNeeded')
  assert.match(
    tooMuch.error.text,
    /This gives \$1,000\.01\. It is above your limit of \$1,000\.00 and 100,000 points\./,
  )
  const adjust = { ...issue(1000), isAccountingAdjustment: true }
  for (let round = 0; round < 10; round += 1)
    assert.equal((await finance.call('updateBalance', adjust, { note: 'x' })).error, undefined)
  const { error } = await finance.call('updateBalance', { ...adjust, amount: usd(0.01) }, { note: 'x' })
  assert.equal(error.reason, 'approvalNeeded')
  const { approvalId } = await finance.ask('askApproval', { operation: 'updateBalance', request: adjust, reason: 'x' })
  const mine = await finance.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(mine.error.reason, 'forbidden')
  assert.equal((await shop.balances(card))[0].amount, 10_000)
  const done = await administrator.ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof done.requestRef, 'string')
  assert.equal((await shop.balances(card))[0].amount, 11_000)
  assert.deepEqual(await shop.verify(), [])
})

test('a brand of one person switches approvals off: proved, in the audit log, and only for who may approve', async () => {
  const shop = await openShop({ more: { portal: { approvals: 'off', limits } } })
  const card = await shop.card()
  const desk = openDesk(shop)
  const issue = { cardNumber: card, action: 'issue', amount: usd(2000) }
  const away = await desk.as('administrator', { isConfirmed: false })
  assert.equal((await away.call('updateBalance', issue, { note: 'x' })).error.reason, 'confirmNeeded')
  const support = await desk.as('support')
  assert.equal((await support.call('updateBalance', issue, { note: 'x' })).error.reason, 'approvalNeeded')
  const owner = await desk.as('administrator')
  assert.equal((await owner.call('updateBalance', issue, { note: 'x' })).error, undefined)
  assert.equal((await shop.balances(card))[0].amount, 2000)
  const { entries } = await shop.must('auditLog', { action: 'limit.passed' })
  assert.deepEqual(
    entries.map((one: { actor: string; subject: string; after: object }) => [one.subject, one.after]),
    [[card, { operation: 'updateBalance', limit: 'issue', money: '2000.000000', points: '0.000000' }]],
  )
  const { items } = await owner.ask('homeAttention')
  assert.ok(items.some(({ kind }: { kind: string }) => kind === 'approvalsOff'))
  assert.deepEqual(await shop.verify(), [])
})

test('an approval is for what it came to, and within what the approver may approve', async () => {
  const approve = { money: 100, perDay: { money: 150 } }
  const shop = await openShop({ more: { portal: { limits: { ...limits, finance: { approve } } } } })
  const card = await shop.card()
  const desk = openDesk(shop)
  const [support, finance, other] = [await desk.as('support'), await desk.as('finance'), await desk.as('administrator')]
  const issue = (amount: number) => ({ cardNumber: card, action: 'issue', amount: usd(amount) })
  const ask = async (amount: number) =>
    (await support.ask('askApproval', { operation: 'updateBalance', request: issue(amount), reason: 'x' })).approvalId
  const [first, second, third] = [await ask(100), await ask(60), await ask(101)]
  const decide = (approvalId: string, clerk = finance) => clerk.ask('decideApproval', { approvalId, isApproved: true })
  const [shown] = (await finance.ask('listApprovals')).approvals
  assert.deepEqual([shown.money, shown.points, shown.currency], [101, 0, 'USD'])
  assert.equal(typeof (await decide(first)).requestRef, 'string')
  for (const id of [second, third]) assert.equal((await decide(id)).error.reason, 'forbidden')
  assert.equal((await waiting(finance)).length, 2, 'they wait for somebody else')
  assert.equal(typeof (await decide(second, other)).requestRef, 'string')
  assert.equal((await shop.balances(card))[0].amount, 160)
  assert.deepEqual(await shop.verify(), [])
})

test('a cashier has limits of their own, also in other currencies, and corrects no books', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const cashier = await desk.as('cashier')
  const reason = { note: 'sold' }
  const reasonOf = async (request: object) => (await cashier.call('updateBalance', request, reason)).error?.reason
  assert.equal(await reasonOf(issue(10)), undefined)
  assert.equal(await reasonOf(issue(11)), 'approvalNeeded')
  const euros = (amount: number) => ({ ...issue(0), amount: { ...usd(amount), balanceCode: 'EUR' } })
  assert.equal(await reasonOf(euros(9)), undefined)
  assert.equal(await reasonOf(euros(9.5)), 'approvalNeeded')
  assert.equal(await reasonOf({ ...issue(1), isAccountingAdjustment: true }), 'forbidden')
  const lost = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  assert.equal(await reasonOf({ cardNumber: card, ...lost }), 'forbidden')
  const out = { cardNumber: card, action: 'redeem', amount: usd(10), isCashout: true }
  assert.equal(await reasonOf(out), undefined)
  assert.deepEqual(await shop.verify(), [])
})

test('finance corrects balances without serving customers', async () => {
  const { shop, card, desk, issue } = await openLimited()
  const finance = await desk.as('finance')
  const reason = { note: 'counted again' }
  assert.equal((await finance.call('updateBalance', issue(5), reason)).error.reason, 'forbidden')
  const adjusted = await finance.call('updateBalance', { ...issue(5), isAccountingAdjustment: true }, reason)
  assert.equal(adjusted.error, undefined)
  assert.equal((await shop.balances(card))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('a void is measured by what it reverses', async () => {
  const { shop, card, desk } = await openLimited()
  const support = await desk.as('support')
  const issued = await shop.must('updateBalance', { cardNumber: card, action: 'issue', amount: usd(150) })
  const asked = { cardNumber: card, requestRef: issued.transactionId }
  assert.equal((await support.call('voidTransaction', asked, { note: 'x' })).error.reason, 'approvalNeeded')
  const { approvalId } = await support.ask('askApproval', { operation: 'voidTransaction', request: asked, reason: 'x' })
  const done = await (await desk.as('finance')).ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(typeof done.requestRef, 'string')
  assert.deepEqual(await shop.balances(card), [])
  assert.deepEqual(await shop.verify(), [])
})
