import assert from 'node:assert/strict'
import test from 'node:test'
import {
  accountOf,
  accountSections,
  eventsOf,
  news,
  offers,
  openAccountShop,
  termsIn,
} from '../support/account-shop.ts'
import { points, shopCoupons } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { purse, told } from '../support/rule-table.ts'
import type { Shop } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const updated = async (shop: Shop, body: object) =>
  shop.must('updateAccount', { returnBalances: true, returnBalanceMutations: true, ...body })

test('rules with trigger request see the account as the call has made it, and the answer shows what they gave', async () => {
  const shop = await openAccountShop([
    {
      when: [
        { fact: 'request.callType', op: '=', value: 'UPDATE_ACCOUNT' },
        { fact: 'customer.city', op: '=', value: 'Oslo' },
      ],
      then: [points(5)],
    },
    { when: [{ fact: 'demographic', name: 'cups', op: '>=', value: 3 }], then: [points(7)] },
    {
      when: [
        { fact: 'card.isEnrolled', op: '=', value: true },
        { fact: 'keyValue', key: 'from', op: '=', value: 'app' },
      ],
      then: [points(11)],
    },
    { when: [{ fact: 'event.count', categoryId: 'app-open', op: '>=', value: 2 }], then: [points(100)] },
  ])
  const cardNumber = await shop.card()
  assert.deepEqual(told(await updated(shop, { cardNumber, primaryCustomer: { city: 'Oslo' } })), ['+5 Points'])
  const customKeyValues = [{ key: 'from', value: 'app' }]
  const answer = await updated(shop, {
    cardNumber,
    primaryCustomer: { city: '' },
    brandDemographics: [{ fieldName: 'cups', value: 3 }],
    countAsEnrollment: true,
    customKeyValues,
  })
  assert.deepEqual(told(answer), ['+7 Points', '+11 Points'])
  assert.deepEqual(answer.balances, [{ balanceType: 'Points', amount: 23, scale: 0, isHold: false }])
  assert.ok(answer.balanceMutations.every((one: { campaignRuleUUID?: string }) => one.campaignRuleUUID))
  const opened = { cardNumber, newEvents: [{ categoryId: 'app-open' }] }
  assert.deepEqual(told(await updated(shop, opened)), ['+7 Points'])
  assert.deepEqual(told(await updated(shop, opened)), ['+7 Points', '+100 Points'], 'the events of the call count')
  const quiet = await shop.must('updateAccount', { cardNumber })
  assert.deepEqual(Object.keys(quiet), ['success', 'requestRef'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 244 })
  assert.deepEqual(await shop.verify(), [])
})

test('rules with trigger social run for social links and events of a social kind, before those of the request', async () => {
  const shop = await openAccountShop([
    { trigger: 'social', then: [points(1)] },
    { when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 1 }], then: [points(10)] },
  ])
  const link = { thirdParty: 'facebook', username: 'ana' }
  //  request                                                             mutations
  const table: readonly [body: object, mutations: readonly string[]][] = [
    [{ primaryCustomer: { city: 'Oslo' } }, []],
    [{ thirdPartyUpdates: [{ thirdParty: 'email', optIn: true }] }, []],
    [{ thirdPartyUpdates: [{ thirdParty: 'custom', customData: 'x' }] }, []],
    [{ newEvents: [{ categoryId: 'app-open' }, { eventType: 'BOUNCED', categoryId: 'review' }] }, []],
    [{ thirdPartyUpdates: [link] }, ['+1 Points', '+10 Points']],
    [{ newEvents: [{ categoryId: 'review' }] }, ['+1 Points', '+10 Points']],
    [
      { newEvents: [{ categoryId: 'review' }, { categoryId: 'review' }], thirdPartyUpdates: [link] },
      ['+1 Points', '+10 Points'],
    ],
  ]
  for (const [body, mutations] of table) {
    const cardNumber = await shop.card()
    assert.deepEqual(told(await updated(shop, { cardNumber, ...body })), mutations, JSON.stringify(body))
  }
  const cardNumber = await shop.card()
  await updated(shop, { cardNumber, thirdPartyUpdates: [link] })
  const unlink = await updated(shop, { cardNumber, thirdPartyUpdates: [{ thirdParty: 'facebook', username: '' }] })
  assert.deepEqual(told(unlink), ['+10 Points'], 'a link that is taken away is none')
  assert.deepEqual(await shop.verify(), [])
})

test('what rules change of the account and give besides is kept with what the call says', async () => {
  const shop = await openAccountShop(
    [
      {
        trigger: 'social',
        then: [
          { setDemographic: { name: 'hobbies', value: 'Social' } },
          { allocateCoupon: { set: 'ten' } },
          { logEvent: { categoryId: 'app-open' } },
        ],
      },
      {
        then: [
          { setDemographic: { name: 'hobbies', value: 'Request' } },
          { enroll: { program: 'rewards' } },
          { allocateCoupon: { set: 'ten' } },
        ],
      },
    ],
    { more: { couponSets: shopCoupons } },
  )
  const cardNumber = await shop.card()
  await updated(shop, {
    cardNumber,
    primaryCustomer: { firstName: 'Ana' },
    brandDemographics: [{ fieldName: 'hobbies', value: 'Own' }],
    newEvents: [{ categoryId: 'review' }],
  })
  const account = await accountOf(shop, cardNumber)
  assert.deepEqual(account.demographics, { hobbies: ['Own', 'Social', 'Request'] })
  assert.deepEqual([account.customer.firstName, Object.keys(account.programs)], ['Ana', ['rewards']])
  assert.deepEqual(
    (await eventsOf(shop)).map(({ category_id }) => category_id),
    ['review', 'app-open'],
  )
  const found = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
  assert.equal(
    new Set(found.cards[0].coupons.map(({ couponId }: { couponId: string }) => couponId)).size,
    3,
    'one of the allocation',
  )
  assert.ok((await termsIn(shop)).includes('demographic:hobbies social'))
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout’s rules know the customer; a void of what they set leaves what was found by it in order', async () => {
  const shop = await openAccountShop([
    {
      trigger: 'checkout',
      when: [{ fact: 'customer.lastName', op: '=', value: 'Ünal' }],
      then: [points(3), { setDemographic: { name: 'drink', value: 'Latte' } }],
    },
  ])
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { lastName: 'Ünal' } })
  const { requestRef } = await shop.must('checkout', { cardNumber, checkoutTotal: 5 })
  assert.deepEqual(await termsIn(shop), ['demographic:drink latte', 'lastName ünal'])
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(await termsIn(shop), ['lastName ünal'])
  assert.deepEqual(await purse(shop, cardNumber), {})
  assert.deepEqual(await shop.verify(), [])
})

test('a rule names a list by its uuid or by its name within the channel; an export has the uuid', async () => {
  const named = (list: string, channel = 'email') => [{ fact: 'optIn', channel, list }]
  const sms = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a04'
  const subscriptionLists = [...accountSections.subscriptionLists, { uuid: sms, name: 'News', channel: 'sms' }]
  const shop = await openAccountShop(
    [
      { when: named(news), then: [points(1)] },
      { when: named('News'), then: [points(10)] },
      { when: named('Offers'), then: [points(100)] },
      { when: named('News', 'sms'), then: [points(1000)] },
    ],
    { more: { subscriptionLists, segments: [{ id: 'readers', where: named('News') }] } },
  )
  const cardNumber = await shop.card()
  const thirdPartyUpdates = [{ thirdParty: 'email', categories: [{ name: 'News', optIn: true }] }]
  assert.deepEqual(told(await updated(shop, { cardNumber, thirdPartyUpdates })), ['+1 Points', '+10 Points'])
  const [{ document }] = await sql('select document from brand where brand_id = $1', [shop.id])
  const lists = [
    document.campaigns[0].rules.map((rule: Ruled) => rule.when[0]?.list),
    document.segments[0].where[0].list,
  ]
  assert.deepEqual(lists, [[news, news, offers, sms], news])
  assert.deepEqual(await shop.verify(), [])
})

interface Ruled {
  readonly when: readonly { readonly list?: string }[]
}

test('an update of an account cannot be voided', async () => {
  const shop = await openAccountShop([{ then: [points(3)] }])
  const cardNumber = await shop.card()
  const { requestRef } = await shop.must('updateAccount', { cardNumber, primaryCustomer: { city: 'Oslo' } })
  assertRefused(await shop.call('voidTransaction', { cardNumber, requestRef }), 119)
  assert.deepEqual(await shop.verify(), [])
})
