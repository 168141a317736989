import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser, testPassword } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

/** A device that was registered, at which cashiers with these PINs have logged in once, the last of them last. */
async function openTill(t: TestContext, pins: readonly string[], locale = 'en-US') {
  const admin = await room.login('administrator')
  await admin.must('registerDevice', { name: 'Till 7', locationId: 'L1' })
  const cashiers: PortalUser[] = []
  for (const pin of pins) {
    const cashier = await room.login('cashier')
    cashier.deviceCookie = admin.deviceCookie
    await cashier.logIn()
    await cashier.must('setPin', { pin })
    cashiers.push(cashier)
  }
  const { page, context } = await openWindow(t, room.service.port, { locale, cookie: admin.deviceCookie })
  return { page, context, cashiers, names: cashiers.map(({ name }) => name) }
}

const atTerminal = (page: Page) => page.getByRole('heading', { level: 1, name: 'Terminal' }).waitFor()
const atPins = (page: Page) => page.getByRole('group', { name: 'Cashiers of this device' }).waitFor()

async function logIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test(
  'a till is registered in its own browser, and a cashier logs in there by a PIN from then on',
  needsBrowser,
  async (t) => {
    const [admin, ana] = [await room.login('administrator'), await room.login('cashier')]
    const { page } = await openWindow(t, room.service.port)
    await page.goto(`/portal/b/${room.shop.id}/settings/devices`)
    await logIn(page, admin.name)
    await page.getByRole('button', { name: 'Register this device' }).click()
    await page.getByRole('textbox', { name: 'Device' }).fill('Till 1')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('This device is registered as “Till 1”').waitFor()
    await page.getByRole('row', { name: /Till 1/ }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await logIn(page, ana.name)
    await page.getByRole('heading', { name: 'Set a PIN for this device' }).waitFor()
    await page.getByLabel('New PIN').fill('1234')
    await page.getByLabel('The same again').fill('1234')
    await page.getByRole('button', { name: 'Set the PIN' }).click()
    await page.getByText('Others would try this PIN first').waitFor()
    await page.getByLabel('New PIN').fill('4711')
    await page.getByLabel('The same again').fill('4711')
    await page.getByRole('button', { name: 'Set the PIN' }).click()
    await atTerminal(page)
    await page.getByRole('button', { name: /^Lock/ }).click()
    await atPins(page)
    assert.deepEqual(await inaccessible(page), [])
    await page.keyboard.type('4711')
    await atTerminal(page)
  },
)

test('cashiers change by one key and the PIN, and the next begins with an empty screen', needsBrowser, async (t) => {
  const { page, names } = await openTill(t, ['4711', '8062', '90210'])
  await page.goto('/portal/')
  await atPins(page)
  const buttons = page.getByRole('group', { name: 'Cashiers of this device' }).getByRole('button')
  const second = (await buttons.nth(1).textContent())?.replace(/F2$/, '') ?? ''
  const pin = ['4711', '8062', '90210'][names.indexOf(second)] ?? ''
  // One key for who it is, and the PIN: its last digit logs in.
  await page.keyboard.press('F2')
  await page.keyboard.type(pin)
  await atTerminal(page)
  await page.getByRole('button', { name: `Lock, and let somebody else than ${second} log in` }).waitFor()
  const card = await room.shop.card({ usd: 12 })
  await page.goto(`/portal/b/${room.shop.id}/terminal?text=${card}`)
  await page.getByText('$12.00').first().waitFor()
  await page.keyboard.press('F10')
  await atPins(page)
  const next = names.find((name) => name !== second) ?? ''
  await page.getByRole('button', { name: new RegExp(`^${next}`) }).click()
  for (const digit of ['4711', '8062', '90210'][names.indexOf(next)] ?? '')
    await page.getByRole('group', { name: 'Digits' }).getByRole('button', { name: digit, exact: true }).click()
  await atTerminal(page)
  assert.equal(await page.getByText('$12.00').count(), 0)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Your profile' }).count(), 0)
  assert.deepEqual(await room.shop.verify(), [])
})

test('a scan on the locked screen is no wrong PIN, and whoever was there last is chosen', needsBrowser, async (t) => {
  const { page, names } = await openTill(t, ['4711', '8062'])
  await page.goto('/portal/')
  await atPins(page)
  const buttons = page.getByRole('group', { name: 'Cashiers of this device' }).getByRole('button')
  const shown = await buttons.allTextContents()
  assert.deepEqual(
    shown,
    names.toSorted().map((name, index) => `${name}F${index + 1}`),
  )
  // As fast as a scanner, however busy the machine is.
  await page.getByLabel('PIN', { exact: true }).focus()
  await page.evaluate(`{
    const field = document.activeElement
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (const digit of '6100000112345678') {
      set.call(field, field.value + digit)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }`)
  await page.getByText('Log in first, then scan.').waitFor()
  assert.equal(await page.getByText('The PIN is wrong').count(), 0)
  await page.waitForTimeout(400)
  await buttons.nth(1).click()
  await page.keyboard.type(['4711', '8062'][names.indexOf(names.toSorted()[1] ?? '')] ?? '')
  await atTerminal(page)
  await page.keyboard.press('F10')
  await atPins(page)
  assert.deepEqual(await buttons.allTextContents(), shown, 'the keys stay where they are')
  assert.equal(await buttons.nth(1).getAttribute('aria-pressed'), 'true')
})

test('wrong PINs say how many are left, then the password is asked for', needsBrowser, async (t) => {
  const { page, names } = await openTill(t, ['4711'])
  await page.goto('/portal/')
  await atPins(page)
  for (const left of ['4 attempts are', '3 attempts are', '2 attempts are', 'One attempt is']) {
    await page.keyboard.type('9021')
    await page.getByText(`The PIN is wrong. ${left} left.`).waitFor()
  }
  await page.keyboard.type('9021')
  await page.getByText('Too many wrong PINs').waitFor()
  await page.getByRole('button', { name: 'Log in with a password' }).click()
  await logIn(page, names[0] ?? '')
  await page.getByRole('heading', { name: 'Set a PIN for this device' }).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await atTerminal(page)
})

test('a till that nobody touches locks itself, and whoever types does not lose it', needsBrowser, async (t) => {
  const { page } = await openTill(t, ['4711'])
  await page.clock.install()
  await page.goto('/portal/')
  await atPins(page)
  await page.keyboard.type('4711')
  await atTerminal(page)
  for (let minute = 0; minute < 6; minute += 1) {
    await page.clock.runFor(55_000)
    await page.keyboard.press('Shift')
  }
  await atTerminal(page)
  await page.clock.runFor(4 * 60_000 + 6000)
  await atPins(page)
})

test(
  'of a change in doubt only whoever sent it is told, also when others logged in meanwhile',
  needsBrowser,
  async (t) => {
    const { page, names, cashiers } = await openTill(t, ['4711', '8062'])
    const [ana, ben] = cashiers
    const card = await room.shop.card({ usd: 12 })
    const requestId = 'portal-00000000000000000000000000000001'
    const redeemed = await ana?.call(
      'updateBalance',
      { cardNumber: card, action: 'redeem', amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } },
      { customrequestid: requestId, location: 'L1' },
    )
    assert.equal(redeemed?.status, 200)
    const sent = { requestId, brand: room.shop.id, user: ana?.name, what: 'Use 5.00', cardNumber: card }
    await page.goto('/portal/')
    await atPins(page)
    await page.evaluate(
      (change) =>
        localStorage.setItem('purser-sent-changes', JSON.stringify([{ ...change, sentAt: Date.now() - 30_000 }])),
      sent,
    )
    const as = async (name: string, pin: string) => {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await page.keyboard.type(pin)
      await atTerminal(page)
    }
    await as(ben?.name ?? '', '8062')
    await page.getByRole('button', { name: /^Lock/ }).waitFor()
    assert.equal(await page.getByText('Use 5.00').count(), 0)
    await page.keyboard.press('F10')
    await atPins(page)
    await as(ana?.name ?? '', '4711')
    await page.getByText(/Use 5\.00/).waitFor()
    assert.equal(names.length, 2)
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test(
  'without a network the till can be locked, and what is in doubt is not sent by whoever comes next',
  needsBrowser,
  async (t) => {
    const { page, cashiers } = await openTill(t, ['4711', '8062'])
    const [ana, ben] = cashiers
    const card = await room.shop.card({ usd: 12 })
    const as = async (name: string | undefined, pin: string) => {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await page.keyboard.type(pin)
      await atTerminal(page)
    }
    await page.goto('/portal/')
    await atPins(page)
    await as(ana?.name, '4711')
    let isDown = true
    let sentLater = 0
    await page.route('**/portal/api/logOut', (route) => (isDown ? route.abort('connectionreset') : route.continue()))
    await page.route('**/portal/call/updateBalance', (route) => {
      if (isDown) return route.abort('connectionreset')
      sentLater += 1
      return route.continue()
    })
    await page.getByLabel('Scan or type a card').fill(card)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How much').fill('4.50')
    await dialog.getByRole('button', { name: 'Use', exact: true }).click()
    await dialog.getByText('No answer yet').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Lock/, disabled: false }).waitFor()
    await page.keyboard.press('F10')
    await atPins(page)
    await page.getByText(`It is not known whether this was done: Use · ${card}`).waitFor()
    isDown = false
    await as(ben?.name, '8062')
    // Longer than the longest pause between two attempts.
    await page.waitForTimeout(9000)
    assert.equal(sentLater, 0)
    assert.equal((await room.shop.balances(card))[0].amount, 12)
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('in German, light and dark, the choice of cashiers is German and accessible', needsBrowser, async (t) => {
  const { page } = await openTill(t, ['4711'], 'de-DE')
  await page.goto('/portal/')
  await page.getByRole('group', { name: 'Kassenkräfte dieses Geräts' }).waitFor()
  await page.keyboard.type('9021')
  await page.getByText('Die PIN ist falsch. 4 Versuche bleiben.').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await inaccessible(page), [])
  }
})
