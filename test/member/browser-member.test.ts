import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { openMemberRoom } from '../support/member-room.ts'

const phone = { width: 390, height: 844 }
/** A name that would run if it were not shown as text. */
const hostile = '<img src=x onerror=alert(1)> "&amp;'
const shots = process.env.PURSER_TEST_SHOTS

const member = {
  languages: ['en', 'de'],
  join: {
    fields: ['firstName', { name: 'email', required: true }],
    consents: [{ channel: 'email', text: 'Write to me about news.' }],
  },
}

const campaigns = [
  {
    id: 'earn',
    name: 'Earn',
    rules: [
      {
        id: 'points',
        name: 'Ten points a visit',
        trigger: 'checkout',
        then: [{ issue: { balanceType: 'Points', amount: 10 } }],
      },
    ],
  },
]

test(
  'a stranger joins, sees what a till loads, reads why, withdraws a consent and deletes everything',
  needsBrowser,
  async (t) => {
    const { shop, codeTo } = await openMemberRoom(t, member, { more: { campaigns } })
    const { page } = await openWindow(t, shop.port, phone)
    const shoot = async (name: string) => {
      if (shots) mkdirSync(shots, { recursive: true })
      if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
      assert.deepEqual(await inaccessible(page), [])
    }
    const press = (name: string) => page.getByRole('button', { name }).click()

    await page.goto(`/m/${shop.id}`)
    await shoot('welcome')
    await page.getByRole('link', { name: 'Join' }).click()
    await shoot('join')
    await page.getByLabel('First name').fill('Eve')
    await page.getByLabel('E-mail address').fill('eve@example.com')
    await page.getByLabel('Write to me about news.').check()
    await press('Join')
    await shoot('code')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await press('Continue')
    await page.getByText('This code is wrong or too old.').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await codeTo('eve@example.com'))
    await press('Continue')
    await page.getByRole('heading', { name: 'Hello Eve' }).waitFor()
    await page.getByText('Nothing yet.').waitFor()

    const { cards } = await shop.must('search', { filters: { email: 'eve@example.com' } })
    const { cardNumber } = cards[0]
    await page.getByText(cardNumber).waitFor()
    const sold = performance.now()
    await shop.must('checkout', {
      ...{ cardNumber, standaloneCompletion: true },
      products: [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }],
    })
    await page.locator('dd', { hasText: '10' }).waitFor()
    assert.ok(performance.now() - sold < 10_000, 'it is there by itself within seconds')
    await shoot('home')

    await page.getByRole('link', { name: 'What happened' }).click()
    await page.getByText('Purchase of $3.00').waitFor()
    await page.getByRole('link', { name: 'Why?' }).first().click()
    await page.getByText('10 Points issued: Ten points a visit').waitFor()
    await shoot('history')

    await page.getByRole('link', { name: 'My data' }).click()
    await shoot('data')
    await page.getByLabel('First name').fill('Eva')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('I want news and offers').uncheck()
    await page.getByRole('button', { name: 'Save' }).nth(1).click()
    await page.getByText('Saved.').waitFor()
    const asked = { channel: 'email', channelUser: 'eve@example.com' }
    assert.equal((await shop.must('channelSubscription', asked)).globalOptIn, false)

    await page.locator('summary', { hasText: 'Delete everything about me' }).click()
    await page.getByText('lost to you: 10 Points').waitFor()
    await press('Delete it all')
    await page.getByText('Until then you can change your mind.').waitFor()
    await press('Delete it at once')
    await page.getByText('Everything about you was deleted.').waitFor()
    await page.goto(`/m/${shop.id}`)
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    assert.deepEqual((await shop.must('search', { filters: { email: 'eve@example.com' } })).cards, [])
    assert.deepEqual(await shop.verify(), [])
  },
)

test('it is read in the language of the browser, of the brand’s file, and in dark colours', needsBrowser, async (t) => {
  const texts = { fr: { welcome: 'Bienvenue', join: 'Adhérer', logIn: 'J’ai une carte' } }
  const { shop } = await openMemberRoom(t, { ...member, languages: ['en', 'de', 'fr'], texts })
  for (const [locale, heading] of [
    ['de-AT', 'Willkommen'],
    ['fr-FR', 'Bienvenue'],
    ['sv-SE', 'Welcome'],
  ] as const) {
    const { page } = await openWindow(t, shop.port, { ...phone, locale, colorScheme: 'dark' })
    await page.goto(`/m/${shop.id}`)
    await page.getByRole('heading', { name: heading }).waitFor()
    assert.deepEqual(await inaccessible(page), [])
  }
  const { page } = await openWindow(t, shop.port, phone)
  await page.goto(`/m/${shop.id}`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Willkommen' }).waitFor()
  await page.goto(`/m/${shop.id}/in`)
  await page.getByRole('heading', { name: 'Ich habe eine Karte' }).waitFor()
})

test('without a script somebody gets in, and out again', needsBrowser, async (t) => {
  const { shop, customer, codeTo } = await openMemberRoom(t)
  await customer('ana@example.com', `Ana ${hostile}`)
  const { context } = await openWindow(t, shop.port, phone)
  const browser = context.browser()
  const plain = await browser?.newContext({ javaScriptEnabled: false, baseURL: `http://127.0.0.1:${shop.port}` })
  assert.ok(plain)
  t.after(() => plain.close())
  const page = await plain.newPage()
  await page.goto(`/m/${shop.id}/in`)
  await page.getByLabel('E-mail address').fill('ana@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill(await codeTo('ana@example.com'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: `Hello Ana ${hostile}` }).waitFor()
  await page.getByRole('link', { name: 'My data' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  assert.equal((await page.goto(`/m/${shop.id}/data`))?.status(), 200)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
})

test('a form that another site sends does nothing', async (t) => {
  const { shop } = await openMemberRoom(t)
  const { token } = await shop.must('memberToken', { cardNumber: await shop.card() })
  const send = async (headers: Record<string, string>) => {
    const all = { cookie: `purser_member=${token}`, 'content-type': 'application/x-www-form-urlencoded', ...headers }
    return (
      await fetch(`http://127.0.0.1:${shop.port}/m/${shop.id}/lost`, {
        method: 'POST',
        headers: all,
        body: '',
        redirect: 'manual',
      })
    ).status
  }
  assert.equal(await send({ origin: 'https://evil.example' }), 403)
  assert.equal(await send({ 'sec-fetch-site': 'cross-site' }), 403)
  assert.equal(await send({}), 403)
  assert.equal(await send({ origin: `http://127.0.0.1:${shop.port}` }), 303)
})

test('a link of the merchant’s app opens the card once its reader says that it is theirs', needsBrowser, async (t) => {
  const { shop } = await openMemberRoom(t)
  const cardNumber = await shop.card({ points: 3 })
  const { token } = await shop.must('memberToken', { cardNumber })
  const { page } = await openWindow(t, shop.port, phone)
  await page.goto(`/m/${shop.id}#token=${'x'.repeat(43)}`)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.goto('about:blank')
  await page.goto(`/m/${shop.id}#token=${token}`)
  await page.getByText(`…${cardNumber.slice(-4)}`).waitFor()
  assert.equal(page.url().includes(token), false)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(cardNumber).waitFor()
  await page.reload()
  await page.getByText(cardNumber).waitFor()
  assert.deepEqual(await shop.verify(), [])
})
