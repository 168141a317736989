import type { Brand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import { loadDraft } from '../../storage/brand-store/draft.ts'
import { listVersionTimes } from './calls.sql.ts'
import type { BrandSince } from './input.ts'

/** The versions of the file that were in force in a period, the oldest first. Those that are not kept are left out. */
export async function loadVersions(
  db: Sql,
  brandId: BrandId,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<BrandSince[]> {
  const times = await listVersionTimes(db, brandId)
  const first = times.findLastIndex(({ made_at }) => made_at <= from)
  const inForce = times.slice(Math.max(0, first)).filter(({ made_at }) => made_at < to)
  const versions: BrandSince[] = []
  for (const { version, made_at: since } of inForce) {
    const brand = await loadDraft(db, brandId, { kind: 'version', version })
    if (brand && isBrand(brand)) versions.push({ since, brand })
  }
  return versions
}

const isBrand = (found: object): found is Brand => !('faults' in found)
