import { formatDateTime } from '../kernel/time.ts'
import { refreshSoon } from '../operations/admin/refresh-segments.ts'
import { knownBrand } from './known-brand.ts'
import { withPool } from './pool.ts'

/** Prints a brand's segments as they are, and has the server refresh them within a minute. */
export async function segments(url: string, brandId: string): Promise<void> {
  const found = await withPool(url, async (pool) => refreshSoon(pool, await knownBrand(pool, brandId)))
  const lines = found.map(({ id, cards, refreshedAt }) => {
    const when = refreshedAt === undefined ? 'not worked out yet' : `as of ${formatDateTime(refreshedAt)} UTC`
    return `${id}: ${cards} cards, ${when}`
  })
  process.stdout.write([...lines, 'A running server refreshes them within a minute.', ''].join('\n'))
}
