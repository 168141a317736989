import { type Brand, toBrand } from '../../domain/brand/brand.ts'
import type { BrandDocument, BrandFile } from '../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../domain/brand/faults/fault.ts'
import type { FileText, ParsedText } from '../../domain/brand/reading/parse-text.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { codeFaults } from './apply/code-faults.ts'
import { readWithEventTypes } from './apply/event-type-plan.ts'
import { toDocument, valueTypesOf } from './apply/next-document.ts'
import { type Faulty, valueTypeFaults } from './apply/plan-change.ts'
import { type BrandRow, findBrandRow } from './brand.sql.ts'
import { withoutSecrets } from './document-secrets.ts'
import { locateInCampaigns } from './draft-faults.ts'
import { brandOfDraft } from './drafts/draft-brand.ts'
import { toFile } from './export.ts'
import { versionFile } from './history/earlier-version.ts'
import { readText } from './texts/text-room.ts'

/** What a brand would be, if this were applied. */
export type TrialBrand =
  | { readonly kind: 'version'; readonly version: number }
  /** A whole file: as text, or as data. */
  | { readonly kind: 'file'; readonly file: unknown }
  /** Campaigns that replace those with the same ids, or come after the others. */
  | { readonly kind: 'campaigns'; readonly campaigns: unknown }
  /** A draft that is kept with the brand; as of a revision, if it matters which. */
  | { readonly kind: 'draft'; readonly draftId: string; readonly revision?: number | undefined }

/**
 * The brand that a draft would make, which is never stored and has no secrets; all faults; or undefined for a version
 * or a draft that is not kept. A text that takes longer to read than `readMsMax` has a fault.
 */
export async function loadDraft(
  db: Sql,
  brandId: BrandId,
  draft: TrialBrand,
  readMsMax?: number,
): Promise<Brand | Faulty | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  if (draft.kind === 'draft')
    return brandOfDraft(db, toBrand(withoutSecrets(row), row.valueTypes, row.version), draft.draftId, readMsMax)
  const written = await writtenIn(brandId, draft, readMsMax)
  if (written && written.faults.length > 0) return { faults: [...written.faults] }
  const text = await textOf(db, { brandId, row, written }, draft)
  if (text === undefined || (typeof text === 'object' && 'faults' in text)) return text
  const read = await readWithEventTypes(db, text)
  const { file } = read
  const locate = (faults: readonly FileFault[]) =>
    written && draft.kind === 'campaigns' ? locateInCampaigns(written, faults) : [...faults]
  if (!file) return { faults: locate(read.faults) }
  if (file.brand.id !== brandId) return { faults: [{ path: 'brand.id', ...faultOf('otherBrand', { brand: brandId }) }] }
  const before = withoutSecrets(row)
  const document = await toDocument(withoutPasswords(file), before, noChance)
  const faults = [...valueTypeFaults(document, { document: before }), ...(await codeFaults(db, file, before))]
  return faults.length > 0
    ? { faults: locate(faults.map(read.locate)) }
    : toBrand(document, numbersFor(document, row), row.version)
}

/** What was given as text, so that faults have their lines in it. */
function writtenIn(brand: BrandId, draft: TrialBrand, readMsMax?: number): Promise<ParsedText> | undefined {
  const given = draft.kind === 'file' ? draft.file : draft.kind === 'campaigns' ? draft.campaigns : undefined
  return typeof given === 'string' ? readText(brand, given, readMsMax) : undefined
}

interface Live {
  readonly brandId: BrandId
  readonly row: BrandRow
  readonly written: ParsedText | undefined
}

async function textOf(
  db: Sql,
  { brandId, row, written }: Live,
  draft: Exclude<TrialBrand, { kind: 'draft' }>,
): Promise<FileText | Faulty | undefined> {
  if (draft.kind === 'version') {
    const file = await versionFile(db, { brandId, version: draft.version })
    return file && { json: JSON.stringify(file) }
  }
  if (draft.kind === 'file')
    return written ? { data: written.data, marks: written.marks } : { json: JSON.stringify(draft.file) }
  const campaigns = listOf(written ? written.data : draft.campaigns)
  if (!campaigns) return { faults: [notCampaigns] }
  const live = toFile(withoutSecrets(row)) as { readonly campaigns?: readonly unknown[] }
  return { json: JSON.stringify({ ...live, campaigns: merged(live.campaigns ?? [], campaigns) }) }
}

const notCampaigns: FileFault = { path: 'campaigns', ...faultOf('notCampaigns') }

/** A list, also as the only section of a file. */
function listOf(data: unknown): readonly unknown[] | undefined {
  const list = typeof data === 'object' && data !== null && 'campaigns' in data ? data.campaigns : data
  return Array.isArray(list) ? list : undefined
}

function merged(live: readonly unknown[], given: readonly unknown[]): readonly unknown[] {
  const known = new Set(live.map(idOf))
  // Of two with the same id the first is meant; the other is a fault.
  const byId = new Map(given.map((one) => [idOf(one), one] as const).toReversed())
  const replaced = live.map((campaign) => byId.get(idOf(campaign)) ?? campaign)
  const again = new Set(replaced)
  return [...replaced, ...given.filter((one) => !known.has(idOf(one)) || !again.has(one))]
}

const idOf = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined

/** Hashing them takes long, and nobody logs in to a draft. */
function withoutPasswords(file: BrandFile): BrandFile {
  const locations = file.locations.map((location) => ({
    ...location,
    employees: location.employees.map(({ password: _, ...employee }) => employee),
  }))
  return { ...file, locations }
}

/** Secrets that the file lacks are made of this: a draft signs nothing. */
const noChance = (count: number) => new Uint8Array(count)

/** Value types that only the draft has get numbers of their own, which no stored balance has. */
function numbersFor(document: BrandDocument, { valueTypes }: BrandRow) {
  const keyOf = (type: { program: string; balanceType: string; balanceCode?: string | undefined }) =>
    JSON.stringify([type.program, type.balanceType, type.balanceCode ?? ''])
  const known = new Set(valueTypes.map(keyOf))
  const added = valueTypesOf(document.programs).filter((type) => !known.has(keyOf(type)))
  return [
    ...valueTypes,
    ...added.map(({ program, balanceType, balanceCode = '' }, index) => ({
      valueTypeId: -1 - index,
      program,
      balanceType,
      balanceCode,
    })),
  ]
}
