import assert from 'node:assert/strict'
import test from 'node:test'
import { campaign, openRuleShop, points } from '../support/checkout-shop.ts'
import { says, traceOf } from '../support/rule-table.ts'
import { applyFile, type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const usd = (amount: number | object, more: object = {}) => ({
  issue: { balanceType: 'Currency', balanceCode: 'USD', amount, ...more },
})
const ofUsd = { balanceType: 'Currency', balanceCode: 'USD' }
const enough = { cardSets: [{ id: 'cards', name: 'Cards', generate: { count: 60, prefix: '60', length: 16 } }] }

/** What the uses of each budget of a shop add up to, in minor units. */
export async function spent(shop: Shop): Promise<Record<string, number>> {
  const rows = await sql(
    `select counter || ' ' || period as name, sum(amount)::int as amount from budget_use
     where brand_id = $1 and state < 2 and (frees_at is null or frees_at > now()) group by 1`,
    [shop.id],
  )
  return Object.fromEntries(rows.map((row: { name: string; amount: number }) => [row.name, row.amount]))
}

/** What a budget has spent, if the shop has only one. */
const onlySpent = async (shop: Shop) => Object.values(await spent(shop))[0] ?? 0

test('forty parallel checkouts at the edge of a budget give away exactly the budget; voids let others in again', async () => {
  const { shop, bought } = await openRuleShop(
    [{ budget: { amount: '20.05', of: 'discount', every: 'day' }, then: [{ discount: { amount: 1.5 } }] }],
    enough,
  )
  const cards = await Promise.all(times(40, () => shop.card()))
  const buy = (cardNumber: string) => bought('1 CAKE 5', { cardNumber })
  const answers = await Promise.all(cards.map(buy))
  const given = answers.map(({ totalDiscount = 0 }) => Math.round(totalDiscount * 100))
  assert.equal(
    given.reduce((sum, one) => sum + one, 0),
    2005,
  )
  assert.deepEqual(
    given.filter((one) => one > 0 && one !== 150),
    [55],
  )
  assert.equal(await onlySpent(shop), 2005)
  assert.deepEqual(await shop.verify(), [])
  const fired = answers.flatMap((answer, index) => (answer.totalDiscount === 1.5 ? [{ ...answer, index }] : []))
  await Promise.all(
    fired
      .slice(0, 4)
      .map(({ requestRef, index }) => shop.must('voidTransaction', { cardNumber: cards[index], requestRef })),
  )
  assert.equal(await onlySpent(shop), 1405)
  const again = await Promise.all(cards.slice(0, 10).map(buy))
  assert.equal(again.filter(({ totalDiscount }) => totalDiscount === 1.5).length, 4)
  assert.equal(await onlySpent(shop), 2005)
  assert.deepEqual(await shop.verify(), [])
})

test('a rule and its campaign both keep to their budgets, and the trace says which is spent', async () => {
  const rules = [
    { budget: { amount: 8, of: ofUsd }, then: [usd(5), says('one')] },
    { then: [usd(3), says('two')] },
    { then: [points(1)] },
  ]
  const { shop, bought } = await openRuleShop([], {
    more: { campaigns: [campaign(rules, { budget: { amount: 15, of: ofUsd, every: 'week' } })] },
  })
  const cardNumber = await shop.card()
  const issued = async () => {
    const answer = await bought('1 CAKE 5', { cardNumber, returnBalanceMutations: true })
    return { ref: answer.requestRef, amounts: answer.balanceMutations.map(({ amount }: { amount: number }) => amount) }
  }
  assert.deepEqual((await issued()).amounts, [5, 3, 1])
  assert.deepEqual((await issued()).amounts, [3, 3, 1])
  const third = await issued()
  assert.deepEqual(third.amounts, [1, 1])
  const over = { kind: 'overBudget', of: 'rule', amount: '8.00', unit: 'Currency USD', every: 'ever', spent: '8.00' }
  const trace = await traceOf(shop, third.ref)
  assert.deepEqual(trace[0], { rule: 'main/rule-1', not: over })
  const [cut] = (trace[1] as { fired: { amount: string; asked: string; cappedBy: string }[] }).fired
  assert.deepEqual([cut?.amount, cut?.asked, cut?.cappedBy], ['1', '3', 'budget'])
  const last = await issued()
  assert.deepEqual(last.amounts, [1])
  const [, two] = await traceOf(shop, last.ref)
  assert.equal((two as { not: { of: string } }).not.of, 'campaign')
  assert.deepEqual(await shop.verify(), [])
})
