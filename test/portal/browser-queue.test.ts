import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
    // Points come first in the file, as in most.
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
    ],
  })
})

after(() => room?.close())

const usdOf = async (card: string) =>
  (await room.shop.balances(card)).find(({ balanceCode }: { balanceCode?: string }) => balanceCode === 'USD')?.amount ??
  0

async function openTill(t: Parameters<typeof openWindow>[0], card = '') {
  const { cookie } = await room.login('cashier')
  const { page, context } = await openWindow(t, room.service.port, { cookie, width: 1360 })
  await page.goto(`/portal/b/${room.shop.id}/terminal${card && `?text=${card}`}`)
  await page.getByLabel('Scan or type a card').waitFor()
  if (card !== '') await action(page, 'Use')
  return { page, context, dialog: page.getByRole('dialog') }
}

/** As a scanner does it: each key at once after the other, wherever the focus is. */
const scan = (page: Page, text: string) => page.evaluate(`(${scanned})(${JSON.stringify(text)})`)
const scanned = `(text) => {
  for (const key of [...text, 'Enter']) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}`

const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true, disabled: false }).waitFor()

test('4.50 of a card with points and money are money, in six keys', needsBrowser, async (t) => {
  const card = await room.shop.card({ points: 300, usd: 20 })
  const { page } = await openTill(t, card)
  const keys = ['F3', '4', '.', '5', '0', 'Enter']
  await page.keyboard.press('F3')
  await page.getByRole('dialog', { name: 'Use' }).getByText('$20.00 available').waitFor()
  for (const key of keys.slice(1)) await page.keyboard.press(key)
  await page.getByText('$4.50 used', { exact: true }).waitFor()
  assert.equal(await usdOf(card), 15.5)
  t.diagnostic(`4.50 of a card with points, too: ${keys.length} keys`)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a card that is scanned again is read again, and a sale that is being typed stays', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const { page, dialog } = await openTill(t, card)
  await page.getByText('$20.00').first().waitFor()
  // Another till has served it a moment ago.
  await room.shop.redeem(card, { usd: 5 })
  await scan(page, card)
  await page.getByText('$15.00').first().waitFor()
  await page.keyboard.press('F2')
  await dialog.getByLabel('Price each').fill('3')
  await scan(page, card)
  assert.equal(await dialog.getByLabel('Price each').inputValue(), '3')
  assert.deepEqual(await room.shop.verify(), [])
})

test('what was typed by hand is not in the way of the next number', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const { page } = await openTill(t, card)
  const field = page.getByLabel('Scan or type a card')
  await field.fill(card)
  await field.press('Enter')
  await page.waitForFunction("document.activeElement.value === ''")
  assert.equal(await field.inputValue(), '')
})

test(
  'without a network the till says so, sends nothing twice, and goes on when it is back',
  needsBrowser,
  async (t) => {
    const [card, next] = [await room.shop.card({ usd: 20 }), await room.shop.card({ usd: 3 })]
    const { page, context, dialog } = await openTill(t, card)
    await context.setOffline(true)
    await page.keyboard.press('F3')
    await dialog.getByLabel('How much').fill('4.50')
    await page.keyboard.press('Enter')
    await dialog.getByText('No answer yet: it may be done already').waitFor()
    await context.setOffline(false)
    await page.getByText('$4.50 used', { exact: true }).waitFor()
    assert.equal(await usdOf(card), 15.5)

    await context.setOffline(true)
    await scan(page, next)
    await page.getByText('The server does not answer').waitFor()
    await context.setOffline(false)
    await page.getByText('$3.00').first().waitFor()
    assert.equal(await page.getByText('The server does not answer').count(), 0)
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('when the customer takes something back, other cards pay less, and the sale is made', needsBrowser, async (t) => {
  const [own, first, second] = [
    await room.shop.card({ points: 5 }),
    await room.shop.card({ usd: 10 }),
    await room.shop.card({ usd: 6 }),
  ]
  const { page, dialog } = await openTill(t, own)
  await page.keyboard.press('F2')
  const price = dialog.getByLabel('Price each')
  for (const amount of ['9.50', '12']) {
    await price.fill(amount)
    await price.press('Enter')
  }
  for (const [card, amount] of [
    [first, '8'],
    [second, '9'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Another card pays, too' }).click()
    await scan(page, card)
    await dialog.getByLabel(`Card ${card} pays`).fill(amount)
  }
  // More than it has: whoever goes on all the same is led there.
  await dialog.getByText('At most $6.00').waitFor()
  await dialog.getByRole('button', { name: 'Check out $21.50' }).click()
  await page.waitForFunction("document.activeElement.getAttribute('aria-invalid') === 'true'")
  await dialog.getByLabel(`Card ${second} pays`).fill('6')
  await dialog.getByRole('row', { name: /Still to collect \$7\.50/ }).waitFor()

  await dialog.getByRole('button', { name: 'Remove' }).nth(1).click()
  await dialog.getByText(`Card ${second} pays $1.50`).waitFor()
  await dialog.getByText('It has $6.00. No more than this is left to pay.').waitFor()
  await dialog.getByRole('row', { name: /Still to collect \$0\.00/ }).waitFor()
  await dialog.getByRole('button', { name: 'Check out $9.50' }).click()
  // An amount without a product has no code in its story.
  await page.getByText('Paid $9.50 at Pier 1', { exact: true }).waitFor()
  assert.deepEqual([await usdOf(first), await usdOf(second)], [2, 4.5])
  assert.deepEqual(await room.shop.verify(), [])
})

test(
  'a card that is scanned over a basket is asked about: it pays, or the next customer comes',
  needsBrowser,
  async (t) => {
    const [own, gift, next] = [
      await room.shop.card({ usd: 1 }),
      await room.shop.card({ usd: 8 }),
      await room.shop.card({ usd: 3 }),
    ]
    const { page, dialog } = await openTill(t, own)
    await page.keyboard.press('F2')
    await dialog.getByLabel('Price each').fill('7')
    await page.keyboard.press('Enter')
    await dialog.getByRole('row', { name: /Still to collect \$7\.00/ }).waitFor()
    // Beside it, nothing is touched by mistake.
    await page.mouse.click(5, 500)
    await scan(page, gift)
    await dialog.getByText(`${gift} was scanned`).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText(`Card ${gift} pays $7.00`).waitFor()
    await dialog.getByLabel('Tip').fill('0.50')
    await dialog.getByText(`Card ${gift} pays $7.50`).waitFor()
    await scan(page, next)
    await dialog.getByRole('button', { name: 'Neither' }).click()
    await dialog.getByRole('button', { name: 'Check out $7.50' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await usdOf(gift), 0.5)
    const [{ requestRef }] = await room.shop.history(own)
    const { checkoutTipTotal } = await room.shop.must('checkoutLookup', { checkoutTransactionId: requestRef })
    assert.equal(checkoutTipTotal, 0.5)

    await page.keyboard.press('F2')
    await dialog.getByLabel('Price each').fill('7')
    await page.keyboard.press('Enter')
    await dialog.getByRole('row', { name: /Still to collect \$7\.00/ }).waitFor()
    await scan(page, next)
    await dialog.getByRole('button', { name: 'Next customer, drop this basket' }).click()
    await page.getByText('$3.00').first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.deepEqual(await room.shop.verify(), [])
  },
)
