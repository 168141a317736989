import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { findBrandRow } from '../brand.sql.ts'
import { withoutSecrets } from '../document-secrets.ts'
import { listedCards, toFile } from '../export.ts'
import { restoredDocument } from './restored.ts'
import { findVersionRow } from './version.sql.ts'
import { readVersion } from './versions.ts'

/** An earlier version as a file, with the keys, employees and stock of today; undefined if it is not kept. */
export async function exportVersion(db: Sql, brandId: BrandId, version: number): Promise<object | undefined> {
  const file = await versionFile(db, { brandId, version }, await listedCards(db, brandId))
  const row = await findVersionRow(db, brandId, version)
  if (!file || !row) return undefined
  return { exportedFrom: { version, fingerprint: row.fingerprint }, ...file }
}

/** The same as it is applied by a rollback, which makes no cards. */
export async function versionFile(
  db: Sql,
  { brandId, version }: { readonly brandId: BrandId; readonly version: number },
  cards?: ReadonlyMap<string, readonly object[]>,
): Promise<object | undefined> {
  const kept = await readVersion(db, brandId, version)
  const current = await findBrandRow(db, brandId)
  if (!kept || !current) return undefined
  return toFile(restoredDocument(kept, withoutSecrets(current)), cards)
}
