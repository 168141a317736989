import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { needsBrowser, openUncheckedWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'

const phone = { width: 390, height: 844 }

test(
  'without a network the card is there, from whatever page somebody opens; once they have left it is not',
  needsBrowser,
  async (t) => {
    const { shop } = await openMemberRoom(t)
    const cardNumber = await shop.card({ points: 3 })
    const { token } = await shop.must('memberToken', { cardNumber })
    const { page, context } = await openUncheckedWindow(shop.port, phone)
    t.after(() => context.close())
    await page.goto(`/m/${shop.id}#token=${token}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(cardNumber).waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.reload()
    await page.getByText(cardNumber).waitFor()

    await context.setOffline(true)
    for (const path of ['', '?from=installed', '/history']) {
      await page.goto(`/m/${shop.id}${path}`)
      await page.getByText('There is no network just now.').waitFor()
      assert.equal(await page.locator('.bars svg').count(), 1)
      assert.equal(await page.locator('.qr svg').count(), 1)
    }
    await context.setOffline(false)
    await page.goto(`/m/${shop.id}/data`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await context.setOffline(true)
    await page.goto(`/m/${shop.id}`).catch(() => undefined)
    assert.equal(await page.getByText(cardNumber).count(), 0)
    assert.deepEqual(await shop.verify(), [])
  },
)

test('it can be put on a home screen, and its first screen needs less than 60 kB of script', async (t) => {
  const { shop } = await openMemberRoom(t, { colors: { primary: '#ffee00' } })
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${shop.port}${path}`)
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }
  const manifest = JSON.parse((await get(`/m/${shop.id}/app.webmanifest`)).body.toString())
  assert.deepEqual([manifest.start_url, manifest.display], [`/m/${shop.id}?from=installed`, 'standalone'])
  for (const { src, sizes } of manifest.icons) {
    const { status, body } = await get(src)
    assert.equal(status, 200, src)
    if (src.endsWith('.png')) assert.equal(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, sizes)
  }
  const welcome = (await get(`/m/${shop.id}`)).body.toString()
  assert.match(welcome, /apple-touch-icon/)
  let bytes = 0
  for (const [, src = ''] of welcome.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)) {
    const { status, body } = await get(src)
    assert.equal(status, 200, src)
    if (src.endsWith('.js')) bytes += brotliCompressSync(body).length
  }
  assert.ok(bytes > 0 && bytes < 60_000, `${bytes} bytes of script`)
})
