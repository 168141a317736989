import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { closeBrowser, inColors, openUncheckedWindow, resize } from './browser.ts'
import { campaignSections } from './campaign-room.ts'
import { productsOf } from './checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from './portal-room.ts'
import { visit, visitedScreens } from './portal-screens.ts'
import type { Shop } from './shop.ts'

const sizes = {
  desktop: { width: 1360, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const

const sizeNames = ['desktop', 'tablet', 'phone'] as const
export const shotSizes: readonly string[] = sizeNames
export const shotSchemes = ['light', 'dark']
export const shotLanguages = ['en', 'de']

export interface AskedShots {
  readonly to: string
  /** A part of the names of those that are wanted. */
  readonly only: string
  readonly languages: readonly string[]
  readonly sizes: readonly string[]
  readonly schemes: readonly string[]
}

/** Pictures of every screen of a brand with some history. */
export async function takeShots(asked: AskedShots): Promise<void> {
  const room = await openPortalRoom({ brand: { name: 'Harbor Coffee' }, more: campaignSections })
  try {
    await makeHistory(room.shop)
    for (const language of asked.languages) await takeAll(room, language, asked)
  } finally {
    await closeBrowser()
    await room.close()
  }
}

async function takeAll(room: PortalRoom, language: string, asked: AskedShots): Promise<void> {
  const { cookie } = await room.login('administrator')
  const own = { locale: language, ...sizes.desktop }
  if ('login'.includes(asked.only)) {
    const outside = await openUncheckedWindow(room.service.port, own)
    await outside.page.goto('/portal/login')
    await outside.page.locator('form').waitFor()
    await takeEach(outside.page, `login-${language}`, asked)
    await outside.context.close()
  }
  const inside = await openUncheckedWindow(room.service.port, { ...own, cookie })
  for (const screen of visitedScreens.filter(({ name }) => name.includes(asked.only))) {
    await inside.page.setViewportSize(sizes.desktop)
    await visit(inside.page, room.shop.id, screen)
    await takeEach(inside.page, `${screen.name}-${language}`, asked)
  }
  await inside.context.close()
}

/** A screen is visited once, and then looked at in every size and in both colours. */
async function takeEach(page: Page, name: string, asked: AskedShots): Promise<void> {
  for (const size of sizeNames.filter((one) => asked.sizes.includes(one)))
    for (const scheme of asked.schemes) {
      await resize(page, sizes[size])
      await inColors(page, scheme === 'dark' ? 'dark' : 'light')
      const path = join(asked.to, `${name}-${scheme}-${size}.png`)
      await page.screenshot({ path, fullPage: size !== 'desktop' })
    }
}

/** A month of a small shop: more on weekends, and never twice the same. */
async function makeHistory(shop: Shop): Promise<void> {
  const cards = await Promise.all(Array.from({ length: 12 }, () => shop.card()))
  for (let daysAgo = 30; daysAgo >= 0; daysAgo -= 1) {
    const date = new Date(Date.now() - daysAgo * 86_400_000)
    const customRequestDate = date.toISOString().slice(0, 19).replace('T', ' ')
    const count = 3 + ((daysAgo * 7) % 5) + (date.getUTCDay() % 6 === 0 ? 4 : 0)
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const cardNumber = cards[(daysAgo + index) % cards.length]
        const amount = { balanceType: 'Points', amount: 5 + ((index * 13 + daysAgo * 3) % 40) }
        const isRedeemed = index % 3 === 2
        const body = { cardNumber, action: isRedeemed ? 'redeem' : 'issue', amount, customRequestDate }
        await shop.call('updateBalance', body)
        if (index === 0)
          await shop.call('checkout', { cardNumber, products: productsOf('2 ESP 3.5, 1 MUG 12'), customRequestDate })
      }),
    )
  }
}
