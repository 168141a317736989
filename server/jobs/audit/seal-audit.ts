import { firstLink, sealOf } from '../../audit/seal.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Job } from '../runner/job.ts'
import { findLastSeal, insertSeals, listUnsealed, type Seal } from './seal.sql.ts'

const pageSize = 1000

/** Seals what was added to the audit log since, and logs the newest seal, so that it is also written down elsewhere. */
export const sealAudit: Job = {
  name: 'audit',
  every: { seconds: 60 },
  async run({ listBrands, pool, log, isOver }) {
    let sealed = 0
    for (const brand of await listBrands()) {
      for (;;) {
        if (isOver()) return { counts: { sealed }, more: true }
        const seals = await sealPage(pool, brand)
        sealed += seals.length
        const head = seals.at(-1)
        if (head) log.info('audit.sealed', { brand, text: `entry ${head.seq}: ${head.seal.toString('hex')}` })
        if (seals.length < pageSize) break
      }
    }
    return { counts: { sealed } }
  },
}

export async function sealPage(db: Sql, brand: BrandId): Promise<readonly Seal[]> {
  const last = await findLastSeal(db, brand)
  const entries = await listUnsealed(db, brand, last?.entryId, pageSize)
  const seals: Seal[] = []
  let previous = last?.seal ?? firstLink
  for (const entry of entries) {
    previous = sealOf(previous, entry)
    seals.push({ seq: (last?.seq ?? 0) + seals.length + 1, entryId: entry.id, seal: previous })
  }
  if (seals.length > 0) await insertSeals(db, brand, seals)
  return seals
}
