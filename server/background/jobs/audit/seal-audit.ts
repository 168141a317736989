import { firstLink, lateMsMax, sealOf } from '../../../domain/audit/seal.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { findMark, putMark } from '../job-mark.sql.ts'
import type { Job, JobContext } from '../runner/job.ts'
import { findLastSeal, insertSeals, listUnsealed, noteClock, type Seal } from './seal.sql.ts'

const pageSize = 1000
const name = 'audit'

/** Seals new entries of the audit log, and logs the newest seal, so that a copy of it exists outside the database. */
export const sealAudit: Job = {
  name,
  every: { seconds: 60 },
  async run(context) {
    let sealed = 0
    const today = formatDateTime(await context.now()).slice(0, 10)
    for (const brand of await context.listBrands()) {
      for (;;) {
        if (context.isOver()) return { counts: { sealed }, more: true }
        const { seals, head } = await sealPage(context.pool, brand)
        sealed += seals.length
        await logHead(context, brand, { head, today, isNew: seals.length > 0 })
        if (seals.length < pageSize) break
      }
      await noteClock(context.pool, brand)
    }
    return { counts: { sealed } }
  },
}

type Head = Pick<Seal, 'seq' | 'seal'>

/** The end of the chain: when it moved, and once a day when it did not. */
async function logHead(
  { pool, log }: JobContext,
  brand: BrandId,
  { head, today, isNew }: { readonly head: Head; readonly today: string; readonly isNew: boolean },
): Promise<void> {
  const wasLogged = (await findMark(pool, brand, name)) === today
  if (wasLogged && !isNew) return
  log.info('audit.sealed', { brand, text: `entry ${head.seq}: ${head.seal.toString('hex')}` })
  if (!wasLogged) await putMark(pool, brand, name, today)
}

export async function sealPage(db: Sql, brand: BrandId): Promise<{ seals: readonly Seal[]; head: Head }> {
  const last = await findLastSeal(db, brand)
  const since = last?.newestAt == null ? undefined : last.newestAt - lateMsMax
  const entries = await listUnsealed(db, brand, since, pageSize)
  const seals: Seal[] = []
  let head: Head = last ?? { seq: 0, seal: firstLink }
  for (const entry of entries) {
    head = { seq: head.seq + 1, seal: sealOf(head.seal, brand, entry) }
    seals.push({ ...head, entryId: entry.id })
  }
  if (seals.length > 0) await insertSeals(db, brand, seals)
  return { seals, head }
}
