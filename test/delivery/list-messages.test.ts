import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { consentLinkUse } from '../../server/domain/message/link/consent-link.ts'
import { consentLinks } from '../../server/domain/message/link/consent-links.ts'
import { accountOf, alerts, news, offers, openAccountShop } from '../support/account-shop.ts'
import { campaign } from '../support/checkout-shop.ts'
import { openRoom, statesOf } from '../support/delivery-room.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openReceiver } from '../support/receiver.ts'
import { applyFile, type Shop, testKey } from '../support/shop.ts'
import { firstTold } from '../support/told-fault.ts'

const mail = (text: string, list?: string) => ({ notify: { channel: 'email', text, ...(list && { list }) } })

async function open(t: TestContext) {
  const room = await openRoom()
  const [server, gateway] = [await openMailServer(t), await openReceiver(t)]
  const senders = { email: { smtp: server.url, from: 'hello@harbor.example' }, sms: { url: gateway.url } }
  const sms = { notify: { channel: 'sms', text: 'Alert', list: 'Alerts' } }
  const then = [mail('Your points'), mail('The news', 'News'), mail('The offers', offers), sms]
  const shop = await openAccountShop([], {
    brand: { apiVersion: 2 },
    more: { senders, campaigns: [campaign([{ then }])] },
  })
  const links = consentLinks(
    `http://localhost:${shop.port}`,
    new PinKeeper(testKey, randomBytes).keyFor(consentLinkUse),
  )
  return {
    shop,
    gateway,
    /** The mails that a sale brings, by their first words. */
    async sell(cardNumber: string): Promise<Map<string, string>> {
      const before = server.mails.length
      await shop.must('checkout', { cardNumber, products: [{ sku: 'CAKE', unitPrice: 5, amountPurchased: 1 }] })
      await room.deliver({ links })
      const plain = server.mails
        .slice(before)
        .map(({ source }) => source.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      return new Map(plain.map((source) => [/The news|The offers|Your points/.exec(source)?.[0] ?? '', source]))
    },
  }
}

async function reader(shop: Shop, categories: readonly object[]): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { email: 'ana@example.com', mobilePhone: '+12125550123' },
    thirdPartyUpdates: [{ thirdParty: 'email', optIn: true, categories }],
    skipOptInConfirmationEmails: true,
  })
  return cardNumber
}

test('a message of a list goes to those who are on the list when it is sent', async (t) => {
  const { shop, sell, gateway } = await open(t)
  const cardNumber = await reader(shop, [
    { name: 'News', optIn: true },
    { name: 'Offers', optIn: false },
  ])
  assert.deepEqual([...(await sell(cardNumber)).keys()].toSorted(), ['The news', 'Your points'])
  assert.deepEqual((await statesOf(shop)).toSorted(), ['notSent: notOptedIn', 'notSent: optedOut', 'sent', 'sent'])

  const phone = (uuid: string) => ({
    cardNumber,
    thirdPartyUpdates: [
      { thirdParty: 'phone', optIn: true, categories: [{ uuid, optIn: true, optInSourceName: 'till' }] },
      {
        thirdParty: 'email',
        categories: [
          { uuid: news, optIn: false },
          { uuid: offers, optIn: true },
        ],
      },
    ],
    skipOptInConfirmationEmails: true,
  })
  await shop.must('updateAccount', phone(alerts))
  assert.deepEqual([...(await sell(cardNumber)).keys()].toSorted(), ['The offers', 'Your points'])
  const alertsGot = () => gateway.received.filter(({ body }) => body.includes('"Alert"')).length
  assert.equal(alertsGot(), 0, 'an opt-in by phone must be confirmed')
  await shop.must('processMessage', { cardNumber, channel: 'sms', message: 'YES' })
  await sell(cardNumber)
  assert.equal(alertsGot(), 1)

  const channel = { channel: 'email', channelUser: 'ana@example.com', globalOptIn: true }
  await shop.must('updateChannelSubscription', { ...channel, categories: [{ category: 'Offers', optIn: false }] })
  assert.deepEqual([...(await sell(cardNumber)).keys()], ['Your points'], 'the address wants none of that list')
})

test('the way out of a mail of a list leads out of that list, and no further', async (t) => {
  const { shop, sell } = await open(t)
  const cardNumber = await reader(shop, [
    { name: 'News', optIn: true },
    { name: 'Offers', optIn: true },
  ])
  const channel = { channel: 'email', channelUser: 'ana@example.com' }
  await shop.must('updateChannelSubscription', {
    ...channel,
    globalOptIn: true,
    categories: [{ category: 'News', optIn: true }],
  })
  const mails = await sell(cardNumber)
  const source = mails.get('The news') ?? assert.fail()
  const [, url = ''] = /To stop receiving News from Test shop: (http\S+)/.exec(source) ?? assert.fail(source)
  assert.match(mails.get('Your points') ?? '', /To stop receiving e-mail from Test shop: http/)
  assert.ok(source.includes(`<${url}>`), source)

  const page = await fetch(url, { method: 'POST' })
  assert.equal(page.status, 200)
  const links = async () =>
    (await accountOf(shop, cardNumber)).links.find((one: { thirdParty: string }) => one.thirdParty === 'email')
  const { optIn, lists } = await links()
  assert.deepEqual(
    [optIn, lists],
    [
      true,
      [
        { uuid: news, optIn: false },
        { uuid: offers, optIn: true },
      ],
    ],
  )
  const kept = await shop.must('channelSubscription', channel)
  assert.deepEqual([kept.globalOptIn, kept.categories], [true, [{ category: 'News', optIn: false }]])
  assert.deepEqual([...(await sell(cardNumber)).keys()].toSorted(), ['The offers', 'Your points'])
  const again = await fetch(url, { method: 'POST' })
  assert.equal(again.status, 200, 'repeating it does no harm')
})

test('a file names a list that its channel has', async () => {
  const shop = await openAccountShop()
  const faultOf = async (notify: object) => {
    const campaigns = [campaign([{ then: [{ notify: { text: 'Hi', ...notify } }] }])]
    const error: Error = await applyFile({ ...shop.file, campaigns }).then(
      () => assert.fail('it was applied'),
      (thrown) => thrown,
    )
    return firstTold(error)
  }
  assert.equal(await faultOf({ channel: 'push', list: 'News' }), 'only email and sms have lists, not push')
  const missing = (list: string, channel: string) =>
    `there is no subscription list "${list}" of channel ${channel} in this file`
  assert.equal(await faultOf({ channel: 'email', list: 'Nothing' }), missing('Nothing', 'email'))
  assert.equal(await faultOf({ channel: 'sms', list: news }), missing(news, 'sms'))
})
