import { judgeScores, judgeShown, type Quality } from '../../server/background/jobs/scores/quality.ts'
import type { RankTrial } from '../../server/background/jobs/scores/rank.ts'
import { recommendBrand } from '../../server/background/jobs/scores/recommendations.ts'
import { scoreBrand } from '../../server/background/jobs/scores/scores.ts'
import { readNow } from '../../server/ground/database/clock.sql.ts'
import { ConnectionPool } from '../../server/ground/database/connection.ts'
import { day } from '../../server/ground/kernel/time.ts'
import { loadBrandWithoutSecrets } from '../../server/storage/brand-store/load-brand.ts'
import type { Case, Measured } from '../case.ts'
import { type GeneratedShop, generateShop, type Purchase, shopDays } from '../generated-shop.ts'
import { callOnce } from '../load/call-once.ts'
import { insertPurchases, listBestSellers, listStoredScores } from '../purchases.sql.ts'
import { median } from '../rounds.ts'
import type { Shop, Site } from '../site.ts'
import { brandId, numberBase } from '../stock.ts'

const customers = 3000
const seed = 7
/** For scores: what is bought in the last of the days is held out. */
const scoredDays = 30
const recommended = 10

/**
 * How good recommendations and scores are, in two shops that are made up: one whose customers have tastes, and one where
 * nothing can be known. The last purchase of each customer is held out; a hit is a recommended product that is new to the
 * customer and in that purchase. The ratio is hits of the first five to those of best sellers alone, in the first shop.
 */
export const recommendations: Case = {
  name: 'recommendations',
  target: { ratio: 1 },
  isQuick: false,
  run: measureRecommendations,
}

async function measureRecommendations(site: Site): Promise<Measured> {
  const withTastes = await measureShop(site, 'tastes', true)
  const without = await measureShop(site, 'chance', false)
  const { ours, baseline } = withTastes.quality.first5
  return {
    ratio: ours.value / baseline.value,
    ours: 1000 / median(withTastes.milliseconds),
    p50: median(withTastes.milliseconds),
    p99: withTastes.milliseconds.toSorted((a, b) => a - b)[Math.floor(withTastes.milliseconds.length * 0.99)] ?? 0,
    more: { ...figuresOf('tastes', withTastes), ...figuresOf('chance', without) },
  }
}

interface MeasuredShop {
  readonly quality: Quality['recommendations']
  readonly scores: ReturnType<typeof judgeScores>
  /** Of each search that recommends. */
  readonly milliseconds: readonly number[]
}

async function measureShop(site: Site, name: string, hasStructure: boolean): Promise<MeasuredShop> {
  const generated = generateShop({ seed, customers, hasStructure })
  const shop = await site.openShop(`recommendations_${name}`, {
    brand: brandId,
    rules: 1,
    cards: customers,
    redemptions: 0,
    sections: sectionsFor(generated),
  })
  const pool = new ConnectionPool({ url: shop.url, name: 'purser bench', lockTimeoutMs: 0, statementTimeoutMs: 0 }, 2)
  try {
    const measured = await measureIn({ shop, pool, generated })
    tell(name, measured)
    return measured
  } finally {
    await pool.close()
  }
}

interface Room {
  readonly shop: Shop
  readonly pool: ConnectionPool
  readonly generated: GeneratedShop
}

async function measureIn({ shop, pool, generated }: Room): Promise<MeasuredShop> {
  const now = await readNow(pool)
  const begin = now - shopDays * day
  const { prices, purchases } = generated
  const [known, held] = holdOutLast(purchases)
  const insert = (some: readonly Purchase[]) =>
    insertPurchases(
      pool,
      brandId,
      some.map((one) => toCheckout(one, prices, begin)),
    )
  await insert(known)
  const brand = await loadBrandWithoutSecrets(pool, brandId)
  if (!brand) throw new Error('The brand was applied.')
  const job = { pool, now: async () => now }
  await recommendBrand(job, brand)
  const sellers = await listBestSellers(pool, brandId)
  const { shown, milliseconds } = await showEach(shop, { known, held, sellers, now: now - begin })

  // Those who came last before the cut must not be told from the others by a purchase that is missing.
  await insert(held)
  const cut = (shopDays - scoredDays) * day
  await scoreBrand({ pool, now: async () => begin + cut }, brand)
  const spend = spendSince(generated, cut)
  const scored = (await listStoredScores(pool, brandId)).map((one) => ({
    ...one,
    spend: spend.get(one.card) ?? 0,
    checkouts: 0,
  }))
  return { quality: judgeShown(shown), scores: judgeScores(scored), milliseconds }
}

/** Each customer's purchases but the last, and the last. Who came once is no test. */
function holdOutLast(purchases: readonly Purchase[]): [known: Purchase[], held: Purchase[]] {
  const byCard = [...Map.groupBy(purchases, ({ card }) => card).values()]
  const held = new Set(byCard.flatMap((own) => (own.length > 1 ? own.slice(-1) : [])))
  return [purchases.filter((one) => !held.has(one)), [...held]]
}

interface Showing {
  readonly known: readonly Purchase[]
  readonly held: readonly Purchase[]
  readonly sellers: readonly string[]
  readonly now: number
}

/** Asks the server what it recommends to each customer. Who bought nothing in 90 days, or now nothing new, is no test. */
async function showEach(shop: Shop, { known, held, sellers, now }: Showing) {
  const byCard = Map.groupBy(known, ({ card }) => card)
  const shown: RankTrial[] = []
  const milliseconds: number[] = []
  for (const { card, skus } of held) {
    const lately = (byCard.get(card) ?? []).filter(({ at }) => at >= now - 90 * day).slice(-20)
    const had = new Set(lately.flatMap((one) => one.skus))
    const fresh = new Set(skus.filter((sku) => !had.has(sku)))
    if (had.size === 0 || fresh.size === 0) continue
    const began = performance.now()
    const answer = await callOnce(shop, '/merchant/search', {
      filters: { cardNumber: String(numberBase + card) },
      returnFields: { recommendationAmount: recommended },
    })
    milliseconds.push(performance.now() - began)
    const [found] = (answer.cards ?? []) as readonly { recommendedProducts?: readonly { sku: string }[] }[]
    if (!found?.recommendedProducts) throw new Error(`no recommendations: ${JSON.stringify(answer)}`)
    const others = sellers.filter((sku) => !had.has(sku)).slice(0, recommended)
    shown.push({ fresh, recommended: found.recommendedProducts.map(({ sku }) => sku), sellers: others })
  }
  return { shown, milliseconds }
}

function spendSince({ purchases, prices }: GeneratedShop, since: number): ReadonlyMap<number, number> {
  const spend = new Map<number, number>()
  for (const { card, at, skus } of purchases) {
    if (at < since) continue
    spend.set(
      card,
      skus.reduce((sum, sku) => sum + (prices.get(sku) ?? 0), spend.get(card) ?? 0),
    )
  }
  return spend
}

function toCheckout({ card, at, skus }: Purchase, prices: GeneratedShop['prices'], begin: number) {
  const lines = skus.map((sku, index) => {
    const value = prices.get(sku) ?? 0
    return { sku, quantity: '1000000', unitPrice: String(value * 10_000), sequenceId: index + 1, value, net: value }
  })
  const total = lines.reduce((sum, { value }) => sum + value, 0)
  return { card, at: begin + at, content: JSON.stringify({ lines }), total, units: lines.length }
}

/** A brand that recommends, with the products of the shop. */
function sectionsFor({ prices }: GeneratedShop) {
  const brand = { id: brandId, name: 'Bench', country: 'US', currency: 'USD', enable: ['recommendations'] }
  const products = [...prices.keys()].map((sku) => ({ sku, name: `Product ${sku}` }))
  return { brand, products, campaigns: [] }
}

function figuresOf(name: string, { quality, scores }: MeasuredShop): Record<string, number> {
  const { first5, first10 } = quality
  return {
    [`${name}Customers`]: first5.customers,
    [`${name}Hits5`]: first5.ours.value,
    [`${name}Sellers5`]: first5.baseline.value,
    [`${name}Hits10`]: first10.ours.value,
    [`${name}Sellers10`]: first10.baseline.value,
    [`${name}ScoreCorrelation`]: scores.correlations.total.value,
    [`${name}TopFifth`]: scores.topFifth ?? 0,
  }
}

function tell(name: string, { quality, scores }: MeasuredShop): void {
  const percent = (share: number) => (100 * share).toFixed(1)
  const estimate = ({ value, low, high }: { value: number; low: number; high: number }) =>
    `${percent(value)} % (${percent(low)} to ${percent(high)})`
  for (const [first, { customers, ours, baseline, difference, verdict }] of Object.entries(quality)) {
    process.stderr.write(
      `  ${name}, ${first}, ${customers} customers: ${estimate(ours)}, best sellers ${estimate(baseline)}, difference ${estimate(difference)}: ${verdict}\n`,
    )
  }
  const ranks = Object.entries(scores.correlations).map(
    ([part, { value, low, high }]) => `${part} ${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  )
  process.stderr.write(
    `  ${name}, scores of ${scores.cards} cards: ${ranks.join(', ')}; top fifth spends ${scores.topFifth?.toFixed(2)} times the average\n`,
  )
}
