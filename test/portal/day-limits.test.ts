import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { portalRoles } from '../../server/domain/brand/shapes/portal-shape.ts'
import { roleNames } from '../../server/domain/judge/permissions.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { openDesk } from '../support/portal-desk.ts'
import { openShop, testDatabase } from '../support/shop.ts'

const pool = new ConnectionPool({ url: testDatabase() }, 1)
after(() => pool.close())

const usd = (amount: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount })
const limits = { support: { issue: { money: 20, perDay: { money: 50 } } }, cashier: { issue: { money: 1, points: 0 } } }

async function openLimited() {
  const shop = await openShop({ more: { portal: { limits } } })
  const card = await shop.card()
  const desk = openDesk(shop)
  const issue = (amount: number) => ({ cardNumber: card, action: 'issue', amount: usd(amount) })
  const given = async () => (await shop.balances(card))[0]?.amount ?? 0
  return { shop, card, desk, issue, given }
}

test('of many gifts at once no more get through than a day allows, to the cent', async () => {
  const { shop, desk, issue, given } = await openLimited()
  const support = await desk.as('support')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => support.call('updateBalance', issue(7.15), { note: 'goodwill' })),
  )
  const reasons = answers.map(({ error }) => error?.reason)
  assert.deepEqual(
    [reasons.filter((one) => one === undefined).length, reasons.filter((one) => one === 'approvalNeeded').length],
    [6, 14],
  )
  assert.equal(await given(), 42.9)
  assert.equal((await support.call('updateBalance', issue(7.1), { note: 'exactly' })).error, undefined)
  const { error } = await support.call('updateBalance', issue(0.01), { note: 'a cent too much' })
  assert.match(error.text, /above your limit of \$50\.00 and 50,000 points a day/)
  const asked = { operation: 'updateBalance', request: issue(5), reason: 'the fifty-first dollar' }
  const { approvalId } = await support.ask('askApproval', asked)
  await (await desk.as('finance')).ask('decideApproval', { approvalId, isApproved: true })
  assert.equal(await given(), 55)
  assert.deepEqual(await shop.verify(), [])
})

test('what the card refuses does not count, and tomorrow is another day', async () => {
  const { shop, card, desk, issue, given } = await openLimited()
  const support = await desk.as('support')
  const nowhere = { ...issue(20), cardNumber: 'no-such-card' }
  for (let round = 0; round < 5; round += 1)
    assert.equal((await support.call('updateBalance', nowhere, { note: 'x' })).error.reason, 'refused')
  for (const amount of [20, 20, 10])
    assert.equal((await support.call('updateBalance', issue(amount), { note: 'x' })).error, undefined)
  assert.equal((await support.call('updateBalance', issue(1), { note: 'x' })).error.reason, 'approvalNeeded')
  await pool.rows`update portal_day_sum set day = day - 1 where brand_id = ${shop.id}`
  assert.equal((await support.call('updateBalance', issue(20), { note: 'x' })).error, undefined)
  assert.equal(await given(), 70)
  assert.equal((await shop.balances(card)).length, 1)
  assert.deepEqual(await shop.verify(), [])
})

test('everybody has a day of their own, ten times as much as at once unless the file says otherwise', async () => {
  const { shop, desk, issue, given } = await openLimited()
  const [one, other] = [await desk.as('cashier'), await desk.as('cashier')]
  for (let round = 0; round < 10; round += 1)
    assert.equal((await one.call('updateBalance', issue(1), { note: 'sold' })).error, undefined)
  assert.equal((await one.call('updateBalance', issue(1), { note: 'sold' })).error.reason, 'approvalNeeded')
  assert.equal((await other.call('updateBalance', issue(1), { note: 'sold' })).error, undefined)
  assert.equal(await given(), 11)
  const { limits: shown } = await one.ask('terminalSetup')
  assert.deepEqual(shown[0], {
    action: 'issue',
    money: 1,
    points: 0,
    moneyPerDay: 10,
    pointsPerDay: 0,
    currency: 'USD',
  })
  assert.deepEqual(await shop.verify(), [])
})

test('the brand file knows the roles that the portal has', () => assert.deepEqual([...portalRoles], roleNames))
