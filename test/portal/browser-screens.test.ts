import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, inColors, misfits, mouseOnly, needsBrowser, openWindow, resize } from '../support/browser.ts'
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

const desktop = { width: 1440, height: 900 }
const tablet = { width: 820, height: 1180 }
const phone = { width: 390, height: 844 }

/** A third of the screens at a time: each test stays short on a slow machine, too. */
const partsOfScreens = [0, 1, 2].map((part) => visitedScreens.filter((_, index) => index % 3 === part))

// A visit takes longer than a look: each screen is visited once, for all that is looked at there.
for (const [part, screens] of partsOfScreens.entries())
  test(`every screen is accessible, light and dark, by keyboard, fits tablets and phones, and shows hostile texts as texts, part ${part + 1} of 3`, {
    ...needsBrowser,
    timeout: 600_000,
  }, async (t) => {
    const { cookie } = administrator
    // In German, whose words are the longer ones.
    const { page } = await openWindow(t, room.service.port, { cookie, locale: 'de' })
    const tooWide: string[] = []
    for (const screen of screens) {
      await page.setViewportSize(desktop)
      await page.emulateMedia({ colorScheme: 'light' })
      await visit(page, room.shop.id, screen)
      assert.deepEqual(await inaccessible(page), [], screen.name)
      assert.deepEqual(await mouseOnly(page), [], screen.name)
      assert.equal(await page.locator('img[src="x"]').count(), 0, screen.name)
      // A title may have the text in it, but nothing that it says is done.
      assert.notEqual(await page.title(), 'taken', screen.name)
      for (const size of [tablet, phone]) {
        await resize(page, size)
        for (const one of await misfits(page)) tooWide.push(`${screen.name}, ${size.width}: ${one}`)
      }
      await inColors(page, 'dark')
      assert.deepEqual(await inaccessible(page, 'colors'), [], `${screen.name}, dark`)
    }
    assert.deepEqual(tooWide, [])
  })

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
  await page.getByRole('dialog').getByText('Developers').first().waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Coupons & codes' }).waitFor()
})
