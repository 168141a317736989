import { type Brand, toBrand } from '../../domain/brand/brand.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import type { Sealer } from '../../ground/kernel/seal.ts'
import { findBrandRow } from './brand.sql.ts'
import { withoutSecrets } from './document-secrets.ts'
import { findBrand } from './stored-brand.ts'

/** The brand as requests use it; undefined if there is no such brand. */
export async function loadBrand(db: Sql, brandId: BrandId, sealer: Sealer): Promise<Brand | undefined> {
  const stored = await findBrand(db, brandId, sealer)
  return stored && toBrand(stored.document, stored.valueTypes, stored.version)
}

/** The same without the secrets of senders and webhooks, for callers that send nothing and so need no key. */
export async function loadBrandWithoutSecrets(db: Sql, brandId: BrandId): Promise<Brand | undefined> {
  const row = await findBrandRow(db, brandId)
  return row && toBrand(withoutSecrets(row), row.valueTypes, row.version)
}
