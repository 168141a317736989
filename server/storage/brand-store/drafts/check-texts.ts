import type { Brand } from '../../../domain/brand/brand.ts'
import { type EntryFindings, readInLive } from '../../../domain/brand/entries/check-entries.ts'
import { type EntryText, type ReadEntries, toReadEntries } from '../../../domain/brand/entries/entry-text.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { inTurns } from '../../../ground/waiting/in-turns.ts'
import { listCalledEventTypes } from '../apply/event-type.sql.ts'
import { readTexts } from '../texts/text-room.ts'
import { namesOf } from './live-entries.ts'

/** What is wrong with entries as parts of the live brand, without reading the rest of it again. */
export async function checkTexts(db: Sql, brand: Brand, texts: readonly EntryText[]): Promise<EntryFindings> {
  return checkEntries(db, brand, await readEntryTexts(brand.id, texts))
}

/** Entries as somebody wrote them. */
export async function readEntryTexts(
  brand: BrandId,
  texts: readonly EntryText[],
  readMsMax?: number,
): Promise<ReadEntries> {
  const written = texts.flatMap(({ text }) => (text === undefined ? [] : [text]))
  return toReadEntries(texts, await readTexts(brand, written, readMsMax))
}

export async function checkEntries(db: Sql, brand: Brand, entries: ReadEntries): Promise<EntryFindings> {
  const names = await namesOf(brand)
  const reading = await inTurns(readInLive({ names, document: brand.document }, entries))
  const { unknownEventTypes: unknown } = reading
  const known = new Set(unknown.length > 0 ? await listCalledEventTypes(db, brand.id, unknown) : [])
  return reading.finish((id) => known.has(id))
}
