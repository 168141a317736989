import type { AuditOrigin } from '../../../domain/audit/entry.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import type { FileData } from '../../../domain/brand/edits.ts'
import type { EntryText } from '../../../domain/brand/entries/entry-text.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { type Refusal, refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { insertAuditEntries } from '../../store/audit/entry.sql.ts'
import { storable } from '../history/versions.ts'
import { authorName, authorOf } from './author.ts'
import {
  countUnfinished,
  type DraftEntryRow,
  type DraftRow,
  insertDraft,
  listDraftEntries,
  lockDraft,
  lockDrafts,
  replaceEntries,
  updateContent,
} from './draft.sql.ts'
import { draftWords } from './draft-words.ts'
import { fileAt, sha256Of } from './live-entries.ts'

/** Drafts of a brand that are not over: more than these nobody finds their way in. */
export const unfinishedMax = 200

export interface DraftWish {
  /** Absent: a new one. */
  readonly draftId?: string | undefined
  readonly revision?: number | undefined
  readonly title: string
  /** The version in which entries that are new in the draft were looked at. */
  readonly baseVersion?: number | undefined
  readonly entries: readonly WishedEntry[]
}

interface WishedEntry extends EntryText {
  /** The version in which this one was looked at; absent: as before. */
  readonly baseVersion?: number | undefined
}

export interface SavedDraft {
  readonly draftId: string
  readonly revision: number
}

/** A call that changes drafts, in its own transaction. */
export interface Drafting {
  readonly db: Sql
  readonly brand: Brand
  readonly origin: AuditOrigin
  /** What refusals are told in. */
  readonly language: Language
}

/** Makes the draft what its author wants, if nobody else has changed it since they looked at it. */
export async function saveDraft(drafting: Drafting, wish: DraftWish, newId: string): Promise<SavedDraft | Refusal> {
  const { draftId } = wish
  if (draftId === undefined) return makeDraft(drafting, wish, newId)
  const row = await lockToChange(drafting, { draftId, revision: wish.revision })
  if ('code' in row) return row
  if (row.state === 'scheduled') return refuseField(100, 'draftId', draftWords[drafting.language].scheduled)
  const before = await listDraftEntries(drafting.db, drafting.brand.id, draftId)
  const entries = await toRows(drafting, wish, before)
  if ('code' in entries) return entries
  if (row.title === wish.title && isSame(before, entries)) return { draftId, revision: row.revision }
  const { db, brand, origin } = drafting
  await updateContent(db, brand.id, { id: draftId, title: storable(wish.title), by: authorOf(origin) })
  await replaceEntries(db, brand.id, { id: draftId, entries })
  const revision = row.revision + 1
  await audit(drafting, draftId, {
    before: stateOf(row.title, row.revision, before),
    after: stateOf(wish.title, revision, entries),
  })
  return { draftId, revision }
}

async function makeDraft(drafting: Drafting, wish: DraftWish, id: string): Promise<SavedDraft | Refusal> {
  const { db, brand, origin, language } = drafting
  const told = draftWords[language]
  if (wish.revision !== undefined) return refuseField(100, 'revision', told.newHasNone)
  await lockDrafts(db, brand.id)
  if ((await countUnfinished(db, brand.id)) >= unfinishedMax) return refuse(100, told.tooMany(unfinishedMax))
  const entries = await toRows(drafting, wish, [])
  if ('code' in entries) return entries
  await insertDraft(db, brand.id, { id, title: storable(wish.title), by: authorOf(origin) })
  await replaceEntries(db, brand.id, { id, entries })
  await audit(drafting, id, { after: stateOf(wish.title, 1, entries) })
  return { draftId: id, revision: 1 }
}

export const noDraft = (language: Language): Refusal => refuseField(100, 'draftId', draftWords[language].none)

/** The draft, locked, as its author knows it; or why they cannot change it. */
export async function lockToChange(
  { db, brand, language }: Drafting,
  { draftId, revision }: { readonly draftId: string; readonly revision: number | undefined },
): Promise<DraftRow | Refusal> {
  const row = isUuid(draftId) ? await lockDraft(db, brand.id, draftId) : undefined
  const told = draftWords[language]
  if (!row) return noDraft(language)
  if (row.state === 'published') return refuseField(100, 'draftId', told.published(row.version))
  if (row.state === 'discarded') return refuseField(100, 'draftId', told.discarded)
  if (revision === undefined) return refuseField(100, 'revision', told.revisionMissing)
  if (revision !== row.revision)
    return refuseField(100, 'revision', told.changed(authorName(row.changed_by, language), row.revision))
  return row
}

/** Each with what its live entry was when it was looked at. */
async function toRows(
  { db, brand, origin, language }: Drafting,
  { entries, baseVersion = brand.version }: DraftWish,
  before: readonly DraftEntryRow[],
): Promise<DraftEntryRow[] | Refusal> {
  const files = new Map<number, FileData | undefined>()
  const rows: DraftEntryRow[] = []
  for (const entry of entries) {
    const { section, key = '' } = entry
    const known = before.find((one) => one.section === section && one.key === key)
    const version = entry.baseVersion ?? known?.base_version ?? baseVersion
    const isKnown = known?.base_version === version
    if (!isKnown && !files.has(version)) files.set(version, await fileAt(db, brand, version))
    const file = files.get(version)
    if (!isKnown && !file) return refuseField(100, 'baseVersion', draftWords[language].notKept(version))
    const text = entry.text === undefined ? null : storable(entry.text)
    rows.push({
      section,
      key,
      text,
      written_by: known && known.text === text ? known.written_by : authorOf(origin),
      base_version: version,
      base_sha256: isKnown ? known.base_sha256 : file ? sha256Of(file, entry) : null,
    })
  }
  return rows
}

const isSame = (before: readonly DraftEntryRow[], after: readonly DraftEntryRow[]) =>
  before.length === after.length &&
  before.every(({ section, key, text, base_version }, index) => {
    const now = after[index]
    return section === now?.section && key === now.key && text === now.text && base_version === now.base_version
  })

/** What the audit log keeps: which entries, and how long their texts are, never the texts themselves. */
function stateOf(title: string, revision: number, entries: readonly DraftEntryRow[]) {
  const shown = entries.map(({ section, key, text }) =>
    defined({
      entry: key === '' ? section : `${section}/${key}`,
      characters: text?.length,
      removed: text === null || undefined,
    }),
  )
  return { title, revision, entries: shown }
}

async function audit(
  { db, brand, origin }: Drafting,
  subject: string,
  states: { readonly before?: object; readonly after: object },
): Promise<void> {
  const { before, after } = states
  const entry = { ...origin, action: 'draft.saved', subject, after: { ...after } } as const
  await insertAuditEntries(db, brand.id, [before ? { ...entry, before: { ...before } } : entry])
}
