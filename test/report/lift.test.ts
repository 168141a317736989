import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSales, sumSides } from '../../server/storage/report/lift.sql.ts'
import { campaign, openRuleShop, points } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { sql } from '../support/time-passes.ts'

const cards = 280
/** What customers with the campaign spend more in their second visit. */
const effect = 20

test('a campaign that makes customers spend more is told from the hold-out, with an interval that has the effect', async () => {
  const rules = [{ id: 'thanks', trigger: 'checkout', then: [points(5)] }]
  const { shop } = await openRuleShop(rules, { more: { campaigns: [campaign(rules, { holdout: 50 })] } })
  await shop.must('generateCards', { cardSetId: 'cards', count: cards })
  const numbers = await inGroups(Array.from({ length: cards }), () => shop.card())
  const visit = (cardNumber: string, unitPrice: number) =>
    shop.must('checkout', {
      cardNumber,
      products: [{ sku: 'CAKE', unitPrice, amountPurchased: 1, unitCost: unitPrice / 2 }],
    })
  // Baskets from 20 to 39, the same on both sides.
  await inGroups(numbers, (card, index) => visit(card, 20 + (index % 20)))
  const sides = await sql(
    `select card_number, side from campaign_side
    join card on card.brand_id = campaign_side.brand_id and card.card_id = campaign_side.card_id
    where campaign_side.brand_id = $1`,
    [shop.id],
  )
  const sideOf = new Map(sides.map((row) => [String(row.card_number), String(row.side)]))
  await inGroups(numbers, (card) => visit(card, 30 + (sideOf.get(card) === 'holdout' ? 0 : effect)))
  // What was voided was not spent.
  const undone = await inGroups(numbers.slice(0, 20), (card) => visit(card, 400))
  await inGroups(undone, ({ transactionId, cardNumber }) =>
    shop.must('voidTransaction', { cardNumber, requestRef: transactionId }),
  )

  const { rows } = await shop.must('report', { name: 'lift', from: '2020-01-01', to: '2100-01-01' })
  const [spend, visits, margin] = rows as Readonly<Record<string, string>>[]
  assert.deepEqual([spend?.measure, visits?.measure, margin?.measure], ['spend', 'visits', 'margin'])
  assert.deepEqual([spend?.side, spend?.against, spend?.verdict], ['treated', 'holdout', 'higher'])
  assert.equal(Number(spend?.customers) + Number(spend?.customersAgainst), cards)
  assert.ok(Number(spend?.low) < effect && effect < Number(spend?.high), JSON.stringify(spend))
  assert.ok(Number(margin?.low) < effect / 2 && effect / 2 < Number(margin?.high), JSON.stringify(margin))
  assert.deepEqual([visits?.mean, visits?.meanAgainst], ['2.00', '2.00'])
  assert.match(visits?.verdict ?? '', /^not yet distinguishable/)
  assert.deepEqual(await shop.verify(), [])
})

test('where there are too many customers, only some are looked at: whole customers, of both sides', async () => {
  const rules = [{ id: 'thanks', trigger: 'checkout', then: [points(5)] }]
  const { shop, bought } = await openRuleShop(rules, { more: { campaigns: [campaign(rules, { holdout: 50 })] } })
  for (let left = 30; left > 0; left -= 1) {
    const cardNumber = await shop.card()
    for (const price of ['3', '4']) await bought(`1 ESP ${price}`, { cardNumber })
  }
  const { pool } = await openJobRoom(shop)
  const books = { brand: shop.id, timeZone: 'UTC' }
  const wanted = {
    campaign: 'main',
    from: '2020-01-01',
    to: '2100-01-01',
    rates: { currencies: ['USD'], rates: ['1'] },
  }
  assert.equal(await countSales(pool, books, 'main', wanted.to), 60)
  const all = await sumSides(pool, books, { ...wanted, every: 1 })
  const some = await sumSides(pool, books, { ...wanted, every: 2 })
  const customers = (sides: typeof all) => sides.reduce((sum, side) => sum + side.customers, 0)
  assert.equal(customers(all), 30)
  assert.ok(customers(some) > 4 && customers(some) < 26, String(customers(some)))
  for (const side of some) assert.deepEqual([side.visits, side.spend], [2 * side.customers, 7 * side.customers])
  assert.deepEqual(await shop.verify(), [])
})

test('too few customers are not compared', async () => {
  const rules = [{ id: 'thanks', trigger: 'checkout', then: [points(5)] }]
  const { shop, bought } = await openRuleShop(rules, {
    more: { campaigns: [campaign(rules, { variants: { a: 50, b: 50 } })] },
  })
  for (let left = 12; left > 0; left -= 1) await bought('1 ESP 3', { cardNumber: await shop.card() })
  const { rows } = await shop.must('report', { name: 'lift', from: '2020-01-01', to: '2100-01-01' })
  const verdicts = (rows as Readonly<Record<string, string>>[]).map(({ verdict }) => verdict)
  assert.deepEqual([...new Set(verdicts)], ['too early: fewer than 100 customers on a side'])
})

/** Some at a time, so that no queue is full. */
async function inGroups<Given, Made>(
  all: readonly Given[],
  make: (one: Given, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < all.length; at += 40)
    made.push(...(await Promise.all(all.slice(at, at + 40).map((one, index) => make(one, at + index)))))
  return made
}
