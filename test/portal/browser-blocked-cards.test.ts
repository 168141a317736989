import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const locations = [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }]
let room: PortalRoom

before(async () => {
  const more = { portal: { limits: { cashier: { move: { money: 60, points: 100 } } } } }
  room = await openPortalRoom({ locations, more })
})

after(() => room?.close())

const isSound = async () => assert.deepEqual(await room.shop.verify(), [])
const usdOf = async (card: string) => (await room.shop.balances(card))[0]?.amount

async function blocked(newStatus: string, usd = 50) {
  const card = await room.shop.card({ usd })
  await room.shop.must('updateAccount', { cardNumber: card, primaryCustomer: { firstName: 'Ana' } })
  const action = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus } }
  const { requestRef } = await room.shop.must('updateBalance', { cardNumber: card, ...action })
  return { card, requestRef }
}

test('what is on a stolen card moves to a new one, and to one that somebody has', needsBrowser, async (t) => {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const { card } = await blocked('Stolen')
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Replace lost card' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Card stolen')
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Replace lost card' }).click()
  await page.getByText('Replaces').waitFor()
  assert.equal(await usdOf(decodeURIComponent(page.url().split('/').at(-1) ?? '')), 50)

  const lost = await blocked('Lost', 7)
  const other = await room.shop.card({ usd: 3 })
  await page.goto(`/portal/b/${room.shop.id}/cards/${lost.card}`)
  await page.getByRole('button', { name: 'Move to another card' }).click()
  await dialog.getByLabel('Card that gets everything').fill(other)
  await dialog.getByRole('row', { name: /afterwards.*\$10\.00/ }).waitFor()
  await dialog.getByLabel('Reason').fill('has two cards')
  await dialog.getByRole('button', { name: 'Move to another card' }).click()
  await page.getByText('Replaces').waitFor()
  assert.equal(await usdOf(other), 10)
  await isSound()
})

test('undo is offered where it works: not for a change of status, nor on a blocked card', needsBrowser, async (t) => {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const { card, requestRef } = await blocked('Lost')
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}?text=${requestRef}`)
  await page.getByRole('heading', { name: 'Transaction' }).waitFor()
  await page.getByText('Set to Lost').first().waitFor()
  await page.getByText('Reference').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo this transaction' }).count(), 0)
  await page.getByText('$50.00 given').first().click()
  await page.getByRole('tab', { name: 'Ledger rows' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Undo this transaction' }).count(), 0)

  const usable = await room.shop.card({ usd: 5 })
  await page.goto(`/portal/b/${room.shop.id}/cards/${usable}`)
  await page.getByText('$5.00 given').first().click()
  await page.getByRole('button', { name: 'Undo this transaction' }).waitFor()
})

test('a cashier replaces a lost card in one step, and goes on with the new one', needsBrowser, async (t) => {
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const { card } = await blocked('Lost')
  await page.goto(`/portal/b/${room.shop.id}/terminal?text=${card}`)
  await page.getByText('This card cannot be used: Lost.').waitFor()
  await page.getByText('What is on it is safe').waitFor()
  await page.getByRole('button', { name: 'Replace lost card' }).click()
  const dialog = page.getByRole('dialog')
  const taken = await room.shop.card()
  await dialog.getByLabel('New card').fill(taken)
  await dialog.getByText('Somebody has this card already').waitFor()
  await dialog.getByLabel('New card').fill('')
  await dialog.getByRole('button', { name: 'Replace lost card' }).click()
  await page.getByText(/Everything is on card/).waitFor()
  await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor()
  await page.getByRole('button', { name: 'Check out' }).waitFor()
  const number = (new URL(page.url()).searchParams.get('text') ?? '').replaceAll('"', '')
  assert.notEqual(number, card)
  assert.equal(await usdOf(number), 50)
  await isSound()
})

test(
  'above the limit a cashier asks for the new card, and it is there once that is approved',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('cashier')
    const { page } = await openWindow(t, room.service.port, { cookie })
    const { card } = await blocked('Lost', 90)
    await page.goto(`/portal/b/${room.shop.id}/terminal?text=${card}`)
    await page.getByRole('button', { name: 'Replace lost card' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Replace lost card' }).click()
    await dialog.getByRole('button', { name: 'Ask for approval' }).click()
    await page.getByText('Somebody has been asked to approve it').waitFor()

    const finance = await room.login('finance')
    const { approvals } = await finance.must('listApprovals')
    const { approvalId } = approvals.find(({ cardNumber }: { cardNumber: string }) => cardNumber === card)
    await finance.must('decideApproval', { approvalId, isApproved: true })
    const support = await room.login('support')
    const { replacedBy } = await support.must('cardPage', { cardNumber: card })
    assert.equal(await usdOf(replacedBy), 90)
    await isSound()
  },
)
