import type { AuditActor } from '../../../domain/audit/entry.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

/** How a version came about; the migration says what each means. */
export type VersionSource = 'file' | 'edit' | 'rollback' | 'promotion' | 'found'

export interface VersionRow {
  readonly version: number
  readonly source: VersionSource
  readonly of_version: number | null
  readonly taken_up: boolean
  readonly schedule_number: number | null
  readonly made_at: Instant
  readonly actor_kind: AuditActor['kind'] | null
  readonly actor_name: string | null
  readonly actor_from: string | null
  readonly actor_employee: string | null
  readonly request_ref: RequestRef | null
  readonly note: string | null
  readonly changes: readonly string[]
  readonly change_count: number
  readonly fingerprint: string
}

export interface NewVersionRow {
  readonly version: number
  readonly source: VersionSource
  readonly ofVersion: number | undefined
  readonly scheduleNumber: number | undefined
  /** Absent: now. */
  readonly madeAt: Instant | undefined
  readonly actor: AuditActor | undefined
  readonly ref: RequestRef | undefined
  readonly note: string | undefined
  readonly changes: string
  readonly changeCount: number
  readonly content: Buffer
  readonly fingerprint: string
}

/** The brand is locked, so nobody else makes the same version; one that is there already stays as it is. */
export async function insertVersion(db: Sql, brand: BrandId, row: NewVersionRow): Promise<void> {
  const { actor } = row
  await db.rows`
    insert into brand_version (brand_id, version, source, of_version, schedule_number, made_at, actor_kind, actor_name,
      actor_from, actor_employee, request_ref, note, changes, change_count, content, fingerprint)
    values (${brand}, ${row.version}, ${row.source}, ${row.ofVersion ?? null}, ${row.scheduleNumber ?? null},
      coalesce(${toTimestamp(row.madeAt)}::timestamptz, date_trunc('milliseconds', clock_timestamp())),
      ${actor?.kind ?? null}, ${actor?.name ?? null}, ${actor?.from ?? null}, ${actor?.employee ?? null},
      ${row.ref ?? null}, ${row.note ?? null}, ${row.changes}, ${row.changeCount}, ${row.content}, ${row.fingerprint})
    on conflict (brand_id, version) do nothing`
}

export async function findVersionRow(db: Sql, brand: BrandId, version: number): Promise<VersionRow | undefined> {
  const [row] = await db.rows<VersionRow>`
    select version, source, of_version, taken_up, schedule_number, made_at, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, changes, change_count, fingerprint
    from brand_version
    where brand_id = ${brand} and version = ${version}`
  return row
}

/** A page of a brand's versions, newest first, before this one. */
export function listVersionRows(
  db: Sql,
  brand: BrandId,
  page: { before: number; limit: number },
): Promise<VersionRow[]> {
  return db.rows<VersionRow>`
    select version, source, of_version, taken_up, schedule_number, made_at, actor_kind, actor_name, actor_from,
      actor_employee, request_ref, note, changes, change_count, fingerprint
    from brand_version
    where brand_id = ${brand} and version < ${page.before}
    order by version desc
    limit ${page.limit}`
}

/** Which version was in force at a time; undefined if it is from before the first one that is kept. */
export async function findVersionAt(db: Sql, brand: BrandId, at: Instant): Promise<number | undefined> {
  const [row] = await db.rows<{ version: number }>`
    select version
    from brand_version
    where brand_id = ${brand} and made_at <= ${toTimestamp(at)}
    order by version desc
    limit 1`
  return row?.version
}

export async function findVersionContent(db: Sql, brand: BrandId, version: number): Promise<Buffer | undefined> {
  const [row] = await db.rows<{ content: Buffer }>`
    select content from brand_version where brand_id = ${brand} and version = ${version}`
  return row?.content
}

/** The newest version that came from one of these sources, or that a file has taken up since. */
export async function findLastFrom(
  db: Sql,
  brand: BrandId,
  sources: readonly VersionSource[],
): Promise<number | undefined> {
  const [row] = await db.rows<{ version: number }>`
    select version
    from brand_version
    where brand_id = ${brand} and (taken_up or source = any(${sources}))
    order by version desc
    limit 1`
  return row?.version
}

export async function updateTakenUp(db: Sql, brand: BrandId, version: number): Promise<void> {
  await db.rows`
    update brand_version set taken_up = true
    where brand_id = ${brand} and version = ${version} and not taken_up`
}

/** When the stored configuration was last changed. */
export async function findChangedAt(db: Sql, brand: BrandId): Promise<Instant | undefined> {
  const [row] = await db.rows<{ changed_at: Instant }>`select changed_at from brand where brand_id = ${brand}`
  return row?.changed_at
}

/** Brands whose current version is not kept yet: they were changed by a release that kept none. */
export async function listUnkeptBrands(db: Sql): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select brand.brand_id
    from brand
    left join brand_version as kept on kept.brand_id = brand.brand_id and kept.version = brand.config_version
      and (${brands}::text[] is null or kept.brand_id = any(${brands}::text[]))
    where kept.brand_id is null and (${brands}::text[] is null or brand.brand_id = any(${brands}::text[]))
    order by brand.brand_id`
  return rows.map((row) => row.brand_id)
}
