import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../support/portal-desk.ts'
import { openShop } from '../support/shop.ts'

test('a customer is exported and erased, with the consequence in numbers first', async () => {
  const shop = await openShop()
  const card = await shop.card({ points: 5 })
  await shop.must('updateAccount', {
    cardNumber: card,
    primaryCustomer: { firstName: 'Ana', email: 'ana@example.com' },
  })
  const desk = openDesk(shop)
  const support = await desk.as('support')
  const { document } = await support.ask('exportCustomer', { cardNumber: card })
  assert.equal(document.accounts[0].customer.firstName, 'Ana')
  const trial = await support.ask('eraseCustomer', { cardNumber: card, isTrial: true })
  const counts = new Map(trial.removed.map(({ what, count }: { what: string; count: number }) => [what, count]))
  assert.equal(counts.get('accounts'), 1)
  assert.equal((await support.ask('find', { text: 'ana@example.com' })).cards.length, 1)
  const erased = await support.ask('eraseCustomer', { cardNumber: card })
  assert.deepEqual(erased.removed, trial.removed)
  assert.deepEqual((await support.ask('find', { text: 'ana@example.com' })).cards, [])
  const { happenings } = await support.ask('cardStory', { cardNumber: card })
  assert.equal(happenings[0].what, 'erased')
  const log = await shop.must('auditLog', { action: 'customer.erased' })
  assert.equal(log.entries[0].actor, support.name)
  assert.equal((await support.ask('eraseCustomer', { cardNumber: '1' })).error.reason, 'conflict')
  const away = await desk.as('support', { isConfirmed: false })
  assert.equal((await away.ask('eraseCustomer', { cardNumber: card })).error.reason, 'confirmNeeded')
  assert.equal((await (await desk.as('marketer')).ask('eraseCustomer', { cardNumber: card })).error.reason, 'forbidden')
  assert.equal((await shop.balances(card))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})
