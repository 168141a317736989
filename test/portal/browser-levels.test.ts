import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'
import { bySpend } from '../support/tier-shop.ts'

let room: PortalRoom
let program: { readonly id: string; readonly tiers: { readonly levels: readonly object[] } }

/** Three customers: two are silver, one of them with 250 spent; one has spent 40 and has no level. */
before(async () => {
  room = await openPortalRoom({ program: { tiers: bySpend } })
  for (const total of [120, 250, 40]) {
    const cardNumber = await room.shop.card()
    await room.shop.must('checkout', { cardNumber, products: [{ sku: 'A', unitPrice: total, amountPurchased: 1 }] })
  }
  program = (await room.shop.must('exportBrand', {})).brandFile.programs[0]
})

after(() => room?.close())

const withLevels = (levels: readonly object[]) => ({
  program: program.id,
  entry: { ...program, tiers: { ...program.tiers, levels } },
})

test('a change of levels is told in customers: who gets one, who loses one, who keeps it for a while', async () => {
  const ana = await room.login('administrator')
  const [silver, gold] = program.tiers.levels
  const counted = async (levels: readonly object[]) => {
    const { levels: found, customers, isExact } = await ana.must('levelPreview', withLevels(levels))
    assert.deepEqual({ customers, isExact }, { customers: 3, isExact: true })
    return Object.fromEntries(found.map(({ level, ...counts }: { level: string }) => [level, counts]))
  }
  const none = { gain: 0, lose: 0, later: 0 }
  assert.deepEqual(await counted([silver ?? {}, gold ?? {}]), {
    silver: { now: 2, next: 2, ...none },
    '': { now: 1, next: 1, ...none },
  })
  assert.deepEqual(await counted([silver ?? {}, { ...gold, at: 200, keepAt: 200 }]), {
    silver: { now: 2, next: 1, gain: 0, lose: 1, later: 0 },
    gold: { now: 0, next: 1, gain: 1, lose: 0, later: 0 },
    '': { now: 1, next: 1, ...none },
  })
  assert.equal((await counted([{ ...silver, at: 200 }, gold ?? {}])).silver.later, 1, 'kept until its time is over')
  assert.equal((await counted([{ ...silver, at: 30 }, gold ?? {}])).silver.gain, 1)
  const unreadable = await ana.must('levelPreview', withLevels([{ id: 'silver' }]))
  assert.equal(unreadable.isReadable, false)
  assert.deepEqual(await room.shop.verify(), [])
})

test('levels are a form in words, with what they do to customers before they are saved', needsBrowser, async (t) => {
  const { cookie } = await room.login('administrator')
  const { page } = await openWindow(t, room.service.port, { cookie, height: 1400 })
  await page.goto(`/portal/b/${room.shop.id}/settings/programs/${program.id}?tab=tiers`)
  await page.getByRole('combobox', { name: 'What counts' }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'What counts' }).inputValue(), 'What a customer spends')
  assert.equal(await page.getByRole('combobox', { name: 'In which time' }).inputValue(), 'In a calendar year')
  assert.equal(await page.locator('textarea').count(), 0, 'nothing is JSON')
  await page.getByLabel('Reached at').nth(1).fill('200')
  await page.getByText('What this does to your 3 customers').waitFor()
  await page.getByText('Gold: 0 now, 1 then. 1 get it with their next purchase.').waitFor()
  assert.deepEqual(await inaccessible(page), [])

  const time = page.getByRole('combobox', { name: 'In which time' })
  await time.click()
  await page.getByRole('option', { name: 'In the last days' }).click()
  const days = page.getByRole('textbox', { name: 'Days', exact: true }).first()
  await days.fill('0')
  await page
    .getByText(/in 0 days nobody reaches a level/i)
    .first()
    .waitFor()
  await days.fill('')
  await page
    .getByText(/Write a whole number/)
    .first()
    .waitFor()
  await time.click()
  await page.getByRole('option', { name: 'In a calendar year' }).click()

  const kept = page.getByRole('textbox', { name: 'How many' })
  await kept.fill('')
  await page
    .getByText(/Write a whole number/)
    .first()
    .waitFor()
  await kept.press('Tab')
  assert.equal(await kept.inputValue(), '', 'nothing is not none')
  await kept.fill('365')

  await page.getByLabel('Reached at').nth(0).fill('')
  await page.getByText('Fill this in.').first().waitFor()
  await page.getByText('Levels › Levels “silver” › Reached at: Fill this in.').waitFor()
  await page.getByLabel('Reached at').nth(0).fill('150')
  await page.getByRole('button', { name: 'Add a level' }).click()
  await page.getByLabel('Name').nth(2).fill('Platinum')
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/was saved/)
    .first()
    .waitFor()
  const { brandFile } = await room.shop.must('exportBrand', {})
  assert.deepEqual(
    brandFile.programs[0].tiers.levels.map(({ name, at }: { name: string; at: unknown }) => [name, Number(at)]),
    [
      ['Silver', 150],
      ['Gold', 200],
      ['Platinum', 400],
    ],
  )
})

test(
  'decimals of a saved value are fixed and say why, and those of a new one are asked with care',
  needsBrowser,
  async (t) => {
    const { cookie } = await room.login('administrator')
    const { page } = await openWindow(t, room.service.port, { cookie, height: 1400, width: 390, locale: 'de-DE' })
    await page.goto(`/portal/b/${room.shop.id}/settings/programs/${program.id}?tab=valueTypes`)
    await page
      .getByRole('button', { name: /Punkte/ })
      .first()
      .click()
    await page.getByText('Das kann nie geändert werden: Karten haben Beträge davon.').first().waitFor()
    await page
      .getByRole('button', { name: /hinzufügen/i })
      .last()
      .click()
    await page.getByRole('combobox', { name: 'Was es ist' }).last().click()
    await page.getByRole('option', { name: 'Geld' }).last().click()
    await page.getByText('Wählen Sie mit Bedacht: Einmal gespeichert, kann es nie geändert werden.').waitFor()
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.ok(Number(width) <= 390, `no sideways scroll: ${width}`)
  },
)
