import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { messagesOf, purse, traceOf } from '../support/rule-table.ts'
import { times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const after = (callType: string, then: object[], more: object = {}) => ({
  trigger: 'request',
  when: [{ fact: 'request.callType', op: '=', value: callType }],
  then,
  ...more,
})
const usd = { balanceType: 'Currency', balanceCode: 'USD' }

test('rules after an allocation: a welcome balance, coupon, offer, event, field and message', async () => {
  const { shop } = await openRuleShop(
    [
      after('ALLOCATE', [
        points(50),
        { allocateCoupon: { set: 'gift', promotion: 'welcome' } },
        { personalOffer: { skus: [{ sku: 'ESP' }], discountType: 'bogo', expiresAfter: { days: 7 } } },
        { logEvent: { categoryId: 'joined' } },
        { setDemographic: { name: 'source', value: 'till' } },
        { enroll: { program: 'rewards' } },
        { notify: { channel: 'webhook', text: 'Welcome {{ card.number }}: {{ coupon.id }}' } },
        { notify: { channel: 'direct', text: 'nobody hears this' } },
      ]),
    ],
    {
      more: {
        eventTypes: [{ categoryId: 'joined', name: 'Joined' }],
        demographicFields: [{ name: 'source', type: 'String' }],
      },
    },
  )
  const first = await shop.must('allocate', { cardSetId: 'cards' })
  const { cardNumber } = first
  assert.deepEqual(Object.keys(first).sort(), ['cardNumber', 'pin', 'requestRef', 'success'])
  assert.deepEqual(await purse(shop, cardNumber), { Points: 50 })
  const found = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
  const [coupon] = found.cards[0].coupons
  assert.equal(coupon.promotionId, 'welcome')
  assert.deepEqual(
    (await messagesOf(shop)).map(({ body }) => body),
    [`Welcome ${cardNumber}: ${coupon.couponId}`],
  )
  const [event] = await sql('select category_id from event where brand_id = $1', [shop.id])
  assert.equal(event.category_id, 'joined')
  const [account] = await sql('select demographics, programs from account where brand_id = $1', [shop.id])
  assert.deepEqual([account.demographics, Object.keys(account.programs)], [{ source: ['till'] }, ['rewards']])
  const answer = await shop.must('checkout', {
    cardNumber,
    products: [{ sku: 'ESP', unitPrice: 3, amountPurchased: 2 }],
  })
  assert.equal(answer.totalDiscount, 3)
  const [entry] = await traceOf(shop, first.requestRef)
  assert.deepEqual(entry.fired.at(-1), { kind: 'nothing', result: 'notify', reason: 'noAnswer', of: 'direct' })
  assert.deepEqual(await shop.verify(), [])
})

test('twenty allocations at once each get their own welcome', async () => {
  const { shop } = await openRuleShop([
    after('ALLOCATE', [points(5), { allocateCoupon: { set: 'gift' } }], {
      limit: { times: 12, per: 'brand', every: 'day' },
    }),
  ])
  const cards = await Promise.all(times(20, () => shop.card()))
  const given = await Promise.all(cards.map((card) => purse(shop, card)))
  assert.equal(given.filter(({ Points }) => Points === 5).length, 12)
  const [row] = await sql(
    'select count(*)::integer as count from coupon where brand_id = $1 and allocated_at is not null',
    [shop.id],
  )
  assert.equal(row.count, 12)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that a rule allocates is never the one that the call allocates', async () => {
  const { shop } = await openRuleShop([
    after('ALLOCATE', [{ allocateCoupon: { set: 'gift' } }, { allocateCoupon: { set: 'ten' } }]),
  ])
  const coupons = () => sql('select coupon_id from coupon where brand_id = $1 and allocated_at is not null', [shop.id])
  await shop.must('allocateCoupon', { couponSetId: 'gift' })
  assert.equal((await coupons()).length, 3)
  await shop.must('allocateCoupon', { couponSetId: 'ten' })
  assert.equal((await coupons()).length, 6)
  const { couponId } = await shop.must('allocateCoupon', { couponId: 'FEW-1' })
  assert.equal((await coupons()).length, 9)
  assert.equal(couponId, 'FEW-1')
  assert.deepEqual(await shop.verify(), [])
})

test('rules after updateBalance: their effect is in the balances that it answers', async () => {
  const { shop } = await openRuleShop([
    after('UPDATE_BALANCE', [points({ give: 1, per: 10, of: 'balance', ...usd })], { limit: { times: 2 } }),
    { trigger: 'request', when: [{ fact: 'keyValue', key: 'gift', op: '=', value: 'yes' }], then: [points(100)] },
  ])
  const cardNumber = await shop.card()
  const issue = { cardNumber, action: 'issue', amount: { ...usd, amount: 30 }, returnBalances: true }
  const amounts = (body: { balances: { balanceType: string; amount: number }[] }) =>
    body.balances.map((one) => [one.balanceType, one.amount])
  assert.deepEqual(amounts(await shop.must('updateBalance', issue)), [
    ['Points', 3],
    ['Currency', 30],
  ])
  const keyed = { ...issue, customKeyValues: [{ key: 'gift', value: 'yes' }] }
  assert.deepEqual(amounts(await shop.must('updateBalance', keyed)), [
    ['Points', 109],
    ['Currency', 60],
  ])
  assert.deepEqual(amounts(await shop.must('updateBalance', issue)), [
    ['Points', 109],
    ['Currency', 90],
  ])
  assert.equal((await shop.redeem(cardNumber, { usd: 91 })).body.errorCode, 13)
  assert.deepEqual(await shop.verify(), [])
})

test('rules run once after the call: never after themselves, a checkout, a void or a trigger', async () => {
  const { shop, bought } = await openRuleShop([
    { trigger: 'request', then: [points(1)] },
    {
      trigger: 'request',
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 1000 }],
      then: [points(5)],
    },
    { trigger: 'custom', then: [{ issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: 1 } }] },
  ])
  const cardNumber = await shop.card()
  const now = async () => (await purse(shop, cardNumber)).Points
  assert.equal(await now(), 1)
  await shop.issue(cardNumber, { usd: 5 })
  assert.equal(await now(), 2)
  const sale = await bought('1 CAKE 5', { cardNumber })
  assert.equal(await now(), 2)
  await shop.must('triggerCustomCampaigns', { cardNumber })
  assert.equal(await now(), 2)
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: sale.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  assert.equal(await now(), 3)
  await shop.must('voidTransaction', { cardNumber, requestRef: (await bought('1 CAKE 5', { cardNumber })).requestRef })
  assert.equal(await now(), 3)
  await shop.must('allocateCoupon', { couponSetId: 'gift', cardNumber, promotionId: 'p' })
  assert.equal(await now(), 4)
  await shop.must('allocateChildCard', { cardNumber, childCardNumber: 'KID' })
  assert.equal(await now(), 4)
  await shop.call('search', { filters: { cardNumber } })
  assert.equal(await now(), 4)
  assert.deepEqual(await shop.verify(), [])
})

test('a void takes back what the rules of the call did', async () => {
  const { shop } = await openRuleShop([after('UPDATE_BALANCE', [points(10)], { limit: { times: 1 } })])
  const cardNumber = await shop.card()
  const { body } = await shop.issue(cardNumber, { usd: 5 })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 10, USD: 5 })
  await shop.must('voidTransaction', { cardNumber, requestRef: body.requestRef })
  assert.deepEqual(await purse(shop, cardNumber), {})
  await shop.issue(cardNumber, { usd: 5 })
  assert.deepEqual(await purse(shop, cardNumber), { Points: 10, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('no rule runs on a card that the call has just closed, or that a checkout has locked', async () => {
  const { shop, bought } = await openRuleShop([{ trigger: 'request', then: [points(1)] }])
  const closed = await shop.card()
  const status = { isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
  await shop.must('updateBalance', { cardNumber: closed, action: 'adjustOnly', ...status })
  assert.deepEqual(await purse(shop, closed), { Points: 1 })
  const locked = await shop.card()
  const lockExcludedValueTypes = [{ ...usd }]
  await bought('1 CAKE 5', { cardNumber: locked, isSetup: true, lockSetupDuration: 60, lockExcludedValueTypes })
  assert.equal((await shop.issue(locked, { usd: 5 })).body.success, true)
  assert.deepEqual(await purse(shop, locked), { Points: 1, USD: 5 })
  assert.deepEqual(await shop.verify(), [])
})

test('twenty parallel updates of one card: a rule for the first one fires once', async () => {
  const { shop } = await openRuleShop([after('UPDATE_BALANCE', [points(10)], { limit: { times: 1 } })])
  const cardNumber = await shop.card()
  await Promise.all(times(20, () => shop.issue(cardNumber, { usd: 1 })))
  assert.deepEqual(await purse(shop, cardNumber), { Points: 10, USD: 20 })
  assert.deepEqual(await shop.verify(), [])
})
