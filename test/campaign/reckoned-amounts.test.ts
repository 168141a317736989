import assert from 'node:assert/strict'
import test from 'node:test'
import { findingsOf } from '../../server/domain/brand/read-brand-file.ts'
import { reckoned } from '../../server/domain/campaign/reckon.ts'
import { openRuleShop, points } from '../support/checkout-shop.ts'
import { explained } from '../support/explained.ts'
import { assertReproduced, between, replayShop } from '../support/replay-room.ts'
import { type Dice, dice } from '../support/segment-population.ts'
import { placedMessage } from '../support/told-fault.ts'

const cake = { fact: 'products.total', where: { sku: ['CAKE'] } }
const drinks = { fact: 'products.total', where: { category: ['drinks'] } }
const shipping = { fact: 'checkout.shipping' }

test('an amount is reckoned from several facts, rounded once, and the explanation says how', async () => {
  const of = { sum: [drinks, shipping] }
  const { shop, bought } = await openRuleShop([
    { id: 'sum', then: [points({ of, times: 0.5, plus: 3, minus: 1.25, max: 50 })] },
    {
      id: 'least',
      then: [
        { issue: { balanceType: 'Custom', balanceCode: 'STARS', amount: { of: { least: [cake, 7.5] }, round: 'up' } } },
      ],
    },
    {
      id: 'off',
      then: [{ discount: { amount: { of: { product: [{ fact: 'products.quantity' }, 0.333] }, round: 'nearest' } } }],
    },
  ])
  const cardNumber = await shop.card()
  const from = await between()
  const sale = await bought('1 ESP 3.33, 2 CAKE 5', { cardNumber, checkoutShippingTotal: 4.9 })
  // 3 units times 0.333 is 0.999, nearly 1.00 off; the drinks keep 3.08 of it.
  assert.equal(sale.totalDiscount, 1)
  const has = Object.fromEntries(
    (await shop.balances(cardNumber)).map((one: { balanceType: string; amount: number }) => [
      one.balanceType,
      one.amount,
    ]),
  )
  assert.deepEqual(has, { Points: 5, Custom: 8 })
  const words = await explained(shop, sale.requestRef)
  assert.match(words, /5 Points issued = \(.*3\.08 \+ .*4\.9\) × 0\.5 \+ 3 − 1\.25/)
  assert.match(words, /the least of \(.*; 7\.5\)/)
  assertReproduced(await replayShop(shop, { from }))
  assert.deepEqual(await shop.verify(), [])
})

test('what comes to nothing or less gives nothing, whatever its min is', async () => {
  const { shop, bought } = await openRuleShop([
    { then: [points({ of: { sum: [{ fact: 'checkout.netTotal' }] }, minus: 10, min: 5 })] },
  ])
  const cardNumber = await shop.card()
  await bought('1 CAKE 10', { cardNumber })
  assert.deepEqual(await shop.balances(cardNumber), [])
  await bought('1 CAKE 11', { cardNumber })
  assert.equal((await shop.balances(cardNumber))[0]?.amount, 5)
  assert.deepEqual(await shop.verify(), [])
})

test('facts of the past are fetched for it', async () => {
  const of = {
    sum: [{ fact: 'history.checkouts' }, { fact: 'history.spend' }, { fact: 'event.count', categoryId: 'app-open' }],
  }
  const more = { eventTypes: [{ categoryId: 'app-open' }] }
  const { shop, bought } = await openRuleShop([{ then: [points({ of })] }], { more })
  const cardNumber = await shop.card()
  await bought('1 CAKE 10', { cardNumber })
  await bought('1 CAKE 2', { cardNumber })
  assert.equal((await shop.balances(cardNumber))[0]?.amount, 11)
  assert.deepEqual(await shop.verify(), [])
})

/** What is left of 100 points or so after one line came back, and after the other. */
const returnedOf = async (terms: readonly (object | number)[]) => {
  const { shop, bought } = await openRuleShop([{ then: [points({ of: { sum: terms } })] }])
  const cardNumber = await shop.card()
  const sale = await bought('2 ESP 10, 1 CAKE 60, 1 MUG 20', { cardNumber, checkoutShippingTotal: 20 })
  const left: number[] = []
  const note = async () => left.push((await shop.balances(cardNumber))[0]?.amount ?? 0)
  await note()
  for (const [sku, amountPurchased] of [
    ['MUG', 1],
    ['ESP', 1],
    ['CAKE', 1],
    ['ESP', 1],
  ] as const) {
    const returnedProducts = [{ sku, amountPurchased }]
    await shop.must('returnMerchandise', { cardNumber, checkoutRequestRef: sale.requestRef, returnedProducts })
    await note()
  }
  assert.deepEqual(await shop.verify(), [])
  return left
}

test('a return takes back what its lines gave where all facts are of products, and else its share of the sale', async () => {
  // 80 for both lines, by value: the mug gave nothing.
  assert.deepEqual(await returnedOf([drinks, cake]), [80, 80, 70, 10, 0])
  // By quantity: 3 units.
  assert.deepEqual(
    await returnedOf([
      { ...drinks, fact: 'products.quantity' },
      { ...cake, fact: 'products.quantity' },
    ]),
    [3, 3, 2, 1, 0],
  )
  // With shipping, or with both kinds, it is of the checkout: 100 for goods of 100.
  assert.deepEqual(await returnedOf([drinks, cake, shipping]), [100, 80, 70, 10, 0])
  assert.deepEqual(await returnedOf([drinks, { fact: 'products.quantity' }]), [24, 19, 17, 2, 0])
})

/** Each comes to something that its products did not bring, or not alone. */
const withNumbers: readonly { readonly amount: object; readonly given: number }[] = [
  { amount: { of: { sum: [cake] }, plus: 10 }, given: 10 },
  { amount: { of: { sum: [cake, 777] } }, given: 777 },
  { amount: { of: { greatest: [cake, 10] } }, given: 10 },
  { amount: { of: { greatest: [drinks, 1000] } }, given: 1000 },
  { amount: { of: { least: [{ fact: 'products.total' }, 333] } }, given: 333 },
  { amount: { of: { sum: [{ ...drinks, fact: 'products.quantity' }] }, times: 50, plus: 1 }, given: 151 },
  { amount: { of: { sum: [{ fact: 'products.total', where: { sku: ['MUG'] } }] }, minus: 1.5 }, given: 898 },
]

test('what numbers take part in goes back by the value of the sale, in however many steps', async () => {
  const [mug, gum] = [
    { sku: 'MUG', cents: 90_000 },
    { sku: 'ESP', cents: 99 },
  ]
  const whole = mug.cents + 3 * gum.cents
  for (const { amount, given } of withNumbers) {
    const { shop, bought } = await openRuleShop([{ then: [points(amount)] }])
    for (const order of [
      [mug, gum, gum, gum],
      [gum, mug, gum, gum],
      [gum, gum, gum, mug],
    ]) {
      const cardNumber = await shop.card()
      const has = async () => (await shop.balances(cardNumber))[0]?.amount ?? 0
      const { requestRef: checkoutRequestRef } = await bought('1 MUG 900, 3 ESP 0.99', { cardNumber })
      assert.equal(await has(), given, JSON.stringify(amount))
      let back = 0
      for (const { sku, cents } of order) {
        back += cents
        const returnedProducts = [{ sku, amountPurchased: 1 }]
        await shop.must('returnMerchandise', { cardNumber, checkoutRequestRef, returnedProducts })
        const taken = Math.floor((2 * given * back + whole) / (2 * whole))
        assert.equal(await has(), given - taken, JSON.stringify({ amount, back }))
      }
      assert.equal(back, whole)
      assert.equal(await has(), 0)
    }
    assert.deepEqual(await shop.verify(), [])
  }
})

test('a factor is none of these: what it gave goes back with its products', async () => {
  const quantity = { fact: 'products.quantity', where: { category: ['drinks'] } }
  const { shop, bought } = await openRuleShop([{ then: [points({ of: { product: [quantity, 5] }, times: 2 })] }])
  const cardNumber = await shop.card()
  const { requestRef: checkoutRequestRef } = await bought('1 MUG 900, 2 ESP 1', { cardNumber })
  const left: number[] = []
  for (const sku of ['MUG', 'ESP', 'ESP']) {
    const returnedProducts = [{ sku, amountPurchased: 1 }]
    await shop.must('returnMerchandise', { cardNumber, checkoutRequestRef, returnedProducts })
    left.push((await shop.balances(cardNumber))[0]?.amount ?? 0)
  }
  assert.deepEqual(left, [20, 10, 0])
  assert.deepEqual(await shop.verify(), [])
})

const file = (amount: unknown) =>
  findingsOf(
    JSON.stringify({
      brand: { id: 'b1', name: 'B', country: 'US', currency: 'USD' },
      programs: [{ id: 'p', valueTypes: [{ balanceType: 'Points', scale: 0 }] }],
      campaigns: [{ id: 'c', rules: [{ id: 'r', trigger: 'checkout', then: [points(amount as object)] }] }],
    }),
  ).faults.map(placedMessage)

test('what is wrong with it is a fault of the file', () => {
  const sum = [{ fact: 'checkout.total' }]
  assert.deepEqual(file({ of: { sum }, times: '0.05', minus: 2, min: 0, max: 50, round: 'down' }), [])
  for (const [amount, told] of [
    [{ of: {} }, /exactly one of sum, product, least, greatest/],
    [{ of: { sum, least: sum } }, /exactly one/],
    [{ of: { sum: [] } }, /at least one entry/],
    [{ of: { sum: Array.from({ length: 9 }, () => sum[0]) } }, /8/],
    [{ of: { sum: [1, 2] } }, /names no fact/],
    [{ of: { sum: [{ fact: 'checkout.totl' }] } }, /checkout\.total/],
    [{ of: { sum: [{ fact: 'card.number' }] } }, /not a number/],
    [{ of: { sum }, times: 0 }, /above 0|more than 0/],
    [{ of: { sum }, give: 1 }, /give/],
    [{ of: { sum }, min: 5, max: 2 }, /min/],
  ] as const) {
    const [first = '', ...others] = file(amount)
    assert.match(first, told)
    assert.deepEqual(others, [])
  }
})

interface Rational {
  readonly over: bigint
  readonly under: bigint
}

/** Another account of the same: everything in units of 10^-60. */
const one = 10n ** 60n

const rational = (text: string): Rational => {
  const [whole = '0', decimals = ''] = text.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

const scaled = ({ over, under }: Rational): bigint => (over * one) / under

function modelled(
  by: 'sum' | 'product' | 'least' | 'greatest',
  values: readonly string[],
  amount: Readonly<Record<string, string>>,
  scale: number,
): bigint {
  const numbers = values.map(rational)
  const units = numbers.map(scaled)
  const whole = {
    sum: () => units.reduce((a, b) => a + b, 0n),
    product: () => scaled(numbers.reduce((a, b) => ({ over: a.over * b.over, under: a.under * b.under }))),
    least: () => units.reduce((a, b) => (a < b ? a : b)),
    greatest: () => units.reduce((a, b) => (a > b ? a : b)),
  }[by]?.()
  assert.ok(whole !== undefined)
  const times = rational(amount.times ?? '1')
  const result =
    (whole * times.over) / times.under + scaled(rational(amount.plus ?? '0')) - scaled(rational(amount.minus ?? '0'))
  if (result <= 0n) return 0n
  const unit = one / 10n ** BigInt(scale)
  const down = result / unit
  const rest = result - down * unit
  const minor =
    amount.round === 'up' && rest > 0n ? down + 1n : amount.round === 'nearest' && 2n * rest >= unit ? down + 1n : down
  if (minor === 0n) return 0n
  const most = amount.max === undefined ? undefined : scaled(rational(amount.max)) / unit
  const least = amount.min === undefined ? 0n : (scaled(rational(amount.min)) + unit - 1n) / unit
  if (most !== undefined && (minor > most || least > most)) return most
  const bounded = minor < least ? least : minor
  return bounded > 999_999_999_999_999n ? 999_999_999_999_999n : bounded
}

function anyNumber(roll: Dice, mayBeNegative = false): string {
  const whole = String(roll.below(roll.pick([10, 1000, 1_000_000])))
  const decimals = roll.some(0.6) ? `.${String(1 + roll.below(999_999)).padStart(6, '0')}` : ''
  return `${mayBeNegative && roll.some(0.2) ? '-' : ''}${whole}${decimals}`
}

const toDecimal = (text: string) => {
  const { over, under } = rational(text)
  return { units: Number(over), scale: String(under).length - 1 }
}

test('sums, products, the least and the greatest are exact: as reckoned with fractions of whole numbers', () => {
  const roll = dice(7)
  for (let trial = 0; trial < 5000; trial += 1) {
    const by = roll.pick(['sum', 'product', 'least', 'greatest'] as const)
    const values = Array.from({ length: 1 + roll.below(by === 'product' ? 3 : 8) }, () =>
      anyNumber(roll, by !== 'product'),
    )
    const texts = {
      ...(roll.some(0.5) && { times: roll.pick(['0.05', '0.333333', '3', '1.000001']) }),
      ...(roll.some(0.3) && { plus: anyNumber(roll) }),
      ...(roll.some(0.3) && { minus: anyNumber(roll) }),
      ...(roll.some(0.3) && { max: anyNumber(roll) }),
      ...(roll.some(0.2) && { min: anyNumber(roll) }),
      round: roll.pick(['down', 'nearest', 'up'] as const),
    }
    const { round, ...numbers } = texts
    const amount = {
      ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])),
      round,
    }
    const scale = roll.pick([0, 2, 3])
    const { minor } = reckoned(by, values.map(toDecimal), amount, scale)
    assert.equal(BigInt(minor), modelled(by, values, texts, scale), JSON.stringify({ by, values, texts, scale }))
  }
})
