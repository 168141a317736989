import type pg from 'pg'
import type { BrandDocument } from '../brand/document.ts'
import type { BrandId } from '../kernel/ids.ts'
import type { Sealer } from '../kernel/seal.ts'
import {
  type BrandRow,
  type Database,
  findBrandRow,
  listBrandIds,
  lockBrand,
  updateSealedDocument,
} from './brand.sql.ts'
import { hasPlainSecrets, openSecrets, sealSecrets } from './document-secrets.ts'

/** A brand as it is stored, its secrets opened. */
export interface StoredBrand extends Omit<BrandRow, 'sealed'> {
  readonly document: BrandDocument
  /** Whether an earlier version stored secrets as they are. */
  readonly isToBeSealed: boolean
}

export async function findBrand(db: Database, brandId: BrandId, sealer: Sealer): Promise<StoredBrand | undefined> {
  const row = await findBrandRow(db, brandId)
  if (!row) return undefined
  const { sealed: _, ...others } = row
  return { ...others, document: openSecrets(row, sealer), isToBeSealed: hasPlainSecrets(row) }
}

/** Opens the secrets of every brand, which only the right key can, and seals those that an earlier version left plain. */
export async function sealStoredSecrets(client: pg.ClientBase, sealer: Sealer): Promise<void> {
  for (const brandId of await listBrandIds(client)) {
    const found = await findBrand(client, brandId, sealer)
    if (found?.isToBeSealed) await sealBrand(client, brandId, sealer)
  }
}

/** Means the same as before, so the version stays. An exception is left to whoever closes the connection. */
async function sealBrand(client: pg.ClientBase, brandId: BrandId, sealer: Sealer): Promise<void> {
  await client.query('begin')
  await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
  await lockBrand(client, brandId)
  const stored = await findBrand(client, brandId, sealer)
  if (stored?.isToBeSealed) await updateSealedDocument(client, sealSecrets(stored.document, sealer))
  await client.query('commit')
}
