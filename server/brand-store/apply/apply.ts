import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AuditOrigin } from '../../audit/entry.ts'
import type { BrandDocument, BrandFile } from '../../brand/document.ts'
import type { FileText } from '../../brand/reading/parse-text.ts'
import type { FileFault } from '../../brand/reading/place.ts'
import { valueTypeName } from '../../brand/shapes/program-shape.ts'
import type { Sql } from '../../database/connection.ts'
import type { RandomBytes } from '../../kernel/ids.ts'
import type { Sealer } from '../../kernel/seal.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import {
  announceChange,
  insertBrand,
  insertValueTypes,
  liftTimeouts,
  lockBrand,
  updateBrand,
  updateFileHash,
  updateSealedDocument,
} from '../brand.sql.ts'
import { sealSecrets } from '../document-secrets.ts'
import { listCommandKeys, revokeFileKeys, upsertFileKeys } from '../keys/file-keys.sql.ts'
import type { PinSealer } from '../stock/make-cards.ts'
import type { Growth } from '../stock/stock-growth.ts'
import { findBrand, type StoredBrand } from '../stored-brand.ts'
import { appliedEntry } from './applied-entry.ts'
import { type CardPlan, makeCards, planCards } from './card-plan.ts'
import { changedKeys } from './changed-keys.ts'
import { type CouponPlan, lacksCoupons, makeCoupons, planCoupons } from './coupon-plan.ts'
import { differences } from './differences.ts'
import { readWithEventTypes, writeEventTypes } from './event-type-plan.ts'
import { toDocument, valueTypesOf } from './next-document.ts'
import { type NewSecret, newSecrets } from './receiver-secrets.ts'
import { findPublicSecrets, findWeak } from './weak.ts'

export interface ApplyOptions {
  /** Finds changes that the caller may not make. Absent for the operator, who may do anything. */
  readonly forbidden?: (before: BrandDocument | undefined, after: BrandDocument) => readonly FileFault[]
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean
  /** Does nothing if this very file was the last one applied. */
  readonly onlyIfChanged?: boolean
  /** Refuses secrets that are easy to guess or public. Without it, weak ones only cause a warning. */
  readonly refusesWeak?: boolean
  /** Treats warnings as faults. */
  readonly strict?: boolean
  /** How many cards and coupons may be created; absent means any number. */
  readonly stockMax?: number
  /** A file without a needed secret is a fault: nobody would see one that was generated. */
  readonly makesNoSecrets?: boolean
  /** Who applies it. */
  readonly origin: AuditOrigin
  readonly random: RandomBytes
  readonly pins: PinSealer
  readonly sealer: Sealer
}

export interface Change {
  readonly changed: boolean
  readonly lines: string[]
  /** Secrets that were generated. They can be shown only this once. */
  readonly newSecrets: readonly NewSecret[]
  /** What is most likely a mistake in the file. */
  readonly warnings: readonly FileFault[]
}

export type Applied = Change | { readonly faults: FileFault[]; readonly areForbidden?: boolean }

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
  const read = await readWithEventTypes(db, text)
  const { file } = read
  if (!file) return { faults: [...read.faults] }
  if (options.strict && read.warnings.length > 0) return { faults: [...read.warnings] }
  const fileSha256 = createHash('sha256')
    .update(typeof text === 'string' ? text : text.json)
    .digest()
  const brandId = file.brand.id
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, options.sealer)
  const isLastApplied = options.onlyIfChanged && stored?.fileSha256?.equals(fileSha256)
  if (isLastApplied && !(await lacksCoupons(db, file)))
    return { changed: false, lines: [], newSecrets: [], warnings: read.warnings }

  const document = await toDocument(file, stored?.document, options.random)
  const forbidden = (options.forbidden?.(stored?.document, document) ?? []).map(read.locate)
  if (forbidden.length > 0) return { faults: [...forbidden], areForbidden: true }
  const plan = await planCards(db, file)
  const coupons = await planCoupons(db, file)
  const stockFaults = [
    ...plan.faults,
    ...coupons.faults,
    ...amountFaults([...plan.additions, ...coupons.additions], options),
  ]
  const made = newSecrets(file, stored?.document, document)
  const documents = { file, document, before: stored?.document }
  const weak = findWeak(documents).map(read.locate)
  const warnings = options.refusesWeak ? read.warnings : [...read.warnings, ...weak]
  const faults = [
    ...stockFaults,
    ...(options.refusesWeak ? [...weak, ...findPublicSecrets(documents)] : []),
    ...valueTypeFaults(document, stored),
    ...(await keyFaults(db, file)),
    ...(options.makesNoSecrets ? made.map(secretFault) : []),
  ]
  if (faults.length > 0) return { faults: faults.map(read.locate) }

  const stockLines = [...plan.lines, ...coupons.lines]
  const lines = [...differences(stored?.document, document), ...stockLines]
  const isSame = stockLines.length === 0 && stored && isDeepStrictEqual(stored.document, document)
  if (isSame && !options.dryRun) {
    await updateFileHash(db, brandId, fileSha256)
    if (stored.isToBeSealed) await updateSealedDocument(db, sealSecrets(document, options.sealer))
  }
  if (isSame || options.dryRun) return { changed: !isSame, lines, newSecrets: [], warnings }
  const faulty = await write(db, { document, stored, plan, coupons, fileSha256 }, options)
  return faulty ?? { changed: true, lines, newSecrets: made, warnings }
}

function amountFaults(additions: readonly Growth<unknown>[], { stockMax = Infinity }: ApplyOptions): FileFault[] {
  const count = additions.reduce((sum, { generate, listed }) => sum + generate + listed.length, 0)
  if (count <= stockMax) return []
  const message = `would create ${count} cards and coupons; at most ${stockMax} can be created at once here`
  return [{ path: '', message }]
}

const secretFault = ({ address }: NewSecret): FileFault => ({
  path: `${address.replace(/^webhooks\/(.+)$/, 'webhooks[$1]').replace('/', '.')}.secrets`,
  message: 'are missing; add them, or apply the file with `purser brand apply`, which generates one and shows it',
})

interface Writing {
  readonly document: BrandDocument
  readonly stored: StoredBrand | undefined
  readonly plan: CardPlan
  readonly coupons: CouponPlan
  readonly fileSha256: Buffer
}

async function write(
  db: Sql,
  { document, stored, plan, coupons, fileSha256 }: Writing,
  options: ApplyOptions,
): Promise<{ faults: FileFault[] } | undefined> {
  const brandId = document.brand.id
  const sealed = sealSecrets(document, options.sealer)
  if (stored) await updateBrand(db, sealed, fileSha256)
  else await insertBrand(db, sealed, fileSha256)
  await writeFileKeys(db, document, stored)
  await insertValueTypes(db, brandId, newValueTypes(document, stored))
  await writeEventTypes(db, document, stored?.document.eventTypes ?? [])
  const { random, pins } = options
  const faults = [
    ...(await makeCards({ db, brandId, random, pins }, plan)),
    ...(await makeCoupons({ db, brandId, random }, coupons)),
  ]
  if (faults.length > 0) return { faults }
  await announceChange(db, brandId)
  const stockLines = [...plan.lines, ...coupons.lines]
  await insertAuditEntries(db, brandId, [appliedEntry({ before: stored, document, stockLines }, options.origin)])
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

async function keyFaults(db: Sql, file: BrandFile): Promise<FileFault[]> {
  const taken = await listCommandKeys(
    db,
    file.brand.id,
    file.apiKeys.map((one) => one.key),
  )
  return taken.map((key) => ({
    path: `apiKeys[${key}]`,
    message: 'a key of this name was created by hand; choose another name',
  }))
}

/** What stored balances depend on cannot change, not even while their value type is switched off. */
function valueTypeFaults(document: BrandDocument, stored: StoredBrand | undefined): FileFault[] {
  const before = stored ? [...valueTypesOf(stored.document.programs), ...stored.document.switchedOff.valueTypes] : []
  return valueTypesOf(document.programs).flatMap((type) => {
    const known = before.find((one) => one.program === type.program && valueTypeName(one) === valueTypeName(type))
    if (!known) return []
    const path = `programs[${type.program}].valueTypes[${valueTypeName(type)}]`
    const faults: FileFault[] = []
    // Amounts are stored as whole numbers of 10^-scale.
    if (known.scale !== type.scale) {
      faults.push({ path: `${path}.scale`, message: `is ${known.scale} and cannot become ${type.scale}` })
    }
    // Callers name a subtrack by its position.
    if (known.subtracks.some((name, index) => type.subtracks[index] !== name)) {
      faults.push({
        path: `${path}.subtracks`,
        message: `can only be extended; it must begin with ${known.subtracks.join(', ')}`,
      })
    }
    return faults
  })
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
