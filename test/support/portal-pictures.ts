import { join } from 'node:path'
import { closeBrowser, openUncheckedWindow } from './browser.ts'
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

const allSizes = ['desktop', 'tablet', 'phone'] as const
const allSchemes = ['light', 'dark'] as const

/** Pictures of every screen of a brand with some history. */
export async function takeShots({ sizes: wanted, schemes, ...asked }: AskedShots): Promise<void> {
  const room = await openPortalRoom({ brand: { name: 'Harbor Coffee' }, more: campaignSections })
  try {
    await makeHistory(room.shop)
    for (const colorScheme of allSchemes.filter((one) => schemes.includes(one)))
      for (const size of allSizes.filter((one) => wanted.includes(one)))
        await takeAll(room, { ...asked, colorScheme, size })
  } finally {
    await closeBrowser()
    await room.close()
  }
}

interface AskedShots extends Pick<Wish, 'to' | 'only' | 'locale'> {
  readonly sizes: readonly string[]
  readonly schemes: readonly string[]
}

interface Wish {
  readonly to: string
  readonly only: string
  readonly locale: string
  readonly colorScheme: 'light' | 'dark'
  readonly size: keyof typeof sizes
}

async function takeAll(room: PortalRoom, { to, only, locale, colorScheme, size }: Wish): Promise<void> {
  const file = (name: string) => join(to, `${name}-${colorScheme}-${size}.png`)
  const { cookie } = await room.login('administrator')
  const own = { colorScheme, locale, ...sizes[size] }
  const outside = await openUncheckedWindow(room.service.port, own)
  await outside.page.goto('/portal/login')
  await outside.page.locator('form').waitFor()
  if ('login'.includes(only)) await outside.page.screenshot({ path: file('login') })
  await outside.context.close()
  const inside = await openUncheckedWindow(room.service.port, { ...own, cookie })
  for (const screen of visitedScreens.filter(({ name }) => name.includes(only))) {
    await visit(inside.page, room.shop.id, screen)
    await inside.page.screenshot({ path: file(screen.name), fullPage: size === 'phone' })
  }
  await inside.context.close()
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
