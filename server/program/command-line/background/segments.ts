import { refreshSoon } from '../../../calls/operations/campaign/refresh-segments.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { counted } from '../counted.ts'
import { knownBrand } from '../known-brand.ts'
import { withPool } from '../pool.ts'

/** Prints a brand's segments as they are now; the server refreshes them within a minute. */
export async function segments(url: string, brandId: string): Promise<void> {
  const found = await withPool(url, async (pool) => refreshSoon(pool, await knownBrand(pool, brandId)))
  const lines = found.map(({ id, cards, refreshedAt }) => {
    const when = refreshedAt === undefined ? 'not computed yet' : `as of ${formatDateTime(refreshedAt)} UTC`
    return `${id}: ${counted(cards, 'card')}, ${when}`
  })
  process.stdout.write([...lines, 'A running server refreshes them within a minute.', ''].join('\n'))
}
