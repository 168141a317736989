import { createHash } from 'node:crypto'
import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { BrandDocument, BrandFile } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { FileText } from '../../../domain/brand/reading/parse-text.ts'
import { valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import type { Caller } from '../../../domain/judge/caller.ts'
import { type ForeseenShare, hasGivenLimit } from '../../../domain/judge/given-limit.ts'
import { judgeChange, judgeGivenSecrets, type Owed, type Verdict } from '../../../domain/judge/judge-change.ts'
import { judgedFault } from '../../../domain/judge/objection-words.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'
import type { Sealer } from '../../../ground/kernel/seal.ts'
import { lockBrand } from '../brand.sql.ts'
import { type Conflict, findConflict } from '../history/conflict.ts'
import type { VersionSource } from '../history/version.sql.ts'
import { keepFound, type Making, readVersion } from '../history/versions.ts'
import { listCommandKeys } from '../keys/file-keys.sql.ts'
import type { PinSealer } from '../stock/make-cards.ts'
import type { Growth } from '../stock/stock-growth.ts'
import { findBrand, type StoredBrand } from '../stored-brand.ts'
import { type CardPlan, planCards } from './card-plan.ts'
import { codeFaults } from './code-faults.ts'
import { type CouponPlan, lacksCoupons, planCoupons } from './coupon-plan.ts'
import { readWithEventTypes } from './event-type-plan.ts'
import { toDocument, valueTypesOf } from './next-document.ts'
import { newSecrets, type ReceiverSecret } from './receiver-secrets.ts'
import { unsetFaults } from './unset-faults.ts'
import { findPublicSecrets, findWeak } from './weak.ts'

export interface ApplyOptions {
  /** Whoever makes the change, which is judged by what it does. */
  readonly caller: Caller
  /** Whether a try is to say also what is owed, instead of what would change. */
  readonly asksWhatIsOwed?: boolean
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
  /** Takes back what others have changed since the version that the file knows, instead of refusing the file. */
  readonly overwrite?: boolean
  /** Why, in the words of whoever applies it; shown in the history. */
  readonly note?: string | undefined
  /** Told which version was made. */
  readonly onVersion?: (version: number) => void
  /** Told which parts of the file the change touches, once it is allowed. */
  readonly onAllowed?: (parts: readonly string[]) => void
  /** What campaigns would have given with this very change; absent: nobody knows. */
  readonly foreseen?: ForeseenShare | undefined
  /** Where the file comes from, unless somebody wrote it or exported it. */
  readonly from?: FileOrigin
  /** Who applies it. */
  readonly origin: AuditOrigin
  readonly random: RandomBytes
  readonly pins: PinSealer
  readonly sealer: Sealer
}

/** A file that a program made: from an earlier version, from another brand, or when a scheduled one was due. */
type FileOrigin =
  | { readonly kind: 'rollback'; readonly version: number }
  | { readonly kind: 'promotion' }
  | {
      readonly kind: 'schedule'
      readonly number: number
      readonly source: 'file' | 'edit'
      readonly baseVersion: number
    }

export interface Faulty {
  readonly faults: FileFault[]
  readonly areForbidden?: boolean
  /** What whoever makes the change could still give. */
  readonly owed?: Owed
  /** The only fault is that it would undo what others have changed. */
  readonly conflict?: Conflict
}

/** What a file without faults makes of the brand. */
export interface PlannedChange {
  readonly file: BrandFile
  readonly document: BrandDocument
  readonly stored: StoredBrand | undefined
  readonly plan: CardPlan
  readonly coupons: CouponPlan
  readonly stockLines: readonly string[]
  readonly made: readonly ReceiverSecret[]
  readonly warnings: readonly FileFault[]
  /** Absent where a program made the text. */
  readonly fileSha256: Buffer | undefined
  /** The parts that it touches, all of which the caller may. */
  readonly parts: readonly string[]
  /** It lets people do more by hand, without a second person. */
  readonly isLoosenedAlone: boolean
  /** Its campaigns may give more than the brand's limit, without a second person. */
  readonly isGivenAlone: boolean
}

/** The very file that was applied last. */
interface LastApplied {
  readonly isLastApplied: true
  readonly warnings: readonly FileFault[]
}

/** Locks the brand, and finds every fault; changes nothing. */
export async function planChange(
  db: Sql,
  text: FileText,
  options: ApplyOptions,
): Promise<PlannedChange | Faulty | LastApplied> {
  const read = await readWithEventTypes(db, text)
  const { file, locate } = read
  if (!file) return { faults: [...read.faults] }
  if (options.strict && read.warnings.length > 0) return { faults: [...read.warnings] }
  const fileSha256 = typeof text === 'string' ? createHash('sha256').update(text).digest() : undefined
  const brandId = file.brand.id
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, options.sealer)
  const isLastApplied = options.onlyIfChanged && fileSha256 && stored?.fileSha256?.equals(fileSha256)
  if (isLastApplied && !(await lacksCoupons(db, file))) return { isLastApplied: true, warnings: read.warnings }
  if (stored) await keepFound(db, stored)

  // Where a program made the file, its secrets are the brand's own.
  const guessing = options.from ? undefined : judgeGivenSecrets(options.caller, file)
  const early = guessing && refusedBy(guessing, options)
  if (early) return { ...early, faults: early.faults.map(locate) }
  const document = await toDocument(file, stored?.document, options.random)
  const plan = await planCards(db, file)
  const coupons = await planCoupons(db, file)
  const change = {
    before: stored?.document,
    after: document,
    makesCards: plan.additions.some(isGrowing),
    previous: await findPrevious(db, stored),
    foreseen: options.foreseen,
    isRollback: options.from?.kind === 'rollback',
  }
  const verdict = judgeChange(options.caller, change)
  const refused = refusedBy(verdict, options)
  if (refused) return { ...refused, faults: refused.faults.map(locate) }
  const made = newSecrets(file, stored?.document, document)
  const documents = { file, document, before: stored?.document }
  const weak = findWeak(documents).map(locate)
  const warnings = options.refusesWeak ? read.warnings : [...read.warnings, ...weak]
  const faults = [
    ...plan.faults,
    ...coupons.faults,
    ...(await codeFaults(db, file, stored?.document)),
    ...amountFaults([...plan.additions, ...coupons.additions], options),
    ...(options.refusesWeak ? [...weak, ...findPublicSecrets(documents)] : []),
    ...valueTypeFaults(document, stored),
    ...unsetFaults(file, stored?.document),
    ...(await keyFaults(db, file)),
    ...(options.makesNoSecrets ? made.map(secretFault) : []),
  ]
  if (faults.length > 0) return { faults: faults.map(locate) }
  const stockLines = [...plan.lines, ...coupons.lines]
  const { parts, isLoosenedAlone = false, isGivenAlone = false } = verdict.kind === 'allowed' ? verdict : { parts: [] }
  options.onAllowed?.(parts)
  const alone = { isLoosenedAlone, isGivenAlone }
  return { file, document, stored, plan, coupons, stockLines, made, warnings, fileSha256, parts, ...alone }
}

/** The version before the current one, where it matters whether a change undoes the last one. */
async function findPrevious(db: Sql, stored: StoredBrand | undefined): Promise<BrandDocument | undefined> {
  if (!stored || !hasGivenLimit(stored.document)) return undefined
  return readVersion(db, stored.document.brand.id, stored.version - 1)
}

/** A try asks for nothing that is owed: it changes nothing. */
function refusedBy(verdict: Verdict, { dryRun, asksWhatIsOwed }: ApplyOptions): Faulty | undefined {
  if (verdict.kind === 'allowed') return undefined
  const { objections } = verdict
  const refused = { faults: objections.map(judgedFault), areForbidden: true }
  if (verdict.kind === 'forbidden') return refused
  return dryRun && !asksWhatIsOwed ? undefined : { ...refused, owed: verdict.owed }
}

export function conflictOf(
  db: Sql,
  { file, document, stored }: PlannedChange & { readonly stored: StoredBrand },
  { from }: ApplyOptions,
): Promise<Conflict | undefined> {
  if (from?.kind === 'rollback') return Promise.resolve(undefined)
  const base = from?.kind === 'schedule' ? { version: from.baseVersion } : from ? undefined : file.exportedFrom
  const follows: VersionSource[] = from?.kind === 'promotion' ? ['file', 'found', 'promotion'] : ['file', 'found']
  return findConflict(db, { stored, document, base, follows })
}

export function makingOf(file: BrandFile, stored: StoredBrand | undefined, { from, note }: ApplyOptions): Making {
  const ofVersion = file.exportedFrom?.version
  switch (from?.kind) {
    case 'rollback':
      return { source: 'rollback', ofVersion: from.version, note }
    case 'promotion':
      return { source: 'promotion', note }
    case 'schedule':
      return { source: from.source, scheduleNumber: from.number, note }
    case undefined:
      // Where there was no brand, an export is a file like any other.
      return stored && ofVersion !== undefined ? { source: 'edit', ofVersion, note } : { source: 'file', note }
  }
}

const isGrowing = ({ generate, listed }: Growth<unknown>): boolean => generate + listed.length > 0

function amountFaults(additions: readonly Growth<unknown>[], { stockMax = Infinity }: ApplyOptions): FileFault[] {
  const count = additions.reduce((sum, { generate, listed }) => sum + generate + listed.length, 0)
  if (count <= stockMax) return []
  return [{ path: '', ...faultOf('tooMuchStock', { count, max: stockMax }) }]
}

const secretFault = ({ address }: ReceiverSecret): FileFault => ({
  path: `${address.replace(/^webhooks\/(.+)$/, 'webhooks[$1]').replace('/', '.')}.secrets`,
  ...faultOf('secretsMissing'),
})

async function keyFaults(db: Sql, file: BrandFile): Promise<FileFault[]> {
  const taken = await listCommandKeys(
    db,
    file.brand.id,
    file.apiKeys.map((one) => one.key),
  )
  return taken.map((key) => ({
    path: `apiKeys[${key}]`,
    ...faultOf('keyByHand'),
  }))
}

/** What stored balances depend on cannot change, not even while their value type is switched off. */
export function valueTypeFaults(
  document: BrandDocument,
  stored: Pick<StoredBrand, 'document'> | undefined,
): FileFault[] {
  const before = stored ? [...valueTypesOf(stored.document.programs), ...stored.document.switchedOff.valueTypes] : []
  return valueTypesOf(document.programs).flatMap((type) => {
    const known = before.find((one) => one.program === type.program && valueTypeName(one) === valueTypeName(type))
    if (!known) return []
    const path = `programs[${type.program}].valueTypes[${valueTypeName(type)}]`
    const faults: FileFault[] = []
    // Amounts are stored as whole numbers of 10^-scale.
    if (known.scale !== type.scale) {
      faults.push({ path: `${path}.scale`, ...faultOf('scaleFixed', { before: known.scale, after: type.scale }) })
    }
    // Callers name a subtrack by its position.
    if (known.subtracks.some((name, index) => type.subtracks[index] !== name)) {
      faults.push({
        path: `${path}.subtracks`,
        ...faultOf('subtracksFixed', { names: known.subtracks }),
      })
    }
    return faults
  })
}
