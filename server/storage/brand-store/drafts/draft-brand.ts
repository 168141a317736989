import { type Brand, toBrand } from '../../../domain/brand/brand.ts'
import { documentWith } from '../../../domain/brand/entries/check-entries.ts'
import type { EntryFault, EntryText } from '../../../domain/brand/entries/entry-text.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { isUuid } from '../../../ground/kernel/ids.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import type { Faulty } from '../apply/plan-change.ts'
import { checkEntries, readEntryTexts } from './check-texts.ts'
import { checkWhole, toEntryText } from './compare-draft.ts'
import { findDraft, listDraftEntries } from './draft.sql.ts'

/** So many drafts of a version are kept: somebody who changes only the basket has their rules compiled once. */
const keptMax = 4

const keptOf = oncePer((_: Brand) => new Map<string, Promise<Brand | Faulty>>())

/** What the brand would be with these entries, which is never stored; or all faults. */
export function brandWithEntries(
  db: Sql,
  brand: Brand,
  texts: readonly EntryText[],
  readMsMax?: number,
): Promise<Brand | Faulty> {
  const kept = keptOf(brand)
  const key = JSON.stringify(texts)
  const known = kept.get(key)
  if (known) return known
  const made = makeBrand(db, brand, texts, readMsMax)
  kept.set(key, made)
  // Whatever went wrong may be over when it is asked for again, such as too much work at once.
  made.then(
    (brand) => 'faults' in brand && kept.delete(key),
    () => kept.delete(key),
  )
  for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest)
  return made
}

/** The same with the entries of a draft; undefined if there is no such draft. */
export async function brandOfDraft(
  db: Sql,
  brand: Brand,
  draftId: string,
  readMsMax?: number,
): Promise<Brand | Faulty | undefined> {
  if (!isUuid(draftId) || !(await findDraft(db, brand.id, draftId))) return undefined
  const rows = await listDraftEntries(db, brand.id, draftId)
  return brandWithEntries(db, brand, rows.map(toEntryText), readMsMax)
}

async function makeBrand(
  db: Sql,
  brand: Brand,
  texts: readonly EntryText[],
  readMsMax?: number,
): Promise<Brand | Faulty> {
  const read = await readEntryTexts(brand.id, texts, readMsMax)
  const { faults, sound } = await checkEntries(db, brand, read)
  const all = faults.length > 0 ? faults : await checkWhole(db, brand, read)
  if (all.length > 0) return { faults: all.map(toFileFault) }
  // None of these sections has value types, so that they keep their numbers.
  const numbers = [...brand.valueTypes.values()].map(({ id, program, balanceType, balanceCode = '' }) => ({
    valueTypeId: id,
    program,
    balanceType,
    balanceCode,
  }))
  return toBrand(documentWith(brand.document, sound), numbers, brand.version)
}

/** As faults of a file are shown: the entry is a part of the path. */
function toFileFault({ section, key, ...fault }: EntryFault): FileFault {
  const address = key === undefined ? section : `${section}[${key}]`
  return { ...fault, path: fault.path === '' ? address : `${address}.${fault.path}` }
}
