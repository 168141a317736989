import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { VerifySight } from '../judge/verified.ts'

/** Whether this database keeps when it was verified. */
export async function remembersVerify(db: Sql): Promise<boolean> {
  const [row] = await db.rows<{ there: boolean }>`select to_regclass('verify_run') is not null as there`
  return row?.there ?? false
}

export async function lookAtVerify(db: Sql, brand: BrandId): Promise<VerifySight> {
  const [row] = await db.rows<{ ran_at: Instant; discrepancies: number }>`
    select ran_at, discrepancies from verify_run where brand_id = ${brand}`
  return defined({ brand, ranAt: row?.ran_at, discrepancies: row?.discrepancies ?? 0 })
}
