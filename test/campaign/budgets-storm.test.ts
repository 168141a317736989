import assert from 'node:assert/strict'
import test from 'node:test'
import { spent } from '../support/budget-room.ts'
import { campaign, openRuleShop, points, productsOf } from '../support/checkout-shop.ts'
import { type Shop, times } from '../support/shop.ts'

const rules = [
  { id: 'off', budget: { amount: 24, of: 'discount', every: 'day' }, then: [{ discount: { percent: 15 } }] },
  { id: 'bonus', then: [points(3), { discount: { amount: '0.35' } }] },
]
const budget = { amount: 40, of: 'discount', every: { days: 3 } }

/** A sale as the till saw it: what it gave, in cents by rule. */
interface Sale {
  readonly cardNumber: string
  readonly requestRef: string
  readonly off: number
  readonly bonus: number
}

interface Mutation {
  readonly amount: number
  readonly isDiscount: boolean
  readonly campaignRuleUUID: string
}

/** Calls as a till does: error 109 says that nothing was executed, and to try again. */
async function call(shop: Shop, operation: string, body: object) {
  for (;;) {
    const answer = await shop.call(operation, body)
    if (answer.body.errorCode !== 109) return answer.body
  }
}

/** The discounts of a sale: those of the first rule are 15 % of the basket at most, and come first. */
function toSale(cardNumber: string, answer: { requestRef: string; balanceMutations?: Mutation[] }): Sale {
  const discounts = (answer.balanceMutations ?? []).filter(({ isDiscount }) => isDiscount)
  const ofBonus = discounts.filter(({ campaignRuleUUID }) => campaignRuleUUID === bonusUuid)
  const cents = (some: readonly Mutation[]) =>
    some.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0)
  const bonus = cents(ofBonus)
  return { cardNumber, requestRef: answer.requestRef, off: cents(discounts) - bonus, bonus }
}

let bonusUuid = ''

/** A small generator, so that a run can be repeated by its seed. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

test('whatever tills do at once, budgets have spent what is sold and not back, and never more than they have', async () => {
  const seed = Date.now() % 1_000_000
  const { shop } = await openRuleShop([], {
    more: { campaigns: [campaign(rules, { budget })] },
    cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 20, prefix: '60', length: 16 } }],
  })
  const cards = await Promise.all(times(12, () => shop.card()))
  bonusUuid = await findBonus(shop, cards[0] ?? '')
  const sold = (await Promise.all(cards.map((cardNumber, index) => visits(shop, cardNumber, seed + index)))).flat()
  const sum = (key: 'off' | 'bonus') => sold.reduce((total, sale) => total + sale[key], 0)
  const found = await spent(shop)
  assert.deepEqual(
    {
      off: found[Object.keys(found).find((name) => name.startsWith('main/off')) ?? ''],
      all: found['main discount USD 2 days 3'],
    },
    { off: sum('off'), all: sum('off') + sum('bonus') },
    `seed ${seed}`,
  )
  assert.ok(sum('off') <= 2400 && sum('off') + sum('bonus') <= 4000, `seed ${seed}`)
  assert.deepEqual(await shop.verify(), [], `seed ${seed}`)
})

/** The rule that gives 35 cents: a basket of 35 cents that the first rule takes 15 % of. */
async function findBonus(shop: Shop, cardNumber: string): Promise<string> {
  const setup = { cardNumber, products: productsOf('1 CAKE 100'), isSetup: true, returnBalanceMutations: true }
  const answer = await shop.must('checkout', setup)
  const one = (answer.balanceMutations as Mutation[]).find(({ amount }) => Math.abs(amount) === 0.35)
  return one?.campaignRuleUUID ?? assert.fail('the second rule gives 35 cents')
}

/** One customer: buys at once or in two steps, voids, cancels, returns in one or two steps. Answers what is still sold. */
async function visits(shop: Shop, cardNumber: string, seed: number): Promise<Sale[]> {
  const roll = dice(seed)
  const kept: Sale[] = []
  for (const _ of times(12, () => 0)) {
    const basket = `2 CAKE ${1 + roll(9)}.${10 + roll(90)}`
    const products = productsOf(basket)
    const isLocked = roll(3) === 0
    const asked = { cardNumber, products, returnBalanceMutations: true }
    const first = await call(shop, 'checkout', isLocked ? { ...asked, isSetup: true, lockSetupDuration: 300 } : asked)
    assert.equal(first.success, true, JSON.stringify(first))
    const related = { cardNumber, relatedSetupTransactionId: first.transactionId, returnBalanceMutations: true }
    if (isLocked && roll(2) === 0) {
      await call(shop, 'checkout', { ...related, cancelSetup: true })
      continue
    }
    const done = isLocked ? await call(shop, 'checkout', related) : first
    assert.equal(done.success, true, JSON.stringify(done))
    const sale = toSale(cardNumber, done)
    const fate = roll(4)
    if (fate === 0) await call(shop, 'voidTransaction', { cardNumber, requestRef: sale.requestRef })
    if (fate === 1) await bringBack(shop, sale, basket, roll(2) === 0 ? 1 : 2)
    if (fate > 1) kept.push(sale)
  }
  return kept
}

/** In so many steps. */
async function bringBack(shop: Shop, { cardNumber, requestRef }: Sale, basket: string, steps: number): Promise<void> {
  const [, sku, price] = basket.split(' ')
  for (const _ of times(steps, () => 0)) {
    const returnedProducts = productsOf(`${2 / steps} ${sku} ${price}`)
    const answer = await call(shop, 'returnMerchandise', {
      cardNumber,
      checkoutRequestRef: requestRef,
      returnedProducts,
    })
    assert.equal(answer.success, true, JSON.stringify(answer))
  }
}
