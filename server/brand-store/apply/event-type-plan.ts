import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../../brand/document.ts'
import { type ReadFile, readBrandFile } from '../../brand/read-brand-file.ts'
import type { FileText } from '../../brand/reading/parse-text.ts'
import type { FileFault } from '../../brand/reading/place.ts'
import type { Sql } from '../../database/connection.ts'
import { listCalledEventTypes, switchOffEventTypes, upsertEventTypes } from './event-type.sql.ts'

/** Reads a file whose rules may name event types that were created by calls. */
export async function readWithEventTypes(
  db: Sql,
  text: FileText,
): Promise<ReadFile | { readonly faults: readonly FileFault[] }> {
  const elsewhere = new Set<string>()
  const read = readBrandFile(text, (id) => elsewhere.add(id).has(id))
  if ('faults' in read || elsewhere.size === 0) return read
  // These are never deleted or switched off, so what is known now is still known when the file is applied.
  const known = new Set(await listCalledEventTypes(db, read.file.brand.id, [...elsewhere]))
  return readBrandFile(text, (id) => known.has(id))
}

/** Writes only what the file changed: a name that a call gave stays until the file gives another one. */
export async function writeEventTypes(
  db: Sql,
  { brand, eventTypes }: BrandDocument,
  before: BrandDocument['eventTypes'],
): Promise<void> {
  const known = new Map(before.map((type) => [type.categoryId, type]))
  const changed = eventTypes.filter((type) => !isDeepStrictEqual(type, known.get(type.categoryId)))
  const present = new Set(eventTypes.map((type) => type.categoryId))
  const gone = [...known.keys()].filter((id) => !present.has(id))
  if (changed.length > 0) await upsertEventTypes(db, brand.id, changed)
  if (gone.length > 0) await switchOffEventTypes(db, brand.id, gone)
}
