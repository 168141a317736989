import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({})
})

after(() => room?.close())

let made = 0

for (const role of ['developer', 'administrator'] as const) {
  test(`every scope that ${role} is offered for a key can be given, and no other`, async () => {
    const user = await room.login(role)
    const { operations, scopes, canGiveAll } = await user.must('listOperations')
    const give = async (scope?: readonly string[]) => {
      made += 1
      const { status, body } = await user.call('createKey', { key: `key-${made}`, ...(scope && { scope }) })
      return status === 200 ? 'made' : body.error.code
    }
    assert.equal(await give(), canGiveAll ? 'made' : 104)
    const words = ['merchant', 'read', 'flex', 'admin', ...operations.map(({ name }: { name: string }) => name)]
    for (const word of words)
      assert.equal(await give([word]), scopes.includes(word) ? 'made' : 104, `${role} gives ${word}`)
    assert.equal(scopes.includes('merchant'), role === 'administrator')
    assert.ok(scopes.length > 5)
  })
}

test('the form for a key of a developer offers and proposes nothing that is refused', needsBrowser, async (t) => {
  const developer = await room.login('developer')
  const { page } = await openWindow(t, room.service.port, { cookie: developer.cookie })
  await page.goto(`/portal/b/${room.shop.id}/developers/keys`)
  await page.getByRole('button', { name: 'New key' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByText('Choose what it may call.').waitFor()
  const create = form.getByRole('button', { name: 'Make the key' })
  assert.ok(await create.isDisabled())
  await form.getByLabel('What it may call').first().click()
  const offered = await page.getByRole('option').allTextContents()
  assert.ok(offered.includes('listKeys') && !offered.includes('applyBrand'), offered.join(', '))
  await page.getByRole('option', { name: 'listKeys' }).click()
  await create.click()
  await page.getByRole('button', { name: 'I have it' }).waitFor()
})
