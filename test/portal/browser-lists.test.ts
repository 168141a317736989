import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { openShop } from '../support/shop.ts'

let room: PortalRoom

before(async () => {
  const products = ['=SUM(A1)', 'Espresso', 'Flat white', 'Tea, green'].map((name, at) => ({ sku: `P${at}`, name }))
  room = await openPortalRoom({ allowPrivateReceivers: true, more: { products } })
})

after(() => room?.close())

test(
  'a list is walked by keyboard, filtered, sorted by address, and exported as it is shown',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('readOnly')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto(`/portal/b/${room.shop.id}/settings/products`)
    const focused = () => page.locator(':focus').textContent()
    await page.getByRole('button', { name: 'Espresso' }).waitFor()
    const names = await page.locator('[data-row-opener]').allTextContents()
    for (const [key, at] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key)
      assert.equal(await focused(), names[at])
    }
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').waitFor()
    assert.match(page.url(), /open=/)
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })

    const save = async () => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: /CSV/ }).click()
      return readFile(await (await downloading).path(), 'utf8')
    }
    const all = await save()
    assert.match(all, /'=SUM\(A1\)/, 'a formula is no formula any more')
    assert.match(all, /"Tea, green"/)
    await page.getByLabel('Filter this list').fill('white')
    await page.getByRole('button', { name: 'Espresso' }).waitFor({ state: 'detached' })
    assert.match(page.url(), /filter=white/)
    const some = await save()
    assert.match(some, /Flat white/)
    assert.doesNotMatch(some, /Espresso/)
  },
)

test('a list that goes on says that its file has only what is shown', needsBrowser, async (t) => {
  const { cookie } = await room.login('developer')
  const cardNumber = await room.shop.card({ points: 1 })
  await Promise.all(Array.from({ length: 60 }, () => room.shop.must('search', { filters: { cardNumber } })))
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/developers/calls`)
  await page.getByRole('button', { name: /^Export the \d+ rows shown as CSV$/ }).waitFor()
})

test('a program has its values, card sets and levels behind tabs, each with an address', needsBrowser, async (t) => {
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/settings/programs`)
  await page.locator('[data-row-opener]').first().click()
  await page.getByRole('tab', { name: 'Value types' }).click()
  await page.getByRole('button', { name: 'Add to Value types' }).or(page.getByText('Points')).first().waitFor()
  assert.match(page.url(), /tab=valueTypes/)
  await page.getByRole('tab', { name: 'Card sets' }).click()
  await page.getByRole('table', { name: 'Stock' }).waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('tab', { name: 'Levels' }).click()
  await page.goto(page.url().replace('tab=tiers', 'tab=cardSets'))
  await page.getByRole('table', { name: 'Stock' }).waitFor()
})

test('a sender is tried out: the mail arrives, and a refusal is told', needsBrowser, async (t) => {
  const [good, bad] = [await openMailServer(t), await openMailServer(t, { refuses: { at: 'recipient', code: 550 } })]
  for (const [server, said] of [
    [good, 'It was accepted. Look whether it arrives.'],
    [bad, 'The recipient does not exist.'],
  ] as const) {
    const senders = { email: { smtp: server.url, from: 'shop@example.com' } }
    const portal = { testRecipients: ['ana@example.com'] }
    const shop = await openShop({ service: room.service, more: { senders, portal } })
    const { cookie } = await room.loginWith([{ brand: shop.id, role: 'marketer' }])
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.goto(`/portal/b/${shop.id}/messages?tab=senders`)
    await page.getByLabel('To', { exact: true }).fill('ana@example.com')
    await page.getByRole('button', { name: 'Send the test message' }).click()
    await page.getByText(said).waitFor()
    assert.deepEqual(await inaccessible(page), [])
  }
  const [mail] = good.mails
  assert.deepEqual(mail?.to, ['ana@example.com'])
  assert.match(mail?.headers.subject ?? '', /^\[Test\] Test message of/)
})

test('on a tablet, what is open beside a list leaves the bar at the top free', needsBrowser, async (t) => {
  const { cookie } = await room.login('readOnly')
  const { page } = await openWindow(t, room.service.port, { cookie, width: 1024, height: 768 })
  await page.goto(`/portal/b/${room.shop.id}/settings/products?open=P1`)
  const panel = await page.getByRole('complementary').boundingBox()
  const bar = await page.getByRole('banner').boundingBox()
  assert.ok(panel && bar && panel.y >= bar.y + bar.height - 1)
  await page.getByRole('button', { name: /^Your account/ }).click()
})

test(
  'the search leads to settings, actions, pages and operations, as far as the role goes',
  needsBrowser,
  async (t) => {
    const find = async (role: 'developer' | 'support', words: readonly string[]) => {
      const { cookie } = await room.login(role)
      const { page } = await openWindow(t, room.service.port, { cookie })
      await page.goto(`/portal/b/${room.shop.id}/home`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      const dialog = page.getByRole('dialog')
      for (const word of words) {
        const [typed = '', wanted = ''] = word.split(' > ')
        await dialog.getByRole('textbox').fill(typed)
        await dialog.getByText(wanted, { exact: true }).first().waitFor()
      }
      return { page, dialog }
    }
    await find('developer', ['subscr > Subscription lists', 'webh > Webhooks', 'returnm > returnMerchandise'])
    const { page, dialog } = await find('support', ['termin > Serve a customer at the terminal', 'calls > Calls'])
    await dialog.getByText('Calls', { exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Keys' }).count(), 0)
  },
)
