import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { openReceiver } from '../support/receiver.ts'
import { failForDays, openWebhookShop } from '../support/webhook-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

const developersAddress = (page: string, brand = room.shop.id) => `/portal/b/${brand}/developers/${page}`

test('an administrator makes a key, and the line that is shown with it calls the API', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(developersAddress('keys'))
  await page.getByRole('button', { name: 'New key' }).click()
  const form = page.getByRole('dialog', { name: 'New key' })
  await form.getByLabel('Name').fill('webshop')
  await form.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new key' })
  await shown.getByText("-H 'Location: L1'").waitFor()
  // It is closed by its button alone.
  await page.keyboard.press('Escape')
  const line = await shown.getByLabel('Try it now').textContent()
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s`])
  assert.equal(JSON.parse(stdout).success, true)
  const secret = (await shown.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'webshop' }).click()
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once')

  await page.getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click()
  await page.getByRole('button', { name: 'I have it' }).click()
  assert.equal(JSON.parse((await promisify(execFile)('sh', ['-c', `${line} -s`])).stdout).success, true)
  await page.getByRole('button', { name: 'End the older secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the older secret' }).click()
  await page.getByText('Only the new secret of webshop works now').waitFor()

  await page.getByRole('button', { name: 'Revoke' }).click()
  // When it was last used is written once a minute at most.
  await page.getByRole('dialog').getByText('It cannot be made valid again').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('webshop is revoked').waitFor()
  assert.equal(JSON.parse((await promisify(execFile)('sh', ['-c', `${line} -s`])).stdout).errorCode, 101)
})

test('a broken webhook is seen, mended, and told everything again', needsBrowser, async (t) => {
  const broken = await openWebhookShop(t, { service: room.service })
  const mended = await openReceiver(t)
  await failForDays(broken)
  const { cookie } = await room.loginWith([{ brand: broken.shop.id, role: 'administrator' }])
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(developersAddress('webhooks', broken.shop.id))
  await page.getByRole('row', { name: /erp Stopped after failures/ }).waitFor()
  await page.getByRole('button', { name: 'erp' }).click()
  await page.getByText('Mend the receiver, then send again').waitFor()

  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Address').fill(mended.url)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('erp is saved').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await broken.tell()
  assert.ok(mended.received.length >= 2)
  await page.getByRole('row', { name: /erp Working/ }).waitFor()
  await page.getByText('Nothing waits: everything was delivered.').waitFor()
  assert.deepEqual(await broken.shop.verify(), [])
})

test(
  'the record of calls says why a call was refused and what to do, and hostile texts stay texts',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const developer = await room.login('developer')
    const card = await shop.card({ usd: 5 })
    const hostile = '<img src=x onerror=alert(1)>'
    const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 50 }
    const body = { cardNumber: card, action: 'redeem', amount, [hostile]: 1 }
    await shop.call('updateBalance', body, { externalTransactionId: hostile, note: hostile })
    const { page } = await openWindow(t, room.service.port, { cookie: developer.cookie })
    page.on('dialog', () => assert.fail('a text of a caller was carried out'))
    await page.goto(`${developersAddress('calls')}?card=${card}&outcome=refused`)
    await page.getByRole('row', { name: /updateBalance Refused: 13/ }).waitFor()
    // The keyboard is enough: down to the first row, open it, close it.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('complementary')
    await detail.getByText('Look at the card’s balance and at the limits of the value type.').waitFor()
    await detail.getByText('Unknown fields').waitFor()
    assert.equal(
      await detail.getByText(hostile, { exact: true }).count(),
      2,
      'a note may be about somebody, and is not for developers',
    )
    assert.equal(await page.locator('img[src=x]').count(), 0)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    assert.deepEqual(await shop.verify(), [])
  },
)

test('a file with a fault is told with its line, and a mended one is applied with a note', needsBrowser, async (t) => {
  const developer = await room.login('developer')
  const { text } = await developer.must('brandFile')
  const { page } = await openWindow(t, room.service.port, { cookie: developer.cookie })
  await page.goto(developersAddress('file'))
  await page.getByRole('button', { name: 'Import a file' }).click()
  await page.getByLabel('The file, as YAML or JSON').fill(`${text}products:\n  - { skuu: MUG }\n`)
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await page
    .getByText(`Line ${text.split('\n').length + 1}`)
    .first()
    .waitFor()
  await page.getByLabel('The file, as YAML or JSON').fill(`${text}products:\n  - { sku: MUG, name: Mug }\n`)
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await page.getByText('products/MUG: added').waitFor()
  await page.getByLabel('Note').fill('Mugs for the season')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Applied: this is version 2 now').waitFor()

  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('row', { name: /Mugs for the season/ }).waitFor()
  await page.getByRole('button', { name: '1', exact: true }).click()
  await page.getByRole('button', { name: 'Go back to this version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('products/MUG: switched off').waitFor()
  await dialog.getByRole('button', { name: 'Go back to this version' }).click()
  await page.getByText('Done: this is version 3 now').waitFor()
})

test('a file of another brand is promoted on purpose, never by accident', needsBrowser, async (t) => {
  const developer = await room.login('developer')
  const { page } = await openWindow(t, room.service.port, { cookie: developer.cookie })
  await page.goto(`/portal/b/${room.shop.id}/developers/file`)
  const text = (await page.locator('pre').textContent()) ?? ''
  await page.getByRole('button', { name: 'Import a file' }).click()
  const stage = text.replace(/^exportedFrom:\n(?: .*\n)+/, '').replace(/id: "?[\w-]+"?/, 'id: "stage-1"')
  await page.getByLabel('The file, as YAML or JSON').fill(`${stage}products:\n  - { sku: NEW, name: New }\n`)
  await page.getByRole('button', { name: 'See what it changes' }).click()
  await page.getByText('This file is of the brand stage-1').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Apply' }).count(), 0)
  await page.getByLabel(/^Take its configuration over/).check()
  await page.getByText('products/NEW: added').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(/^Applied: this is version/).waitFor()
})
