import type { AuditEntry } from '../../audit/entry.ts'
import { plainArray } from '../../database/arrays.ts'
import { type Sql, toTimestamp } from '../../database/connection.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import { type AuditEntryRow, toAuditEntry } from '../../store/audit/entry.sql.ts'

export interface Seal {
  readonly seq: number
  readonly entryId: string
  readonly seal: Buffer
}

export interface LastSeal extends Seal {
  /** When its entry was written; null should the entry be gone. */
  readonly happenedAt: Instant | null
}

export async function findLastSeal(db: Sql, brand: BrandId): Promise<LastSeal | undefined> {
  const [row] = await db.rows<LastSeal>`
    select seq, sealed.entry_id as "entryId", seal, happened_at as "happenedAt"
    from audit_seal as sealed
    left join audit_entry as entry on entry.brand_id = ${brand} and entry.entry_id = sealed.entry_id
    where sealed.brand_id = ${brand}
    order by seq desc
    limit 1`
  return row
}

/** The next entries to seal: those that have no seal, of this time and later. */
export async function listUnsealed(
  db: Sql,
  brand: BrandId,
  since: Instant | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await db.rows<AuditEntryRow>`
    select entry.entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee,
      request_ref, before, after
    from audit_entry as entry
    left join audit_seal as sealed on sealed.brand_id = ${brand} and sealed.entry_id = entry.entry_id
    where entry.brand_id = ${brand} and sealed.entry_id is null
      and happened_at >= coalesce(${toTimestamp(since)}::timestamptz, '-infinity')
    order by happened_at, entry.entry_id
    limit ${limit}`
  return rows.map(toAuditEntry)
}

/** Of two workers that seal at once, one fails by the key. */
export function insertSeals(db: Sql, brand: BrandId, seals: readonly Seal[]): Promise<unknown> {
  return db.rows`
    insert into audit_seal (brand_id, seq, entry_id, seal)
    select owner.brand_id, seq, entry_id, decode(seal, 'hex')
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${plainArray(seals.map(({ seq }) => seq))}::bigint[],
      ${plainArray(seals.map(({ entryId }) => entryId))}::uuid[],
      ${plainArray(seals.map(({ seal }) => seal.toString('hex')))}::text[])
      as made (seq, entry_id, seal)`
}
