import { type Sql, toTimestamp } from '../../ground/database/connection.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { Verified } from './verify.ts'

/** Keeps when each brand was checked and how it ended, for whoever watches over that. Only the last time is kept. */
export async function keepVerified(db: Sql, { brands, discrepancies }: Verified, ranAt: Instant): Promise<void> {
  for (const { brand, ledgerRows } of brands) {
    const found = discrepancies.filter((one) => one.brand === brand).length
    await db.rows`
      insert into verify_run (brand_id, ran_at, ledger_rows, discrepancies)
      values (${brand}, ${toTimestamp(ranAt)}, ${ledgerRows}, ${found})
      on conflict (brand_id) do update
      set ran_at = excluded.ran_at, ledger_rows = excluded.ledger_rows, discrepancies = excluded.discrepancies`
  }
}
