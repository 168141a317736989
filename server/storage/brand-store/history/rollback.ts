import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { type Applied, applyInTransaction } from '../apply/apply.ts'
import type { ApplyOptions } from '../apply/plan-change.ts'
import { lockBrand } from '../brand.sql.ts'
import { findBrand } from '../stored-brand.ts'
import { versionFile } from './earlier-version.ts'
import { keepFound } from './versions.ts'

/**
 * Makes a new version with the content of an earlier one, by the rules of any other file, in the caller's transaction.
 * Undefined if that version is not kept.
 */
export async function rollBack(
  db: Sql,
  { brandId, version }: { readonly brandId: BrandId; readonly version: number },
  options: ApplyOptions,
): Promise<Applied | undefined> {
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, options.sealer)
  if (stored) await keepFound(db, stored)
  const file = await versionFile(db, { brandId, version })
  if (!file) return undefined
  return applyInTransaction(db, { json: JSON.stringify(file) }, { ...options, from: { kind: 'rollback', version } })
}
