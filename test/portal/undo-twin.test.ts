import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { campaign, perDollar, points, productsOf, shopCoupons, shopProducts } from '../support/checkout-shop.ts'
import { rollFrom } from '../support/dated-history.ts'
import { type Clerk, openDesk } from '../support/portal-desk.ts'
import { always, type Row, rowsOf, sameWhenSummed } from '../support/report-shop.ts'
import { openShop, type Shop } from '../support/shop.ts'

const rules = [
  { id: 'earn', then: [points(perDollar(2))] },
  {
    id: 'cake',
    when: [{ fact: 'products.quantity', where: { sku: ['CAKE'] }, op: '>=', value: 1 }],
    limit: { times: 2, per: 'card' },
    then: [{ discount: { percent: 10 } }],
  },
  {
    id: 'big',
    when: [{ fact: 'checkout.netTotal', op: '>=', value: 20 }],
    then: [{ allocateCoupon: { set: 'gift' } }],
  },
]

const options = {
  locations: [{ id: 'L1', name: 'Pier 1', terminals: ['T1'] }],
  more: {
    products: shopProducts,
    couponSets: shopCoupons,
    campaigns: [campaign(rules, { budget: { amount: 500, of: { balanceType: 'Points' }, every: 'month' } })],
  },
}

interface Step {
  readonly basket: string
  readonly who: number
  /** Another card that pays a part of it. */
  readonly other: number | undefined
  readonly isUndone: boolean
}

/** The same steps for the same number. */
function stepsFrom(seed: number): Step[] {
  const roll = rollFrom(seed)
  const any = <One>(all: readonly One[]): One => all[roll(all.length)] as One
  return Array.from({ length: 14 }, () => ({
    basket: any(['1 ESP 3', '2 CAKE 5', '1 CAKE 4, 1 ESP 3', '4 CAKE 6', '7 LATTE 4']),
    who: roll(2),
    other: roll(3) === 0 ? 2 : undefined,
    isUndone: roll(3) === 0,
  }))
}

interface Counter {
  readonly shop: Shop
  readonly cards: readonly string[]
  readonly cashier: Clerk
  readonly desk: Clerk
}

async function openCounter(): Promise<Counter> {
  const shop = await openShop(options)
  const cards = [await shop.card({ usd: 30 }), await shop.card({ points: 5 }), await shop.card({ usd: 200 })]
  const people = openDesk(shop)
  return { shop, cards, cashier: await people.as('cashier'), desk: await people.as('administrator') }
}

async function sell({ cards, cashier }: Counter, { basket, who, other }: Step): Promise<string> {
  const cardNumber = cards[who] ?? ''
  const sale = { cardNumber, products: productsOf(basket) }
  const answer =
    other === undefined
      ? await cashier.call('checkout', sale, { location: 'L1' })
      : await cashier.ask('sellByCards', {
          ...{ sale, locationId: 'L1', requestId: `sale-${randomUUID()}` },
          otherCards: [{ cardNumber: cards[other], amount: 2 }],
        })
  assert.equal(answer.error, undefined, JSON.stringify(answer))
  return String(answer.requestRef)
}

async function undo({ cards, cashier }: Counter, requestRef: string, { who }: Step) {
  const undone = await cashier.call(
    'voidTransaction',
    { requestRef, cardNumber: cards[who] },
    { location: 'L1', note: 'Undo' },
  )
  assert.equal(undone.error, undefined, JSON.stringify(undone))
}

/** What the card's page, the list of sales, the campaign's page and the reports say, without names, times and numbers. */
async function seen({ shop, cards, desk }: Counter) {
  const pages = []
  for (const cardNumber of cards) {
    const page = await desk.ask('cardPage', { cardNumber })
    const { balances, holds, coupons } = page
    const worth = (page.lots as { amount: number }[]).reduce((sum, { amount }) => sum + amount, 0)
    pages.push({ balances, holds, coupons: coupons.length, worth })
  }
  const rolled = await rowsOf(shop, 'roll-forward', always)
  const { budgets, values, ...figures } = await desk.ask('campaignResults', { campaign: 'main' })
  return {
    pages,
    figures,
    values,
    budgets,
    campaigns: await rowsOf(shop, 'campaigns', always),
    byRule: await rowsOf(shop, 'campaigns', { ...always, by: 'rule' }),
    sales: await rowsOf(shop, 'sales', always),
    coupons: (await rowsOf(shop, 'coupons', always)).map(({ set, used }: Row) => ({ set, used })),
    closing: rolled.map(({ valueType, closing }: Row) => ({ valueType, closing })),
  }
}

for (const seed of [3, 17, 40])
  test(`whoever undoes sales sees what those see who never made them (${seed})`, async () => {
    const steps = stepsFrom(seed)
    const [counter, twin] = [await openCounter(), await openCounter()]
    for (const step of steps) {
      const ref = await sell(counter, step)
      if (step.isUndone) await undo(counter, ref, step)
      else await sell(twin, step)
    }
    assert.ok(steps.some(({ isUndone }) => isUndone) && steps.some(({ other }) => other !== undefined))
    const [one, other] = [
      await sameWhenSummed(counter.shop, () => seen(counter)),
      await sameWhenSummed(twin.shop, () => seen(twin)),
    ]
    assert.deepEqual(one, other)
    for (const { shop } of [counter, twin]) assert.deepEqual(await shop.verify(), [])
  })
