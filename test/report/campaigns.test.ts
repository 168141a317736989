import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign, lockingCalls, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { always, type Row, rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import { sql } from '../support/time-passes.ts'

const tenPercent = { discount: { percent: 10 } }

test('what campaigns did is exact with voids and returns, whatever is summed already', async () => {
  const world = await openRuleShop([{ then: [points(perDollar(1))] }, { then: [tenPercent] }])
  const { shop, bought } = world
  const [ann, bob] = [await shop.card(), await shop.card()]
  await bought('2 ESP 10', { cardNumber: ann })
  const voided = await bought('1 CAKE 30', { cardNumber: bob })
  await shop.must('voidTransaction', { cardNumber: bob, requestRef: voided.transactionId })
  const returned = await bought('4 LATTE 10', { cardNumber: ann })
  const bring = (amountPurchased: number) =>
    shop.must('returnMerchandise', {
      cardNumber: ann,
      checkoutRequestRef: returned.transactionId,
      returnedProducts: [{ sku: 'LATTE', amountPurchased }],
    })
  await bring(1)
  const { requestRef } = await bring(2)
  await shop.must('voidTransaction', { cardNumber: ann, requestRef })
  const { lock, complete } = lockingCalls(world)
  await complete(await lock(ann, '1 ESP 10'))
  await lock(bob, '1 ESP 10')

  const expected = {
    campaign: 'Main',
    fired: '3',
    visits: '3',
    customers: '1',
    discountsUSD: '6.00',
    givenPointsRewards: '54',
    redeemedPointsRewards: '0',
    openPointsRewards: '54',
  }
  const shown = async () => {
    const [row = {}, ...rest] = await rowsOf(shop, 'campaigns')
    assert.deepEqual(rest, [])
    return row
  }
  const before = await shown()
  assert.deepEqual(before, { ...expected, cost: '6.00', costPerSale: '2.00' })
  const byRule = await rowsOf(shop, 'campaigns', { ...always, by: 'rule' })
  assert.deepEqual(
    byRule.map(({ rule, fired, visits, discountsUSD }) => [rule, fired, visits, discountsUSD]),
    [
      ['rule-1', '3', '3', '0.00'],
      ['rule-2', '3', '3', '6.00'],
    ],
  )
  await sumUp(await openJobRoom(shop))
  assert.deepEqual(await shown(), before)
  assert.deepEqual(await rowsOf(shop, 'campaigns', { ...always, by: 'rule' }), byRule)
  assert.deepEqual(await shop.verify(), [])
})

const noted = ({ fired, visits, customers, cost, costPerSale = '-' }: Row) =>
  [fired, visits, customers, cost, costPerSale].join(' ')

test('a visit is a checkout, and a firing of which nothing came counts nowhere', async () => {
  const welcome = {
    trigger: 'request',
    when: [{ fact: 'request.callType', op: '=', value: 'ALLOCATE' }],
    then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 3 } }],
  }
  const spent = { then: [points({ give: 1, per: 10, of: 'checkout.netTotal' })] }
  const { shop, bought } = await openRuleShop([welcome, spent], {
    more: { campaigns: [campaign([welcome, spent]), campaign([{ then: [tenPercent] }], { id: 'off', name: 'Off' })] },
  })
  const [ann, bob] = [await shop.card(), await shop.card()]
  await bought('1 ESP 50', { cardNumber: ann })
  // Less than ten dollars: the rule fires and gives no point.
  await bought('1 ESP 5', { cardNumber: bob })
  await bought('1 ESP 5', { cardNumber: ann, customRequestDate: '2026-01-10 12:00:00' })
  const { transactionId } = await bought('1 ESP 5', { cardNumber: bob })
  await shop.must('voidTransaction', { cardNumber: bob, requestRef: transactionId })
  const { lock, complete } = lockingCalls({ shop })
  await complete(await lock(ann, '1 ESP 6'))

  const [all, byRule] = await sameWhenSummed(shop, async () => [
    await rowsOf(shop, 'campaigns'),
    await rowsOf(shop, 'campaigns', { ...always, by: 'rule' }),
  ])
  assert.deepEqual(
    all.map((row) => `${row.campaign} ${noted(row)}`),
    ['Main 3 1 2 6.00 6.00', 'Off 4 4 2 6.60 1.65'],
  )
  assert.deepEqual(
    byRule.map((row) => `${row.rule} ${noted(row)}`),
    ['rule-1 2 0 2 6.00 -', 'rule-2 1 1 1 0.00 0.00', 'rule-1 4 4 2 6.60 1.65'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('points cost what they are worth when they are given, and nothing again when a rule takes them', async () => {
  const hasPoints = { fact: 'balance', balanceType: 'Points', op: '>=', value: 100 }
  const earn = campaign([{ then: [points(perDollar(2))] }], { id: 'earn', name: 'Earn', priority: 1 })
  const taking = { redeem: { balanceType: 'Points', amount: 100 } }
  const treat = campaign([{ when: [hasPoints], then: [taking, { discount: { amount: 3 } }] }], {
    id: 'treat',
    name: 'Treat',
  })
  const { shop, bought } = await openRuleShop([], {
    more: { campaigns: [earn, treat], promotions: { worth: { Points: '0.02' } } },
  })
  const cardNumber = await shop.card()
  await bought('1 CAKE 60', { cardNumber })
  const costs = () =>
    sameWhenSummed(shop, async () => (await rowsOf(shop, 'campaigns')).map((row) => `${row.campaign} ${noted(row)}`))
  // 120 points of 2 cents.
  assert.deepEqual(await costs(), ['Earn 1 1 1 2.40 2.40'])
  const { transactionId } = await bought('1 CAKE 10', { cardNumber })
  // Of the 3.00 that it takes off, 100 points of 2 cents pay for 2.00; 7.00 earn 14 more points, or 0.28.
  assert.deepEqual(await costs(), ['Earn 2 2 1 2.68 1.34', 'Treat 1 1 1 1.00 1.00'])
  const { requestRef } = await shop.must('returnMerchandise', {
    cardNumber,
    checkoutRequestRef: transactionId,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 1 }],
  })
  assert.deepEqual(await costs(), ['Earn 2 2 1 2.40 1.20', 'Treat 1 1 1 0.00 0.00'])
  await shop.must('voidTransaction', { cardNumber, requestRef })
  assert.deepEqual(await costs(), ['Earn 2 2 1 2.68 1.34', 'Treat 1 1 1 1.00 1.00'])
  assert.deepEqual(await shop.verify(), [])
})

test('sums that counted rules in another way are made anew, and no others', async () => {
  const { shop, bought } = await openRuleShop([{ then: [tenPercent] }])
  const cardNumber = await shop.card()
  await bought('2 ESP 10', { cardNumber })
  await bought('1 ESP 10', { cardNumber })
  const context = await openJobRoom(shop)
  await sumUp(context)
  const before = await rowsOf(shop, 'campaigns')
  await sql(`update rule_day set amount = 7 where brand_id = $1 and measure in ('elsewhere', 'visit')`, [shop.id])
  await sql(`update activity_day set calls = calls + 1 where brand_id = $1`, [shop.id])
  await sql(
    `update job_mark set mark = split_part(mark, ' ', 1) || ' ' || split_part(mark, ' ', 2)
     where brand_id = $1 and job = 'daily-sums'`,
    [shop.id],
  )
  assert.deepEqual(await rowsOf(shop, 'campaigns'), before)
  const told = await rowsOf(shop, 'activity')
  await sumUp(context)
  assert.deepEqual(await rowsOf(shop, 'campaigns'), before)
  assert.notDeepEqual(await rowsOf(shop, 'activity'), told, 'what was there is kept')
  assert.deepEqual(await shop.verify(), [])
})

test('a sum of what rules, customers or tills did that is wrong is found', async () => {
  const { shop, bought } = await openRuleShop([{ then: [tenPercent] }])
  await bought('2 ESP 10', { cardNumber: await shop.card() })
  await sumUp(await openJobRoom(shop))
  await sql('update rule_day set amount = amount + 1 where brand_id = $1', [shop.id])
  await sql('update customer_month set sales = sales + 1 where brand_id = $1', [shop.id])
  await sql('update activity_day set calls = calls - 1 where brand_id = $1', [shop.id])
  assert.deepEqual(
    (await shop.verify()).map(({ check }) => check).filter((name, index, all) => all.indexOf(name) === index),
    [
      'the sums of what rules did equal what calls keep of it',
      'the sales of customers by month equal their sales',
      'no call is missing in the sums of activity',
    ],
  )
})

test('customers who came back are counted by the month of their first purchase', async () => {
  const { shop, bought } = await openRuleShop([])
  const [ann, bob, eve] = [await shop.card(), await shop.card(), await shop.card()]
  const buy = (cardNumber: string, month: string) =>
    bought('1 ESP 3', { cardNumber, customRequestDate: `2026-${month}-10 12:00:00` })
  for (const card of [ann, bob, eve]) await buy(card, '01')
  await buy(ann, '02')
  const { transactionId } = await buy(bob, '02')
  await buy(ann, '03')
  await shop.must('voidTransaction', { cardNumber: bob, requestRef: transactionId })
  await buy(await shop.card(), '02')
  const expected = [
    { cohort: '2026-01', customers: '3', month1: '33.3 %', month2: '33.3 %' },
    { cohort: '2026-02', customers: '1', month1: '0.0 %' },
  ]
  const period = { from: '2026-01-01', to: '2026-03-31' }
  assert.deepEqual(await rowsOf(shop, 'retention', period), expected)
  await sumUp(await openJobRoom(shop))
  assert.deepEqual(await rowsOf(shop, 'retention', period), expected)
  assert.deepEqual(await shop.verify(), [])
})

test('coupons and activity are counted, and scores shown', async () => {
  const { shop, bought } = await openRuleShop([])
  const card = await shop.card()
  await shop.must('allocateCoupon', { couponSetId: 'ten' })
  for (let left = 6; left > 0; left -= 1) {
    const { transactionId } = await bought('1 ESP 3', { cardNumber: card })
    await shop.must('voidTransaction', { cardNumber: card, requestRef: transactionId })
  }
  const [set] = (await rowsOf(shop, 'coupon-stock', {})).filter(({ set: name }) => name === 'Ten off')
  assert.deepEqual([set?.issued, set?.used, set?.open, set?.inStock], ['1', '0', '1', '5'])
  const activity = await rowsOf(shop, 'activity')
  const [here] = activity.filter(({ void: voids }) => voids === '6')
  assert.equal(here?.sale, '6')
  await sumUp(await openJobRoom(shop))
  const after = await rowsOf(shop, 'activity')
  assert.deepEqual(after.find(({ void: voids }) => voids === '6')?.sale, '6')
  assert.deepEqual(await rowsOf(shop, 'scores', {}), [])
  assert.deepEqual(await shop.verify(), [])
})
