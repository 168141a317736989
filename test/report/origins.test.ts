import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiry } from '../../server/background/jobs/expiry/expiry.ts'
import { campaign, openRuleShop, perDollar, points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { always, filled, type Row, rowsOf, sameWhenSummed, sumUp } from '../support/report-shop.ts'
import type { Shop } from '../support/shop.ts'
import { letTimePass, oneDay, sql } from '../support/time-passes.ts'
import { transfersOf } from '../support/transfer-shop.ts'

const places = [
  { id: 'L1', name: 'Main Street', group: 'north', terminals: ['T1'] },
  { id: 'L2', name: 'Harbour', group: 'south', terminals: ['T1'] },
  { id: 'L3', name: 'Harbour', group: 'south', terminals: ['T1'] },
]

const twoCampaigns = [
  campaign([{ then: [points(perDollar(1))] }]),
  campaign(
    [{ then: [points(100, { expiresAfter: { days: 30 } })], when: [{ fact: 'checkout.total', op: '>=', value: 50 }] }],
    {
      id: 'large',
      name: 'Large baskets',
    },
  ),
]

const openPlaces = () =>
  openRuleShop([], {
    locations: places,
    more: { groups: ['north', 'south'].map((id) => ({ id, name: id })), campaigns: twoCampaigns },
  })

const at = (location: string) => ({ location })

const campaignRows = (shop: Shop, more: object = {}) => rowsOf(shop, 'campaigns', { ...always, ...more })

const figures = (row: Row | undefined) =>
  ['given', 'redeemed', 'open'].map((step) => Number(row?.[`${step}PointsRewards`]))

test('what was redeemed of what a campaign gave is known by the lots, and given = redeemed + expired + open', async () => {
  const { shop, bought } = await openPlaces()
  const [ann, bob] = [await shop.card(), await shop.card({ points: 40 })]
  // 60 for good, and 100 that are spent first, because they expire.
  await bought('6 CAKE 10', { cardNumber: ann })
  await shop.redeem(ann, { points: 110 })
  const { body } = await shop.redeem(ann, { points: 20 })
  await shop.must('voidTransaction', { cardNumber: ann, requestRef: body.requestRef })
  // Bob's own 40 are older.
  await bought('2 CAKE 10', { cardNumber: bob })
  await shop.redeem(bob, { points: 45 })
  const { large, main } = await sameWhenSummed(shop, async () => {
    const rows = await campaignRows(shop)
    return { large: rows.find(isOf('Large baskets')), main: rows.find(isOf('Main')) }
  })
  assert.deepEqual(figures(large), [100, 100, 0])
  assert.deepEqual(figures(main), [80, 15, 65])
  assert.deepEqual(await shop.verify(), [])
})

const isOf = (name: string) => (row: Row) => row.campaign === name

test('what expired is neither redeemed nor open, and breakage knows whose it was', async () => {
  const { shop, bought } = await openPlaces()
  const ann = await shop.card()
  await bought('5 CAKE 10', { cardNumber: ann })
  await shop.redeem(ann, { points: 25 })
  await letTimePass(shop, 31 * oneDay)
  const context = await openJobRoom(shop)
  await expiry.run(context)
  const [breakage, rows] = await sameWhenSummed(shop, async () => [
    await rowsOf(shop, 'breakage', { ...always, by: 'campaign' }),
    await campaignRows(shop),
  ])
  assert.deepEqual(figures(rows.find(isOf('Large baskets'))), [100, 25, 0])
  assert.deepEqual(breakage.map(filled), [
    { valueType: 'Points', program: 'rewards', group: 'Large baskets', expired: '75' },
  ])
  const all = await rowsOf(shop, 'breakage', always)
  assert.deepEqual(
    all.map(({ valueType }) => valueType),
    ['Currency EUR', 'Currency USD', 'Custom STARS', 'Points', 'Punches'],
    'a row for each value type, also for those of which nothing expires',
  )
  const money = all.find(({ valueType }) => valueType === 'Currency USD')
  assert.deepEqual([money?.expired, money?.canExpire, money?.expected], ['0.00', '0.00', undefined])
  assert.deepEqual(await shop.verify(), [])
})

test('a lot that a transfer brought still belongs to the campaign that issued it', async () => {
  const { shop, bought } = await openPlaces()
  const [old, heir] = [await shop.card(), await shop.card({ points: 3 })]
  await bought('3 CAKE 10', { cardNumber: old })
  await transfersOf(shop).moved(heir, old)
  await shop.redeem(heir, { points: 13 })
  const [main] = await sameWhenSummed(shop, () => campaignRows(shop))
  assert.deepEqual(figures(main), [30, 10, 20])
  assert.deepEqual(await shop.verify(), [])
})

test('a return withdraws what was given, and voiding the return brings it back', async () => {
  const { shop, bought } = await openPlaces()
  const ann = await shop.card()
  const { transactionId } = await bought('4 CAKE 10', { cardNumber: ann })
  const { requestRef } = await shop.must('returnMerchandise', {
    cardNumber: ann,
    checkoutRequestRef: transactionId,
    returnedProducts: [{ sku: 'CAKE', amountPurchased: 3 }],
  })
  assert.deepEqual(figures((await campaignRows(shop))[0]), [10, 0, 10])
  await shop.must('voidTransaction', { cardNumber: ann, requestRef })
  const [main] = await sameWhenSummed(shop, () => campaignRows(shop))
  assert.deepEqual(figures(main), [40, 0, 40])
  const kept = await sql('select distinct change from origin_day where brand_id = $1 order by 1', [shop.id])
  assert.deepEqual(
    kept.map(({ change }) => change),
    ['given', 'withdrawn'],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('liability is divided by where and by which campaign it was issued, and the parts add up to the whole', async () => {
  const { shop, bought } = await openPlaces()
  const ann = await shop.card()
  await bought('5 CAKE 10', { cardNumber: ann }, at('L1'))
  await bought('1 CAKE 7', { cardNumber: ann }, at('L2'))
  await shop.must('updateBalance', issueOf(ann, 9), at('L3'))
  // Of the 100 that expire, wherever it is spent.
  await shop.must('updateBalance', { ...issueOf(ann, 30), action: 'redeem' }, at('L3'))
  const shares = await sameWhenSummed(shop, async () => ({
    location: await liability(shop, 'location'),
    group: await liability(shop, 'group'),
    campaign: await liability(shop, 'campaign'),
    whole: await liability(shop),
  }))
  assert.deepEqual(shares, {
    location: ['Harbour (L2) 7', 'Harbour (L3) 9', 'Main Street 120'],
    group: ['north 120', 'south 16'],
    campaign: ['(none) 9', 'Large baskets 70', 'Main 57'],
    whole: [' 136'],
  })
  const visits = await rowsOf(shop, 'campaigns', { ...always, by: 'location' })
  assert.deepEqual(
    visits.map((row) => [row.campaign, row.group, row.visits, ...figures(row)].join(' ')),
    ['Large baskets Main Street 1 100 30 70', 'Main Harbour (L2) 1 7 0 7', 'Main Main Street 1 50 0 50'],
  )
  assert.deepEqual(await shop.verify(), [])
})

const issueOf = (cardNumber: string, amount: number) => ({
  cardNumber,
  action: 'issue',
  amount: { balanceType: 'Points', amount },
})

async function liability(shop: Shop, by?: string): Promise<string[]> {
  const rows = await rowsOf(shop, 'liability', { to: '2100-01-01', ...(by && { by }) })
  return rows.map(({ group, amount }) => `${group ?? ''} ${amount}`)
}

test('an origin or a sum by origin that is wrong is found', async () => {
  const { shop, bought } = await openPlaces()
  await bought('5 CAKE 10', { cardNumber: await shop.card() })
  await sumUp(await openJobRoom(shop))
  await sql(`update lot_origin set rule_id = '' where brand_id = $1`, [shop.id])
  await sql('update origin_day set amount = amount + 1 where brand_id = $1', [shop.id])
  assert.deepEqual(
    [...new Set((await shop.verify()).map(({ check }) => check))],
    [
      'where lots were issued, and by which rule, is what the ledger says',
      'the sums of reports equal the ledger, by day and the origin of lots',
    ],
  )
})
