import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const locations = [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }]
let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ locations })
})

after(() => room?.close())

const balance = async (card: string) => (await room.shop.balances(card))[0].amount

async function openTerminal(t: Parameters<typeof openWindow>[0]) {
  const card = await room.shop.card({ usd: 20.5 })
  const { cookie } = await room.login('cashier')
  const { page, context } = await openWindow(t, room.service.port, { cookie })
  const url = `/portal/b/${room.shop.id}/terminal?text=${card}`
  await page.goto(url)
  return { card, page, context, url }
}

/** What becomes of the next calls on their way: they arrive and the answer is lost, or they never arrive. */
async function lose(page: Page, operation: string, ways: readonly ('answer' | 'call')[]) {
  const left = [...ways]
  await page.route(`**/portal/call/${operation}`, async (route) => {
    const way = left.shift()
    if (way === undefined) return route.continue()
    if (way === 'answer') await route.fetch()
    return route.abort('connectionreset')
  })
}

async function use(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How much').fill(amount)
  await dialog.getByRole('button', { name: 'Use', exact: true }).click()
  return dialog
}

test('a lost answer is found out about, and nothing is paid twice', needsBrowser, async (t) => {
  const { card, page } = await openTerminal(t)
  await lose(page, 'updateBalance', ['answer', 'call'])
  const dialog = await use(page, '4.50')
  await dialog.getByText('No answer yet: it may be done already').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByText('$4.50 used', { exact: true }).waitFor()
  await page.getByText('$16.00').first().waitFor()
  assert.equal(await balance(card), 16)
  assert.equal(await page.getByText('No answer yet').count(), 0)
  // What was done once is undone once, through the same bad network.
  await lose(page, 'voidTransaction', ['answer'])
  await page.getByRole('region', { name: 'What you just did' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  assert.equal(await balance(card), 20.5)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a call that never arrived is made when the network is back', needsBrowser, async (t) => {
  const { card, page } = await openTerminal(t)
  await lose(page, 'updateBalance', ['call', 'call'])
  await use(page, '4.50')
  await page.getByText('$4.50 used', { exact: true }).waitFor()
  assert.equal(await balance(card), 16)
  assert.deepEqual(await room.shop.verify(), [])
})

for (const [way, told, left] of [
  ['answer', /This was done before the page was closed: Use · \d+/, 16],
  ['call', /This was not done: Use · \d+/, 20.5],
] as const) {
  test(
    `a page that was closed before it knew tells it when it is opened again: ${way} lost`,
    needsBrowser,
    async (t) => {
      const { card, page, context, url } = await openTerminal(t)
      await lose(
        page,
        'updateBalance',
        Array.from({ length: 50 }, () => way),
      )
      const dialog = await use(page, '4.50')
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
      await again.getByText(told).waitFor()
      assert.equal(await balance(card), left)
      // It is told once.
      await again.reload()
      await again.getByRole('button', { name: 'Use', exact: true }).waitFor()
      assert.equal(await again.getByText(told).count(), 0)
      assert.deepEqual(await room.shop.verify(), [])
    },
  )
}

test(
  'when the login is over before the answer is there, nobody is told that it was not done',
  needsBrowser,
  async (t) => {
    const { card, page, context } = await openTerminal(t)
    await lose(page, 'updateBalance', ['answer', 'call', 'call'])
    const dialog = await use(page, '4.50')
    await dialog.getByText('No answer yet').waitFor()
    await context.clearCookies()
    await dialog.getByRole('button', { name: 'Cancel', disabled: false }).click()
    await page.getByText(`It is not known whether this was done: Use · ${card}`).waitFor()
    await page.getByLabel('User name').waitFor()
    assert.equal(await page.getByText(/not done:/i).count(), 0)
    assert.equal(await balance(card), 16)
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('a move whose answer is lost after its form was closed is in doubt, not undone', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/portal/api/moveCard', async (route) => {
    await route.fetch()
    await held
    await route.abort('connectionreset')
  })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Replace lost card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Lost at sea')
  await dialog.getByRole('button', { name: 'Replace lost card' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  letGo()
  await page.getByText(`It is not known whether this was done: Replace lost card · ${card}`).waitFor()
  assert.equal(await page.getByText(/not done:/i).count(), 0)
  assert.deepEqual(await room.shop.verify(), [])
})
