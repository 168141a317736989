import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

const built = join(import.meta.dirname, '../../portal/dist')
const bytesMax = 300_000

let room: PortalRoom
let finance: PortalUser

before(async () => {
  room = await openPortalRoom()
  finance = await room.login('finance')
  await room.shop.card({ points: 5 })
})

after(() => room?.close())

for (const [screen, isLoggedIn] of [
  ['the login', false],
  ['Home', true],
] as const)
  test(`${screen} loads less than 300 kB of compressed script`, needsBrowser, async (t) => {
    const { page } = await openWindow(t, room.service.port, isLoggedIn ? { cookie: finance.cookie } : {})
    const scripts = new Set<string>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.add(pathname)
    })
    await page.goto('/portal/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const sizes = [...scripts].map((path) => statSync(join(built, `${path.replace(/^\/portal/, '')}.br`)).size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    t.diagnostic(`${scripts.size} scripts, ${Math.round(bytes / 1000)} kB`)
    assert.ok(bytes < bytesMax, `${bytes} bytes in ${scripts.size} scripts`)
  })
