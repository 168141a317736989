import type { AuditEntry } from '../../audit/entry.ts'
import { plainArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import { type AuditEntryRow, toAuditEntry } from '../../store/audit/entry.sql.ts'

export interface Seal {
  readonly seq: number
  readonly entryId: string
  readonly seal: Buffer
}

export async function findLastSeal(db: Sql, brand: BrandId): Promise<Seal | undefined> {
  const [row] = await db.rows<Seal>`
    select seq, entry_id as "entryId", seal from audit_seal where brand_id = ${brand} order by seq desc limit 1`
  return row
}

/**
 * The next entries to seal, in their order. Only those of transactions before the oldest one that still runs: no entry
 * can appear among them any more.
 */
export async function listUnsealed(
  db: Sql,
  brand: BrandId,
  last: string | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db.rows<AuditEntryRow>`
    select entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee, request_ref, note,
      before, after
    from audit_entry
    where brand_id = ${brand} and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
      and (${last ?? null}::uuid is null or (transaction_id, happened_at, entry_id) > (
        select transaction_id, happened_at, entry_id from audit_entry where brand_id = ${brand} and entry_id = ${last ?? null}))
    order by transaction_id, happened_at, entry_id
    limit ${limit}`
  return rows.map(toAuditEntry)
}

/** Of two workers that seal the same entry, one fails by the key. */
export function insertSeals(db: Sql, brand: BrandId, seals: readonly Seal[]): Promise<unknown> {
  return db.rows`
    insert into audit_seal (brand_id, seq, entry_id, seal)
    select ${brand}, seq, entry_id, decode(seal, 'hex')
    from unnest(
      ${plainArray(seals.map(({ seq }) => seq))}::bigint[],
      ${plainArray(seals.map(({ entryId }) => entryId))}::uuid[],
      ${plainArray(seals.map(({ seal }) => seal.toString('hex')))}::text[])
      as made (seq, entry_id, seal)`
}
