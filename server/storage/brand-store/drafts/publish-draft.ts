import type { FileData } from '../../../domain/brand/edits.ts'
import { placeEntries } from '../../../domain/brand/entries/check-entries.ts'
import { type EntryFault, withEntries } from '../../../domain/brand/entries/entry-text.ts'
import { toEntryFaults } from '../../../domain/brand/entries/fault-owner.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import type { KeptShare } from '../../../domain/judge/caller.ts'
import type { Owed } from '../../../domain/judge/judge-change.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { applyInTransaction } from '../apply/apply.ts'
import type { ApplyOptions } from '../apply/plan-change.ts'
import { findBrandRow } from '../brand.sql.ts'
import { withoutSecrets } from '../document-secrets.ts'
import { toFile, withoutDigests } from '../export.ts'
import { readEntryTexts } from './check-texts.ts'
import { isOvertaken, toEntryText } from './compare-draft.ts'
import { type DraftEntryRow, endDraft, listDraftEntries } from './draft.sql.ts'
import { forgetOldTexts, keepText } from './entry-text.sql.ts'
import { findForesight } from './foresight.sql.ts'
import { sha256Of } from './live-entries.ts'

/** What became of a draft that was published, or would. */
export interface Published {
  readonly kind: 'published'
  readonly version: number
  readonly lines: readonly string[]
  readonly warnings: readonly FileFault[]
  /** What campaigns would have given with it, if that is known. */
  readonly foreseen?: KeptShare
}

/** Why a draft is not published. Nothing was changed, or the caller takes it back. */
export interface Unpublished {
  readonly kind: 'unpublished'
  readonly reasons: readonly string[]
  /** Whoever publishes may not change this. */
  readonly isForbidden: boolean
  /** What whoever publishes could still give. */
  readonly owed?: Owed | undefined
}

interface PublishedDraft {
  readonly brandId: BrandId
  readonly draftId: string
  /** What reasons are told in; those of what is published later are kept in English. */
  readonly language?: Language
  /** What was foreseen when it was scheduled: no replay is kept as long as a draft may wait. */
  readonly kept?: KeptShare | undefined
}

/**
 * Makes the entries of a draft a part of the brand as it is now, all or none. The brand is locked by the caller, so that
 * nobody changes it between the look at it and the change.
 */
export async function publish(
  db: Sql,
  { brandId, draftId, language = 'en', kept }: PublishedDraft,
  options: ApplyOptions,
): Promise<Published | Unpublished> {
  const rows = await listDraftEntries(db, brandId, draftId)
  const { entries, faults } = await readEntryTexts(brandId, rows.map(toEntryText))
  const toLine = (fault: EntryFault) => faultLine(fault, language)
  if (faults.length > 0) return unpublished(faults.map(toLine))
  const live = await readLive(db, brandId)
  if (!live) return unpublished([faultWords(faultOf('noBrand'), language)])
  const overtaken = rows.filter((row) => isOvertaken(live.file, row))
  if (overtaken.length > 0) return unpublished(overtaken.map((row) => `${addressOf(row)}: ${overtakenWords[language]}`))
  const text = withEntries({ ...withoutDigests(live.file) }, entries)
  const { version: liveVersion, timeZone } = live
  const found = await findForesight(db, brandId, { draftId, version: liveVersion, timeZone })
  const foreseen = found ?? (kept?.version === liveVersion ? kept : undefined)
  const applied = await applyInTransaction(db, text, { ...options, foreseen })
  if ('faults' in applied) {
    const found = toEntryFaults(placeEntries(text.data, entries), applied.faults)
    return { ...unpublished(found.map(toLine), applied.areForbidden), owed: applied.owed }
  }
  const { lines, warnings } = applied
  const done = {
    kind: 'published',
    lines,
    warnings,
    ...(foreseen && { foreseen: { ...foreseen, version: liveVersion } }),
  } as const
  if (options.dryRun) return { ...done, version: live.version }
  const version = await keepTexts(db, brandId, rows)
  await endDraft(db, brandId, { id: draftId, version })
  return { ...done, version }
}

const unpublished = (reasons: readonly string[], isForbidden = false): Unpublished => ({
  kind: 'unpublished',
  reasons,
  isForbidden,
})

/** `campaigns/earn, line 5: rules[always].trigger: expected one of …` */
function faultLine(fault: EntryFault, language: Language): string {
  const { section, key, path, line } = fault
  const where = [section, ...(key === undefined ? [] : [key])].join('/')
  const place = `${where}${line === undefined ? '' : `, ${lineWord[language]} ${line}`}`
  return [...(where === '' ? [] : [place]), ...(path === '' ? [] : [path]), faultWords(fault, language)].join(': ')
}

const addressOf = ({ section, key }: DraftEntryRow) => (key === '' ? section : `${section}/${key}`)

const lineWord: Readonly<Record<Language, string>> = { en: 'line', de: 'Zeile' }

const overtakenWords: Readonly<Record<Language, string>> = {
  en: 'somebody else has changed it since; compare both, and save the entry as it is to be',
  de: 'jemand anderes hat es seither geändert; vergleichen Sie beide, und speichern Sie den Eintrag, wie er sein soll',
}

interface Live {
  readonly file: FileData
  readonly version: number
  readonly timeZone: string
}

/** The file as an export has it, but without stock: publishing makes no cards. */
async function readLive(db: Sql, brandId: BrandId): Promise<Live | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  const { version } = row
  const document = withoutSecrets(row)
  return { file: { exportedFrom: { version }, ...toFile(document) }, version, timeZone: document.brand.timeZone }
}

/** So that an entry can be brought back with its comments. */
const keptTextsMax = 20

/** Keeps what was written, by what it was read as, and returns the version that the brand has now. */
async function keepTexts(db: Sql, brandId: BrandId, rows: readonly DraftEntryRow[]): Promise<number> {
  const live = await readLive(db, brandId)
  for (const row of rows) {
    const address = toEntryText(row)
    const sha256 = live ? sha256Of(live.file, address) : null
    if (!sha256 || row.text === null) continue
    await keepText(db, brandId, { ...address, sha256, text: row.text })
    await forgetOldTexts(db, brandId, address, keptTextsMax)
  }
  return live?.version ?? 0
}
