import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { textsOf } from '../../server/domain/brand/texts/brand-texts.ts'
import { PinKeeper } from '../../server/domain/card/pin-keeper.ts'
import { consentLinkUse } from '../../server/domain/message/link/consent-link.ts'
import { consentLinks } from '../../server/domain/message/link/consent-links.ts'
import { openAccountShop } from '../support/account-shop.ts'
import { cardIdOf, openRoom, putMessages } from '../support/delivery-room.ts'
import { openMailServer, type ReceivedMail } from '../support/mail-server.ts'
import { testKey } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'
import { messageOf } from '../support/told-fault.ts'

const key = new PinKeeper(testKey, randomBytes).keyFor(consentLinkUse)

/** The source of a mail as a person reads it. */
function plainOf({ source }: ReceivedMail): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test("mails, lines and pages speak the brand's language, in its own words where it has some", async (t) => {
  const texts = { de: { unsubscribeButton: 'Weg damit' }, 'de-AT': { unsubscribeLink: 'Auf <Wiedersehen>' } }
  const room = await openRoom()
  const { mails, url } = await openMailServer(t)
  const senders = { email: { smtp: url, from: 'hello@harbor.example' } }
  const shop = await openAccountShop([], { brand: { language: 'de-AT' }, more: { senders, texts } })
  const links = consentLinks(`http://localhost:${shop.port}`, key)
  const cardNumber = await shop.card()
  await shop.must('updateAccount', {
    cardNumber,
    primaryCustomer: { email: 'ana@example.com', mobilePhone: '+12125550123' },
    thirdPartyUpdates: [
      { thirdParty: 'email', optIn: true },
      { thirdParty: 'phone', optIn: true },
    ],
  })
  await putMessages(shop, { channel: 'email', cardId: await cardIdOf(shop, cardNumber), html: '<b>Hi</b>' })
  const address = { channel: 'email', channelUser: 'bo@example.com', globalOptIn: true, doubleOptIn: true }
  await shop.must('updateChannelSubscription', address)
  await room.deliver({ links })
  const all = mails.map(plainOf).join('\n')
  assert.match(all, /Sie haben zugestimmt, E-Mails von Test shop zu erhalten/)
  assert.match(all, /Wenn Sie keine E-Mails von Test shop mehr erhalten möchten: http/)
  assert.match(all, /Bitte bestätigen Sie, dass Sie das möchten/)
  assert.match(all, />Auf &#60;Wiedersehen&#62;<\/a>/)
  const [link = ''] = /http:\/\/localhost:\d+\/unsubscribe\/[\w-]+/.exec(all) ?? []
  const page = await (await fetch(link)).text()
  assert.match(page, /<html lang="de-AT">/)
  assert.match(page, /Möchten Sie diese E-Mails von Test shop nicht mehr erhalten\?/)
  assert.match(page, /<button type="submit">Weg damit<\/button>/)
  const done = await (await fetch(link, { method: 'POST' })).text()
  assert.match(done, /Erledigt\. Sie erhalten diese E-Mails/)
  const [sms] = await sql(`select body from message where brand_id = $1 and channel = 'sms'`, [shop.id])
  assert.equal(sms.body, 'Test shop: Antworten Sie mit JA, wenn Sie Nachrichten von uns erhalten möchten.')
  const heard = await shop.must('processMessage', { cardNumber, channel: 'sms', message: 'Ja!' })
  assert.equal(heard.smsOptIn, 'confirmed')
})

test('a language that the service does not speak says in English what the file leaves out, and is warned of', () => {
  const brand = { id: 'b', name: 'B', country: 'FR', currency: 'EUR', language: 'fr' }
  const read = readBrandFile(JSON.stringify({ brand, texts: { fr: { unsubscribeLink: 'Se désabonner' } } }))
  assert('file' in read)
  assert.match(
    messageOf(read.warnings[0] ?? assert.fail('no warning')),
    /^has no texts for reply, optInSms, .*, which will be in English$/,
  )
  assert.equal(read.warnings[0]?.path, 'texts.fr')
  const { say } = textsOf({ name: 'B', document: read.file })
  assert.deepEqual([say('unsubscribeLink'), say('confirmButton')], ['Se désabonner', 'Confirm'])
  const wrong = readBrandFile(
    JSON.stringify({ brand, texts: { fr: { unsubscribeLine: '{{ brand.nam }}', reply: 'a b' } } }),
  )
  assert('faults' in wrong)
  assert.deepEqual(
    wrong.faults.map(({ path }) => path),
    ['texts.fr.reply', 'texts.fr.unsubscribeLine'],
  )
})
