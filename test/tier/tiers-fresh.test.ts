import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spent } from '../support/budget-room.ts'
import { campaign, points, shopCoupons } from '../support/checkout-shop.ts'
import { levelOf, openTierShop } from '../support/tier-shop.ts'
import { oneDay, secondsFromNow, sql } from '../support/time-passes.ts'
import { broughtBack, sums, undone } from '../support/undo-shop.ts'

const levels = [100, 200, 300, 400].map((at) => ({ id: `level-${at}`, name: `Level ${at}`, at }))
const onUp = (level: number, then: readonly object[]) => ({
  trigger: 'tier',
  tier: { on: 'up', level: `level-${level}` },
  then,
})

/** The void of a return by which two levels stand that nobody has reached before: the third and the fourth. */
async function reachTwoAtOnce(then: readonly object[], more: object = {}) {
  const campaigns = [campaign([onUp(300, then), onUp(400, then)], more)]
  const tiers = { by: { fact: 'history.spend' }, levels }
  const { shop, bought } = await openTierShop([], tiers, { more: { campaigns, couponSets: shopCoupons } })
  const cardNumber = await shop.card()
  const first = await bought('10 CAKE 25', { cardNumber })
  const back = await broughtBack(shop, { ...first, cardNumber }, '10 CAKE')
  await bought('1 CAKE 60', { cardNumber })
  const last = await bought('1 CAKE 100', { cardNumber })
  assert.equal(await levelOf(shop, cardNumber), 'level-100')
  await undone(shop, cardNumber, back.requestRef)
  assert.equal(await levelOf(shop, cardNumber), 'level-400')
  return { shop, cardNumber, last, coupons: () => couponsOf(shop.id) }
}

const couponsOf = (brand: string): Promise<{ coupon_id: string; disabled: string | null }[]> =>
  sql('select coupon_id, disabled from coupon where brand_id = $1 and allocated_at is not null', [brand])

test('two levels that are reached in one call give a coupon each, and each is taken back with its level', async () => {
  const { shop, cardNumber, last, coupons } = await reachTwoAtOnce([{ allocateCoupon: { set: 'gift' } }])
  assert.equal(new Set((await coupons()).map(({ coupon_id }) => coupon_id)).size, 2)
  await undone(shop, cardNumber, last.requestRef)
  assert.equal(await levelOf(shop, cardNumber), 'level-300')
  assert.deepEqual((await coupons()).map(({ disabled }) => disabled).sort(), ['void', null].sort())
  assert.deepEqual(await shop.verify(), [])
})

test('two levels that are reached in one call share what the budget has left', async () => {
  const budget = { amount: 30, of: { balanceType: 'Points' }, every: 'ever' }
  const { shop, cardNumber } = await reachTwoAtOnce([points(20)], { budget })
  assert.deepEqual(await sums(shop, cardNumber), { Points: 30 })
  assert.deepEqual(Object.values(await spent(shop)), [30])
  assert.deepEqual(await shop.verify(), [])
})

test('a rule that fires once for a card does so, however often its level is reached in one call', async () => {
  const gold = { id: 'gold', name: 'Gold', at: 300 }
  const rule = { ...onUp(300, [points(20)]), tier: { on: 'up', level: 'gold' }, limit: { times: 1, per: 'card' } }
  const tiers = { by: { fact: 'history.spend' }, levels: [...levels.slice(0, 1), gold] }
  const { shop, bought } = await openTierShop([rule], tiers)
  const cardNumber = await shop.card()
  const first = await bought('10 CAKE 10', { cardNumber })
  const back = await broughtBack(shop, { ...first, cardNumber }, '10 CAKE')
  await bought('1 CAKE 250', { cardNumber })
  const manual = { level: 'level-100', reason: 'a test', until: secondsFromNow(oneDay) }
  await shop.must('updateAccount', { cardNumber, tierOverride: manual })
  await shop.must('updateAccount', { cardNumber, tierOverride: { level: null } })
  await undone(shop, cardNumber, back.requestRef)
  assert.equal(await levelOf(shop, cardNumber), 'gold', 'by the second sale, and once more after the manual level')
  assert.deepEqual(await sums(shop, cardNumber), { Points: 20 })
  assert.deepEqual(await shop.verify(), [])
})
