import type { Brand } from '../../../domain/brand/brand.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { inPatience } from '../../../ground/database/timeouts.sql.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { eachBrandNightly, patienceMs } from './nightly.ts'
import { computeScores, type ExchangeRates } from './scores.sql.ts'

/** Ranks the customers of each brand by recency, frequency and spending: docs/scores.md. At night, in UTC. */
export const scores: Job = {
  name: 'scores',
  every: { cron: '41 2 * * *' },
  run: (context) => eachBrandNightly(context, 'scores', (brand) => scoreBrand(context, brand)),
}

/** Computes the scores of one brand now. */
export async function scoreBrand(
  context: Pick<JobContext, 'pool' | 'now'>,
  brand: Brand,
): Promise<JobReport['counts']> {
  const now = await context.now()
  const { scored, changed } = await inPatience(context.pool, patienceMs, (db) =>
    computeScores(db, brand, ratesOf(brand), now),
  )
  return { scored, changed }
}

export function ratesOf({ currency, exchangeRates }: Brand): ExchangeRates {
  const known = [...exchangeRates].filter(([code]) => code !== currency)
  const all = [
    [currency, '1'] as const,
    ...known.map(([code, { units, scale }]) => [code, `${units}e-${scale}`] as const),
  ]
  return { currencies: textArray(all.map(([code]) => code)), rates: plainArray(all.map(([, rate]) => rate)) }
}
