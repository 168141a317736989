import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileExperiment, drawSide } from '../../server/domain/campaign/experiment.ts'
import { callsOfCell } from '../../server/storage/report/call-cell.ts'
import { campaign, perDollar, points } from '../support/checkout-shop.ts'
import { codeOff, codeSet, openCodeShop } from '../support/code-shop.ts'
import { datedPlaces, rollFrom } from '../support/dated-history.ts'
import { openAllCalls } from '../support/drill-down.ts'
import { openJobRoom } from '../support/job-room.ts'
import { openDesk } from '../support/portal-desk.ts'
import { type Row, sumUp } from '../support/report-shop.ts'

const month = { from: '2026-02-01', to: '2026-02-28', by: undefined, perDay: false }
const always = { ...month, from: '2000-01-01', to: '2100-01-01' }

const couponOff = {
  when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }],
  then: [{ discount: { amount: 10 } }],
}

const split = { id: 'split', name: 'Split', variants: { A: 50, B: 50 } }

const openShopOfCalls = () =>
  openCodeShop([{ code: 'SUN', uses: 100 }], [codeOff, couponOff], {
    locations: datedPlaces.locations,
    more: {
      groups: datedPlaces.more.groups,
      couponSets: [
        codeSet([{ code: 'SUN', uses: 100 }]),
        { id: 'ten', name: 'Ten off', coupons: Array.from({ length: 60 }, (_, index) => `TEN-${index}`) },
      ],
      campaigns: [
        campaign([codeOff, couponOff, { then: [points(perDollar(1))] }]),
        campaign(
          [
            { variant: 'A', then: [{ discount: { percent: 10 } }] },
            { variant: 'B', then: [points(5)] },
            { then: [points(1)] },
          ],
          split,
        ),
      ],
    },
  })

/** Purchases with coupons and codes, returns of a part, voids, redemptions, wrong amounts, on any day and at any place. */
async function liveByCalls({ shop, bought }: Awaited<ReturnType<typeof openShopOfCalls>>, calls: number) {
  const roll = rollFrom(11)
  const any = <One>(all: readonly One[]): One => all[roll(all.length)] as One
  const cards = [await shop.card({ points: 50 }), await shop.card(), await shop.card()]
  // Card numbers are drawn, and with them the variants: there are cards of both.
  const experiment = compileExperiment(split) ?? assert.fail('there are variants')
  const sides = () => new Set(cards.map((card) => drawSide(experiment, [shop.id, split.id, card])))
  while (sides().size < 2) cards.push(await shop.card())
  for (const cardNumber of cards) await bought('3 CAKE 7', { cardNumber })
  const sales: { cardNumber: string; ref: unknown }[] = []
  const dateOf = () =>
    any([{}, {}, { customRequestDate: '2026-02-10 12:00:00' }, { customRequestDate: '2026-03-01 00:00:00' }])
  const place = () => ({ location: any(['L1', 'L2', 'L3', 'L4']) })
  const acts = [
    async () => {
      const cardNumber = any(cards)
      const { couponId } = await shop.must('allocateCoupon', { couponSetId: 'ten' }, place())
      const coupons = any([[], ['SUN'], [couponId], [couponId, 'SUN']])
      const { transactionId: ref } = await bought('3 CAKE 7', { cardNumber, coupons, ...dateOf() }, place())
      sales.push({ cardNumber, ref })
    },
    async () => {
      const sale = any(sales)
      if (!sale) return
      const returnedProducts = [{ sku: 'CAKE', amountPurchased: 1 }]
      const request = { cardNumber: sale.cardNumber, checkoutRequestRef: sale.ref, returnedProducts, ...dateOf() }
      await shop.call('returnMerchandise', request, place())
    },
    async () => {
      const sale = any(sales)
      if (sale)
        await shop.call('voidTransaction', { cardNumber: sale.cardNumber, requestRef: sale.ref, ...dateOf() }, place())
    },
    async () => {
      const amount = { balanceType: 'Points', amount: 1 + roll(9) }
      const more = any([{ action: 'redeem' }, { action: 'issue', isAccountingAdjustment: true }])
      await shop.call('updateBalance', { cardNumber: any(cards), amount, ...more, ...dateOf() }, place())
    },
  ]
  for (let call = 0; call < calls; call += 1) await any(acts)()
}

test('every figure of campaigns, coupons and activity is the sum of its calls, whatever is summed already', async () => {
  const world = await openShopOfCalls()
  const { shop } = world
  await liveByCalls(world, 50)
  const context = await openJobRoom(shop)
  const place = { db: context.pool, brand: await context.brandAt(shop.id) }
  for (const isSummed of [false, true]) {
    if (isSummed) await sumUp(context)
    let opened = 0
    // What is summed and what is not are told apart by the reports; how a figure is divided is not.
    for (const asked of isSummed ? [always, month] : [always]) {
      for (const by of isSummed ? [undefined, 'rule', 'variant', 'location', 'group'] : ['variant'])
        opened += await openAllCalls(place, 'campaigns', { ...asked, by })
      for (const by of [undefined, 'location', 'group'])
        opened += await openAllCalls(place, 'coupons', { ...asked, by })
      for (const by of ['location', 'group', 'employee'])
        opened += await openAllCalls(place, 'activity', { ...asked, by })
    }
    assert.ok(opened > 60, `${opened} figures`)
  }
  const rows = async (by: string) =>
    (await shop.must('report', { name: 'campaigns', ...always, perDay: undefined, by })).rows
  const ofSplit = (all: readonly Row[]) => all.filter((row) => row.campaign === split.name)
  const figures = ({ fired, visits, customers, discountsUSD, givenPointsRewards }: Row) =>
    [fired, visits, customers, discountsUSD, givenPointsRewards].join(' ')
  // Each variant has one rule, and so do all of them together: what is divided by variant is what is divided by rule.
  const byVariant = ofSplit(await rows('variant'))
  assert.deepEqual(byVariant.map(({ variant }) => variant).toSorted(), ['(all variants)', 'A', 'B'])
  assert.deepEqual(
    byVariant.map(figures).toSorted(),
    ofSplit(await rows('rule'))
      .map(figures)
      .toSorted(),
  )
  const clerk = await openDesk(shop).as('marketer')
  const page = await clerk.ask('campaignResults', { campaign: 'split', days: 366 })
  assert.deepEqual(
    page.variants.map(({ variant }: { variant?: string }) => variant),
    ['A', 'B', undefined],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('the portal opens a figure that is made of calls, and refuses what is none', async () => {
  const world = await openShopOfCalls()
  const { shop, bought } = world
  await bought('3 CAKE 7', { cardNumber: await shop.card(), coupons: ['SUN'] })
  const clerk = await openDesk(shop).as('finance')
  const asked = { report: 'campaigns', from: '2000-01-01', to: '2100-01-01', rowId: '["main",""]' }
  const page = (more: object) => clerk.ask('reportRows', { ...asked, column: 'discountsUSD', ...more })
  let last = await page({})
  const rows = [...last.rows]
  // An answer comes in time, on a busy machine with what was found until then.
  while (!last.isWhole) {
    last = await page({ after: last.next })
    rows.push(...last.rows)
  }
  assert.deepEqual([last.sum, rows.length], ['10.00', 1])
  assert.equal(rows[0].callType, 'CHECKOUT_COMPLETE')
  for (const wrong of [{ column: 'customers' }, { column: 'fired', rowId: 'x' }, { column: 'fired', rowId: '[1]' }])
    assert.equal((await clerk.ask('reportRows', { ...asked, ...wrong })).error.reason, 'invalid')
})

test('the id of a row is read strictly', async () => {
  const context = await openJobRoom((await openShopOfCalls()).shop)
  const brand = await context.brandAt('')
  for (const rowId of ['', '{', 'null', '"a"', '["a","b","c","d"]', '[["a"]]'])
    assert.equal(callsOfCell(brand, 'activity', always, { column: 'sale', rowId }), undefined, rowId)
})
