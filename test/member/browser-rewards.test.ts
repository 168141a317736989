import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'

const phone = { width: 390, height: 844 }
/** A name that would run if it were not shown as text. */
const hostile = '<img src=x onerror=alert(1)> "&amp;'
const shots = process.env.PURSER_TEST_SHOTS

const campaigns = [
  {
    id: 'choices',
    rules: [
      {
        id: 'coffee',
        trigger: 'choice',
        limit: { times: 5, per: 'brand' },
        then: [
          { redeem: { balanceType: 'Points', amount: 100 } },
          { allocateCoupon: { set: 'coffee', promotion: 'coffee' } },
        ],
      },
      {
        id: 'mug',
        trigger: 'choice',
        then: [
          { redeem: { balanceType: 'Points', amount: 400 } },
          { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } },
        ],
      },
    ],
  },
]
const couponSets = [{ id: 'coffee', name: 'A free coffee', generate: { count: 5, prefix: 'FREE-', length: 11 } }]
const catalogue = [
  { id: 'coffee', rule: 'choices/coffee', name: { en: 'A free coffee', de: 'Ein Kaffee gratis' }, text: 'Any size.' },
  { id: 'mug', rule: 'choices/mug', name: `Mug ${hostile}`, text: hostile },
]
const texts = { fr: { rewardChoose: 'Je le prends', rewards: 'Choisir un cadeau' } }
const member = { languages: ['en', 'de', 'fr'], catalogue, texts }
const more = { campaigns, couponSets }

test(
  'somebody chooses a reward by keyboard and without a script, and reads it in their history',
  needsBrowser,
  async (t) => {
    const { shop } = await openMemberRoom(t, member, { brand: { languages: ['en', 'de', 'fr'] }, more })
    const cardNumber = await shop.card({ points: 250 })
    const { token } = await shop.must('memberToken', { cardNumber })
    for (const [locale, colorScheme, choose] of [
      ['en-US', 'light', 'Choose this: A free coffee'],
      ['de-DE', 'dark', 'Das nehme ich: Ein Kaffee gratis'],
      ['fr-FR', 'light', 'Je le prends: A free coffee'],
    ] as const) {
      const { context } = await openWindow(t, shop.port, phone)
      const plain = await context.browser()?.newContext({
        javaScriptEnabled: false,
        baseURL: `http://127.0.0.1:${shop.port}`,
        locale,
        colorScheme,
        viewport: phone,
      })
      assert.ok(plain)
      t.after(() => plain.close())
      const domain = '127.0.0.1'
      await plain.addCookies([{ name: 'purser_member', value: token, domain, path: `/m/${shop.id}` }])
      const page = await plain.newPage()
      await page.goto(`/m/${shop.id}`)
      await page.goto(`/m/${shop.id}/rewards`)
      const button = page.getByRole('button', { name: choose })
      if (locale === 'fr-FR') {
        await page.getByRole('heading', { name: 'Choisir un cadeau' }).waitFor()
        assert.equal(await button.count(), 0, 'fifty points are left, and it takes a hundred')
      } else {
        await button.focus()
        await page.keyboard.press('Enter')
        await page.getByRole('status').first().waitFor()
      }
      await page.getByText(`Mug ${hostile}`).first().waitFor()
      if (shots) mkdirSync(shots, { recursive: true })
      if (shots) await page.screenshot({ path: `${shots}/rewards-${locale}-${colorScheme}.png`, fullPage: true })
    }
    const { page } = await openWindow(t, shop.port, phone)
    await page
      .context()
      .addCookies([{ name: 'purser_member', value: token, domain: '127.0.0.1', path: `/m/${shop.id}` }])
    await page.goto(`/m/${shop.id}/rewards`)
    await page.getByText('50 Points more, and you can choose it.', { exact: true }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
    await page.goto(`/m/${shop.id}/history`)
    await page.getByText('You chose: A free coffee').first().waitFor()
    assert.deepEqual(await inaccessible(page), [])
    assert.deepEqual(await shop.verify(), [])
  },
)
