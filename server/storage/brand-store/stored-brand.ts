import type { BrandDocument } from '../../domain/brand/document.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Sealer } from '../../ground/kernel/seal.ts'
import { type BrandRow, findBrandRow, liftTimeouts, lockBrand, updateSealedDocument } from './brand.sql.ts'
import { listBrandIds } from './brand-list.sql.ts'
import { hasPlainSecrets, needsKeysBeside, openSecrets, sealSecrets } from './document-secrets.ts'

/** A brand as it is stored, with its secrets opened. */
export interface StoredBrand extends Omit<BrandRow, 'sealed'> {
  readonly document: BrandDocument
  /** Whether an earlier version stored secrets in plain text, so that they must be sealed. */
  readonly isToBeSealed: boolean
}

export async function findBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<StoredBrand | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  const { sealed: _, ...others } = row
  return { ...others, document: openSecrets(row, sealer), isToBeSealed: hasPlainSecrets(row) }
}

/** Opens the secrets of every brand, which works only with the right key. Changes nothing. */
export async function openStoredSecrets(db: Sql, sealer: Sealer): Promise<void> {
  for (const brandId of await listBrandIds(db)) await findBrand(db, brandId, sealer)
}

/** Opens the secrets of every brand, which works only with the right key, and seals those still in plain text. */
export async function sealStoredSecrets(db: Sql, sealer: Sealer): Promise<void> {
  for (const brandId of await listBrandIds(db)) {
    const found = await findBrand(db, brandId, sealer)
    if (found?.isToBeSealed) await sealBrand(db, brandId, sealer)
  }
}

/** Seals the secrets of a brand with the key that seals now; false if they are already. */
export async function resealBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<boolean> {
  const isDue = async () => {
    const row = await findBrandRow(db, brandId)
    return row && needsKeysBeside(row, sealer.keyId) ? row : undefined
  }
  if (!(await isDue())) return false
  await db.rows`begin`
  await liftTimeouts(db)
  await lockBrand(db, brandId)
  const row = await isDue()
  if (row) await updateSealedDocument(db, sealSecrets(openSecrets(row, sealer), sealer))
  await db.rows`commit`
  return row !== undefined
}

/** The meaning does not change, so the version stays. After an exception, closing the connection rolls back. */
async function sealBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<void> {
  await db.rows`begin`
  await liftTimeouts(db)
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, sealer)
  if (stored?.isToBeSealed) await updateSealedDocument(db, sealSecrets(stored.document, sealer))
  await db.rows`commit`
}
