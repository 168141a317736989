import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inaccessible, needsBrowser, openWindow } from '../support/browser.ts'
import { productsOf } from '../support/checkout-shop.ts'
import { openPortalRoom, type PortalRoom } from '../support/portal-room.ts'

let room: PortalRoom

before(async () => {
  room = await openPortalRoom({
    more: {
      couponSets: [
        { id: 'by-hand', name: 'By hand', generate: { count: 3, prefix: 'H-', length: 10 } },
        { id: 'sorry', name: 'Sorry', generate: { count: 3, prefix: 'S-', length: 10 } },
      ],
      campaigns: [
        {
          ...{ id: 'sorry', name: 'Apologies' },
          rules: [
            {
              ...{ id: 'use', name: 'Off', trigger: 'checkout', when: [{ fact: 'coupon', set: 'sorry' }] },
              then: [{ discount: { amount: 1 } }],
            },
          ],
        },
      ],
    },
  })
})

after(() => room?.close())

test(
  'coupon, message and the rule that honours it are one draft; without the rule it warns',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const marketer = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
    await page.goto(`/portal/b/${shop.id}/campaigns/new`)
    await page.getByRole('link', { name: 'Coupon with a message' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Hello again')
    await page.getByLabel('Who gets it').selectOption({ label: 'New customers' })
    const message = page.getByLabel('Message', { exact: true })
    await message.fill('Welcome. ')
    await page.getByText('The message does not name the coupon').waitFor()
    await message.press('End')
    await page.getByRole('button', { name: 'Coupon code' }).click()
    assert.equal(await message.inputValue(), 'Welcome. {{ coupon.id }}')
    await page.getByText('The message does not name the coupon').waitFor({ state: 'hidden' })
    await page.getByText('Another campaign honours it').click()
    assert.deepEqual(await inaccessible(page), [])
    await page.getByRole('button', { name: 'Make the draft' }).click()
    const warning = /no active campaign gives anything for a coupon of the set "joined-coupon"/
    await page.getByText(warning).first().waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByText(warning).waitFor()

    // The same with what they get for it: nothing to warn of, and the coupon works.
    await page.goto(`/portal/b/${shop.id}/campaigns/new/coupon`)
    await page.getByLabel('Name', { exact: true }).fill('Come in')
    await page.getByLabel('Who gets it').selectOption({ label: 'New customers' })
    await page.getByText('Amount off').click()
    await page.getByLabel('How much').fill('2')
    await page.getByRole('button', { name: 'Make the draft' }).click()
    await page.getByRole('heading', { name: 'Come in', exact: true }).waitFor()
    const [, draftId = ''] = /drafts\/([^/]+)$/.exec(page.url()) ?? []
    const { body } = await marketer.call('draftLookup', { draftId })
    assert.deepEqual(body.entries.map((one: { section: string }) => one.section).sort(), [
      'campaigns',
      'couponSets',
      'templates',
    ])
    assert.deepEqual([body.faults, body.warnings], [[], []])
    await shop.must('publishDraft', { draftId, revision: body.draft.revision })
    const cardNumber = await shop.card()
    const cashier = await room.login('cashier')
    const { coupons } = await cashier.must('terminalCard', { cardNumber })
    const couponId = coupons[0]?.couponId
    // Only the card itself brings one: not a coupon that is handed out, and not a child card.
    const byHand = { couponSetId: 'by-hand', promotionId: 'sorry', allowMultipleCoupons: true }
    for (const _ of [1, 2, 3]) await shop.must('allocateCoupon', { ...byHand, cardNumber })
    await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
    const { coupons: later } = await cashier.must('terminalCard', { cardNumber })
    assert.deepEqual(later.map((one: { name: string }) => one.name).sort(), [...Array(3).fill('By hand'), 'Come in'])
    const sale = await shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 10'), coupons: [couponId] })
    assert.equal(sale.totalDiscount, 2)
    await shop.verify()

    const german = await openWindow(t, room.service.port, { cookie: marketer.cookie, locale: 'de-DE', width: 390 })
    await german.page.goto(`/portal/b/${shop.id}/campaigns/new/coupon`)
    await german.page.getByRole('button', { name: 'Entwurf anlegen' }).waitFor()
    assert.equal(await german.page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  },
)

test(
  'a coupon that is honoured already gets no second rule by itself, and missing numbers are asked for',
  needsBrowser,
  async (t) => {
    const { shop } = room
    const marketer = await room.login('marketer')
    const { page } = await openWindow(t, room.service.port, { cookie: marketer.cookie, height: 1400 })
    await page.goto(`/portal/b/${shop.id}/campaigns/new/coupon`)
    const chosen = (name: string) => page.getByRole('radio', { name, checked: true })
    await chosen('Percent off').waitFor({ state: 'attached' })
    const set = page.getByLabel('Coupon', { exact: true })
    await set.selectOption({ label: 'By hand' })
    await page.getByText('Coupons of this set that customers already have are worth this then, too.').waitFor()
    await set.selectOption({ label: 'Sorry' })
    await chosen('Another campaign honours it').waitFor({ state: 'attached' })
    await page.getByText('“Apologies” gives something for it.').waitFor()
    await page.getByText('Amount off').click()
    await page.getByText('“Apologies” gives something for coupons of this set already').waitFor()
    assert.deepEqual(await inaccessible(page), [])

    // Nothing is made of empty fields.
    const saved: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/call/saveDraft')) saved.push(request.url())
    })
    const make = page.getByRole('button', { name: 'Make the draft' })
    const wholeNumbers = page.getByText('Enter a whole number from 1 to 3650.')
    await page.getByLabel('Days without a purchase').fill('')
    await page.getByLabel('Valid for days').fill('')
    await page.getByLabel('How much').fill('')
    await make.click()
    await page.getByText('Enter an amount above 0.').waitFor()
    assert.equal(await wholeNumbers.count(), 2)
    await page.getByLabel('Who gets it').selectOption({ label: 'New customers' })
    await page.getByText('gets the coupon, but no message').waitFor()
    assert.equal(await wholeNumbers.count(), 1)
    await page.getByLabel('How much').fill('3')
    await make.click()
    await page.waitForTimeout(300)
    assert.deepEqual(saved, [])
    await page.getByLabel('Valid for days').fill('9')
    await page.getByText('Another campaign honours it').click()
    await make.click()
    await page.getByRole('heading', { name: 'Win-back', exact: true }).waitFor()
    const [, draftId = ''] = /drafts\/([^/]+)$/.exec(page.url()) ?? []
    const { body } = await marketer.call('draftLookup', { draftId })
    assert.deepEqual([body.faults, body.warnings], [[], []])
    const texts = JSON.stringify(body.entries)
    assert.match(texts, /sorry/)
    assert.doesNotMatch(texts, /discount/, 'no second rule')
    await shop.verify()
  },
)

test('of two campaigns that honour a coupon the first counts', async () => {
  const { shop } = room
  const rule = { id: 'use', name: 'Off', trigger: 'checkout', when: [{ fact: 'coupon', set: 'sorry' }] }
  const second = { id: 'second', name: 'Second', rules: [{ ...rule, then: [{ discount: { amount: 3 } }] }] }
  const entries = [{ section: 'campaigns', key: 'second', text: JSON.stringify(second) }]
  const { draftId } = await shop.must('saveDraft', { title: 'Second', entries })
  await shop.must('publishDraft', { draftId, revision: 1 })
  const cardNumber = await shop.card()
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'sorry' })
  const sale = await shop.must('checkout', { cardNumber, products: productsOf('1 CAKE 10'), coupons: [couponId] })
  assert.equal(sale.totalDiscount, 1)
  const marketer = await room.login('marketer')
  const { campaigns } = await marketer.must('couponHonours', { set: 'sorry' })
  assert.deepEqual(campaigns, [
    { id: 'sorry', name: 'Apologies' },
    { id: 'second', name: 'Second' },
  ])
  await shop.verify()
})

test(
  'a brand of two languages asks for the message in both, and each customer reads theirs',
  needsBrowser,
  async (t) => {
    const spoken = await openPortalRoom({ brand: { languages: ['en', 'de'] } })
    t.after(() => spoken.close())
    const { shop } = spoken
    const marketer = await spoken.login('marketer')
    const { page } = await openWindow(t, spoken.service.port, { cookie: marketer.cookie, locale: 'de-DE', width: 390 })
    await page.goto(`/portal/b/${shop.id}/campaigns/new/coupon`)
    const german = page.getByRole('group', { name: 'Deutsch' })
    assert.match(await german.getByLabel('Nachricht', { exact: true }).inputValue(), /coupon\.id/)
    const make = page.getByRole('button', { name: 'Entwurf anlegen' })
    await make.click()
    const english = page.getByRole('group', { name: 'Englisch' })
    await english.getByText('Bitte ausfüllen.').first().waitFor()
    await english.getByLabel('Betreff der E-Mail').fill('We miss you')
    await english.getByLabel('Nachricht', { exact: true }).fill('For you: ')
    await english.getByRole('button', { name: 'Coupon-Code' }).click()
    assert.deepEqual(await inaccessible(page), [])
    await make.click()
    await page.waitForURL(/drafts\/[^/]+$/)
    const [, draftId = ''] = /drafts\/([^/]+)$/.exec(page.url()) ?? []
    const { body } = await marketer.call('draftLookup', { draftId })
    assert.deepEqual([body.faults, body.warnings], [[], []])
    await shop.must('publishDraft', { draftId, revision: body.draft.revision })
    const { key: templateId } = body.entries.find((one: { section: string }) => one.section === 'templates')
    const cardNumber = await shop.card()
    const subject = async (language: string) =>
      (await shop.must('renderTemplate', { templateId, cardNumber, language })).subject
    assert.equal(await subject('en'), 'We miss you')
    assert.notEqual(await subject('de'), 'We miss you')
    assert.deepEqual(await shop.verify(), [])
  },
)
