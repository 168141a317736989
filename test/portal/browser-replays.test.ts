import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()
const shots = process.env.PURSER_SHOTS
let room: PortalRoom

before(async () => {
  const rule = {
    id: 'per-dollar',
    name: 'A point per dollar',
    trigger: 'checkout',
    then: [{ issue: { balanceType: 'Points', amount: { give: 1, per: 1, of: 'checkout.netTotal' } } }],
  }
  room = await openPortalRoom({
    runsJobs: true,
    flags: ['--job-lease', '10'],
    more: { campaigns: [{ id: 'earn', name: 'Points', rules: [rule] }] },
  })
})

after(() => room?.close())

test('a replay runs while somebody looks elsewhere, and its baskets open', needsBrowser, async (t) => {
  const cardNumber = await room.shop.card({ points: 1 })
  await room.shop.must('checkout', { cardNumber, products: [{ sku: 'ESP', amountPurchased: 2, unitPrice: 6 }] })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/replays`)
  await page.getByText('No replays yet').waitFor()
  await page.getByRole('button', { name: 'New replay' }).click()
  await page.getByLabel('Last day').fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByText('Rule by rule').waitFor({ timeout: 60_000 })
  await page.getByText('Points · A point per dollar').waitFor()
  await page.getByText('Everything could be decided again as it was then.').waitFor()
  if (shots !== undefined) await page.screenshot({ path: `${shots}/replay.png`, fullPage: true })
  assert.deepEqual(await inaccessible(page), [])
  await page.goto(`/portal/b/${room.shop.id}/campaigns/replays`)
  await page.getByText('Done').waitFor()
  assert.deepEqual(await room.shop.verify(), [])
})

test('replays have names, are decided by the rules of today, and stand side by side', needsBrowser, async (t) => {
  const { shop } = room
  const today = new Date().toISOString().slice(0, 10)
  const { brandFile } = await shop.must('exportBrand', {})
  const [{ rules, ...earn }] = brandFile.campaigns
  const [rule] = rules
  const issue = { ...rule.then[0].issue, amount: { give: 3, per: 1, of: 'checkout.netTotal' } }
  await shop.must('applyBrand', {
    brandFile: {
      ...brandFile,
      promotions: { worth: { Points: '0.10' } },
      campaigns: [{ ...earn, rules: [{ ...rule, then: [{ issue }] }] }],
    },
  })
  const { cookie } = await room.login('marketer')
  const { page } = await openWindow(t, room.service.port, { cookie })
  const begin = async (name: string, by: string) => {
    await page.goto(`/portal/b/${shop.id}/campaigns/replays`)
    await page.getByRole('button', { name: 'New replay' }).click()
    await page.getByLabel('Last day').fill(today)
    await page.getByRole('combobox', { name: 'By which rules' }).click()
    await page.getByRole('option', { name: by }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByText('Rule by rule').waitFor({ timeout: 60_000 })
  }
  await begin('Then', 'The rules of then')
  await begin('Now', 'Today’s rules')
  await page.getByRole('combobox', { name: 'Compare with another replay' }).click()
  await page.getByRole('option', { name: /^Then/ }).click()
  // Twelve dollars: 36 points by the rules of today, 12 by those of then, ten cents each.
  await page.getByRole('row', { name: 'Given in all $3.60 $1.20 -$2.40' }).waitFor()
  await page.getByRole('row', { name: 'Share of sales 30% 10% -20%' }).waitFor()
  await page.getByRole('row', { name: 'Points · A point per dollar $3.60 $1.20 -$2.40' }).waitFor()
  assert.match(page.url(), /beside=/)
  assert.deepEqual(await inaccessible(page), [])
  await page.goto(`/portal/b/${shop.id}/campaigns/replays`)
  await page
    .getByRole('button', { name: 'Now', exact: true })
    .or(page.getByRole('cell', { name: 'Now' }))
    .first()
    .waitFor()
  assert.deepEqual(await shop.verify(), [])
})
