import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { parse } from 'yaml'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'

/** Campaigns of the cookbook, made from nothing with what the form offers: no word of the rule language is typed. */

let room: PortalRoom
let marketer: PortalUser

before(async () => {
  const levels = ['silver', 'gold', 'platinum'].map((id, index) => ({ id, name: `The ${id}`, at: 50 * (index + 1) }))
  room = await openPortalRoom({
    program: { tiers: { by: { fact: 'history.spend', within: { calendar: 'year' } }, levels } },
    more: {
      products: [
        { sku: 'ESP', name: 'Espresso', categories: ['drinks'] },
        { sku: 'GIFT', name: 'Gift card', categories: ['gift-cards'] },
      ],
      couponSets: [{ id: 'welcome', name: 'Welcome' }],
    },
  })
  marketer = await room.login('marketer')
})

after(() => room?.close())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const gets = (page: Page) => part(page, 'What they get')

async function openNothing(page: Page, result: RegExp): Promise<void> {
  await page.goto(`/portal/b/${room.shop.id}/campaigns/new`)
  await page.getByRole('button', { name: 'Start from nothing' }).click()
  await gets(page).getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: result }).click()
}

async function whoIs(page: Page, condition: string): Promise<void> {
  await page.getByRole('button', { name: 'Only certain customers' }).click()
  await page.getByRole('button', { name: condition, exact: true }).click()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Escape')
}

/** The rule as it is kept once nothing is wrong with it, and what it is in words. */
async function finished(page: Page): Promise<{ rule: Record<string, unknown>; words: string }> {
  await page.getByText('Nothing to mend').waitFor()
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const [, draftId = ''] = /drafts\/([^/]+)\//.exec(page.url()) ?? []
  const { body } = await marketer.call('draftLookup', { draftId })
  const { id: _, name: _name, ...rule } = parse(body.entries[0].text).rules[0]
  return { rule, words: await part(page, 'In words').innerText() }
}

test('fifty points for the first purchase', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page, /^Give points/)
  await gets(page).getByText('Fixed', { exact: true }).click()
  await gets(page)
    .getByRole('textbox', { name: /amount/i })
    .first()
    .fill('50')
  await whoIs(page, 'It is their first purchase')
  const { rule, words } = await finished(page)
  assert.deepEqual(rule.when, [{ fact: 'history.checkouts', op: '=', value: 0 }])
  assert.match(words, /first purchase: 50 points/)
})

test('10 % off everything except gift cards', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page, /^Discount/)
  await gets(page).getByText('Everything except…', { exact: true }).click()
  await choose(page, 'Except: Categories', 'gift-cards')
  assert.deepEqual(await inaccessible(page), [])
  const { rule, words } = await finished(page)
  const on = { where: { except: { category: ['gift-cards'] } }, pick: 'all' }
  assert.deepEqual(rule.then, [{ discount: { percent: 10, on } }])
  assert.match(words, /10 % off everything except/)
})

test('buy 3, get the cheapest free', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page, /^Buy some, get one free/)
  const { rule, words } = await finished(page)
  assert.deepEqual(rule.then, [
    { discount: { percent: 100, on: { pick: 'cheapest', units: 1 }, buy: { units: 2 }, repeat: true } },
  ])
  assert.match(words, /buy 2 items, get 1 item free \(the cheapest\)/)
  // Who types 100 keeps the field; whoever comes back to it reads what it means.
  assert.equal(await gets(page).getByRole('combobox', { name: 'How much' }).inputValue(), 'Free')
  await choose(page, 'How much', 'Percent off')
  await gets(page).getByRole('textbox', { name: 'Percent' }).fill('100')
  assert.equal(await gets(page).getByRole('combobox', { name: 'How much' }).inputValue(), 'Percent off')
})

test('5 % off for gold members or better, at most 500 dollars a day', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page, /^Discount/)
  await whoIs(page, 'The gold or better')
  await page.getByRole('button', { name: 'Set a budget' }).click()
  await page.getByRole('textbox', { name: 'At most' }).fill('500')
  await choose(page, 'Period', 'a day')
  const { rule, words } = await finished(page)
  assert.deepEqual(rule.when, [{ fact: 'tier', op: 'in', value: ['gold', 'platinum'] }])
  assert.match(words, /\$500/)
  assert.match(words, /The gold or The platinum/)
})

test('a coupon for every new member, and what needs a purchase says so', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
  await openNothing(page, /^Discount/)
  await choose(page, 'It happens when', 'Somebody gets a new card')
  await part(page, 'When').getByText('a card is handed out').waitFor()
  await page
    .getByText(/This is for purchases/)
    .first()
    .waitFor()
  await gets(page).getByRole('button', { name: 'Remove Discount' }).click()
  await gets(page).getByRole('button', { name: 'Add what they get' }).click()
  await page.getByRole('menuitem', { name: /^Give a coupon/ }).click()
  await choose(page, 'Coupon set', 'Welcome')
  const { rule } = await finished(page)
  assert.equal(rule.trigger, 'request')
  assert.deepEqual(rule.when, [
    { fact: 'request.callType', op: '=', value: 'ALLOCATE' },
    { fact: 'card.daysSinceActivation', op: '=', value: 0 },
  ])
  assert.ok(rule.limit, 'once per card')
  // Another trigger takes the condition with it, and where nobody buys anything, nothing is asked about it.
  await choose(page, 'It happens when', 'A date arrives')
  await part(page, 'What they buy').waitFor({ state: 'detached' })
  const { rule: dated } = await finished(page)
  assert.deepEqual([dated.when, dated.limit], [undefined, undefined])
})
