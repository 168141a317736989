import type { BrandId } from '../kernel/ids.ts'
import { type Database, findBrand } from './brand.sql.ts'
import { type Brand, toBrand } from './brand.ts'

/** The brand as requests use it; undefined when there is none of this id. */
export async function loadBrand(db: Database, brandId: BrandId): Promise<Brand | undefined> {
  const stored = await findBrand(db, brandId)
  return stored && toBrand(stored.document, stored.valueTypes, stored.version)
}
