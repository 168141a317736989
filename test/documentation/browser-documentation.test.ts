import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { descriptionPages } from '../../server/doors/api/describe/pages.ts'
import { DocumentShelf } from '../../server/doors/documentation/shelf.ts'
import { inaccessible, needsBrowser, openWindow, type WindowOptions } from '../support/browser.ts'
import { openWire } from '../support/wire-server.ts'

const shelf = new DocumentShelf()
const pages = descriptionPages(operations)

async function open(t: TestContext, options: WindowOptions = {}) {
  const { server } = await openWire(t, { pages, parts: { shelf } })
  return openWindow(t, server.port, options)
}

const looked = ['/docs', '/docs/guides/gift-cards', '/docs/rules', '/docs/search?q=refund']

/** The reference is very long, and looking at it takes its time. */
const lookedIn = { light: [...looked, '/docs/reference'], dark: looked.slice(0, 2) }

for (const colorScheme of ['light', 'dark'] as const)
  test(`nothing is inaccessible: ${lookedIn[colorScheme].join(', ')}, ${colorScheme}`, needsBrowser, async (t) => {
    const { page } = await open(t, { colorScheme })
    for (const path of lookedIn[colorScheme]) {
      await page.goto(path)
      assert.deepEqual(await inaccessible(page), [], path)
    }
  })

test('on a phone nothing is wider than the screen, and all pages are a tap away', needsBrowser, async (t) => {
  const { page } = await open(t, { width: 360, height: 740 })
  for (const path of [...looked, '/docs/tutorial', '/docs/campaigns']) {
    await page.goto(path)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= 360, path)
  }
  await page.getByRole('link', { name: 'All pages' }).click()
  await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Punch cards' }).click()
  await page.getByRole('heading', { level: 1, name: 'Punch cards' }).waitFor()
})

test('a search needs the keyboard only, and leads to the place', needsBrowser, async (t) => {
  const { page } = await open(t)
  await page.goto('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('lost card')
  await page.locator('#frame-results a').first().waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.locator('#frame-results mark').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/guides/gift-cards#a-lost-card')
  await page.keyboard.press('/')
  await page.keyboard.type('xyzzyxyzzy')
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#frame-results').waitFor({ state: 'hidden' })
})

test('without scripts, the search answers with a page', needsBrowser, async (t) => {
  const { server } = await openWire(t, { pages, parts: { shelf } })
  const { context } = await openWindow(t, server.port)
  const browser = context.browser()
  assert.ok(browser)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: `http://127.0.0.1:${server.port}` })
  t.after(() => plain.close())
  const page = await plain.newPage()
  await page.goto('/docs')
  await page.getByRole('searchbox').fill('lost card')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'A lost card' }).waitFor()
})

test('commands are copied as they are, and anchors of the reference still lead there', needsBrowser, async (t) => {
  const { page, context } = await open(t)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/tutorial')
  const command = page.locator('figure', { hasText: 'npx purser verify' }).last()
  await command.getByRole('button', { name: 'Copy' }).click()
  await command.getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'npx purser verify\n')
  assert.equal(await page.locator('figure.answer button').count(), 0)
  await page.goto('/docs#op-checkout')
  await page.waitForURL('**/docs/reference#op-checkout')
})
