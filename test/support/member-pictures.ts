import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { closeBrowser, openUncheckedWindow } from './browser.ts'
import { changeMind, letIn, makeVisitor, openScreen, openTourRoom, screensOf } from './member-tour.ts'

/** What is taken of the pages for members, as of the portal's. */
interface AskedMemberShots {
  readonly to: string
  readonly only: string
  readonly languages: readonly string[]
  readonly sizes: readonly string[]
  readonly schemes: readonly string[]
}

const sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1360, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
}

/** Pictures of every screen that members and strangers see. Their names begin with `member-`. */
export async function takeMemberShots(asked: AskedMemberShots): Promise<void> {
  const ends: (() => unknown)[] = []
  const taking = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext
  const plain = (name: string) => name
  try {
    const room = await openTourRoom(taking, plain)
    const visitor = await makeVisitor(room, plain)
    const { shop } = room
    const wanted = screensOf(visitor).filter(({ name }) => `member-${name}`.includes(asked.only))
    for (const language of asked.languages) {
      const stranger = await openUncheckedWindow(shop.port, { locale: language, ...sizes.phone })
      const member = await openUncheckedWindow(shop.port, { locale: language, ...sizes.phone })
      await letIn(member.context, shop.id, visitor.token)
      for (const screen of wanted) {
        const { page } = screen.isIn ? member : stranger
        await openScreen(page, shop.id, screen)
        for (const size of asked.sizes)
          for (const scheme of asked.schemes) {
            await page.setViewportSize(sizes[size] ?? { width: 390, height: 844 })
            await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light' })
            const path = join(asked.to, `member-${screen.name}-${language}-${scheme}-${size}.png`)
            await page.screenshot({ path, fullPage: size !== 'desktop' })
          }
        if (screen.name === 'erase-waits') await changeMind(page)
      }
      await stranger.context.close()
      await member.context.close()
    }
  } finally {
    await closeBrowser()
    for (const end of ends.toReversed()) await end()
  }
}
