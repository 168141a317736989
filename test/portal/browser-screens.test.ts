import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, mouseOnly, needsBrowser, openWindow } from '../support/browser.ts'
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

// A visit takes longer than a look: each screen is visited once, for all that is looked at there.
for (const [part, screens] of partsOfScreens.entries())
  test(`every screen is accessible, light and dark, by keyboard, and shows hostile texts as texts, part ${part + 1} of 3`, {
    ...needsBrowser,
    timeout: 600_000,
  }, async (t) => {
    const { cookie } = administrator
    const { page } = await openWindow(t, room.service.port, { cookie })
    for (const screen of screens) {
      await inColors(page, 'light')
      await visit(page, room.shop.id, screen)
      assert.deepEqual(await inaccessible(page), [], screen.name)
      assert.deepEqual(await mouseOnly(page), [], screen.name)
      assert.equal(await page.locator('img[src="x"]').count(), 0, screen.name)
      // A title may have the text in it, but nothing that it says is done.
      assert.notEqual(await page.title(), 'taken', screen.name)
      await inColors(page, 'dark')
      assert.deepEqual(await inaccessible(page, 'colors'), [], `${screen.name}, dark`)
    }
  })

/** What the system is set to; the portal follows it while it is open. */
async function inColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  if (colorScheme === 'light') return
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  // Colours fade into each other.
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => undefined)))',
  )
}

test('hostile texts are on the screens', needsBrowser, async (t) => {
  const { cookie } = administrator
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/home`)
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
