import { firstLink, lateMsMax, putBackJob, sealOf } from '../../domain/audit/seal.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { type AuditEntryRow, toAuditEntry } from '../store/audit/entry.sql.ts'
import type { Check, CheckFinding } from './check.ts'

interface SealedRow extends Omit<AuditEntryRow, 'happened_at'> {
  readonly seq: number
  readonly seal: Buffer
  /** Null where the entry is gone. */
  readonly happened_at: AuditEntryRow['happened_at'] | null
}

const findingsMax = 1000

/** Computes each seal of a brand again from the one before it. Read in pieces, in the caller's transaction. */
async function findBrokenSeals(db: Sql, brand: BrandId): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  let previous = { seq: 0, seal: firstLink }
  await openSeals(db, brand)
  for (;;) {
    const rows = await db.rows<SealedRow>`fetch 2000 from audit_seals`
    for (const row of rows) {
      const finding = findBreak(brand, previous, row)
      if (finding) findings.push(finding)
      // Go on from the stored seal, so that one broken entry does not make all later ones look broken.
      previous = row
    }
    if (rows.length === 0 || findings.length >= findingsMax) break
  }
  await db.rows`close audit_seals`
  return findings.slice(0, findingsMax)
}

function findBreak(
  brand: BrandId,
  previous: Pick<SealedRow, 'seq' | 'seal'>,
  row: SealedRow,
): CheckFinding | undefined {
  const subject = `audit entry ${row.seq}`
  const place = previous.seq + 1
  if (row.seq !== place) return { subject, expected: `entry ${place} before it`, found: 'none' }
  const { happened_at } = row
  if (happened_at === null) return { subject, expected: `the entry ${row.entry_id} that was sealed`, found: 'none' }
  const expected = sealOf(previous.seal, brand, toAuditEntry({ ...row, happened_at }))
  if (expected.equals(row.seal)) return undefined
  return {
    subject: `${subject} (${row.action} ${row.entry_id})`,
    expected: expected.toString('hex'),
    found: row.seal.toString('hex'),
  }
}

function openSeals(db: Sql, brand: BrandId): Promise<unknown> {
  return db.rows`
    declare audit_seals no scroll cursor for
    select seq, seal, entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee,
      request_ref, before, after
    from (select seq, seal, entry_id from audit_seal where brand_id = ${brand}) as sealed
    left join (select * from audit_entry where brand_id = ${brand}) as entry using (entry_id)
    order by seq`
}

export const auditChecks: readonly Check[] = [
  { name: 'the audit log is as it was sealed', find: findBrokenSeals },
  {
    name: 'no audit entry was slipped in long before one that is sealed',
    find: (db, brand) => db.rows<CheckFinding>`
      select 'audit entry ' || entry.entry_id || ' (' || entry.action || ')' as subject, 'a seal' as expected, 'none' as found
      from audit_entry as entry
      where entry.brand_id = ${brand}
        and entry.happened_at < (
          select least(happened_at, clock_timestamp(), (
            select mark::timestamptz from job_mark where brand_id = ${brand} and job = ${putBackJob}))
          from audit_entry where brand_id = ${brand} and entry_id = (
            select entry_id from audit_seal where brand_id = ${brand} order by seq desc limit 1)
        ) - ${lateMsMax} * interval '1 millisecond'
        and not exists (
          select from audit_seal as sealed where sealed.brand_id = ${brand} and sealed.entry_id = entry.entry_id)
      limit 1000`,
  },
]
