import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { fromConsentToken } from '../../server/domain/message/link/consent-link.ts'
import { consentLinks } from '../../server/domain/message/link/consent-links.ts'
import { findMessageTarget } from '../../server/storage/store/outbox/delivery.sql.ts'
import { campaign } from '../support/checkout-shop.ts'
import { cardIdOf, logged, openRoom, openSendingShop, pool, putMessages, statesOf } from '../support/delivery-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openReceiver } from '../support/receiver.ts'
import type { Shop } from '../support/shop.ts'

const from = 'hello@harbor.example'
const phone = '+12125550123'
const optIn = (thirdParty: string, wish = true) => ({ thirdPartyUpdates: [{ thirdParty, optIn: wish }] })

/** A card whose customer wants e-mail; what that itself sends is not sent. */
async function reader(shop: Shop, email = 'ana@example.com'): Promise<{ cardNumber: string; cardId: number }> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { email, mobilePhone: phone },
    ...optIn('email'),
    skipOptInConfirmationEmails: true,
  })
  return { cardNumber, cardId: await cardIdOf(shop, cardNumber) }
}

test('a rule of a checkout reaches a mail server and a receiver', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const receiver = await openReceiver(t)
  const templates = [{ id: 'hi', channel: 'email', subject: 'For {{ customer.email }}', body: 'Hi', html: '<b>Hi</b>' }]
  const then = [{ notify: { channel: 'email', template: 'hi' } }, { notify: { channel: 'webhook', text: 'Sold' } }]
  const shop = await openSendingShop(
    { email: { smtp: server.url, from }, webhook: { url: receiver.url } },
    { templates, campaigns: [campaign([{ then }])] },
  )
  const { cardNumber } = await reader(shop)
  const { requestRef } = await shop.must('checkout', {
    cardNumber,
    standalone: true,
    products: [{ sku: 'CAKE', unitPrice: 5, amountPurchased: 1 }],
  })
  assert.equal((await room.deliver()).sent, 2)
  assert.deepEqual(
    server.mails.map(({ headers }) => headers.subject),
    ['For ana@example.com'],
  )
  const [{ body } = assert.fail()] = receiver.received
  assert.deepEqual(JSON.parse(body).data, { cardNumber, requestRef, text: 'Sold' })
  const { rows } = await shop.must('communicationActivity', { cardNumber })
  assert.deepEqual(rows.map(({ channel, state }: Record<string, string>) => `${channel} ${state}`).toSorted(), [
    'email sent',
    'webhook sent',
  ])
})

test('nobody who opted out before the attempt is written to', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const shop = await openSendingShop({ email: { smtp: server.url, from } })
  const { cardNumber, cardId } = await reader(shop)
  const put = () => putMessages(shop, { channel: 'email', cardId })
  const update = (change: object) =>
    shop.must('updateAccount', { cardNumber, skipOptInConfirmationEmails: true, ...change })
  const channel = { channel: 'email', channelUser: 'ANA@example.com' }

  await put()
  await update(optIn('email', false))
  await room.deliver()
  await update(optIn('email'))
  await put()
  await update({ primaryCustomer: { emailPref: 'O' } })
  await room.deliver()
  await update({ primaryCustomer: { emailPref: 'I' } })
  await put()
  await shop.must('updateChannelSubscription', { ...channel, globalOptIn: false })
  await room.deliver()
  await shop.must('updateChannelSubscription', { ...channel, globalOptIn: true })
  await put()
  await update({ newEvents: [{ eventType: 'BOUNCED', categoryId: 'email' }] })
  await room.deliver()
  assert.deepEqual(server.mails, [])
  const optedOut = 'notSent: optedOut'
  assert.deepEqual(await statesOf(shop), [optedOut, optedOut, optedOut, 'notSent: bounced'])
  const { rows } = await shop.must('communicationActivity', { cardNumber })
  assert.deepEqual([rows[0].state, rows[0].stateReason], ['notSent', 'bounced'])

  await update({ newEvents: [{ eventType: 'UNBOUNCED', categoryId: 'email' }] })
  await put()
  await room.deliver()
  assert.deepEqual(
    server.mails.map(({ to }) => to),
    [['ana@example.com']],
  )
})

test('an opt-out during a round counts for what has not been begun', async () => {
  const room = await openRoom()
  const shop = await openSendingShop({ email: { smtp: 'smtp://127.0.0.1:1', from } })
  const first = await reader(shop, 'ana@example.com')
  const second = await reader(shop, 'bo@example.com')
  await putMessages(shop, { channel: 'email', cardId: first.cardId, createdAt: Date.now() - 1000 })
  await putMessages(shop, { channel: 'email', cardId: second.cardId }, { channel: 'email', cardId: second.cardId })
  const recipients: string[] = []
  const senders = {
    ...room.parts.senders,
    email: async ({ recipient }: { recipient: string }) => {
      recipients.push(recipient)
      // While the first two go out, Bo changes their mind.
      await shop.must('updateAccount', { cardNumber: second.cardNumber, ...optIn('email', false) })
      room.wait(2)
      return { kind: 'sent' } as const
    },
  }
  const { sent, notSent } = await room.deliver({ senders })
  assert.deepEqual([sent, notSent], [2, 1])
  assert.equal(recipients.length, 2)
})

test('a text message waits for YES; the question for it does not', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ sms: { url: receiver.url } })
  const { cardNumber, cardId } = await reader(shop)
  await shop.must('updateAccount', { cardNumber, ...optIn('phone') })
  await putMessages(shop, { channel: 'sms', cardId, text: 'Too early' })
  await room.deliver()
  const texts = () => receiver.received.map(({ body }) => JSON.parse(body).data)
  assert.deepEqual(
    texts().map(({ to, text }) => [to, text]),
    [[phone, 'Test shop: reply YES to confirm that you want messages from us.']],
  )
  await shop.must('processMessage', { cardNumber, channel: 'sms', message: 'Yes!' })
  await putMessages(shop, { channel: 'sms', cardId, text: 'Welcome' })
  await room.deliver()
  assert.equal(texts().at(-1).text, 'Welcome')
  assert.deepEqual(await statesOf(shop), ['sent', 'notSent: notOptedIn', 'sent'])
})

test('who has to confirm an address gets a link to do so, and everybody a link to opt out', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t)
  const key = createSecretKey(randomBytes(32))
  const links = consentLinks('https://loyalty.example', key)
  const shop = await openSendingShop({ email: { smtp: server.url, from } })
  const channel = { channel: 'email', channelUser: 'bo@example.com', globalOptIn: true, doubleOptIn: true }
  await shop.must('updateChannelSubscription', channel)
  await room.deliver({ links })
  const [{ to, headers, source } = assert.fail()] = server.mails
  assert.deepEqual(to, ['bo@example.com'])
  const text = source.replaceAll('=\r\n', '').replaceAll('\r\n', '')
  const ticketOf = (path: string, from: string) => {
    const [, token = ''] = new RegExp(`https://loyalty\\.example/${path}/([\\w-]+)`).exec(from) ?? []
    return fromConsentToken(token, key, room.clock.now)
  }
  const confirm = ticketOf('confirm', text) ?? assert.fail(text)
  const unsubscribe = ticketOf('unsubscribe', headers['list-unsubscribe'] ?? '') ?? assert.fail()
  assert.deepEqual([confirm.wish, unsubscribe.wish, confirm.brand], ['confirm', 'unsubscribe', shop.id])
  const { sentTo, ...target } = (await findMessageTarget(pool, confirm.brand, confirm)) ?? assert.fail()
  assert.deepEqual(target, { channel: 'email', purpose: 'confirmation', recipient: 'bo@example.com' })
  assert.match(sentTo ?? '', /^[\w-]{22}$/)
  assert.equal(await findMessageTarget(pool, 'another', confirm), undefined)
})

test('without a sender, a card or an address nothing is sent, and the reason is kept', async () => {
  const room = await openRoom()
  const shop = await openSendingShop({ email: { smtp: 'smtp://127.0.0.1:1', from } })
  const cardId = await cardIdOf(shop, await shop.card())
  await putMessages(shop, { channel: 'email', cardId }, { channel: 'push', cardId }, { channel: 'webhook' })
  const { notSent } = await room.deliver()
  assert.equal(notSent, 3)
  assert.deepEqual((await statesOf(shop)).toSorted(), ['notSent: noAddress', 'notSent: noSender', 'notSent: noSender'])
})

test('a child card is named with its root', async (t) => {
  const room = await openRoom()
  const receiver = await openReceiver(t)
  const shop = await openSendingShop({ push: { url: receiver.url } })
  const cardNumber = await shop.card()
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'child7' })
  await putMessages(shop, { channel: 'push', cardId: await cardIdOf(shop, 'child7') })
  await room.deliver()
  const { data } = JSON.parse(receiver.received[0]?.body ?? '')
  assert.deepEqual([data.cardNumber, data.childCardNumber], [cardNumber, 'child7'])
})

test('no address, content or secret is logged or kept as an error', async (t) => {
  const room = await openRoom()
  const server = await openMailServer(t, {
    refuses: { at: 'recipient', code: 550 },
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
  })
  const receiver = await openReceiver(t, 500)
  const secrets = ['a secret that nobody may see']
  const shop = await openSendingShop({
    email: { smtp: `smtp://user:hunter2@127.0.0.1:${server.port}`, from },
    webhook: { url: receiver.url, secrets },
    push: { url: receiver.url, secrets },
  })
  const { cardId } = await reader(shop)
  const text = 'Content of the message'
  await putMessages(shop, { channel: 'email', cardId, text }, { text }, { channel: 'push', cardId, text })
  const push = () => {
    throw new Error(`${text} for ana@example.com`)
  }
  const { failed, rejected } = await room.deliver({ senders: { ...room.parts.senders, push } })
  assert.deepEqual([failed, rejected], [2, 1])
  const states = await statesOf(shop)
  assert.deepEqual(states.toSorted(), ['failed: recipient refused', 'waiting: fault', 'waiting: status 5xx'])
  assert.ok(logged.length > 0)
  assert.doesNotMatch(logged.join(''), /Content|example\.com|hunter2|nobody may see|an answer|127\.0\.0\.1/)
})
