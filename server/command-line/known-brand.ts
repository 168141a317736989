import type { Brand } from '../brand/brand.ts'
import { loadBrandWithoutSecrets } from '../brand-store/load-brand.ts'
import type { ConnectionPool } from '../database/connection.ts'
import type { BrandId } from '../kernel/ids.ts'
import { CommandFailed } from './command-failed.ts'

/** The brand that the command line names; fails where there is none. */
export async function knownBrand(pool: ConnectionPool, brandId: BrandId): Promise<Brand> {
  const brand = await loadBrandWithoutSecrets(pool, brandId)
  if (!brand) throw new CommandFailed([`There is no brand ${brandId}.`])
  return brand
}
