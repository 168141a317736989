import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildClient } from '../../scripts/client/build.ts'
import { needsBrowser, openUncheckedWindow } from '../support/browser.ts'
import { type Fate, openLossyProxy } from '../support/lossy-proxy.ts'
import { openShop } from '../support/shop.ts'

/** Issues 5 dollars where it runs, and says what it heard. */
const program = (options: object, card: string) => `
import { connectPurser } from '/dist/purser-client.js'
const purser = connectPurser({ ...${JSON.stringify(options)}, sleep: async (ms, signal) => {
  if (ms === 10000) await new Promise((resolve) => signal.addEventListener('abort', resolve))
} })
const amount = { balanceType: 'Currency', balanceCode: 'USD', amount: 5 }
const done = await purser.updateBalance({ cardNumber: '${card}', action: 'issue', amount }, { note: 'naïve' })
export const heard = [done.outcome, done.record?.note, typeof window]
`

test('a page and a worker of a page call the server from elsewhere, and lose no answer', needsBrowser, async (t) => {
  const shop = await openShop()
  const proxy = await openLossyProxy(t, shop.port)
  const [first, second] = [await shop.card(), await shop.card()]
  const options = {
    baseUrl: proxy.url,
    brand: shop.id,
    location: 'L1',
    terminal: 'T1',
    key: 'till',
    secret: shop.secret,
  }
  const port = await servePage(t, {
    '/page.js': program(options, first),
    '/worker.js': `import { heard } from '/in-worker.js'\npostMessage(heard)`,
    '/in-worker.js': program(options, second),
  })
  // The browser complains about the answers that are lost.
  const { page, context } = await openUncheckedWindow(port)
  t.after(() => context.close())
  await page.goto('/')

  const inPage = () => page.evaluate("import('/page.js').then(({ heard }) => heard)")
  const inWorker = () =>
    page.evaluate(
      "new Promise((tell) => { new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => tell(data) })",
    )
  for (const [run, kind] of [
    [inPage, 'object'],
    [inWorker, 'undefined'],
  ] as const) {
    const left: Fate[] = ['losesAnswer']
    proxy.fates(({ path }) => (path.endsWith('updateBalance') ? left.shift() : undefined) ?? 'passes')
    assert.deepEqual(await run(), ['doneBefore', 'naïve', kind])
  }
  for (const card of [first, second]) assert.equal((await shop.balances(card))[0].amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

/** A site of its own: an empty page, the built client, and these scripts. */
async function servePage(t: TestContext, scripts: Readonly<Record<string, string>>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-client-site-'))
  buildClient(folder)
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    if (isScript) response.end(scripts[url] ?? readFileSync(join(folder, url)))
    else response.end('<!doctype html><link rel="icon" href="data:,"><title>A shop</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return (server.address() as AddressInfo).port
}
