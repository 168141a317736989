import type { Brand } from '../../../domain/brand/brand.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { inPatience } from '../../../ground/database/timeouts.sql.ts'
import { day, type Instant } from '../../../ground/kernel/time.ts'
import { listHeldOut } from './held-out.sql.ts'
import { type Estimate, type HitRates, hitRatesOf } from './hit-rate.ts'
import { patienceMs } from './nightly.ts'
import { type RankTrial, showAll } from './rank.ts'
import { meanOf, rankCorrelation } from './rank-correlation.ts'
import { listPairsAt, listSellersAt } from './recommendations.sql.ts'
import { listScoredAt, type ScoredCard } from './scores.sql.ts'
import { ratesOf } from './scores.ts'

/** More of them would make the figures hardly more exact. */
const customersMax = 5000
const cardsMax = 20_000

/** How good recommendations and scores of a brand would have been: by what was known at `at`, on what was bought since. */
export interface Quality {
  readonly at: Instant
  readonly until: Instant
  /** By how many products are shown. */
  readonly recommendations: Readonly<Record<'first5' | 'first10', HitRates>>
  readonly scores: ScoreQuality
}

export interface ScoreQuality {
  readonly cards: number
  /** How the rank by each score agrees with the rank by what was spent since. */
  readonly correlations: Readonly<Record<'total' | 'recency' | 'frequency' | 'monetary', Estimate>>
  /** What the fifth with the highest scores spent since, as a multiple of what all did. Absent if nobody bought. */
  readonly topFifth?: number
}

/** Reads only. The purchases of the last `days` days are held out. */
export async function measureQuality(
  pool: ConnectionPool,
  brand: Brand,
  { days, now }: { readonly days: number; readonly now: Instant },
): Promise<Quality> {
  const at = now - days * day
  const { products } = brand.document
  const sold = { now: at, ...(products.length > 0 && { skus: products.map(({ sku }) => sku) }) }
  const period = { at, until: now }
  const read = await inPatience(pool, patienceMs, async (db) => ({
    pairs: await listPairsAt(db, brand.id, sold),
    sellers: await listSellersAt(db, brand.id, sold),
    heldOut: await listHeldOut(db, brand.id, { ...period, customers: customersMax }),
    scored: await listScoredAt(db, brand, ratesOf(brand), { ...period, cards: cardsMax }),
  }))
  return {
    ...period,
    recommendations: judgeShown(showAll(read.heldOut, read)),
    scores: judgeScores(read.scored),
  }
}

export function judgeShown(shown: readonly RankTrial[]): Quality['recommendations'] {
  const rates = (count: number) =>
    hitRatesOf(
      shown.map(({ fresh, recommended, sellers }) => {
        const isHit = (skus: readonly string[]) => skus.slice(0, count).some((sku) => fresh.has(sku))
        return { isHit: isHit(recommended), isBaselineHit: isHit(sellers) }
      }),
    )
  return { first5: rates(5), first10: rates(10) }
}

export function judgeScores(scored: readonly ScoredCard[]): ScoreQuality {
  const against = (part: 'total' | 'recency' | 'frequency' | 'monetary') =>
    rankCorrelation(scored.map((card) => [card[part], card.spend]))
  const top = scored.toSorted((a, b) => b.total - a.total).slice(0, Math.ceil(scored.length / 5))
  const average = meanOf(scored.map(({ spend }) => spend))
  return {
    cards: scored.length,
    correlations: {
      total: against('total'),
      recency: against('recency'),
      frequency: against('frequency'),
      monetary: against('monetary'),
    },
    ...(average > 0 && { topFifth: meanOf(top.map(({ spend }) => spend)) / average }),
  }
}
