import { measureQuality } from '../../../background/jobs/scores/quality.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import type { DatabaseContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'
import { qualityLines } from './quality-words.ts'

const daysUsual = 30
/** Recommendations look back for 180 days: with more held out, too little would be left to learn from. */
const daysMax = 120

/** Prints how good the recommendations and scores of a brand are. Reads only. */
export async function recommendationsQuality(
  brandId: string,
  daysGiven: string | undefined,
  { url, config }: DatabaseContext,
): Promise<void> {
  const days = Number(daysGiven ?? daysUsual)
  if (!Number.isInteger(days) || days < 1 || days > daysMax)
    throw new CommandFailed([`DAYS must be a whole number from 1 to ${daysMax}, such as ${daysUsual}.`])
  const quality = await withPool(url, async (pool) =>
    measureQuality(pool, await knownBrand(pool, brandId), { days, now: await readNow(pool) }),
  )
  const { at, until, ...figures } = quality
  const json = { brand: brandId, from: new Date(at).toISOString(), until: new Date(until).toISOString(), ...figures }
  process.stdout.write(config.json ? `${JSON.stringify(json)}\n` : [...qualityLines(quality), ''].join('\n'))
}
