import assert from 'node:assert/strict'
import { couponSets, couponsOf } from '../support/coupon-shop.ts'
import { outcomes, race, successes } from '../support/race.ts'
import { type Answer, times } from '../support/shop.ts'
import { secondsFromNow } from '../support/time-passes.ts'

const hundred = { id: 'hundred', name: 'Hundred', generate: { count: 100, prefix: 'H-', length: 12 } }
const narrow = { id: 'narrow', name: 'Narrow', generate: { count: 1, prefix: 'NN', length: 4 }, autoGenerate: true }
const options = { more: { couponSets: [...couponSets, hundred, narrow] } }

const idsOf = (answers: readonly Answer[]) => new Set(successes(answers).map(({ body }) => body.couponId))

race(
  '150 callers of a set of 100 coupons get 100 different ones, and the others are told that there are no more',
  async ({ till }) => {
    const answers = await Promise.all(
      times(150, (caller) => till(caller).call('allocateCoupon', { couponSetId: 'hundred' })),
    )
    assert.deepEqual(outcomes(answers), { 123: 50, ok: 100 })
    assert.equal(idsOf(answers).size, 100)
  },
  options,
)

race(
  'thirty cards that want a coupon of a set of 100 each get one of their own',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(30, () => shop.card()))
    const answers = await Promise.all(
      cards.map((cardNumber, caller) =>
        till(caller).call('allocateCoupon', { couponSetId: 'hundred', cardNumber, promotionId: 'P' }),
      ),
    )
    assert.deepEqual(outcomes(answers), { ok: 30 })
    assert.equal(idsOf(answers).size, 30)
  },
  options,
)

race(
  'an auto-generating set is never empty, and never gives a coupon twice',
  async ({ till }) => {
    const answers = await Promise.all(
      times(80, (caller) => till(caller).call('allocateCoupon', { couponSetId: 'endless' })),
    )
    assert.deepEqual(outcomes(answers), { ok: 80 })
    assert.equal(idsOf(answers).size, 80)
  },
  options,
)

race(
  'an auto-generating set finds what is free among 1,024 possible ids',
  async ({ till }) => {
    const answers: Answer[] = []
    for (let round = 0; round < 9; round += 1) {
      const call = (caller: number) => till(caller).call('allocateCoupon', { couponSetId: 'narrow' })
      answers.push(...(await Promise.all(times(100, call))))
    }
    assert.deepEqual(outcomes(answers), { ok: 900 })
    assert.equal(idsOf(answers).size, 900)
  },
  options,
)

race(
  'twenty callers who want the same coupon: one gets it',
  async ({ till }) => {
    const answers = await Promise.all(times(20, (caller) => till(caller).call('allocateCoupon', { couponId: 'TEN-1' })))
    assert.deepEqual(outcomes(answers), { 122: 19, ok: 1 })
  },
  options,
)

race(
  'twenty callers who create the same coupon: one does',
  async ({ till }) => {
    const body = { couponId: 'NEW-1', couponSetId: 'ten', createIfNew: true }
    const answers = await Promise.all(times(20, (caller) => till(caller).call('allocateCoupon', body)))
    assert.deepEqual(outcomes(answers), { 122: 19, ok: 1 })
  },
  options,
)

race(
  'a card that asks twenty times at once gets one coupon of a promotion',
  async ({ shop, till }) => {
    const cardNumber = await shop.card()
    const body = { couponSetId: 'hundred', cardNumber, promotionId: 'P' }
    const answers = await Promise.all(times(20, (caller) => till(caller).call('allocateCoupon', body)))
    assert.deepEqual(outcomes(answers), { 124: 19, ok: 1 })
    const again = { ...body, failOnMultipleCoupons: false }
    const answered = await Promise.all(times(20, (caller) => till(caller).call('allocateCoupon', again)))
    assert.deepEqual(idsOf(answered), idsOf(answers))
  },
  options,
)

race(
  'a coupon is used once, however many use it at once',
  async ({ shop, till }) => {
    const couponId = await couponsOf(shop).allocated()
    const answers = await Promise.all(
      times(30, (caller) => till(caller).call('couponDetails', { couponId, action: 'use' })),
    )
    assert.deepEqual(outcomes(answers), { 122: 29, ok: 1 })
  },
  options,
)

race(
  'a coupon is reserved by one caller, and its reservation is used or released once',
  async ({ shop, till }) => {
    const couponId = await couponsOf(shop).allocated()
    const reserve = { couponId, action: 'reserve', reserveUntil: secondsFromNow(60) }
    const reserved = await Promise.all(times(20, (caller) => till(caller).call('couponDetails', reserve)))
    assert.deepEqual(outcomes(reserved), { 122: 19, ok: 1 })
    const actions = ['useReservation', 'releaseReservation']
    const ended = await Promise.all(
      times(20, (caller) => till(caller).call('couponDetails', { couponId, action: actions[caller % 2] })),
    )
    assert.deepEqual(outcomes(ended), { 122: 19, ok: 1 })
  },
  options,
)

race(
  'a coupon balance is not overspent, and the coupon is used beside it without a deadlock',
  async ({ shop, till }) => {
    const cardNumber = await shop.card()
    const ids = await Promise.all(
      times(3, () =>
        couponsOf(shop).allocated({ couponSetId: 'ten', cardNumber, promotionId: 'P', allowMultipleCoupons: true }),
      ),
    )
    for (const couponId of ids) await shop.issue(cardNumber, { usd: 5 }, { couponId })
    const redemptions = await Promise.all(
      times(30, (caller) => till(caller).redeem(cardNumber, { usd: 1 }, { couponId: ids[caller % 3] })),
    )
    assert.deepEqual(outcomes(redemptions), { 13: 15, ok: 15 })
    assert.deepEqual(await shop.balances(cardNumber), [])
    const mixed = await Promise.all(
      times(30, (caller) =>
        caller % 2 === 0
          ? till(caller).call('couponDetails', {
              couponId: ids[caller % 3],
              action: caller % 4 === 0 ? 'use' : 'unuse',
            })
          : till(caller + 1).issue(cardNumber, { usd: 1 }, { couponId: ids[caller % 3] }),
      ),
    )
    assert.deepEqual(
      Object.keys(outcomes(mixed)).filter((outcome) => outcome !== 'ok' && outcome !== '122'),
      [],
    )
  },
  options,
)
