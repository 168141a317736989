import { firstLink, sealOf } from '../audit/seal.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'
import { type AuditEntryRow, toAuditEntry } from '../store/audit/entry.sql.ts'
import type { Check, CheckFinding } from './check.ts'

interface SealedRow extends AuditEntryRow {
  readonly seq: number
  readonly seal: Buffer
}

const findingsMax = 1000

/** The seals of a brand, each computed again from the one before it. Read piece by piece, in the transaction of the caller. */
async function findBrokenSeals(db: Sql, brand: BrandId): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  let previous = firstLink
  let place = 0
  await openSeals(db, brand)
  for (;;) {
    const rows = await db.rows<SealedRow>`fetch 2000 from audit_seals`
    for (const row of rows) {
      place += 1
      const expected = sealOf(previous, toAuditEntry(row))
      if (row.seq !== place || !expected.equals(row.seal)) {
        const subject = `audit entry ${row.seq} (${row.action} ${row.entry_id})`
        findings.push({
          subject,
          expected: `${place}: ${expected.toString('hex')}`,
          found: `${row.seq}: ${row.seal.toString('hex')}`,
        })
      }
      // Each finding stands for itself: what follows is chained to what is stored.
      previous = row.seal
      place = row.seq
    }
    if (rows.length === 0 || findings.length >= findingsMax) break
  }
  await db.rows`close audit_seals`
  return findings.slice(0, findingsMax)
}

function openSeals(db: Sql, brand: BrandId): Promise<unknown> {
  return db.rows`
    declare audit_seals no scroll cursor for
    select seq, seal, entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee,
      request_ref, note, before, after
    from (select seq, seal, entry_id from audit_seal where brand_id = ${brand}) as sealed
    join (select * from audit_entry where brand_id = ${brand}) as entry using (entry_id)
    order by seq`
}

export const auditChecks: readonly Check[] = [
  { name: 'the audit log is as it was sealed', find: findBrokenSeals },
  {
    name: 'no audit entry was slipped in before one that is sealed',
    find: (db, brand) => db.rows<CheckFinding>`
      with last as (
        select transaction_id, happened_at, entry_id
        from audit_entry
        where brand_id = ${brand} and entry_id = (
          select entry_id from audit_seal where brand_id = ${brand} order by seq desc limit 1))
      select 'audit entry ' || entry.entry_id || ' (' || entry.action || ')' as subject, 'a seal' as expected, 'none' as found
      from audit_entry as entry, last
      where entry.brand_id = ${brand}
        and (entry.transaction_id, entry.happened_at, entry.entry_id) < (last.transaction_id, last.happened_at, last.entry_id)
        and not exists (
          select from audit_seal as seal where seal.brand_id = ${brand} and seal.entry_id = entry.entry_id)
      limit 1000`,
  },
]
