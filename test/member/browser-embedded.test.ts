import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, openUncheckedWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'
import { openTlsFront, passedOnTo } from '../support/tls-front.ts'

/** As browsers are that keep no cookies of third parties; what is kept apart for each site that shows a frame is none. */
async function keepNoThirdParties(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
}

/** A web shop on a site of its own, and a third one that tries to keep a cookie in a frame there. */
async function openWebShop(t: TestContext) {
  let page = ''
  const sent: string[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { cookie = '', host = '' } = request.headers
    sent.push(cookie)
    const isThird = host.startsWith('third.')
    const more = isThird && { 'set-cookie': 'third=1; SameSite=None; Secure' }
    response.writeHead(200, { 'content-type': 'text/html', ...more })
    response.end(isThird ? `<p>${cookie || 'no cookie'}</p>` : page)
  }
  const port = await openTlsFront(t, answer)
  const show = (body: string) => {
    page = `<!doctype html><html lang="en"><title>Shop</title><h1>A shop</h1>${body}`
  }
  return { origin: `https://shop.localhost:${port}`, port, show, sent }
}

/** A brand whose pages are on another site than the shop that shows them. */
async function openEmbedded(t: TestContext) {
  const web = await openWebShop(t)
  const flags = ['--public-url', 'https://cards.localhost']
  const room = await openMemberRoom(t, { origins: [web.origin] }, { flags })
  const pages = `https://cards.localhost:${await openTlsFront(t, passedOnTo(room.shop.port))}/m/${room.shop.id}`
  const { page } = await openUncheckedWindow(room.shop.port, { width: 390, height: 844, trustsAll: true })
  t.after(() => page.context().close())
  await keepNoThirdParties(page)
  const script = (more = '') => `<script async src="${pages}/embed.js" ${more}></script>`
  return { ...room, web, pages, page, script }
}

test(
  'in a shop of the brand the pages stand in a frame, keep who is in without cookies of third parties, and are as high as they are',
  needsBrowser,
  async (t) => {
    const { shop, customer, codeTo, web, pages, page, script } = await openEmbedded(t)
    await customer('ana@example.com')
    web.show(`${script('data-into="#card" data-label="My card"')}<div id="card"></div>
      <iframe name="third" src="https://third.localhost:${web.port}/"></iframe>`)
    await page.goto(web.origin)
    const frame = page.frameLocator('#card iframe[title="My card"]')
    await frame.getByRole('link', { name: 'I have a card' }).click()
    await frame.getByLabel('E-mail address').fill('ana@example.com')
    await frame.getByRole('button', { name: 'Send me a code' }).click()
    await frame.getByLabel('Code', { exact: true }).fill(await codeTo('ana@example.com'))
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByRole('heading', { name: 'Hello Ana' }).waitFor()
    await isFitting(page)

    await page.reload()
    await frame.getByRole('heading', { name: 'Hello Ana' }).waitFor()
    await frame.getByRole('link', { name: 'My data' }).click()
    await frame.getByRole('heading', { name: 'My data' }).waitFor()
    await isFitting(page)
    const [session] = (await page.context().cookies()).filter(({ name }) => name === 'purser_member_framed')
    assert.ok(session?.httpOnly && session.secure)
    assert.match(String(session.partitionKey), /shop\.localhost/)
    // The browser really keeps none of third parties: an ordinary one did not come back with the second load.
    assert.equal(await page.frame('third')?.locator('p').textContent(), 'no cookie')
    assert.ok(web.sent.every((cookie) => !cookie.includes('purser')))
    // Opened by itself, the page does not know who is in that frame.
    await page.goto(pages)
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    assert.deepEqual(await shop.verify(), [])
  },
)

/** Nothing of the page is cut off, nor does the frame have a bar to scroll. */
async function isFitting(page: Page): Promise<void> {
  const frame = page.frames().find((one) => one.url().includes('/m/'))
  assert.ok(frame)
  const isAsHigh = 'Math.abs(document.documentElement.offsetHeight - innerHeight) <= 1'
  await frame.waitForFunction(isAsHigh)
  assert.ok(Number(await frame.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
}

test(
  'a shop that knows its customers hands their token to the frame; another origin gets no frame',
  needsBrowser,
  async (t) => {
    const { shop, web, page, script } = await openEmbedded(t)
    const cardNumber = await shop.card({ points: 3 })
    const { token } = await shop.must('memberToken', { cardNumber })
    web.show(script(`data-token="${token}"`))
    await page.goto(web.origin)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByText(cardNumber).waitFor()
    const addresses = page.frames().map((one) => one.url())
    assert.ok(addresses.every((one) => !one.includes(token)))
    const [beside] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('button', { name: 'On your phone' }).click(),
    ])
    await beside.getByText(cardNumber).waitFor()

    // The same shop by a name that the brand does not list: the browser refuses to show it.
    const refused = page.waitForEvent('console', { predicate: (one) => one.text().includes('frame-ancestors') })
    await page.goto(`https://other.localhost:${web.port}`)
    await refused
    assert.equal(await page.frameLocator('iframe').getByText(cardNumber).count(), 0)
    assert.deepEqual(await shop.verify(), [])
  },
)

test('what a shop loads is small, and has nothing of anybody', async (t) => {
  const { shop } = await openMemberRoom(t)
  const response = await fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}/embed.js`)
  assert.match(response.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.equal(response.headers.get('set-cookie'), null)
  const text = await response.text()
  const page = readFileSync(new URL('../../docs/members.md', import.meta.url), 'utf8')
  const [, shown = ''] = /```html\n(.*?)\n```/s.exec(page) ?? []
  const address = `https://cards.shop.example/m/1001/embed.js`
  assert.equal(shown, `<script async src="${address}"></script>`)
  assert.ok(text.length < 3_000, `${text.length} bytes`)
})
