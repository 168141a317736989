import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { english, type MemberTexts } from '../../server/domain/brand/member/english.ts'
import { german } from '../../server/domain/brand/member/german.ts'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openTourRoom, type TourRoom } from '../support/member-tour.ts'

const phone = { width: 390, height: 844 }
const limits = { tillMs: 5_000, walkMs: 5 * 60_000 }

/** How somebody uses a page. */
interface Hands {
  readonly press: (what: Locator) => Promise<void>
  readonly write: (what: Locator, text: string) => Promise<void>
}

const fingers: Hands = { press: (what) => what.click(), write: (what, text) => what.fill(text) }

const stepsMax = 80

/** Somebody who has nothing but a keyboard: they come to everything by the tab key, and see where they are. */
function keyboardOn(page: Page): Hands {
  const reach = async (what: Locator) => {
    await what.waitFor()
    for (let steps = 0; steps < stepsMax; steps += 1) {
      if ((await what.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error('It cannot be reached by the keyboard.')
  }
  return {
    press: async (what) => {
      await reach(what)
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
      assert.notEqual(outline, 'none', 'one sees where one is')
      const isBox = (await what.getAttribute('type')) === 'checkbox'
      await page.keyboard.press(isBox ? 'Space' : 'Enter')
    },
    write: async (what, text) => {
      await reach(what)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
  }
}

interface Walk {
  readonly page: Page
  readonly hands: Hands
  readonly say: MemberTexts
  readonly email: string
}

/** From the code of a place on the counter to the end. */
async function walk({ shop, codeTo }: TourRoom, { page, hands, say, email }: Walk): Promise<void> {
  const { press, write } = hands
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const began = performance.now()
  await page.goto(`/m/${shop.id}/join?at=L1`)
  await write(page.locator('#f-firstName'), 'Eve')
  await write(page.locator('#f-email'), email)
  await press(page.getByLabel('Write to me about news.'))
  await press(page.getByLabel('I agree to the terms.'))
  await press(button(say.join))
  await page.locator('#code').waitFor()
  await write(page.locator('#code'), await codeTo(email))
  await press(button(say.enter))
  await page.getByRole('heading', { name: say.greeting.replace('{{ name }}', 'Eve') }).waitFor()

  const cardNumber = (await shop.must('search', { filters: { email } })).cards[0].cardNumber
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 17 }]
  const buy = () => shop.must('checkout', { cardNumber, standaloneCompletion: true, products })
  await buy()
  const sold = performance.now()
  await page.locator('dd', { hasText: /^17$/ }).waitFor()
  assert.ok(performance.now() - sold < limits.tillMs, 'what the till did is there within five seconds')

  // Three stamps of four: one more, and the next is free.
  await buy()
  await press(link(say.history))
  await press(link(say.why).first())
  await page.getByText(/17 .*A point per dollar/).waitFor()
  await page.getByText(say.nearly.replace('{{ what }}', '1 Espresso')).first().waitFor()
  await press(link(say.home))
  await press(link(say.refer))
  await page.locator('.number').waitFor()
  await page.goBack()
  await press(button(say.wallet))
  await page.getByText(cardNumber).waitFor()
  await page.goBack()

  await press(link(say.data))
  await press(page.getByLabel(say.wanted))
  await press(page.locator('form[action$="/messages"] button'))
  await page.getByText(say.saved).waitFor()
  const asked = { channel: 'email', channelUser: email }
  assert.equal((await shop.must('channelSubscription', asked)).globalOptIn, false)
  await press(page.locator('summary', { hasText: say.erase }))
  await press(button(say.eraseButton))
  await press(button(say.eraseAtOnce))
  await page.getByText(say.erased).waitFor()
  assert.ok(performance.now() - began < limits.walkMs)
  assert.deepEqual((await shop.must('search', { filters: { email } })).cards, [])
}

test(
  'a stranger joins, sees, reads why, refers, takes the pass, withdraws and deletes: by finger and by keyboard alone',
  needsBrowser,
  async (t) => {
    const room = await openTourRoom(t, (name) => name)
    const { shop } = room
    const finger = await openWindow(t, shop.port, { ...phone, locale: 'de-DE' })
    await walk(room, { page: finger.page, hands: fingers, say: german, email: 'eva@example.com' })
    const keys = await openWindow(t, shop.port, { ...phone, locale: 'en-US' })
    await walk(room, { page: keys.page, hands: keyboardOn(keys.page), say: english, email: 'eve@example.com' })
    assert.deepEqual(await shop.verify(), [])
  },
)
