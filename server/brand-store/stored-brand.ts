import type { BrandDocument } from '../brand/document.ts'
import type { Sql } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'
import type { Sealer } from '../kernel/seal.ts'
import { type BrandRow, findBrandRow, liftTimeouts, lockBrand, updateSealedDocument } from './brand.sql.ts'
import { listBrandIds } from './brand-list.sql.ts'
import { hasPlainSecrets, openSecrets, sealSecrets } from './document-secrets.ts'

/** A brand as it is stored, its secrets opened. */
export interface StoredBrand extends Omit<BrandRow, 'sealed'> {
  readonly document: BrandDocument
  /** Whether an earlier version stored secrets as they are. */
  readonly isToBeSealed: boolean
}

export async function findBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<StoredBrand | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  const { sealed: _, ...others } = row
  return { ...others, document: openSecrets(row, sealer), isToBeSealed: hasPlainSecrets(row) }
}

/** Opens the secrets of every brand, which only the right key can, and changes nothing. */
export async function openStoredSecrets(db: Sql, sealer: Sealer): Promise<void> {
  for (const brandId of await listBrandIds(db)) await findBrand(db, brandId, sealer)
}

/** Opens the secrets of every brand, which only the right key can, and seals those that an earlier version left plain. */
export async function sealStoredSecrets(db: Sql, sealer: Sealer): Promise<void> {
  for (const brandId of await listBrandIds(db)) {
    const found = await findBrand(db, brandId, sealer)
    if (found?.isToBeSealed) await sealBrand(db, brandId, sealer)
  }
}

/** Means the same as before, so the version stays. An exception is left to whoever closes the connection. */
async function sealBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<void> {
  await db.rows`begin`
  await liftTimeouts(db)
  await lockBrand(db, brandId)
  const stored = await findBrand(db, brandId, sealer)
  if (stored?.isToBeSealed) await updateSealedDocument(db, sealSecrets(stored.document, sealer))
  await db.rows`commit`
}
