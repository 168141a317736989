import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({ settings: { interfaceTimeZone: 'Pacific/Auckland' } })
})

after(() => room?.close())

test('a correction counts for the day that was chosen, and for no other', needsBrowser, async (t) => {
  const { shop } = room
  const cardNumber = await shop.card()
  const points = (amount: number) => ({ balanceType: 'Points', amount })
  await shop.must('updateBalance', {
    ...{ cardNumber, action: 'issue', amount: points(7), customRequestDate: '2026-01-10 12:00:00' },
  })
  const finance = await room.login('finance')
  await finance.call('closeMonth', { month: '2026-01' })
  const { page } = await openWindow(t, room.service.port, { cookie: finance.cookie, height: 1000 })
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/call/updateBalance')) return
    sent.push(/"customRequestDate":"([^"]*)"/.exec(request.postData() ?? '')?.[1])
  })
  await page.goto(`/portal/b/${shop.id}/cards/${cardNumber}`)
  await page.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('waits for approval counts for the day on which it is carried out').waitFor()
  await dialog.getByLabel('What').selectOption({ label: 'Points' })
  await dialog.getByLabel('How much').fill('3')
  await dialog.getByLabel('Reason').fill('counted again')
  const day = dialog.getByLabel('The day it counts for')
  const faults = [
    ['', 'Enter the whole date.'],
    ['2126-01-15', 'Not a day that is still to come.'],
    ['0026-01-15', 'That is too long ago. Check the year.'],
  ] as const
  for (const [typed, fault] of faults) {
    await day.fill(typed)
    await dialog.getByText(fault).waitFor()
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await page.waitForTimeout(300)
    assert.deepEqual(sent, [], fault)
  }
  assert.match((await day.getAttribute('min')) ?? '', /^20\d\d-01-01$/)
  await day.fill('2026-01-15')
  await dialog.getByText('If its month is closed, that stays as it is').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await page.getByText('Corrected by 3 points').first().waitFor()
  // Noon in New York, as it is called in Auckland.
  assert.deepEqual(sent, ['2026-01-16 06:00:00'])
  const { rows } = await shop.must('report', { name: 'liability', to: '2026-01-31' })
  assert.deepEqual(
    rows.map(({ amount, line }: Record<string, string>) => [amount, line]),
    [['10', 'corrections since closing']],
  )
  assert.deepEqual(await shop.verify(), [])
})
