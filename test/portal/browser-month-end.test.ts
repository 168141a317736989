import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom()
})

after(() => room?.close())

test(
  'closing months goes on after a lost answer, and stops after the month at which it is cancelled',
  needsBrowser,
  async (t) => {
    const { shop } = room
    await shop.must('updateBalance', {
      cardNumber: await shop.card(),
      ...{ action: 'issue', amount: { balanceType: 'Currency', balanceCode: 'USD', amount: 100 } },
      customRequestDate: '2026-01-10 12:00:00',
    })
    const { cookie } = await room.login('finance')
    const { page } = await openWindow(t, room.service.port, { cookie })
    const held = Promise.withResolvers<void>()
    const asked: string[] = []
    let isFailing = false
    await page.route('**/portal/call/closeMonth', async (route) => {
      const { month } = route.request().postDataJSON() as { readonly month: string }
      asked.push(month)
      if (asked.length === 1) {
        isFailing = true
        await route.fetch()
        return route.abort('connectionreset')
      }
      if (month === '2026-02') await held.promise
      return route.continue()
    })
    // Asked again after the first month, the list does not come: the dialog that closes the others stays.
    await page.route('**/portal/call/listClosedMonths', (route) =>
      isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await page.goto(`/portal/b/${shop.id}/reports/months`)
    await page.getByRole('button', { name: 'Close January 2026' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The figures of January 2026 are kept as they are now.').waitFor()
    await dialog.getByText('One call dated into January 2026, or before,').waitFor()
    await dialog.getByRole('combobox', { name: 'All months up to and including' }).click()
    await page.getByRole('option', { name: 'April 2026' }).click()
    await dialog.getByText('The figures of each month from January 2026 to April 2026 are kept').waitFor()
    await dialog.getByRole('button', { name: 'Close 4 months' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await dialog.getByText('1 of 4 are closed.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByText('February 2026 is being closed already. It stops after that.').waitFor()
    assert.deepEqual(await inaccessible(page), [])
    isFailing = false
    held.resolve()
    await page.getByText('2 months are closed.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Next: March 2026' }).waitFor()
    const { months } = await shop.must('listClosedMonths', {})
    assert.deepEqual(
      months.map(({ month }: { month: string }) => month),
      ['2026-02', '2026-01'],
    )
    assert.deepEqual(asked, ['2026-01', '2026-01', '2026-02'])
    assert.deepEqual(await shop.verify(), [])
  },
)
