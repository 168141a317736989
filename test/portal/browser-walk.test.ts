import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom, testPassword } from '../support/portal-room.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    runsJobs: true,
    // A busy machine is no reason to take the replay for dead.
    flags: ['--job-lease', '30'],
    more: {
      portal: { publish: { secondPerson: true } },
      products: [
        { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
        { sku: 'LATTE', name: 'Latte', categories: ['drinks'] },
        { sku: 'BUN', name: 'Cinnamon bun', categories: ['bakery'] },
      ],
    },
  })
})

after(() => room?.close())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const home = (page: Page) => page.goto(`/portal/b/${room.shop.id}/home`)

async function logIn(page: Page, name: string): Promise<void> {
  await page.goto('/portal/')
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Campaigns' }).waitFor()
}

const drinks = '2 LATTE 4.5, 1 ESP 3'
const buy = (basket: string) => room.shop.must('checkout', { products: productsOf(basket) })
const discountOf = (sold: { checkoutTotalBeforeDiscount: number; checkoutTotalAfterDiscount: number }) =>
  sold.checkoutTotalBeforeDiscount - sold.checkoutTotalAfterDiscount

async function approve(page: Page, title: string): Promise<void> {
  await home(page)
  await page.getByText('Drafts that wait for a review: 1').click()
  await page.getByRole('button', { name: title }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved: it may be published now').waitFor()
}

async function publish(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/^This was published as version/).waitFor()
}

test(
  'a marketer makes a campaign, tries it, has it approved, sees it work, and takes it back',
  needsBrowser,
  async (t) => {
    const [ana, ben] = [await room.login('marketer'), await room.login('marketer')]
    const { page } = await openWindow(t, room.service.port, { height: 1400 })
    const { page: his } = await openWindow(t, room.service.port)
    for (const basket of [drinks, '1 ESP 3', '4 LATTE 4.5']) await buy(basket)
    await logIn(page, ana.name)
    await logIn(his, ben.name)

    await t.test('from the cookbook, for drinks only', async () => {
      await page.getByRole('link', { name: 'Campaigns' }).click()
      await page.getByRole('link', { name: 'New campaign' }).click()
      await page.getByRole('button', { name: /^Buy 3, get the cheapest free/ }).click()
      await page.getByRole('button', { name: 'Only certain purchases' }).click()
      await page.getByRole('button', { name: 'Number of certain products' }).click()
      const chip = page.getByRole('dialog')
      await chip.getByRole('combobox', { name: 'Categories' }).click()
      await page.getByRole('option', { name: 'drinks' }).click()
      await chip.getByRole('textbox', { name: 'Value' }).fill('3')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await part(page, 'In words')
        .getByText(/at least 3 drinks/)
        .waitFor()
      await page.getByText('Nothing to mend').waitFor()
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    })

    await t.test('it fires in the simulator, and not where it is not live', async () => {
      await page.getByRole('link', { name: 'Review and publish' }).click()
      await page.getByText('In this brand somebody else approves a draft before it is published.').waitFor()
      await page.getByRole('link', { name: 'Try it in the simulator' }).click()
      for (const name of [/^Latte/, /^Espresso/]) {
        await page.getByRole('combobox', { name: 'Add a product' }).click()
        await page.getByRole('option', { name }).click()
      }
      await page.getByLabel('Quantity: Latte').fill('2')
      await part(page, 'Draft').getByText('$9.00', { exact: true }).first().waitFor()
      await part(page, 'Live').getByText('$12.00', { exact: true }).first().waitFor()
    })

    await t.test('the past decided again says what it would have cost', async () => {
      await page.goBack()
      await page.getByRole('link', { name: 'Replay the last month with it' }).click()
      await page.getByLabel('Last day').fill(new Date().toISOString().slice(0, 10))
      await page.getByRole('button', { name: 'Begin' }).click()
      await page.getByText('Rule by rule').waitFor({ timeout: 120_000 })
      // The cheapest of three drinks, and one of four.
      await page.getByRole('table', { name: 'What it would have cost' }).getByText('+$7.50').waitFor()
    })

    await t.test('somebody else approves it, and then it is published', async () => {
      await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts`)
      await page.getByRole('button', { name: 'Buy 3, get the cheapest free' }).click()
      await page.getByRole('button', { name: 'Send to review' }).click()
      await page.getByText(/You wrote some of it yourself/).waitFor()
      assert.equal(discountOf(await buy(drinks)), 0)
      await approve(his, 'Buy 3, get the cheapest free')
      await publish(page)
    })

    await t.test('the till gives the discount, and Why says so', async () => {
      const sold = await buy(drinks)
      assert.equal(discountOf(sold), 3)
      assert.equal(discountOf(await buy('3 BUN 2')), 0)
      await page.goto(`/portal/b/${room.shop.id}/why`)
      await page.getByRole('textbox', { name: /transaction/i }).fill(sold.transactionId)
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: 'Why' }).click()
      await page.getByRole('tabpanel').getByText('Three for two').first().waitFor()
    })

    await t.test('it is taken back by a draft that somebody else approves', async () => {
      await page.goto(`/portal/b/${room.shop.id}/campaigns/drafts?over=true`)
      await page.getByRole('button', { name: 'Buy 3, get the cheapest free' }).click()
      await page.getByText(/make a draft with what was there before/).waitFor()
      await page.getByRole('button', { name: 'Take it back' }).click()
      await page.getByText('Is removed').waitFor()
      await page.getByRole('button', { name: 'Send to review' }).click()
      await page.getByText(/You wrote some of it yourself/).waitFor()
      await approve(his, 'Take back “Buy 3, get the cheapest free”')
      await publish(page)
      assert.equal(discountOf(await buy(drinks)), 0)
      assert.deepEqual(await room.shop.verify(), [])
    })
  },
)
