import type { Brand } from '../../../domain/brand/brand.ts'
import { inPatience } from '../../../ground/database/timeouts.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { eachBrandNightly, patienceMs } from './nightly.ts'
import { computeBestSellers, computePairs } from './recommendations.sql.ts'

/** Finds what is bought together, and what is bought most: docs/recommendations.md. At night, in UTC. */
export const recommendations: Job = {
  name: 'recommendations',
  every: { cron: '11 2 * * *' },
  run: (context) => eachBrandNightly(context, 'recommendations', (brand) => recommendBrand(context, brand)),
}

/** Computes the recommendations of one brand now. A brand that has not enabled them needs none. */
export async function recommendBrand(
  context: Pick<JobContext, 'pool' | 'now'>,
  brand: Brand,
): Promise<JobReport['counts']> {
  if (!brand.enabled.has('recommendations')) return {}
  const { products } = brand.document
  const sold = { now: await context.now(), ...(products.length > 0 && { skus: products.map(({ sku }) => sku) }) }
  return inPatience(context.pool, patienceMs, async (db) => ({
    pairs: await computePairs(db, brand.id, sold),
    bestSellers: await computeBestSellers(db, brand.id, sold),
  }))
}
