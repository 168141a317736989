import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { visit, visitedScreens } from '../support/portal-screens.ts'

const hostile = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>"'{{7*7}}`

let room: PortalRoom
let administrator: PortalUser

before(async () => {
  room = await openPortalRoom({
    brand: { name: hostile },
    locations: [{ id: 'L1', name: hostile, terminals: ['T1', 'T2'] }],
    more: {
      campaigns: [
        {
          id: 'earn',
          name: hostile,
          rules: [
            {
              id: 'block',
              name: hostile,
              trigger: 'checkout',
              then: [{ block: { message: hostile.replace('{{7*7}}', '') } }],
            },
          ],
        },
      ],
    },
  })
  administrator = await room.login('administrator')
})

after(() => room?.close())

/** A third of the screens at a time: each test stays short on a slow machine, too. */
const partsOfScreens = [0, 1, 2].map((part) => visitedScreens.filter((_, index) => index % 3 === part))

for (const colorScheme of ['light', 'dark'] as const)
  for (const [part, screens] of partsOfScreens.entries())
    test(`every screen is accessible, ${colorScheme}, part ${part + 1} of 3`, needsBrowser, async (t) => {
      const { cookie } = administrator
      const { page } = await openWindow(t, room.service.port, { colorScheme, cookie })
      for (const screen of screens) {
        await visit(page, room.shop.id, screen)
        assert.deepEqual(await inaccessible(page), [], screen.name)
      }
    })

test('hostile texts are shown as texts, on every screen', needsBrowser, async (t) => {
  const { cookie } = administrator
  const { page } = await openWindow(t, room.service.port, { cookie })
  for (const screen of visitedScreens) {
    await visit(page, room.shop.id, screen)
    assert.equal(await page.locator('img[src="x"]').count(), 0, screen.name)
    // A title may have the text in it, but nothing that it says is done.
    assert.notEqual(await page.title(), 'taken', screen.name)
  }
  await page.getByText(hostile).first().waitFor()
})

test('everything of the frame is reached by keyboard', needsBrowser, async (t) => {
  const { cookie } = administrator
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.locator(':focus').textContent(), 'Skip to the content')

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('coupon')
  await page.getByRole('dialog').getByText('Coupons & codes').waitFor()
  await page.getByRole('dialog').getByText('Developers').waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Coupons & codes' }).waitFor()
})
