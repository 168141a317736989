import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { messagesOf, said, says, traceOf } from '../support/rule-table.ts'
import { times } from '../support/shop.ts'
import { oneDay } from '../support/time-passes.ts'

const notify = (channel: string, text: string, more: object = {}) => ({ notify: { channel, text, ...more } })
const templates = [
  {
    id: 'thanks',
    channel: 'email',
    subject: 'Thanks from {{ brand.name }}',
    body: '{{ mutation.amount }} points',
    html: '<b>{{ keyValues.name }}</b>',
  },
]

test('direct messages are in the answer, those for the receipt only as objects, all others go out', async () => {
  const { shop, bought } = await openRuleShop(
    [
      {
        then: [
          points(3),
          notify('direct', 'You earned {{ mutation.amount }}'),
          notify('direct', 'Receipt', { receipt: true }),
          { notify: { channel: 'email', template: 'thanks' } },
          notify('sms', '{{ balances.Points }} points at {{ location.name }}'),
          notify('push', 'Total {{ checkout.total }}, net {{ checkout.netTotal }}, less {{ checkout.discount }}'),
          notify('webhook', '{{ card.number }}'),
          { notify: { channel: 'direct', template: 'thanks' } },
        ],
      },
      { then: [{ discount: { amount: 1 } }] },
    ],
    { more: { templates } },
  )
  const cardNumber = await shop.card()
  const customKeyValues = [{ key: 'name', value: '<Bo>' }]
  const answer = await bought('1 CAKE 5', { cardNumber, customKeyValues, returnResponseObjects: true })
  assert.deepEqual(answer.responseMessages, ['You earned 3', '3 points'])
  assert.deepEqual(
    answer.responseObjects.map((one: { message: string; receiptMessage: boolean }) => [
      one.message,
      one.receiptMessage,
    ]),
    [
      ['You earned 3', false],
      ['Receipt', true],
      ['3 points', false],
    ],
  )
  assert.equal(new Set(answer.responseObjects.map((one: { campaignRuleUUID: string }) => one.campaignRuleUUID)).size, 1)
  const sent = await messagesOf(shop)
  assert.deepEqual(
    sent.map(({ channel, subject, body }) => [channel, subject, body]),
    [
      ['email', 'Thanks from Test shop', '3 points'],
      ['sms', null, '3 points at Pier 1'],
      ['push', null, 'Total 5.00, net 4.00, less 1.00'],
      ['webhook', null, cardNumber],
    ],
  )
  assert.equal(sent[0]?.html, '<b>&lt;Bo&gt;</b>')
  assert.deepEqual(
    sent.map((one) => [one.request_ref, one.rule_id, one.state]),
    times(4, () => [answer.requestRef, 'main/rule-1', 'waiting']),
  )
  assert.deepEqual(await shop.verify(), [])
})

test('without a card, only the webhook can be told', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [notify('email', 'a'), notify('sms', 'b'), notify('webhook', 'c'), says('d')] },
  ])
  assert.deepEqual((await bought('1 CAKE 5')).responseMessages, ['d'])
  assert.deepEqual(
    (await messagesOf(shop)).map(({ body }) => body),
    ['c'],
  )
})

test('nothing goes out for plain setups, and for locked ones only what was completed', async () => {
  const { shop, bought, buy } = await openRuleShop([{ then: [notify('webhook', 'out'), says('hello')] }])
  const cardNumber = await shop.card()
  const plain = await bought('1 CAKE 5', { cardNumber, isSetup: true })
  assert.deepEqual(plain.responseMessages, ['hello'])
  assert.deepEqual(await messagesOf(shop), [])
  const lock = { cardNumber, isSetup: true, lockSetupDuration: 60 }
  const first = await bought('1 CAKE 5', lock)
  assert.deepEqual(first.responseMessages, ['hello'])
  await shop.must('checkout', { cardNumber, cancelSetup: true, relatedSetupTransactionId: first.transactionId })
  assert.deepEqual(await messagesOf(shop), [])
  const second = await bought('1 CAKE 5', lock)
  assert.deepEqual(await messagesOf(shop), [])
  const done = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: second.transactionId })
  assert.deepEqual(done.responseMessages, ['hello'])
  assert.deepEqual(
    (await messagesOf(shop)).map(({ request_ref }) => request_ref),
    [done.requestRef],
  )
  assert.equal((await buy('', { cardNumber, relatedSetupTransactionId: second.transactionId })).body.errorCode, 114)
  assert.equal((await messagesOf(shop)).length, 1)
  assert.deepEqual(await shop.verify(), [])
})

const coupon = (set: string, more: object = {}) => ({ allocateCoupon: { set, ...more } })

test('a coupon is allocated to the card with its promotion, tags, expiry and restriction, and told', async () => {
  const { shop, bought, buy } = await openRuleShop([
    {
      when: [{ fact: 'products.quantity', where: { sku: 'CAKE' }, op: '>', value: 0 }],
      then: [
        coupon('gift', { promotion: 'spring', tags: ['vip', 'new'], onlyThisCard: true, expiresAfter: { days: 7 } }),
        says('{{ coupon.id }} until {{ coupon.expirationDate }}'),
      ],
    },
    { when: [{ fact: 'coupon', tag: 'vip' }], then: [{ discount: { amount: 1 } }] },
  ])
  const cardNumber = await shop.card()
  const { issuedCouponIDs, responseMessages } = await bought('1 CAKE 5', { cardNumber })
  const [couponId] = issuedCouponIDs
  const until = new Date(Date.now() + 7 * oneDay * 1000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  assert.match(responseMessages[0], new RegExp(`^${couponId} until ${until} \\d\\d:\\d\\d:\\d\\d$`))
  const details = await shop.must('couponDetails', { couponId })
  assert.deepEqual([details.isAllocated, details.isUsed, details.isDisabled], [true, false, false])
  assert.deepEqual([details.customTags, details.allowedWithCards], [['vip', 'new'], [cardNumber]])
  const again = await bought('1 CAKE 5', { cardNumber })
  assert.equal(again.issuedCouponIDs.length, 1)
  assert.notEqual(again.issuedCouponIDs[0], couponId)
  const stranger = await shop.card()
  assert.equal((await buy('1 ESP 5', { cardNumber: stranger, coupons: [couponId] })).body.errorCode, 27)
  assert.equal((await bought('1 ESP 5', { cardNumber, coupons: [couponId] })).totalDiscount, 1)
  const held = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
  assert.deepEqual(
    held.cards[0].coupons?.map((one: { promotionId: string }) => one.promotionId),
    ['spring'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('several coupons of several sets in one checkout, without a card too; an empty loaded set gives none', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [coupon('few'), says('few: {{ coupon.id }}')] },
    { then: [coupon('gift'), coupon('gift'), coupon('ten'), says('{{ coupon.id }}')] },
  ])
  const anonymous = await bought('1 CAKE 5')
  assert.equal(new Set(anonymous.issuedCouponIDs).size, 4)
  assert.deepEqual(anonymous.issuedCouponIDs[0], 'FEW-1')
  const later = await bought('1 CAKE 5', { cardNumber: await shop.card() })
  assert.equal(new Set(later.issuedCouponIDs).size, 3)
  assert.deepEqual(later.responseMessages, [later.issuedCouponIDs[2]])
  assert.deepEqual(await shop.verify(), [])
})

test('plain setups draw no coupon; locked ones keep theirs disabled until they complete', async () => {
  const open = await openRuleShop([{ then: [coupon('few'), says('hi')] }])
  const { shop, bought } = open
  const cardNumber = await shop.card()
  assert.deepEqual(await said(open, ['1 CAKE 5', { cardNumber }]), ['hi'])
  const setup = await bought('1 CAKE 5', { cardNumber, isSetup: true, lockSetupDuration: 60 })
  assert.equal(setup.issuedCouponIDs, undefined)
  const inBetween = await shop.must('couponDetails', { couponId: 'FEW-1' })
  assert.deepEqual([inBetween.isAllocated, inBetween.isDisabled], [true, true])
  const done = await shop.must('checkout', { cardNumber, relatedSetupTransactionId: setup.transactionId })
  assert.deepEqual(done.issuedCouponIDs, ['FEW-1'])
  assert.equal((await shop.must('couponDetails', { couponId: 'FEW-1' })).isDisabled, false)
  assert.deepEqual(await shop.verify(), [])
})

test('twenty tills share the coupons of a loaded set: each goes to one, the others get none', async () => {
  const { shop, bought } = await openRuleShop([{ then: [coupon('ten')] }])
  const cards = await Promise.all(times(20, () => shop.card()))
  const answers = await Promise.all(cards.map((cardNumber) => bought('1 CAKE 5', { cardNumber })))
  const issued = answers.flatMap(({ issuedCouponIDs = [] }) => issuedCouponIDs)
  assert.equal(issued.length, 6)
  assert.equal(new Set(issued).size, 6)
  assert.deepEqual(await shop.verify(), [])
})

test('mutation.amount is what the rule issued or redeemed, discount.amount what it took off', async () => {
  const both = notify('direct', '{{ discount.amount }} off, {{ mutation.amount }} points')
  const { shop, bought } = await openRuleShop([
    { then: [{ discount: { percent: 10 } }, points(7), both] },
    {
      then: [
        { discount: { amount: 1 } },
        { discount: { amount: 0.5 } },
        notify('direct', 'less {{ discount.amount }}'),
      ],
    },
    { then: [{ discount: { amount: 1 } }, notify('direct', 'You earned {{ mutation.amount }} points')] },
  ])
  const answer = await bought('1 CAKE 10', { cardNumber: await shop.card() })
  assert.deepEqual(answer.responseMessages, ['1.00 off, 7 points', 'less 1.50'])
  assert.deepEqual(await shop.verify(), [])
})

test('a message about nothing is not sent: no coupon left, no points, no discount', async () => {
  const coupon = { allocateCoupon: { set: 'few' } }
  const perTen = points({ give: 1, per: 10, of: 'checkout.total' })
  const { shop, bought } = await openRuleShop([
    { then: [coupon, notify('direct', 'Your coupon: [{{ coupon.id }}]'), notify('email', 'A coupon for you')] },
    { then: [perTen, notify('direct', 'You earned points')] },
    {
      then: [points(2), coupon, notify('direct', 'Coupon {{ coupon.id }}'), notify('direct', '{{ mutation.amount }}')],
    },
    { then: [perTen, notify('direct', 'Thanks{{# mutation.amount }}: {{ mutation.amount }}{{/ mutation.amount }}')] },
    { then: [points(3), coupon, notify('direct', 'Hi{{# coupon.id }} {{ coupon.id }}{{/ coupon.id }}')] },
    { then: [notify('direct', 'Hello')] },
  ])
  const cardNumber = await shop.card()
  const rich = await bought('1 CAKE 10', { cardNumber })
  assert.deepEqual(rich.responseMessages, [
    'Your coupon: [FEW-1]',
    'You earned points',
    '2',
    'Thanks: 1',
    'Hi',
    'Hello',
  ])
  const poor = await bought('1 CAKE 5', { cardNumber })
  assert.deepEqual(poor.responseMessages, ['2', 'Hi', 'Hello'])
  const sent = await messagesOf(shop)
  assert.deepEqual(
    sent.map(({ channel, body }) => [channel, body]),
    [['email', 'A coupon for you']],
  )
  const [first] = await traceOf(shop, poor.requestRef)
  assert.deepEqual(
    first.fired.map((one: { reason: string }) => one.reason),
    ['depleted', 'nothingToTell', 'nothingToTell'],
  )
  assert.deepEqual(await shop.verify(), [])
})
