import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { rated } from '../../server/domain/campaign/amount.ts'
import type { CallFacts } from '../../server/domain/campaign/call-facts.ts'
import type { Effect } from '../../server/domain/campaign/effects.ts'
import { cutIssue } from '../../server/domain/campaign/limits.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { anonymous, at, basket, card, facts, type Raw, rewards, ruleOf, tuesday } from '../support/campaign-fixture.ts'

/** What the only result of a rule comes to. */
function effectOf(result: Raw, here: CallFacts = facts()): Effect {
  const effect = ruleOf({}, [result]).results[0]?.effect(here)
  assert(effect && effect.kind !== 'needs')
  return effect
}

function issued(amount: unknown, over: Partial<CallFacts> = {}, balanceType: Raw = { balanceType: 'Points' }): number {
  const effect = effectOf({ issue: { ...balanceType, amount } }, facts(over))
  assert(effect.kind === 'issue')
  return effect.amount
}

const usd = { balanceType: 'Currency', balanceCode: 'USD' }
const net = (netTotal: number): Partial<CallFacts> => ({
  checkout: { scale: 2, total: netTotal, netTotal, shipping: 0, tip: 0 },
})
const perDollar = { give: 1, per: 1, of: 'checkout.netTotal' }

test('points for money', () => {
  //  amount                                              net total (cents)   points
  const table: readonly (readonly [unknown, number, number])[] = [
    [5, 0, 5],
    [perDollar, 1850, 18],
    [perDollar, 99, 0],
    [perDollar, 100, 1],
    [perDollar, 0, 0],
    [{ give: 10, per: 5, of: 'checkout.netTotal' }, 1499, 20],
    [{ give: 10, per: 5, of: 'checkout.netTotal' }, 1500, 30],
    [{ give: 10, per: 5, of: 'checkout.netTotal', steps: 'proportional' }, 1499, 29],
    [{ give: 10, per: 5, of: 'checkout.netTotal', steps: 'proportional', round: 'nearest' }, 1499, 30],
    [{ give: 10, per: 5, of: 'checkout.netTotal', steps: 'proportional', round: 'up' }, 1451, 30],
    [{ give: 1, per: 2, of: 'checkout.netTotal', steps: 'proportional', round: 'nearest' }, 100, 1], // a half goes up
    [{ give: 1, per: 0.1, of: 'checkout.netTotal' }, 30, 3], // 0.3 / 0.1 is exactly 3
    [{ ...perDollar, max: 10 }, 1850, 10],
    [{ ...perDollar, min: 25 }, 1850, 25],
    [{ ...perDollar, min: 25 }, 99, 0], // 0 stays 0
    [{ ...perDollar, min: 5, max: 10 }, 700, 7],
    [{ ...perDollar, max: 10.9 }, 1850, 10],
    [{ ...perDollar, min: 18.5 }, 1850, 19],
    [{ give: 0.4, per: 1, of: 'checkout.netTotal' }, 200, 0], // 0.8 points are none
    [{ give: 0.4, per: 1, of: 'checkout.netTotal', round: 'up' }, 200, 1],
  ]
  for (const [amount, cents, points] of table) assert.equal(issued(amount, net(cents)), points, JSON.stringify(amount))
})

test('money back, at the scale of the currency', () => {
  //  amount                                                                    net total   cents
  const table: readonly (readonly [unknown, number, number])[] = [
    [1.5, 0, 150],
    [{ give: 0.05, of: 'checkout.netTotal', steps: 'proportional' }, 1999, 99],
    [{ give: 0.05, of: 'checkout.netTotal', steps: 'proportional', round: 'nearest' }, 1999, 100],
    [{ give: 0.05, of: 'checkout.netTotal', steps: 'proportional', round: 'up' }, 1981, 100],
    [{ give: 0.05, of: 'checkout.netTotal' }, 1999, 95],
    [{ give: 0.01, of: 'checkout.netTotal', steps: 'proportional', min: 0.5 }, 10, 0], // a tenth of a cent is nothing
    [{ give: 0.01, of: 'checkout.netTotal', steps: 'proportional', min: 0.5 }, 100, 50],
  ]
  for (const [amount, total, cents] of table)
    assert.equal(issued(amount, net(total), usd), cents, JSON.stringify(amount))
})

test('points for products and for what the card has', () => {
  const drinks = basket([
    { sku: 'ESP', quantity: 5, price: 250 },
    { sku: 'BUN', quantity: 2, price: 200 },
  ])
  const perThree = { give: 2, per: 3, of: 'products.quantity', where: { parent: 'COFFEE' } }
  assert.equal(issued(perThree, { basket: drinks }), 2)
  assert.equal(issued({ give: 1, of: 'products.total', where: { category: 'bakery' } }, { basket: drinks }), 4)
  assert.equal(
    issued({ give: 1, per: 100, of: 'balance', balanceType: 'Points' }, { card: card([{ amount: 250 }]) }),
    2,
  )
  assert.equal(issued({ give: 1, of: 'customer.age' }, {}), 35)
  assert.equal(issued({ give: 1, of: 'referral.total' }, {}), 0, 'of what is missing there is nothing')
})

test('an amount that counts products says so, for returns', () => {
  const where = { sku: ['ESP'] }
  const ofProducts = (amount: unknown) => {
    const effect = effectOf({ issue: { balanceType: 'Points', amount } })
    return effect.kind === 'issue' ? effect.ofProducts : undefined
  }
  assert.deepEqual(ofProducts({ give: 1, of: 'products.quantity', where }), { where })
  assert.deepEqual(ofProducts({ give: 1, of: 'products.quantity' }), {})
  assert.equal(ofProducts(perDollar), undefined)
})

test('a bound that applied is told', () => {
  const bound = (amount: Raw) => {
    const effect = effectOf({ issue: { balanceType: 'Points', amount } }, facts(net(1850)))
    return effect.kind === 'issue' ? effect.bound : undefined
  }
  assert.equal(bound({ ...perDollar, max: 10 }), 'max')
  assert.equal(bound({ ...perDollar, min: 20 }), 'min')
  assert.equal(bound({ ...perDollar, min: 1, max: 18 }), undefined)
})

test('rates are computed without loss: rounding down and up enclose the exact value', () => {
  const positive = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => units / 1000)
  const counted = fc.record({ units: fc.integer({ min: 0, max: 10 ** 12 }), scale: fc.integer({ min: 0, max: 6 }) })
  fc.assert(
    fc.property(positive, positive, counted, fc.integer({ min: 0, max: 4 }), (give, per, value, scale) => {
      const compute = (round: 'down' | 'nearest' | 'up') =>
        rated({ give, per, steps: 'proportional', round }, value, scale).minor
      const thousandths = (number: number) => BigInt(Math.round(number * 1000))
      const over = thousandths(give) * BigInt(value.units) * 10n ** BigInt(scale)
      const under = thousandths(per) * 10n ** BigInt(value.scale)
      const floor = over / under
      if (floor > 10n ** 14n) return
      assert.equal(BigInt(compute('down')), floor)
      assert.equal(BigInt(compute('up')), over % under === 0n ? floor : floor + 1n)
      assert.equal(BigInt(compute('nearest')), (2n * over + under) / (2n * under))
    }),
  )
})

test('to the nearest: whole counts stay as they are, and a third is not a whole', () => {
  const nearest = (give: number, per: number, units: number) =>
    rated({ give, per, steps: 'proportional', round: 'nearest' }, { units, scale: 0 }, 0).minor
  assert.deepEqual([nearest(2, 1, 4), nearest(1, 3, 1), nearest(1, 3, 2), nearest(1, 2, 1)], [8, 0, 1, 1])
})

test('what is far too much is the largest amount, and what is below nothing is nothing', () => {
  const rate = { give: 10 ** 9, per: 0.000001, steps: 'whole', round: 'down' } as const
  assert.equal(rated(rate, { units: 10 ** 12, scale: 0 }, 6).minor, 10 ** 15 - 1)
  assert.equal(rated({ ...rate, min: 5 }, { units: -5, scale: 0 }, 0).minor, 0)
})

test("a value type's limits cut an issuance to the room that is left, and say which", () => {
  const type = {
    ...rewards.valueTypes[0],
    id: 1,
    program: 'rewards',
    balanceType: 'Points',
    balanceCode: '',
    scale: 0,
  } as const
  const limited = { ...type, subtracks: [], switchedOff: false, minIssue: 5, maxIssue: 50, maxBalance: 1000 }
  //  amount  has    given
  const table: readonly (readonly [number, number, object])[] = [
    [20, 0, { amount: 20 }],
    [60, 0, { amount: 50, cut: 'maxIssue' }],
    [20, 990, { amount: 10, cut: 'maxBalance' }],
    [20, 1000, { amount: 0, cut: 'maxBalance' }],
    [20, 2000, { amount: 0, cut: 'maxBalance' }],
    [4, 0, { amount: 0, cut: 'minIssue' }],
    [0, 0, { amount: 0 }],
  ]
  for (const [amount, has, given] of table)
    assert.deepEqual(cutIssue(amount, limited, has), given, `${amount} to ${has}`)
  assert.deepEqual(cutIssue(9, { ...limited, switchedOff: true }, 0), { amount: 0, cut: 'switchedOff' })
})

test('issuances know when they begin and end', () => {
  const issue = (fields: Raw) => effectOf({ issue: { balanceType: 'Points', amount: 1, ...fields } })
  const expiresAt = (fields: Raw) => {
    const effect = issue(fields)
    return effect.kind === 'issue' ? { active: effect.activeAt, expires: effect.expiresAt } : effect
  }
  assert.deepEqual(expiresAt({}), { active: undefined, expires: undefined })
  assert.deepEqual(expiresAt({ expiresAfter: { days: 365 } }), { active: undefined, expires: tuesday + 365 * day })
  assert.deepEqual(expiresAt({ expiresAt: '2026-12-31 23:59:59' }), {
    active: undefined,
    expires: at('2026-12-31 23:59:59'),
  })
  assert.deepEqual(expiresAt({ activeAfter: { days: 2 }, expiresAfter: { days: 9 } }), {
    active: tuesday + 2 * day,
    expires: tuesday + 9 * day,
  })
  assert.deepEqual(expiresAt({ activeAfter: { days: 0 } }), { active: undefined, expires: undefined })
  assert.deepEqual(expiresAt({ expiresAt: '2026-01-01 00:00:00' }), { kind: 'nothing', of: 'issue', reason: 'expired' })
})

test('what every result asks for', () => {
  const where = { sku: ['BUN'] }
  const points = rewards.valueTypes[0]
  const offer = { skus: [{ sku: 'ESP' }], discountType: 'bogo', expiresAfter: { days: 7 } }
  const table: readonly (readonly [Raw, object])[] = [
    [
      { issue: { balanceType: 'Punches', amount: 1, subtrack: 'Espresso', returnRelated: true, to: 'root' } },
      {
        kind: 'issue',
        to: 'root',
        valueType: rewards.valueTypes[2],
        amount: 1,
        returnRelated: true,
        bucket: 'subtrack:1',
      },
    ],
    [
      { redeem: { balanceType: 'Points', amount: 100 } },
      { kind: 'redeem', valueType: points, bucket: '', amount: 100 },
    ],
    [
      { discount: { percent: 12.5 } },
      {
        kind: 'discount',
        measure: { by: 'percent', percent: { units: 125, scale: 1 } },
        on: 'checkout',
        repeat: 1,
        basis: 'remaining',
      },
    ],
    [
      { discount: { amount: { give: 1, per: 10, of: 'checkout.total' }, max: 1.5, basis: 'original' } },
      {
        kind: 'discount',
        measure: { by: 'amount', amount: 200 },
        on: 'checkout',
        repeat: 1,
        basis: 'original',
        max: 150,
      },
    ],
    [
      { discount: { unitPrice: 0.125, on: { where, pick: 'cheapest', units: 1 }, buy: { units: 2 }, repeat: true } },
      {
        kind: 'discount',
        measure: { by: 'unitPrice', price: { units: 125, scale: 3 } },
        on: { where, pick: 'cheapest', units: 1 },
        buy: { units: 2 },
        repeat: true,
        basis: 'remaining',
      },
    ],
    [
      { discount: { groupPrice: 5, on: { where, units: 3 } } },
      {
        kind: 'discount',
        measure: { by: 'groupPrice', price: 500 },
        on: { where, pick: 'all', units: 3 },
        repeat: 1,
        basis: 'remaining',
      },
    ],
    [
      { allocateCoupon: { set: 'vip', promotion: 'p', expiresAfter: { days: 30 }, onlyThisCard: true } },
      {
        kind: 'allocateCoupon',
        set: 'vip',
        promotion: 'p',
        tags: [],
        onlyThisCard: true,
        expiresAt: tuesday + 30 * day,
      },
    ],
    [
      { notify: { channel: 'direct', text: 'Hello', receipt: true } },
      { kind: 'notify', channel: 'direct', text: 'Hello', receipt: true },
    ],
    [{ logEvent: { categoryId: 'app-open' } }, { kind: 'logEvent', categoryId: 'app-open', properties: {} }],
    [{ enroll: { program: 'gift' } }, { kind: 'enroll', program: 'gift' }],
    [{ setDemographic: { name: 'visits', value: 4 } }, { kind: 'setDemographic', name: 'visits', value: 4 }],
    [
      { personalOffer: offer },
      {
        kind: 'personalOffer',
        offer: {
          skus: [{ sku: 'ESP', includeChildProducts: false }],
          qualifyingSkus: [],
          discountType: 'bogo',
          maxUsageCount: 1,
        },
        expiresAt: tuesday + 7 * day,
      },
    ],
    [{ block: { message: 'Not here' } }, { kind: 'block', message: 'Not here' }],
  ]
  for (const [result, effect] of table) assert.deepEqual(effectOf(result), effect)
})

test('a result that cannot be says why', () => {
  const toGift = facts({ program: { ...rewards, valueTypes: rewards.valueTypes.slice(1) } })
  const toReferrer = { issue: { balanceType: 'Points', amount: 1, to: 'referrer' } }
  const onePoint = { issue: { balanceType: 'Points', amount: 1 } }
  const reason = (effect: Effect) => (effect.kind === 'nothing' ? effect.reason : effect.kind)
  assert.equal(reason(effectOf(onePoint, toGift)), 'noValueType')
  assert.equal(reason(effectOf(onePoint, anonymous())), 'noCard')
  assert.equal(reason(effectOf({ redeem: { balanceType: 'Points', amount: 1 } }, anonymous())), 'noCard')
  assert.equal(reason(effectOf({ enroll: { program: 'gift' } }, anonymous())), 'noCard')
  assert.equal(reason(effectOf(toReferrer)), 'noReferrer')
  assert.equal(reason(effectOf(toReferrer, anonymous({ referrerProgram: rewards, hasReferrer: true }))), 'issue')
  assert.equal(reason(effectOf({ allocateCoupon: { set: 'vip' } }, anonymous())), 'allocateCoupon')
  assert.equal(reason(effectOf({ notify: { channel: 'direct', text: 'x' } }, anonymous())), 'notify')
})

test('discounts and refusals belong before the payments, everything else after', () => {
  const results = [
    { discount: { percent: 5 } },
    { issue: { balanceType: 'Points', amount: 1 } },
    { block: { message: 'x' } },
  ]
  const rule = ruleOf({}, results)
  assert.equal(rule.phase, 'discount')
  assert.deepEqual(
    rule.results.map(({ path, phase }) => [path, phase]),
    [
      ['then[0].discount', 'discount'],
      ['then[1].issue', 'reward'],
      ['then[2].block', 'discount'],
    ],
  )
  assert.equal(ruleOf().phase, 'reward')
})
