import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

/** Somebody is on the phone about a sale, and has neither a card nor a receipt. */

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'L2', name: 'Pier 2', terminals: ['T1'] },
    ],
  })
  const sell = (unitPrice: number, location: string) =>
    room.shop.must(
      'checkout',
      { products: [{ sku: 'ANY', unitPrice, amountPurchased: 1 }] },
      { location, terminal: 'T1' },
    )
  await sell(12.4, 'L1')
  await sell(12.4, 'L2')
  await sell(7, 'L2')
})

after(() => room?.close())

const today = () =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' }).format(Date.now())

test('a sale without a card is found by day, place and amount', async () => {
  const support = await room.login('support')
  const find = async (asked: object) =>
    (await support.must('findSales', { day: today(), ...asked })).sales.map(
      ({ place, netTotal, hasCard }: { place: { id: string }; netTotal: number; hasCard: boolean }) =>
        `${place.id} ${netTotal} ${hasCard}`,
    )
  assert.deepEqual(await find({}), ['L2 7 false', 'L2 12.4 false', 'L1 12.4 false'])
  assert.deepEqual(await find({ amount: '12.40' }), ['L2 12.4 false', 'L1 12.4 false'])
  assert.deepEqual(await find({ amount: '12.4', location: 'L1' }), ['L1 12.4 false'])
  assert.deepEqual(await find({ day: '2020-01-01' }), [])
  for (const wrong of [{ day: 'yesterday' }, { day: '2026-13-01' }, { amount: 'much' }])
    assert.equal((await support.ask('findSales', { day: today(), ...wrong })).status, 400)
})

test('whoever works at one place finds the sales of that place', async () => {
  const there = await room.login('support', { location: 'L1' })
  const { sales, places } = await there.must('findSales', { day: today() })
  assert.deepEqual([sales.length, places.length, sales[0].place.id], [1, 1, 'L1'])
  assert.deepEqual((await there.must('findSales', { day: today(), location: 'L2' })).sales, [])
})

test('support finds it on the screen and sees what happened', needsBrowser, async (t) => {
  const { cookie } = await room.login('support')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/why`)
  const part = page.getByRole('region', { name: 'A sale by what the customer remembers' })
  await part.getByLabel('Place').selectOption('Pier 2')
  await part.getByLabel('Amount').fill('a lot')
  await part.getByText('This is not a number. Type it like 12.50.').waitFor()
  await part.getByLabel('Amount').fill('12,40')
  await part.getByRole('button', { name: 'Find sales' }).click()
  await part.getByRole('row').filter({ hasText: '$7.00' }).waitFor({ state: 'detached' })
  assert.equal(await part.getByRole('row').count(), 2)
  assert.deepEqual(await inaccessible(page), [])
  await part.getByRole('row').nth(1).getByRole('button').click()
  await page
    .getByRole('heading', { name: 'Receipt' })
    .or(page.getByText('Receipt', { exact: true }))
    .first()
    .waitFor()
})
