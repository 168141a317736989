import type { AuditActor } from '../../../domain/audit/entry.ts'
import type { KeptVerdict } from '../../../domain/judge/caller.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export interface ScheduleRow {
  readonly number: number
  readonly due_at: Instant
  readonly state: 'waiting' | 'applied' | 'refused' | 'cancelled'
  readonly source: 'file' | 'edit'
  readonly base_version: number
  readonly overwrite: boolean
  readonly made_at: Instant
  readonly actor_kind: AuditActor['kind']
  readonly actor_name: string
  readonly actor_from: string | null
  readonly actor_employee: string | null
  readonly request_ref: RequestRef | null
  readonly note: string | null
  readonly changes: readonly string[]
  readonly change_count: number
  readonly ended_at: Instant | null
  readonly version: number | null
  readonly reasons: readonly string[] | null
}

export interface DueScheduleRow extends ScheduleRow {
  readonly content: Buffer
  /** Null: an earlier version kept it. */
  readonly judged: KeptVerdict | null
}

export interface NewScheduleRow {
  readonly dueAt: Instant
  readonly source: 'file' | 'edit'
  readonly baseVersion: number
  readonly overwrite: boolean
  readonly actor: AuditActor
  readonly ref: RequestRef | undefined
  readonly note: string | undefined
  readonly changes: string
  readonly changeCount: number
  readonly content: Buffer
  readonly judged: KeptVerdict
}

/** Returns its number. The brand is locked, so nobody else takes the same one. */
export async function insertSchedule(db: Sql, brand: BrandId, row: NewScheduleRow): Promise<number> {
  const { actor } = row
  const [last] = await db.rows<{ number: number | null }>`
    select max(number) as number from brand_schedule where brand_id = ${brand}`
  const number = (last?.number ?? 0) + 1
  await db.rows`
    insert into brand_schedule (brand_id, number, due_at, state, source, base_version, overwrite, made_at, actor_kind,
      actor_name, actor_from, actor_employee, request_ref, note, changes, change_count, content, judged)
    values (${brand}, ${number}, ${toTimestamp(row.dueAt)}, 'waiting', ${row.source}, ${row.baseVersion},
      ${row.overwrite}, date_trunc('milliseconds', clock_timestamp()), ${actor.kind}, ${actor.name},
      ${actor.from ?? null}, ${actor.employee ?? null}, ${row.ref ?? null}, ${row.note ?? null}, ${row.changes},
      ${row.changeCount}, ${row.content}, ${JSON.stringify(row.judged)})`
  return number
}

/** Those that wait, and the last ones that came to an end, by the time they are due. */
export function listScheduleRows(db: Sql, brand: BrandId, endedMax: number): Promise<ScheduleRow[]> {
  return db.rows<ScheduleRow>`
    select number, due_at, state, source, base_version, overwrite, made_at, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, changes, change_count, ended_at, version, reasons
    from brand_schedule
    where brand_id = ${brand} and (state = 'waiting' or number in (
      select number from brand_schedule as ended
      where ended.brand_id = ${brand} and ended.state <> 'waiting'
      order by ended.ended_at desc
      limit ${endedMax}))
    order by due_at, number`
}

/** What a change that is still open touches, as it was judged; undefined if nothing was kept of that. */
export async function findScheduledParts(
  db: Sql,
  brand: BrandId,
  number: number,
): Promise<readonly string[] | undefined> {
  const [row] = await db.rows<{ parts: readonly string[] | null }>`
    select judged->'parts' as parts
    from brand_schedule
    where brand_id = ${brand} and number = ${number} and state in ('waiting', 'refused')`
  return row?.parts ?? undefined
}

/** One that is due, locked so that it is applied once. */
export async function lockDueSchedule(db: Sql, brand: BrandId): Promise<DueScheduleRow | undefined> {
  const [row] = await db.rows<DueScheduleRow>`
    select number, due_at, state, source, base_version, overwrite, made_at, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, changes, change_count, ended_at, version, reasons, content, judged
    from brand_schedule
    where brand_id = ${brand} and state = 'waiting' and due_at <= clock_timestamp()
    order by due_at, number
    limit 1
    for update`
  return row
}

/** Brands of which something is due. */
export async function listDueBrands(db: Sql): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct brand_schedule.brand_id
    from brand_schedule
    where state = 'waiting' and due_at <= now()
      and (${brands}::text[] is null or brand_schedule.brand_id = any(${brands}::text[]))`
  return rows.map((row) => row.brand_id)
}

interface ScheduleEnd {
  readonly number: number
  readonly state: 'applied' | 'refused'
  readonly version?: number | undefined
  readonly reasons?: string | undefined
}

/** Whether it was still open: waiting, or refused and not set aside yet. Why it was refused stays with it. */
export async function cancelSchedule(db: Sql, brand: BrandId, number: number): Promise<boolean> {
  const changed = await db.affected`
    update brand_schedule
    set state = 'cancelled', ended_at = now()
    where brand_id = ${brand} and number = ${number} and state in ('waiting', 'refused')`
  return changed > 0
}

/** Whether it was still waiting. */
export async function endSchedule(db: Sql, brand: BrandId, end: ScheduleEnd): Promise<boolean> {
  const { number, state, version, reasons } = end
  const changed = await db.affected`
    update brand_schedule
    set state = ${state}, ended_at = now(), version = ${version ?? null}, reasons = ${reasons ?? null}
    where brand_id = ${brand} and number = ${number} and state = 'waiting'`
  return changed > 0
}
