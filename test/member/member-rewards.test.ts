import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { openMemberRoom } from '../support/member-room.ts'
import type { ShopOptions } from '../support/shop.ts'

const points = (amount: number) => ({ redeem: { balanceType: 'Points', amount } })
const rule = (id: string, then: object[], more: object = {}) => ({
  id,
  name: `The ${id}`,
  trigger: 'choice',
  then,
  ...more,
})

const campaigns = [
  {
    id: 'rewards',
    rules: [
      rule('coffee', [points(100), { allocateCoupon: { set: 'coffee', promotion: 'coffee', onlyThisCard: true } }]),
      rule('cash', [points(50), { issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 2 } }], {
        limit: [
          { times: 2, per: 'card' },
          { times: 3, per: 'brand' },
        ],
      }),
      rule('gold', [points(10), { issue: { balanceType: 'Points', amount: 20 } }], {
        when: [{ fact: 'customer.firstName', op: '=', value: 'Golda' }],
      }),
      rule('later', [points(1)], { from: '2199-01-01 00:00:00' }),
    ],
  },
]

const couponSets = [{ id: 'coffee', name: 'A free coffee', generate: { count: 2, prefix: 'FREE-', length: 11 } }]

const catalogue = [
  { id: 'coffee', rule: 'rewards/coffee', name: { en: 'A free coffee', de: 'Ein Kaffee gratis' }, text: 'Any size.' },
  { id: 'cash', rule: 'rewards/cash' },
  { id: 'gold', rule: 'rewards/gold' },
  { id: 'later', rule: 'rewards/later' },
]

const openCatalogue = (t: TestContext, options: ShopOptions = {}) =>
  openMemberRoom(
    t,
    { languages: ['en', 'de'], catalogue },
    { ...options, brand: { languages: ['en', 'de'] }, more: { campaigns, couponSets } },
  )

const pointsOf = async (shop: Awaited<ReturnType<typeof openMemberRoom>>['shop'], card: string) =>
  (await shop.balances(card)).map((one: { balanceType: string; amount: number }) => [one.balanceType, one.amount])

test('a member chooses: points are taken and the coupon is given, once, however often it is sent', async (t) => {
  const { shop, ask, enter, customer } = await openCatalogue(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 130 })
  const token = await enter('ana@example.com')
  const listed = (await ask('rewards', {}, token, { 'accept-language': 'de' })).body.rewards
  assert.deepEqual(
    listed.map(({ rewardId, name, state, left }: Record<string, unknown>) => [rewardId, name, state, left]),
    [
      ['coffee', 'Ein Kaffee gratis', 'open', undefined],
      ['cash', 'The cash', 'open', 3],
      ['gold', 'The gold', 'open', undefined],
    ],
  )
  const send = () => ask('chooseReward', { rewardId: 'coffee', choiceId: 'tap' }, token)
  const taps = await Promise.all([send(), send(), send()])
  assert.deepEqual(
    taps.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal(taps.filter(({ body }) => body.isRepeated).length, 2)
  assert.deepEqual(await pointsOf(shop, cardNumber), [['Points', 30]])
  const { body } = await ask('card', {}, token)
  assert.deepEqual(
    body.coupons.map(({ name }: { name: string }) => name),
    ['A free coffee'],
  )
  const again = await ask('chooseReward', { rewardId: 'coffee', choiceId: 'other' }, token)
  assert.equal(again.status, 422)
  const short = (await ask('rewards', {}, token)).body.rewards[0]
  assert.deepEqual([short.state, short.missing[0].amount], ['short', 70])
  const misused = await ask('chooseReward', { rewardId: 'cash', choiceId: 'tap' }, token)
  assert.equal(misused.status, 422)
  const [told] = (await ask('story', {}, token, { 'accept-language': 'de' })).body.happenings
  assert.deepEqual([told.what, told.reward], ['rewardChosen', 'Ein Kaffee gratis'])
  const { given } = (await ask('why', { requestRef: told.requestRef }, token)).body
  assert.equal(given.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a void gives the points and the place in the stock back, and takes the coupon', async (t) => {
  const { shop, ask, enter, customer } = await openCatalogue(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 250 })
  const token = await enter('ana@example.com')
  const left = async () => (await ask('rewards', {}, token)).body.rewards[1].left
  const { requestRef } = await shop.must('chooseReward', { cardNumber, rewardId: 'cash' })
  assert.equal(await left(), 2)
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.equal(await left(), 3)
  const coffee = await shop.must('chooseReward', { cardNumber, rewardId: 'coffee' })
  assert.equal(coffee.couponIds.length, 1)
  await shop.must('voidTransaction', { cardNumber, requestRef: coffee.requestRef })
  assert.deepEqual(await pointsOf(shop, cardNumber), [['Points', 250]])
  assert.deepEqual((await ask('card', {}, token)).body.coupons, [])
  assert.deepEqual(await shop.verify(), [])
})

test('both or neither: nothing is taken for what is gone, cut, not for this card or not yet there', async (t) => {
  const { shop, ask, enter, customer } = await openCatalogue(t, {
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2, maxBalance: 3 },
    ],
  })
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 1000 })
  const token = await enter('ana@example.com')
  const choose = async (rewardId: string, choiceId: string) =>
    (await ask('chooseReward', { rewardId, choiceId }, token)).status
  assert.equal(await choose('cash', '1'), 200)
  // Two dollars more would be one more than a card may have.
  assert.equal(await choose('cash', '2'), 422)
  assert.equal(await choose('gold', '3'), 422)
  assert.equal(await choose('later', '4'), 422)
  assert.equal(await choose('nothing', '5'), 422)
  assert.equal(await choose('coffee', '6'), 200)
  assert.equal(await choose('coffee', '7'), 200)
  assert.equal(await choose('coffee', '8'), 422)
  assert.deepEqual(
    (await pointsOf(shop, cardNumber)).toSorted(),
    [
      ['Currency', 2],
      ['Points', 750],
    ].toSorted(),
  )
  assert.deepEqual(await shop.verify(), [])
})

test('of many who want the last one at once, as many get it as there are', async (t) => {
  const { shop, customer, ask } = await openCatalogue(t)
  const cards = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => customer(`${name}@example.com`)))
  for (const card of cards) await shop.issue(card, { points: 200 })
  const tokens = await Promise.all(
    cards.map(async (cardNumber) => (await shop.must('memberToken', { cardNumber })).token),
  )
  const answers = await Promise.all(
    tokens.flatMap((token) =>
      ['1', '2', '3'].map((choiceId) => ask('chooseReward', { rewardId: 'cash', choiceId }, token)),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  const all = await Promise.all(cards.map((card) => pointsOf(shop, card)))
  const sum = all.flat().reduce((total, [type, amount]) => total + (type === 'Points' ? Number(amount) : 0), 0)
  assert.equal(sum, 6 * 200 - 3 * 50)
  const [first] = tokens
  assert.equal((await ask('rewards', {}, first)).body.rewards[1].state, 'gone')
  assert.deepEqual(await shop.verify(), [])
})

test('a blocked card chooses nothing, a checkout that has it locked comes first, and staff only look', async (t) => {
  const { shop, ask, customer } = await openCatalogue(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 500 })
  const { token } = await shop.must('memberToken', { cardNumber })
  const choose = (choiceId: string) => ask('chooseReward', { rewardId: 'cash', choiceId }, token)
  const products = [{ sku: 'ESP', amountPurchased: 1, unitPrice: 3 }]
  const { transactionId } = await shop.must('checkout', { cardNumber, products, isSetup: true, lockSetupDuration: 60 })
  assert.equal((await choose('1')).status, 422)
  await shop.must('checkout', { cardNumber, relatedSetupTransactionId: transactionId, cancelSetup: true })
  assert.equal((await choose('1')).status, 200)
  await ask('reportLost', {}, token)
  assert.equal((await choose('2')).status, 422)
  assert.equal((await ask('rewards', {}, token)).body.rewards[0].state, 'blocked')
  assert.deepEqual(await shop.verify(), [])
})

test('triggers of other kinds never choose, and a rule of the catalogue waits', async (t) => {
  const { shop, customer } = await openCatalogue(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 500 })
  await shop.must('triggerCustomCampaigns', { cardNumber })
  for (const campaignRuleUUID of ['rewards/coffee', 'rewards/cash'])
    assert.equal((await shop.call('triggerCampaignRule', { cardNumber, campaignRuleUUID })).body.errorCode, 118)
  await shop.must('checkout', { cardNumber, standaloneCompletion: true, products: [] })
  assert.deepEqual(await pointsOf(shop, cardNumber), [['Points', 500]])
  assert.deepEqual(await shop.verify(), [])
})

test('a page says only what was done: no link from elsewhere claims a choice, a gift or a change', async (t) => {
  const { shop, customer } = await openCatalogue(t)
  const cardNumber = await customer('ana@example.com')
  await shop.issue(cardNumber, { points: 500 })
  const cookieOf = async () => `purser_member=${(await shop.must('memberToken', { cardNumber })).token}`
  const [cookie, other] = [await cookieOf(), await cookieOf()]
  const at = `http://127.0.0.1:${shop.port}/m/${shop.id}`
  const seen = async (path: string, as = cookie) => (await fetch(`${at}${path}`, { headers: { cookie: as } })).text()
  const forms = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const chosen = await fetch(`${at}/rewards`, {
    ...{ method: 'POST', redirect: 'manual', headers: forms, body: 'reward=cash&choice=tap' },
  })
  const next = (chosen.headers.get('location') ?? '').slice(`/m/${shop.id}`.length)
  const note = /class="note" role="status"/
  assert.match(await seen(next), note)
  const claimed = [
    '/rewards?chosen=cash',
    next.replace('chosen=cash', 'chosen=coffee'),
    next.replace('/rewards?chosen=cash', '/gift?added=1'),
    next.replace(/done=\d+/, 'done=9999999999999'),
    '/gift?added=1',
    '/data?saved=1',
  ]
  for (const path of claimed) assert.doesNotMatch(await seen(path), note, path)
  // Nor does what somebody else has done.
  assert.doesNotMatch(await seen(next, other), note)
  assert.deepEqual(await shop.verify(), [])
})
