import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dumpBrand } from '../support/brand-dump.ts'
import {
  ana,
  full,
  look,
  openListShop,
  phone,
  subscriptionLists,
  unknown,
  update,
  uuidOf,
} from '../support/channel-shop.ts'
import { ask } from '../support/race.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { applyFile, times } from '../support/shop.ts'
import { until } from '../support/worker-room.ts'

test('who is unknown agreed to nothing', async () => {
  const shop = await openListShop()
  const before = await dumpBrand(shop.id)
  assert.deepEqual(await look(shop), { ...ana, ...unknown })
  assert.deepEqual(await look(shop, phone), { ...phone, ...unknown })
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('every field is kept, and answered', async () => {
  const shop = await openListShop()
  const { body } = await shop.call('updateChannelSubscription', {
    ...ana,
    globalOptIn: true,
    transactionalOptIn: true,
    doubleOptIn: true,
    doubleOptInConfirmed: true,
    categories: [
      { category: 'Offers', optIn: false },
      { category: uuidOf(1), optIn: true },
    ],
    customKeyValues: [{ name: 'source', value: 'web' }],
  })
  assert.deepEqual(Object.keys(body).toSorted(), ['requestRef', 'success'], 'the envelope only')
  assert.deepEqual(await look(shop), {
    ...ana,
    globalOptIn: true,
    transactionalOptIn: true,
    doubleOptIn: true,
    doubleOptInConfirmed: true,
    categories: [
      { category: 'News', optIn: true },
      { category: 'Offers', optIn: false },
    ],
    customKeyValues: [{ name: 'source', value: 'web' }],
  })
})

//  what a later call says besides globalOptIn      what changes
const later: readonly [said: object, changes: object][] = [
  [{}, {}],
  [{ transactionalOptIn: false }, { transactionalOptIn: false }],
  [{ doubleOptIn: false }, { doubleOptIn: false }],
  [{ doubleOptInConfirmed: false }, { doubleOptInConfirmed: false }],
  [{ categories: [] }, {}],
  [{ categories: [{ category: 'News', optIn: false }] }, { categories: [{ category: 'News', optIn: false }] }],
  [{ categories: [{ category: 'News' }] }, { categories: [{ category: 'News', optIn: false }] }],
  [
    { categories: [{ category: 'Offers', optIn: true }] },
    {
      categories: [
        { category: 'News', optIn: true },
        { category: 'Offers', optIn: true },
      ],
    },
  ],
  [{ customKeyValues: [] }, { customKeyValues: [] }],
  [{ customKeyValues: [{ name: 'b', value: '' }] }, { customKeyValues: [{ name: 'b', value: '' }] }],
  [
    {
      customKeyValues: [
        { name: 'b', value: '1' },
        { name: 'c', value: '2' },
        { name: 'b', value: '3' },
      ],
    },
    {
      customKeyValues: [
        { name: 'b', value: '3' },
        { name: 'c', value: '2' },
      ],
    },
  ],
  [{ globalOptIn: false }, { globalOptIn: false, categories: [] }],
  [
    { globalOptIn: false, categories: full.categories },
    { globalOptIn: false, categories: [] },
  ],
]

for (const [said, changes] of later) {
  test(`what is absent stays: ${JSON.stringify(said)}`, async () => {
    const shop = await openListShop()
    await update(shop, { ...ana, ...full })
    await update(shop, { ...ana, globalOptIn: true, ...said })
    assert.deepEqual(await look(shop), { ...ana, ...full, ...changes })
  })
}

test('who opts in again is on no list', async () => {
  const shop = await openListShop()
  await update(shop, { ...ana, ...full })
  await update(shop, { ...ana, globalOptIn: false })
  await update(shop, { ...ana, globalOptIn: true })
  assert.deepEqual(await look(shop), { ...ana, ...full, categories: [] })
})

//  written                          location   is
const spellings: readonly [channel: string, given: string, location: string, shown: string][] = [
  ['email', ' Ana@Example.COM ', 'L1', 'Ana@example.com'],
  ['email', 'jürgen@bücher.example', 'L1', 'jürgen@bücher.example'],
  ['phone', '(212) 555-0123', 'L1', '+12125550123'],
  ['phone', '+1 212 555 0123', 'NL', '+12125550123'],
  ['phone', '06 12345678', 'NL', '+31612345678'],
  ['phone', '+31 6 12345678', 'L1', '+31612345678'],
]

for (const [channel, channelUser, location, shown] of spellings) {
  test(`${channelUser} at ${location} is ${shown}`, async () => {
    const shop = await openListShop()
    assert.equal((await look(shop, { channel, channelUser }, { location })).channelUser, shown)
    await update(shop, { channel, channelUser, globalOptIn: true }, { location })
    assert.deepEqual(await look(shop, { channel, channelUser: shown.toUpperCase() }), {
      channel,
      channelUser: shown,
      ...unknown,
      globalOptIn: true,
    })
  })
}

test('addresses are compared without case, and shown as they were first written', async () => {
  const shop = await openListShop()
  await update(shop, { ...ana, channelUser: 'Ana@example.com', globalOptIn: true })
  await update(shop, { ...ana, channelUser: 'ANA@EXAMPLE.COM', globalOptIn: true, transactionalOptIn: true })
  assert.deepEqual(await look(shop), {
    ...ana,
    ...unknown,
    channelUser: 'Ana@example.com',
    globalOptIn: true,
    transactionalOptIn: true,
  })
  const rows = await ask('select user_key from channel where brand_id = $1', [shop.id])
  assert.deepEqual(rows, [{ user_key: 'ana@example.com' }])
})

//  what is wrong
const wrongUsers: Refusals = [
  [{ channel: undefined }, 100, 'channel'],
  [{ channel: 'sms' }, 100, 'channel'],
  [{ channel: 'push' }, 100, 'channel'],
  [{ channelUser: undefined }, 100, 'channelUser'],
  [{ channelUser: '' }, 100, 'channelUser'],
  [{ channelUser: 'nobody' }, 100, 'channelUser'],
  [{ channelUser: 'a@b' }, 100, 'channelUser'],
  [{ channelUser: 'a b@example.com' }, 100, 'channelUser'],
  [{ channelUser: 'a@example.com\r\nBcc: x@example.com' }, 100, 'channelUser'],
  [{ channelUser: `${'x'.repeat(320)}@example.com` }, 100, 'channelUser'],
  [{ channel: 'phone' }, 131, 'channelUser'],
  [{ channel: 'phone', channelUser: '12' }, 131, 'channelUser'],
  [{ channel: 'phone', channelUser: '+1 212 555 0123 9999' }, 131, 'channelUser'],
  [{ channel: 'phone', channelUser: '+999 12345678' }, 131, 'channelUser'],
]
const wrongUpdates: Refusals = [
  ...wrongUsers,
  [{ globalOptIn: undefined }, 100, 'globalOptIn'],
  [{ globalOptIn: 'yes' }, 100, 'globalOptIn'],
  [{ transactionalOptIn: 1 }, 100, 'transactionalOptIn'],
  [{ doubleOptIn: 'no' }, 100, 'doubleOptIn'],
  [{ doubleOptInConfirmed: [] }, 100, 'doubleOptInConfirmed'],
  [{ categories: [{ category: 'Nobody', optIn: true }] }, 100, 'categories[0].category'],
  [{ categories: [{ category: 'Texts', optIn: true }] }, 100, 'categories[0].category'],
  [{ categories: [{ category: uuidOf(5), optIn: true }] }, 100, 'categories[0].category'],
  [{ globalOptIn: false, categories: [{ category: 'Nobody', optIn: false }] }, 100, 'categories[0].category'],
  [{ categories: [{ optIn: true }] }, 100, 'categories[0].category'],
  [
    {
      categories: [
        { category: 'News', optIn: true },
        { category: uuidOf(1), optIn: false },
      ],
    },
    100,
    'categories[1].optIn',
  ],
  [{ customKeyValues: [{ value: 'x' }] }, 100, 'customKeyValues[0].name'],
  [{ customKeyValues: [{ name: '', value: 'x' }] }, 100, 'customKeyValues[0].name'],
  [{ customKeyValues: [{ name: 'x' }] }, 100, 'customKeyValues[0].value'],
  [{ customKeyValues: times(101, (index) => ({ name: `n${index}`, value: '' })) }, 100, 'customKeyValues'],
]

test('what is not right is refused and named, and changes nothing', async () => {
  const shop = await openListShop()
  await update(shop, { ...ana, ...full })
  const before = await dumpBrand(shop.id)
  for (const [change, code, field] of wrongUpdates)
    assertRefused(
      await shop.call('updateChannelSubscription', { ...ana, globalOptIn: true, ...(change as object) }),
      code,
      field,
    )
  for (const [change, code, field] of wrongUsers)
    assertRefused(await shop.call('channelSubscription', { ...ana, ...(change as object) }), code, field)
  assert.deepEqual(await dumpBrand(shop.id), before)
})

test('a phone has the lists for text messages and for calls', async () => {
  const shop = await openListShop()
  const categories = ['Calls', 'Texts'].map((category) => ({ category, optIn: true }))
  await update(shop, { ...phone, globalOptIn: true, categories })
  assert.deepEqual((await look(shop, phone)).categories, categories.toReversed(), 'in the order of the brand file')
  const news = [{ category: 'News', optIn: true }]
  assertRefused(
    await shop.call('updateChannelSubscription', { ...phone, globalOptIn: true, categories: news }),
    100,
    'categories[0].category',
  )
})

test('a list that is switched off is neither taken nor shown, and is there again with the list', async () => {
  const shop = await openListShop()
  await update(shop, { ...ana, ...full })
  await applyFile({ ...shop.file, subscriptionLists: subscriptionLists.slice(1) })
  assertRefused(await shop.call('updateChannelSubscription', { ...ana, ...full }), 100, 'categories[0].category')
  assert.deepEqual((await look(shop)).categories, [])
  await applyFile(shop.file)
  assert.deepEqual((await look(shop)).categories, full.categories)
})

test('a customRequestId is used once, and a refused call does not use it', async () => {
  const shop = await openListShop()
  const headers = { customRequestId: 'opt-1' }
  const bad = { ...ana, globalOptIn: true, categories: [{ category: 'Nobody', optIn: true }] }
  assertRefused(await shop.call('updateChannelSubscription', bad, headers), 100)
  await update(shop, { ...ana, globalOptIn: true }, headers)
  assertRefused(await shop.call('updateChannelSubscription', { ...ana, globalOptIn: false }, headers), 3)
  assert.equal((await look(shop)).globalOptIn, true)
})

test('records say what the call was, and nothing of the person', async () => {
  const shop = await openListShop()
  const { requestRef } = await update(shop, { ...ana, ...full })
  const { requestRef: reading } = await shop.must('channelSubscription', ana)
  const callTypes = [
    (await shop.must('requestLookup', { requestRef })).callType,
    (await shop.must('requestLookup', { requestRef: reading })).callType,
  ]
  assert.deepEqual(callTypes, ['UPDATE_ACCOUNT', 'REPORTING'])
  const rows = await ask('select to_jsonb(r)::text as row from request as r where brand_id = $1', [shop.id])
  assert.ok(rows.length >= 2)
  assert.equal(/ana@|example\.com/i.test(JSON.stringify(rows)), false)
})

test('two brands know nothing of each other’s users', async () => {
  const [us, them] = [await openListShop(), await openListShop()]
  await update(them, { ...ana, ...full })
  const before = await dumpBrand(them.id)
  assert.deepEqual(await look(us), { ...ana, ...unknown })
  await update(us, { ...ana, globalOptIn: false, customKeyValues: [{ name: 'ours', value: '1' }] })
  assert.deepEqual(await dumpBrand(them.id), before)
  assert.deepEqual(await look(them), { ...ana, ...full })
})

test('listSubscriptionLists answers the active lists of a channel, each with every field', async () => {
  const shop = await openListShop()
  const { body } = await shop.call('listSubscriptionLists', { communicationChannelType: 'email' })
  assert.deepEqual(body.subscriptionLists, [
    { uuid: uuidOf(1), name: 'News', isPublic: true },
    { uuid: uuidOf(2), name: 'Offers', isPublic: false },
  ])
  assert.equal((await shop.must('requestLookup', { requestRef: body.requestRef })).callType, 'REPORTING')
  const ofPhone = await shop.must('listSubscriptionLists', { communicationChannelType: 'phone' })
  assert.deepEqual(ofPhone.subscriptionLists, [
    { uuid: uuidOf(3), name: 'Texts', isPublic: true },
    { uuid: uuidOf(4), name: 'Calls', isPublic: true },
  ])
  for (const wrong of [{}, { communicationChannelType: 'sms' }, { communicationChannelType: '' }])
    assertRefused(await shop.call('listSubscriptionLists', wrong), 100, 'communicationChannelType')
  await applyFile({ ...shop.file, subscriptionLists: [] })
  const ofEmail = () => shop.must('listSubscriptionLists', { communicationChannelType: 'email' })
  await until('the lists are gone', async () => (await ofEmail()).subscriptionLists.length === 0, 10)
})
