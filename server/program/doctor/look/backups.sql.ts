import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { BackupSight } from '../judge/backups.ts'

export async function lookAtBackup(db: Sql, brand: BrandId): Promise<BackupSight> {
  const [row] = await db.rows<{ taken_at: Instant }>`
    select mark::timestamptz as taken_at from job_mark where brand_id = ${brand} and job = 'backup'`
  return defined({ brand, takenAt: row?.taken_at })
}
