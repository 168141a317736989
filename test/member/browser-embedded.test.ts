import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { launchBrowser, needsBrowser } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'

/** As browsers are that keep no cookies of third parties; what is kept apart for each site that shows a frame is none. */
const withoutThirdParties = '--test-third-party-cookie-phaseout'

/** A web shop on another site than the pages: its origin is localhost, theirs 127.0.0.1. It counts what its visitors send. */
async function openWebShop(t: TestContext) {
  let page = ''
  const sent: string[] = []
  const server = createServer((request, response) => {
    sent.push(request.headers.cookie ?? '')
    const isPlain = request.url === '/third'
    response.writeHead(200, {
      'content-type': 'text/html',
      ...(isPlain && { 'set-cookie': 'third=1; SameSite=None; Secure' }),
    })
    response.end(isPlain ? `<p>${request.headers.cookie ?? 'no cookie'}</p>` : page)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const show = (body: string) => {
    page = `<!doctype html><html lang="en"><title>Shop</title><h1>A shop</h1>${body}`
  }
  return { port, origin: `http://localhost:${port}`, show, sent }
}

async function openPage(t: TestContext): Promise<Page> {
  const browser = await launchBrowser(withoutThirdParties)
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
  page.setDefaultTimeout(40_000)
  return page
}

const scriptOf = ({ port, id }: { readonly port: number; readonly id: string }, more = '') =>
  `<script async src="http://127.0.0.1:${port}/m/${id}/embed.js" ${more}></script>`

test(
  'in a shop of the brand the pages stand in a frame, keep who is in without cookies of third parties, and are as high as they are',
  needsBrowser,
  async (t) => {
    const web = await openWebShop(t)
    const flags = ['--public-url', 'https://cards.example']
    const { shop, customer, codeTo } = await openMemberRoom(t, { origins: [web.origin] }, { flags })
    await customer('ana@example.com')
    web.show(`${scriptOf(shop, 'data-into="#card" data-label="My card"')}<div id="card"></div>
      <iframe name="third" src="http://127.0.0.1:${web.port}/third"></iframe>`)
    const page = await openPage(t)
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
    assert.match(String(session.partitionKey), /localhost/)
    // The browser really keeps none of third parties: an ordinary one did not come back with the second load.
    assert.equal(await page.frame('third')?.locator('p').textContent(), 'no cookie')
    assert.ok(web.sent.every((cookie) => !cookie.includes('purser')))
    // Opened by itself, the page does not know who is in that frame.
    await page.goto(`http://127.0.0.1:${shop.port}/m/${shop.id}`)
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
    const web = await openWebShop(t)
    const flags = ['--public-url', 'https://cards.example']
    const { shop } = await openMemberRoom(t, { origins: [web.origin] }, { flags })
    const cardNumber = await shop.card({ points: 3 })
    const { token } = await shop.must('memberToken', { cardNumber })
    web.show(scriptOf(shop, `data-token="${token}"`))
    const page = await openPage(t)
    await page.goto(web.origin)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByText(cardNumber).waitFor()
    assert.equal(
      page.frames().some((one) => one.url().includes(token)),
      false,
    )

    // The same shop by an address that the brand does not list: the browser refuses to show it.
    const refused = page.waitForEvent('console', { predicate: (one) => one.text().includes('frame-ancestors') })
    await page.goto(`http://127.0.0.1:${web.port}`)
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
  assert.ok(text.length < 3_000, `${text.length} bytes`)
})
