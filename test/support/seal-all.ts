import { sealPage } from '../../server/background/jobs/audit/seal-audit.ts'
import type { Sql } from '../../server/ground/database/connection.ts'
import type { Shop } from './shop.ts'
import { until } from './worker-room.ts'

/** Seals what the brand's audit log says. Transactions of other tests that still run hold that up. */
export function sealAll(db: Sql, { id }: Shop): Promise<void> {
  return until('all is sealed', async () => {
    await sealPage(db, id)
    const [open] = await db.rows<{ count: number }>`
      select (select count(*) from audit_entry where brand_id = ${id})
        - (select count(*) from audit_seal where brand_id = ${id}) as count`
    return open?.count === 0
  })
}
