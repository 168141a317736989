import { countMembers, listSegmentStates, makeSegmentsDue } from '../store/segment.sql.ts'
import { knownBrand } from './known-brand.ts'
import { withPool } from './pool.ts'

/** Prints a brand's segments as they are, and has the server refresh them within a minute. */
export async function segments(url: string, brandId: string): Promise<void> {
  const lines = await withPool(url, async (pool) => {
    const { document } = await knownBrand(pool, brandId)
    const ids = document.segments.map(({ id }) => id)
    const states = new Map((await listSegmentStates(pool, brandId)).map((state) => [state.segment_id, state]))
    const members = new Map((await countMembers(pool, brandId, ids)).map((one) => [one.segment_id, one.members]))
    await makeSegmentsDue(pool, brandId)
    return ids.map((id) => {
      const at = states.get(id)?.refreshed_at
      const when = at ? `as of ${new Date(at).toISOString()}` : 'not worked out yet'
      return `${id}: ${members.get(id) ?? 0} cards, ${when}`
    })
  })
  process.stdout.write([...lines, 'A running server refreshes them within a minute.', ''].join('\n'))
}
