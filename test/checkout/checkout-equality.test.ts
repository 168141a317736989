import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { lockingCalls, openRuleShop, perDollar, points, productsOf, type RuleShop } from '../support/checkout-shop.ts'

const isEsp = { where: { sku: ['ESP'] } }
const usdBack = (amount: number | object) => ({ issue: { balanceType: 'Currency', balanceCode: 'USD', amount } })

/** Rule sets in which one rule sees what another did. */
const ruleSets: Record<string, readonly object[]> = {
  'discounts on discounts': [
    { then: [{ discount: { percent: 15, on: isEsp } }] },
    { then: [{ discount: { percent: 10, on: 'checkout', max: 4 } }] },
    { when: [{ fact: 'checkout.netTotal', op: '>=', value: 20 }], then: [{ discount: { amount: 3.33 } }] },
    { then: [points(perDollar(2, 3)), { notify: { channel: 'direct', text: '{{ mutation.amount }} points' } }] },
  ],
  'points that turn into money': [
    { then: [points(perDollar(3))] },
    {
      when: [{ fact: 'balance', balanceType: 'Points', op: '>=', value: 50 }],
      then: [{ redeem: { balanceType: 'Points', amount: 50 } }, usdBack(5)],
    },
    { when: [{ fact: 'balance', balanceType: 'Currency', balanceCode: 'USD', op: '>', value: 22 }], then: [points(1)] },
  ],
  'limits, groups and the past': [
    { exclusive: 'one', limit: { times: 2, per: 'card', every: 'ever' }, then: [points(100)] },
    { exclusive: 'one', then: [points(1)] },
    { when: [{ fact: 'history.checkouts', op: '>=', value: 2 }], then: [{ discount: { amount: 1 } }] },
    { when: [{ fact: 'counter', rule: 'main/rule-3', op: '>=', value: 1 }], then: [usdBack(0.25)] },
    { then: [{ logEvent: { categoryId: 'buy' } }] },
    { when: [{ fact: 'event.count', categoryId: 'buy', op: '=', value: 1 }], then: [points(11)] },
  ],
  'buy some, get some': [
    {
      then: [{ discount: { percent: 100, on: { ...isEsp, pick: 'cheapest', units: 1 }, buy: { ...isEsp, units: 2 } } }],
    },
    { then: [{ discount: { groupPrice: 5, on: { where: { category: ['food'] }, units: 2 }, repeat: true } }] },
    {
      then: [points({ give: 2, per: 1, of: 'products.quantity', where: { sku: ['CAKE'] } }), usdBack(perDollar(1, 10))],
    },
  ],
}

const line = fc
  .tuple(
    fc.constantFrom('1', '2', '3', '0.5', '1.25'),
    fc.constantFrom('ESP', 'LATTE', 'CAKE', 'OTHER'),
    fc.constantFrom('0', '0.99', '3.5', '7', '12.345'),
  )
  .map((parts) => parts.join(' '))

const sale = fc.record(
  {
    basket: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join(', ')),
    checkoutTotal: fc.constantFrom(0, 5, 30, 61.37),
    pre: fc.constantFrom(0.5, 4),
    paid: fc.constantFrom(0.01, 2, 6.5),
    tip: fc.constantFrom(1, 2.5),
  },
  { requiredKeys: ['basket'] },
)
type SaleOf = typeof sale extends fc.Arbitrary<infer T> ? T : never

function bodyOf({ basket, checkoutTotal, pre, paid, tip }: SaleOf): object {
  return {
    products: productsOf(basket),
    ...(checkoutTotal !== undefined && { checkoutTotal }),
    ...(pre !== undefined && { preDiscounts: [{ amount: pre }] }),
    ...(tip !== undefined && { checkoutTipTotal: tip }),
    paymentMethods:
      paid === undefined ? [] : [{ redeemBalance: true, balanceType: 'Currency', balanceCode: 'USD', amount: paid }],
    returnBalances: true,
    returnBalanceMutations: true,
    returnResponseObjects: true,
  }
}

type Body = Record<string, unknown>

/** What must not depend on how a checkout was made. */
function essence({ transactionId: _, requestRef: __, cardNumber: ___, ...rest }: Body): Body {
  return rest
}

/** The same sale in three ways, on three cards with the same past. */
async function inThreeWays({ shop }: RuleShop, cards: readonly string[], body: object): Promise<void> {
  const [alone = '', plain = '', locked = ''] = cards
  const { lock, complete } = lockingCalls({ shop })
  const single = await shop.call('checkout', { cardNumber: alone, ...body })
  const shown = await shop.call('checkout', { cardNumber: plain, ...body, isSetup: true })
  const then = await shop.call('checkout', { cardNumber: plain, ...body })
  assert.equal(shown.body.success, single.body.success)
  if (!single.body.success) return assert.equal(then.body.errorCode, single.body.errorCode)
  const setup = await lock(locked, '', body)
  const { body: done } = await complete(setup, body)
  const { balances: _, ...effects } = essence(single.body)
  for (const answer of [shown.body, setup]) {
    const { balances: __, ...own } = essence(answer)
    assert.deepEqual(own, effects)
  }
  for (const answer of [then.body, done]) assert.deepEqual(essence(answer), essence(single.body))
}

for (const [name, rules] of Object.entries(ruleSets))
  test(`a standalone checkout equals setup and completion: ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 4 }), async (sales) => {
        const room = await openRuleShop(rules, { more: { eventTypes: [{ categoryId: 'buy', name: 'Bought' }] } })
        const cards = [
          await room.shop.card({ usd: 10 }),
          await room.shop.card({ usd: 10 }),
          await room.shop.card({ usd: 10 }),
        ]
        for (const one of sales) await inThreeWays(room, cards, bodyOf(one))
        const [first, ...others] = await Promise.all(cards.map((card) => room.shop.balances(card)))
        for (const other of others) assert.deepEqual(other, first)
        assert.deepEqual(await room.shop.verify(), [])
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
