import assert from 'node:assert/strict'
import test from 'node:test'
import { emptyAccount } from '../../server/domain/account/account.ts'
import {
  changeLinks,
  confirmOptIns,
  type LinkChange,
  optInsOf,
  withLinks,
} from '../../server/domain/account/third-party.ts'
import { accountOf, alerts, news, offers, openAccountShop } from '../support/account-shop.ts'
import { dumpBrand } from '../support/brand-dump.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { messagesOf } from '../support/rule-table.ts'

const lists = [
  { uuid: news, name: 'News', channel: 'email' },
  { uuid: alerts, name: 'Alerts', channel: 'sms' },
]

function linksAfter(...changes: LinkChange[]) {
  const changed = changeLinks([], changes, lists)
  assert(changed.kind === 'changed')
  return changed.links
}

const shown = (...changes: LinkChange[]) =>
  optInsOf(linksAfter(...changes)).map(({ channel, list }) =>
    list === undefined ? channel : `${channel} ${list.at(-1)}`,
  )

const inOut = (thirdParty: string, optIn: boolean) => ({ thirdParty, optIn })
const choose = (thirdParty: string, uuid: string, optIn: boolean) => ({ thirdParty, categories: [{ uuid, optIn }] })

//  updates in turn                                                                opt-ins that are in effect
const wishes: readonly [changes: LinkChange[], optIns: string[]][] = [
  [[inOut('email', true)], ['email']],
  [[inOut('email', true), inOut('email', false)], []],
  [[choose('email', news, true)], ['email', 'email 1']],
  [[choose('email', news, true), choose('email', news, false)], ['email']],
  [[choose('email', news, true), inOut('email', false)], []],
  [[choose('email', news, true), inOut('email', false), inOut('email', true)], ['email']],
  [[inOut('email', false), choose('email', news, true)], []],
  [[{ ...choose('email', news, true), optIn: false }], []],
  [[inOut('phone', true)], []],
  [[choose('phone', alerts, true)], []],
  [[{ thirdParty: 'facebook', username: 'ana' }], []],
  [[{ thirdParty: 'facebook', username: 'ana', optIn: true }], ['facebook']],
  [[{ thirdParty: '__proto__', optIn: true }], ['__proto__']],
]

test('opt-ins are in effect at once by e-mail; opting out of a channel opts out of its lists', () => {
  for (const [changes, expected] of wishes) assert.deepEqual(shown(...changes), expected, JSON.stringify(changes))
})

test('by phone they are in effect once they were confirmed, and until the customer opts out', () => {
  const pending = withLinks(emptyAccount(1), linksAfter(choose('phone', alerts, true)))
  assert.deepEqual(pending.optIns, [])
  const confirmed = confirmOptIns(pending)
  const both = [
    { channel: 'sms' },
    { channel: 'sms', list: alerts },
    { channel: 'phone' },
    { channel: 'phone', list: alerts },
  ]
  assert.deepEqual(confirmed.optIns, both)
  assert.equal(confirmOptIns(confirmed), confirmed)
  const again = changeLinks(confirmed.links ?? [], [choose('phone', alerts, true)], lists)
  assert(again.kind === 'changed')
  assert.deepEqual(optInsOf(again.links), both, 'whoever confirmed need not confirm again')
  const out = changeLinks(again.links, [inOut('phone', false), inOut('phone', true)], lists)
  assert(out.kind === 'changed')
  assert.deepEqual(optInsOf(out.links), [], 'whoever opted out must')
})

test('channels, custom data and social networks are kept, each once', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const update = (...thirdPartyUpdates: object[]) => shop.must('updateAccount', { cardNumber, thirdPartyUpdates })
  await update(
    {
      thirdParty: 'email',
      optIn: true,
      categories: [
        { name: 'News', optIn: true },
        { uuid: offers.toUpperCase(), optIn: true, optInSourceName: 'till' },
      ],
    },
    { thirdParty: 'phone', categories: [{ uuid: alerts, optIn: true, optInSourceId: 'S-1' }] },
    { thirdParty: 'custom', customData: '{"seat":12}' },
    { thirdParty: 'facebook', username: 'ana', customData: 'token' },
  )
  assert.deepEqual((await accountOf(shop, cardNumber)).links, [
    {
      thirdParty: 'email',
      optIn: true,
      lists: [
        { uuid: news, optIn: true },
        { uuid: offers, optIn: true, sourceName: 'till' },
      ],
    },
    { thirdParty: 'phone', optIn: true, lists: [{ uuid: alerts, optIn: true, sourceId: 'S-1' }] },
    { thirdParty: 'custom', customData: '{"seat":12}' },
    { thirdParty: 'facebook', username: 'ana', customData: 'token' },
  ])
  await update(
    { thirdParty: 'email', categories: [{ name: 'News' }] },
    { thirdParty: 'custom', customData: '' },
    { thirdParty: 'facebook', username: 'ana2' },
    { thirdParty: 'phone', optIn: false },
  )
  assert.deepEqual((await accountOf(shop, cardNumber)).links, [
    {
      thirdParty: 'email',
      optIn: true,
      lists: [
        { uuid: news, optIn: false },
        { uuid: offers, optIn: true, sourceName: 'till' },
      ],
    },
    { thirdParty: 'phone', optIn: false, lists: [{ uuid: alerts, optIn: false }] },
    { thirdParty: 'facebook', username: 'ana2', customData: 'token' },
  ])
  assert.deepEqual(await shop.verify(), [])
})

const choice = (thirdParty: string, change: object) => ({ thirdParty, categories: [change] })
const refused: Refusals = [
  [{ optIn: true }, 100, 'thirdPartyUpdates[0].thirdParty'],
  [{ thirdParty: '' }, 100, 'thirdPartyUpdates[0].thirdParty'],
  [choice('email', { optIn: true }), 100, 'thirdPartyUpdates[0].categories[0].uuid'],
  [choice('email', { uuid: alerts, optIn: true }), 100, 'thirdPartyUpdates[0].categories[0]'],
  [choice('email', { name: 'Alerts', optIn: true }), 100, 'thirdPartyUpdates[0].categories[0]'],
  [choice('email', { uuid: news, name: 'Offers', optIn: true }), 100, 'thirdPartyUpdates[0].categories[0]'],
  [choice('email', { uuid: 'unknown', optIn: false }), 100, 'thirdPartyUpdates[0].categories[0]'],
  [choice('phone', { uuid: news, optIn: true, optInSourceId: '1' }), 100, 'thirdPartyUpdates[0].categories[0]'],
  [choice('phone', { uuid: alerts, optIn: true }), 100, 'thirdPartyUpdates[0].categories[0].optInSourceName'],
  [
    choice('phone', { uuid: alerts, optIn: true, optInSourceId: '1', optInSourceName: 'x' }),
    100,
    'thirdPartyUpdates[0].categories[0].optInSourceId',
  ],
  [choice('facebook', { uuid: news, optIn: true }), 100, 'thirdPartyUpdates[0].categories'],
  [choice('custom', { uuid: news, optIn: true }), 100, 'thirdPartyUpdates[0].categories'],
  [{ thirdParty: 'custom', customData: { a: 1 } }, 100, 'thirdPartyUpdates[0].customData'],
]

test('lists must be of the channel, and opt-ins by phone must say where they come from', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of refused) {
    const answer = await shop.call('updateAccount', { cardNumber, thirdPartyUpdates: [change] })
    assertRefused(answer, code, field, JSON.stringify(change))
  }
  assert.deepEqual(await dumpBrand(shop.id), before)
  await shop.must('updateAccount', { cardNumber, thirdPartyUpdates: [choice('phone', { uuid: alerts, optIn: false })] })
})

test('an opt-in by phone is asked to be confirmed; one by e-mail is told, once, unless that is not wanted', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const sent = async () => (await messagesOf(shop)).map(({ channel, body }) => `${channel}: ${body}`)
  const update = (change: object, more: object = {}) =>
    shop.must('updateAccount', { cardNumber, thirdPartyUpdates: [change], ...more })
  const question = 'sms: Test shop: reply YES to confirm that you want messages from us.'
  const notice = 'email: You have agreed to receive e-mail from Test shop.'

  await update({ thirdParty: 'email', optIn: true })
  assert.deepEqual(await sent(), [], 'nobody is there to be told')
  await update({ thirdParty: 'email', optIn: false }, { primaryCustomer: { email: 'ana@example.com' } })
  await update({ thirdParty: 'email', optIn: true }, { skipOptInConfirmationEmails: true })
  assert.deepEqual(await sent(), [])
  await update({ thirdParty: 'email', categories: [{ uuid: news, optIn: true }] })
  await update({ thirdParty: 'email', categories: [{ uuid: news, optIn: true }] })
  assert.deepEqual(await sent(), [notice])
  await update({ thirdParty: 'phone', optIn: false })
  assert.deepEqual(await sent(), [notice])
  await update({ thirdParty: 'phone', optIn: true, categories: [{ uuid: alerts, optIn: true, optInSourceId: '1' }] })
  await update({ thirdParty: 'phone', username: 'x' })
  assert.deepEqual(await sent(), [notice, question])
  const [first] = await messagesOf(shop)
  assert.deepEqual([first?.rule_id, first?.state], ['confirmation', 'waiting'])
  assert.deepEqual(await shop.verify(), [])
})

test('no caller can confirm in the place of the customer', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  const sure = { uuid: alerts, optIn: true, optInSourceId: '1', optInPending: false, optInConfirmed: true }
  await shop.must('updateAccount', { cardNumber, thirdPartyUpdates: [choice('phone', sure)] })
  const { links } = await accountOf(shop, cardNumber)
  assert.deepEqual(links[0].lists, [{ uuid: alerts, optIn: true, sourceId: '1' }])
  assert.equal((await messagesOf(shop)).length, 1)
})

test('rules see the opt-ins that are in effect', async () => {
  const says = (fact: object, text: string) => ({
    when: [{ fact: 'optIn', ...fact, op: '=', value: true }],
    then: [{ notify: { channel: 'webhook', text } }],
  })
  const shop = await openAccountShop([
    says({ channel: 'email' }, 'email'),
    says({ channel: 'email', list: news }, 'news'),
    says({ channel: 'sms' }, 'sms'),
  ])
  const cardNumber = await shop.card()
  const update = async (change: object) => {
    const { requestRef } = await shop.must('updateAccount', {
      cardNumber,
      thirdPartyUpdates: [change],
      skipOptInConfirmationEmails: true,
    })
    const sent = await messagesOf(shop)
    return sent.filter((one) => one.request_ref === requestRef && one.channel === 'webhook').map(({ body }) => body)
  }
  assert.deepEqual(await update({ thirdParty: 'email', optIn: true }), ['email'])
  assert.deepEqual(await update({ thirdParty: 'email', categories: [{ name: 'News', optIn: true }] }), [
    'email',
    'news',
  ])
  assert.deepEqual(await update({ thirdParty: 'phone', optIn: true }), ['email', 'news'], 'not confirmed')
  assert.deepEqual(await update({ thirdParty: 'email', optIn: false }), [])
})
