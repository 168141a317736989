import type { AuditActor, AuditOrigin } from '../../../domain/audit/entry.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { BrandId, RequestRef } from '../../../ground/kernel/ids.ts'
import type { Sealer } from '../../../ground/kernel/seal.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { keptLinesMax } from '../apply/applied-entry.ts'
import { liftTimeouts, lockBrand } from '../brand.sql.ts'
import { findBrand } from '../stored-brand.ts'
import { type KeptDocument, packDocument, toKept, unpackDocument } from './kept-document.ts'
import {
  findChangedAt,
  findVersionContent,
  findVersionRow,
  insertVersion,
  listUnkeptBrands,
  listVersionRows,
  type VersionRow,
  type VersionSource,
} from './version.sql.ts'

/** A version of a brand's configuration: who made it, when, why, from what, and what it changed. */
export interface Version {
  readonly version: number
  readonly source: VersionSource
  /** Whose content a rollback brought back, or which version an edited file was exported from. */
  readonly ofVersion?: number
  readonly scheduleNumber?: number
  readonly at: Instant
  /** Absent where nobody knows. */
  readonly actor?: AuditActor
  readonly ref?: RequestRef
  readonly note?: string
  /** What it changed compared with the version before it, as far as it is kept. */
  readonly changes: readonly string[]
  readonly changeCount: number
  readonly fingerprint: string
}

/** A brand's versions, newest first; `before` continues an earlier page. */
export async function listVersions(
  db: Sql,
  brand: BrandId,
  { before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<Version[]> {
  return (await listVersionRows(db, brand, { before, limit })).map(toVersion)
}

/** The configuration as it was; undefined if this version is not kept. */
export async function readVersion(db: Sql, brand: BrandId, version: number): Promise<KeptDocument | undefined> {
  const content = await findVersionContent(db, brand, version)
  return content && unpackDocument(content, brand)
}

/** What a change was made from, and why. */
export interface Making {
  readonly source: VersionSource
  readonly ofVersion?: number | undefined
  readonly scheduleNumber?: number | undefined
  readonly note?: string | undefined
}

interface NewVersion {
  readonly version: number
  readonly document: BrandDocument
  readonly lines: readonly string[]
  readonly making: Making
  readonly origin: AuditOrigin
}

/** Keeps a version in the transaction that makes it. */
export async function keepVersion(db: Sql, { version, document, lines, making, origin }: NewVersion): Promise<void> {
  const { source, ofVersion, scheduleNumber, note } = making
  await insertVersion(db, document.brand.id, {
    version,
    source,
    ofVersion,
    scheduleNumber,
    madeAt: undefined,
    actor: origin.actor,
    ref: origin.ref,
    note: note === undefined ? undefined : storable(note),
    changes: toLines(lines),
    changeCount: lines.length,
    ...(await packDocument(toKept(document))),
  })
}

/** Keeps what was there before, if a release made it that kept no versions. The brand is locked. */
export async function keepFound(
  db: Sql,
  { document, version }: { readonly document: BrandDocument; readonly version: number },
): Promise<void> {
  const { id } = document.brand
  if (await findVersionRow(db, id, version)) return
  await insertVersion(db, id, {
    version,
    source: 'found',
    ofVersion: undefined,
    scheduleNumber: undefined,
    madeAt: await findChangedAt(db, id),
    actor: undefined,
    ref: undefined,
    note: undefined,
    changes: '[]',
    changeCount: 0,
    ...(await packDocument(toKept(document))),
  })
}

/** The same of every brand, so that the first change after an upgrade can be compared and taken back. */
export async function keepFoundVersions(db: Sql, sealer: Sealer): Promise<void> {
  for (const brandId of await listUnkeptBrands(db)) {
    await db.rows`begin`
    await liftTimeouts(db)
    await lockBrand(db, brandId)
    const stored = await findBrand(db, brandId, sealer)
    if (stored) await keepFound(db, stored)
    await db.rows`commit`
  }
}

export const toLines = (lines: readonly string[]): string => JSON.stringify(lines.slice(0, keptLinesMax).map(storable))

/** PostgreSQL refuses half of a surrogate pair and NUL. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

function toVersion(row: VersionRow): Version {
  return defined({
    version: row.version,
    source: row.source,
    ofVersion: row.of_version ?? undefined,
    scheduleNumber: row.schedule_number ?? undefined,
    at: row.made_at,
    actor: toActor(row),
    ref: row.request_ref ?? undefined,
    note: row.note ?? undefined,
    changes: row.changes,
    changeCount: row.change_count,
    fingerprint: row.fingerprint,
  })
}

type ActorColumns = Pick<VersionRow, 'actor_kind' | 'actor_name' | 'actor_from' | 'actor_employee'>

export function toActor(row: ActorColumns): AuditActor | undefined {
  if (row.actor_kind === null || row.actor_name === null) return undefined
  return defined({
    kind: row.actor_kind,
    name: row.actor_name,
    from: row.actor_from ?? undefined,
    employee: row.actor_employee ?? undefined,
  })
}
