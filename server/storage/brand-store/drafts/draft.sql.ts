import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { DraftSection } from '../../../domain/brand/entries/entry-text.ts'
import type { KeptVerdict } from '../../../domain/judge/caller.ts'
import { textArray } from '../../../ground/database/arrays.ts'
import { type Sql, toTimestamp } from '../../../ground/database/connection.ts'
import { reachableBrands } from '../../../ground/database/reachable-brands.sql.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'

export const draftStates = ['open', 'inReview', 'approved', 'scheduled', 'published', 'refused', 'discarded'] as const
export type DraftState = (typeof draftStates)[number]

export interface DraftRow {
  readonly draft_id: string
  readonly title: string
  readonly state: DraftState
  readonly revision: number
  readonly created_by: string
  readonly created_at: Instant
  readonly changed_by: string
  readonly changed_at: Instant
  readonly submitted_by: string | null
  readonly submitted_at: Instant | null
  readonly reviewed_by: string | null
  readonly reviewed_at: Instant | null
  readonly approved_revision: number | null
  readonly review_note: string | null
  readonly publish_at: Instant | null
  readonly publisher: AuditOrigin | null
  /** Of one that waits for its time; null if an earlier version kept it. */
  readonly judged: KeptVerdict | null
  readonly publish_note: string | null
  readonly ended_at: Instant | null
  readonly version: number | null
  readonly reasons: readonly string[] | null
}

export interface DraftEntryRow {
  readonly section: DraftSection
  readonly key: string
  readonly text: string | null
  readonly written_by: string
  readonly base_version: number
  readonly base_sha256: Buffer | null
}

/** Those who make drafts of one brand take turns, so that all of them count all others. */
export async function lockDrafts(db: Sql, brand: BrandId): Promise<void> {
  const key = `purser drafts ${brand}`
  await db.rows`
    select pg_advisory_xact_lock(hashtextextended(${key}, 0))
    from (select count(*) from brand where brand_id = ${brand}) as place`
}

export async function countUnfinished(db: Sql, brand: BrandId): Promise<number> {
  const [row] = await db.rows<{ count: number }>`
    select count(*) as count from draft where brand_id = ${brand} and ended_at is null`
  return row?.count ?? 0
}

export interface NewDraft {
  readonly id: string
  readonly title: string
  readonly by: string
}

export async function insertDraft(db: Sql, brand: BrandId, { id, title, by }: NewDraft): Promise<void> {
  await db.rows`
    insert into draft (brand_id, draft_id, title, state, revision, created_by, created_at, changed_by, changed_at)
    values (${brand}, ${id}, ${title}, 'open', 1, ${by}, date_trunc('milliseconds', clock_timestamp()), ${by},
      date_trunc('milliseconds', clock_timestamp()))`
}

/** Locks it: of two who change it at once, the second sees what the first did. */
export async function lockDraft(db: Sql, brand: BrandId, id: string): Promise<DraftRow | undefined> {
  const [row] = await db.rows<DraftRow>`
    select draft_id, title, state, revision, created_by, created_at, changed_by, changed_at, submitted_by, submitted_at,
      reviewed_by, reviewed_at, approved_revision, review_note, publish_at, publisher, judged, publish_note, ended_at, version,
      reasons
    from draft
    where brand_id = ${brand} and draft_id = ${id}
    for no key update`
  return row
}

export async function findDraft(db: Sql, brand: BrandId, id: string): Promise<DraftRow | undefined> {
  const [row] = await db.rows<DraftRow>`
    select draft_id, title, state, revision, created_by, created_at, changed_by, changed_at, submitted_by, submitted_at,
      reviewed_by, reviewed_at, approved_revision, review_note, publish_at, publisher, judged, publish_note, ended_at, version,
      reasons
    from draft
    where brand_id = ${brand} and draft_id = ${id}`
  return row
}

export interface DraftPage {
  /** Those that are over, instead of those that are not. */
  readonly areEnded: boolean
  readonly before: { readonly at: Instant; readonly id: string } | undefined
  readonly limit: number
}

/** The one that was changed last first. */
export function listDraftRows(db: Sql, brand: BrandId, page: DraftPage): Promise<DraftRow[]> {
  const { before } = page
  return db.rows<DraftRow>`
    select draft_id, title, state, revision, created_by, created_at, changed_by, changed_at, submitted_by, submitted_at,
      reviewed_by, reviewed_at, approved_revision, review_note, publish_at, publisher, judged, publish_note, ended_at, version,
      reasons
    from draft
    where brand_id = ${brand} and (ended_at is not null) = ${page.areEnded}
      and (${toTimestamp(before?.at)}::timestamptz is null
        or (changed_at, draft_id) < (${toTimestamp(before?.at)}::timestamptz, ${before?.id ?? null}::uuid))
    order by changed_at desc, draft_id desc
    limit ${page.limit}`
}

/** A draft as somebody has changed it: whoever approved it approved something else. */
export async function updateContent(db: Sql, brand: BrandId, { id, title, by }: NewDraft): Promise<void> {
  await db.rows`
    update draft
    set title = ${title}, state = 'open', revision = revision + 1, changed_by = ${by},
      changed_at = date_trunc('milliseconds', now()), submitted_by = null, submitted_at = null,
      approved_revision = null, publish_at = null, publisher = null, judged = null, publish_note = null, reasons = null
    where brand_id = ${brand} and draft_id = ${id}`
}

/** Nobody will change it any more. */
export async function endDraft(
  db: Sql,
  brand: BrandId,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<void> {
  await db.rows`
    update draft
    set state = ${version === undefined ? 'discarded' : 'published'}, version = ${version ?? null},
      ended_at = date_trunc('milliseconds', now()),
      changed_at = date_trunc('milliseconds', now())
    where brand_id = ${brand} and draft_id = ${id}`
}

/** The entries of these drafts, without their texts. */
export function listAddresses(db: Sql, brand: BrandId, drafts: readonly string[]) {
  return db.rows<{ draft_id: string; section: DraftSection; key: string; name_line: string | null }>`
    select draft_id, section, key, left(substring(text from '(?n)^name:.*$'), 600) as name_line
    from draft_entry
    where brand_id = ${brand} and draft_id = any(${textArray(drafts)}::uuid[])
    order by draft_id, position`
}

export function listDraftEntries(db: Sql, brand: BrandId, id: string): Promise<DraftEntryRow[]> {
  return db.rows<DraftEntryRow>`
    select section, key, text, written_by, base_version, base_sha256
    from draft_entry
    where brand_id = ${brand} and draft_id = ${id}
    order by position`
}

/** Other drafts that are not over and have one of the same entries. */
export function listOthersWith(db: Sql, brand: BrandId, id: string) {
  return db.rows<{ draft_id: string; title: string; changed_by: string; section: DraftSection; key: string }>`
    select other.draft_id, draft.title, draft.changed_by, other.section, other.key
    from draft_entry as own
    join draft_entry as other on other.brand_id = own.brand_id and other.section = own.section and other.key = own.key
    join draft on draft.brand_id = other.brand_id and draft.draft_id = other.draft_id
    where own.brand_id = ${brand} and own.draft_id = ${id} and other.draft_id <> ${id} and draft.ended_at is null
    order by draft.changed_at desc, other.draft_id, other.position
    limit 100`
}

export async function replaceEntries(
  db: Sql,
  brand: BrandId,
  { id, entries }: { readonly id: string; readonly entries: readonly DraftEntryRow[] },
): Promise<void> {
  await db.rows`delete from draft_entry where brand_id = ${brand} and draft_id = ${id}`
  const rows = entries.map((entry, position) => ({
    ...entry,
    position,
    base_sha256: entry.base_sha256?.toString('hex'),
  }))
  await db.rows`
    insert into draft_entry (brand_id, draft_id, section, key, position, text, written_by, base_version, base_sha256)
    select owner.brand_id, owner.draft_id, section, key, position, text, written_by, base_version,
      decode(base_sha256, 'hex')
    from (select brand_id, draft_id from draft where brand_id = ${brand} and draft_id = ${id}) as owner
    cross join json_to_recordset(${JSON.stringify(rows)}) as given (section text, key text, position smallint, text text,
      written_by text, base_version bigint, base_sha256 text)`
}

/** One that is due, locked so that it is published once. */
export async function lockDueDraft(db: Sql, brand: BrandId): Promise<DraftRow | undefined> {
  const [row] = await db.rows<DraftRow>`
    select draft_id, title, state, revision, created_by, created_at, changed_by, changed_at, submitted_by, submitted_at,
      reviewed_by, reviewed_at, approved_revision, review_note, publish_at, publisher, judged, publish_note, ended_at, version,
      reasons
    from draft
    where brand_id = ${brand} and state = 'scheduled' and publish_at <= clock_timestamp()
    order by publish_at, draft_id
    limit 1
    for no key update`
  return row
}

/** Brands of which a draft is due. */
export async function listBrandsWithDueDrafts(db: Sql): Promise<BrandId[]> {
  const brands = await reachableBrands(db)
  const rows = await db.rows<{ brand_id: BrandId }>`
    select distinct draft.brand_id
    from draft
    where state = 'scheduled' and publish_at <= now()
      and (${brands}::text[] is null or draft.brand_id = any(${brands}::text[]))`
  return rows.map((row) => row.brand_id)
}

export async function refuseDraft(
  db: Sql,
  brand: BrandId,
  { id, reasons }: { readonly id: string; readonly reasons: string },
): Promise<void> {
  await db.rows`
    update draft
    set state = 'refused', reasons = ${reasons}, changed_at = date_trunc('milliseconds', now())
    where brand_id = ${brand} and draft_id = ${id}`
}

export async function submitRow(db: Sql, brand: BrandId, { id, by }: Omit<NewDraft, 'title'>): Promise<void> {
  await db.rows`
    update draft
    set state = 'inReview', submitted_by = ${by}, submitted_at = date_trunc('milliseconds', now()),
      changed_at = date_trunc('milliseconds', now()), review_note = null, reviewed_by = null,
      reviewed_at = null, approved_revision = null, reasons = null
    where brand_id = ${brand} and draft_id = ${id}`
}

export interface Review {
  readonly id: string
  readonly by: string
  readonly isApproved: boolean
  readonly note: string | undefined
}

export async function reviewRow(db: Sql, brand: BrandId, review: Review): Promise<void> {
  const { id, by, isApproved, note } = review
  await db.rows`
    update draft
    set state = ${isApproved ? 'approved' : 'open'}, reviewed_by = ${by}, review_note = ${note ?? null},
      reviewed_at = date_trunc('milliseconds', now()),
      changed_at = date_trunc('milliseconds', now()),
      approved_revision = case when ${isApproved}::boolean then revision end
    where brand_id = ${brand} and draft_id = ${id}`
}

export interface Publication {
  readonly id: string
  readonly at: Instant
  readonly publisher: AuditOrigin
  readonly judged: KeptVerdict
  readonly note: string | undefined
}

export async function scheduleRow(db: Sql, brand: BrandId, publication: Publication): Promise<void> {
  const { id, at, publisher, judged, note } = publication
  await db.rows`
    update draft
    set state = 'scheduled', publish_at = ${toTimestamp(at)}, publisher = ${JSON.stringify(publisher)},
      judged = ${JSON.stringify(judged)}, publish_note = ${note ?? null}, reasons = null,
      changed_at = date_trunc('milliseconds', now())
    where brand_id = ${brand} and draft_id = ${id}`
}

/** Lets it be written again. Whoever approved a draft that was scheduled approved just this one, and is not asked again. */
export async function reopenRow(
  db: Sql,
  brand: BrandId,
  { id, state }: { readonly id: string; readonly state: 'open' | 'approved' },
): Promise<void> {
  await db.rows`
    update draft
    set state = ${state}, publish_at = null, publisher = null, judged = null, publish_note = null, reasons = null,
      approved_revision = case when ${state === 'approved'}::boolean then revision end,
      changed_at = date_trunc('milliseconds', now())
    where brand_id = ${brand} and draft_id = ${id}`
}

/** Drafts that are to be published at a time, the next one first. */
export function listScheduledDrafts(db: Sql, brand: BrandId) {
  return db.rows<{ draft_id: string; title: string; publish_at: Instant }>`
    select draft_id, title, publish_at
    from draft
    where brand_id = ${brand} and state = 'scheduled' and ended_at is null
    order by publish_at, draft_id
    limit 200`
}

/** Drafts in one of the states that somebody should see to, the longest waiting first. */
export function listDraftsIn(db: Sql, brand: BrandId, state: 'refused' | 'inReview') {
  return db.rows<Pick<DraftRow, 'draft_id' | 'title'>>`
    select draft_id, title
    from draft
    where brand_id = ${brand} and state = ${state} and ended_at is null
    order by changed_at
    limit 50`
}
