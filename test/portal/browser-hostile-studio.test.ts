import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openPortalRoom, type PortalRoom, type PortalUser } from '../support/portal-room.ts'
import { sql } from '../support/time-passes.ts'
import { until, useOwnDatabase } from '../support/worker-room.ts'

await useOwnDatabase()

/** Everything that people name in the studio is named so, and every screen that has something to show shows it. */
const hostile = `<img src=x onerror="document.title='taken'"><script>alert(1)</script>"'`

let room: PortalRoom
let administrator: PortalUser
let cardNumber: string
let draftId: string

const rule = (id: string, more: object) => ({ id, name: `${hostile} ${id}`, trigger: 'checkout', ...more })
const offer = { skus: [{ sku: 'ESP' }], discountType: 'bogo', expiresAfter: { days: 7 } }
const campaign = {
  id: 'loud',
  name: hostile,
  holdout: 10,
  variants: { A: 50, B: 50 },
  from: '2026-01-01 00:00:00',
  rules: [
    rule('offer', { then: [{ personalOffer: offer }, { issue: { balanceType: 'Points', amount: 3 } }] }),
    rule('some', { variant: 'A', then: [{ discount: { amount: 1 } }] }),
    rule('others', { variant: 'B', then: [{ discount: { percent: 5 } }] }),
  ],
}

before(async () => {
  room = await openPortalRoom({
    runsJobs: true,
    flags: ['--job-lease', '10'],
    brand: { name: hostile },
    locations: [{ id: 'L1', name: hostile, terminals: ['T1'] }],
    more: {
      campaigns: [campaign],
      products: [{ sku: 'ESP', name: hostile, categories: [hostile] }],
      segments: [{ id: 'loud', name: hostile, where: [{ fact: 'history.checkouts', op: '>=', value: 1 }] }],
      templates: [{ id: 'loud', channel: 'email', subject: hostile, body: `${hostile} {{ customer.firstName }}` }],
      senders: { email: { smtp: 'smtp://127.0.0.1:9', from: 'shop@example.com' } },
    },
  })
  administrator = await room.login('administrator')
  await fill()
})

after(() => room?.close())

async function fill(): Promise<void> {
  cardNumber = await room.shop.card({ points: 1 })
  await room.shop.must('updateAccount', { cardNumber, customer: { firstName: hostile.slice(0, 40) } })
  // One card in ten is held out and gets nothing: of five, somebody gets it.
  const others = await Promise.all(Array.from({ length: 4 }, () => room.shop.card()))
  for (const number of [cardNumber, cardNumber, ...others])
    await room.shop.must('checkout', {
      cardNumber: number,
      products: [{ sku: 'ESP', amountPurchased: 2, unitPrice: 6 }],
    })
  const text = JSON.stringify({ ...campaign, name: `${hostile}!` })
  const saved = await administrator.call('saveDraft', {
    title: hostile,
    entries: [{ section: 'campaigns', key: 'loud', text }],
  })
  draftId = saved.body.draftId
  const [{ login_id: login } = {}] = await sql('select login_id from login where name = $1', [administrator.name])
  const call = (name: string) => sql('update login set name = $1, name_key = $1 where login_id = $2', [name, login])
  await call(`loud-${room.shop.id}@example.com`)
  const mail = { report: 'campaigns', period: 'yesterday', every: 'day', hour: 8, receivers: [login] }
  await administrator.must('saveReportMail', mail)
  // No such name can be chosen; should one get there all the same, it is a text.
  await call('"<b>x</b>"@example.com')
}

/** Nothing that a text says was done, and it can be read as it is. */
async function isHarmless(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  assert.equal(await page.locator('img[src="x"]').count(), 0, name)
  assert.notEqual(await page.title(), 'taken', name)
  assert.deepEqual(await inaccessible(page), [], name)
}

const valuesOf = (fields: object[]) => fields.map((field) => ('value' in field ? String(field.value) : ''))
const calls = `rows?column=visits&rowId=${encodeURIComponent(JSON.stringify('["loud",""]'))}`

test('hostile texts are shown as texts, also where there is something to show', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: administrator.cookie })
  const shown = [
    'campaigns',
    'campaigns/campaign/loud',
    'campaigns/calendar',
    'campaigns/offers',
    'campaigns/segments',
    'campaigns/segments/loud',
    'campaigns/drafts',
    `campaigns/drafts/${draftId}`,
    `campaigns/drafts/${draftId}/edit/campaigns/loud`,
    'reports/campaigns?period=thisYear&by=variant',
    `reports/campaigns/${calls}`,
    'reports/activity?by=location',
    'messages?tab=templates&open=loud',
  ]
  const silent: string[] = []
  for (const path of shown) {
    await page.goto(`/portal/b/${room.shop.id}/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await isHarmless(page, path)
    const main = page.locator('main')
    const isShown = async () => {
      const values = await main.locator('input, textarea').evaluateAll(valuesOf)
      return `${await main.innerText()} ${values.join(' ')}`.includes('<img src=x')
    }
    await until(path, isShown, 20).catch(() => silent.push(path))
  }
  assert.deepEqual(silent, [], 'each of them has something to show')
  await page.goto(`/portal/b/${room.shop.id}/reports/mails`)
  await page.getByText('<b>x</b>').first().waitFor()
  await isHarmless(page, 'reports/mails')
})

test('a preview of a hostile template, by keyboard alone', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: administrator.cookie })
  await page.goto(`/portal/b/${room.shop.id}/messages?tab=templates&open=loud`)
  await page.getByText(/A template has one text/).waitFor()
  await tabTo(page, 'For the customer of this card')
  await page.keyboard.type(cardNumber)
  await page.keyboard.press('Enter')
  await page.getByText(/A line to unsubscribe follows/).waitFor()
  await isHarmless(page, 'preview')
})

test('a replay of hostile campaigns, begun by keyboard alone', needsBrowser, async (t) => {
  const { page } = await openWindow(t, room.service.port, { cookie: administrator.cookie })
  await page.goto(`/portal/b/${room.shop.id}/campaigns/replays`)
  await page.getByRole('button', { name: 'New replay' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('Last day').fill(new Date().toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Begin' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Rule by rule').waitFor({ timeout: 60_000 })
  await isHarmless(page, 'replay')
  assert.deepEqual(await room.shop.verify(), [])
})

/** With Tab alone, as far as it takes. */
async function tabTo(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label)
  await field.waitFor()
  await until(`Tab leads to ${label}`, async () => {
    await page.keyboard.press('Tab')
    return (await page.locator(':focus').getAttribute('id')) === (await field.getAttribute('id'))
  })
}
