import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

const shots = process.env.PURSER_SHOTS
const usd = { balanceType: 'Currency', balanceCode: 'USD', scale: 2 }
let room: PortalRoom

before(async () => {
  const rules = [
    {
      id: 'stamp',
      name: 'A stamp for a cup',
      trigger: 'checkout',
      then: [{ issue: { balanceType: 'Punches', subtrack: 'Espresso', amount: 1 } }],
    },
  ]
  const cards = Array.from({ length: 6 }, (_, place) => ({ cardNumber: `6100000${place}`, pin: '1234' }))
  room = await openPortalRoom({
    locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
    valueTypes: [
      usd,
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
    ],
    cardSets: [
      { id: 'cards', name: 'Cards', generate: { count: 40, prefix: '60', length: 16 } },
      { id: 'listed', name: 'Printed', cards },
    ],
    more: {
      products: [
        { sku: 'CUP-001', name: 'Cup' },
        { sku: 'BUN-12', name: 'Bun' },
      ],
      campaigns: [{ id: 'club', name: 'Club', rules }],
    },
  })
})

after(() => room?.close())

const isSound = async () => assert.deepEqual(await room.shop.verify(), [])
const usdOf = async (card: string) =>
  (await room.shop.balances(card)).find(({ balanceCode }: { balanceCode?: string }) => balanceCode === 'USD')?.amount

async function openTill(t: Parameters<typeof openWindow>[0], width = 1360) {
  const { cookie } = await room.login('cashier')
  const { page } = await openWindow(t, room.service.port, { cookie, width, height: 900 })
  await page.goto(`/portal/b/${room.shop.id}/terminal`)
  await page.getByLabel('Scan or type a card').waitFor()
  return page
}

/** As a scanner does it: each key at once after the other, wherever the focus is. */
const scan = (page: Page, text: string) => page.evaluate(`(${scanned})(${JSON.stringify(text)})`)
const scanned = `(text) => {
  for (const key of [...text, 'Enter']) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
}`

/** Presses keys as a person does, and answers how many there were. */
async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key, { delay: 20 })
  return keys.length
}

const look = async (page: Page, name: string) => {
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

const isOpen = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()
/** It can be pressed, and so can its key: what the till sells may come later than the card. */
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true, disabled: false }).waitFor()

test(
  '25 dollars on a new gift card are at most eight keys, with the card in hand or without',
  needsBrowser,
  async (t) => {
    const page = await openTill(t)
    await scan(page, '61000001')
    await action(page, 'Give out card')
    let keys = await press(page, 'F4')
    await isOpen(page, 'Give out card')
    keys += await press(page, '2', '5', 'Enter')
    await page.getByText('Card 61000001 is given out with $25.00 on it').waitFor()
    assert.ok(keys <= 8, `${keys} keys`)
    assert.equal(await usdOf('61000001'), 25)
    t.diagnostic(`a new gift card with 25: ${keys} keys`)

    keys = await press(page, 'F9')
    await isOpen(page, 'New card')
    keys += await press(page, '2', '5', 'Enter')
    await page
      .getByText(/is given out with \$25\.00 on it/)
      .nth(1)
      .waitFor()
    assert.ok(keys <= 8, `${keys} keys`)
    await isSound()
  },
)

test('4.50 are used in at most seven keys, and the next customer needs none', needsBrowser, async (t) => {
  const [card, next] = [await room.shop.card({ usd: 20 }), await room.shop.card({ usd: 3 })]
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Use')
  let keys = await press(page, 'F3')
  await isOpen(page, 'Use')
  keys += await press(page, '4', '.', '5', '0', 'Enter')
  await page.getByText('$4.50 used', { exact: true }).waitFor()
  assert.ok(keys <= 7, `${keys} keys`)
  t.diagnostic(`4.50 used: ${keys} keys`)
  await scan(page, next)
  await page.getByText(next).first().waitFor()
  await page.getByText('$3.00').first().waitFor()
  assert.equal(await usdOf(card), 15.5)
  await isSound()
})

test('one of three comes back in at most six keys', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const products = [{ sku: 'CUP-001', amountPurchased: 3, unitPrice: 5 }]
  await room.shop.must('checkout', { cardNumber: card, products })
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Return')
  let keys = await press(page, 'F7')
  await isOpen(page, 'Return')
  keys += await press(page, '1')
  await page.getByRole('row', { name: /To hand over \$5\.00/ }).waitFor()
  keys += await press(page, 'Enter')
  await page.getByText('The return is booked. Hand over $5.00').waitFor()
  assert.ok(keys <= 6, `${keys} keys`)
  t.diagnostic(`one of three returned: ${keys} keys`)
  await isSound()
})

test('a sale is paid by card, cash and a bank card, and what is still to collect is said', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 4 })
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Check out')
  await press(page, 'F2')
  await isOpen(page, 'Check out')
  const dialog = page.getByRole('dialog')
  // A product by scan: its price is asked for once, and then known on this device.
  await scan(page, 'CUP-001')
  await press(page, '5', 'Enter')
  await dialog.getByText('1 × Cup').waitFor()
  await scan(page, 'CUP-001')
  await dialog.getByText('2 × Cup').waitFor()
  await dialog.getByRole('button', { name: 'Cup · 5' }).click()
  await dialog.getByRole('row', { name: /Still to collect \$15\.00/ }).waitFor()
  await dialog.getByLabel('Pay with the card').selectOption('USD')
  await dialog.getByRole('row', { name: /Still to collect \$11\.00/ }).waitFor()
  await dialog.getByText('Both', { exact: true }).click()
  await dialog.getByLabel('In cash').fill('6')
  await dialog.getByText('$5.00 by bank card').waitFor()
  await look(page, 'checkout')
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Check out $15.00' }).click()
  await page.getByText('Paid $15.00', { exact: true }).waitFor()
  assert.equal(await usdOf(card), undefined)
  const figures = page.getByText('Espresso', { exact: true })
  await figures.waitFor()
  await page.getByText('1 punch', { exact: true }).waitFor()

  // The undo gives the card back what it paid.
  await page.getByRole('region', { name: 'What you just did' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').first().waitFor()
  assert.equal(await usdOf(card), 4)
  await isSound()
})

test('a quantity and a price belong to the line they were typed for', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Check out')
  await press(page, 'F2')
  await isOpen(page, 'Check out')
  const dialog = page.getByRole('dialog')
  for (const [sku, price] of [
    ['CUP-001', '5'],
    ['BUN-12', '2'],
  ] as const) {
    await scan(page, sku)
    await press(page, price, 'Enter')
  }
  await dialog.getByText('1 × Bun').waitFor()
  await dialog.getByLabel('How many').fill('0.1')
  await dialog.getByRole('button', { name: 'Cup · 5' }).click()
  await dialog.getByText('1.1 × Cup').waitFor()
  assert.equal(await dialog.getByLabel('How many').inputValue(), '1')
  await scan(page, 'BUN-12')
  await dialog.getByText('2 × Bun').waitFor()
  // 1.1 and 2.2 are 3.3000000000000003 in binary fractions.
  await dialog.getByLabel('How many').fill('2.2')
  await scan(page, 'CUP-001')
  await dialog.getByText('3.3 × Cup').waitFor()
  await dialog.getByRole('row', { name: /Still to collect \$20\.50/ }).waitFor()

  // What was typed of the cash does not count where the card pays all of it.
  await dialog.getByText('Both', { exact: true }).click()
  await dialog.getByLabel('In cash').fill('30')
  await dialog.getByRole('button', { name: 'Remove' }).nth(1).click()
  await dialog.getByLabel('Pay with the card').selectOption('USD')
  await dialog.getByRole('row', { name: /Still to collect \$0\.00/ }).waitFor()
  await dialog.getByRole('button', { name: 'Check out $16.50' }).click()
  await page.getByText('Paid $16.50', { exact: true }).waitFor()
  assert.equal(await usdOf(card), 3.5)
  await isSound()
})

test('a line that is being typed is not lost over the next scan', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Check out')
  await press(page, 'F2')
  await isOpen(page, 'Check out')
  const dialog = page.getByRole('dialog')
  for (const [sku, price] of [
    ['CUP-001', '5'],
    ['BUN-12', '2'],
  ] as const) {
    await scan(page, sku)
    await press(page, price, 'Enter')
  }
  await dialog.getByText('1 × Bun').waitFor()
  // An amount for anything is not the price of what is scanned then, but a line of its own.
  await dialog.getByLabel('Price').fill('7')
  await scan(page, 'BUN-12')
  await dialog.getByText('1 × Any amount').waitFor()
  await dialog.getByText('2 × Bun').waitFor()
  await dialog.getByRole('button', { name: 'Remove' }).nth(2).click()
  // What waits for its price is not forgotten over the next scan, which is said not to be taken.
  await dialog.getByLabel('Product').selectOption('CUP-001')
  await scan(page, 'BUN-12')
  await dialog.getByText('Enter a price').waitFor()
  await page.getByText('Not added: Bun').waitFor()
  assert.equal(await dialog.getByLabel('Product').inputValue(), 'CUP-001')
  await dialog.getByLabel('Price').fill('5')
  await scan(page, 'BUN-12')
  await dialog.getByText('2 × Cup').waitFor()
  await dialog.getByText('3 × Bun').waitFor()
  await isSound()
})

test('what is refused after its dialog was closed is told all the same', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/portal/call/updateBalance', async (route) => {
    await held
    await route.continue()
  })
  await scan(page, card)
  await action(page, 'Use')
  await press(page, 'F3')
  await isOpen(page, 'Use')
  await press(page, '4', '.', '5', '0', 'Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Meanwhile somebody else has used what was there.
  await room.shop.must('updateBalance', {
    cardNumber: card,
    action: 'redeem',
    amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 20 },
  })
  const refused = page.waitForResponse('**/portal/call/updateBalance')
  letGo()
  const { error } = await (await refused).json()
  // It says what, of which card, and why.
  const told = page.getByRole('alert').filter({ hasText: `Not done: Use · ${card}` })
  assert.ok((await told.textContent())?.endsWith(error.text))
  await isSound()
})

test('nothing of a sale can be changed while it is being sent', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let sent = 0
  await page.route('**/portal/call/checkout', async (route) => {
    sent += 1
    await held
    await route.continue()
  })
  await scan(page, card)
  await action(page, 'Check out')
  await press(page, 'F2')
  await isOpen(page, 'Check out')
  const dialog = page.getByRole('dialog')
  await press(page, '9', 'Enter')
  await dialog.getByRole('row', { name: /Still to collect \$9\.00/ }).waitFor()
  await press(page, 'Enter')
  await dialog.getByRole('button', { name: 'Cancel', disabled: true }).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Check out $9.00' }).isDisabled(), true)
  assert.equal(await dialog.getByLabel('Pay with the card').isDisabled(), true)
  assert.equal(await dialog.getByLabel('Price').isDisabled(), true)
  assert.equal(await dialog.getByRole('button', { name: 'Remove' }).isDisabled(), true)
  await scan(page, 'CUP-001')
  await press(page, 'Enter')
  letGo()
  await page.getByText('Paid $9.00', { exact: true }).waitFor()
  assert.equal(sent, 1)
  await isSound()
})

test('a sale by keys alone: any amount, a second one, and Enter', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t, 390)
  await scan(page, card)
  await action(page, 'Check out')
  let keys = await press(page, 'F2')
  await isOpen(page, 'Check out')
  keys += await press(page, '4', '.', '5', '0', 'Enter')
  await page.getByRole('row', { name: /Still to collect \$4\.50/ }).waitFor()
  await look(page, 'checkout-390')
  keys += await press(page, 'Enter')
  await page.getByText('Paid $4.50', { exact: true }).waitFor()
  assert.ok(keys <= 7, `${keys} keys`)
  t.diagnostic(`a sale of 4.50: ${keys} keys`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(wide, 0, 'nothing scrolls sideways')
  await isSound()
})

test('function keys do nothing while a dialog is open, whichever it is', needsBrowser, async (t) => {
  const card = await room.shop.card({ usd: 20 })
  const page = await openTill(t)
  await scan(page, card)
  await action(page, 'Load')
  await press(page, 'F9')
  await isOpen(page, 'New card')
  await press(page, 'F4', 'F2')
  assert.deepEqual(await page.getByRole('dialog').count(), 1)
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, 'F4')
  await isOpen(page, 'Load')
  await press(page, 'F9')
  assert.deepEqual(await page.getByRole('dialog').count(), 1)
  await press(page, 'Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press(page, 'Control+k')
  await page.getByRole('dialog').waitFor()
  // Also before the focus is in it, as on a slow machine.
  await page.evaluate('document.activeElement?.blur()')
  await press(page, 'F4')
  assert.deepEqual(await page.getByRole('dialog').count(), 1)
  await isSound()
})
