import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

let room: PortalRoom
let marketer: PortalUser

before(async () => {
  const levels = [
    { id: 'silver', name: 'Silver', at: 50 },
    { id: 'gold', name: 'Gold', at: 100 },
  ]
  room = await openPortalRoom({
    program: { tiers: { by: { fact: 'history.spend', within: { calendar: 'year' } }, levels } },
    more: {
      products: [
        { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
        { sku: 'LAT', name: 'Latte', categories: ['drinks'] },
        { sku: 'BUN', name: 'Cinnamon bun', categories: ['bakery'] },
      ],
      segments: [
        { id: 'regulars', name: 'Regulars', where: [{ fact: 'history.checkouts', op: '>=', value: 4 }] },
        { id: 'students', name: 'Students', where: [{ fact: 'customer.age', op: '<', value: 26 }] },
      ],
    },
  })
  marketer = await room.login('marketer')
})

after(() => room?.close())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const trial = (page: Page) => part(page, 'Try it on a purchase')
const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true })

async function openRecipe(page: Page, title: string): Promise<void> {
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  await part(page, 'What they get').first().waitFor()
}

async function openNothing(page: Page): Promise<void> {
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: 'Start from nothing' }).click()
  await part(page, 'What they get').waitFor()
}

/** Types once the cursor is where it is expected. */
async function typeWhenThere(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`input:focus[aria-label="${label}"]`).waitFor()
  await page.keyboard.type(text)
}

/** The draft that is open, as the server keeps it. */
async function kept(
  page: Page,
): Promise<{ draftId: string; text: string; draft: { revision: number; title: string } }> {
  await saved(page).waitFor()
  const [, draftId = ''] = /drafts\/([^/]+)\//.exec(page.url()) ?? []
  const { body } = await marketer.call('draftLookup', { draftId })
  return { draftId, text: body.entries[0].text, draft: body.draft }
}

test('buy 3, get the cheapest free: from the cookbook, for drinks only, seen on a receipt', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openRecipe(page, 'Buy 3, get the cheapest free')
  await part(page, 'In words')
    .getByText(/cheapest/)
    .waitFor()
  await page.getByText('Nothing to mend').waitFor()
  // The sample has three drinks, as the rule asks for them.
  await trial(page).getByText('-$4.00').waitFor()

  await page.getByRole('button', { name: 'Only certain purchases' }).click()
  await page.getByRole('button', { name: 'Number of certain products' }).click()
  const chip = page.getByRole('dialog')
  await chip.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name: 'drinks' }).click()
  await chip.getByRole('textbox', { name: 'Value' }).fill('4')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .locator('[data-chip]')
    .getByText(/4 drinks/)
    .waitFor()
  await trial(page).getByText('-$4.00').waitFor({ state: 'hidden' })
  await trial(page)
    .getByText(/needs 1 more/)
    .waitFor()

  await page.getByLabel('Quantity: Latte').or(page.getByLabel('Quantity: Espresso')).first().fill('4')
  await trial(page).getByText('-$4.00').waitFor()
  const { text } = await kept(page)
  assert.match(
    text,
    /when:\n\s+- \{ fact: products\.quantity, where: \{ category: \[ drinks \] \}, op: ">=", value: 4 \}/,
  )
  assert.deepEqual(await inaccessible(page), [])
})

test('double points on Tuesdays for gold members, by somebody who does not know the rules', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, {
    cookie: marketer.cookie,
    height: 1400,
    colorScheme: 'dark',
  })
  await openNothing(page)
  await part(page, 'Campaign').getByLabel('Name').fill('Golden Tuesdays')
  await page.getByText('Tuesday', { exact: true }).click()
  await page.getByRole('button', { name: 'Only certain customers' }).click()
  await page.getByRole('button', { name: 'Level', exact: true }).click()
  await page.locator('[data-chip][data-fault]').waitFor()
  await page
    .getByText(/Something is missing here/)
    .first()
    .waitFor()
  assert.deepEqual(await inaccessible(page), [])
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: /Give points/ }).click()
  await page.getByLabel('Give', { exact: true }).fill('2')
  await part(page, 'In words')
    .getByText('When a Gold member buys something on Tuesdays: 2 points per dollar.')
    .waitFor()
  await page.getByText('Nothing to mend').waitFor()
  // The sample is a gold member on a Tuesday.
  await trial(page).getByText('+18').waitFor()
  const { text } = await kept(page)
  assert.match(text, /window: \{ days: \[ tue \] \}/)
})

test('form and YAML are the same text: a comment stays, and a fault is marked in its line', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie })
  await openRecipe(page, 'Three buns for 10 dollars')
  await page.getByText('YAML', { exact: true }).click()
  const content = page.locator('.cm-content')
  await content.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('# As agreed with the bakery.\n')
  await page.getByText('Form', { exact: true }).click()
  await part(page, 'Campaign').getByLabel('Name').fill('Three buns')
  await page.getByText('YAML', { exact: true }).click()
  await content.getByText('# As agreed with the bakery.').waitFor()
  await content.getByText('Three buns', { exact: true }).first().waitFor()
  assert.match((await kept(page)).text, /^# As agreed with the bakery\.\nid: .*\nname: Three buns\n/)

  await page.keyboard.press('Control+End')
  await content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('colour: red\n')
  await page.locator('.cm-lintRange-error').first().waitFor()
  await page.getByText('1 thing to mend').waitFor()
  assert.deepEqual(await inaccessible(page), [])
  // Tab indents in the editor; Escape and Tab leave it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate("document.activeElement.closest('.cm-editor') === null"), true)
})

test('everything with the keyboard alone', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page)
  await page.getByRole('button', { name: 'Only certain customers' }).focus()
  await page.keyboard.press('Enter')
  await typeWhenThere(page, 'What is it about?', 'segment')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Regulars' }).waitFor()
  await typeWhenThere(page, 'Value', 'Stud')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const chips = page.locator('[data-chip]')
  await chips.getByText(/Students/).waitFor()
  await page.getByRole('button', { name: 'Only certain customers' }).focus()
  await page.keyboard.press('Enter')
  await typeWhenThere(page, 'What is it about?', 'has signed up')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Has signed up').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await chips.count(), 2)

  await chips.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+ArrowLeft')
  await page
    .locator('[data-chip]')
    .nth(1)
    .getByText(/Students/)
    .waitFor()
  assert.match((await kept(page)).text, /fact: card\.isEnrolled \}\n\s+- \{ fact: segment, op: "=", value: students \}/)
  await page.locator('[data-chip]').nth(0).focus()
  await page.keyboard.press('Delete')
  await page.locator('[data-chip]').nth(1).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[data-chip]').nth(1).waitFor()
})

test('a condition is put into a group with another, and taken out again', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page)
  await page.getByRole('button', { name: 'Only certain customers' }).click()
  await page.getByRole('button', { name: 'Has signed up' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'At least one of these' }).click()
  await page.getByRole('button', { name: 'Add to the group' }).click()
  await page.getByLabel('What is it about?').fill('level')
  await page.getByRole('button', { name: 'Level', exact: true }).click()
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const text = async () => (await kept(page)).text
  assert.match(await text(), /- any:\n\s+- \{ fact: card\.isEnrolled \}\n\s+- \{ fact: tier, op: "=", value: gold \}/)
  assert.deepEqual(await inaccessible(page), [])
  await page
    .getByRole('group', { name: 'At least one of these' })
    .getByRole('button', { name: 'More', exact: true })
    .click()
  await page.getByRole('menuitem', { name: 'Dissolve the group' }).click()
  await page.getByRole('group', { name: 'At least one of these' }).waitFor({ state: 'detached' })
  assert.match(await text(), /when:\n\s+- \{ fact: card\.isEnrolled \}\n\s+- \{ fact: tier/)
})

test('a cleared number stays empty until it is left, and what is typed next is the number', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page)
  await page.getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: /Give points/ }).click()
  const retype = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true })
    await field.focus()
    await page.keyboard.press('End')
    for (const _ of await field.inputValue()) await page.keyboard.press('Backspace')
    assert.equal(await field.inputValue(), '')
    await page.keyboard.type(text)
    await field.blur()
    return field.inputValue()
  }
  assert.equal(await retype('for every', '10'), '10')
  assert.match((await kept(page)).text, /per: 10\b/)
  assert.equal(await retype('for every', ''), '1', 'what counts then is there once it is left')

  await part(page, 'When').getByRole('combobox').first().click()
  await page.getByRole('option', { name: 'A date arrives' }).click()
  await page.getByRole('combobox', { name: 'Before or after' }).click()
  await page.getByRole('option', { name: 'days before' }).click()
  assert.equal(await retype('Days', '3'), '3')
  assert.match((await kept(page)).text, /offsetDays: -3\b/)
  assert.equal(await retype('Days', '3x'), '3x')
  assert.equal(await page.getByRole('combobox', { name: 'Before or after' }).inputValue(), 'days before')
  assert.match((await kept(page)).text, /offsetDays: "?3x \?/)
  assert.equal(await retype('Days', '14'), '14')
  assert.match((await kept(page)).text, /offsetDays: -14\b/)
  assert.equal(await retype('At (hour)', '18'), '18')

  await page.getByRole('combobox', { name: 'Which date' }).first().click()
  await page.getByRole('option', { name: 'A day for all customers' }).click()
  assert.equal(await retype('Day of the month', '5'), '5')
  assert.match((await kept(page)).text, /BYMONTHDAY=5\b/)
  assert.equal(await retype('Day of the month', '5th'), '5th')
  await page.getByText(/to mend/).waitFor()
  assert.match((await kept(page)).text, /BYMONTHDAY=5th \?/)
})

test('two people write one draft: neither is overwritten, and whoever is later sees both', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie })
  await openRecipe(page, 'Three buns for 10 dollars')
  const { draftId, draft, text } = await kept(page)
  const other = await room.login('marketer')
  const theirs = text.replace('trigger: checkout', 'trigger: checkout # theirs')
  const key = /^id: (.*)$/m.exec(text)?.[1]
  const answer = await other.call('saveDraft', {
    draftId,
    revision: draft.revision,
    title: draft.title,
    entries: [{ section: 'campaigns', key, text: theirs }],
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await part(page, 'Campaign').getByLabel('Name').fill('Mine')
  await page.getByText(`${other.name} changed this draft meanwhile`).waitFor()
  await page.getByText('# theirs').waitFor()
  await page.getByRole('button', { name: 'Go on with yours' }).click()
  assert.match((await kept(page)).text, /name: Mine/)
})
