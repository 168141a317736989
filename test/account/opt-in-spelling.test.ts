import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSections, alerts, news, openAccountShop } from '../support/account-shop.ts'
import { applyFile, type Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const update = (shop: Shop, cardNumber: string, ...thirdPartyUpdates: object[]) =>
  shop.must('updateAccount', { cardNumber, thirdPartyUpdates })

async function linksOf(shop: Shop, cardNumber: string) {
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { thirdPartyLinks: true } })
  return cards[0].thirdPartyLinks
}

test('an opt-out in any spelling ends the opt-in, and one name has one link', async () => {
  const shop = await openAccountShop()
  for (const [one, other] of [
    ['email', 'Email'],
    ['EMAIL', 'email'],
    ['Phone', 'PHONE'],
    ['Facebook', 'faceBook'],
  ] as const) {
    const card = await shop.card()
    await update(shop, card, { thirdParty: one, optIn: true, username: 'ana' })
    await update(shop, card, { thirdParty: other, optIn: false })
    const expected = { thirdParty: one.toLowerCase(), optIn: false, username: 'ana' }
    assert.deepEqual(await linksOf(shop, card), [expected], `${one} ${other}`)
  }
})

test('links that were kept by two spellings are one from the next update on, and the opt-out holds', async () => {
  const shop = await openAccountShop()
  const card = await shop.card()
  await update(shop, card, { thirdParty: 'email', optIn: true })
  const links = [
    { thirdParty: 'Email', optIn: false },
    { thirdParty: 'email', optIn: true, username: 'ana' },
  ]
  await sql('update account set links = $2 where brand_id = $1', [shop.id, JSON.stringify(links)])
  await update(shop, card, { thirdParty: 'facebook', username: 'a' })
  const [email] = await linksOf(shop, card)
  assert.deepEqual(email, { thirdParty: 'email', optIn: false, username: 'ana' })
})

test('custom data has one place, however its third party is spelled', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await update(shop, cardNumber, { thirdParty: 'Custom', customData: 'one' })
  await update(shop, cardNumber, { thirdParty: 'custom', customData: 'two' })
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { customData: true } })
  assert.equal(cards[0].customData, 'two')
})

test('lists and channels are named in any case', async () => {
  const shop = await openAccountShop()
  const card = await shop.card()
  await update(shop, card, { thirdParty: 'EMAIL', categories: [{ name: 'NEWS', optIn: true }] })
  await update(shop, card, { thirdParty: 'email', categories: [{ name: 'news', optIn: false }] })
  const [link] = await linksOf(shop, card)
  assert.deepEqual(link.categories, [{ uuid: news, name: 'News', optIn: false }])
  const user = { channel: 'Email', channelUser: 'ana@example.com' }
  await shop.must('updateChannelSubscription', {
    ...user,
    globalOptIn: true,
    categories: [{ category: 'nEWS', optIn: true }],
  })
  const { channel, categories } = await shop.must('channelSubscription', { ...user, channel: 'EMAIL' })
  assert.deepEqual([channel, categories], ['email', [{ category: 'News', optIn: true }]])
  const { subscriptionLists } = await shop.must('listSubscriptionLists', { communicationChannelType: 'Phone' })
  assert.equal(subscriptionLists.length, 1)
  assert.equal((await shop.call('channelSubscription', { ...user, channel: 'fax' })).body.errorCode, 100)
})

test('people can opt out of a list that is switched off, and nobody into it', async () => {
  const shop = await openAccountShop()
  const cardNumber = await shop.card()
  await update(shop, cardNumber, { thirdParty: 'email', categories: [{ uuid: news, optIn: true }] })
  const user = { channel: 'email', channelUser: 'ana@example.com', globalOptIn: true }
  await shop.must('updateChannelSubscription', { ...user, categories: [{ category: 'News', optIn: true }] })
  await applyFile({ ...shop.file, subscriptionLists: accountSections.subscriptionLists.slice(1) })

  const out = { thirdParty: 'email', categories: [{ name: 'News', optIn: false }] }
  const primaryCustomer = { firstName: 'Ana' }
  await shop.must('updateAccount', { cardNumber, primaryCustomer, thirdPartyUpdates: [out] })
  await shop.must('updateChannelSubscription', { ...user, categories: [{ category: news, optIn: false }] })
  const into = { ...out, categories: [{ name: 'News', optIn: true }] }
  assert.equal((await shop.call('updateAccount', { cardNumber, thirdPartyUpdates: [into] })).body.errorCode, 100)
  const again = { ...user, categories: [{ category: 'News', optIn: true }] }
  assert.equal((await shop.call('updateChannelSubscription', again)).body.errorCode, 100)

  await applyFile(shop.file)
  assert.deepEqual((await linksOf(shop, cardNumber))[0].categories, [{ uuid: news, name: 'News', optIn: false }])
  const { categories } = await shop.must('channelSubscription', user)
  assert.deepEqual(categories, [{ category: 'News', optIn: false }])
})

test('an opt-in has one source: the last one that was given', async () => {
  const shop = await openAccountShop()
  const card = await shop.card()
  const opt = (source: object) =>
    update(shop, card, { thirdParty: 'phone', categories: [{ uuid: alerts, optIn: true, ...source }] })
  const sources = async () => {
    const [{ categories }] = await linksOf(shop, card)
    return [categories[0].optInSourceName, categories[0].optInSourceId]
  }
  await opt({ optInSourceName: 'Till 1' })
  await opt({ optInSourceId: 'S-7' })
  assert.deepEqual(await sources(), [undefined, 'S-7'])
  await opt({ optInSourceName: 'Web' })
  assert.deepEqual(await sources(), ['Web', undefined])
})

test('a rule asks for a third party in any spelling, too', async () => {
  const when = [{ fact: 'optIn', channel: 'FaceBook', op: '=', value: true }]
  const shop = await openAccountShop([{ when, then: [{ issue: { balanceType: 'Points', amount: 3 } }] }])
  const card = await shop.card()
  await update(shop, card, { thirdParty: 'FACEBOOK', optIn: true })
  assert.equal((await shop.balances(card))[0]?.amount, 3)
  assert.deepEqual(await shop.verify(), [])
})
