import { createHash } from 'node:crypto'
import type { Brand } from '../../../domain/brand/brand.ts'
import { entryOf, type FileData } from '../../../domain/brand/edits.ts'
import type { EntryAddress } from '../../../domain/brand/entries/entry-text.ts'
import { type LiveNames, readLiveNames } from '../../../domain/brand/entries/live-names.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { canonicalJson } from '../../../ground/kernel/canonical-json.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { inTurns } from '../../../ground/waiting/in-turns.ts'
import { findBrandRow } from '../brand.sql.ts'
import { withoutSecrets } from '../document-secrets.ts'
import { toFile, withoutDigests } from '../export.ts'
import { versionFile } from '../history/earlier-version.ts'
import { writeText } from '../texts/text-room.ts'
import { findKeptText } from './entry-text.sql.ts'

/** A brand as its file, without secrets and stock; made once for each version. */
export const fileOf = oncePer(
  (brand: Brand): FileData => ({ ...withoutDigests(toFile(withoutSecrets({ sealed: brand.document }))) }),
)

/** Who defines and mentions what in the live file; read once for each version, in turns with others. */
export const namesOf = oncePer((brand: Brand): Promise<LiveNames> => inTurns(readLiveNames(fileOf(brand))))

/** The file of an earlier or later version than the one in memory; undefined if it is not kept. */
export async function fileAt(db: Sql, brand: Brand, version: number): Promise<FileData | undefined> {
  if (version === brand.version) return fileOf(brand)
  if (version > brand.version) {
    const row = await findBrandRow(db, brand.id)
    if (row?.version === version) return { ...withoutDigests(toFile(withoutSecrets(row))) }
  }
  const file = await versionFile(db, { brandId: brand.id, version })
  return file && { ...withoutDigests(file) }
}

/** By which two states of an entry are compared; null: there is none. */
export function sha256Of(file: FileData, address: EntryAddress): Buffer | null {
  const entry = entryOf(file, address)
  return entry === undefined ? null : createHash('sha256').update(canonicalJson(entry)).digest()
}

/** The YAML of an entry: with its comments, if somebody wrote a text that says just this; undefined: there is none. */
export async function textOfEntry(
  db: Sql,
  { brand, file }: { readonly brand: Brand; readonly file: FileData },
  address: EntryAddress,
): Promise<string | undefined> {
  const entry = entryOf(file, address)
  const sha256 = sha256Of(file, address)
  if (entry === undefined || !sha256) return undefined
  return (await findKeptText(db, brand.id, address, sha256)) ?? writeText(brand.id, Object(entry))
}
