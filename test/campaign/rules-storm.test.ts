import assert from 'node:assert/strict'
import test from 'node:test'
import { openRuleShop, perDollar, points, productsOf } from '../support/checkout-shop.ts'
import { purse } from '../support/rule-table.ts'
import { type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const usd = { balanceType: 'Currency', balanceCode: 'USD' }
const redeemed = (amount: number) => ({ redeem: { balanceType: 'Points', amount } })

const rules = [
  { id: 'earn', then: [points(perDollar(1))] },
  {
    id: 'bonus',
    limit: { times: 7, per: 'brand', every: 'day' },
    then: [points(13), { notify: { channel: 'webhook', text: 'bonus' } }],
  },
  { id: 'welcome', limit: { times: 1, per: 'card' }, then: [points(25), { allocateCoupon: { set: 'gift' } }] },
  {
    id: 'off',
    limit: { times: 3, per: 'card', every: 'day' },
    exclusive: 'cut',
    then: [{ discount: { percent: 10 } }],
  },
  { id: 'cut', limit: { times: 9, per: 'brand' }, exclusive: 'cut', then: [{ discount: { amount: 1 } }, points(2)] },
  {
    id: 'convert',
    when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 60 }],
    then: [redeemed(60), { issue: { ...usd, amount: 3 } }],
  },
  {
    id: 'third',
    when: [{ fact: 'history.checkouts', op: '=', value: 2 }],
    then: [{ logEvent: { categoryId: 'third' } }],
  },
]

interface Mutation {
  readonly amount: number
  readonly isDiscount: boolean
  readonly balanceType: string
}

/** What a checkout did to the balances of its card. */
const sumOf = (mutations: readonly Mutation[], type: string) =>
  mutations.filter((one) => !one.isDiscount && one.balanceType === type).reduce((sum, one) => sum + one.amount, 0)

type Sums = Record<'Points' | 'Currency', number>

/** Calls as a till does: error 109 says that nothing was executed, and to try again. */
async function call(shop: Shop, operation: string, body: object) {
  for (;;) {
    const answer = await shop.call(operation, body)
    if (answer.body.errorCode !== 109) return answer.body
  }
}

const nothing: Sums = { Points: 0, Currency: 0 }

/** One customer at one till: buys at once, in two steps, or not after all, and now and then takes it back. */
async function visit(shop: Shop, cardNumber: string, dice: number): Promise<Sums> {
  const isLocking = dice % 3 === 1
  const paymentMethods = dice % 7 === 0 ? [{ redeemBalance: true, ...usd, amount: 1 }] : []
  const products = productsOf(`${1 + (dice % 4)} ESP 4, 1 CAKE ${dice % 11}`)
  const lock = isLocking ? { isSetup: true, lockSetupDuration: 60 } : {}
  const sale = { cardNumber, products, paymentMethods, returnBalanceMutations: true }
  const sold = await call(shop, 'checkout', { ...sale, ...lock })
  if (!sold.success) {
    // Another till has the card locked, or it has too little: nothing out of the ordinary.
    assert.ok([13, 113].includes(sold.errorCode), JSON.stringify(sold))
    return nothing
  }
  const end = { cardNumber, relatedSetupTransactionId: sold.transactionId, returnBalanceMutations: true }
  const isCancelled = isLocking && dice % 2 === 0
  const done = isLocking ? await call(shop, 'checkout', { ...end, cancelSetup: isCancelled }) : sold
  assert.ok(done.success, JSON.stringify(done))
  if (isCancelled) return nothing
  const back = dice % 5 === 0 && (await call(shop, 'voidTransaction', { cardNumber, requestRef: done.requestRef }))
  if (back?.success) return nothing
  return { Points: sumOf(done.balanceMutations, 'Points'), Currency: sumOf(done.balanceMutations, 'Currency') }
}

const add = (a: Sums, b: Sums): Sums => ({ Points: a.Points + b.Points, Currency: a.Currency + b.Currency })

const firings = (shop: Shop) =>
  sql(
    `select rule_id as rule, count(*)::integer as count, max(of_card)::integer as most
    from (select rule_id, count(*) over (partition by rule_id, card_id) as of_card from rule_firing where brand_id = $1) as fired
    group by rule_id`,
    [shop.id],
  )

for (const seed of [1, 2, 3]) {
  test(`whatever tills do at once, limits hold and balances are what the answers said (${seed})`, async () => {
    const { shop } = await openRuleShop(rules, { more: { eventTypes: [{ categoryId: 'third', name: 'Third' }] } })
    const cards = await Promise.all(times(6, () => shop.card()))
    const visits = times(60, (index) => ({
      cardNumber: cards[(index * 7 + seed) % cards.length] ?? '',
      dice: (index * 31 + seed * 17) % 101,
    }))
    const results = await Promise.all(visits.map(({ cardNumber, dice }) => visit(shop, cardNumber, dice)))
    for (const cardNumber of cards) {
      const mine = results.filter((_, index) => visits[index]?.cardNumber === cardNumber)
      const total = mine.reduce(add, { Points: 0, Currency: 0 })
      const { Points = 0, USD = 0 } = await purse(shop, cardNumber)
      assert.deepEqual({ Points, Currency: USD }, total)
    }
    const counts = Object.fromEntries((await firings(shop)).map(({ rule, ...count }) => [rule, count]))
    // On a slow machine locks may keep a rule from firing at all.
    const [bonus, cut] = [counts['main/bonus']?.count ?? 0, counts['main/cut']?.count ?? 0]
    assert.ok(bonus <= 7 && cut <= 9, JSON.stringify(counts))
    assert.ok((counts['main/welcome']?.most ?? 0) <= 1 && (counts['main/off']?.most ?? 0) <= 3, JSON.stringify(counts))
    assert.deepEqual(await shop.verify(), [])
  })
}
