import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import type { FileText } from '../../../domain/brand/reading/parse-text.ts'
import { changedKeys } from '../../../domain/judge/changed-keys.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import {
  announceChange,
  insertBrand,
  insertValueTypes,
  liftTimeouts,
  updateBrand,
  updateFileHash,
  updateSealedDocument,
} from '../brand.sql.ts'
import { sealSecrets } from '../document-secrets.ts'
import { conflictFault } from '../history/conflict.ts'
import { updateTakenUp } from '../history/version.sql.ts'
import { keepVersion, type Making } from '../history/versions.ts'
import { revokeFileKeys, upsertFileKeys } from '../keys/file-keys.sql.ts'
import type { StoredBrand } from '../stored-brand.ts'
import { appliedEntry } from './applied-entry.ts'
import { makeCards } from './card-plan.ts'
import { makeCoupons } from './coupon-plan.ts'
import { differences, lastingDifferences } from './differences.ts'
import { writeEventTypes } from './event-type-plan.ts'
import { valueTypesOf } from './next-document.ts'
import { type ApplyOptions, conflictOf, type Faulty, makingOf, type PlannedChange, planChange } from './plan-change.ts'
import type { ReceiverSecret } from './receiver-secrets.ts'

export interface AppliedChange {
  readonly changed: boolean
  readonly lines: string[]
  /** Secrets that were generated. They can be shown only this once. */
  readonly newSecrets: readonly ReceiverSecret[]
  /** What is most likely a mistake in the file. */
  readonly warnings: readonly FileFault[]
}

export type Applied = AppliedChange | Faulty

/** Makes the brand what the file says, in one transaction. If there are faults, it changes nothing and returns them. */
export async function applyBrandFile(db: Sql, text: string, options: ApplyOptions): Promise<Applied> {
  await db.rows`begin`
  try {
    await liftTimeouts(db)
    const applied = await applyInTransaction(db, text, options)
    if ('faults' in applied || options.dryRun) await db.rows`rollback`
    else await db.rows`commit`
    return applied
  } catch (error) {
    await db.rows`rollback`.catch(() => undefined)
    throw error
  }
}

/** The same inside the caller's transaction. The caller must roll back if there are faults. */
export async function applyInTransaction(db: Sql, text: FileText, options: ApplyOptions): Promise<Applied> {
  const planned = await planChange(db, text, options)
  if ('faults' in planned) return planned
  if ('isLastApplied' in planned) return { changed: false, lines: [], newSecrets: [], warnings: planned.warnings }
  const { stored, document, stockLines, warnings, file, made } = planned
  const lines = [...differences(stored?.document, document), ...stockLines]
  if (changesNothing(planned)) {
    if (!options.dryRun) await rememberSame(db, planned, options)
    return { changed: false, lines, newSecrets: [], warnings }
  }
  const conflict = stored && !options.overwrite && (await conflictOf(db, { ...planned, stored }, options))
  if (conflict) return { faults: [{ path: '', ...conflictFault(conflict) }], conflict }
  if (options.dryRun) return { changed: true, lines, newSecrets: [], warnings }
  const faulty = await write(db, { ...planned, making: makingOf(file, stored, options) }, options)
  return faulty ?? { changed: true, lines, newSecrets: made, warnings }
}

export const changesNothing = ({ stored, document, stockLines }: PlannedChange): boolean =>
  stockLines.length === 0 && stored !== undefined && isDeepStrictEqual(stored.document, document)

/** A file that changes nothing has everything in it that the brand has. */
async function rememberSame(db: Sql, planned: PlannedChange, options: ApplyOptions): Promise<void> {
  const { file, document, stored, fileSha256 } = planned
  const brandId = document.brand.id
  if (fileSha256) await updateFileHash(db, brandId, fileSha256)
  if (stored && makingOf(file, stored, options).source === 'file') await updateTakenUp(db, brandId, stored.version)
  if (stored?.isToBeSealed) await updateSealedDocument(db, sealSecrets(document, options.sealer))
}

interface Writing extends PlannedChange {
  readonly making: Making
}

async function write(
  db: Sql,
  { document, stored, plan, coupons, stockLines, fileSha256, making, isLoosenedAlone, isGivenAlone }: Writing,
  options: ApplyOptions,
): Promise<{ faults: FileFault[] } | undefined> {
  const brandId = document.brand.id
  const sealed = sealSecrets(document, options.sealer)
  if (stored) await updateBrand(db, sealed, fileSha256)
  else await insertBrand(db, sealed, fileSha256)
  await writeFileKeys(db, document, stored)
  await insertValueTypes(db, brandId, newValueTypes(document, stored))
  await writeEventTypes(db, document, stored?.document.eventTypes ?? [])
  const { random, pins, origin } = options
  const faults = [
    ...(await makeCards({ db, brandId, random, pins }, plan)),
    ...(await makeCoupons({ db, brandId, random }, coupons)),
  ]
  if (faults.length > 0) return { faults }
  await announceChange(db, brandId)
  const lines = [...lastingDifferences(stored?.document, document), ...stockLines]
  const version = (stored?.version ?? 0) + 1
  await keepVersion(db, { version, document, lines, making, origin })
  await insertAuditEntries(db, brandId, [
    appliedEntry({ before: stored, document, making, lines, isLoosenedAlone, isGivenAlone }, origin),
  ])
  options.onVersion?.(version)
  return undefined
}

/** Writes only keys that the file changed: one that was revoked by hand in the meantime stays revoked. */
async function writeFileKeys(db: Sql, document: BrandDocument, stored: StoredBrand | undefined) {
  const present = new Set(document.apiKeys.map((one) => one.key))
  const gone = stored?.document.apiKeys.filter((one) => !present.has(one.key)) ?? []
  await upsertFileKeys(db, document.brand.id, changedKeys(document, stored?.document))
  await revokeFileKeys(
    db,
    document.brand.id,
    gone.map((one) => one.key),
  )
}

function newValueTypes(document: BrandDocument, stored: StoredBrand | undefined) {
  return numbered(document).filter((type) => !stored?.valueTypes.some((one) => isSameType(one, type)))
}

function numbered(document: BrandDocument) {
  return valueTypesOf(document.programs).map(({ program, balanceType, balanceCode = '', scale }) => ({
    program,
    balanceType,
    balanceCode,
    scale,
  }))
}

function isSameType(
  a: { program: string; balanceType: string; balanceCode: string },
  b: { program: string; balanceType: string; balanceCode: string },
): boolean {
  return a.program === b.program && a.balanceType === b.balanceType && a.balanceCode === b.balanceCode
}
