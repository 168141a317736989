import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop } from '../support/checkout-shop.ts'
import { messagesOf, purse, says, told } from '../support/rule-table.ts'

const stars = (amount: number) => ({ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount } })
const bought = { logEvent: { categoryId: 'bought' } }
const ofBought = { categoryId: 'bought' }
const counts = (value: number, more: object = {}) => ({
  fact: 'event.count',
  ...ofBought,
  ...more,
  op: '>=',
  value,
})
const eventTypes = [
  { categoryId: 'bought', name: 'Bought' },
  { categoryId: 'liked', name: 'Liked', groupType: 'SOCIAL' },
]

/** The first rule logs; those after it look for what it logged, the one before it does, too. */
const lookout = (trigger: string) =>
  [
    { when: [counts(1)], then: [stars(1000)] },
    { then: [bought] },
    { when: [counts(1)], then: [stars(1)] },
    { when: [{ fact: 'event.daysSinceLast', ...ofBought, op: 'exists' }], then: [stars(2)] },
    { when: [counts(1, { eventType: 'CUSTOM', within: { days: 1 } })], then: [stars(4)] },
    { when: [counts(1, { within: { days: 0 } })], then: [stars(100)] },
    { when: [{ fact: 'event.count', categoryId: 'liked', op: '>=', value: 1 }], then: [stars(200)] },
    { when: [counts(2)], then: [stars(400)] },
  ].map((rule) => ({ trigger, ...rule }))

test('a rule of a checkout sees the event that one before it has logged, in setups too', async () => {
  const open = await openRuleShop(lookout('checkout'), { more: { eventTypes } })
  const { shop } = open
  const { lock, complete } = lockingCalls(open)
  const cardNumber = await shop.card()
  const asked = { cardNumber, returnBalanceMutations: true }
  const plain = await open.bought('1 ESP 3', { ...asked, isSetup: true })
  assert.deepEqual(told(plain), ['+1 STARS', '+2 STARS', '+4 STARS'])
  const setup = await lock(cardNumber, '1 ESP 3')
  assert.deepEqual(told(setup), ['+1 STARS', '+2 STARS', '+4 STARS'])
  assert.deepEqual(told((await complete(setup)).body), ['+1 STARS', '+2 STARS', '+4 STARS'])
  assert.deepEqual(await purse(shop, cardNumber), { STARS: 7 })
  const second = await open.bought('1 ESP 3', asked)
  assert.deepEqual(told(second), ['+1000 STARS', '+1 STARS', '+2 STARS', '+4 STARS', '+400 STARS'])

  const other = await shop.card()
  const { requestRef } = await open.bought('1 ESP 3', { cardNumber: other })
  assert.deepEqual(await purse(shop, other), { STARS: 7 })
  await shop.must('voidTransaction', { cardNumber: other, requestRef })
  assert.deepEqual(await purse(shop, other), {})
  await open.bought('1 ESP 3', { cardNumber: other })
  assert.deepEqual(await purse(shop, other), { STARS: 7 })
  assert.deepEqual(await shop.verify(), [])
})

test('what a rule with a discount logs is there from its own place after the payments on', async () => {
  const { shop, bought: buy } = await openRuleShop(
    [
      { when: [counts(1)], then: [{ discount: { percent: 50 } }] },
      { then: [{ discount: { amount: 1 } }, bought] },
      { when: [counts(1)], then: [{ discount: { percent: 50 } }] },
      { when: [counts(1)], then: [stars(1)] },
    ],
    { more: { eventTypes } },
  )
  const cardNumber = await shop.card()
  const answer = await buy('1 ESP 3', { cardNumber, returnBalanceMutations: true })
  assert.deepEqual([answer.totalDiscount, told(answer).at(-1)], [1, '+1 STARS'])
  assert.deepEqual(await shop.verify(), [])
})

test('so it is for custom rules, rules of a message, and rules after a call', async () => {
  const ofCall = { when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_BALANCE' }] }
  const request = lookout('request').map(({ when = [], ...rule }) => ({ ...rule, when: [...ofCall.when, ...when] }))
  const rules = [...lookout('custom'), ...lookout('message'), ...request]
  const { shop } = await openRuleShop(rules, { more: { eventTypes } })
  const [byTrigger, byMessage, byUpdate] = [await shop.card(), await shop.card(), await shop.card()]
  await shop.must('triggerCustomCampaigns', { cardNumber: byTrigger })
  await shop.must('processMessage', { cardNumber: byMessage, message: 'hello', channel: 'sms' })
  await shop.issue(byUpdate, { points: 1 })
  assert.deepEqual(await purse(shop, byTrigger), { STARS: 7 })
  assert.deepEqual(await purse(shop, byMessage), { STARS: 7 })
  assert.deepEqual(await purse(shop, byUpdate), { Points: 1, STARS: 7 })
  assert.deepEqual(await shop.verify(), [])
})

test('in an update of an account rules see its events, and what social rules before them logged and did', async () => {
  const heard = (text: string, when: object[]) => ({
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'UPDATE_ACCOUNT' }, ...when],
    then: [{ notify: { channel: 'webhook', text } }],
  })
  const likes = (value: number) => ({ fact: 'event.count', categoryId: 'liked', op: '=', value })
  const { shop } = await openRuleShop(
    [
      { id: 'social', trigger: 'social', exclusive: 'one', when: [likes(2)], then: [bought, says('unheard')] },
      heard('two likes', [likes(2)]),
      heard('bought once', [{ fact: 'event.count', ...ofBought, op: '=', value: 1 }]),
      heard('three in all', [{ fact: 'event.count', op: '=', value: 3 }]),
      { ...heard('social fired', [{ fact: 'counter', rule: 'main/social', op: '=', value: 1 }]), exclusive: 'one' },
    ],
    { more: { eventTypes } },
  )
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, newEvents: [{ categoryId: 'liked' }, { categoryId: 'liked' }] })
  const texts = (await messagesOf(shop)).map(({ body }) => body)
  assert.deepEqual(texts, ['two likes', 'bought once', 'three in all', 'social fired'])
  assert.deepEqual(await shop.verify(), [])
})
