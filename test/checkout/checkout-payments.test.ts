import assert from 'node:assert/strict'
import test from 'node:test'
import { lockingCalls, openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { assertRefused, type Refusals } from '../support/refusals.ts'
import { type Amounts, type Shop, times } from '../support/shop.ts'

const valueTypes = [
  { balanceType: 'Points', scale: 0, minRedeem: 10, maxRedeem: 100 },
  { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
  { balanceType: 'Currency', balanceCode: 'EUR', scale: 2 },
  { balanceType: 'Custom', balanceCode: 'STARS', display: 'Stars', scale: 0 },
]
const usd = (amount: number, more: object = {}) => ({
  redeemBalance: true,
  balanceType: 'Currency',
  balanceCode: 'USD',
  amount,
  ...more,
})
const inPoints = (amount: number, more: object = {}) => ({
  redeemBalance: true,
  balanceType: 'Points',
  amount,
  ...more,
})
const earn = { then: [points(perDollar(1))] }

async function open(rules: readonly object[] = [earn]) {
  const room = await openRuleShop(rules, { valueTypes })
  return { ...room, ...lockingCalls(room) }
}

const amountsOf = async (shop: Shop, card: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await shop.balances(card)).map((one: { balanceType: string; balanceCode?: string; amount: number }) => [
      one.balanceCode ?? one.balanceType,
      one.amount,
    ]),
  )

async function redeemed(shop: Shop, card: string, amounts: Amounts): Promise<string> {
  const { body } = await shop.redeem(card, amounts)
  assert.equal(body.success, true)
  return body.requestRef
}

const payBy = (updateBalanceRequestRef: string, more: object = {}) => ({ updateBalanceRequestRef, ...more })

test('a payment redeems the balance of the card in the same call, and never lowers what is earned', async () => {
  const { shop, bought } = await open()
  const cardNumber = await shop.card({ usd: 20, points: 50 })
  const answer = await bought('1 CAKE 30', {
    cardNumber,
    paymentMethods: [
      usd(12.5, { paymentType: 'gift' }),
      inPoints(40, { checkoutPaymentAmount: 4, countAsDiscount: true }),
      { paymentType: 'cash', amount: 13.5 },
    ],
    returnBalances: true,
    returnBalanceMutations: true,
  })
  assert.deepEqual([answer.totalDiscount, answer.checkoutTotalAfterDiscount], [0, 30])
  assert.deepEqual(
    answer.balanceMutations.map((one: Record<string, unknown>) => [one.balanceType, one.amount, one.isDiscount]),
    [
      ['Currency', -12.5, false],
      ['Points', -40, false],
      ['Points', 30, false],
    ],
  )
  assert.deepEqual(await amountsOf(shop, cardNumber), { USD: 7.5, Points: 40 })
  const { payments } = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual(payments, [
    {
      paymentType: 'gift',
      checkoutPaymentAmount: 12.5,
      amount: 12.5,
      balanceType: 'Currency',
      balanceCode: 'USD',
      redeemBalance: true,
      countAsDiscount: false,
    },
    { checkoutPaymentAmount: 4, amount: 40, balanceType: 'Points', redeemBalance: true, countAsDiscount: true },
    { paymentType: 'cash', checkoutPaymentAmount: 13.5, amount: 13.5, redeemBalance: false, countAsDiscount: false },
  ])
  assert.deepEqual(await shop.verify(), [])
})

test('payments take part in campaigns', async () => {
  const { shop, bought } = await open([
    { when: [{ fact: 'payments.types', op: '=', value: 'visa' }], then: [points(1)] },
    { when: [{ fact: 'payments.total', type: 'visa', op: '>=', value: 20 }], then: [points(2)] },
    { when: [{ fact: 'payments.total', op: '>=', value: 30 }], then: [points(4)] },
  ])
  const cardNumber = await shop.card({ usd: 20, stars: 5 })
  const given = async (paymentMethods: object[]) => {
    const answer = await bought('1 CAKE 30', {
      cardNumber,
      paymentMethods,
      isSetup: true,
      returnBalanceMutations: true,
    })
    return answer.balanceMutations
      .filter((one: { amount: number }) => one.amount > 0)
      .reduce((sum: number, one: { amount: number }) => sum + one.amount, 0)
  }
  const visa = (amount: number) => ({ paymentType: 'visa', amount })
  const stars = { redeemBalance: true, balanceType: 'Custom', balanceCode: 'STARS', amount: 5 }
  assert.equal(await given([{ paymentType: 'cash', amount: 10 }]), 0)
  assert.equal(await given([visa(10)]), 1)
  assert.equal(await given([visa(20), usd(10)]), 7)
  assert.equal(await given([visa(20), stars]), 3, 'stars pay nothing of the checkout unless the till says how much')
  assert.equal(await given([visa(20), { ...stars, checkoutPaymentAmount: 10 }]), 7)
})

test('nothing that a campaign issues can pay for the same checkout', async () => {
  const { shop, buy } = await open([{ then: [{ issue: { balanceType: 'Currency', balanceCode: 'USD', amount: 50 } }] }])
  const cardNumber = await shop.card({ usd: 5 })
  assertRefused(await buy('1 CAKE 30', { cardNumber, paymentMethods: [usd(6)] }), 13)
  assert.equal((await buy('1 CAKE 30', { cardNumber, paymentMethods: [usd(5)] })).body.success, true)
  assert.deepEqual(await amountsOf(shop, cardNumber), { USD: 50 })
  assert.deepEqual(await shop.verify(), [])
})

const wrongPayments: Refusals = [
  [usd(20.01), 13],
  [inPoints(9), 13],
  [inPoints(101), 13],
  [usd(1.001), 116],
  [inPoints(10.5), 116],
  [usd(1, { balanceCode: 'GBP' }), 115],
  [{ redeemBalance: true, balanceType: 'Custom', balanceCode: 'MOONS', amount: 1 }, 115],
  [{ redeemBalance: true, amount: 1 }, 100, 'paymentMethods[0].balanceType'],
  [usd(-1), 100, 'paymentMethods[0].amount'],
  [usd(0), 100, 'paymentMethods[0].amount'],
  [{ ...usd(1), amount: undefined }, 100, 'paymentMethods[0].amount'],
  [{ ...usd(1), balanceCode: undefined }, 100, 'paymentMethods[0].balanceCode'],
  [inPoints(10, { balanceCode: 'X' }), 100, 'paymentMethods[0].balanceCode'],
  [usd(1, { checkoutPaymentAmount: -1 }), 100, 'paymentMethods[0].checkoutPaymentAmount'],
  [usd(1, { updateBalanceRequestRef: 'x' }), 100, 'paymentMethods[0].redeemBalance'],
  [payBy('nonsense'), 118],
  [payBy('00000000-0000-7000-8000-000000000000'), 118],
]

test('payments that cannot be made are refused, and nothing happens', async () => {
  const { shop, buy } = await open()
  const cardNumber = await shop.card({ usd: 20, points: 100 })
  await shop.issue(cardNumber, { points: 100 })
  const before = await shop.balances(cardNumber)
  for (const setup of [{}, { isSetup: true }, { isSetup: true, lockSetupDuration: 60 }])
    for (const [payment, code, field] of wrongPayments) {
      const answer = await buy('1 CAKE 30', { cardNumber, paymentMethods: [payment], ...setup })
      assertRefused(answer, code, field, JSON.stringify(payment))
    }
  assertRefused(await buy('1 CAKE 30', { paymentMethods: [usd(1)] }), 6)
  assertRefused(await buy('1 CAKE 30', { cardNumber, paymentMethods: [usd(10), usd(10.01)] }), 13)
  assertRefused(
    await buy('1 CAKE 30', { cardNumber, paymentMethods: [inPoints(60), inPoints(60)] }),
    13,
    undefined,
    'the maximum redemption cannot be divided',
  )
  assert.deepEqual(await shop.balances(cardNumber), before)
  assert.deepEqual(await shop.verify(), [])
})

test('an earlier redemption pays: its balance and amount are taken from it', async () => {
  const { shop, bought } = await open()
  const cardNumber = await shop.card({ usd: 20, points: 50 })
  const giftCard = await shop.card({ usd: 5 })
  const held = await shop.hold(cardNumber, { usd: 8 })
  const { body: fromHold } = await shop.redeem(
    cardNumber,
    { usd: 6 },
    { redeemFromHoldTransactionId: held.body.transactionId },
  )
  const refs = [await redeemed(shop, giftCard, { usd: 5 }), await redeemed(shop, cardNumber, { points: 20 })]
  const answer = await bought('1 CAKE 30', {
    cardNumber,
    paymentMethods: [
      payBy(fromHold.requestRef.toUpperCase()),
      payBy(refs[0] ?? '', { amount: 999, balanceType: 'Points' }),
      payBy(refs[1] ?? '', { checkoutPaymentAmount: 2 }),
    ],
    returnBalanceMutations: true,
  })
  assert.deepEqual(
    answer.balanceMutations.map((one: { amount: number }) => one.amount),
    [30],
    'nothing is redeemed again',
  )
  const { payments } = await shop.must('checkoutLookup', { checkoutTransactionId: answer.transactionId })
  assert.deepEqual(
    payments.map((one: Record<string, unknown>) => [
      one.updateBalanceRequestRef,
      one.balanceType,
      one.amount,
      one.checkoutPaymentAmount,
    ]),
    [
      [fromHold.requestRef, 'Currency', 6, 6],
      [refs[0], 'Currency', 5, 5],
      [refs[1], 'Points', 20, 2],
    ],
  )
  assert.deepEqual(await shop.verify(), [])
})

test('what is no redemption, was voided, or is a payment already does not pay', async () => {
  const { shop, buy, bought, lock, complete } = await open()
  const cardNumber = await shop.card({ usd: 50 })
  const issued = (await shop.issue(cardNumber, { usd: 5 })).body.requestRef
  const held = (await shop.hold(cardNumber, { usd: 5 })).body.requestRef
  const failed = (await shop.redeem(cardNumber, { usd: 500 })).body.requestRef
  const sale = (await bought('1 CAKE 1', { cardNumber })).requestRef
  const pay = (ref: string, more: object = {}) =>
    buy('1 CAKE 30', { cardNumber, paymentMethods: [payBy(ref)], ...more })
  for (const ref of [issued, held, failed, sale]) assertRefused(await pay(ref), 118)
  const voided = await redeemed(shop, cardNumber, { usd: 5 })
  await shop.must('voidTransaction', { cardNumber, requestRef: voided })
  assertRefused(await pay(voided), 119)
  const used = await redeemed(shop, cardNumber, { usd: 5 })
  assert.equal((await pay(used, { isSetup: true })).body.success, true, 'a plain setup uses nothing')
  assertRefused(await buy('1 CAKE 30', { cardNumber, paymentMethods: [payBy(used), payBy(used)] }), 119)
  assert.equal((await pay(used)).body.success, true)
  assertRefused(await pay(used), 119)
  const late = await redeemed(shop, cardNumber, { usd: 5 })
  const setup = await lock(cardNumber, '1 CAKE 30', { paymentMethods: [payBy(late)] })
  assert.equal((await buy('1 CAKE 30', { paymentMethods: [payBy(late)] })).body.success, true)
  assertRefused(await complete(setup), 119)
  const overwritten = await complete(setup, { paymentMethods: [{ paymentType: 'cash', amount: 30 }] })
  assert.equal(overwritten.body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('payments given on completion replace those of the setup in reports, and redeem nothing', async () => {
  const { shop, lock, complete } = await open()
  const cardNumber = await shop.card({ usd: 20 })
  const setup = await lock(cardNumber, '1 CAKE 30', { paymentMethods: [usd(12), { paymentType: 'cash', amount: 18 }] })
  assert.deepEqual(await amountsOf(shop, cardNumber), { USD: 20 }, 'a setup redeems nothing')
  const again = [usd(12), usd(500, { paymentType: 'more' }), inPoints(1), { paymentType: 'visa', amount: 18 }]
  const { body } = await complete(setup, { paymentMethods: again })
  assert.deepEqual(body.balanceMutations, setup.balanceMutations)
  assert.deepEqual(await amountsOf(shop, cardNumber), { USD: 8, Points: 30 })
  const { payments } = await shop.must('checkoutLookup', { checkoutTransactionId: body.transactionId })
  assert.deepEqual(
    payments.map((one: Record<string, unknown>) => [one.paymentType, one.checkoutPaymentAmount, one.redeemBalance]),
    [
      [undefined, 12, true],
      ['more', 500, true],
      [undefined, 0, true],
      ['visa', 18, false],
    ],
  )
  const ref = await redeemed(shop, cardNumber, { usd: 8 })
  const other = await lock(cardNumber, '1 CAKE 8')
  const done = await complete(other, { paymentMethods: [payBy(ref)] })
  assert.equal(done.body.success, true)
  const third = await lock(cardNumber, '1 CAKE 8')
  assertRefused(await complete(third, { paymentMethods: [payBy(ref)] }), 119)
  assert.deepEqual(await shop.verify(), [])
})

test('a redemption that was made before pays no more than the sale still owes', async () => {
  const { shop, buy } = await open([{ then: [{ discount: { amount: 1 } }] }])
  const cardNumber = await shop.card({ usd: 100, eur: 20, points: 90 })
  const [large, small, euros, inPoint] = [
    await redeemed(shop, cardNumber, { usd: 12 }),
    await redeemed(shop, cardNumber, { usd: 4 }),
    await redeemed(shop, cardNumber, { eur: 20 }),
    await redeemed(shop, cardNumber, { points: 90 }),
  ]
  const pay = (total: number, methods: object[], more: object = {}) =>
    buy(`1 CAKE ${total}`, { cardNumber, isSetup: true, paymentMethods: methods, ...more })
  const owed = /\[(\d)\]\.updateBalanceRequestRef: the redemption of ([\d.]+) is more than the ([\d.]+)/
  const told = async (...asked: Parameters<typeof pay>) =>
    owed
      .exec((await pay(...asked)).body.errorMessage)
      ?.slice(1)
      .join(' ')
  assert.equal(await told(13, [payBy(large)]), undefined, 'after the discount it is all that is owed')
  assert.equal(await told(12, [payBy(large)]), '0 12.00 11.00')
  assert.equal(await told(12, [payBy(large, { checkoutPaymentAmount: 1 })]), '0 12.00 11.00')
  assert.equal(await told(12, [payBy(large)], { checkoutTipTotal: 1 }), undefined)
  assert.equal(await told(12, [payBy(large)], { checkoutShippingTotal: 1 }), undefined)
  assert.equal(await told(16, [payBy(large), payBy(small)]), '1 4.00 3.00')
  assert.equal(await told(17, [{ paymentType: 'cash', amount: 4 }, payBy(large)]), undefined)
  assert.equal(await told(16, [{ paymentType: 'cash', amount: 4 }, payBy(large)]), '1 12.00 11.00')
  assert.equal(await told(2, [payBy(euros), payBy(inPoint)]), undefined, 'of other values the till says what they pay')
  assert.equal(await told(11, [payBy(euros, { checkoutPaymentAmount: 11 })]), '0 11.00 10.00')
  assertRefused(await pay(12, [payBy(large)], { isSetup: false }), 100)
  assert.deepEqual(await shop.verify(), [])
})

test('a setup is completed with no more paid before than it owes, also with another tip', async () => {
  const { shop, lock, complete } = await open()
  const cardNumber = await shop.card({ usd: 100 })
  const refs = await Promise.all([12, 10].map((usd) => redeemed(shop, cardNumber, { usd })))
  const [large = '', right = ''] = refs
  const setup = await lock(cardNumber, '1 CAKE 10', { checkoutTipTotal: 2, paymentMethods: [payBy(large)] })
  assertRefused(await complete(setup, { checkoutTipTotal: 1 }), 100)
  assertRefused(await complete(setup, { checkoutTipTotal: 0, paymentMethods: [payBy(large)] }), 100)
  assert.equal((await complete(setup, { checkoutTipTotal: 0, paymentMethods: [payBy(right)] })).body.success, true)
  assert.deepEqual(await shop.verify(), [])
})

test('a checkout has at most a hundred payments', async () => {
  const { buy } = await open()
  const cash = { paymentType: 'cash', amount: 1 }
  assert.equal((await buy('1 CAKE 100', { paymentMethods: times(100, () => cash) })).body.success, true)
  assertRefused(await buy('1 CAKE 101', { paymentMethods: times(101, () => cash) }), 100, 'paymentMethods')
})

test('a payment in the currency of the location is counted in it, any other only as the till says', async () => {
  const { shop, bought } = await openRuleShop([earn], {
    valueTypes,
    locations: [
      { id: 'L1', name: 'Pier 1', terminals: ['T1'] },
      { id: 'L2', name: 'Berlin', currency: 'EUR', terminals: ['T2'] },
    ],
  })
  const cardNumber = await shop.card({ usd: 20, eur: 20 })
  const paymentMethods = [usd(3), usd(4, { balanceCode: 'EUR' })]
  const paid = async (location: string, terminal: string) => {
    const body = { cardNumber, paymentMethods, products: productsOf('1 CAKE 30') }
    const { transactionId } = await shop.must('checkout', body, { location, terminal })
    const { payments } = await shop.must('checkoutLookup', { checkoutTransactionId: transactionId })
    return payments.map((one: { checkoutPaymentAmount: number }) => one.checkoutPaymentAmount)
  }
  assert.deepEqual(await paid('L1', 'T1'), [3, 0])
  assert.deepEqual(await paid('L2', 'T2'), [0, 4])
  assert.equal((await bought('1 CAKE 1')).success, true)
  assert.deepEqual(await shop.verify(), [])
})
