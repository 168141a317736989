import type { AuditAction, AuditActor, AuditEntry, NewAuditEntry } from '../../audit/entry.ts'
import { plainArray, textArray } from '../../database/arrays.ts'
import { type Sql, toTimestamp } from '../../database/connection.ts'
import { defined } from '../../kernel/defined.ts'
import type { BrandId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

/** Adds entries in the transaction of the change that they tell of. The time is that of the statement, to the millisecond. */
export function insertAuditEntries(db: Sql, brand: BrandId, entries: readonly NewAuditEntry[]): Promise<unknown> {
  const json = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value))
  return db.rows`
    insert into audit_entry (brand_id, happened_at, action, subject, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, before, after)
    select ${brand}, date_trunc('milliseconds', clock_timestamp()), action, subject, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, before::jsonb, after::jsonb
    from unnest(
      ${textArray(entries.map((entry) => entry.action))}::text[],
      ${textArray(entries.map((entry) => entry.subject))}::text[],
      ${textArray(entries.map((entry) => entry.actor.kind))}::text[],
      ${textArray(entries.map((entry) => entry.actor.name))}::text[],
      ${textArray(entries.map((entry) => entry.actor.from))}::text[],
      ${textArray(entries.map((entry) => entry.actor.employee))}::text[],
      ${plainArray(entries.map((entry) => entry.ref))}::uuid[],
      ${textArray(entries.map((entry) => entry.note))}::text[],
      ${textArray(entries.map((entry) => json(entry.before)))}::text[],
      ${textArray(entries.map((entry) => json(entry.after)))}::text[])
      as made (action, subject, actor_kind, actor_name, actor_from, actor_employee, request_ref, note, before, after)`
}

export interface AuditEntryRow {
  readonly entry_id: string
  readonly happened_at: Instant
  readonly action: AuditAction
  readonly subject: string
  readonly actor_kind: AuditActor['kind']
  readonly actor_name: string
  readonly actor_from: string | null
  readonly actor_employee: string | null
  readonly request_ref: string | null
  readonly note: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

export function toAuditEntry(row: AuditEntryRow): AuditEntry {
  return defined({
    id: row.entry_id,
    at: row.happened_at,
    action: row.action,
    subject: row.subject,
    actor: defined({
      kind: row.actor_kind,
      name: row.actor_name,
      from: row.actor_from ?? undefined,
      employee: row.actor_employee ?? undefined,
    }),
    ref: row.request_ref ?? undefined,
    note: row.note ?? undefined,
    before: row.before ?? undefined,
    after: row.after ?? undefined,
  })
}

export interface AuditFilter {
  readonly since?: Instant
  readonly until?: Instant
  readonly action?: string
  readonly subject?: string
  readonly limit: number
  readonly offset: number
}

/** One page of a brand's entries, newest first. */
export async function listAuditEntries(db: Sql, brand: BrandId, filter: AuditFilter): Promise<AuditEntry[]> {
  const { since, until, action = null, subject = null, limit, offset } = filter
  const rows = await db.rows<AuditEntryRow>`
    select entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee, request_ref, note,
      before, after
    from audit_entry
    where brand_id = ${brand}
      and happened_at >= coalesce(${toTimestamp(since)}::timestamptz, '-infinity')
      and happened_at < coalesce(${toTimestamp(until)}::timestamptz, 'infinity')
      and (${action}::text is null or action = ${action}) and (${subject}::text is null or subject = ${subject})
    order by happened_at desc, entry_id
    limit ${limit} offset ${offset}`
  return rows.map(toAuditEntry)
}
