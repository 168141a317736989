import assert from 'node:assert/strict'
import test from 'node:test'
import pg from 'pg'
import { dumpBrand } from '../support/brand-dump.ts'
import { letLocksExpire, lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Shop, testDatabase } from '../support/shop.ts'
import { oneDay, secondsFromNow, sql } from '../support/time-passes.ts'

const tenOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }
const everything = {
  then: [
    points(perDollar(1), { expiresAfter: { days: 30 } }),
    { redeem: { balanceType: 'Currency', balanceCode: 'USD', amount: 2 } },
    { allocateCoupon: { set: 'gift', promotion: 'P', onlyThisCard: true, tags: ['t'] } },
    { notify: { channel: 'webhook', text: 'Bought for {{ checkout.netTotal }}' } },
    { logEvent: { categoryId: 'buy', payload: 'p' } },
    {
      personalOffer: {
        skus: [{ sku: 'ESP' }],
        discountType: 'percentageDiscount',
        percentageDiscount: 50,
        expiresAfter: { days: 9 },
      },
    },
    { setDemographic: { name: 'drink', value: 'tea' } },
    { enroll: { program: 'rewards' } },
  ],
}
const more = {
  eventTypes: [{ categoryId: 'buy', name: 'Bought' }],
  demographicFields: [{ name: 'drink', type: 'String' }],
}

async function open(rules: readonly object[]) {
  const room = await openRuleShop(rules, { more })
  return { ...room, ...lockingCalls(room) }
}

/** What a card has beyond its balances, without references and instants. */
async function belongings(shop: Shop, cardNumber: string) {
  const of = (columns: string, table: string) =>
    sql(
      `select ${columns} from ${table} join card using (brand_id, card_id) where brand_id = $1 and card_number = $2 order by 1`,
      [shop.id, cardNumber],
    )
  return {
    lots: await of('amount, return_related, lot.expires_at is null as lasts', 'lot'),
    coupons: await of('promotion_id, tags, disabled, allowed_cards', 'coupon'),
    messages: await of('channel, body, state', 'message'),
    events: await of('category_id, payload', 'event'),
    offers: await of('offer_no, terms, max_uses, uses', 'personal_offer'),
    uses: await of('offer_no', 'offer_use'),
    accounts: await of(`demographics, array(select jsonb_object_keys(programs)) as programs`, 'account'),
    firings: await of('rule_id, until', 'rule_firing'),
  }
}

test('a completed setup leaves exactly what a standalone checkout leaves', async () => {
  const { shop, bought, lock, complete } = await open([everything])
  const [alone, locked] = [await shop.card({ usd: 9 }), await shop.card({ usd: 9 })]
  const withoutCards = (found: Awaited<ReturnType<typeof belongings>>) => ({
    ...found,
    coupons: found.coupons.map(({ allowed_cards: _, ...rest }) => rest),
  })
  for (let round = 0; round < 2; round += 1) {
    await bought('2 ESP 4', { cardNumber: alone })
    const before = await belongings(shop, locked)
    const setup = await lock(locked, '2 ESP 4')
    const { coupons: _, firings: __, ...during } = await belongings(shop, locked)
    const { coupons: ___, firings: ____, ...unchanged } = before
    assert.deepEqual(during, unchanged, 'nothing but the coupon and the throttle is taken by the setup')
    assert.equal((await complete(setup)).body.success, true)
    assert.deepEqual(withoutCards(await belongings(shop, locked)), withoutCards(await belongings(shop, alone)))
  }
  assert.deepEqual(await shop.verify(), [])
})

test('a setup that is cancelled or expires leaves nothing but a disabled coupon', async () => {
  const { shop, lock, cancel } = await open([everything])
  const card = await shop.card({ usd: 9 })
  const { coupons: _, ...before } = await belongings(shop, card)
  await cancel(await lock(card, '2 ESP 4'))
  const { coupons, ...after } = await belongings(shop, card)
  assert.deepEqual(after, before)
  assert.deepEqual(
    coupons.map(({ disabled }) => disabled),
    ['setup'],
  )
  await lock(card, '2 ESP 4')
  await letLocksExpire(shop)
  assert.equal((await shop.redeem(card, { usd: 9 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a personal offer is used up by completion, not by setups', async () => {
  const { shop, bought, lock, complete, cancel } = await open([])
  const cardNumber = await shop.card()
  const offer = { skus: [{ sku: 'ESP' }], discountType: 'absoluteDiscount', absoluteDiscount: 1, maxUsageCount: 2 }
  const given = { cardNumber, offers: [{ ...offer, expirationDate: secondsFromNow(oneDay) }] }
  await shop.must('addPersonalOffer', given)
  const shown = await bought('1 ESP 4', { cardNumber, isSetup: true, returnBalanceMutations: true })
  assert.deepEqual([shown.totalDiscount, shown.balanceMutations[0].offerIndex], [1, 1])
  await cancel(await lock(cardNumber, '1 ESP 4'))
  const setup = await lock(cardNumber, '1 ESP 4')
  await sql(`update personal_offer set expires_at = now() where brand_id = $1`, [shop.id])
  assert.equal((await complete(setup)).body.totalDiscount, 1, 'it was open when the setup was made')
  await sql(`update personal_offer set expires_at = now() + interval '1 day' where brand_id = $1`, [shop.id])
  assert.equal((await bought('1 ESP 4', { cardNumber })).totalDiscount, 1)
  assert.equal((await bought('1 ESP 4', { cardNumber })).totalDiscount, 0)
  assert.equal((await shop.must('offerActivity', { cardNumber })).rows.length, 2)
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout that is refused leaves nothing', async () => {
  const { shop, buy } = await open([
    tenOff,
    everything,
    {
      when: [{ fact: 'keyValue', key: 'k', op: '=', value: 'stop' }],
      then: [{ block: { message: 'No {{ keyValues.k }}' } }],
    },
  ])
  const cardNumber = await shop.card({ usd: 9 })
  const { couponId: first } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const { couponId: second } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const usd = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 8 }
  const before = await dumpBrand(shop.id)
  const rows: [change: object, code: number][] = [
    [{ coupons: [first, second] }, 125],
    [{ coupons: [first], paymentMethods: [usd, usd] }, 13],
    [{ coupons: [first, 'NO-SUCH'] }, 27],
    [{ coupons: [first], customKeyValues: [{ key: 'k', value: 'stop' }] }, 134],
    [{ coupons: [first], lockExcludedValueTypes: [{ balanceType: 'Currency', balanceCode: 'GBP' }] }, 115],
  ]
  for (const [change, code] of rows)
    for (const kind of code === 115
      ? [{ isSetup: true, lockSetupDuration: 9 }]
      : [{}, { isSetup: true, lockSetupDuration: 9 }]) {
      const { body } = await buy('1 CAKE 20', { cardNumber, ...change, ...kind })
      assert.equal(body.errorCode, code, JSON.stringify(body))
      if (code === 134) assert.equal(body.errorMessage, 'No stop')
    }
  assert.deepEqual(await dumpBrand(shop.id), before)
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that would redeem what a payment has just used refuses the checkout whole', async () => {
  const { shop, buy } = await open([
    { then: [{ discount: { amount: 1 } }, { redeem: { balanceType: 'Currency', balanceCode: 'USD', amount: 5 } }] },
  ])
  const cardNumber = await shop.card({ usd: 9 })
  const usd = { redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: 8 }
  const { body } = await buy('1 CAKE 20', { cardNumber, paymentMethods: [usd] })
  assert.equal(body.errorCode, 13, JSON.stringify(body))
  assert.deepEqual(await shop.verify(), [])
})

test('what is no lock is ignored: no seconds, a negative number of them, or a link on a setup', async () => {
  const { shop, bought } = await open([{ then: [points(1)] }])
  const cardNumber = await shop.card()
  const excluded = { lockExcludedValueTypes: [{ balanceType: 'Points' }] }
  await bought('1 CAKE 1', { cardNumber, isSetup: true, lockSetupDuration: 0, ...excluded })
  await bought('1 CAKE 1', { cardNumber, isSetup: true, lockSetupDuration: -5 })
  await bought('1 CAKE 1', { cardNumber, isSetup: true, relatedSetupTransactionId: 'nonsense' })
  assert.deepEqual(await shop.balances(cardNumber), [])
  await bought('1 CAKE 1', { cardNumber, lockSetupDuration: 60, ...excluded })
  assert.equal((await shop.redeem(cardNumber, { points: 1 })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a pin is judged before the lock, and neither a setup nor a cancel can be voided', async () => {
  const { shop, bought, lock, cancel } = await open([])
  const { cardNumber, pin } = await shop.must('allocate', { cardSetId: 'cards' })
  const setup = await lock(cardNumber, '1 CAKE 1')
  const wrong = { forcePinValidation: true, pin: pin === '0000' ? '1111' : '0000' }
  const usd = { balanceType: 'Currency', balanceCode: 'USD', amount: 1 }
  const call = (more: object) => shop.call('updateBalance', { cardNumber, action: 'issue', amount: usd, ...more })
  assertRefused(await call(wrong), 10)
  assertRefused(await call({ ...wrong, pin }), 113)
  const { body: cancelled } = await cancel(setup)
  const plain = await bought('1 CAKE 1', { cardNumber, isSetup: true })
  for (const { requestRef } of [setup, cancelled, plain])
    assertRefused(await shop.call('voidTransaction', { cardNumber, requestRef }), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('a coupon that another call holds at this moment is busy, and is not taken for invalid', async () => {
  const { shop, buy, bought } = await open([tenOff])
  const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' })
  const client = new pg.Client({ connectionString: testDatabase() })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from coupon where brand_id = $1 and coupon_id = $2 for update', [shop.id, couponId])
    assertRefused(await buy('1 CAKE 20', { coupons: [couponId] }), 26)
    assertRefused(await buy('1 CAKE 20', { coupons: [couponId, 'NO-SUCH'], removeBlockingCoupons: true }), 26)
    assertRefused(await buy('1 CAKE 20', { coupons: [couponId], isSetup: true }), 26)
  } finally {
    await client.query('rollback').finally(() => client.end())
  }
  assert.equal((await bought('1 CAKE 20', { coupons: [couponId] })).totalDiscount, 10)
  assert.deepEqual(await shop.verify(), [])
})
