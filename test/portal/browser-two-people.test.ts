import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

async function customer(primaryCustomer: object): Promise<string> {
  const cardNumber = await room.shop.card({ usd: 20 })
  await room.shop.must('updateAccount', { cardNumber, primaryCustomer })
  return cardNumber
}

async function openCard(t: Parameters<typeof openWindow>[0], card: string, locale = 'en-US') {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie, locale })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  return page
}

test('before a move, both people stand side by side, and it is said that they differ', needsBrowser, async (t) => {
  const from = await customer({ firstName: 'Ana', lastName: 'Soto', email: 'ana@example.com', birthday: '1990-05-17' })
  const other = await customer({ firstName: 'Bruno', lastName: 'Diaz', email: 'bruno@example.com' })
  const same = await customer({ firstName: 'ANA', lastName: 'Soto', email: 'ana@example.com' })
  const page = await openCard(t, from)
  await page.getByRole('button', { name: 'Move to another card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card that gets everything').fill(other)
  const people = dialog.getByRole('table', { name: 'Who has the two cards' })
  await people.getByRole('row', { name: 'Name Ana Soto Bruno Diaz' }).waitFor()
  await people.getByRole('row', { name: /Birthday May 17, 1990 –/ }).waitFor()
  await dialog.getByText('Different: Name, E-mail.').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByLabel('Card that gets everything').fill(same)
  await people.getByRole('row', { name: 'Name Ana Soto ANA Soto' }).waitFor()
  assert.equal(await dialog.getByText('The two cards seem to belong to different people').count(), 0)
  assert.deepEqual(await room.shop.verify(), [])
})

test('whoever types what another customer has is told whose it is, and can save it', needsBrowser, async (t) => {
  const other = await customer({ firstName: 'Cleo', lastName: 'Marsh', email: 'cleo@example.com', phone: '2125550177' })
  const card = await customer({ firstName: 'Dora' })
  const page = await openCard(t, card)
  await page.getByRole('button', { name: 'Edit customer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('Cleo@Example.com')
  await dialog.getByText(`The same e-mail address: Cleo Marsh · ${other}`).waitFor()
  await dialog.getByLabel('E-mail').fill('dora@example.com')
  await dialog.getByText('The same e-mail address').waitFor({ state: 'detached' })
  await dialog.getByLabel('Phone', { exact: true }).fill('(212) 555-0177')
  await dialog.getByText(`The same phone number: Cleo Marsh · ${other}`).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('dora@example.com').first().waitFor()
  await page.getByRole('button', { name: 'Edit customer' }).click()
  await dialog.getByLabel('First name').fill('Doro')
  assert.equal(await dialog.getByText('Another customer has this already').count(), 0, 'only what was just typed')
  assert.deepEqual(await room.shop.verify(), [])
})

test('nobody who may not see people hears whose address it is', async () => {
  const card = await customer({ firstName: 'Elsa', email: 'elsa@example.com' })
  const target = await customer({ firstName: 'Fred', email: 'fred@example.com' })
  for (const role of ['cashier', 'developer', 'readOnly'] as const) {
    const user = await room.login(role)
    const answer = await user.ask('sameContacts', { cardNumber: card, email: 'fred@example.com' })
    assert.equal(answer.body.error?.reason, 'forbidden', role)
  }
  const cashier = await room.login('cashier')
  const preview = await cashier.must('movePreview', { cardNumber: card, toCardNumber: target })
  assert.deepEqual([preview.holder, preview.toHolder], [undefined, undefined])
  const support = await room.login('support')
  const seen = await support.must('movePreview', { cardNumber: card, toCardNumber: target })
  assert.deepEqual([seen.holder.firstName, seen.toHolder.firstName], ['Elsa', 'Fred'])
  const { others } = await support.must('sameContacts', { cardNumber: card, email: 'FRED@example.com' })
  assert.deepEqual(
    others.map(({ by, cardNumber }: { by: string; cardNumber: string }) => [by, cardNumber]),
    [['email', target]],
  )
})
