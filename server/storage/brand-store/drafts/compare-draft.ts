import type { Brand } from '../../../domain/brand/brand.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { documentWith, type EntryValue, placeEntries } from '../../../domain/brand/entries/check-entries.ts'
import {
  type DraftSection,
  type EntryFault,
  type EntryText,
  type ReadEntries,
  withEntries,
} from '../../../domain/brand/entries/entry-text.ts'
import { toEntryFaults } from '../../../domain/brand/entries/fault-owner.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { codeFaults } from '../apply/code-faults.ts'
import { planCoupons } from '../apply/coupon-plan.ts'
import { differences } from '../apply/differences.ts'
import { readWithEventTypes } from '../apply/event-type-plan.ts'
import { checkEntries, readEntryTexts } from './check-texts.ts'
import type { DraftEntryRow } from './draft.sql.ts'
import { fileAt, fileOf, sha256Of, textOfEntry } from './live-entries.ts'

/** An entry of a draft next to what is live. */
interface ComparedEntry {
  readonly section: DraftSection
  readonly key?: string | undefined
  readonly text?: string | undefined
  readonly liveText?: string | undefined
  /** What its author looked at, if somebody else has changed it since. */
  readonly baseText?: string | undefined
  readonly baseVersion: number
  readonly isConflict: boolean
  readonly writtenBy: string
  /** What publishing it would change; empty while it has faults. */
  readonly changes: readonly string[]
}

export interface ComparedDraft {
  readonly entries: readonly ComparedEntry[]
  readonly faults: readonly EntryFault[]
  readonly warnings: readonly EntryFault[]
}

export interface DraftInSight {
  readonly rows: readonly DraftEntryRow[]
  /** One that was published or discarded is only shown. */
  readonly isOver: boolean
}

/** What a draft would make of the brand as it is now, and what stands against it. */
export async function compareDraft(db: Sql, brand: Brand, { rows, isOver }: DraftInSight): Promise<ComparedDraft> {
  if (isOver) return { entries: await compareEach(db, brand, { rows, isOver, lines: [] }), faults: [], warnings: [] }
  const texts = await readEntryTexts(brand.id, rows.map(toEntryText))
  const found = await checkEntries(db, brand, texts)
  const whole = found.faults.length === 0 ? await checkWhole(db, brand, texts) : []
  const lines = differencesOf(brand.document, found.sound)
  return {
    entries: await compareEach(db, brand, { rows, isOver, lines }),
    faults: [...found.faults, ...whole],
    warnings: found.warnings,
  }
}

export function toEntryText({ section, key, text }: Pick<DraftEntryRow, 'section' | 'key' | 'text'>): EntryText {
  return { section, ...(key !== '' && { key }), ...(text !== null && { text }) }
}

/** Whether somebody else has changed the live entry since the author of this one looked at it. */
export function isOvertaken(file: ReturnType<typeof fileOf>, row: DraftEntryRow): boolean {
  const now = sha256Of(file, toEntryText(row))
  return now && row.base_sha256 ? !now.equals(row.base_sha256) : now !== row.base_sha256
}

interface Comparing {
  readonly lines: readonly string[]
  readonly isOver: boolean
}

async function compareEach(db: Sql, brand: Brand, sight: DraftInSight & Comparing): Promise<ComparedEntry[]> {
  const entries: ComparedEntry[] = []
  // One after the other: readers have few connections.
  for (const row of sight.rows) entries.push(await compareEntry(db, brand, row, sight))
  return entries
}

async function compareEntry(
  db: Sql,
  brand: Brand,
  row: DraftEntryRow,
  { lines, isOver }: Comparing,
): Promise<ComparedEntry> {
  const { section, key, base_version: baseVersion, written_by: writtenBy } = row
  const file = fileOf(brand)
  const isConflict = !isOver && isOvertaken(file, row)
  const entry = toEntryText(row)
  const base = isConflict ? await fileAt(db, brand, baseVersion) : undefined
  const address = key === '' ? section : `${section}/${key}`
  return {
    ...entry,
    liveText: await textOfEntry(db, { brand, file }, entry),
    baseText: base && (await textOfEntry(db, { brand, file: base }, entry)),
    baseVersion,
    isConflict,
    writtenBy,
    changes: lines.filter((line) => line.startsWith(`${address}:`) || line.startsWith(`${address}/`)),
  }
}

/** In the words of the brand's history. Only the sections in question are compared: the others can be large. */
function differencesOf(document: BrandDocument, sound: readonly EntryValue[]): string[] {
  const sections = new Set(sound.map(({ section }) => section))
  const part = (whole: BrandDocument): BrandDocument => ({
    ...whole,
    ...nothing,
    ...Object.fromEntries([...sections].map((section) => [section, whole[section]])),
  })
  return differences(part(document), part(documentWith(document, sound)))
}

const nothing = {
  apiKeys: [],
  groups: [],
  locations: [],
  programs: [],
  couponSets: [],
  demographicFields: [],
  attributes: [],
  orderAttributes: [],
  products: [],
  subscriptionLists: [],
  eventTypes: [],
  templates: [],
  segments: [],
  senders: {},
  webhooks: [],
  texts: {},
  campaigns: [],
}

/** Sections of which a change can make something wrong inside other entries, or with what the database has. */
const farReaching: ReadonlySet<DraftSection> = new Set([
  'templates',
  'couponSets',
  'demographicFields',
  'attributes',
  'orderAttributes',
  'subscriptionLists',
])

/** What only the whole file shows. */
export async function checkWhole(db: Sql, brand: Brand, { entries }: ReadEntries): Promise<readonly EntryFault[]> {
  if (!entries.some(({ section }) => farReaching.has(section))) return []
  const text = withEntries(fileOf(brand), entries)
  const placed = placeEntries(text.data, entries)
  const { file, faults, locate } = await readWithEventTypes(db, text)
  if (!file) return toEntryFaults(placed, faults)
  const hasSets = entries.some(({ section }) => section === 'couponSets')
  const stock = hasSets ? (await planCoupons(db, file)).faults : []
  return toEntryFaults(placed, [...stock, ...(await codeFaults(db, file, brand.document))].map(locate))
}
