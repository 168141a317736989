import type { AuditEntry } from '../../../domain/audit/entry.ts'
import { putBackJob } from '../../../domain/audit/seal.ts'
import { plainArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { type AuditEntryRow, toAuditEntry } from '../../../storage/store/audit/entry.sql.ts'

export interface Seal {
  readonly seq: number
  readonly entryId: string
  readonly seal: Buffer
}

export interface LastSeal extends Seal {
  /**
   * When its entry was written, or the earliest time at which seals were made since, if that was before: the clock of the
   * database was put back then, and entries go by it. Null should the entry be gone.
   */
  readonly newestAt: Instant | null
}

export async function findLastSeal(db: Sql, brand: BrandId): Promise<LastSeal | undefined> {
  const [row] = await db.rows<LastSeal>`
    select seq, sealed.entry_id as "entryId", seal,
      case when happened_at is not null then least(happened_at, clock_timestamp(), (
        select mark::timestamptz from job_mark where brand_id = ${brand} and job = ${putBackJob})) end as "newestAt"
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
    values (${brand},
      unnest(${plainArray(seals.map(({ seq }) => seq))}::bigint[]),
      unnest(${plainArray(seals.map(({ entryId }) => entryId))}::uuid[]),
      unnest(${seals.map(({ seal }) => seal)}::bytea[]))`
}

/**
 * Notes the earliest time at which seals were made while the clock of the database is behind the newest sealed entry, and
 * forgets it when it has caught up: by then everything that was written meanwhile is sealed.
 */
export async function noteClock(db: Sql, brand: BrandId): Promise<void> {
  const [behind] = await db.rows<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at
    from audit_seal as sealed
    join audit_entry as entry on entry.brand_id = ${brand} and entry.entry_id = sealed.entry_id
    where sealed.brand_id = ${brand} and happened_at > clock_timestamp()
    order by happened_at desc
    limit 1`
  if (!behind) {
    await db.rows`delete from job_mark where brand_id = ${brand} and job = ${putBackJob}`
    return
  }
  await db.rows`
    insert into job_mark (brand_id, job, mark) values (${brand}, ${putBackJob}, ${behind.at})
    on conflict (brand_id, job) do update set mark = least(job_mark.mark collate "C", excluded.mark collate "C")`
}
