import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }] })
})

after(() => room?.close())

const usd = async (card: string) => (await room.shop.balances(card))[0]?.amount ?? 0

/** As a scanner does it: each key at once after the other, wherever the focus is. */
const scan = (page: Page, text: string) => page.evaluate(`(${scanned})(${JSON.stringify(text)})`)
const scanned = `(text) => {
  for (const key of [...text, 'Enter']) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}`

async function openSale(t: Parameters<typeof openWindow>[0], own: string) {
  const { cookie } = await room.login('cashier')
  const { page, context } = await openWindow(t, room.service.port, { cookie })
  const url = `/portal/b/${room.shop.id}/terminal?text=${own}`
  await page.goto(url)
  await page.getByRole('button', { name: 'Check out', exact: true, disabled: false }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price each').fill('12')
  await dialog.getByLabel('Price each').press('Enter')
  await dialog.getByRole('row', { name: /Still to collect \$12\.00/ }).waitFor()
  return { page, context, dialog, url }
}

test(
  'a gift card and the own card pay one sale through a network that loses answers, and Undo gives both back',
  needsBrowser,
  async (t) => {
    const [own, gift, empty] = [
      await room.shop.card({ usd: 5 }),
      await room.shop.card({ usd: 8 }),
      await room.shop.card(),
    ]
    const { page, dialog } = await openSale(t, own)
    await dialog.getByRole('button', { name: 'Another card pays, too' }).click()
    for (const [card, told] of [
      ['99999999', 'There is no card 99999999'],
      [own, 'This card is part of the sale already.'],
      [empty, `Card ${empty} cannot pay: it has no USD that can be used.`],
    ] as const) {
      await scan(page, card)
      await dialog.getByText(told).waitFor()
    }
    await scan(page, gift)
    await dialog.getByText(`Card ${gift} pays $8.00`).waitFor()
    await dialog.getByRole('row', { name: /Still to collect \$4\.00/ }).waitFor()
    await dialog.getByLabel('Pay with the card').selectOption('USD')
    await dialog.getByRole('row', { name: /Still to collect \$0\.00/ }).waitFor()
    await dialog.getByLabel(`Card ${gift} pays $8.00`).fill('9')
    await dialog.getByText('At most $8.00').waitFor()
    await dialog.getByLabel(`Card ${gift} pays`).fill('7.50')
    await dialog.getByText(`Card ${gift} pays $7.50`).waitFor()
    assert.deepEqual(await inaccessible(page), [])

    const left = ['answer', 'call', 'answer']
    await page.route('**/portal/api/sellByCards', async (route) => {
      const way = left.shift()
      if (way === undefined) return route.continue()
      if (way === 'answer') await route.fetch()
      return route.abort('connectionreset')
    })
    await dialog.getByRole('button', { name: 'Check out $12.00' }).click()
    await dialog.getByText('No answer yet: it may be done already').waitFor()
    await page.getByText('Paid $12.00', { exact: true }).waitFor()
    assert.deepEqual([await usd(own), await usd(gift)], [0.5, 0.5])

    await page.getByRole('region', { name: 'What you just did' }).getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').first().waitFor()
    assert.deepEqual([await usd(own), await usd(gift)], [5, 8])
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('a page that was closed before the answer tells that the sale by two cards was made', needsBrowser, async (t) => {
  const [own, gift] = [await room.shop.card({ usd: 5 }), await room.shop.card({ usd: 20 })]
  const { page, context, dialog, url } = await openSale(t, own)
  await dialog.getByRole('button', { name: 'Another card pays, too' }).click()
  await dialog.getByLabel('Scan or type the card that pays').fill(gift)
  await dialog.getByLabel('Scan or type the card that pays').press('Enter')
  await dialog.getByText(`Card ${gift} pays $12.00`).waitFor()
  await page.route('**/portal/api/sellByCards', async (route) => {
    await route.fetch()
    return route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Check out $12.00' }).click()
  await dialog.getByText('No answer yet').waitFor()
  // The server is given its time to answer; that time is over here.
  await page.evaluate(() => {
    const key = 'purser-sent-changes'
    const kept = JSON.parse(localStorage.getItem(key) ?? '[]') as { sentAt: number }[]
    localStorage.setItem(key, JSON.stringify(kept.map((one) => ({ ...one, sentAt: one.sentAt - 30_000 }))))
  })
  await page.close()
  const again = await context.newPage()
  await again.goto(url)
  await again.getByText(/This was done before the page was closed: Check out \$12\.00/).waitFor()
  assert.deepEqual([await usd(own), await usd(gift)], [5, 8])
  assert.deepEqual(await room.shop.verify(), [])
})
