import type { AuditAction, AuditActor, AuditEntry, AuditState, NewAuditEntry } from '../../../domain/audit/entry.ts'
import { plainArray, textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/**
 * Adds entries in the transaction of the change that they tell of; the brand exists. The time is that of the statement,
 * to the millisecond, so this is best the last statement before the commit; within one millisecond entries are listed
 * by their ids, which therefore begin with the microsecond.
 */
export function insertAuditEntries(db: Sql, brand: BrandId, entries: readonly NewAuditEntry[]): Promise<unknown> {
  return db.rows`
    insert into audit_entry (brand_id, entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, before, after)
    select owner.brand_id,
      (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000000)::bigint + place), 16, '0')
        || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid,
      date_trunc('milliseconds', clock_timestamp()), action, subject, actor_kind, actor_name,
      actor_from, actor_employee, request_ref, before::jsonb, after::jsonb
    from (select brand_id from brand where brand_id = ${brand}) as owner
    cross join unnest(
      ${textArray(entries.map((entry) => entry.action))}::text[],
      ${textArray(entries.map((entry) => entry.subject))}::text[],
      ${textArray(entries.map((entry) => entry.actor.kind))}::text[],
      ${textArray(entries.map((entry) => entry.actor.name))}::text[],
      ${textArray(entries.map((entry) => entry.actor.from))}::text[],
      ${textArray(entries.map((entry) => entry.actor.employee))}::text[],
      ${plainArray(entries.map((entry) => entry.ref))}::uuid[],
      ${textArray(entries.map((entry) => toJson(entry.before)))}::text[],
      ${textArray(entries.map((entry) => toJson(entry.after)))}::text[])
      with ordinality
      as made (action, subject, actor_kind, actor_name, actor_from, actor_employee, request_ref, before, after, place)`
}

/** PostgreSQL refuses half of a surrogate pair and NUL, and an entry must never make the change that it tells of fail. */
function toJson(state: AuditState | undefined): string | undefined {
  const storable = (_: string, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
  return state && JSON.stringify(state, storable)
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
  readonly before: AuditState | null
  readonly after: AuditState | null
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
    before: row.before ?? undefined,
    after: row.after ?? undefined,
  })
}

/** An entry and its place in the chain; one without is sealed within a minute or so. */
export interface ListedEntry extends AuditEntry {
  readonly seq?: number
  readonly seal?: Buffer
}

export interface AuditFilter {
  readonly since?: Instant | undefined
  readonly until?: Instant | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  /** Only entries before this one, which an earlier page ended with. */
  readonly before?: AuditCursor | undefined
  readonly limit: number
}

export interface AuditCursor {
  readonly at: Instant
  readonly id: string
}

/** Why calls were made, as far as they say so. An entry does not keep it: it may name a person, who can be erased. */
export async function listNotes(
  db: Sql,
  brand: BrandId,
  refs: readonly RequestRef[],
): Promise<Map<RequestRef, string>> {
  const rows = await db.rows<{ readonly request_ref: RequestRef; readonly note: string }>`
    select request_ref, note
    from request
    where brand_id = ${brand} and request_ref = any(${plainArray(refs)}::uuid[]) and note is not null`
  return new Map(rows.map(({ request_ref, note }) => [request_ref, note]))
}

const noUuid = '00000000-0000-0000-0000-000000000000'

/** One page of a brand's entries, newest first. */
export async function listAuditEntries(db: Sql, brand: BrandId, filter: AuditFilter): Promise<ListedEntry[]> {
  const { since, until, action = null, subject = null, before, limit } = filter
  const rows = await db.rows<AuditEntryRow & { readonly seq: number | null; readonly seal: Buffer | null }>`
    select entry.entry_id, happened_at, action, subject, actor_kind, actor_name, actor_from, actor_employee,
      request_ref, before, after, seq, seal
    from audit_entry as entry
    left join audit_seal as sealed on sealed.brand_id = ${brand} and sealed.entry_id = entry.entry_id
    where entry.brand_id = ${brand}
      and happened_at >= coalesce(${toTimestamp(since)}::timestamptz, '-infinity')
      and happened_at < coalesce(${toTimestamp(until)}::timestamptz, 'infinity')
      and (happened_at, entry.entry_id)
        < (coalesce(${toTimestamp(before?.at)}::timestamptz, 'infinity'), ${before?.id ?? noUuid}::uuid)
      and (${action}::text is null or action = ${action}) and (${subject}::text is null or subject = ${subject})
    order by happened_at desc, entry.entry_id desc
    limit ${limit}`
  return rows.map((row) => defined({ ...toAuditEntry(row), seq: row.seq ?? undefined, seal: row.seal ?? undefined }))
}
