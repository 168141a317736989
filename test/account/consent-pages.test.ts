import assert from 'node:assert/strict'
import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { withConsentLinks } from '../../server/calls/delivery/mail-text.ts'
import { textsOf } from '../../server/domain/brand/texts/brand-texts.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import {
  consentLinkUse,
  fromConsentToken,
  toConsentToken,
  unsubscribePath,
} from '../../server/domain/message/link/consent-link.ts'
import { consentLinks } from '../../server/domain/message/link/consent-links.ts'
import type { OutboxMessage } from '../../server/domain/message/outbox-message.ts'
import { Consents } from '../../server/doors/pages/consent/consents.ts'
import type { ErrorCode } from '../../server/ground/kernel/errors.ts'
import { openLog } from '../../server/ground/log/log.ts'
import { startService } from '../../server/program/assembly/running-server.ts'
import { parseCommandLine } from '../../server/program/command-line/parse.ts'
import { loadBrand } from '../../server/storage/brand-store/load-brand.ts'
import { accountOf, news, offers, openAccountShop } from '../support/account-shop.ts'
import { cardIdOf, openRoom, pool, putMessages, statesOf } from '../support/delivery-room.ts'
import { openMailServer, type ReceivedMail } from '../support/mail-server.ts'
import { type Shop, testDatabase, testKey, testSealer } from '../support/shop.ts'
import { visit } from '../support/visit.ts'
import { until } from '../support/worker-room.ts'

const from = 'hello@harbor.example'
const pins = new PinKeeper(testKey, randomBytes)
const key = pins.keyFor(consentLinkUse)
const oneClick = 'List-Unsubscribe=One-Click'

/** A brand that sends e-mail, with a round of delivery that puts links into it. */
async function openMailing(t: TestContext, brand: object = {}) {
  const room = await openRoom()
  const server = await openMailServer(t)
  const senders = { email: { smtp: server.url, from } }
  const shop = await openAccountShop([], { brand: { apiVersion: 2, ...brand }, more: { senders } })
  const links = consentLinks(`http://localhost:${shop.port}`, key)
  return { shop, mails: server.mails, deliver: () => room.deliver({ links }) }
}

const email = 'ana@example.com'
const wanted = [
  {
    thirdParty: 'email',
    optIn: true,
    categories: [
      { uuid: news, optIn: true },
      { uuid: offers, optIn: false },
    ],
  },
  { thirdParty: 'phone', optIn: true },
]

async function reader(shop: Shop, more: object = {}): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { email, mobilePhone: '+12125550123' },
    thirdPartyUpdates: wanted,
    skipOptInConfirmationEmails: true,
    ...more,
  })
  return cardNumber
}

const plainOf = ({ source }: ReceivedMail) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
const linkIn = (mail: ReceivedMail | undefined, path: string) =>
  new RegExp(`http://localhost:\\d+/${path}/[\\w-]+`).exec(mail ? plainOf(mail) : '')?.[0] ?? assert.fail(path)
const linkOf = async (shop: Shop, cardNumber: string, child?: string) => {
  const cardId = await cardIdOf(shop, child ?? cardNumber)
  const [id = ''] = await putMessages(shop, { channel: 'email', cardId })
  const ticket = { wish: 'unsubscribe', brand: shop.id, ref: id.slice(0, 36), line: 1 } as const
  return `http://localhost:${shop.port}${unsubscribePath(toConsentToken(ticket, key))}`
}

const emailLink = async (shop: Shop, cardNumber: string, child?: string) =>
  (await accountOf(shop, cardNumber, child)).links.find((link: { thirdParty: string }) => link.thirdParty === 'email')
const channelOf = async (shop: Shop, channelUser: string) => {
  const { globalOptIn, doubleOptInConfirmed, categories } = await shop.must('channelSubscription', {
    channel: 'email',
    channelUser,
  })
  return { globalOptIn, doubleOptInConfirmed, lists: categories.length }
}

test('a mail shows its way out; opening it changes nothing, and its button ends the e-mail of the card and the address', async (t) => {
  const { shop, mails, deliver } = await openMailing(t)
  const cardNumber = await reader(shop)
  const agreed = { channel: 'email', channelUser: email, globalOptIn: true }
  await shop.must('updateChannelSubscription', { ...agreed, categories: [{ category: 'News', optIn: true }] })
  const cardId = await cardIdOf(shop, cardNumber)
  const put = () => putMessages(shop, { channel: 'email', cardId, html: '<html><body><b>Hi</b></body></html>' })
  await put()
  await deliver()
  const [mail = assert.fail()] = mails
  const url = linkIn(mail, 'unsubscribe')
  assert.equal(mail.headers['list-unsubscribe'], `<${url}>`)
  assert.ok(plainOf(mail).includes(`To stop receiving e-mail from Test shop: ${url}`))
  assert.ok(plainOf(mail).includes(`<b>Hi</b><p><a href="${url}">Unsubscribe</a></p></body></html>`))

  const page = await visit(url)
  assert.equal(page.status, 200)
  assert.match(page.body, /<form method="post"><button type="submit">Unsubscribe<\/button><\/form>/)
  assert.equal((await visit(url, 'HEAD')).status, 200)
  assert.equal((await emailLink(shop, cardNumber)).optIn, true)
  assert.deepEqual(await channelOf(shop, email), { globalOptIn: true, doubleOptInConfirmed: false, lists: 1 })

  const before = await shop.history(cardNumber)
  for (const body of ['', oneClick]) {
    const { status, body: said } = await visit(url, 'POST', body)
    assert.deepEqual([status, said.includes('You will no longer receive these e-mails from Test shop.')], [200, true])
  }
  assert.deepEqual(await emailLink(shop, cardNumber), {
    thirdParty: 'email',
    optIn: false,
    lists: [
      { uuid: news, optIn: false },
      { uuid: offers, optIn: false },
    ],
  })
  assert.deepEqual(await channelOf(shop, email), { globalOptIn: false, doubleOptInConfirmed: false, lists: 0 })
  const [made, ...earlier] = await shop.history(cardNumber)
  assert.deepEqual([made.callType, earlier.length], ['UPDATE_ACCOUNT', before.length])
  assert.equal((await shop.must('requestLookup', { requestRef: made.requestRef })).cardNumber, cardNumber)

  await put()
  await deliver()
  assert.deepEqual([mails.length, (await statesOf(shop)).at(-1)], [1, 'notSent: optedOut'])
  assert.deepEqual(await shop.verify(), [])
})

test('only the card that the mail was for is concerned, a child card too', async (t) => {
  const { shop } = await openMailing(t)
  const [cardNumber, other] = [await reader(shop), await reader(shop)]
  const childCardNumber = 'child-7'
  await shop.must('allocateChildCard', { cardNumber, childCardNumber })
  await shop.must('updateAccount', { cardNumber, childCardNumber, thirdPartyUpdates: wanted })
  const url = await linkOf(shop, cardNumber, childCardNumber)
  assert.equal((await visit(url, 'POST', oneClick)).status, 200)
  assert.equal((await emailLink(shop, cardNumber, childCardNumber)).optIn, false)
  assert.equal((await emailLink(shop, cardNumber)).optIn, true)
  assert.equal((await emailLink(shop, other)).optIn, true)
  const { links } = await accountOf(shop, cardNumber)
  assert.equal(links.find((link: { thirdParty: string }) => link.thirdParty === 'phone').optIn, true)
  assert.deepEqual(await shop.must('channelSubscription', { channel: 'email', channelUser: email }).then(optIn), false)
})

const optIn = ({ globalOptIn }: { globalOptIn: boolean }) => globalOptIn

test('opting out wins: over the lock of a checkout, which completes all the same, and over any status', async (t) => {
  const { shop } = await openMailing(t)
  const [locked, lost] = [await reader(shop), await reader(shop)]
  await shop.issue(locked, { usd: 20 })
  const setup = { cardNumber: locked, isSetup: true, lockSetupDuration: 60, checkoutTotal: 5 }
  const { transactionId } = await shop.must('checkout', setup)
  const adjust = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: lost, ...adjust })
  for (const cardNumber of [locked, lost]) {
    const url = await linkOf(shop, cardNumber)
    assert.equal((await visit(url, 'POST', oneClick)).status, 200)
    assert.equal((await emailLink(shop, cardNumber)).optIn, false)
  }
  await shop.must('checkout', { cardNumber: locked, relatedSetupTransactionId: transactionId, checkoutTotal: 5 })
  assert.equal((await emailLink(shop, locked)).optIn, false)
  assert.deepEqual(await shop.verify(), [])
})

test('many clicks at the same time as tills are one opt-out, and nobody is kept waiting in vain', async (t) => {
  const { shop } = await openMailing(t)
  const cardNumber = await reader(shop)
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: email, globalOptIn: true })
  const url = await linkOf(shop, cardNumber)
  const [pages, tills] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => visit(url, 'POST', oneClick))),
    Promise.all(Array.from({ length: 10 }, () => shop.issue(cardNumber, { usd: 1 }))),
  ])
  assert.ok(pages.every(({ status }) => status === 200) && tills.every(({ body }) => body.success))
  const calls = (await shop.history(cardNumber)).map(({ callType }: { callType: string }) => callType)
  assert.equal(calls.filter((callType: string) => callType === 'UPDATE_ACCOUNT').length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a link in mail to an address that is no longer that of the customer changes nothing of theirs', async (t) => {
  const { shop, mails, deliver } = await openMailing(t)
  const cardNumber = await reader(shop)
  await putMessages(shop, { channel: 'email', cardId: await cardIdOf(shop, cardNumber) })
  await deliver()
  const url = linkIn(mails[0], 'unsubscribe')
  const skipOptInConfirmationEmails = true
  const moveTo = (address: string) =>
    shop.must('updateAccount', { cardNumber, primaryCustomer: { email: address }, skipOptInConfirmationEmails })
  await moveTo('bo@example.com')
  await shop.must('updateChannelSubscription', { channel: 'email', channelUser: 'bo@example.com', globalOptIn: true })
  const { status, body } = await visit(url, 'POST', oneClick)
  assert.deepEqual([status, body.includes('no longer receive these e-mails')], [200, true])
  assert.equal((await emailLink(shop, cardNumber)).optIn, true)
  assert.equal((await channelOf(shop, 'bo@example.com')).globalOptIn, true)

  await moveTo('ANA@example.com')
  await visit(url, 'POST', oneClick)
  assert.equal((await emailLink(shop, cardNumber)).optIn, false, 'the same address, however it is written')
  assert.deepEqual(await shop.verify(), [])
})

test('a card that is gone is no fault that would pass', async (t) => {
  const { shop } = await openMailing(t)
  const url = await linkOf(shop, await reader(shop))
  const brand = (await loadBrand(pool, shop.id, testSealer)) ?? assert.fail()
  //  code   status
  const table: readonly [code: ErrorCode, status: number][] = [
    [2, 404],
    [129, 404],
    [109, 503],
  ]
  for (const [code, status] of table) {
    const dispatcher = { run: async () => ({ kind: 'refused' as const, code, text: '' }) }
    const brands = { load: async () => brand }
    const consents = new Consents({ keys: () => [key], brands, db: pool, dispatcher, now: Date.now })
    const page = await consents.pageOf('unsubscribe').post?.(url.slice(url.lastIndexOf('/') + 1), 'ref')
    assert.equal(page?.status, status, String(code))
  }
})

test('a question that was sent late is as good as any', async (t) => {
  const { shop, mails, deliver } = await openMailing(t)
  await shop.must('updateChannelSubscription', { ...asked, doubleOptIn: false })
  const createdAt = Date.now() - 40 * 24 * 60 * 60 * 1000
  await putMessages(shop, { channel: 'email', rule: 'confirmation', recipient: asked.channelUser, createdAt })
  await deliver()
  assert.equal((await visit(linkIn(mails[0], 'confirm'))).status, 200)
})

test('the way out stands at the end of the page, however its end is written', () => {
  const links = consentLinks('https://loyalty.example', key)
  const message: OutboxMessage = {
    brand: 'b1',
    ref: '0199aaaa-0000-7000-8000-000000000001',
    line: 1,
    channel: 'email',
    purpose: 'campaign',
    text: 'Hi',
    createdAt: 0,
    attempts: 0,
    leaseUntil: 0,
  }
  const texts = textsOf({ name: 'Harbor', document: { brand: {} } })
  const link = `<p><a href="${links.unsubscribe(message)}">Unsubscribe</a></p>`
  //  html                              becomes
  const table: readonly [html: string, becomes: string][] = [
    ['<BODY>Hi</BODY></HTML>', `<BODY>Hi${link}</BODY></HTML>`],
    ['<body>Hi</body >', `<body>Hi${link}</body >`],
    ['<!-- </body> --><body>Hi</Body>', `<!-- </body> --><body>Hi${link}</Body>`],
    ['<b>Hi</b>', `<b>Hi</b>${link}`],
  ]
  for (const [html, becomes] of table)
    assert.equal(withConsentLinks({ ...message, html }, texts, links, 0).html, becomes)
})

const asked = { channel: 'email', channelUser: 'Bo@example.com', globalOptIn: true, doubleOptIn: true }

test('an address is confirmed by the button of its link, and not by opening it', async (t) => {
  const { shop, mails, deliver } = await openMailing(t)
  const cardNumber = await reader(shop, { primaryCustomer: { email: asked.channelUser } })
  await shop.must('updateChannelSubscription', asked)
  await deliver()
  const [mail = assert.fail()] = mails
  const url = linkIn(mail, 'confirm')
  assert.ok(!plainOf(mail).includes('To stop receiving e-mail'), 'a question is no campaign')
  assert.match((await visit(url)).body, /<button type="submit">Confirm<\/button>/)
  assert.equal((await channelOf(shop, asked.channelUser)).doubleOptInConfirmed, false)
  for (const _ of [1, 2]) assert.match((await visit(url, 'POST')).body, /You have confirmed/)
  assert.deepEqual(await channelOf(shop, asked.channelUser), {
    globalOptIn: true,
    doubleOptInConfirmed: true,
    lists: 0,
  })
  assert.equal((await emailLink(shop, cardNumber)).optIn, true, 'no card is changed')
})

test('who opted out after the question is not opted in by its link', async (t) => {
  const { shop, mails, deliver } = await openMailing(t)
  const cardNumber = await reader(shop, { primaryCustomer: { email: asked.channelUser } })
  await shop.must('updateChannelSubscription', asked)
  await deliver()
  const [mail = assert.fail()] = mails
  const out = /<(.+)>/.exec(mail.headers['list-unsubscribe'] ?? '')?.[1] ?? assert.fail()
  assert.equal((await visit(out, 'POST', oneClick)).status, 200)
  assert.equal((await emailLink(shop, cardNumber)).optIn, true, 'a message to an address changes the address alone')
  const { status, body } = await visit(linkIn(mail, 'confirm'), 'POST')
  assert.deepEqual([status, body.includes('nothing left to confirm')], [200, true])
  assert.deepEqual(await channelOf(shop, asked.channelUser), {
    globalOptIn: false,
    doubleOptInConfirmed: false,
    lists: 0,
  })
})

test('a link that is not ours, has ended, or is for something else leads nowhere, and always to the same place', async (t) => {
  const { shop } = await openMailing(t)
  const other = await openAccountShop()
  const cardNumber = await reader(shop)
  const url = await linkOf(shop, cardNumber)
  const base = url.slice(0, url.lastIndexOf('/') + 1)
  const token = url.slice(base.length)
  const ticket = fromConsentToken(token, key, 0) ?? assert.fail()
  const wrong = [
    toConsentToken(ticket, createSecretKey(randomBytes(32))),
    toConsentToken({ ...ticket, expiresAt: Date.now() - 1000 }, key),
    toConsentToken({ ...ticket, wish: 'confirm' }, key),
    toConsentToken({ ...ticket, brand: other.id }, key),
    toConsentToken({ ...ticket, brand: 'nobody' }, key),
    toConsentToken({ ...ticket, line: 2 }, key),
    `${token}A`,
    token.slice(0, -1),
    `${token}/x`,
    'A'.repeat(20_000),
  ]
  const nowhere = await visit(`${base}x`)
  assert.equal(nowhere.status, 404)
  for (const one of wrong) {
    for (const method of ['GET', 'POST']) {
      const { status, body } = await visit(base + one, method)
      assert.deepEqual([status, body], [404, nowhere.body], one.slice(0, 60))
    }
  }
  const confirm = await visit(`${base.replace('unsubscribe', 'confirm')}${token}`, 'POST')
  const noQuestion = toConsentToken({ ...ticket, wish: 'confirm' }, key)
  const forCard = await visit(`${base.replace('unsubscribe', 'confirm')}${noQuestion}`, 'POST')
  assert.deepEqual([confirm.body, forCard.body], [nowhere.body, nowhere.body])
  assert.equal((await emailLink(shop, cardNumber)).optIn, true)
  assert.equal((await visit(url)).status, 200)
})

test('the page fetches and runs nothing, shows nobody, and is for no other page', async (t) => {
  const { shop } = await openMailing(t, { name: `"><script>alert('1')</script>&` })
  const url = await linkOf(shop, await reader(shop))
  const { body, headers } = await visit(url)
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  )
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'referrer-policy', 'cache-control', 'x-robots-tag'].map(
      (name) => headers[name],
    ),
    ['text/html; charset=utf-8', 'nosniff', 'no-referrer', 'no-store', 'noindex, nofollow'],
  )
  assert.ok(!/<script|<link|<img|javascript:|\son\w+=|\sstyle=|https?:\/\/|example\.com/i.test(body))
  assert.ok(body.includes('<meta name="viewport" content="width=device-width, initial-scale=1">'))
  const options = await visit(url, 'OPTIONS')
  for (const seen of [headers, options.headers, (await visit(url, 'POST')).headers])
    assert.ok(!Object.keys(seen).some((name) => name.startsWith('access-control') || name === 'set-cookie'))
  const allow = 'GET, HEAD, POST, OPTIONS'
  assert.deepEqual([options.status, options.headers.allow], [204, allow])
  const del = await visit(url, 'DELETE')
  assert.deepEqual([del.status, del.headers.allow], [405, allow])
  assert.equal((await visit(url, 'POST', 'x'.repeat(5000))).status, 413)
})

test('a server whose address nobody told it puts its own into mail, and warns of that', async (t) => {
  const { shop, mails } = await openMailing(t)
  const cardId = await cardIdOf(shop, await reader(shop))
  const parsed = parseCommandLine(['start', '--port', '0', '--environment', 'stage'], {
    PURSER_ALLOW_UNSAFE_DATABASE: 'true',
    PURSER_ALLOW_PRIVATE_RECEIVERS: 'true',
  })
  if (parsed.kind !== 'command') assert.fail(JSON.stringify(parsed))
  const logged: string[] = []
  const service = await startService(
    testDatabase(),
    parsed.config,
    openLog('warn', (line) => logged.push(line)),
    pins,
  )
  try {
    await pool.rows`update message set state = 'cancelled' where brand_id <> ${shop.id}`
    await putMessages(shop, { channel: 'email', cardId })
    await until('the mail is there', async () => mails.length > 0)
    const [mail = assert.fail()] = mails
    const url = new RegExp(`http://127\\.0\\.0\\.1:${service.port}/unsubscribe/[\\w-]+`).exec(plainOf(mail))?.[0]
    assert.equal((await visit(url ?? assert.fail(plainOf(mail)))).status, 200)
    assert.equal(logged.filter((line) => line.includes('--public-url')).length, 1)
  } finally {
    await service.stop()
  }
})

test('a worker is told where customers reach the server', () => {
  const work = parseCommandLine(['work', '--public-url', 'https://loyalty.example/'], {})
  assert.equal(work.kind === 'command' ? work.config.publicUrl : '', 'https://loyalty.example')
})
