import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { english } from '../../server/domain/brand/member/english.ts'
import { inaccessible, needsBrowser, openUncheckedWindow } from '../support/browser.ts'
import {
  changeMind,
  fileLanguage,
  letIn,
  makeVisitor,
  type Naming,
  openScreen,
  openTourRoom,
  screensOf,
  type TourScreen,
} from '../support/member-tour.ts'

const phone = { width: 390, height: 844 }
/** It would run, or break what stands around it, if it were not shown as text. */
const hostile: Naming = (name) => `${name} <img src=x onerror="document.title='taken'"><b>'&`

/** Goes to every screen, of strangers and of a member, and does something on each. */
async function tour(
  t: TestContext,
  naming: Naming,
  {
    languages,
    look,
  }: { languages: readonly string[]; look: (page: Page, screen: TourScreen, language: string) => Promise<void> },
): Promise<void> {
  const room = await openTourRoom(t, naming)
  const { shop } = room
  const visitor = await makeVisitor(room, naming)
  for (const language of languages) {
    const stranger = await openUncheckedWindow(shop.port, { ...phone, locale: language })
    const member = await openUncheckedWindow(shop.port, { ...phone, locale: language })
    t.after(() => Promise.all([stranger.context.close(), member.context.close()]))
    await letIn(member.context, shop.id, visitor.token)
    for (const screen of screensOf(visitor)) {
      const { page } = screen.isIn ? member : stranger
      await openScreen(page, shop.id, screen)
      await look(page, screen, language)
      if (screen.name === 'erase-waits') await changeMind(page)
    }
    // One of the screens is that there is no such page.
    const complaints = [...stranger.complaints, ...member.complaints].filter((one) => !one.includes('404'))
    assert.deepEqual(complaints, [])
  }
  assert.deepEqual(await shop.verify(), [])
}

test(
  'whatever people are called is shown as text, on every screen; each can be used by everybody, light and dark',
  needsBrowser,
  async (t) => {
    await tour(t, hostile, {
      languages: ['en'],
      look: async (page, { name }) => {
        assert.deepEqual(await inaccessible(page), [], name)
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await inaccessible(page, 'colors'), [], `${name} in the dark`)
        await page.emulateMedia({ colorScheme: 'light' })
        assert.notEqual(await page.title(), 'taken', name)
        assert.equal(await page.locator('main b, img[src="x"]').count(), 0, name)
        assert.ok(
          Number(await page.evaluate('document.documentElement.scrollWidth')) <= phone.width,
          `${name} is too wide`,
        )
      },
    })
  },
)

/** What stands on a page that is not data of a brand, of staff or of a customer. */
const shownTexts = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (parentElement.closest('script, style, [data-text]') || !/[a-zA-Z]{2}/.test(textContent)) continue
    texts.push(textContent.trim())
  }
  const spoken = [...document.querySelectorAll('[aria-label], img[alt]')].map((one) => one.ariaLabel || one.alt)
  return [...texts, ...spoken.filter((one) => /[a-zA-Z]{2}/.test(one ?? ''))]
})()`

/** Names are marked here, and so are the texts of the file: what is neither stands in the code. */
const named: Naming = (name) => `«${name}»`

test('in a language that only the brand’s file has, nothing is said in another', needsBrowser, async (t) => {
  const others: string[] = []
  await tour(t, named, {
    languages: [fileLanguage],
    look: async (page, { name }) => {
      const texts = (await page.evaluate(shownTexts)) as string[]
      others.push(...texts.filter((text) => !isData(text) && !text.includes('¶')).map((text) => `${name}: ${text}`))
    },
  })
  assert.deepEqual([...new Set(others)], [])
})

/** Amounts with the brand's names, codes, fields of the brand's own, addresses and what browsers are called. */
const isData = (text: string) =>
  /«|@example|CAKE-|^Chrom|\d{4}/.test(text) ||
  /^[+−]? ?[\d.,\s]+\s(Points|USD|Espresso)$/.test(text) ||
  /^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(text) ||
  dataTexts.has(text)
const dataTexts = new Set(['Points', 'Espresso', 'Favourite', 'English', 'Deutsch', 'esperanto', 'Esperanto'])

const englishTexts = new Set<string>(Object.values(english))

test('in German, nothing is in English', needsBrowser, async (t) => {
  const found: string[] = []
  await tour(t, named, {
    languages: ['de'],
    look: async (page, { name }) => {
      const texts = (await page.evaluate(shownTexts)) as string[]
      const same = new Set(['Code', 'Pin', 'Passkeys'])
      found.push(...texts.filter((text) => englishTexts.has(text) && !same.has(text)).map((text) => `${name}: ${text}`))
    },
  })
  assert.deepEqual([...new Set(found)], [])
})
