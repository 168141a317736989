import { isDeepStrictEqual } from 'node:util'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { type FileFindings, readInSteps } from '../../../domain/brand/read-brand-file.ts'
import type { FileText } from '../../../domain/brand/reading/parse-text.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { inTurns } from '../../../ground/waiting/in-turns.ts'
import { listCalledEventTypes, switchOffEventTypes, upsertEventTypes } from './event-type.sql.ts'

/** Reads a file whose rules may name event types that were created by calls. */
export async function readWithEventTypes(db: Sql, text: FileText): Promise<FileFindings> {
  const inReading = await inTurns(readInSteps(text))
  const { brandId, unknownEventTypes } = inReading
  // A file with other faults is refused without asking.
  const isAsked = brandId !== undefined && unknownEventTypes.length > 0
  // These are never deleted or switched off, so what is known now is still known when the file is applied.
  const known = new Set(isAsked ? await listCalledEventTypes(db, brandId, unknownEventTypes) : [])
  return inReading.finish((id) => !isAsked || known.has(id))
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
