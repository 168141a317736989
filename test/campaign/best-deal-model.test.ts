import assert from 'node:assert/strict'
import test from 'node:test'
import { PureTill } from '../../bench/pure-till.ts'
import type { Trace } from '../../server/domain/campaign/trace.ts'
import type { BasketProduct } from '../../server/domain/checkout/make-basket.ts'
import { firedIn } from '../support/fired-rules.ts'

/** Files with groups of 2 to 8 rules, and baskets for each. */
const files = 20
const basketsPerFile = 50

const worth = 0.037

/** A small generator of its own, so that a failing number can be tried again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

type Roll = ReturnType<typeof dice>
type Rule = Readonly<Record<string, unknown>> & { readonly id: string }

const skus = ['A', 'B', 'C'] as const

function anyResult(roll: Roll): object {
  const on = { where: { sku: [skus[roll(3)]] } }
  const results = [
    { discount: { percent: 1 + roll(40) } },
    { discount: { amount: (1 + roll(900)) / 100 } },
    { discount: { percent: 1 + roll(90), on } },
    { discount: { percent: 100, on: { ...on, units: 1, pick: 'cheapest' }, buy: { units: 1 + roll(2) } } },
    { issue: { balanceType: 'Points', amount: 1 + roll(200) } },
    { issue: { balanceType: 'Points', amount: { give: 1 + roll(5), per: 1, of: 'checkout.netTotal' } } },
  ]
  return results[roll(results.length)] ?? {}
}

function anyRule(id: string, roll: Roll): Rule {
  const when = roll(2) === 0 ? [] : [{ fact: 'checkout.total', op: '>=', value: roll(60) }]
  const more = roll(3) === 0 ? [anyResult(roll)] : []
  return { id, trigger: 'checkout', when, then: [anyResult(roll), ...more] }
}

const campaignOf = (id: string, rules: readonly Rule[], more: object = {}) => ({ id, name: id, rules, ...more })

function anyBasket(roll: Roll): BasketProduct[] {
  return Array.from({ length: 1 + roll(3) }, (_, index) => ({
    sku: skus[index] ?? 'A',
    unitPrice: { units: 1 + roll(3000), scale: 2 },
    amountPurchased: { units: 1 + roll(3), scale: 0 },
  }))
}

/** What the rules of a trace gave, in millionths of a dollar: discounts, and points by their worth. */
function givenBy(trace: Trace, rules: readonly string[]): number | undefined {
  const fired = trace.filter((entry) => 'fired' in entry && rules.includes(entry.rule))
  if (fired.length === 0) return undefined
  const effects = fired.flatMap((entry) => ('fired' in entry ? entry.fired : []))
  return effects.reduce((sum, { kind, amount = '0' }) => {
    const unit = kind === 'discount' ? 1_000_000 : kind === 'issue' ? worth * 1_000_000 : 0
    return sum + Math.round(Number(amount) * unit)
  }, 0)
}

/**
 * The present code of contests takes no part in this: each candidate is run in a file of its own that has no groups, and
 * whoever gave most, or least, is expected to win.
 */
for (const best of ['customer', 'merchant'] as const) {
  test(`of random groups the one that is best for the ${best} wins, as trying each of them says`, async () => {
    let contested = 0
    for (let seed = 1; seed <= files; seed += 1) {
      const roll = dice(seed * (best === 'customer' ? 7919 : 104_729))
      const before = campaignOf('before', roll(2) === 0 ? [] : [anyRule('x', roll)], { priority: 1 })
      const after = campaignOf('after', [anyRule('y', roll)], { priority: 3 })
      const keep = roll(4) === 0 ? 2 : 1
      const candidates = Array.from({ length: 2 + roll(7) }, (_, index) => anyRule(`r${index}`, roll))
      const promotions = { worth: { Points: worth }, groups: [{ id: 'g', best, keep }] }
      const open = (rules: readonly Rule[], later: readonly object[], more: object = {}) =>
        PureTill.open(0, [before, campaignOf('group', rules, { priority: 2 }), ...later], { products: [], ...more })
      const till = await open(
        candidates.map((rule) => ({ ...rule, group: 'g' })),
        [after],
        { promotions },
      )
      const alone = await Promise.all(candidates.map((rule) => open([rule], [])))
      const inTheEnd = await Promise.all(candidates.map((rule) => open([rule], [after])))
      for (let count = 0; count < basketsPerFile; count += 1) {
        const products = anyBasket(roll)
        const evaluate = (on: PureTill) => on.evaluate(on.basketOf(products), new Map())
        const giftsOf = (tills: readonly PureTill[]) =>
          candidates.flatMap((rule, index) => {
            const one = tills[index]
            const name = `group/${rule.id}`
            const gift = one && givenBy(evaluate(one), [name])
            return gift === undefined ? [] : [{ name, gift, isDiscount: JSON.stringify(rule).includes('"discount"') }]
          })
        // Where no discount holds, the group is decided after the discounts of all others.
        const early = giftsOf(alone)
        const gifts = early.some(({ isDiscount }) => isDiscount) ? early : giftsOf(inTheEnd)
        const isBestFirst = (a: { gift: number }, b: { gift: number }) =>
          best === 'customer' ? b.gift - a.gift : a.gift - b.gift
        const ranked = gifts.toSorted(isBestFirst)
        const expected = new Set(ranked.slice(0, keep).map(({ name }) => name))
        const trace = evaluate(till)
        const won = firedIn(trace).filter((rule) => rule.startsWith('group/'))
        const what = `seed ${seed}, basket ${count}: ${JSON.stringify(products)}`
        // The second of two may find nothing left to take a discount off, and leaves its place to the next.
        const isWhole = won.length === expected.size && won.every((name) => expected.has(name))
        if (keep === 1) assert.deepEqual(won, [...expected], what)
        else assert.ok(won.length <= keep && won.includes(ranked[0]?.name ?? '') === gifts.length > 0, what)
        if (gifts.length > keep && won.length > 0) contested += 1
        const [winner] = ranked
        // Points for the net total are given when later discounts are off it, too.
        if (keep === 1 && winner?.isDiscount && !JSON.stringify(candidates).includes('netTotal'))
          assert.equal(givenBy(trace, [winner.name]), winner.gift, what)
        checkEffects(trace, candidates, what)
        if (isWhole) checkLosers(trace, { ranked, keep, what })
      }
    }
    assert.ok(contested > (files * basketsPerFile) / 4, `${contested} baskets had something to decide`)
  })
}

/** Whoever won has done each of its results once. */
function checkEffects(trace: Trace, candidates: readonly Rule[], what: string): void {
  for (const { id, then } of candidates) {
    const entry = trace.find(({ rule }) => rule === `group/${id}`)
    if (entry && 'fired' in entry) assert.equal(entry.fired.length, (then as readonly unknown[]).length, what)
  }
}

interface Ranking {
  readonly ranked: readonly { readonly name: string; readonly gift: number }[]
  readonly keep: number
  readonly what: string
}

/** Each of them is told by how much it lost. */
function checkLosers(trace: Trace, { ranked, keep, what }: Ranking): void {
  const last = ranked[Math.min(keep, ranked.length) - 1]
  for (const { name, gift } of ranked.slice(keep)) {
    const entry = trace.find(({ rule }) => rule === name)
    assert.ok(entry && 'not' in entry && entry.not.kind === 'outbid', `${what}: ${name} is not told that it lost`)
    const { difference = '', by } = entry.not
    assert.equal(by, last?.name, what)
    assert.ok(
      Math.abs(Number(difference) - Math.abs((last?.gift ?? 0) - gift) / 1_000_000) < 0.0051,
      `${what}: ${name} ${difference} ${JSON.stringify({ ranked, trace })}`,
    )
  }
}
