import assert from 'node:assert/strict'
import {
  campaign,
  letLocksExpire,
  lockingCalls,
  points,
  productsOf,
  shopCoupons,
  shopProducts,
} from '../support/checkout-shop.ts'
import { couponsOf } from '../support/coupon-shop.ts'
import { ask, outcomes, race, successes } from '../support/race.ts'
import { type Answer, type Shop, times } from '../support/shop.ts'

const tenOff = { when: [{ fact: 'coupon', set: 'ten', op: '=', value: true }], then: [{ discount: { amount: 10 } }] }
const earn = { then: [{ issue: { balanceType: 'Points', amount: 7 } }] }
const options = { more: { products: shopProducts, couponSets: shopCoupons, campaigns: [campaign([tenOff, earn])] } }
const usd = (amount: number) => ({ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount })
const cake = (more: object = {}) => ({ products: productsOf('1 CAKE 20'), ...more })

const pointsOf = async (shop: Shop, card: string) =>
  (await shop.balances(card)).find((one: { balanceType: string }) => one.balanceType === 'Points')?.amount ?? 0

/** Every outcome is one of these, and exactly one call succeeded. */
function assertOneOf(answers: readonly Answer[], ...codes: number[]): void {
  const counts = outcomes(answers)
  assert.equal(counts.ok, 1, JSON.stringify(counts))
  const others = Object.keys(counts).filter((code) => code !== 'ok' && !codes.includes(Number(code)))
  assert.deepEqual(others, [], JSON.stringify(counts))
}

for (const count of [2, 20])
  race(
    `one coupon in ${count} checkouts at once is used by one of them`,
    async ({ shop, till }) => {
      const coupon = await couponsOf(shop).allocated()
      const cards = await Promise.all(times(count, () => shop.card()))
      const answers = await Promise.all(
        cards.map((cardNumber, caller) => till(caller).call('checkout', cake({ cardNumber, coupons: [coupon] }))),
      )
      assertOneOf(answers, 26, 27)
      const earned = await Promise.all(cards.map((card) => pointsOf(shop, card)))
      assert.deepEqual(
        earned.filter((amount) => amount > 0),
        [7],
        'a checkout that was refused gave nothing',
      )
    },
    options,
  )

race(
  'one coupon in locked setups, plain checkouts and couponDetails at once has one user',
  async ({ shop, till }) => {
    const coupon = await couponsOf(shop).allocated()
    const cards = await Promise.all(times(8, () => shop.card()))
    const locking = { isSetup: true, lockSetupDuration: 60 }
    const answers = await Promise.all([
      ...cards.map((cardNumber, caller) =>
        till(caller).call('checkout', cake({ cardNumber, coupons: [coupon], ...(caller % 2 === 0 && locking) })),
      ),
      ...times(8, (caller) => till(caller).call('checkout', cake({ coupons: [coupon] }))),
      ...times(8, (caller) => till(caller).call('couponDetails', { couponId: coupon, action: 'use' })),
    ])
    assertOneOf(answers, 26, 27, 122)
  },
  options,
)

race(
  'forty tills that lock one card get one lock',
  async ({ shop, till }) => {
    const cardNumber = await shop.card({ usd: 20 })
    const body = cake({ cardNumber, isSetup: true, lockSetupDuration: 60 })
    const answers = await Promise.all(times(40, (caller) => till(caller).call('checkout', body)))
    assert.deepEqual(outcomes(answers), { 113: 39, ok: 1 })
    const [setup] = successes(answers)
    const link = { cardNumber, relatedSetupTransactionId: setup?.body.transactionId }
    const done = await Promise.all(times(20, (caller) => till(caller).call('checkout', link)))
    assert.deepEqual(outcomes(done), { 114: 19, ok: 1 })
    assert.equal(await pointsOf(shop, cardNumber), 7)
  },
  options,
)

race(
  'a lock and redemptions at once: what was redeemed came before the lock, and the completion finds what it showed',
  async ({ shop, till }) => {
    const cardNumber = await shop.card({ usd: 20 })
    const lock = cake({ cardNumber, isSetup: true, lockSetupDuration: 60, paymentMethods: [usd(10)] })
    const [setup, ...redemptions] = await Promise.all([
      till(0).call('checkout', lock),
      ...times(12, (caller) => till(caller).redeem(cardNumber, { usd: 1 })),
    ])
    const redeemed = successes(redemptions).length
    assert.deepEqual(
      Object.keys(outcomes(redemptions)).filter((code) => !['ok', '113'].includes(code)),
      [],
    )
    if (!setup?.body.success) return assert.ok(setup?.body.errorCode === 13 && redeemed > 10)
    const link = { cardNumber, relatedSetupTransactionId: setup.body.transactionId, returnBalances: true }
    const done = await shop.must('checkout', link)
    const left = done.balances.find((one: { balanceType: string }) => one.balanceType === 'Currency')?.amount ?? 0
    assert.equal(left, 10 - redeemed)
  },
  options,
)

race(
  'completions and cancels at once: the setup ends in one way, and the coupon with it',
  async ({ shop, till }) => {
    for (let round = 0; round < 5; round += 1) {
      const cardNumber = await shop.card()
      const coupon = await couponsOf(shop).allocated()
      const setup = await lockingCalls({ shop }).lock(cardNumber, '1 CAKE 20', { coupons: [coupon] })
      const link = { cardNumber, relatedSetupTransactionId: setup.transactionId }
      const answers = await Promise.all(
        times(12, (caller) => till(caller).call('checkout', { ...link, cancelSetup: (caller + round) % 3 === 0 })),
      )
      assert.deepEqual(outcomes(answers), { 114: 11, ok: 1 })
      const isDone = (answers.find(({ body }) => body.success)?.body.balanceMutations ?? undefined) !== undefined
      const earned = await pointsOf(shop, cardNumber)
      const { isUsed, reservedUntil } = await shop.must('couponDetails', { couponId: coupon })
      assert.equal(isUsed, earned === 7, `${isDone}`)
      assert.equal(reservedUntil, undefined)
    }
  },
  options,
)

race(
  'completions, cancels and the end of the lock at once: the setup ends in one way',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(6, () => shop.card()))
    const { lock } = lockingCalls({ shop })
    const ended = await Promise.all(
      cards.map(async (cardNumber, place) => {
        const setup = await lock(cardNumber, '1 CAKE 20', { lockSetupDuration: 1 })
        const link = { cardNumber, relatedSetupTransactionId: setup.transactionId }
        await new Promise((resolve) => setTimeout(resolve, 880 + 40 * place))
        const answers = await Promise.all(
          times(8, (caller) => till(caller).call('checkout', { ...link, cancelSetup: caller % 4 === 3 })),
        )
        const free = await till(place).issue(cardNumber, { usd: 1 })
        return { cardNumber, answers, free }
      }),
    )
    await new Promise((resolve) => setTimeout(resolve, 400))
    for (const { cardNumber, answers } of ended) {
      const { ok = 0, ...refused } = outcomes(answers)
      assert.ok(ok <= 1, JSON.stringify(refused))
      assert.deepEqual(refused, { 114: 8 - ok })
      const completed = successes(answers).some(({ body }) => body.checkoutTotalBeforeDiscount === 20)
      assert.equal(await pointsOf(shop, cardNumber), completed ? 7 : 0)
      assert.equal((await shop.issue(cardNumber, { usd: 1 })).body.success, true)
    }
  },
  options,
)

race(
  'a redemption pays one of twenty checkouts that refer to it, whatever card they are of',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(20, () => shop.card({ usd: 5 })))
    const { body } = await shop.redeem(cards[0] ?? '', { usd: 5 })
    const paymentMethods = [{ updateBalanceRequestRef: body.requestRef }]
    const answers = await Promise.all(
      cards.map((cardNumber, caller) => till(caller).call('checkout', cake({ cardNumber, paymentMethods }))),
    )
    assert.deepEqual(outcomes(answers), { 119: 19, ok: 1 })
  },
  options,
)

race(
  'a redemption is voided or pays, never both',
  async ({ shop, till }) => {
    for (let round = 0; round < 5; round += 1) {
      const cardNumber = await shop.card({ usd: 5 })
      const { body } = await shop.redeem(cardNumber, { usd: 5 })
      const paymentMethods = [{ updateBalanceRequestRef: body.requestRef }]
      const [paid] = await Promise.all([
        till(round).call('checkout', cake({ paymentMethods })),
        till(round + 1).call('voidTransaction', { cardNumber, requestRef: body.requestRef }),
      ])
      const [row] = await ask('select count(*) as uses from payment_use where request_ref = $1', [body.requestRef])
      assert.equal(Number(row?.uses), paid?.body.success ? 1 : 0)
      if (!paid?.body.success) assert.equal(paid?.body.errorCode, 119)
    }
  },
  options,
)

race(
  'payments of one card by twenty checkouts at once never overspend it',
  async ({ shop, till }) => {
    const cardNumber = await shop.card({ usd: 50 })
    const body = cake({ cardNumber, paymentMethods: [usd(10)] })
    const answers = await Promise.all(times(20, (caller) => till(caller).call('checkout', body)))
    assert.deepEqual(outcomes(answers), { 13: 15, ok: 5 })
    assert.equal(await pointsOf(shop, cardNumber), 35)
  },
  options,
)

race(
  'cards that refer each other check out at once without a deadlock',
  async ({ shop, till }) => {
    const cards = await Promise.all(times(6, () => shop.card()))
    const answers = await Promise.all(
      times(30, (caller) => {
        const [cardNumber, referringCardNumber] = [cards[caller % 6], cards[(caller + 1 + (caller % 5)) % 6]]
        return till(caller).call('checkout', cake({ cardNumber, referringCardNumber }))
      }),
    )
    assert.deepEqual(outcomes(answers), { ok: 30 })
  },
  options,
)

race(
  'the same customRequestId on twenty completions completes once',
  async ({ shop, till }) => {
    const cardNumber = await shop.card()
    const setup = await lockingCalls({ shop }).lock(cardNumber, '1 CAKE 20')
    const link = { cardNumber, relatedSetupTransactionId: setup.transactionId }
    const answers = await Promise.all(
      times(20, (caller) => till(caller).call('checkout', link, { customRequestId: 'complete' })),
    )
    assert.deepEqual(outcomes(answers), { 3: 19, ok: 1 })
    await letLocksExpire(shop)
    assert.equal(await pointsOf(shop, cardNumber), 7)
  },
  options,
)

race(
  'completions that all reward one referrer wait for each other, and none is lost',
  async ({ shop, till }) => {
    // In large sets, of which the database knows the size, it looks for cards in another way.
    await ask('analyze card')
    const referringCardNumber = await shop.card()
    const { lock } = lockingCalls({ shop })
    const cards = await Promise.all(times(12, () => shop.card()))
    const setups = await Promise.all(cards.map((card) => lock(card, '1 CAKE 20', { referringCardNumber })))
    const done = await Promise.all(
      setups.map(({ cardNumber, transactionId }, caller) =>
        till(caller).call('checkout', { cardNumber, relatedSetupTransactionId: transactionId }),
      ),
    )
    assert.deepEqual(outcomes(done), { ok: 12 })
    assert.equal(await pointsOf(shop, referringCardNumber), 12)
  },
  {
    more: { ...options.more, campaigns: [campaign([{ then: [points(1, { to: 'referrer' })] }])] },
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 3000, prefix: '60', length: 16 } }],
  },
)
