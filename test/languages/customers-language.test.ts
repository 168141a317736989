import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { consentLinkUse } from '../../server/domain/message/link/consent-link.ts'
import { consentLinks } from '../../server/domain/message/link/consent-links.ts'
import { accountOf, openAccountShop } from '../support/account-shop.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { openRoom } from '../support/delivery-room.ts'
import { openMailServer, type ReceivedMail } from '../support/mail-server.ts'
import { assertRefused } from '../support/refusals.ts'
import { openShop, type Shop, testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const languages = ['en', 'de', 'fr']
const hostile = `<script>alert(1)</script>{{!x}}"'`

async function speaker(shop: Shop, language: string | undefined, more: object = {}): Promise<string> {
  const cardNumber = await shop.card()
  const primaryCustomer = { ...(language !== undefined && { language }), ...more }
  if (Object.keys(primaryCustomer).length > 0) await shop.must('updateAccount', { cardNumber, primaryCustomer })
  return cardNumber
}

test('the language of a customer is kept as BCP 47 spells it, shown, cleared and refused', async () => {
  const shop = await openAccountShop([])
  const cardNumber = await shop.card()
  const languageAfter = async (language: string) => {
    await shop.must('updateAccount', { cardNumber, primaryCustomer: { language } })
    return (await accountOf(shop, cardNumber)).customer?.language
  }
  assert.equal(await languageAfter('de-u-nu-arab-ca-buddhist'), 'de')
  assert.equal(await languageAfter('pt-br'), 'pt-BR')
  for (const wrong of ['german', 'de_AT', 'x'])
    assertRefused(
      await shop.call('updateAccount', { cardNumber, primaryCustomer: { language: wrong } }),
      100,
      'primaryCustomer.language',
    )
  assert.equal((await accountOf(shop, cardNumber)).customer.language, 'pt-BR')
  assert.equal(await languageAfter(''), undefined)
  assert.deepEqual(await shop.verify(), [])
})

const rules = [
  {
    then: [
      points(1250),
      {
        notify: {
          channel: 'direct',
          text: {
            en: 'You earned {{ mutation.amount }} {{ mutation.name }} of {{ checkout.total }}',
            de: 'Sie bekommen {{ mutation.amount }} {{ mutation.name }} für {{ checkout.total }}',
          },
        },
      },
      { notify: { channel: 'direct', text: { en: `Bye ${hostile}`, de: `Tschüss ${hostile}` }, receipt: true } },
    ],
  },
  { option: { id: 'tea', display: { en: 'Tea', de: 'Tee', fr: 'Thé' } }, then: [points(1)] },
]
const valueTypes = [
  {
    balanceType: 'Points',
    scale: 0,
    display: { en: { one: 'bean', other: 'beans' }, de: { one: 'Bohne', other: 'Bohnen' } },
  },
  { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
]

test('receipt, messages and options are in the language of the customer, else in the first of the brand', async () => {
  const { shop, bought } = await openRuleShop(rules, { brand: { languages }, valueTypes })
  //  language, the message, the option
  const table: [string | undefined, string, string][] = [
    ['en-GB', 'You earned 1,250 beans of 1,400.50', 'Tea'],
    ['de', 'Sie bekommen 1.250 Bohnen für 1.400,50', 'Tee'],
    ['de-AT', 'Sie bekommen 1250 Bohnen für 1400,50', 'Tee'],
    ['fr', 'You earned 1,250 beans of 1,400.50', 'Thé'],
    ['ja', 'You earned 1,250 beans of 1,400.50', 'Tea'],
    [undefined, 'You earned 1,250 beans of 1,400.50', 'Tea'],
  ]
  for (const [language, message, option] of table) {
    const cardNumber = await speaker(shop, language)
    const answer = await bought('1 CAKE 1400.50', { cardNumber, returnResponseObjects: true })
    assert.deepEqual(
      answer.responseMessages.map((text: string) =>
        text
          .replace(/[\u00a0\u202f]/g, ' ')
          .replace('1 250', '1250')
          .replace('1 400', '1400'),
      ),
      [message],
      language,
    )
    assert.deepEqual(
      answer.campaignOptions.map((one: { optionDisplayValue: string }) => one.optionDisplayValue),
      [option],
    )
    const receipt = answer.responseObjects.find((one: { receiptMessage: boolean }) => one.receiptMessage)
    const greeting = language?.startsWith('de') ? 'Tschüss' : 'Bye'
    assert.equal(receipt.message, `${greeting} <script>alert(1)</script>"'`)
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a refusal of a rule is in the language of the customer', async () => {
  const block = { block: { message: { en: 'Not below {{ checkout.total }}', de: 'Nicht unter {{ checkout.total }}' } } }
  const { shop, buy } = await openRuleShop([{ then: [block] }], { brand: { languages: ['en', 'de'] } })
  for (const [language, message] of [
    ['de', 'Nicht unter 3,00'],
    ['fr', 'Not below 3.00'],
  ] as const)
    assertRefused(await buy('1 CAKE 3', { cardNumber: await speaker(shop, language) }), 134, message)
  assertRefused(await buy('1 CAKE 3'), 134, 'Not below 3.00')
  assert.deepEqual(await shop.verify(), [])
})

/** The source of a mail as a person reads it. */
function plainOf({ source }: ReceivedMail): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

const templates = [
  {
    id: 'hello',
    channel: 'email',
    subject: { en: 'Hello', de: 'Hallo' },
    body: { en: 'Hi {{ customer.firstName }}', de: 'Servus {{ customer.firstName }}' },
    html: { en: '<b>{{ customer.firstName }}</b>', de: '<i>{{ customer.firstName }}</i>' },
  },
]

test('a mail, its last line and the page behind its link are in the language of the customer', async (t) => {
  const room = await openRoom()
  const { mails, url } = await openMailServer(t)
  const senders = { email: { smtp: url, from: 'hello@harbor.example' } }
  const then = [{ notify: { channel: 'email', template: 'hello' } }]
  const { shop, bought } = await openRuleShop([{ then }], {
    brand: { languages: ['en', 'de'] },
    more: { senders, templates },
  })
  const key = new PinKeeper(testKey, randomBytes).keyFor(consentLinkUse)
  const links = consentLinks(`http://localhost:${shop.port}`, key)
  for (const [language, email] of [
    ['de-AT', 'ana@example.com'],
    ['fr', 'bo@example.com'],
  ] as const) {
    const cardNumber = await speaker(shop, language, { email, firstName: '<u>&' })
    await shop.must('updateAccount', { cardNumber, thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }] })
    await bought('1 CAKE 3', { cardNumber })
  }
  await room.deliver({ links })
  const sent = mails.map(plainOf)
  const [german = '', english = ''] = [/Servus <u>&/, /Hi <u>&/].map((words) => sent.find((mail) => words.test(mail)))
  assert.match(german, /Subject: Hallo/)
  assert.match(german, /<i>&lt;u&gt;&amp;<\/i>/)
  assert.match(german, /Wenn Sie keine E-Mails von Test shop mehr erhalten möchten: http/)
  assert.match(english, /Subject: Hello/)
  assert.match(english, /To stop receiving e-mail from Test shop: http/)
  assert.ok(
    sent.some((mail) => /Willkommen bei den Nachrichten|Sie haben zugestimmt/.test(mail)),
    'the notice of the opt-in',
  )
  const pageOf = async (mail: string) => {
    const [link = ''] = /http:\/\/localhost:\d+\/unsubscribe\/[\w-]+/.exec(mail) ?? []
    return { page: await (await fetch(link)).text(), done: await (await fetch(link, { method: 'POST' })).text() }
  }
  const ana = await pageOf(german)
  assert.match(ana.page, /<html lang="de">[\s\S]*Möchten Sie diese E-Mails/)
  assert.match(ana.done, /Erledigt\./)
  assert.match((await pageOf(english)).page, /<html lang="en">[\s\S]*Do you want to stop/)
  assert.deepEqual(await shop.verify(), [])
})

test('an answer confirms in each language of the brand, and a channel is asked in the one that the call names', async () => {
  const shop = await openAccountShop([], { brand: { languages: ['en', 'de'] } })
  const address = (channelUser: string) => ({ channel: 'phone', channelUser, globalOptIn: true, doubleOptIn: true })
  await shop.must('updateChannelSubscription', { ...address('+12125550123'), language: 'de-CH' })
  await shop.must('updateChannelSubscription', address('+12125550124'))
  assertRefused(
    await shop.call('updateChannelSubscription', { ...address('+12125550125'), language: 'deutsch' }),
    100,
    'language',
  )
  const asked = await sql(`select body from message where brand_id = $1 order by request_ref`, [shop.id])
  assert.deepEqual(
    asked.map(({ body }) => String(body).split(' ').slice(2, 4).join(' ')),
    ['Antworten Sie', 'reply YES'],
  )
  const cardNumber = await shop.card()
  const mobilePhone = '+12125550126'
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { mobilePhone, language: 'de' },
    thirdPartyUpdates: [{ thirdParty: 'phone', optIn: true }],
  })
  assert.equal((await shop.must('processMessage', { cardNumber, channel: 'sms', message: 'ja' })).smsOptIn, 'confirmed')
  assert.deepEqual(await shop.verify(), [])
})

test('a template is previewed in any language; a pass speaks the one of the customer', async () => {
  const tiers = {
    by: { fact: 'history.spend' },
    levels: [
      { id: 'silver', name: { en: 'Silver', de: 'Silber' }, at: 100 },
      { id: 'gold', name: { en: 'Gold', de: '<b>Gold</b>' }, at: 2500 },
    ],
  }
  const shop = await openShop({
    brand: { languages: ['en', 'de'] },
    valueTypes,
    program: { tiers },
    more: { templates },
  })
  const cardNumber = await speaker(shop, 'de', { firstName: 'Ana' })
  await shop.must('checkout', { cardNumber, products: [{ sku: 'CAKE', unitPrice: 1000, amountPurchased: 1 }] })
  await shop.must('updateBalance', {
    cardNumber,
    action: 'issue',
    amount: { balanceType: 'Points', amount: 1250 },
  })
  const shown = async (more: object = {}) =>
    (await shop.must('renderTemplate', { cardNumber, templateId: 'hello', ...more })).body
  assert.deepEqual(
    [
      await shown(),
      await shown({ language: 'en' }),
      await shown({ language: 'ja' }),
      await shown({ language: 'DE-at' }),
    ],
    ['Servus Ana', 'Hi Ana', 'Hi Ana', 'Servus Ana'],
  )
  assertRefused(await shop.call('renderTemplate', { cardNumber, templateId: 'hello', language: '?' }), 100, 'language')
  const { url } = await shop.must('generatePassLink', { cardNumber })
  const page = await (await fetch(url)).text()
  assert.match(page, /<html lang="de">/)
  assert.match(page, /<p class="level">Silber/)
  assert.match(page, /Noch 1\.500 bis &#60;b&#62;Gold&#60;\/b&#62;/)
  assert.match(page, /<dt>Bohnen<\/dt><dd>1\.250<\/dd>/)
  assert.deepEqual(await shop.verify(), [])
})
