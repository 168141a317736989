import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { eraseCustomer } from '../../server/program/command-line/people/customer.ts'
import { lockingCalls, openRuleShop, points } from '../support/checkout-shop.ts'
import { messagesOf, says, traceOf } from '../support/rule-table.ts'
import { applyFile, type Shop, testDatabase, testOrigin } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const eventTypes = [{ categoryId: 'friend', name: 'Brought a friend', groupType: 'OTHER', sentiment: 0 }]
const coupon = (more: object = {}) => ({
  allocateCoupon: { set: 'ten', promotion: 'friends', to: 'referrer', onlyThisCard: true, ...more },
})
const event = { logEvent: { categoryId: 'friend', payload: 'for {{ card.number }}', to: 'referrer' } }
const mail = { notify: { channel: 'email', text: 'Dear {{ customer.firstName }}: {{ coupon.id }}', to: 'referrer' } }
const gifts = { name: 'Bring a friend', then: [coupon(), event, mail, says('Your friend gets a coupon')] }

const open = (rules: readonly object[]) => openRuleShop(rules, { more: { eventTypes } })

async function person(shop: Shop, firstName: string): Promise<string> {
  const cardNumber = await shop.card()
  await shop.must('updateAccount', { cardNumber, primaryCustomer: { firstName } })
  return cardNumber
}

const couponsOf = async (shop: Shop, cardNumber: string): Promise<string[]> => {
  const { cards } = await shop.must('search', { filters: { cardNumber }, returnFields: { coupons: true } })
  return (cards[0].coupons ?? []).map((one: { couponId: string }) => one.couponId)
}

const eventsOf = (shop: Shop) =>
  sql(
    `select card_number as card, payload from event join card using (brand_id, card_id)
     where brand_id = $1 and category_id = 'friend'`,
    [shop.id],
  )

const bodies = async (shop: Shop) => (await messagesOf(shop)).map(({ body, state }) => `${body} (${state})`)

test('a referrer gets a coupon, a message and an event of their own', async () => {
  const { shop, bought, buy } = await open([gifts])
  const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
  const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  const [given = ''] = await couponsOf(shop, friend)
  assert.match(given, /^TEN-/)
  assert.deepEqual(await couponsOf(shop, cardNumber), [])
  assert.equal(sale.issuedCouponIDs, undefined, 'whoever knows a coupon could use it')
  const lookup = await shop.must('checkoutLookup', { checkoutTransactionId: sale.transactionId })
  assert.deepEqual(lookup.issuedCouponIDs, [])
  assert.deepEqual(sale.responseMessages, ['Your friend gets a coupon'])
  assert.deepEqual(await eventsOf(shop), [{ card: friend, payload: `for ${friend}` }])
  assert.deepEqual(await bodies(shop), [`Dear Ana: ${given} (waiting)`])
  assert.deepEqual(
    (await traceOf(shop, sale.requestRef))[0].fired.map((one: { kind: string; to?: string }) => [one.kind, one.to]),
    [
      ['allocateCoupon', 'referrer'],
      ['logEvent', 'referrer'],
      ['notify', 'referrer'],
      ['notify', undefined],
    ],
  )
  const used = await buy('1 CAKE 9', { cardNumber, coupons: [given] })
  assert.equal(used.body.errorCode, 27, 'the coupon is for the card of the referrer only')

  await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  assert.equal((await couponsOf(shop, friend)).length, 2, 'a second one of the promotion is given')
  assert.deepEqual(await shop.verify(), [])
})

test('a void takes back what a referrer got, also if it has been used', async () => {
  const { shop, bought } = await open([gifts, { when: [{ fact: 'coupon', set: 'ten' }], then: [points(1)] }])
  const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
  const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  const asked = { cardNumber, requestRef: sale.requestRef }
  await shop.must('voidTransaction', { ...asked, failIfCouponsUsed: true })
  assert.deepEqual([await couponsOf(shop, friend), await eventsOf(shop)], [[], []])
  assert.deepEqual(
    (await messagesOf(shop)).map(({ state }) => state),
    ['cancelled'],
  )

  const second = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  await bought('1 CAKE 9', { cardNumber: friend, coupons: await couponsOf(shop, friend) })
  await shop.must('voidTransaction', { cardNumber, requestRef: second.requestRef, failIfCouponsUsed: true })

  const third = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: third.requestRef,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
    failIfCouponsUsed: true,
    disableIssuedCoupons: true,
    removeCustomEvents: true,
  })
  assert.deepEqual([await couponsOf(shop, friend), await eventsOf(shop)], [[], []])
  assert.deepEqual(await shop.verify(), [])
})

for (const obstacle of ['locked', 'lost'] as const) {
  test(`a referrer whose card is ${obstacle} gets no coupon, message or event, now or when a setup is completed`, async () => {
    const room = await open([gifts])
    const { shop, bought } = room
    const { lock, complete } = lockingCalls(room)
    const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
    const setup = await lock(cardNumber, '1 CAKE 9', { referringCardNumber: friend })
    assert.deepEqual(setup.responseMessages, ['Your friend gets a coupon'])
    if (obstacle === 'locked') await lock(friend, '1 CAKE 9')
    else {
      const adjusted = { action: 'adjustOnly', isAccountingAdjustment: true, adjustStatus: { newStatus: 'Lost' } }
      await shop.must('updateBalance', { cardNumber: friend, ...adjusted })
    }
    const { body: done } = await complete(setup)
    assert.equal(done.success, true, JSON.stringify(done))
    const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
    const nothing = (result: string, of: string) => ({ kind: 'nothing', result, reason: obstacle, of, to: 'referrer' })
    for (const { responseMessages, requestRef } of [done, sale]) {
      assert.deepEqual(responseMessages, [])
      assert.deepEqual((await traceOf(shop, requestRef))[0].fired.slice(0, 3), [
        nothing('allocateCoupon', 'ten'),
        nothing('logEvent', 'friend'),
        nothing('notify', 'email'),
      ])
    }
    assert.deepEqual([await eventsOf(shop), await messagesOf(shop)], [[], []])
    const held = await sql('select disabled from coupon where brand_id = $1 and allocated_at is not null', [shop.id])
    assert.deepEqual(held, [{ disabled: 'setup' }], 'what a setup allocated in vain stays disabled')
    await shop.must('voidTransaction', { cardNumber, requestRef: done.requestRef })
    assert.deepEqual(await shop.verify(), [])
  })
}

test('a setup that is completed gives the referrer what it promised, and a void takes that back', async () => {
  const room = await open([gifts])
  const { shop } = room
  const { lock, complete } = lockingCalls(room)
  const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
  const setup = await lock(cardNumber, '1 CAKE 9', { referringCardNumber: friend })
  assert.deepEqual([await couponsOf(shop, friend), await messagesOf(shop), await eventsOf(shop)], [[], [], []])
  const { body: done } = await complete(setup)
  const [given] = await couponsOf(shop, friend)
  assert.deepEqual([done.issuedCouponIDs, await bodies(shop)], [undefined, [`Dear Ana: ${given} (waiting)`]])
  assert.deepEqual(await eventsOf(shop), [{ card: friend, payload: `for ${friend}` }])
  await shop.must('voidTransaction', { cardNumber, requestRef: done.requestRef })
  assert.deepEqual([await couponsOf(shop, friend), await eventsOf(shop)], [[], []])
  assert.deepEqual(await bodies(shop), [`Dear Ana: ${given} (cancelled)`])
  assert.deepEqual(await shop.verify(), [])
})

test('a referrer who is erased is in no setup of others any more', async (t) => {
  const room = await open([{ then: [...gifts.then, { notify: { channel: 'sms', text: 'Thanks' } }] }])
  const { shop } = room
  const { lock, complete } = lockingCalls(room)
  const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
  const setup = await lock(cardNumber, '1 CAKE 9', { referringCardNumber: friend })
  const pool = new ConnectionPool({ url: testDatabase() }, 1)
  t.after(() => pool.close())
  const erased = await eraseCustomer(pool, { brand: shop.id, cardNumber: friend }, { origin: testOrigin })
  assert.ok(!('faults' in erased), JSON.stringify(erased))
  const plans = await sql(`select content ->> 'plan' as plan from checkout where brand_id = $1`, [shop.id])
  assert.ok(!JSON.stringify(plans).includes('Ana') && !JSON.stringify(plans).includes(`for ${friend}`))
  const { body: done } = await complete(setup)
  assert.equal(done.success, true, JSON.stringify(done))
  assert.deepEqual(await bodies(shop), ['Thanks (waiting)'])
  assert.deepEqual(await shop.verify(), [])
})

test('neither learns anything of the other', async () => {
  const toReferrer = (text: string) => ({ notify: { channel: 'sms', text, to: 'referrer' } })
  const { shop, bought } = await open([
    { then: [coupon(), points(2), toReferrer('{{ checkout.total }}'), toReferrer('{{ mutation.amount }}')] },
    { then: [coupon(), says('Use {{ coupon.id }}')] },
    { then: [points(7, { to: 'referrer' }), points(2), toReferrer('{{ mutation.amount }} of {{ balances.Points }}')] },
    { then: [toReferrer('{{ customer.firstName }} {{#checkout.total}}spent{{/checkout.total}}')] },
  ])
  const [cardNumber, friend] = [await person(shop, 'Ben'), await person(shop, 'Ana')]
  const sale = await bought('1 CAKE 9', { cardNumber, referringCardNumber: friend })
  assert.deepEqual(sale.responseMessages, [])
  assert.deepEqual((await bodies(shop)).toSorted(), ['7 of 7 (waiting)', 'Ana  (waiting)'])
  assert.deepEqual(await shop.verify(), [])
})

test('a referrer of somebody without a card gets the same, and a void takes it back', async () => {
  const { shop, bought } = await open([gifts])
  const friend = await person(shop, 'Ana')
  const { requestRef } = await bought('1 CAKE 9', { referringCardNumber: friend })
  const [given] = await couponsOf(shop, friend)
  assert.deepEqual(await bodies(shop), [`Dear Ana: ${given} (waiting)`])
  assert.equal((await eventsOf(shop)).length, 1)
  await shop.must('voidTransaction', { requestRef, cardNumber: '' })
  assert.deepEqual([await couponsOf(shop, friend), await eventsOf(shop)], [[], []])
  assert.deepEqual(await shop.verify(), [])
})

test('who is rewarded for referring is the referrer', async () => {
  const then = [coupon(), event, mail]
  const { shop, bought } = await open([{ trigger: 'refer', then }, { then: [event] }])
  const friend = await person(shop, 'Ana')
  await shop.must('triggerReferRewards', { cardNumber: friend, checkoutCount: 1, checkoutTotalSum: 9 })
  const [given] = await couponsOf(shop, friend)
  assert.deepEqual(await bodies(shop), [`Dear Ana: ${given} (waiting)`])
  assert.deepEqual(await eventsOf(shop), [{ card: friend, payload: `for ${friend}` }])
  const { requestRef } = await bought('1 CAKE 9', { cardNumber: friend })
  assert.deepEqual((await traceOf(shop, requestRef))[0].fired, [
    { kind: 'nothing', result: 'logEvent', reason: 'noReferrer' },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('a file says where there is no referrer', async () => {
  const { shop } = await open([])
  const faultOf = async (rule: object) => {
    const campaigns = [{ id: 'main', rules: [{ id: 'one', ...rule }] }]
    const error: Error = await applyFile({ ...shop.file, campaigns }).then(
      () => assert.fail('it was applied'),
      (thrown) => thrown,
    )
    return error.message
  }
  for (const [result, name] of [
    [coupon(), 'allocateCoupon'],
    [event, 'logEvent'],
    [mail, 'notify'],
  ] as const)
    assert.equal(
      await faultOf({ trigger: 'custom', then: [result] }),
      `campaigns[main].rules[one].then[0].${name}.to: trigger custom has no referrer; checkout and refer have`,
    )
  const direct = { notify: { channel: 'direct', text: 'Hi', to: 'referrer' } }
  assert.match(
    await faultOf({ trigger: 'checkout', then: [direct] }),
    /^campaigns\[main\]\.rules\[one\]\.then\[0\]\.notify\.to: a direct message is in the response/,
  )
})
