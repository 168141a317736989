import assert from 'node:assert/strict'
import test from 'node:test'
import { hitRatesOf, shareOf } from '../../server/background/jobs/scores/hit-rate.ts'
import { measureQuality } from '../../server/background/jobs/scores/quality.ts'
import { showAll } from '../../server/background/jobs/scores/rank.ts'
import { rankCorrelation } from '../../server/background/jobs/scores/rank-correlation.ts'
import { listPairsAt, listSellersAt } from '../../server/background/jobs/scores/recommendations.sql.ts'
import { recommendBrand } from '../../server/background/jobs/scores/recommendations.ts'
import { openRuleShop } from '../support/checkout-shop.ts'
import { openJobRoom } from '../support/job-room.ts'
import { purserCommand } from '../support/purser-command.ts'
import { type Shop, times } from '../support/shop.ts'
import { sql } from '../support/time-passes.ts'

const mugs = times(6, (index) => `MUG${index}`)
const skus = ['ESP', 'BUN', 'TEA', 'JAM', ...mugs]
const cards = 12
const cardSets = [{ id: 'cards', name: 'Cards', generate: { count: cards, prefix: '60', length: 16 } }]

/** Makes all that was bought so many days older. */
const letDaysPass = async (shop: Shop, days: number) => {
  const ago = `interval '${days} days'`
  await sql(`update checkout set happened_at = happened_at - ${ago} where brand_id = $1`, [shop.id])
}

/** Espresso goes with buns and tea with jam; mugs sell best, and nobody who comes back wants one. */
async function openBakery() {
  const room = await openRuleShop([], {
    cardSets,
    more: { products: skus.map((sku) => ({ sku, name: `The ${sku}` })) },
  })
  const mug = mugs.map((sku) => `1 ${sku} 9`)
  for (const basket of ['1 ESP 3, 1 BUN 2', '1 TEA 3, 1 JAM 2', ...mug, ...mug])
    await Promise.all(times(5, () => room.bought(basket)))
  const customers = await Promise.all(times(cards, () => room.shop.card()))
  for (const [index, cardNumber] of customers.entries()) {
    await room.bought(index % 2 === 0 ? '1 ESP 3' : '1 TEA 3', { cardNumber })
    // Every third comes more often, and will again.
    if (index % 3 === 0) await room.bought(index % 2 === 0 ? '1 ESP 3' : '1 TEA 3', { cardNumber })
  }
  await letDaysPass(room.shop, 40)
  return { ...room, customers }
}

const measure = async (shop: Shop, days: number) => {
  const room = await openJobRoom(shop)
  return measureQuality(room.pool, await room.brandAt(shop.id), { days, now: await room.now() })
}

test('a shop whose customers buy what goes with what they had: every recommendation hits, no best seller does', async () => {
  const { shop, bought, customers } = await openBakery()
  const before = await dumpOf(shop)
  for (const [index, cardNumber] of customers.entries()) {
    const next = index % 2 === 0 ? '1 BUN 2, 1 ESP 3' : '1 JAM 2'
    await bought(index % 3 === 0 ? `${next}, 3 MILK 9` : next, { cardNumber })
  }
  await letDaysPass(shop, 1)

  const { recommendations, scores } = await measure(shop, 30)

  const { first5, first10 } = recommendations
  assert.deepEqual(
    [first5.customers, first5.ours.value, first5.baseline.value, first5.verdict],
    [cards, 1, 0, 'better'],
  )
  assert.deepEqual([first10.ours.value, first10.baseline.value], [1, 1], 'ten of ten products are shown either way')
  assert.equal(first10.verdict, 'notDistinguishable')
  assert.equal(scores.cards, cards)
  assert.ok((scores.topFifth ?? 0) > 2, `${scores.topFifth}`)
  assert.ok(scores.correlations.total.low > 0, JSON.stringify(scores))
  assert.deepEqual(await dumpOf(shop), before, 'nothing is stored')
  assert.deepEqual(await shop.verify(), [])
})

test('what the measure would have shown is what the server recommends', async () => {
  const { shop, customers } = await openBakery()
  const room = await openJobRoom(shop)
  const brand = await room.brandAt(shop.id)
  await recommendBrand(room, brand)
  const sold = { now: await room.now(), skus }
  const known = {
    pairs: await listPairsAt(room.pool, brand.id, sold),
    sellers: await listSellersAt(room.pool, brand.id, sold),
  }
  for (const [index, had] of [['ESP'], ['TEA']].entries()) {
    const [shown] = showAll([{ bought: had, skus: ['ANY'] }], known)
    const { cards: found } = await shop.must('search', {
      filters: { cardNumber: customers[index] },
      returnFields: { recommendationAmount: 10 },
    })
    assert.deepEqual(
      shown?.recommended,
      found[0].recommendedProducts.map(({ sku }: { sku: string }) => sku),
    )
    assert.deepEqual(shown?.recommended[0], index === 0 ? 'BUN' : 'JAM')
    assert.notEqual(shown?.sellers[0], shown?.recommended[0])
  }
})

test('only what was known by then counts, and who bought nothing new is no test', async () => {
  const { shop, bought, customers } = await openBakery()
  const [one = '', two = ''] = customers
  await bought('1 ESP 3', { cardNumber: one })
  await bought('1 MUG0 9', { cardNumber: two })
  const { recommendations } = await measure(shop, 30)
  assert.equal(recommendations.first5.customers, 1)
  const long = await measure(shop, 100)
  assert.deepEqual([long.recommendations.first5.customers, long.scores.cards], [0, 0])
})

test('the command says how good they are, as text and as JSON', async () => {
  const { shop, bought, customers } = await openBakery()
  const [one = ''] = customers
  const quality = (...words: string[]) => purserCommand('recommendations', 'quality', shop.id, ...words)
  assert.match((await quality()).output, /there is nothing to measure/)
  await bought('1 BUN 2', { cardNumber: one })
  const { output, status } = await quality('20')
  assert.equal(status, 0)
  assert.match(output, /the first 5: 100\.0 % \(.*\); best sellers alone: 0\.0 %/)
  assert.match(output, /not distinguishable from best sellers alone, or not yet/)
  assert.match(output, /12 cards\. The fifth with the highest scores spent/)
  const json = JSON.parse((await quality('--json')).output)
  assert.equal(json.recommendations.first10.customers, 1)
  const wrong = await quality('many')
  assert.notEqual(wrong.status, 0)
  assert.match(wrong.output, /DAYS must be a whole number/)
})

test('shares and differences come with the interval that they may be in', () => {
  const shots = (both: number, ours: number, theirs: number, none: number) => [
    ...times(both, () => ({ isHit: true, isBaselineHit: true })),
    ...times(ours, () => ({ isHit: true, isBaselineHit: false })),
    ...times(theirs, () => ({ isHit: false, isBaselineHit: true })),
    ...times(none, () => ({ isHit: false, isBaselineHit: false })),
  ]
  // Wilson's interval of 10 in 100, as tables have it.
  const share = shareOf(100, 10)
  assert.deepEqual([share.low.toFixed(4), share.high.toFixed(4)], ['0.0552', '0.1744'])
  assert.equal(hitRatesOf(shots(10, 30, 10, 50)).verdict, 'better')
  assert.equal(hitRatesOf(shots(10, 10, 30, 50)).verdict, 'worse')
  assert.equal(hitRatesOf(shots(10, 3, 1, 5)).verdict, 'notDistinguishable')
  assert.equal(hitRatesOf([]).verdict, 'notDistinguishable')
  const { difference } = hitRatesOf(shots(10, 30, 10, 50))
  assert.equal(difference.value, 0.2)
})

test('the interval of a difference contains the true one in 95 of 100 shops', () => {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const trueDifference = 0.3 - 0.2
  const inside = times(1000, () => {
    const { difference } = hitRatesOf(times(200, () => ({ isHit: random() < 0.3, isBaselineHit: random() < 0.2 })))
    return difference.low <= trueDifference && trueDifference <= difference.high
  }).filter(Boolean).length
  assert.ok(inside >= 930 && inside <= 975, `${inside} of 1000`)
})

test('ranks that agree correlate by 1, those that disagree by -1, and equal values share theirs', () => {
  const pairs = (values: readonly number[], others: readonly number[]) =>
    values.map((value, index) => [value, others[index] ?? 0] as const)
  assert.equal(rankCorrelation(pairs([1, 2, 3, 4, 5], [10, 20, 30, 400, 5000])).value, 1)
  assert.equal(rankCorrelation(pairs([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])).value, -1)
  assert.equal(rankCorrelation(pairs([1, 2, 3, 4, 5], [7, 7, 7, 7, 7])).value, 0)
  // 1 - 6 * (1 + 1 + 1 + 1) / (5 * 24)
  assert.equal(rankCorrelation(pairs([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).value.toFixed(4), '0.8000')
  const { low, high } = rankCorrelation(pairs([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]))
  assert.ok(low < 0 && high > 0.9)
})

/** What recommendations and scores are stored in. */
const dumpOf = (shop: Shop) =>
  sql(
    `select (select count(*) from product_pair where brand_id = $1) as pairs,
       (select count(*) from best_seller where brand_id = $1) as sellers,
       (select count(*) from card_score where brand_id = $1) as scores`,
    [shop.id],
  )
