import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  const issue = { balanceType: 'Points', amount: 1, expiresAfter: { days: 90 } }
  const rules = [{ id: 'earn', name: 'Earn', trigger: 'checkout', then: [{ issue }] }]
  room = await openPortalRoom({
    brand: { apiVersion: 2 },
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'L2', name: 'Station', terminals: ['T1'] },
    ],
    more: { campaigns: [{ id: 'club', name: 'Club', rules }] },
  })
})

after(() => room?.close())

test(
  'goodwill asks for the place, lasts like what is earned, and is told by person, place and reason',
  needsBrowser,
  async (t) => {
    const card = await room.shop.card({ points: 5 })
    const agent = await room.login('support')
    const { page } = await openWindow(t, room.service.port, { cookie: agent.cookie })
    await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What').selectOption({ label: 'Points' })
    await dialog.getByLabel('How much').fill('40')
    await dialog.getByLabel('Reason').fill('The coffee was cold')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await dialog.getByText('Choose whether the customer paid for it.').waitFor()
    await dialog.getByRole('radio', { name: 'Goodwill' }).check()
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await dialog.getByText('Choose where it is given.').waitFor()
    assert.equal((await room.shop.balances(card))[0].amount, 5, 'nothing is given before it is all known')
    await dialog.getByLabel('Location').selectOption('Station')
    await dialog.getByLabel('Expires').getByText('Like earned balance, on ').waitFor({ state: 'attached' })
    assert.deepEqual(await inaccessible(page), [])
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText('40 points given').first().waitFor()
    const kept = await page.evaluate((brand) => localStorage.getItem(`purser-place-${brand}`), room.shop.id)
    assert.equal(JSON.parse(kept ?? '""'), '', 'whose goodwill it is says nothing of where this till is')

    const filters = { cardNumber: card }
    const { cards } = await room.shop.must('search', {
      filters,
      returnFields: { balances: true, balanceExpirations: true },
    })
    const given = cards[0].balances.find(({ amount }: { amount: number }) => amount === 40)
    const days = (given.balanceExpiration - Date.now()) / 86_400_000
    assert.ok(days > 89 && days < 91, `${days} days`)

    const finance = await room.login('finance')
    const { page: report } = await openWindow(t, room.service.port, { cookie: finance.cookie })
    await report.goto(`/portal/b/${room.shop.id}/reports/by-hand?by=location`)
    await report.getByRole('heading', { name: 'Who gave out most by hand?' }).waitFor()
    await report.getByRole('row', { name: new RegExp(`${agent.name}.*Station.*40`) }).waitFor()
    const boss = await room.login('administrator')
    const { page: log } = await openWindow(t, room.service.port, { cookie: boss.cookie })
    await log.goto(`/portal/b/${room.shop.id}/settings/audit`)
    await log
      .getByRole('row', { name: /gave card .* as goodwill 40 points at Station.*The coffee was cold/i })
      .waitFor()
    assert.deepEqual(await room.shop.verify(), [])
  },
)

test('what the customer paid for is loaded, and does not expire', needsBrowser, async (t) => {
  const card = await room.shop.card({ points: 5 })
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Paid by the customer' }).check()
  await dialog.getByLabel('How much').fill('25')
  await dialog.getByLabel('Reason').fill('Cash')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await dialog.getByText('Choose where it is given.').waitFor()
  await dialog.getByLabel('Location').selectOption('Station')
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await page
    .getByText(/25.* given/)
    .first()
    .waitFor()
  const period = { from: '2020-01-01', to: '2099-01-01' }
  const { rows } = await room.shop.must('report', { name: 'by-hand', ...period, by: 'location' })
  const loaded = rows.filter((row: { loaded: string }) => Number(row.loaded) === 25)
  assert.deepEqual([loaded.length, Number(loaded[0]?.goodwill), loaded[0]?.location], [1, 0, 'Station'])
  assert.deepEqual(await room.shop.verify(), [])
})

test(
  'what needs a second person is asked for even after the page has asked anew how long it would last',
  needsBrowser,
  async (t) => {
    const card = await room.shop.card({ points: 5 })
    const { cookie } = await room.login('support')
    const { page } = await openWindow(t, room.service.port, { cookie })
    await page.clock.install()
    let setups = 0
    // Each time a second later, as the clock has it.
    await page.route('**/portal/api/terminalSetup', async (route) => {
      const response = await route.fetch()
      const setup = (await response.json()) as { readonly values: readonly { readonly earnedUntil?: number }[] }
      setups += 1
      const values = setup.values.map((one) =>
        one.earnedUntil === undefined ? one : { ...one, earnedUntil: one.earnedUntil + setups * 1000 },
      )
      return route.fulfill({ response, json: { ...setup, values } })
    })
    await page.goto(`/portal/b/${room.shop.id}/cards/${card}`)
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What').selectOption({ label: 'Points' })
    await dialog.getByRole('radio', { name: 'Goodwill' }).check()
    await dialog.getByLabel('Location').selectOption('Station')
    await dialog.getByLabel('How much').fill('900000')
    await dialog.getByLabel('Reason').fill('Rain')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    const ask = dialog.getByRole('button', { name: 'Ask for approval' })
    await ask.waitFor()
    const again = page.waitForResponse('**/portal/api/terminalSetup')
    await page.clock.fastForward(11_000)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
    await again
    await page.waitForTimeout(300)
    await ask.waitFor()
    assert.deepEqual(await room.shop.verify(), [])
  },
)
